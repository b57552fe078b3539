// The version of the library.
#pragma once

#include <string_view>

namespace protea {

std::string_view version();

}  // namespace protea
