// Numbers as words of a page.
#pragma once

#include <string>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

// "97.3 %".
std::string percent_text(double share);

}   // namespace protea
