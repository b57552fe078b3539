#include <protea/base/exact_math.hpp>

#include <cmath>
#include <numbers>

#include <protea/base/kernels_elements.hpp>

namespace protea {
namespace {

// sin and cos of f quarter turns, |f| ≤ ½, by their Taylor series to f¹⁷ and f¹⁸, whose remainders are below 2⁻⁶²: the
// coefficients are (π/2)ʲ/j!. The first product, whose rounding would count most, is completed by what π/2 has beyond
// a double.
double quarter_sine(double f) {
  constexpr double quarter = 0x1.921fb54442d18p+0;
  constexpr double quarter_tail = 0x1.1a62633145c07p-54;
  const double z = f * f;
  const double z2 = z * z;
  const double low =
      (-0x1.4abbce625be53p-1 + 0x1.466bc6775aae2p-4 * z) + z2 * (-0x1.32d2cce62bd86p-8 + 0x1.50783487ee782p-13 * z);
  const double high =
      (-0x1.e3074fde8871fp-19 + 0x1.e8f434d018d63p-25 * z) + z2 * (-0x1.6fadb9f155744p-31 + 0x1.aaec32af93359p-38 * z);
  return f * quarter + f * (z * (low + (z2 * z2) * high) + quarter_tail);
}

double quarter_cosine(double f) {
  const double z = f * f;
  const double z2 = z * z;
  const double low =
      (0x1.03c1f081b5ac4p-2 - 0x1.55d3c7e3cbffap-6 * z) + z2 * (0x1.e1f506891babbp-11 - 0x1.a6d1f2a204a8cp-16 * z);
  const double high =
      (0x1.f9d38a3763cc3p-22 - 0x1.b6e24f44b128fp-28 * z) + z2 * (0x1.20c62c2f2d7f5p-34 - 0x1.2a0c591af8314p-41 * z);
  return 1 + (z * -0x1.3bd3cc9be45dep+0 + z2 * (low + (z2 * z2) * high));
}

}   // namespace

double exponential(double x) { return elements::exponential(x); }
double exponential_minus_one(double x) { return elements::exponential_minus_one(x); }
double logarithm(double x) { return elements::logarithm(x); }
double logarithm_of_one_plus(double x) { return elements::logarithm_of_one_plus(x); }

double power(double x, double p) {
  if (p == 0) return 1;
  if (p != p) return p;
  if (p == 1) return x;
  if (p == 2) return x * x;
  if (p == 0.5) return std::sqrt(x + 0.0);   // a zero of −0
  if (p == -1) return 1 / (x + 0.0);
  return elements::power(x, elements::precise_logarithm(x), elements::make_exponent(p));
}

double whole_power(double x, double n) {
  if (n >= 0 && n <= 16) {
    double result = 1;
    for (int i = 0; i < n; ++i) result *= x;
    return result;
  }
  const double size = power(std::abs(x), n);
  return x < 0 && std::fmod(n, 2.0) != 0 ? -size : size;
}

SineAndCosine sine_and_cosine(double turns) {
  const bool is_moderate = std::abs(turns) < 0x1p50;
  const double quarters = 4 * (is_moderate ? turns - ((turns + 0x1.8p52) - 0x1.8p52) : std::remainder(turns, 1.0));
  const double nearest = (quarters + 0x1.8p52) - 0x1.8p52;   // −2 … 2
  const double sine = quarter_sine(quarters - nearest);
  const double cosine = quarter_cosine(quarters - nearest);
  if (nearest == 1) return {cosine, -sine};
  if (nearest == -1) return {-cosine, sine};
  if (nearest == 0) return {sine, cosine};
  return {-sine, -cosine};
}

// Newton's steps from below, where sin is concave: they stop where they gain nothing.
double arc_sine(double v) {
  const double size = std::abs(v);
  double angle = size;
  for (int step = 0; step < 60; ++step) {
    const auto [sine, cosine] = sine_and_cosine(angle / (2 * std::numbers::pi));
    const double next = angle + (size - sine) / cosine;
    if (!(next > angle)) break;
    angle = next;
  }
  return std::copysign(angle, v);
}

}   // namespace protea
