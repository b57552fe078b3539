#include <protea/evaluate/significance.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <protea/evaluate/cross_validation.hpp>

namespace protea {
namespace {

// The continued fraction 1/(1 + d₁/(1 + d₂/(1 + …))) by Lentz's method; converges fast for x < (a+1)/(a+b+2).
double beta_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300;
  const auto away_from_zero = [](double value) { return std::abs(value) < tiny ? tiny : value; };
  double c = 1;
  double d = 1 / away_from_zero(1 - (a + b) * x / (a + 1));
  double result = d;
  for (int m = 1; m <= 100'000; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away_from_zero(1 + even * d);
    c = away_from_zero(1 + even / c);
    result *= c * d;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away_from_zero(1 + odd * d);
    c = away_from_zero(1 + odd / c);
    result *= c * d;
    if (std::abs(c * d - 1) < 1e-15) break;
  }
  return result;
}

}   // namespace

double incomplete_beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
  return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double student_two_sided(double t, double degrees_of_freedom) {
  if (std::isinf(t)) return 0;
  return incomplete_beta(degrees_of_freedom / 2, 0.5, degrees_of_freedom / (degrees_of_freedom + t * t));
}

McNemar mcnemar(std::size_t only_first, std::size_t only_second) {
  const auto fewer = static_cast<double>(std::min(only_first, only_second));
  const auto more = static_cast<double>(std::max(only_first, only_second));
  if (more == 0) return {};
  // P(X ≤ k) of n trials with probability ½ is I_½(n − k, k + 1).
  return {only_first, only_second, std::min(1.0, 2 * incomplete_beta(more, fewer + 1, 0.5))};
}

ResampledT corrected_resampled_t(std::span<const double> differences, double test_per_training) {
  const auto count = static_cast<double>(differences.size());
  if (count == 0) return {};
  const MeanAndDeviation summary = mean_and_deviation(differences);
  if (count < 2) return {summary.mean, 0, 0, 1};
  const double deviation = summary.deviation * std::sqrt(1 / count + test_per_training);
  // Equal differences leave a trace of rounding in the deviation.
  if (deviation <= 1e-14 * std::abs(summary.mean)) {
    if (summary.mean == 0) return {0, 0, count - 1, 1};
    return {summary.mean, std::copysign(std::numeric_limits<double>::infinity(), summary.mean), count - 1, 0};
  }
  const double t = summary.mean / deviation;
  return {summary.mean, t, count - 1, student_two_sided(t, count - 1)};
}

}   // namespace protea
