// The minimum of a function of one number that falls and then rises.
#pragma once

#include <cmath>
#include <concepts>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

// Where it is, known to within `tolerance`, by golden section between `low` and `high`.
template <std::invocable<double> Function>
double golden_section(Function f, double low, double high, double tolerance) {
  const double ratio = (std::sqrt(5.0) - 1) / 2;
  double a = high - ratio * (high - low);
  double b = low + ratio * (high - low);
  double at_a = f(a);
  double at_b = f(b);
  while (high - low > tolerance) {
    if (at_a <= at_b) {
      high = b;
      b = a;
      at_b = at_a;
      a = high - ratio * (high - low);
      at_a = f(a);
    } else {
      low = a;
      a = b;
      at_a = at_b;
      b = low + ratio * (high - low);
      at_b = f(b);
    }
  }
  return (low + high) / 2;
}

}   // namespace protea
