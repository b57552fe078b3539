// Where the marks of an axis stand, and what is written there.
#pragma once

#include <string>
#include <vector>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

// Round numbers (1, 2 or 5 times a power of ten) between low and high, about `wanted` of them. Precondition: low < high.
std::vector<double> round_ticks(double low, double high, std::size_t wanted);
// Powers of ten within; multiples of these where there are fewer than two, and else the ends.
// Precondition: 0 < low < high.
std::vector<double> log_ticks(double low, double high);
// As short as tells ticks of this distance apart: "0.5", "1000", "2e-07".
std::string tick_text(double value, double distance);

}   // namespace protea
