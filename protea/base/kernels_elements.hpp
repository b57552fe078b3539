// Logarithm, exponential and their kin of a number, or of each number in a register: one body for the kernels over arrays
// (kernels_math.hpp) and for single numbers (exact_math.hpp), so that both have the same bits.
//
// Only +, −, ·, /, comparisons and moves of bits, each element for itself: the same bits on every instruction set and
// at every place. The polynomials are minimax ones (Remez exchange in 180 bits, then rounded to double; the bounds
// below are after rounding).
// There is no fused multiply-add on the plainest machines, so exact products are made of factors with at most 26 bits.
// Always inlined: a copy compiled for one instruction set must never serve another.
#pragma once

#include <type_traits>

namespace protea::elements {

// The bits of N, which is double or a vector of doubles.
struct BitsOfOne {
  using Type = unsigned long long;
};
template <class N>
struct BitsOfSeveral {
  typedef unsigned long long Type __attribute__((vector_size(sizeof(N))));
};
template <class N>
using Bits = typename std::conditional_t<std::is_same_v<N, double>, BitsOfOne, BitsOfSeveral<N>>::Type;

constexpr double infinity = __builtin_inf();
constexpr double not_a_number = __builtin_nan("");

// ln 2 in two parts; the first has 42 bits, so that its product with an exponent (11 bits) is exact.
constexpr double ln2_head = 0x1.62e42fefa38p-1;
constexpr double ln2_tail = 0x1.ef35793c7673p-45;

template <class N>
[[gnu::always_inline]] inline Bits<N> bits_of(N x) {
  if constexpr (std::is_same_v<N, double>) return __builtin_bit_cast(unsigned long long, x);
  else return reinterpret_cast<Bits<N>>(x);
}
template <class N>
[[gnu::always_inline]] inline N number_of(Bits<N> x) {
  if constexpr (std::is_same_v<N, double>) return __builtin_bit_cast(double, x);
  else return reinterpret_cast<N>(x);
}

// The leading 26 bits of the significand.
template <class N>
[[gnu::always_inline]] inline N head_of(N x) {
  return number_of<N>(bits_of(x) & 0xffff'ffff'f800'0000ULL);
}

template <class N>
struct Binary {
  N exponent;      // k
  N significand;   // m, in [√½, √2)
};

// x = 2ᵏ·m for 0 < x < ∞; subnormal numbers are scaled by 2⁵⁴ first.
template <class N>
[[gnu::always_inline]] inline Binary<N> binary(N x) {
  constexpr unsigned long long one = 0x3ff0'0000'0000'0000ULL;
  constexpr unsigned long long root_half = 0x3fe6'a09e'667f'3bcdULL;
  const auto is_tiny = x < 0x1p-1022;
  const N scaled = is_tiny ? x * 0x1p54 : x;
  const N bias = is_tiny ? N{} + (0x1p52 + 1023 + 54) : N{} + (0x1p52 + 1023);
  const Bits<N> shifted = bits_of(scaled) + (one - root_half);   // now the exponent field changes at √½ and not at 1
  return {.exponent = number_of<N>((shifted >> 52) | 0x4330'0000'0000'0000ULL) - bias,   // 2⁵² + field, as a number
          .significand = number_of<N>((shifted & 0x000f'ffff'ffff'ffffULL) + root_half)};
}

// ln x = k ln 2 + ln(1 + f), f = m − 1 exact. With s = f/(2 + f), |s| ≤ 0.1716, z = s²:
//   ln(1 + f) = 2 artanh s = 2s + s·z·P(z),  P ≈ Σ 2zʲ/(2j+3) of degree 6, relative error of the logarithm 2^−58.9;
// since 2s = f − s·f, and f − s·f = f − f²/2 + s·f²/2, the quotient's rounding reaches only terms of second order:
//   ln(1 + f) = f − (f²/2 − s·(f²/2 + z·P(z))).
template <class N>
struct LogarithmTerms {
  N exponent_part;   // k ln 2
  N f;
  N half;         // f²/2
  N correction;   // all the rest

  [[gnu::always_inline]] N sum() const { return exponent_part - ((half - correction) - f); }
};

template <class N>
[[gnu::always_inline]] inline LogarithmTerms<N> logarithm_terms(N x) {
  const auto [k, m] = binary(x);
  const N f = m - 1.0;
  const N s = f / (m + 1.0);
  const N z = s * s;
  const N z2 = z * z;
  const N low =
      (0x1.5555555555592p-1 + 0x1.999999997fdb9p-2 * z) + z2 * (0x1.24924941f107ap-2 + 0x1.c71c52097646fp-3 * z);
  const N high = (0x1.74663ee312611p-3 + 0x1.39a1bb459b6bdp-3 * z) + z2 * 0x1.2f055dc5b4ccap-3;
  const N half = 0.5 * f * f;
  return {.exponent_part = k * ln2_head,
          .f = f,
          .half = half,
          .correction = s * (half + z * (low + (z2 * z2) * high)) + k * ln2_tail};
}

// A logarithm where there is one for a number, and what stands for it elsewhere.
template <class N>
[[gnu::always_inline]] inline N logarithm_or_end(N x, N inside) {
  const N outside = x == 0.0 ? N{} - infinity : (x < 0.0 ? N{} + not_a_number : x);
  return ((x > 0.0) & (x < infinity)) ? inside : outside;
}

template <class N>
[[gnu::always_inline]] inline N logarithm(N x) {
  return logarithm_or_end(x, logarithm_terms(x).sum());
}

// ln(1 + x) = ln u + (1 + x − u)/u with the rounded u = 1 + x.
template <class N>
[[gnu::always_inline]] inline N logarithm_of_one_plus(N x) {
  const N u = 1.0 + x;
  const N lost = x < 1.0 ? x - (u - 1.0) : 1.0 - (u - x);
  LogarithmTerms<N> terms = logarithm_terms(u);
  terms.correction += lost / u;
  return logarithm_or_end(u, terms.sum());
}

// A number as a sum of two, the second much smaller than the first.
template <class N>
struct Sum {
  N head;
  N tail;
};

// ln x for 0 < x < ∞ with a relative error below 2⁻⁶⁴; the head has 26 bits.
// As above, but every term is carried in two parts until it is below 2⁻¹² of the whole:
//   2 artanh s = 2s + s·R,  R = (2/3)z + z²·Q(z),  Q ≈ Σ 2zʲ/(2j+5) of degree 6,
// with a relative error of the logarithm of 2^−65.9.
template <class N>
[[gnu::always_inline]] inline Sum<N> precise_logarithm(N x) {
  const auto [k, m] = binary(x);
  const N f = m - 1.0;
  const N inverse = 1.0 / (m + 1.0);

  // s = f/(1 + m), its tail from the exact remainder f − s_head·(1 + m).
  const N s = head_of(f * inverse);
  const N divisor = head_of(m + 1.0);
  const N s_tail = ((f - s * divisor) - s * (m - (divisor - 1.0))) * inverse;

  // z = s²: the square of the head is exact.
  const N z_head = s * s;
  const N z_tail = s_tail * (2.0 * s + s_tail);
  const N z = z_head + z_tail;
  const N z2 = z * z;
  const N low =
      (0x1.9999999999b3p-2 + 0x1.2492492457dbap-2 * z) + z2 * (0x1.c71c722d5dd1cp-3 + 0x1.745ce9e6613ebp-3 * z);
  const N high = (0x1.3b1eeb7c2ba74p-3 + 0x1.0f7ff6dfcbfbdp-3 * z) + z2 * 0x1.0e422edb94721p-3;

  // R: 2/3 = third + third_tail.
  constexpr double third = 0x1.555555p-1;
  constexpr double third_tail = 0x1.5555555555555p-27;
  const N z_short = head_of(z_head);
  const N exact = third * z_short;
  const N rest = third * ((z_head - z_short) + z_tail) + (third_tail * z + z2 * (low + (z2 * z2) * high));
  const N r = head_of(exact + rest);
  const N r_tail = (exact - r) + rest;

  // The sum of k ln 2, 2s and s·R, largest first, with what each addition loses.
  const N exponent_part = k * ln2_head;
  const N first = exponent_part + 2.0 * s;
  const N first_lost = 2.0 * s - (first - exponent_part);
  const N product = s * r;
  const N second = first + product;
  const N second_lost = product - (second - first);
  const N small = (s * r_tail + s_tail * (r + r_tail)) + k * ln2_tail;
  const N tail = 2.0 * s_tail + ((first_lost + second_lost) + small);

  const N head = head_of(second + tail);
  return {.head = head, .tail = (second - head) + tail};
}

// 2ᵏ for a whole k in [−1022, 1023]: added to 1.5·2⁵², the exponent field stands in the lowest bits.
template <class N>
[[gnu::always_inline]] inline N power_of_two(N k) {
  return number_of<N>(bits_of(k + (0x1.8p52 + 1023.0)) << 52);
}

// y·2ᵏ, the factor in two, so that only the last multiplication rounds (subnormal results) or overflows.
template <class N>
[[gnu::always_inline]] inline N scaled(N y, N k) {
  const N k1 = (0.5 * k + 0x1.8p52) - 0x1.8p52;
  return y * power_of_two(k1) * power_of_two(k - k1);
}

// e^(head + tail) = 2ᵏ·(1 + r + rest) for a head in [−746, 711] and a tail below 2⁻¹⁵.
// head + tail = k ln 2 + r, |r| ≤ ½ ln 2, with what the rounding of r loses;
//   eʳ = 1 + r + r²/2 + r³·P(r),  P ≈ Σ rʲ/(j+3)! of degree 8, relative error 2^−57.2.
template <class N>
struct ExponentialTerms {
  N k;
  N r;
  N rest;
};

template <class N>
[[gnu::always_inline]] inline ExponentialTerms<N> exponential_terms(Sum<N> x) {
  const N k = (x.head * 0x1.71547652b82fep+0 + 0x1.8p52) - 0x1.8p52;
  const N r_head = x.head - k * ln2_head;
  const N r_tail = x.tail - k * ln2_tail;
  const N r = r_head + r_tail;
  const N lost = r_tail - (r - r_head);
  const N r2 = r * r;
  const N r4 = r2 * r2;
  const N low =
      (0x1.5555555555501p-3 + 0x1.555555555320fp-5 * r) + r2 * (0x1.111111112882dp-7 + 0x1.6c16c17cc076cp-10 * r);
  const N high =
      (0x1.a01a011c35615p-13 + 0x1.a019ab3696b51p-16 * r) + r2 * (0x1.71df552d291eep-19 + 0x1.289f80c569a35p-22 * r);
  const N cubic = (r2 * r) * (low + r4 * (high + r4 * 0x1.ad2013b1dc022p-26));
  return {.k = k, .r = r, .rest = 0.5 * r2 + (cubic + lost)};
}

template <class N>
[[gnu::always_inline]] inline N exponential_of(Sum<N> x) {
  const auto [k, r, rest] = exponential_terms(x);
  return scaled(1.0 + (r + rest), k);
}

template <class N>
[[gnu::always_inline]] inline N exponential(N x) {
  const N above = x > -746.0 ? x : N{} - 746.0;
  const N y = exponential_of<N>({.head = above < 711.0 ? above : N{} + 711.0, .tail = N{}});
  return x == x ? y : x;
}

// eˣ − 1 = 2ᵏ·((1 − 2⁻ᵏ) + r + rest), with what the first sum loses; below −40 nothing is left of eˣ.
template <class N>
[[gnu::always_inline]] inline N exponential_minus_one(N x) {
  const N above = x > -40.0 ? x : N{} - 40.0;
  const auto [k, r, rest] = exponential_terms<N>({.head = above < 711.0 ? above : N{} + 711.0, .tail = N{}});
  const N one = 1.0 - power_of_two(-(k < 60.0 ? k : N{} + 60.0));
  const N first = one + r;
  const N lost = r - (first - one);
  const N y = scaled(first + (lost + rest), k);
  return x == x ? y : x;
}

struct Exponent {
  double head;
  double tail;
  double at_zero;
  double at_infinity;
};

// Beyond ±2⁶⁴ every power of a number other than 1 overflows or vanishes, so larger exponents need not be told apart.
[[gnu::always_inline]] inline Exponent make_exponent(double p) {
  const double near = p > 0x1p64 ? 0x1p64 : (p < -0x1p64 ? -0x1p64 : p);
  const double head = head_of(near);
  return {.head = head, .tail = near - head, .at_zero = p > 0 ? 0 : infinity, .at_infinity = p > 0 ? infinity : 0};
}

// xᵖ = e^(p ln x), the exponent in two parts: its absolute error, which is the relative one of the power,
// stays below 2⁻⁵⁴.
template <class N>
[[gnu::always_inline]] inline N power(N x, Sum<N> log, const Exponent& p) {
  const N head = p.head * log.head;
  const N tail = p.head * log.tail + p.tail * (log.head + log.tail);
  const N above = head > -746.0 ? head : N{} - 746.0;
  const N within = above < 711.0 ? above : N{} + 711.0;
  const N inside = exponential_of<N>({.head = within, .tail = within == head ? tail : N{}});

  const N beyond = x == infinity ? N{} + p.at_infinity : (x < 0.0 ? N{} + not_a_number : x);
  const N outside = x == 0.0 ? N{} + p.at_zero : beyond;
  return ((x > 0.0) & (x < infinity)) ? inside : outside;
}

}   // namespace protea::elements
