#include <protea/dissimilarity/divergence_beta.hpp>

#include <cmath>
#include <limits>

#include <protea/dissimilarity/power_functions.hpp>

namespace protea {
namespace {

// In r = p/ρ: t = ρ^β (r q(β−1, r) − q(β, r)), which loses nothing where p and ρ are nearly equal. At p = 0 it is ρ^β/β.
Term term(double p, double rho, double beta) {
  const double log_rho = std::log(rho);
  const double power = std::pow(rho, beta);
  if (p == 0) {
    if (!(beta > 0)) return {std::numeric_limits<double>::infinity(), 0, 0};
    return {power / beta, power / rho, (log_rho - 1 / beta) * power / beta};
  }
  const double r = p / rho;
  const double log_r = log_ratio(p, rho);
  const double t = power * (r * power_quotient(beta - 1, log_r) - power_quotient(beta, log_r));
  const double slope = power * (r * power_quotient_slope(beta - 1, log_r) - power_quotient_slope(beta, log_r));
  return {t, power / rho * (1 - r), log_rho * t + slope};
}

// u = p, s = p q(β−1, p) − q(β, p)
void of_sample(const Factored& p, const SampleFactors& out) {
  const double beta = p.parameter;
  const std::size_t n = p.x.size();
  const bool has_slopes = !out.s_slope.empty();
  const auto combine = [&](auto take, MutableRow result) {
    take(p.logs, beta - 1, result);
    take(p.logs, beta, p.spare);
    for (std::size_t l = 0; l < n; ++l) result[l] = p.x[l] * result[l] - p.spare[l];
  };
  combine(take_quotients, out.s);
  if (has_slopes) combine(take_quotient_slopes, out.s_slope);
  for (std::size_t l = 0; l < n; ++l) {
    out.u[l] = p.x[l];
    if (has_slopes) out.u_slope[l] = 0;
    if (p.x[l] != 0) continue;
    out.s[l] = beta > 0 ? 1 / beta : std::numeric_limits<double>::infinity();
    if (has_slopes) out.s_slope[l] = -1 / (beta * beta);
  }
}

// v = q(β−1, ρ), t = q(β, ρ)
void of_prototype(const Factored& rho, const PrototypeFactors& out) {
  const double beta = rho.parameter;
  take_quotients(rho.logs, beta - 1, out.v);
  take_quotients(rho.logs, beta, out.t);
  if (beta == 1) std::fill(out.t_by_rho.begin(), out.t_by_rho.end(), 1.0);
  else take_powers(rho.logs, beta - 1, out.t_by_rho);
  for (std::size_t l = 0; l < rho.x.size(); ++l) out.v_by_rho[l] = out.t_by_rho[l] / rho.x[l];
  if (out.v_slope.empty()) return;
  take_quotient_slopes(rho.logs, beta - 1, out.v_slope);
  take_quotient_slopes(rho.logs, beta, out.t_slope);
}

double degree(double beta) { return beta; }

}  // namespace

const SeparableFamily beta_family{term, of_sample, of_prototype, degree, 1, true};

}  // namespace protea
