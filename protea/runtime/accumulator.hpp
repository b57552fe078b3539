// Sums an objective over samples on a runtime. The samples are cut into shards whose sizes depend on their count and on
// the number of parameters alone; each is summed privately and added in shard order, so the bits do not depend on the
// number of threads. Few shards are under way at a time, so that memory does not grow with their number.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/optimize/objective.hpp>
#include <protea/runtime/runtime.hpp>

namespace PROTEA_EXPORT protea {

class Accumulator {
 public:
  Accumulator(const Objective& objective, Runtime& runtime);

  // The sum of the losses; `accumulate` also adds to gradient(), `sum_moments` to `moments`, which arrive zero.
  double value(std::span<const std::uint32_t> samples, Row parameters, double progress);
  double accumulate(std::span<const std::uint32_t> samples, Row parameters, double progress);
  double sum_moments(std::span<const std::uint32_t> samples, Row parameters, double progress, PullMoments& moments);
  // See Objective::look_ahead.
  void look_ahead(std::span<const std::uint32_t> samples, Row parameters) {
    objective_.look_ahead(samples, parameters, *slots_.front().workspace);
  }
  const Objective& objective() const { return objective_; }
  Gradient& gradient() { return slots_.front().gradient.value(); }

 private:
  // Where a shard is summed. The first slot serves the first shard of a call alone, and holds the sum.
  struct Slot {
    std::unique_ptr<Workspace> workspace;
    std::optional<Gradient> gradient = {};   // once one was wanted
    std::optional<PullMoments> moments = {};
    double loss = 0;
  };
  // Sums the shards, as many at a time as there are slots; wanted_of(slot) is where the sums of one go, and add(slot)
  // takes those of all but the first shard, in order. Returns the loss.
  template <class WantedOf, class Add>
  double sum_shards(std::span<const std::uint32_t> samples, Row parameters, double progress, WantedOf wanted_of,
                    Add add);

  const Objective& objective_;
  Runtime& runtime_;
  std::vector<Slot> slots_;
};

}   // namespace protea
