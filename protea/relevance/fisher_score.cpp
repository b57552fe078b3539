#include <protea/relevance/fisher_score.hpp>

#include <algorithm>
#include <cmath>

namespace protea {

void FisherScore::start(std::size_t features) {
  between_.assign(features, 0.0);
  within_.assign(features, 0.0);
  updates_.assign(1, 0.0);
}

void FisherScore::clear() {
  std::fill(between_.begin(), between_.end(), 0.0);
  std::fill(within_.begin(), within_.end(), 0.0);
}

void FisherScore::blend_into(MutableRow lambda, Fallback fallback, double weight) {
  bool has_spread = true;
  for (std::size_t l = 0; l < lambda.size(); ++l) {
    const bool is_excused = fallback == Fallback::separating && between_[l] == 0;
    has_spread = has_spread && (within_[l] > 0 || is_excused);
  }
  double sum = 0;
  for (std::size_t l = 0; l < lambda.size(); ++l) {
    if (has_spread && between_[l] > 0) between_[l] /= within_[l];
    sum += between_[l];
  }
  if (!(sum > 0) || !std::isfinite(sum)) return;
  updates_[0] += weight;
  for (std::size_t l = 0; l < lambda.size(); ++l) lambda[l] += weight * ((between_[l] / sum - lambda[l]) / updates_[0]);
}

}   // namespace protea
