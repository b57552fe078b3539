// A learned number with a name of its own, such as the γ of a divergence or the σ of a rule.
#pragma once

#include <string_view>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

struct NamedNumber {
  std::string_view name;
  double value;
};

}   // namespace protea
