// Relevances given as text, "0.5,0.3,0.2".
#pragma once

#include <string_view>

#include <protea/base/matrix.hpp>

namespace protea {

// Writes n numbers that are at least 0 and not all 0, divided by their sum; anything else is a UsageError.
void parse_relevances(std::string_view text, MutableRow lambda);

}  // namespace protea
