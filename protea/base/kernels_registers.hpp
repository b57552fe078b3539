// Eight virtual lanes in registers of one width, for the translation unit that includes it (see kernels_body.hpp).
#pragma once

#if PROTEA_REGISTER_DOUBLES > 2
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#include <protea/base/lanes.hpp>

#ifndef PROTEA_REGISTER_COUNT
#define PROTEA_REGISTER_COUNT 16   // at least
#endif

// Short loops over registers are unrolled before anything else, or their arrays would live in memory.
#define PROTEA_UNROLL _Pragma("GCC unroll 8")

namespace protea::PROTEA_KERNEL_SPACE {
namespace {

constexpr std::size_t width = PROTEA_REGISTER_DOUBLES;
constexpr std::size_t parts = lane_count / width;
constexpr bool has_room = width * PROTEA_REGISTER_COUNT >= 64;   // for tiles of several rows of lanes
constexpr std::size_t rows_at_once = has_room ? 4 : 2;           // as many as the registers hold

typedef double Register __attribute__((vector_size(width * sizeof(double))));
typedef double Unaligned __attribute__((vector_size(width * sizeof(double)), aligned(sizeof(double)), may_alias));

struct Lanes {
  Register part[parts];
};

inline Register load_register(const double* p) { return *reinterpret_cast<const Unaligned*>(p); }
inline void store_register(double* p, Register value) { *reinterpret_cast<Unaligned*>(p) = value; }

inline Lanes load(const double* p) {
  Lanes result;
  PROTEA_UNROLL for (std::size_t i = 0; i < parts; ++i) result.part[i] =
      *reinterpret_cast<const Unaligned*>(p + i * width);
  return result;
}

#if PROTEA_REGISTER_DOUBLES == 4
// All bits set in those of the lanes first … first + 3 that are among the first `count`.
inline __m256i first_lanes(std::size_t count, std::size_t first) {
  alignas(32) static constexpr long long wanted[2 * lane_count] = {-1, -1, -1, -1, -1, -1, -1, -1,
                                                                   0,  0,  0,  0,  0,  0,  0,  0};
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(wanted + lane_count - count + first));
}
#endif

// The first `count` < 8 numbers, zeros after them.
inline Lanes load_first(const double* p, std::size_t count) {
#if PROTEA_REGISTER_DOUBLES == 4
  Lanes result;
  result.part[0] = _mm256_maskload_pd(p, first_lanes(count, 0));
  result.part[1] = _mm256_maskload_pd(p + 4, first_lanes(count, 4));
  return result;
#elif PROTEA_REGISTER_DOUBLES == 8
  Lanes result;
  result.part[0] = _mm512_maskz_loadu_pd(static_cast<__mmask8>((1U << count) - 1), p);
  return result;
#else
  double padded[lane_count] = {};
  for (std::size_t l = 0; l < count; ++l) padded[l] = p[l];
  return load(padded);
#endif
}

inline void store(double* p, const Lanes& value) {
  PROTEA_UNROLL for (std::size_t i = 0; i < parts; ++i) * reinterpret_cast<Unaligned*>(p + i * width) = value.part[i];
}

// Stores the first `count` < 8 lanes and leaves what follows them alone.
inline void store_first(double* p, const Lanes& value, std::size_t count) {
#if PROTEA_REGISTER_DOUBLES == 4
  _mm256_maskstore_pd(p, first_lanes(count, 0), value.part[0]);
  _mm256_maskstore_pd(p + 4, first_lanes(count, 4), value.part[1]);
#elif PROTEA_REGISTER_DOUBLES == 8
  _mm512_mask_storeu_pd(p, static_cast<__mmask8>((1U << count) - 1), value.part[0]);
#else
  double padded[lane_count];
  store(padded, value);
  for (std::size_t l = 0; l < count; ++l) p[l] = padded[l];
#endif
}

typedef double Pair __attribute__((vector_size(2 * sizeof(double))));

// The order of join_lanes, in registers: {(l0+l4)+(l2+l6), (l1+l5)+(l3+l7)}, then their sum.
inline double join(const Lanes& sums) {
#if PROTEA_REGISTER_DOUBLES == 2
  const Pair halves = (sums.part[0] + sums.part[2]) + (sums.part[1] + sums.part[3]);
#else
#if PROTEA_REGISTER_DOUBLES == 4
  const auto fourths = sums.part[0] + sums.part[1];
#else
  const auto fourths = __builtin_shufflevector(sums.part[0], sums.part[0], 0, 1, 2, 3) +
                       __builtin_shufflevector(sums.part[0], sums.part[0], 4, 5, 6, 7);
#endif
  const Pair halves = __builtin_shufflevector(fourths, fourths, 0, 1) + __builtin_shufflevector(fourths, fourths, 2, 3);
#endif
  return halves[0] + halves[1];
}

// The joined sums of four times eight lanes, in the same order; registers of four let them pass side by side.
inline void join_four(const double* lanes, double* to) {
#if PROTEA_REGISTER_DOUBLES > 2
  typedef double Four __attribute__((vector_size(4 * sizeof(double))));
  typedef double UnalignedFour __attribute__((vector_size(4 * sizeof(double)), aligned(sizeof(double)), may_alias));
  Four fourths[4];
  PROTEA_UNROLL for (std::size_t q = 0; q < 4; ++q) fourths[q] =
      *reinterpret_cast<const UnalignedFour*>(lanes + q * lane_count) +
      *reinterpret_cast<const UnalignedFour*>(lanes + q * lane_count + 4);
  const Four first = __builtin_shufflevector(fourths[0], fourths[1], 0, 1, 4, 5) +
                     __builtin_shufflevector(fourths[0], fourths[1], 2, 3, 6, 7);
  const Four second = __builtin_shufflevector(fourths[2], fourths[3], 0, 1, 4, 5) +
                      __builtin_shufflevector(fourths[2], fourths[3], 2, 3, 6, 7);
  *reinterpret_cast<UnalignedFour*>(to) =
      __builtin_shufflevector(first, second, 0, 2, 4, 6) + __builtin_shufflevector(first, second, 1, 3, 5, 7);
#else
  PROTEA_UNROLL for (std::size_t q = 0; q < 4; ++q) to[q] = join(load(lanes + q * lane_count));
#endif
}

}   // namespace
}   // namespace protea::PROTEA_KERNEL_SPACE
