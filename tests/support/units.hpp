// How far two numbers are from one another, counted in numbers.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>

namespace protea {

// How many numbers lie between a and b, plus one where they differ: infinity follows the largest number, −0 is 0.
inline std::int64_t distance_in_units(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b) ? 0 : std::numeric_limits<std::int64_t>::max();
  const auto place = [](double value) {
    const auto magnitude = std::bit_cast<std::int64_t>(std::abs(value));
    return value < 0 ? -magnitude : magnitude;
  };
  return std::abs(place(a) - place(b));
}

}   // namespace protea
