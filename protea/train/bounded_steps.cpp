#include <protea/train/bounded_steps.hpp>

#include <algorithm>
#include <numeric>

namespace protea {

BoundedSteps::BoundedSteps(const Objective& objective) : objective_(objective), is_needed_(objective.has_bounded_units()) {
  if (!is_needed_) return;
  const ParameterBlock& block = objective.layout().front();
  before_.resize(block.size);
  units_.reserve(block.size / block.unit);
}

void BoundedSteps::step(Stepper& stepper, MutableRow parameters, Gradient& gradient, double scale, double progress) {
  if (!is_needed_) return stepper.step(parameters, gradient, scale, progress);
  const bool is_in_logs = objective_.has_cost() || !stepper.steps_linearly();   // adam: steps of a given length mean nothing else
  objective_.make_tangential(parameters, gradient);
  const std::size_t unit = gradient.unit();
  if (stepper.changes_only_touched()) {
    units_.assign(gradient.touched().begin(), gradient.touched().end());
  } else if (units_.empty()) {
    units_.resize(before_.size() / unit);
    std::iota(units_.begin(), units_.end(), 0U);
  }
  for (const std::uint32_t k : units_) {
    for (std::size_t i = k * unit; i < (k + 1) * unit; ++i) {
      before_[i] = parameters[i];
      if (!is_in_logs) continue;
      gradient.values()[i] *= parameters[i];
      parameters[i] = 0;                   // becomes the change of ln w
    }
  }
  stepper.step(parameters, gradient, scale, progress);
  for (const std::uint32_t k : units_) {
    const Row before = Row(before_).subspan(k * unit, unit);
    const MutableRow w = parameters.subspan(k * unit, unit);
    if (is_in_logs) objective_.step_in_logs(before, w);
    else objective_.limit_step(before, w);
  }
}

}  // namespace protea
