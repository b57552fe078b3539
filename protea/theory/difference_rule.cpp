#include <protea/theory/difference_rule.hpp>

#include <algorithm>
#include <cmath>

#include <protea/theory/learning_curve.hpp>
#include <protea/theory/normal.hpp>
#include <protea/theory/quadrature.hpp>

namespace protea {
namespace {

struct Sums {
  std::array<double, 2> f{};   // right, wrong
  std::array<double, 2> fz{};
  double right_right = 0;
  double right_wrong = 0;
  double wrong_wrong = 0;
};

constexpr double widest_panel = 1.5;   // in deviations: sixteen points are exact to rounding there
constexpr double reach_of_bell = 9;    // beyond it the normal density is below 1e-18
constexpr double most_shift =
    38;   // of a bell that growth moves outwards; beyond it ⟨f²⟩ is not a finite number anyway

// Ends of panels in z, in which strength and bell are smooth and no panel is wider than `widest_panel`.
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
    const double parts = std::ceil(width / widest_panel);
    for (double part = 1; part <= parts; ++part) result.push_back(ends[i - 1] + width * part / parts);
  }
  return result;
}

// δ = mean + deviation·z in one cluster, z standard normal.
struct Difference {
  double mean = 0;
  double deviation = 0;
};

Difference difference_of(const ClusterModel& model, const Overlaps& overlaps, std::size_t cluster) {
  const std::size_t wrong = 1 - cluster;
  const auto& q = overlaps.q;
  return {q[cluster][cluster] - q[wrong][wrong] -
              2 * model.lambda * (overlaps.r[cluster][cluster] - overlaps.r[wrong][cluster]),
          2 * std::sqrt(model.v(cluster) * std::max(q[0][0] + q[1][1] - 2 * q[0][1], 0.0))};
}

void add(Sums& sums, const Strength& f, double z, double weight) {
  sums.f[0] += weight * f.right;
  sums.f[1] += weight * f.wrong;
  sums.fz[0] += weight * z * f.right;
  sums.fz[1] += weight * z * f.wrong;
  sums.right_right += weight * f.right * f.right;
  sums.right_wrong += weight * f.right * f.wrong;
  sums.wrong_wrong += weight * f.wrong * f.wrong;
}

Sums sums_of(const DifferenceLaw& law, const Difference& difference, std::size_t cluster) {
  Sums sums;
  if (!(difference.deviation > 0)) {
    add(sums, law.strength(difference.mean, cluster), 0, 1);
    return sums;
  }
  const QuadratureRule& rule = gauss_legendre();
  // The bell times e^{2·growth·s·z} is centred on 2·growth·s.
  const double reach = reach_of_bell + std::min(2 * law.growth * difference.deviation, most_shift);
  const std::vector<double> ends = panels(law.breaks(cluster), difference.mean, difference.deviation, reach);
  for (std::size_t panel = 1; panel < ends.size(); ++panel) {
    const double centre = (ends[panel] + ends[panel - 1]) / 2;
    const double half = (ends[panel] - ends[panel - 1]) / 2;
    for (std::size_t i = 0; i < QuadratureRule::points; ++i) {
      const double z = centre + half * rule.nodes[i];
      add(sums, law.strength(difference.mean + difference.deviation * z, cluster), z,
          half * rule.weights[i] * normal_density(z));
    }
  }
  return sums;
}

}   // namespace

DifferenceLaw law_of(const AnyRule& rule, const ClusterModel& model) {
  const RuleLimit limit = rule.limit();
  return {.strength =
              [pull = limit.pull, model](double difference, std::size_t cluster) {
                const auto [right, wrong] = pull(difference, model.v(cluster));
                return Strength{2 * right, 2 * wrong};
              },
          .breaks = [breaks = limit.breaks, model](std::size_t cluster) { return breaks(model.v(cluster)); },
          .growth = std::max(limit.growth(model.v_plus), limit.growth(model.v_minus))};
}

std::optional<double> constant_factor(const DifferenceLaw& law) {
  constexpr double reach = 100 * most_overlap;
  const double factor = law.strength(0, 0).right;
  for (const std::size_t cluster : {0u, 1u}) {
    for (const double difference : {-reach, -1.0, 1.0, reach}) {
      const Strength each = law.strength(difference, cluster);
      if (each.right != factor || each.wrong != -factor) return std::nullopt;
    }
    const std::vector<double> breaks = law.breaks(cluster);
    if (std::any_of(breaks.begin(), breaks.end(), [](double at) { return std::abs(at) < reach; })) return std::nullopt;
  }
  return factor;
}

std::array<double, most_prototypes> DifferenceRule::factors(const std::array<double, most_prototypes>& d,
                                                            std::size_t cluster) const {
  const Strength strength = law_.strength(d[cluster] - d[1 - cluster], cluster);
  std::array<double, most_prototypes> f{};
  f[cluster] = strength.right;
  f[1 - cluster] = strength.wrong;
  return f;
}

// δ = ⟨δ⟩ + s·z with z standard normal, and x_n correlates with f only through z: ⟨f
// x_n⟩ = ⟨x_n⟩⟨f⟩ + Cov(x_n, δ)/s·⟨f z⟩.
Moments DifferenceRule::moments(const ClusterModel& model, const Overlaps& overlaps, std::size_t cluster) const {
  const std::size_t right = cluster;
  const std::size_t wrong = 1 - cluster;
  const Difference difference = difference_of(model, overlaps, cluster);
  const Sums sums = sums_of(law_, difference, cluster);
  Moments result;
  const std::array<std::size_t, 2> order{right, wrong};
  for (std::size_t i = 0; i < 2; ++i) {
    const std::size_t l = order[i];
    result.f[l] = sums.f[i];
    for (std::size_t n = 0; n < overlaps.projections(); ++n) {
      const double covariance = -2 * model.v(cluster) * (overlaps.gram(n, right) - overlaps.gram(n, wrong));
      const double slope = difference.deviation > 0 ? covariance / difference.deviation : 0;
      result.fx[l][n] = model.lambda * overlaps.towards_centre(n, cluster) * sums.f[i] + slope * sums.fz[i];
    }
  }
  result.ff[right][right] = sums.right_right;
  result.ff[wrong][wrong] = sums.wrong_wrong;
  result.ff[right][wrong] = result.ff[wrong][right] = sums.right_wrong;
  return result;
}

}   // namespace protea
