// Logarithm, exponential and power over arrays, for the translation unit that includes it (see kernels_body.hpp).
//
// Only +, −, ·, /, comparisons and moves of bits, each element for itself: the same bits on every instruction set and
// at every place. The polynomials are minimax ones (Remez exchange in 180 bits, then rounded to double; the bounds
// below are after rounding).
// There is no fused multiply-add on the plainest machines, so exact products are made of factors with at most 26 bits.
#pragma once

#include <cstddef>

#include <protea/base/kernels_registers.hpp>

namespace protea::PROTEA_KERNEL_SPACE {
namespace {

typedef unsigned long long Bits __attribute__((vector_size(width * sizeof(double))));

constexpr double infinity = __builtin_inf();
constexpr double not_a_number = __builtin_nan("");

// ln 2 in two parts; the first has 42 bits, so that its product with an exponent (11 bits) is exact.
constexpr double ln2_head = 0x1.62e42fefa38p-1;
constexpr double ln2_tail = 0x1.ef35793c7673p-45;

inline Bits bits_of(Register x) { return reinterpret_cast<Bits>(x); }
inline Register number_of(Bits x) { return reinterpret_cast<Register>(x); }

// The leading 26 bits of the significand.
inline Register head_of(Register x) { return number_of(bits_of(x) & 0xffff'ffff'f800'0000ULL); }

struct Binary {
  Register exponent;      // k
  Register significand;   // m, in [√½, √2)
};

// x = 2ᵏ·m for 0 < x < ∞; subnormal numbers are scaled by 2⁵⁴ first.
inline Binary binary(Register x) {
  constexpr unsigned long long one = 0x3ff0'0000'0000'0000ULL;
  constexpr unsigned long long root_half = 0x3fe6'a09e'667f'3bcdULL;
  const auto is_tiny = x < 0x1p-1022;
  const Register scaled = is_tiny ? x * 0x1p54 : x;
  const Register bias = is_tiny ? Register{} + (0x1p52 + 1023 + 54) : Register{} + (0x1p52 + 1023);
  const Bits shifted = bits_of(scaled) + (one - root_half);   // now the exponent field changes at √½ and not at 1
  return {.exponent = number_of((shifted >> 52) | 0x4330'0000'0000'0000ULL) - bias,   // 2⁵² + field, as a number
          .significand = number_of((shifted & 0x000f'ffff'ffff'ffffULL) + root_half)};
}

// ln x = k ln 2 + ln(1 + f), f = m − 1 exact. With s = f/(2 + f), |s| ≤ 0.1716, z = s²:
//   ln(1 + f) = 2 artanh s = 2s + s·z·P(z),  P ≈ Σ 2zʲ/(2j+3) of degree 6, relative error of the logarithm 2^−58.9;
// since 2s = f − s·f, and f − s·f = f − f²/2 + s·f²/2, the quotient's rounding reaches only terms of second order:
//   ln(1 + f) = f − (f²/2 − s·(f²/2 + z·P(z))).
[[gnu::always_inline]] inline Register logarithm(Register x) {
  const auto [k, m] = binary(x);
  const Register f = m - 1.0;
  const Register s = f / (m + 1.0);
  const Register z = s * s;
  const Register z2 = z * z;
  const Register low =
      (0x1.5555555555592p-1 + 0x1.999999997fdb9p-2 * z) + z2 * (0x1.24924941f107ap-2 + 0x1.c71c52097646fp-3 * z);
  const Register high = (0x1.74663ee312611p-3 + 0x1.39a1bb459b6bdp-3 * z) + z2 * 0x1.2f055dc5b4ccap-3;
  const Register half = 0.5 * f * f;
  const Register correction = s * (half + z * (low + (z2 * z2) * high)) + k * ln2_tail;
  const Register inside = k * ln2_head - ((half - correction) - f);

  const Register outside = x == 0.0 ? Register{} - infinity : (x < 0.0 ? Register{} + not_a_number : x);
  return ((x > 0.0) & (x < infinity)) ? inside : outside;
}

// A number as a sum of two, the second much smaller than the first.
struct Sum {
  Register head;
  Register tail;
};

// ln x for 0 < x < ∞ with a relative error below 2⁻⁶⁴; the head has 26 bits.
// As above, but every term is carried in two parts until it is below 2⁻¹² of the whole:
//   2 artanh s = 2s + s·R,  R = (2/3)z + z²·Q(z),  Q ≈ Σ 2zʲ/(2j+5) of degree 6,
// with a relative error of the logarithm of 2^−65.9.
[[gnu::always_inline]] inline Sum precise_logarithm(Register x) {
  const auto [k, m] = binary(x);
  const Register f = m - 1.0;
  const Register inverse = 1.0 / (m + 1.0);

  // s = f/(1 + m), its tail from the exact remainder f − s_head·(1 + m).
  const Register s = head_of(f * inverse);
  const Register divisor = head_of(m + 1.0);
  const Register s_tail = ((f - s * divisor) - s * (m - (divisor - 1.0))) * inverse;

  // z = s²: the square of the head is exact.
  const Register z_head = s * s;
  const Register z_tail = s_tail * (2.0 * s + s_tail);
  const Register z = z_head + z_tail;
  const Register z2 = z * z;
  const Register low =
      (0x1.9999999999b3p-2 + 0x1.2492492457dbap-2 * z) + z2 * (0x1.c71c722d5dd1cp-3 + 0x1.745ce9e6613ebp-3 * z);
  const Register high = (0x1.3b1eeb7c2ba74p-3 + 0x1.0f7ff6dfcbfbdp-3 * z) + z2 * 0x1.0e422edb94721p-3;

  // R: 2/3 = third + third_tail.
  constexpr double third = 0x1.555555p-1;
  constexpr double third_tail = 0x1.5555555555555p-27;
  const Register z_short = head_of(z_head);
  const Register exact = third * z_short;
  const Register rest = third * ((z_head - z_short) + z_tail) + (third_tail * z + z2 * (low + (z2 * z2) * high));
  const Register r = head_of(exact + rest);
  const Register r_tail = (exact - r) + rest;

  // The sum of k ln 2, 2s and s·R, largest first, with what each addition loses.
  const Register exponent_part = k * ln2_head;
  const Register first = exponent_part + 2.0 * s;
  const Register first_lost = 2.0 * s - (first - exponent_part);
  const Register product = s * r;
  const Register second = first + product;
  const Register second_lost = product - (second - first);
  const Register small = (s * r_tail + s_tail * (r + r_tail)) + k * ln2_tail;
  const Register tail = 2.0 * s_tail + ((first_lost + second_lost) + small);

  const Register head = head_of(second + tail);
  return {.head = head, .tail = (second - head) + tail};
}

// 2ᵏ for a whole k in [−1022, 1023]: added to 1.5·2⁵², the exponent field stands in the lowest bits.
inline Register power_of_two(Register k) { return number_of(bits_of(k + (0x1.8p52 + 1023.0)) << 52); }

// e^(head + tail) for a head in [−746, 711] and a tail below 2⁻¹⁵.
// head + tail = k ln 2 + r, |r| ≤ ½ ln 2, with what the rounding of r loses;
//   eʳ = 1 + r + r²/2 + r³·P(r),  P ≈ Σ rʲ/(j+3)! of degree 8, relative error 2^−57.2.
// The factor 2ᵏ comes in two, so that only the last multiplication rounds (subnormal results) or overflows.
[[gnu::always_inline]] inline Register exponential_of(Sum x) {
  const Register k = (x.head * 0x1.71547652b82fep+0 + 0x1.8p52) - 0x1.8p52;
  const Register r_head = x.head - k * ln2_head;
  const Register r_tail = x.tail - k * ln2_tail;
  const Register r = r_head + r_tail;
  const Register lost = r_tail - (r - r_head);
  const Register r2 = r * r;
  const Register r4 = r2 * r2;
  const Register low =
      (0x1.5555555555501p-3 + 0x1.555555555320fp-5 * r) + r2 * (0x1.111111112882dp-7 + 0x1.6c16c17cc076cp-10 * r);
  const Register high =
      (0x1.a01a011c35615p-13 + 0x1.a019ab3696b51p-16 * r) + r2 * (0x1.71df552d291eep-19 + 0x1.289f80c569a35p-22 * r);
  const Register cubic = (r2 * r) * (low + r4 * (high + r4 * 0x1.ad2013b1dc022p-26));
  const Register y = 1.0 + (r + (0.5 * r2 + (cubic + lost)));
  const Register k1 = (0.5 * k + 0x1.8p52) - 0x1.8p52;
  return y * power_of_two(k1) * power_of_two(k - k1);
}

inline Register exponential(Register x) {
  const Register above = x > -746.0 ? x : Register{} - 746.0;
  const Register y = exponential_of({.head = above < 711.0 ? above : Register{} + 711.0, .tail = Register{}});
  return x == x ? y : x;
}

struct Exponent {
  double head;
  double tail;
  double at_zero;
  double at_infinity;
};

// Beyond ±2⁶⁴ every power of a number other than 1 overflows or vanishes, so larger exponents need not be told apart.
inline Exponent make_exponent(double p) {
  const double near = p > 0x1p64 ? 0x1p64 : (p < -0x1p64 ? -0x1p64 : p);
  const double head = head_of(Register{} + near)[0];
  return {.head = head, .tail = near - head, .at_zero = p > 0 ? 0 : infinity, .at_infinity = p > 0 ? infinity : 0};
}

// xᵖ = e^(p ln x), the exponent in two parts: its absolute error, which is the relative one of the power,
// stays below 2⁻⁵⁴.
[[gnu::always_inline]] inline Register power(Register x, Sum log, const Exponent& p) {
  const Register head = p.head * log.head;
  const Register tail = p.head * log.tail + p.tail * (log.head + log.tail);
  const auto is_within = (head > -746.0) & (head < 711.0);
  const Register limit = head > 0.0 ? Register{} + 711.0 : Register{} - 746.0;
  const Register inside = exponential_of({.head = is_within ? head : limit, .tail = is_within ? tail : Register{}});

  const Register beyond = x == infinity ? Register{} + p.at_infinity : (x < 0.0 ? Register{} + not_a_number : x);
  const Register outside = x == 0.0 ? Register{} + p.at_zero : beyond;
  return ((x > 0.0) & (x < infinity)) ? inside : outside;
}

inline Register square_root(Register x) {
#if PROTEA_REGISTER_DOUBLES == 4
  return _mm256_sqrt_pd(x);
#elif PROTEA_REGISTER_DOUBLES == 8
  return _mm512_maskz_sqrt_pd(0xff, x);
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
  map(x, n, y, [](Register v) { return logarithm(v); });
}

void exponentials(const double* x, std::size_t n, double* y) {
  map(x, n, y, [](Register v) { return exponential(v); });
}

// All logarithms of a block before its first power: the long chains of one register overlap with those of the next.
void general_powers(const double* x, std::size_t n, double p, double* y) {
  map_blocks(x, n, y, [exponent = make_exponent(p)](Lanes block) {
    Sum log[parts];
    PROTEA_UNROLL for (std::size_t i = 0; i < parts; ++i) log[i] = precise_logarithm(block.part[i]);
    PROTEA_UNROLL for (std::size_t i = 0; i < parts; ++i) block.part[i] = power(block.part[i], log[i], exponent);
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
