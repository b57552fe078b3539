// Lloyd's iteration, the one of the house: every sample pulls on its nearest prototype, every prototype moves to the
// mean of what pulls on it, until nothing moves. It knows moments alone, so it serves prototypes among the features and
// combinations of samples alike.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/large_memory.hpp>
#include <protea/base/random.hpp>
#include <protea/optimize/objective.hpp>

namespace PROTEA_EXPORT protea {

// Adds the moments at some parameters.
using MomentSum = std::function<void(Row parameters, PullMoments& moments)>;

// The moments of these samples in their order, without shards. Both must outlive the sum.
MomentSum in_order(const Objective& objective, std::span<const std::uint32_t> samples);

// Squared deviations of means from their own mean.
double squared_spread(MatrixView means);

inline constexpr std::size_t few_samples = 10'000;   // whose last moves cost nothing

// `objective` is one whose rule pulls on the nearest prototype alone, such as vq. Returns how often the prototypes
// moved, 300 times at most. Of more than 10 000 samples the last ones go on changing places for very long: there it ends
// when squared moves are a millionth of the spread of the means.
std::size_t iterate_means(const Objective& objective, const MomentSum& sum, MutableRow parameters);

// An index drawn with probability proportional to its weight; the last one when all are zero.
std::size_t draw_by_weight(std::span<const double> weights, Random& random);

// The first pick of a seeding, as a place among `samples`: all alike, or by their weights.
std::size_t draw_first(std::span<const std::uint32_t> samples, Row weights, Random& random);

// k-means++ seeding [ArthurVassilvitskii2007]: samples to start from, each drawn by its distance(sample, seed) to the
// nearest seed so far, times its weight where there are weights.
template <std::invocable<std::uint32_t, std::uint32_t> Distance>
std::vector<std::uint32_t> draw_seeds(std::span<const std::uint32_t> samples, std::size_t count, Random& random,
                                      Distance distance, Row weights = {}) {
  std::vector<std::uint32_t> seeds;
  Numbers nearest(samples.size(), std::numeric_limits<double>::infinity());
  Numbers chances(weights.empty() ? 0 : samples.size());
  std::size_t pick = draw_first(samples, weights, random);
  for (std::size_t c = 0; c < count; ++c) {
    seeds.push_back(samples[pick]);
    for (std::size_t i = 0; i < samples.size(); ++i)
      nearest[i] = std::min(nearest[i], distance(samples[i], seeds.back()));
    for (std::size_t i = 0; i < chances.size(); ++i) chances[i] = weights[samples[i]] * nearest[i];
    pick = draw_by_weight(weights.empty() ? nearest : chances, random);
  }
  return seeds;
}

}   // namespace protea
