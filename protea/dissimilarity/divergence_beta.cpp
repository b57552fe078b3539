#include <protea/dissimilarity/divergence_beta.hpp>

#include <cmath>
#include <limits>

#include <protea/base/exact_math.hpp>
#include <protea/dissimilarity/power_functions.hpp>

namespace protea {
namespace {

// At ρ = 0 < p: p^β/(β(β−1)) for β > 1.
double value_at_zero(double p, double beta) {
  if (p == 0) return 0;
  return beta > 1 ? power(p, beta) / (beta * (beta - 1)) : infinity;
}

// In r = p/ρ: t = ρ^β (r q(β−1, r) − q(β, r)), which loses nothing where p and ρ are nearly equal. At p = 0 it
// is ρ^β/β.
double term_value(double p, double rho, double beta) {
  if (rho == 0) return value_at_zero(p, beta);
  if (p == 0) return beta > 0 ? power(rho, beta) / beta : infinity;
  if (beta == 2) return 0.5 * (p - rho) * (p - rho);
  const double log_r = log_ratio(p, rho);
  if (beta == 1) return p * log_r + (rho - p);
  if (beta == 0) return (p - rho) / rho - log_r;
  return power(rho, beta) * (p / rho * power_quotient(beta - 1, log_r) - power_quotient(beta, log_r));
}

Term term_at_zero(double p, double beta) {
  const double value = value_at_zero(p, beta);
  if (p == 0) return {value, power(0.0, beta - 1), 0};
  const double scale = beta * (beta - 1);
  return {value, -p * power(0.0, beta - 2), value * (logarithm(p) - (2 * beta - 1) / scale)};
}

Term term(double p, double rho, double beta) {
  if (rho == 0) return term_at_zero(p, beta);
  const double log_rho = logarithm(rho);
  const double power = protea::power(rho, beta);
  if (p == 0) {
    if (!(beta > 0)) return {infinity, 0, 0};
    return {power / beta, power / rho, (log_rho - 1 / beta) * power / beta};
  }
  const double r = p / rho;
  const double log_r = log_ratio(p, rho);
  const double t = power * (r * power_quotient(beta - 1, log_r) - power_quotient(beta, log_r));
  const double slope = power * (r * power_quotient_slope(beta - 1, log_r) - power_quotient_slope(beta, log_r));
  return {t, power / rho * (1 - r), log_rho * t + slope};
}

// With P a primitive: u = p, s = p P(β−1, p) − P(β, p)
void of_sample(const Factored& p, const SampleFactors& out) {
  const double beta = p.parameter;
  const std::size_t n = p.x.size();
  const bool has_slopes = !out.s_slope.empty();
  const auto combine = [&](auto take, MutableRow result) {
    take(p.logs, beta - 1, result);
    take(p.logs, beta, p.spare);
    for (std::size_t l = 0; l < n; ++l) result[l] = p.x[l] * result[l] - p.spare[l];
  };
  combine(take_primitives, out.s);
  if (has_slopes) combine(take_primitive_slopes, out.s_slope);
  for (std::size_t l = 0; l < n; ++l) {
    out.u[l] = p.x[l];
    if (has_slopes) out.u_slope[l] = 0;
    if (p.x[l] != 0) continue;
    out.s[l] = beta > 0 ? -primitive_of_zero(beta) : infinity;
    if (has_slopes) out.s_slope[l] = -primitive_slope_of_zero(beta);
  }
}

// v = P(β−1, ρ), t = P(β, ρ)
void of_prototype(const Factored& rho, const PrototypeFactors& out) {
  const double beta = rho.parameter;
  take_primitives(rho.logs, beta - 1, out.v);
  take_primitives(rho.logs, beta, out.t);
  if (beta == 1) std::fill(out.t_by_rho.begin(), out.t_by_rho.end(), 1.0);
  else take_powers(rho.logs, beta - 1, out.t_by_rho);
  for (std::size_t l = 0; l < rho.x.size(); ++l) out.v_by_rho[l] = out.t_by_rho[l] / rho.x[l];
  if (out.v_slope.empty()) return;
  take_primitive_slopes(rho.logs, beta - 1, out.v_slope);
  take_primitive_slopes(rho.logs, beta, out.t_slope);
}

double degree(double beta) { return beta; }

}   // namespace

const SeparableFamily beta_family{term, term_value, of_sample, of_prototype, degree, 1, true};

}   // namespace protea
