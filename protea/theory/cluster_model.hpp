// Two spherical Gaussian clusters in N dimensions, one per class: cluster σ = ±1 has the prior p_σ, the centre λB_σ
// with orthonormal B₊, B₋, and the variance v_σ in every direction [winner-takes-all dynamics, (9)]. Index 0 stands
// for +, 1 for −.
#pragma once

#include <cstddef>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

inline constexpr std::size_t cluster_count = 2;

struct ClusterModel {
  double p_plus = 0.5;
  double lambda = 1;
  double v_plus = 1;
  double v_minus = 1;

  double p(std::size_t cluster) const { return cluster == 0 ? p_plus : 1 - p_plus; }
  double v(std::size_t cluster) const { return cluster == 0 ? v_plus : v_minus; }
};

constexpr double sign_of(std::size_t cluster) { return cluster == 0 ? 1 : -1; }

// Throws a UsageError unless 0 < p₊ < 1, λ ≥ 0 and v± > 0.
void demand_valid(const ClusterModel& model);

// The error of the answer that follows the priors alone: min(p₊, p₋).
double trivial_error(const ClusterModel& model);

// The hyperplane with the smallest error: orthogonal to B₊ − B₋, at `threshold` along (B₊ − B₋)/√2 from the middle of
// the centres.
// With equal variances it is the Bayes rule; with unequal ones the best among hyperplanes, which is all that two
// prototypes can draw.
struct BestHyperplane {
  double threshold = 0;   // ±∞ where one answer for everything is best
  double error = 0;
  double error_plus = 0;
  double error_minus = 0;
};
BestHyperplane best_hyperplane(const ClusterModel& model);

}   // namespace protea
