#include <protea/train/winner_sums.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/weights.hpp>

namespace protea {

double share_rescaled(Row x) {
  const auto missing = std::count_if(x.begin(), x.end(), [](double value) { return std::isnan(value); });
  return static_cast<double>(x.size()) / static_cast<double>(x.size() - static_cast<std::size_t>(missing));
}

void WinnerSums::start(std::size_t units, std::size_t features, bool has_gaps) {
  has_gaps_ = has_gaps;
  features_ = features;
  sums_.reshape(units, has_gaps ? 2 * features + 1 : features + 1);
  std::fill(sums_.values().begin(), sums_.values().end(), 0.0);
}

void WinnerSums::add(MatrixView x, std::span<const std::uint32_t> winners, Row weights) {
  for (std::size_t i = 0; i < x.rows; ++i) {
    const Row sample = x.row(i);
    const MutableRow sums = sums_.row(winners[i]);
    const double weight = weight_at(weights, i);
    sums[features_] += weight;
    if (!has_gaps_) {
      for (std::size_t j = 0; j < features_; ++j) sums[j] += weight * sample[j];
      continue;
    }
    const double factor = weight * share_rescaled(sample);
    for (std::size_t j = 0; j < features_; ++j) {
      if (std::isnan(sample[j])) continue;
      sums[j] += factor * sample[j];
      sums[features_ + 1 + j] += factor;
    }
  }
}

void WinnerSums::spread_to(const AnyRule& rule, double progress, PullMoments& moments) {
  spread_.reshape(sums_.rows(), sums_.columns());
  std::fill(spread_.values().begin(), spread_.values().end(), 0.0);
  rule.spread(progress, std::as_const(sums_).view(), spread_.view());
  for (std::size_t k = 0; k < spread_.rows(); ++k) {
    const Row sums = std::as_const(spread_).row(k);
    moments.pulls[k] += sums[features_];
    for (std::size_t j = 0; j < features_; ++j) moments.samples(k, j) += sums[j];
    for (std::size_t j = 0; j < moments.observed.columns(); ++j) moments.observed(k, j) += sums[features_ + 1 + j];
  }
}

}   // namespace protea
