// Eight virtual lanes: every sum over coordinates adds element i to lane i mod 8 and joins the lanes in one fixed
// order, whatever the width of the machine's registers, so that each instruction set gives the same bits.
#pragma once

#include <cstddef>
#include <span>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

inline constexpr std::size_t lane_count = 8;

// The one order in which eight partial sums are joined.
// Always inlined: a copy compiled for one instruction set must never serve another.
[[gnu::always_inline]] inline double join_lanes(const double (&lane)[lane_count]) {
  return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

// Σ_i term(i) in lane order: the plain form, for one pair at a time.
template <class Term>
inline double lane_sum(std::size_t n, Term term) {
  double lane[lane_count] = {};
  std::size_t i = 0;
  for (; i + lane_count <= n; i += lane_count) {
    for (std::size_t l = 0; l < lane_count; ++l) lane[l] += term(i + l);
  }
  for (std::size_t l = 0; i + l < n; ++l) lane[l] += term(i + l);
  return join_lanes(lane);
}

inline double lane_sum(std::span<const double> values) {
  return lane_sum(values.size(), [&](std::size_t i) { return values[i]; });
}

inline double lane_dot(std::span<const double> a, std::span<const double> b) {
  return lane_sum(a.size(), [&](std::size_t i) { return a[i] * b[i]; });
}

}   // namespace protea
