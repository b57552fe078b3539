#include <protea/runtime/accumulator.hpp>

#include <algorithm>
#include <utility>

#include <protea/base/row_groups.hpp>

namespace protea {
namespace {

constexpr std::size_t most_rows = 1024;            // of a shard
constexpr std::size_t usual_shards = 16;           // of fewer rows than would fill them
constexpr std::size_t many_parameters = 100'000;   // whose sums take as long as some rows
constexpr std::size_t worth_waking =
    20'000;   // samples × parameters below which other threads cost more than they help

std::size_t shard_rows(std::size_t samples, std::size_t parameters) {
  const std::size_t fewest = parameters < many_parameters ? 32 : 64;
  return std::clamp((samples + usual_shards - 1) / usual_shards, fewest, most_rows);
}

}   // namespace

Accumulator::Accumulator(const Objective& objective, Runtime& runtime, std::size_t of)
    : objective_(objective), runtime_(runtime), of_(of) {
  slots_.push_back({objective_.make_workspace(), Gradient(objective_.layout())});
}

template <class WantedOf, class Add>
double Accumulator::sum_shards(std::span<const std::uint32_t> samples, std::size_t rows, Row parameters,
                               double progress, WantedOf wanted_of, Add add) {
  const std::size_t count = std::max<std::size_t>(1, (samples.size() + rows - 1) / rows);
  const bool is_alone = runtime_.threads() == 1 || samples.size() * parameters.size() < worth_waking;
  const std::size_t slots = parameters.size() < many_parameters ? 2 * runtime_.threads() : runtime_.threads();
  const std::size_t at_once = std::min(count, is_alone ? 1 : slots);
  while (slots_.size() < std::min(count, at_once + 1)) slots_.push_back({objective_.make_workspace()});
  // What the parameters cost is one more task of the first wave, in a slot of its own where that is small; added last in any case.
  const bool has_penalty = count > 1 && objective_.has_penalty();
  const bool is_task =
      has_penalty && !is_alone && parameters.size() < many_parameters && !wanted_of(slots_.front()).moments;
  if (is_task && !penalty_) penalty_.emplace();
  double loss = 0;
  for (std::size_t first = 0; first < count; first += at_once) {
    const std::size_t own = std::min(at_once, count - first);
    // The first shard of all is summed where the sum is; the others of its wave, and all later ones, beside it.
    const auto slot_of = [&](std::size_t s) -> Slot& { return slots_[first + s == 0 ? 0 : (first == 0 ? s : s + 1)]; };
    const auto sum_shard = [&](std::size_t s) {
      const std::size_t begin = (first + s) * rows;
      Slot& slot = slot_of(s);
      Wanted wanted = wanted_of(slot);
      wanted.without_penalty = count > 1;
      slot.loss = objective_.accumulate(samples.subspan(begin, std::min(rows, samples.size() - begin)), parameters,
                                        progress, wanted, *slot.workspace);
    };
    if (first == 0 && is_task) {
      runtime_.run(own + 1, [&](std::size_t task) {   // which takes longest, first
        if (task > 0) sum_shard(task - 1);
        else penalty_->loss = objective_.add_penalty(samples, parameters, wanted_of(*penalty_));
      });
    } else if (own == 1) {
      sum_shard(0);
    } else {
      runtime_.run(own, sum_shard);
    }
    for (std::size_t s = 0; s < own; ++s) {
      loss = first + s == 0 ? slot_of(s).loss : loss + slot_of(s).loss;
      if (first + s > 0) add(slot_of(s));
    }
  }
  if (!has_penalty) return loss;
  if (!is_task) return loss + objective_.add_penalty(samples, parameters, wanted_of(slots_.front()));
  add(*penalty_);
  return loss + penalty_->loss;
}

template <class Sum, class HandOver>
double Accumulator::sum_groups(std::span<const std::uint32_t> samples, std::size_t parameters, Sum sum,
                               HandOver hand_over) {
  const std::size_t rows = shard_rows(std::max(of_, samples.size()), parameters);
  if (samples.size() <= group_rows) return sum(samples, rows);
  double loss = 0;
  for_each_group(samples.size(), [&](std::size_t first, std::size_t count) {
    const double own = sum(samples.subspan(first, count), rows);
    loss = first == 0 ? own : loss + own;
    hand_over(first == 0, first + count == samples.size());
  });
  return loss;
}

double Accumulator::value(std::span<const std::uint32_t> samples, Row parameters, double progress) {
  if (objective_.is_elsewhere()) return objective_.sum_elsewhere(samples, parameters, progress, value_only);
  return sum_groups(
      samples, parameters.size(),
      [&](std::span<const std::uint32_t> own, std::size_t rows) {
        return sum_shards(
            own, rows, parameters, progress, [](Slot&) { return value_only; }, [](Slot&) {});
      },
      [](bool, bool) {});
}

double Accumulator::accumulate(std::span<const std::uint32_t> samples, Row parameters, double progress) {
  if (objective_.is_elsewhere()) return objective_.sum_elsewhere(samples, parameters, progress, gradient());
  if (samples.size() == 1)
    return objective_.accumulate(samples, parameters, progress, gradient(), *slots_.front().workspace);
  const auto wanted_of = [this](Slot& slot) {
    if (!slot.gradient) slot.gradient.emplace(objective_.layout());
    return Wanted(*slot.gradient);
  };
  const auto add = [this](Slot& slot) {
    gradient().add(*slot.gradient);
    slot.gradient->clear();
  };
  return sum_groups(
      samples, parameters.size(),
      [&](std::span<const std::uint32_t> own, std::size_t rows) {
        return sum_shards(own, rows, parameters, progress, wanted_of, add);
      },
      // The groups before wait beside the one that is summed, and take its place in the end.
      [this](bool is_first, bool is_last) {
        if (!total_) total_.emplace(objective_.layout());
        if (is_first) return std::swap(*total_, gradient());
        total_->add(gradient());
        gradient().clear();
        if (is_last) std::swap(*total_, gradient());
      });
}

double Accumulator::sum_moments(std::span<const std::uint32_t> samples, Row parameters, double progress,
                                PullMoments& moments) {
  std::optional<PullMoments> group;   // where there are several
  PullMoments* own_moments = &moments;
  if (!objective_.is_elsewhere() && samples.size() > group_rows)
    own_moments = &group.emplace(objective_.make_moments());
  const auto wanted_of = [&](Slot& slot) {
    if (&slot == &slots_.front()) return Wanted(*own_moments);
    if (!slot.moments) slot.moments.emplace(objective_.make_moments());
    return Wanted(*slot.moments);
  };
  const auto add = [&](Slot& slot) {
    own_moments->add(*slot.moments);
    slot.moments->clear();
  };
  const double loss = objective_.is_elsewhere()
                          ? objective_.sum_elsewhere(samples, parameters, progress, moments)
                          : sum_groups(
                                samples, parameters.size(),
                                [&](std::span<const std::uint32_t> own, std::size_t rows) {
                                  return sum_shards(own, rows, parameters, progress, wanted_of, add);
                                },
                                [&](bool, bool) {
                                  moments.add(*group);
                                  group->clear();
                                });
  if (of_ == 0) objective_.finish_moments(progress, moments);
  return loss;
}

}   // namespace protea
