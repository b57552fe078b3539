// Sums an objective over samples on a runtime. The samples are cut into a number of shards that depends on their count alone;
// each is summed privately and added in shard order, so the bits do not depend on the number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <protea/optimize/objective.hpp>
#include <protea/runtime/runtime.hpp>

namespace protea {

class Accumulator {
 public:
  Accumulator(const Objective& objective, Runtime& runtime);

  // Adds to gradient() and returns the sum of the losses.
  double accumulate(std::span<const std::uint32_t> samples, Row parameters, double progress);
  // See Objective::look_ahead.
  void look_ahead(std::span<const std::uint32_t> samples, Row parameters) {
    objective_.look_ahead(samples, parameters, *shards_.front().workspace);
  }
  Gradient& gradient() { return shards_.front().gradient; }

 private:
  struct Shard {
    Gradient gradient;
    std::unique_ptr<Workspace> workspace;
    double loss = 0;
  };
  void need_shards(std::size_t count);

  const Objective& objective_;
  Runtime& runtime_;
  std::vector<Shard> shards_;
};

}  // namespace protea
