#include <protea/dissimilarity/divergence_alpha.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/exact_math.hpp>
#include <protea/dissimilarity/power_functions.hpp>

namespace protea {
namespace {

// At ρ = 0 < p: p/(1 − α) − p for α < 1.
double closed_value_at_zero(double p, double alpha) {
  if (p == 0) return 0;
  return alpha < 1 ? p / (1 - alpha) - p : infinity;
}

double closed_ratio_value(double p, double rho, double alpha) {
  if (rho == 0) return closed_value_at_zero(p, alpha);
  return p == 0 ? rho : p * power_quotient(alpha - 1, log_ratio(p, rho)) + (rho - p);
}

Term closed_ratio_term(double p, double rho, double alpha) {
  if (p == 0) return {rho, 1, 0};
  if (rho == 0) return {closed_value_at_zero(p, alpha), -infinity, p / ((1 - alpha) * (1 - alpha))};
  const double log_r = log_ratio(p, rho);
  return {p * power_quotient(alpha - 1, log_r) + (rho - p), -exponential_minus_one(alpha * log_r),
          p * power_quotient_slope(alpha - 1, log_r)};
}

// At p = 0: ρ(1 − α)/α for α > 0; at ρ = 0: p.
double reverse_ratio_value(double p, double rho, double alpha) {
  if (rho == 0) return p;
  if (p == 0) return alpha > 0 ? rho * (1 - alpha) / alpha : infinity;
  return rho * power_quotient(-alpha, log_ratio(rho, p)) + (p - rho);
}

Term reverse_ratio_term(double p, double rho, double alpha) {
  if (rho == 0 && p > 0) return {p, alpha < 0 ? (1 - alpha) / alpha : -infinity, 0};
  if (p == 0) {
    if (!(alpha > 0)) return {infinity, 0, 0};
    return {rho * (1 - alpha) / alpha, (1 - alpha) / alpha, -rho / (alpha * alpha)};
  }
  const double log_r = log_ratio(p, rho);
  return {rho * power_quotient(-alpha, -log_r) + (p - rho), -(1 - alpha) * power_quotient(alpha, log_r),
          -rho * power_quotient_slope(-alpha, -log_r)};
}

// u = p^α, and s = p q(ε, p) − p for a small ε, −p/ε − p for others
void closed_ratio_of_sample(const Factored& p, const SampleFactors& out) {
  const double epsilon = p.parameter - 1;
  const bool has_slopes = !out.s_slope.empty();
  if (is_plain(epsilon)) {
    take_powers(p.logs, p.parameter, out.u);
    for (std::size_t l = 0; l < p.x.size(); ++l) out.s[l] = -p.x[l] / epsilon;
    for (std::size_t l = 0; l < p.x.size() && has_slopes; ++l) out.s_slope[l] = p.x[l] / (epsilon * epsilon);
  } else {
    take_quotients(p.logs, epsilon, out.s);
    if (has_slopes) take_quotient_slopes(p.logs, epsilon, out.s_slope);
    for (std::size_t l = 0; l < p.x.size(); ++l) {
      out.u[l] = p.x[l] * (1 + epsilon * out.s[l]);
      out.s[l] *= p.x[l];
      if (has_slopes) out.s_slope[l] *= p.x[l];
    }
  }
  for (std::size_t l = 0; l < p.x.size(); ++l) {
    const bool is_zero = p.x[l] == 0;
    out.s[l] = is_zero ? 0 : out.s[l] - p.x[l];
    if (is_zero) out.u[l] = 0;
    if (!has_slopes) continue;
    out.u_slope[l] = is_zero ? 0 : out.u[l] * p.logs[l];
    if (is_zero) out.s_slope[l] = 0;
  }
}

// With P a primitive: v = P(−ε, ρ), t = ρ
void closed_ratio_of_prototype(const Factored& rho, const PrototypeFactors& out) {
  const double epsilon = rho.parameter - 1;
  take_primitives(rho.logs, -epsilon, out.v);
  std::copy(rho.x.begin(), rho.x.end(), out.t.begin());
  std::fill(out.t_by_rho.begin(), out.t_by_rho.end(), 1.0);
  take_powers(rho.logs, -rho.parameter, out.v_by_rho);
  if (out.v_slope.empty()) return;
  take_primitive_slopes(rho.logs, -epsilon, out.v_slope);
  for (double& slope : out.v_slope) slope = -slope;
  std::fill(out.t_slope.begin(), out.t_slope.end(), 0.0);
}

// u = P(α, p), s = p
void reverse_ratio_of_sample(const Factored& p, const SampleFactors& out) {
  const double alpha = p.parameter;
  const bool has_slopes = !out.s_slope.empty();
  take_primitives(p.logs, alpha, out.u);
  if (has_slopes) take_primitive_slopes(p.logs, alpha, out.u_slope);
  for (std::size_t l = 0; l < p.x.size(); ++l) {
    out.s[l] = p.x[l];
    if (has_slopes) out.s_slope[l] = 0;
    if (p.x[l] != 0) continue;
    out.u[l] = alpha > 0 ? primitive_of_zero(alpha) : -infinity;
    if (has_slopes) out.u_slope[l] = primitive_slope_of_zero(alpha);
  }
}

// v = ρ^{1−α}, ∂v/∂ρ = (1 − α) ρ^{−α}, and with Q = q(−α, ρ) for a small α, 1/α for others: t = ρ Q − ρ,
// ∂t/∂ρ = (1 − α) Q or Q − 1
void reverse_ratio_of_prototype(const Factored& rho, const PrototypeFactors& out) {
  const double alpha = rho.parameter;
  const bool is_homogeneous = is_plain(alpha);
  const bool has_slopes = !out.v_slope.empty();
  take_powers(rho.logs, -alpha, rho.spare);
  if (!is_homogeneous) take_quotients(rho.logs, -alpha, out.t);
  if (has_slopes && !is_homogeneous) take_quotient_slopes(rho.logs, -alpha, out.t_slope);
  for (std::size_t l = 0; l < rho.x.size(); ++l) {
    const double factor = is_homogeneous ? 1 / alpha : out.t[l];
    out.v[l] = rho.x[l] * rho.spare[l];
    out.v_by_rho[l] = (1 - alpha) * rho.spare[l];
    out.t_by_rho[l] = is_homogeneous ? factor - 1 : (1 - alpha) * factor;
    out.t[l] = rho.x[l] * (factor - 1);
    if (!has_slopes) continue;
    out.v_slope[l] = -out.v[l] * rho.logs[l];
    out.t_slope[l] = -rho.x[l] * (is_homogeneous ? 1 / (alpha * alpha) : out.t_slope[l]);
  }
}

double one(double) { return 1; }

// F → ln(1 + εF)/ε
Outer logarithm_of(double epsilon, const Outer& f) {
  const double slope = 1 / (1 + epsilon * f.value);
  return {log_quotient(epsilon, f.value), slope * f.by_core,
          log_quotient_slope(epsilon, f.value) + slope * f.by_parameter, slope * f.by_a, slope * f.by_b};
}

}   // namespace

const SeparableFamily closed_ratio_family{
    closed_ratio_term, closed_ratio_value, closed_ratio_of_sample, closed_ratio_of_prototype, one, 0, true};
const SeparableFamily reverse_ratio_family{
    reverse_ratio_term, reverse_ratio_value, reverse_ratio_of_sample, reverse_ratio_of_prototype, one, 0, true};

// With a = Σλp, b = Σλρ, s = b/a and k(s) the closed term of 1 and s: T = sᵉ·(core/a − k(s)), where nothing of first
// order is left to cancel.
Outer normalised_ratio(double alpha, const Sums& sums) {
  if (sums.a == 1 && sums.b == 1) return {sums.core, 1, 0, -alpha * sums.core, (alpha - 1) * sums.core};
  const double epsilon = alpha - 1;
  const double s = sums.b / sums.a;
  const double log_s = log_ratio(sums.b, sums.a);
  const double power = exponential(epsilon * log_s);
  const Term k = closed_ratio_term(1, s, alpha);
  const double value = power * (sums.core / sums.a - k.value);
  const double share = sums.core / sums.a + 1 - s;
  return {value, power / sums.a, log_s * value - power * k.by_parameter, -alpha * power / sums.a * share,
          power / sums.b * (1 - s + epsilon * share)};
}

Outer Renyi::outer(double alpha, const Sums& sums) { return logarithm_of(alpha - 1, normalised_ratio(alpha, sums)); }

Outer GeneralizedRenyi::outer(double alpha, const Sums& sums) {
  const double argument = 1 + (alpha - 1) * sums.core;
  if (!(argument > 0)) {
    throw NumericalError(fmt::format(
        "generalized-renyi with alpha = {}: the argument of its logarithm is {}, and must be greater than 0: use "
        "{}, or an alpha of 1 or more",
        alpha, argument, setting("scale", "unit-sum")));
  }
  return logarithm_of(alpha - 1, {sums.core, 1, 0});
}

}   // namespace protea
