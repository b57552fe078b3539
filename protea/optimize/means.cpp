#include <protea/optimize/means.hpp>

#include <algorithm>

namespace protea {

bool Means::average(const Objective& objective, const PullMoments& moments, MutableRow parameters) {
  before_.assign(parameters.begin(), parameters.end());
  objective.move_to_means(moments, parameters);
  if (seed_again) seeded_again_[0] += static_cast<double>(objective.seed_again(moments, before_, parameters));
  return !std::equal(before_.begin(), before_.end(), parameters.begin());
}

}   // namespace protea
