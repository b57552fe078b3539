// The version of the library.
#pragma once

#include <string_view>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

std::string_view version();

}   // namespace protea
