#include <protea/runtime/accumulator.hpp>

#include <algorithm>

namespace protea {
namespace {

constexpr std::size_t samples_per_shard = 64;
constexpr std::size_t most_shards = 16;
constexpr std::size_t worth_waking = 400'000;     // samples × parameters below which other threads cost more than they help

}  // namespace

Accumulator::Accumulator(const Objective& objective, Runtime& runtime) : objective_(objective), runtime_(runtime) {
  need_shards(1);
}

void Accumulator::need_shards(std::size_t count) {
  while (shards_.size() < count) shards_.push_back({Gradient(objective_.layout()), objective_.make_workspace(), 0});
}

double Accumulator::accumulate(std::span<const std::uint32_t> samples, Row parameters, double progress) {
  const std::size_t count = std::clamp<std::size_t>(samples.size() / samples_per_shard, 1, most_shards);
  if (count == 1) {
    return objective_.accumulate(samples, parameters, progress, shards_[0].gradient, *shards_[0].workspace);
  }
  need_shards(count);
  const auto sum_shard = [&](std::size_t s) {
    const std::size_t first = s * samples.size() / count;
    const std::size_t end = (s + 1) * samples.size() / count;
    Shard& shard = shards_[s];
    shard.loss = objective_.accumulate(samples.subspan(first, end - first), parameters, progress, shard.gradient, *shard.workspace);
  };
  if (samples.size() * parameters.size() < worth_waking) {
    for (std::size_t s = 0; s < count; ++s) sum_shard(s);
  } else {
    runtime_.run(count, sum_shard);
  }
  double loss = shards_[0].loss;
  for (std::size_t s = 1; s < count; ++s) {
    shards_[0].gradient.add(shards_[s].gradient);
    shards_[s].gradient.clear();
    loss += shards_[s].loss;
  }
  return loss;
}

}  // namespace protea
