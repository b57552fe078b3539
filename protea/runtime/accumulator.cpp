#include <protea/runtime/accumulator.hpp>

#include <algorithm>

namespace protea {
namespace {

constexpr std::size_t most_rows = 1024;            // of a shard
constexpr std::size_t usual_shards = 16;           // of fewer rows than would fill them
constexpr std::size_t many_parameters = 100'000;   // whose sums take as long as some rows
constexpr std::size_t worth_waking =
    100'000;   // samples × parameters below which other threads cost more than they help

std::size_t shard_rows(std::size_t samples, std::size_t parameters) {
  const std::size_t fewest = parameters < many_parameters ? 32 : 64;
  return std::clamp((samples + usual_shards - 1) / usual_shards, fewest, most_rows);
}

}   // namespace

Accumulator::Accumulator(const Objective& objective, Runtime& runtime) : objective_(objective), runtime_(runtime) {
  slots_.push_back({objective_.make_workspace(), Gradient(objective_.layout())});
}

template <class WantedOf, class Add>
double Accumulator::sum_shards(std::span<const std::uint32_t> samples, Row parameters, double progress,
                               WantedOf wanted_of, Add add) {
  const std::size_t rows = shard_rows(samples.size(), parameters.size());
  const std::size_t count = std::max<std::size_t>(1, (samples.size() + rows - 1) / rows);
  const bool is_alone = runtime_.threads() == 1 || samples.size() * parameters.size() < worth_waking;
  const std::size_t slots = parameters.size() < many_parameters ? 2 * runtime_.threads() : runtime_.threads();
  const std::size_t at_once = std::min(count, is_alone ? 1 : slots);
  while (slots_.size() < std::min(count, at_once + 1)) slots_.push_back({objective_.make_workspace()});
  double loss = 0;
  for (std::size_t first = 0; first < count; first += at_once) {
    const std::size_t own = std::min(at_once, count - first);
    // The first shard of all is summed where the sum is; the others of its wave, and all later ones, beside it.
    const auto slot_of = [&](std::size_t s) -> Slot& { return slots_[first + s == 0 ? 0 : (first == 0 ? s : s + 1)]; };
    const auto sum_shard = [&](std::size_t s) {
      const std::size_t begin = (first + s) * rows;
      Slot& slot = slot_of(s);
      slot.loss = objective_.accumulate(samples.subspan(begin, std::min(rows, samples.size() - begin)), parameters,
                                        progress, wanted_of(slot), *slot.workspace);
    };
    if (own == 1) sum_shard(0);
    else runtime_.run(own, sum_shard);
    for (std::size_t s = 0; s < own; ++s) {
      loss = first + s == 0 ? slot_of(s).loss : loss + slot_of(s).loss;
      if (first + s > 0) add(slot_of(s));
    }
  }
  return loss;
}

double Accumulator::value(std::span<const std::uint32_t> samples, Row parameters, double progress) {
  return sum_shards(
      samples, parameters, progress, [](Slot&) { return value_only; }, [](Slot&) {});
}

double Accumulator::accumulate(std::span<const std::uint32_t> samples, Row parameters, double progress) {
  if (samples.size() == 1)
    return objective_.accumulate(samples, parameters, progress, gradient(), *slots_.front().workspace);
  return sum_shards(
      samples, parameters, progress,
      [this](Slot& slot) {
        if (!slot.gradient) slot.gradient.emplace(objective_.layout());
        return Wanted(*slot.gradient);
      },
      [this](Slot& slot) {
        gradient().add(*slot.gradient);
        slot.gradient->clear();
      });
}

double Accumulator::sum_moments(std::span<const std::uint32_t> samples, Row parameters, double progress,
                                PullMoments& moments) {
  const double loss = sum_shards(
      samples, parameters, progress,
      [&](Slot& slot) {
        if (&slot == &slots_.front()) return Wanted(moments);
        if (!slot.moments) slot.moments.emplace(objective_.make_moments());
        return Wanted(*slot.moments);
      },
      [&](Slot& slot) {
        moments.add(*slot.moments);
        slot.moments->clear();
      });
  objective_.finish_moments(progress, moments);
  return loss;
}

}   // namespace protea
