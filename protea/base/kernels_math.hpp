// Logarithm, exponential and power over arrays, for the translation unit that includes it (see kernels_body.hpp).
#pragma once

#include <cmath>
#include <cstddef>

namespace protea::PROTEA_KERNEL_SPACE {
namespace {

void logs(const double* x, std::size_t n, double* y) {
  for (std::size_t i = 0; i < n; ++i) y[i] = std::log(x[i]);
}

void exponentials(const double* x, std::size_t n, double* y) {
  for (std::size_t i = 0; i < n; ++i) y[i] = std::exp(x[i]);
}

void powers(const double* x, std::size_t n, double p, double* y) {
  for (std::size_t i = 0; i < n; ++i) y[i] = std::pow(x[i], p);
}

}  // namespace
}  // namespace protea::PROTEA_KERNEL_SPACE
