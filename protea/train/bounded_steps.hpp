// Steps of prototypes that live in a bounded domain: keeps those a step may change, and limits the change. A cost is descended in ln w,
// so that one rate serves data of any size; rules without a cost take the plain steps of the papers. For other objectives, just the step.
#pragma once

#include <cstdint>
#include <vector>

#include <protea/optimize/optimizer.hpp>

namespace protea {

class BoundedSteps {
 public:
  explicit BoundedSteps(const Objective& objective);
  void step(Stepper& stepper, MutableRow parameters, Gradient& gradient, double scale, double progress);

 private:
  const Objective& objective_;
  bool is_needed_;
  std::vector<double> before_;
  std::vector<std::uint32_t> units_;
};

}  // namespace protea
