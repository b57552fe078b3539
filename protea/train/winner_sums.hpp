// Sums over the samples that each unit wins: of what a rule with a winner needs its moments are made, by handing these
// sums on to the neighbours once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/optimize/pull_moments.hpp>
#include <protea/rule/lifted.hpp>

namespace PROTEA_EXPORT protea {

// n/observed, by which sums over the observed coordinates of a sample are rescaled.
double share_rescaled(Row x);

class WinnerSums {
 public:
  // Begins anew. With gaps, each feature counts the samples in which it was observed.
  void start(std::size_t units, std::size_t features, bool has_gaps);
  // Samples of weights, empty: all one, and who has won them.
  void add(MatrixView x, std::span<const std::uint32_t> winners, Row weights);
  // Adds the moments that the rule makes of the sums.
  void spread_to(const AnyRule& rule, double progress, PullMoments& moments);

 private:
  bool has_gaps_ = false;
  std::size_t features_ = 0;
  Matrix sums_;   // Σ x, then Σ 1, then Σ 1 for each feature where some are missing
  Matrix spread_;
};

}   // namespace protea
