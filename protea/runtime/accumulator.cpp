#include <protea/runtime/accumulator.hpp>

#include <algorithm>

namespace protea {
namespace {

constexpr std::size_t samples_per_shard = 64;
constexpr std::size_t most_shards = 16;
constexpr std::size_t worth_waking =
    400'000;   // samples × parameters below which other threads cost more than they help

}   // namespace

Accumulator::Accumulator(const Objective& objective, Runtime& runtime) : objective_(objective), runtime_(runtime) {
  shards_.push_back({objective_.make_workspace(), Gradient(objective_.layout())});
}

template <class WantedOf>
std::size_t Accumulator::sum_shards(std::span<const std::uint32_t> samples, Row parameters, double progress,
                                    WantedOf wanted_of) {
  const std::size_t count = std::clamp<std::size_t>(samples.size() / samples_per_shard, 1, most_shards);
  while (shards_.size() < count) shards_.push_back({objective_.make_workspace()});
  const auto sum_shard = [&](std::size_t s) {
    const std::size_t first = s * samples.size() / count;
    const std::size_t end = (s + 1) * samples.size() / count;
    Shard& shard = shards_[s];
    shard.loss = objective_.accumulate(samples.subspan(first, end - first), parameters, progress, wanted_of(shard),
                                       *shard.workspace);
  };
  if (samples.size() * parameters.size() < worth_waking || count == 1) {
    for (std::size_t s = 0; s < count; ++s) sum_shard(s);
  } else {
    runtime_.run(count, sum_shard);
  }
  return count;
}

double Accumulator::loss_of(std::size_t shards) const {
  double loss = shards_[0].loss;
  for (std::size_t s = 1; s < shards; ++s) loss += shards_[s].loss;
  return loss;
}

double Accumulator::value(std::span<const std::uint32_t> samples, Row parameters, double progress) {
  return loss_of(sum_shards(samples, parameters, progress, [](Shard&) { return value_only; }));
}

double Accumulator::accumulate(std::span<const std::uint32_t> samples, Row parameters, double progress) {
  const std::size_t count = sum_shards(samples, parameters, progress, [this](Shard& shard) {
    if (!shard.gradient) shard.gradient.emplace(objective_.layout());
    return Wanted(*shard.gradient);
  });
  for (std::size_t s = 1; s < count; ++s) {
    gradient().add(*shards_[s].gradient);
    shards_[s].gradient->clear();
  }
  return loss_of(count);
}

double Accumulator::add_moments(std::span<const std::uint32_t> samples, Row parameters, double progress,
                                PullMoments& moments) {
  const std::size_t count = sum_shards(samples, parameters, progress, [&](Shard& shard) {
    if (&shard == &shards_.front()) return Wanted(moments);
    if (!shard.moments) shard.moments.emplace(objective_.make_moments());
    return Wanted(*shard.moments);
  });
  for (std::size_t s = 1; s < count; ++s) {
    moments.add(*shards_[s].moments);
    shards_[s].moments->clear();
  }
  return loss_of(count);
}

}   // namespace protea
