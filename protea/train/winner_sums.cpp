#include <protea/train/winner_sums.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/weights.hpp>

namespace protea {

double share_rescaled(Row x) {
  const auto missing = std::count_if(x.begin(), x.end(), [](double value) { return std::isnan(value); });
  return static_cast<double>(x.size()) / static_cast<double>(x.size() - static_cast<std::size_t>(missing));
}

void add_to_winners(MatrixView x, std::span<const std::uint32_t> winners, Row weights, PullMoments& sums) {
  const bool has_gaps = sums.observed.rows() > 0;
  for (std::size_t i = 0; i < x.rows; ++i) {
    const Row sample = x.row(i);
    const MutableRow sum = sums.samples.row(winners[i]);
    const double weight = weight_at(weights, i);
    sums.pulls[winners[i]] += weight;
    if (!has_gaps) {
      for (std::size_t j = 0; j < sample.size(); ++j) sum[j] += weight * sample[j];
      continue;
    }
    const double factor = weight * share_rescaled(sample);
    for (std::size_t j = 0; j < sample.size(); ++j) {
      if (std::isnan(sample[j])) continue;
      sum[j] += factor * sample[j];
      sums.observed(winners[i], j) += factor;
    }
  }
}

void spread(const AnyRule& rule, double progress, PullMoments& sums) {
  const auto spread_matrix = [&](MatrixView by_winner, MutableMatrixView to) {
    Matrix result(by_winner.rows, by_winner.columns);
    rule.spread(progress, by_winner, result.view());
    std::copy(result.values().begin(), result.values().end(), to.data);
  };
  spread_matrix(std::as_const(sums.samples).view(), sums.samples.view());
  const std::size_t units = sums.pulls.size();
  spread_matrix(matrix_view(Row(sums.pulls), units, 1), matrix_view(MutableRow(sums.pulls), units, 1));
  if (sums.observed.rows() > 0) spread_matrix(std::as_const(sums.observed).view(), sums.observed.view());
}

}   // namespace protea
