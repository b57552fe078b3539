// Sums an objective over samples on a runtime. The samples are cut into a number of shards that depends on
// their count alone;
// each is summed privately and added in shard order, so the bits do not depend on the number of threads.
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

  // The sum of the losses; `accumulate` also adds to gradient(), `add_moments` to `moments`.
  double value(std::span<const std::uint32_t> samples, Row parameters, double progress);
  double accumulate(std::span<const std::uint32_t> samples, Row parameters, double progress);
  double add_moments(std::span<const std::uint32_t> samples, Row parameters, double progress, PullMoments& moments);
  // See Objective::look_ahead.
  void look_ahead(std::span<const std::uint32_t> samples, Row parameters) {
    objective_.look_ahead(samples, parameters, *shards_.front().workspace);
  }
  Gradient& gradient() { return shards_.front().gradient.value(); }

 private:
  struct Shard {
    std::unique_ptr<Workspace> workspace;
    std::optional<Gradient> gradient = {};   // once one was wanted
    std::optional<PullMoments> moments = {};
    double loss = 0;
  };
  // Sums the shards one by one or side by side; wanted_of(shard) is where its sums go. Returns how many there are.
  template <class WantedOf>
  std::size_t sum_shards(std::span<const std::uint32_t> samples, Row parameters, double progress, WantedOf wanted_of);
  double loss_of(std::size_t shards) const;

  const Objective& objective_;
  Runtime& runtime_;
  std::vector<Shard> shards_;
};

}   // namespace protea
