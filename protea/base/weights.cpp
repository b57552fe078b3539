#include <protea/base/weights.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <protea/base/row_groups.hpp>

namespace protea {

bool are_whole(Row weights) {
  return std::all_of(weights.begin(), weights.end(),
                     [](double weight) { return weight == std::floor(weight) && weight < 1e9; });
}

double total_weight(Row weights, std::size_t samples) {
  if (weights.empty()) return static_cast<double>(samples);
  double total = 0;
  for_each_group(weights.size(), [&](std::size_t first, std::size_t count) {
    const Row own = weights.subspan(first, count);
    total += std::accumulate(own.begin(), own.end(), 0.0);
  });
  return total;
}

std::vector<std::uint32_t> repeated_samples(Row weights) {
  std::vector<std::uint32_t> samples;
  for (std::size_t i = 0; i < weights.size(); ++i)
    samples.insert(samples.end(), static_cast<std::size_t>(weights[i]), static_cast<std::uint32_t>(i));
  return samples;
}

std::vector<std::uint32_t> repeated_if_few(Row weights) {
  constexpr double most = 20;
  if (!are_whole(weights) || total_weight(weights, 0) > most * static_cast<double>(weights.size())) return {};
  return repeated_samples(weights);
}

}   // namespace protea
