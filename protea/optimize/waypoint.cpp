#include <protea/optimize/waypoint.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/error.hpp>

namespace protea {
namespace {

template <class Visit>
void for_each_guided_unit(const ParameterLayout& layout, Visit&& visit) {
  for (const ParameterBlock& block : layout) {
    if (!block.manifold->guides_steps()) continue;
    for (std::size_t index = 0; index < block.unit_count(); ++index) visit(block, index);
  }
}

}   // namespace

void Waypoint::start(const ParameterLayout& layout) {
  runs_ = runs_of(layout);
  steps_.assign(rate_group_count, metric_step);
  steps_[static_cast<std::size_t>(RateGroup::prototype)] = step;
  steps_[static_cast<std::size_t>(RateGroup::parameter)] = parameter_step;
  history_.clear();
}

std::array<double, rate_group_count> Waypoint::norms_of(Row gradient) const {
  std::array<double, rate_group_count> norms{};
  for (const ParameterRun& run : runs_) {
    for (const double each : gradient.subspan(run.first, run.size))
      norms[static_cast<std::size_t>(run.group)] += each * each;
  }
  for (double& norm : norms) {
    norm = std::sqrt(norm);
    if (!std::isfinite(norm))
      throw NumericalError(
          "the gradient is no longer finite: use smaller steps (optimizer.step, optimizer.metric_step)");
  }
  return norms;
}

void Waypoint::copy_group(std::size_t group, Row from, MutableRow to) const {
  for (const ParameterRun& run : runs_) {
    if (static_cast<std::size_t>(run.group) != group) continue;
    const Row source = from.subspan(run.first, run.size);
    std::copy(source.begin(), source.end(), to.begin() + static_cast<std::ptrdiff_t>(run.first));
  }
}

Iteration Waypoint::iterate(Cost& cost, MutableRow parameters) {
  const std::size_t size = parameters.size();
  const std::vector<double> before(parameters.begin(), parameters.end());
  const Cost::WithGradient at = cost.with_gradient(parameters);
  const MutableRow gradient = at.gradient;
  Iteration result{at.value, true};

  std::vector<double> stepped = before;
  const ParameterLayout& layout = cost.objective().layout();
  for_each_guided_unit(layout, [&](const ParameterBlock& block, std::size_t index) {
    block.manifold->prepare_step(StepCoordinates::natural, block.unit_of(MutableRow(stepped), index),
                                 block.unit_of(gradient, index));
  });
  const std::array<double, rate_group_count> norms =
      norms_of(gradient);   // 0: not even averaged, so that it keeps its bits
  for (const ParameterRun& run : runs_) {
    const auto group = static_cast<std::size_t>(run.group);
    if (!(norms[group] > 0)) continue;
    result.is_stationary = false;
    for (std::size_t i = run.first; i < run.end(); ++i) stepped[i] -= steps_[group] * gradient[i] / norms[group];
  }
  for_each_guided_unit(layout, [&](const ParameterBlock& block, std::size_t index) {
    block.manifold->finish_step(StepCoordinates::natural, block.unit_of(Row(before), index),
                                block.unit_of(MutableRow(stepped), index));
  });
  project(layout, stepped);

  std::copy(stepped.begin(), stepped.end(), parameters.begin());
  const auto kept = static_cast<std::size_t>(memory);
  if (history_.size() == kept * size) {
    std::vector<double> mean(size, 0.0);
    for (std::size_t i = 0; i < history_.size(); ++i) mean[i % size] += history_[i] / static_cast<double>(kept);
    project(layout, mean);
    for (std::size_t group = 0; group < rate_group_count; ++group) {
      if (!(norms[group] > 0)) continue;
      // Only this group changes: to its average, or by its step.
      const auto cost_with = [&](const std::vector<double>& source) {
        std::vector<double> trial = before;
        copy_group(group, source, trial);
        return cost.value(trial);
      };
      const double mean_cost = cost_with(mean);
      const double step_cost = cost_with(stepped);
      steps_[group] *= growth;
      if (mean_cost <= step_cost || !std::isfinite(step_cost)) {
        steps_[group] /= shrinkage * growth;
        copy_group(group, mean, parameters);
      }
    }
    history_.erase(history_.begin(), history_.begin() + static_cast<std::ptrdiff_t>(size));
  }
  history_.insert(history_.end(), parameters.begin(), parameters.end());
  return result;
}

}   // namespace protea
