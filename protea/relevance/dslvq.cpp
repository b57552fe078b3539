#include <protea/relevance/dslvq.hpp>

#include <algorithm>
#include <cmath>

#include <protea/rule/winners.hpp>

namespace protea {

void Dslvq::start(std::size_t features, Labels prototypes, std::size_t) {
  labels_.assign(prototypes.begin(), prototypes.end());
  v_.assign(features, 0.0);
}

void Dslvq::observe(const Observation& seen, MutableRow lambda) {
  const auto [right, wrong] = nearest_pair(seen.d, labels_, seen.y);
  if (right == nobody || wrong == nobody) return;
  double size = 0;
  for (std::size_t l = 0; l < lambda.size(); ++l) {
    const double to_right = std::abs(seen.x[l] - seen.w.row(right)[l]);
    const double to_wrong = std::abs(seen.x[l] - seen.w.row(wrong)[l]);
    const double larger = std::max(to_right, to_wrong);
    v_[l] = larger > 0 ? (to_wrong - to_right) / larger : 0;
    size += std::abs(v_[l]);
  }
  if (!(size > 0)) return;
  const double step = std::min(1.0, rate * seen.weight);
  double sum = 0;
  for (std::size_t l = 0; l < lambda.size(); ++l) {
    v_[l] = std::max(0.0, lambda[l] + step * (v_[l] / size - lambda[l]));
    sum += v_[l];
  }
  if (!(sum > 0)) return;   // a step that would leave nothing
  for (std::size_t l = 0; l < lambda.size(); ++l) lambda[l] = v_[l] / sum;
}

}   // namespace protea
