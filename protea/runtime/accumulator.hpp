// Sums an objective over samples on a runtime. The samples are cut into shards whose sizes depend on their count and on
// the number of parameters alone; each is summed privately, those of a group (base/row_groups.hpp) are added in their order, and
// then the groups in theirs, so the bits do not depend on the number of threads, nor on where a group is summed. Few shards
// are under way at a time, so that memory does not grow with their number.
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
  // The samples may be one group of more: `of` is then the number of all, which decides how shards are cut, and moments
  // are left for whoever adds up the groups to finish.
  Accumulator(const Objective& objective, Runtime& runtime, std::size_t of = 0);

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
  // Where a shard is summed. The first slot serves the first shard of a group alone, and holds the sum of the group.
  struct Slot {
    std::unique_ptr<Workspace> workspace;
    std::optional<Gradient> gradient = {};   // once one was wanted
    std::optional<PullMoments> moments = {};
    double loss = 0;
  };
  // Sums the shards of one group, as many at a time as there are slots; wanted_of(slot) is where the sums of one go, and
  // add(slot) takes those of all but the first shard, in order. Returns the loss.
  template <class WantedOf, class Add>
  double sum_shards(std::span<const std::uint32_t> samples, std::size_t rows, Row parameters, double progress,
                    WantedOf wanted_of, Add add);
  // Sums group after group by sum(samples, rows of a shard), and hands over what each but the last has come to.
  template <class Sum, class HandOver>
  double sum_groups(std::span<const std::uint32_t> samples, std::size_t parameters, Sum sum, HandOver hand_over);

  const Objective& objective_;
  Runtime& runtime_;
  std::size_t of_;
  std::vector<Slot> slots_;
  std::optional<Slot> penalty_;          // what the parameters cost, beside the shards
  std::optional<Gradient> total_ = {};   // of the groups before, where there are several
};

}   // namespace protea
