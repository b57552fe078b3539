#include <protea/dissimilarity/divergence_alpha.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <protea/dissimilarity/power_functions.hpp>

namespace protea {
namespace {

Term ratio_term(double p, double rho, double alpha) {
  if (p == 0) return {0, 0, 0};
  const double log_r = log_ratio(p, rho);
  return {p * power_quotient(alpha - 1, log_r), -std::exp(alpha * log_r), p * power_quotient_slope(alpha - 1, log_r)};
}

Term closed_ratio_term(double p, double rho, double alpha) {
  if (p == 0) return {rho, 1, 0};
  const double log_r = log_ratio(p, rho);
  return {p * power_quotient(alpha - 1, log_r) + (rho - p), -std::expm1(alpha * log_r), p * power_quotient_slope(alpha - 1, log_r)};
}

// At p = 0: ρ(1 − α)/α for α > 0.
Term reverse_ratio_term(double p, double rho, double alpha) {
  if (p == 0) {
    if (!(alpha > 0)) return {std::numeric_limits<double>::infinity(), 0, 0};
    return {rho * (1 - alpha) / alpha, (1 - alpha) / alpha, -rho / (alpha * alpha)};
  }
  const double log_r = log_ratio(p, rho);
  return {rho * power_quotient(-alpha, -log_r) + (p - rho), -(1 - alpha) * power_quotient(alpha, log_r),
          -rho * power_quotient_slope(-alpha, -log_r)};
}

// q(ε, x) and, beside it, xᵉ: the latter as 1 + εq only where ε is small and nothing cancels.
void take_quotients_and_powers(Row logs, double epsilon, MutableRow quotients, MutableRow powers) {
  const bool is_small = std::abs(epsilon) < 0.25;
  if (is_small) take_quotients(logs, epsilon, quotients);
  else take_powers(logs, epsilon, powers);
  for (std::size_t l = 0; l < logs.size(); ++l) {
    if (is_small) powers[l] = 1 + epsilon * quotients[l];
    else quotients[l] = (powers[l] - 1) / epsilon;
  }
}

// u = p^α, s = p q(ε, p)
void ratio_of_sample(const Factored& p, const SampleFactors& out) {
  const double epsilon = p.parameter - 1;
  const bool has_slopes = !out.s_slope.empty();
  take_quotients_and_powers(p.logs, epsilon, out.s, out.u);
  if (has_slopes) take_quotient_slopes(p.logs, epsilon, out.s_slope);
  for (std::size_t l = 0; l < p.x.size(); ++l) {
    const bool is_zero = p.x[l] == 0;
    out.u[l] = is_zero ? 0 : p.x[l] * out.u[l];
    out.s[l] = is_zero ? 0 : p.x[l] * out.s[l];
    if (!has_slopes) continue;
    out.u_slope[l] = is_zero ? 0 : out.u[l] * p.logs[l];
    out.s_slope[l] = is_zero ? 0 : p.x[l] * out.s_slope[l];
  }
}

// v = q(−ε, ρ), t = 0
void ratio_of_prototype(const Factored& rho, const PrototypeFactors& out) {
  const double epsilon = rho.parameter - 1;
  take_quotients_and_powers(rho.logs, -epsilon, out.v, out.v_by_rho);
  std::fill(out.t.begin(), out.t.end(), 0.0);
  std::fill(out.t_by_rho.begin(), out.t_by_rho.end(), 0.0);
  for (std::size_t l = 0; l < rho.x.size(); ++l) out.v_by_rho[l] /= rho.x[l];
  if (out.v_slope.empty()) return;
  take_quotient_slopes(rho.logs, -epsilon, out.v_slope);
  for (double& slope : out.v_slope) slope = -slope;
  std::fill(out.t_slope.begin(), out.t_slope.end(), 0.0);
}

void closed_ratio_of_sample(const Factored& p, const SampleFactors& out) {
  ratio_of_sample(p, out);
  for (std::size_t l = 0; l < p.x.size(); ++l) out.s[l] -= p.x[l];
}

void closed_ratio_of_prototype(const Factored& rho, const PrototypeFactors& out) {
  ratio_of_prototype(rho, out);
  std::copy(rho.x.begin(), rho.x.end(), out.t.begin());
  std::fill(out.t_by_rho.begin(), out.t_by_rho.end(), 1.0);
}

// u = q(α, p), s = p
void reverse_ratio_of_sample(const Factored& p, const SampleFactors& out) {
  const double alpha = p.parameter;
  const bool has_slopes = !out.s_slope.empty();
  take_quotients(p.logs, alpha, out.u);
  if (has_slopes) take_quotient_slopes(p.logs, alpha, out.u_slope);
  for (std::size_t l = 0; l < p.x.size(); ++l) {
    out.s[l] = p.x[l];
    if (has_slopes) out.s_slope[l] = 0;
    if (p.x[l] != 0) continue;
    out.u[l] = alpha > 0 ? -1 / alpha : -std::numeric_limits<double>::infinity();
    if (has_slopes) out.u_slope[l] = 1 / (alpha * alpha);
  }
}

// v = ρ^{1−α}, t = ρ q(−α, ρ) − ρ, ∂t/∂ρ = (1 − α) q(−α, ρ), ∂v/∂ρ = (1 − α) ρ^{−α}
void reverse_ratio_of_prototype(const Factored& rho, const PrototypeFactors& out) {
  const double alpha = rho.parameter;
  take_quotients_and_powers(rho.logs, -alpha, out.t, rho.spare);
  if (!out.t_slope.empty()) take_quotient_slopes(rho.logs, -alpha, out.t_slope);
  for (std::size_t l = 0; l < rho.x.size(); ++l) {
    const double power = rho.spare[l];   // ρ^{−α}
    out.v[l] = rho.x[l] * power;
    out.v_by_rho[l] = (1 - alpha) * power;
    out.t_by_rho[l] = (1 - alpha) * out.t[l];
    out.t[l] = rho.x[l] * (out.t[l] - 1);
    if (out.v_slope.empty()) continue;
    out.v_slope[l] = -out.v[l] * rho.logs[l];
    out.t_slope[l] = -rho.x[l] * out.t_slope[l];
  }
}

double one(double) { return 1; }

// F → ln(1 + εF)/ε
Outer logarithm_of(double epsilon, const Outer& f) {
  const double slope = 1 / (1 + epsilon * f.value);
  return {log_quotient(epsilon, f.value), slope * f.by_core, log_quotient_slope(epsilon, f.value) + slope * f.by_parameter,
          slope * f.by_a, slope * f.by_b};
}

}  // namespace

const SeparableFamily ratio_family{ratio_term, ratio_of_sample, ratio_of_prototype, one, 0, false};
const SeparableFamily closed_ratio_family{closed_ratio_term, closed_ratio_of_sample, closed_ratio_of_prototype, one, 0, true};
const SeparableFamily reverse_ratio_family{reverse_ratio_term, reverse_ratio_of_sample, reverse_ratio_of_prototype, one, 0, true};

// With a = Σλp, b = Σλρ, s = b/a: T = q(ε, s) + sᵉ·core/a
Outer normalised_ratio(double alpha, const Sums& sums) {
  if (sums.a == 1 && sums.b == 1) return {sums.core, 1, 0, -1 - alpha * sums.core, 1 + (alpha - 1) * sums.core};
  const double epsilon = alpha - 1;
  const double log_s = log_ratio(sums.b, sums.a);
  const double power = std::exp(epsilon * log_s);
  const double share = sums.core / sums.a;
  return {power_quotient(epsilon, log_s) + power * share, power / sums.a, power_quotient_slope(epsilon, log_s) + log_s * power * share,
          -power / sums.a * (1 + alpha * share), power / sums.b * (1 + epsilon * share)};
}

Outer Renyi::outer(double alpha, const Sums& sums) { return logarithm_of(alpha - 1, normalised_ratio(alpha, sums)); }

Outer GeneralizedRenyi::outer(double alpha, const Sums& sums) {
  const double argument = 1 + (alpha - 1) * sums.core;
  if (!(argument > 0)) {
    throw NumericalError(fmt::format("generalized-renyi with alpha = {}: the argument of its logarithm is {}, and must be greater than 0: use "
                                     "--scale unit-sum, or an alpha of 1 or more",
                                     alpha, argument));
  }
  return logarithm_of(alpha - 1, {sums.core, 1, 0});
}

}  // namespace protea
