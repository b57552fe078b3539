// With u_m = d_m − d_l = Q_mm − Q_ll − 2(h_m − h_l) for the rivals m of l, Θ_l = Π_m Θ(u_m), and Stein's lemma gives
// ⟨(x_n − ⟨x_n⟩) Θ_l⟩ = Σ_m Cov(x_n, u_m) ⟨∂Θ_l/∂u_m⟩: the density of u_m at 0 times the probability that the other
// rival, given u_m = 0, is farther away too.
#include <protea/theory/winners.hpp>

#include <algorithm>
#include <cmath>

#include <protea/theory/normal.hpp>

namespace protea {
namespace {

// One u_m in standard units.
struct Lead {
  std::size_t rival;
  double deviation;   // √Var(u_m)
  double mean;        // ⟨u_m⟩/√Var(u_m)
};

// Cov(x_n, d_m − d_l)
double covariance(const Overlaps& overlaps, double v, std::size_t n, std::size_t l, std::size_t m) {
  return -2 * v * (overlaps.gram(n, m) - overlaps.gram(n, l));
}

Lead lead_over(const ClusterModel& model, const Overlaps& overlaps, std::size_t cluster, std::size_t l, std::size_t m) {
  const double squared = overlaps.q[l][l] + overlaps.q[m][m] - 2 * overlaps.q[l][m];
  const double deviation = 2 * std::sqrt(model.v(cluster) * std::max(squared, 0.0));
  const double mean =
      overlaps.q[m][m] - overlaps.q[l][l] - 2 * model.lambda * (overlaps.r[m][cluster] - overlaps.r[l][cluster]);
  // Prototypes in the same place share the wins.
  return {m, deviation, deviation > 0 ? mean / deviation : 0};
}

// ⟨Θ_l⟩ and, per rival, ⟨∂Θ_l/∂u⟩ in units of its deviation.
struct Orthant {
  double probability = 1;
  std::array<double, 2> slope{};
};

Orthant orthant(const std::array<Lead, 2>& leads, std::size_t rivals, double rho) {
  if (rivals == 1) return {normal_cdf(leads[0].mean), {normal_density(leads[0].mean), 0}};
  Orthant result{bivariate_normal_cdf(leads[0].mean, leads[1].mean, rho), {}};
  const double root = std::sqrt(std::max((1 - rho) * (1 + rho), 0.0));
  for (std::size_t i = 0; i < 2; ++i) {
    const double mean = leads[1 - i].mean - rho * leads[i].mean;   // of the other one, given u_i = 0
    const double is_far = root > 0 ? normal_cdf(mean / root) : (mean > 0 ? 1 : mean < 0 ? 0 : 0.5);
    result.slope[i] = normal_density(leads[i].mean) * is_far;
  }
  return result;
}

}   // namespace

Wins average_wins(const ClusterModel& model, const Overlaps& overlaps, std::size_t cluster) {
  Wins wins;
  const double v = model.v(cluster);
  for (std::size_t l = 0; l < overlaps.prototypes; ++l) {
    std::array<Lead, 2> leads{};
    std::size_t rivals = 0;
    for (std::size_t m = 0; m < overlaps.prototypes; ++m) {
      if (m != l) leads[rivals++] = lead_over(model, overlaps, cluster, l, m);
    }
    double rho = 0;
    if (rivals == 2 && leads[0].deviation > 0 && leads[1].deviation > 0) {
      const std::size_t first = leads[0].rival;
      const double both =
          -2 * (covariance(overlaps, v, first, l, leads[1].rival) - covariance(overlaps, v, l, l, leads[1].rival));
      rho = std::clamp(both / (leads[0].deviation * leads[1].deviation), -1.0, 1.0);
    }
    const Orthant region = orthant(leads, rivals, rho);
    wins.share[l] = region.probability;
    for (std::size_t n = 0; n < overlaps.projections(); ++n) {
      double x = model.lambda * overlaps.towards_centre(n, cluster) * region.probability;
      for (std::size_t i = 0; i < rivals; ++i) {
        if (leads[i].deviation > 0)
          x += covariance(overlaps, v, n, l, leads[i].rival) / leads[i].deviation * region.slope[i];
      }
      wins.x[l][n] = x;
    }
  }
  return wins;
}

}   // namespace protea
