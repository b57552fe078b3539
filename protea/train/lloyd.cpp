#include <protea/train/lloyd.hpp>

#include <memory>

#include <protea/base/weights.hpp>

namespace protea {

MomentSum in_order(const Objective& objective, std::span<const std::uint32_t> samples) {
  const std::shared_ptr<Workspace> workspace = objective.make_workspace();
  return [&objective, samples, workspace](Row parameters, PullMoments& moments) {
    objective.accumulate(samples, parameters, 1, moments, *workspace);
  };
}

std::size_t iterate_means(const Objective& objective, const MomentSum& sum, MutableRow parameters) {
  constexpr std::size_t most = 300;
  PullMoments moments = objective.make_moments();
  std::vector<double> before(parameters.size());
  for (std::size_t iteration = 0; iteration < most; ++iteration) {
    std::copy(parameters.begin(), parameters.end(), before.begin());
    moments.clear();
    sum(parameters, moments);
    objective.move_to_means(moments, parameters);
    if (std::equal(before.begin(), before.end(), parameters.begin()))
      return iteration;   // the same samples pull: the same means
  }
  return most;
}

// Whole weights are drawn from as the rows they stand for would be, one after another.
std::size_t draw_first(std::span<const std::uint32_t> samples, Row weights, Random& random) {
  if (weights.empty()) return random.below(samples.size());
  std::vector<double> own;
  for (const std::uint32_t sample : samples) own.push_back(weights[sample]);
  if (!are_whole(own)) return draw_by_weight(own, random);
  auto row = static_cast<double>(random.below(static_cast<std::size_t>(total_weight(own, own.size()))));
  std::size_t pick = 0;
  while (row >= own[pick]) row -= own[pick++];
  return pick;
}

std::size_t draw_by_weight(std::span<const double> weights, Random& random) {
  double total = 0;
  for (const double weight : weights) total += weight;
  double threshold = random.uniform() * total;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    threshold -= weights[i];
    if (threshold < 0) return i;
  }
  return weights.size() - 1;
}

}   // namespace protea
