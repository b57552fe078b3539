#include <protea/relevance/fisher_2.hpp>

#include <algorithm>

#include <protea/rule/winners.hpp>

namespace protea {

void Fisher2::start(std::size_t features, Labels prototypes, std::size_t classes) {
  labels_.assign(prototypes.begin(), prototypes.end());
  wins_.assign(prototypes.size(), 0.0);
  means_.assign(prototypes.size() * features, 0.0);
  squares_.assign(prototypes.size() * features, 0.0);
  nearest_.assign(classes, nobody);
  compared_.reserve(classes);
  mean_.assign(features, 0.0);
  score_.start(features);
}

// Running mean and sum of squares [Welford; Knuth, volume 2].
void Fisher2::add_to(std::size_t k, Row x, double weight) {
  const std::size_t n = x.size();
  wins_[k] += weight;
  for (std::size_t l = 0; l < n; ++l) {
    const double before = x[l] - means_[k * n + l];
    means_[k * n + l] += weight * before / wins_[k];
    squares_[k * n + l] += weight * before * (x[l] - means_[k * n + l]);
  }
}

// every_class, (22) as printed: the nearest prototype of each class, and nobody while one of them has no statistics.
// nearest: the winner, and of the prototypes of other classes that have statistics the nearest one.
void Fisher2::find_compared(Row d, std::size_t winner) {
  std::fill(nearest_.begin(), nearest_.end(), nobody);
  for (std::size_t k = 0; k < d.size(); ++k) {
    if (wins_[k] == 0 && rivals == Rivals::nearest) continue;
    std::size_t& best = nearest_[labels_[k]];
    if (best == nobody || d[k] < d[best]) best = k;
  }
  compared_.clear();
  if (rivals == Rivals::every_class) {
    for (const std::size_t k : nearest_) {
      if (k != nobody) compared_.push_back(k);
    }
    if (std::any_of(compared_.begin(), compared_.end(), [&](std::size_t k) { return wins_[k] == 0; }))
      compared_.clear();
    return;
  }
  if (wins_[winner] == 0) return;
  compared_.push_back(winner);
  std::size_t rival = nobody;
  for (std::size_t c = 0; c < nearest_.size(); ++c) {
    const std::size_t k = nearest_[c];
    if (k == nobody || c == labels_[winner]) continue;
    if (rival == nobody || d[k] < d[rival]) rival = k;
  }
  if (rival != nobody) compared_.push_back(rival);
}

void Fisher2::observe(const Observation& seen, MutableRow lambda) {
  const std::size_t n = lambda.size();
  const std::size_t winner = nearest(seen.d);
  if (labels_[winner] == static_cast<std::size_t>(seen.y)) add_to(winner, seen.x, seen.weight);
  find_compared(seen.d, winner);
  if (compared_.size() < 2) return;

  // Relative to the winner's mean: a feature that is the same in all has a variance of exactly 0 between them.
  const double* const origin = means_.data() + winner * n;
  std::fill(mean_.begin(), mean_.end(), 0.0);
  score_.clear();
  const double share = 1 / static_cast<double>(compared_.size());
  for (const std::size_t k : compared_) {
    for (std::size_t l = 0; l < n; ++l) mean_[l] += share * (means_[k * n + l] - origin[l]);
    if (wins_[k] < 2) continue;   // no variance yet
    for (std::size_t l = 0; l < n; ++l) score_.within()[l] += squares_[k * n + l] / (wins_[k] - 1);
  }
  for (const std::size_t k : compared_) {
    for (std::size_t l = 0; l < n; ++l) {
      const double difference = means_[k * n + l] - origin[l] - mean_[l];
      score_.between()[l] += share * difference * difference;
    }
  }
  score_.blend_into(lambda, fallback, seen.weight);
}

}   // namespace protea
