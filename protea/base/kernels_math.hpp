// Logarithm, exponential and power over arrays, for the translation unit that includes it (see kernels_body.hpp).
// The functions themselves stand in kernels_elements.hpp.
#pragma once

#include <cstddef>

#include <protea/base/kernels_elements.hpp>
#include <protea/base/kernels_registers.hpp>

namespace protea::PROTEA_KERNEL_SPACE {
namespace {

inline Register square_root(Register x) {
#if PROTEA_REGISTER_DOUBLES == 4
  return _mm256_sqrt_pd(x);
#elif PROTEA_REGISTER_DOUBLES == 8
  return _mm512_maskz_sqrt_pd(0xff, x);
#elif defined(__aarch64__)
  return vsqrtq_f64(x);
#else
  return Register{__builtin_sqrt(x[0]), __builtin_sqrt(x[1])};
#endif
}

// y = function(x) in blocks of eight, the last one filled up with zeros; y may be x.
template <class Function>
inline void map_blocks(const double* x, std::size_t n, double* y, Function function) {
  for (std::size_t i = 0; i < n; i += lane_count) {
    const std::size_t left = n - i;
    const Lanes block = function(left < lane_count ? load_first(x + i, left) : load(x + i));
    if (left < lane_count) {
      store_first(y + i, block, left);
    } else {
      store(y + i, block);
    }
  }
}

template <class Function>
inline void map(const double* x, std::size_t n, double* y, Function function) {
  map_blocks(x, n, y, [function](Lanes block) {
    PROTEA_UNROLL for (std::size_t i = 0; i < parts; ++i) block.part[i] = function(block.part[i]);
    return block;
  });
}

void logs(const double* x, std::size_t n, double* y) {
  map(x, n, y, [](Register v) { return elements::logarithm(v); });
}

void exponentials(const double* x, std::size_t n, double* y) {
  map(x, n, y, [](Register v) { return elements::exponential(v); });
}

// All logarithms of a block before its first power: the long chains of one register overlap with those of the next.
void general_powers(const double* x, std::size_t n, double p, double* y) {
  map_blocks(x, n, y, [exponent = elements::make_exponent(p)](Lanes block) {
    elements::Sum<Register> log[parts];
    PROTEA_UNROLL for (std::size_t i = 0; i < parts; ++i) log[i] = elements::precise_logarithm(block.part[i]);
    PROTEA_UNROLL for (std::size_t i = 0; i < parts; ++i) block.part[i] =
        elements::power(block.part[i], log[i], exponent);
    return block;
  });
}

void powers(const double* x, std::size_t n, double p, double* y) {
  // + 0.0 makes a zero of −0.
  if (p == 0 || p != p) return map(x, n, y, [p](Register) { return Register{} + (p == 0 ? 1.0 : p); });
  if (p == 1) return map(x, n, y, [](Register v) { return v; });
  if (p == 2) return map(x, n, y, [](Register v) { return v * v; });
  if (p == 0.5) return map(x, n, y, [](Register v) { return square_root(v + 0.0); });
  if (p == -1) return map(x, n, y, [](Register v) { return 1.0 / (v + 0.0); });
  general_powers(x, n, p, y);
}

}   // namespace
}   // namespace protea::PROTEA_KERNEL_SPACE
