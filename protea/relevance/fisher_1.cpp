#include <protea/relevance/fisher_1.hpp>

#include <algorithm>
#include <numeric>

#include <protea/rule/winners.hpp>

namespace protea {

void Fisher1::start(std::size_t features, Labels prototypes, std::size_t classes) {
  labels_.assign(prototypes.begin(), prototypes.end());
  wins_.assign(prototypes.size(), 0.0);
  samples_.assign(classes, 0.0);
  weights_.assign(prototypes.size(), 0.0);
  means_ = Matrix(classes, features);
  mean_.assign(features, 0.0);
  score_.start(features);
}

double Fisher1::prior(std::size_t c) const {
  if (priors == Priors::uniform) return 1 / static_cast<double>(samples_.size());
  return samples_[c] / std::accumulate(samples_.begin(), samples_.end(), 0.0);
}

// p_k = correct wins of k / those of its class, all equal while the class has none.
void Fisher1::weigh_prototypes() {
  for (std::size_t c = 0; c < samples_.size(); ++c) {
    double total = 0;
    double members = 0;
    for (std::size_t k = 0; k < labels_.size(); ++k) {
      total += labels_[k] == c ? wins_[k] : 0;
      members += labels_[k] == c ? 1 : 0;
    }
    for (std::size_t k = 0; k < labels_.size(); ++k) {
      if (labels_[k] == c) weights_[k] = total > 0 ? wins_[k] / total : 1 / members;
    }
  }
}

void Fisher1::observe(const Observation& seen, MutableRow lambda) {
  const std::size_t n = lambda.size();
  const auto y = static_cast<std::size_t>(seen.y);
  const std::size_t winner = nearest(seen.d);
  samples_[y] += seen.weight;
  if (labels_[winner] == y) wins_[winner] += seen.weight;
  weigh_prototypes();

  // Everything relative to the first prototype: a feature that is the same in all has variances of exactly 0.
  const Row origin = seen.w.row(0);
  std::fill(means_.values().begin(), means_.values().end(), 0.0);
  std::fill(mean_.begin(), mean_.end(), 0.0);
  for (std::size_t k = 0; k < labels_.size(); ++k) {
    const MutableRow mean = means_.row(labels_[k]);
    const Row w = seen.w.row(k);
    for (std::size_t l = 0; l < n; ++l) mean[l] += weights_[k] * (w[l] - origin[l]);
  }
  for (std::size_t c = 0; c < samples_.size(); ++c) {
    const double share = prior(c);
    for (std::size_t l = 0; l < n; ++l) mean_[l] += share * means_(c, l);
  }
  score_.clear();
  for (std::size_t c = 0; c < samples_.size(); ++c) {
    const double share = prior(c);
    for (std::size_t l = 0; l < n; ++l)
      score_.between()[l] += share * (means_(c, l) - mean_[l]) * (means_(c, l) - mean_[l]);
  }
  for (std::size_t k = 0; k < labels_.size(); ++k) {
    const double weight = prior(labels_[k]) * weights_[k];
    const Row w = seen.w.row(k);
    for (std::size_t l = 0; l < n; ++l) {
      const double difference = w[l] - origin[l] - means_(labels_[k], l);
      score_.within()[l] += weight * difference * difference;
    }
  }
  score_.blend_into(lambda, fallback, seen.weight);
}

}   // namespace protea
