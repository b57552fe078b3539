#include <protea/theory/difference_rule.hpp>

#include <algorithm>
#include <cmath>

#include <protea/theory/normal.hpp>
#include <protea/theory/quadrature.hpp>

namespace protea {
namespace {

struct Sums {
  std::array<double, 2> f{};               // right, wrong
  std::array<double, 2> fz{};
  double right_right = 0;
  double right_wrong = 0;
  double wrong_wrong = 0;
};

// Ends of panels in z, in which strength and bell are smooth and no panel is wider than 1.5.
std::vector<double> panels(const std::vector<double>& breaks, double mean, double deviation, double reach) {
  std::vector<double> ends{-reach, reach};
  for (const double each : breaks) {
    const double z = (each - mean) / deviation;
    if (z > -reach && z < reach) ends.push_back(z);
  }
  std::sort(ends.begin(), ends.end());
  std::vector<double> result{ends.front()};
  for (std::size_t i = 1; i < ends.size(); ++i) {
    const double width = ends[i] - ends[i - 1];
    const double parts = std::ceil(width / 1.5);
    for (double part = 1; part <= parts; ++part) result.push_back(ends[i - 1] + width * part / parts);
  }
  return result;
}

}  // namespace

std::array<double, most_prototypes> DifferenceRule::factors(const std::array<double, most_prototypes>& d, std::size_t cluster) const {
  const Strength strength = law_.strength(d[cluster] - d[1 - cluster], cluster);
  std::array<double, most_prototypes> f{};
  f[cluster] = strength.right;
  f[1 - cluster] = strength.wrong;
  return f;
}

// δ = ⟨δ⟩ + s·z with z standard normal, and x_n correlates with f only through z: ⟨f x_n⟩ = ⟨x_n⟩⟨f⟩ + Cov(x_n, δ)/s·⟨f z⟩.
Moments DifferenceRule::moments(const ClusterModel& model, const Overlaps& overlaps, std::size_t cluster) const {
  const std::size_t right = cluster;
  const std::size_t wrong = 1 - cluster;
  const auto& q = overlaps.q;
  const double mean = q[right][right] - q[wrong][wrong] - 2 * model.lambda * (overlaps.r[right][cluster] - overlaps.r[wrong][cluster]);
  const double deviation = 2 * std::sqrt(model.v(cluster) * std::max(q[0][0] + q[1][1] - 2 * q[0][1], 0.0));
  Sums sums;
  const auto add = [&](double z, double weight) {
    const Strength f = law_.strength(mean + deviation * z, cluster);
    sums.f[0] += weight * f.right;
    sums.f[1] += weight * f.wrong;
    sums.fz[0] += weight * z * f.right;
    sums.fz[1] += weight * z * f.wrong;
    sums.right_right += weight * f.right * f.right;
    sums.right_wrong += weight * f.right * f.wrong;
    sums.wrong_wrong += weight * f.wrong * f.wrong;
  };
  if (deviation > 0) {
    const QuadratureRule& rule = gauss_legendre();
    // The bell times e^{2·growth·s·z} is centred on 2·growth·s; beyond 38, ⟨f²⟩ is not a finite number anyway.
    const std::vector<double> ends = panels(law_.breaks(cluster), mean, deviation, 9 + std::min(2 * law_.growth * deviation, 38.0));
    for (std::size_t panel = 1; panel < ends.size(); ++panel) {
      const double centre = (ends[panel] + ends[panel - 1]) / 2;
      const double half = (ends[panel] - ends[panel - 1]) / 2;
      for (std::size_t i = 0; i < QuadratureRule::points; ++i) {
        const double z = centre + half * rule.nodes[i];
        add(z, half * rule.weights[i] * normal_density(z));
      }
    }
  } else {
    add(0, 1);
  }
  Moments result;
  const std::array<std::size_t, 2> order{right, wrong};
  for (std::size_t i = 0; i < 2; ++i) {
    const std::size_t l = order[i];
    result.f[l] = sums.f[i];
    for (std::size_t n = 0; n < overlaps.projections(); ++n) {
      const double covariance = -2 * model.v(cluster) * (overlaps.gram(n, right) - overlaps.gram(n, wrong));
      result.fx[l][n] = model.lambda * overlaps.towards_centre(n, cluster) * sums.f[i] + (deviation > 0 ? covariance / deviation * sums.fz[i] : 0);
    }
  }
  result.ff[right][right] = sums.right_right;
  result.ff[wrong][wrong] = sums.wrong_wrong;
  result.ff[right][wrong] = result.ff[wrong][right] = sums.right_wrong;
  return result;
}

}  // namespace protea
