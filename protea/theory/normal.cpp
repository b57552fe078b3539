#include <protea/theory/normal.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <protea/theory/quadrature.hpp>

namespace protea {

double normal_density(double x) { return std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi); }

double normal_cdf(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }

// For |a| ≤ 1 the integrand is smooth, a bell of width 1/h at most e^{−h²/2} high. Beyond, T(h, a) for a > 0 follows
// from T(h, a) + T(ah, 1/a) = ½Φ(h) + ½Φ(ah) − Φ(h)Φ(ah) for h ≥ 0; T is odd in a and even in h.
double owens_t(double h, double a) {
  if (a < 0) return -owens_t(h, -a);
  h = std::abs(h);
  if (h == 0) return std::atan(a) / (2 * std::numbers::pi);
  if (a > 1) {
    // With upper tails instead of Φ: ½(F(h) + F(ah)) − F(h)F(ah), which keeps its digits for large h.
    const double tail = normal_cdf(-h);
    const double far_tail = std::isinf(a) ? 0 : normal_cdf(-a * h);
    const double rest = std::isinf(a) ? 0 : owens_t(a * h, 1 / a);
    return (tail + far_tail) / 2 - tail * far_tail - rest;
  }
  if (h > 39) return 0;   // e^{−h²/2} is
  const auto integrand = [h](double x) { return std::exp(-h * h * (1 + x * x) / 2) / (1 + x * x); };
  const double end = std::min(a, 9 / h);
  const double half = end / 2;
  return (integrate(integrand, 0, half) + integrate(integrand, half, end)) / (2 * std::numbers::pi);
}

// Owen 1956: Φ₂ = ½Φ(h) + ½Φ(k) − T(h, a_h) − T(k, a_k) − δ, a_h = (k − ρh)/(h√(1−ρ²)), δ = ½ where h and k have
// opposite signs.
double bivariate_normal_cdf(double h, double k, double rho) {
  if (rho >= 1) return normal_cdf(std::min(h, k));
  if (rho <= -1) return std::max(0.0, normal_cdf(h) - normal_cdf(-k));
  if (h == -std::numeric_limits<double>::infinity() || k == -std::numeric_limits<double>::infinity()) return 0;
  if (std::isinf(h)) return normal_cdf(k);
  if (std::isinf(k)) return normal_cdf(h);
  if (h == 0 && k == 0) return 0.25 + std::asin(rho) / (2 * std::numbers::pi);
  const double root = std::sqrt((1 - rho) * (1 + rho));
  const auto slope = [root, rho](double from, double other) {
    if (from == 0) return std::copysign(std::numeric_limits<double>::infinity(), other);
    return (other - rho * from) / (from * root);
  };
  const bool is_opposite = h * k < 0 || (h * k == 0 && h + k < 0);
  const double value =
      (normal_cdf(h) + normal_cdf(k)) / 2 - owens_t(h, slope(h, k)) - owens_t(k, slope(k, h)) - (is_opposite ? 0.5 : 0);
  return std::clamp(value, 0.0, 1.0);
}

}   // namespace protea
