#include <protea/optimize/waypoint.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/error.hpp>

namespace protea {

void Waypoint::start(const ParameterLayout& layout) {
  runs_ = runs_of(layout);
  steps_.assign(kind_count, metric_step);
  steps_[static_cast<std::size_t>(Kind::prototype)] = step;
  steps_[static_cast<std::size_t>(Kind::parameter)] = parameter_step;
  history_.clear();
}

std::array<double, kind_count> Waypoint::norms_of(Row gradient) const {
  std::array<double, kind_count> norms{};
  for (const ParameterRun& run : runs_) {
    for (const double each : gradient.subspan(run.first, run.size)) norms[static_cast<std::size_t>(run.kind)] += each * each;
  }
  for (double& norm : norms) {
    norm = std::sqrt(norm);
    if (!std::isfinite(norm)) throw NumericalError("the gradient is no longer finite: use smaller steps (optimizer.step, optimizer.metric_step)");
  }
  return norms;
}

void Waypoint::copy_kind(std::size_t kind, Row from, MutableRow to) const {
  for (const ParameterRun& run : runs_) {
    if (static_cast<std::size_t>(run.kind) != kind) continue;
    const Row source = from.subspan(run.first, run.size);
    std::copy(source.begin(), source.end(), to.begin() + static_cast<std::ptrdiff_t>(run.first));
  }
}

Iteration Waypoint::iterate(Cost& cost, MutableRow parameters) {
  const std::size_t size = parameters.size();
  const std::vector<double> before(parameters.begin(), parameters.end());
  std::vector<double> gradient(size);
  Iteration result{cost.value_and_gradient(parameters, gradient), true};

  std::vector<double> stepped = before;
  const std::size_t prototypes = cost.objective().has_bounded_units() ? cost.objective().layout().front().size : 0;
  for (std::size_t i = 0; i < prototypes; ++i) {
    gradient[i] *= before[i];
    stepped[i] = 0;                        // becomes the change of ln w
  }
  const std::array<double, kind_count> norms = norms_of(gradient);   // 0: not even averaged, so that it keeps its bits
  for (const ParameterRun& run : runs_) {
    const auto kind = static_cast<std::size_t>(run.kind);
    if (!(norms[kind] > 0)) continue;
    result.is_stationary = false;
    for (std::size_t i = run.first; i < run.end(); ++i) stepped[i] -= steps_[kind] * gradient[i] / norms[kind];
  }
  cost.objective().step_in_logs(Row(before).first(prototypes), MutableRow(stepped).first(prototypes));
  cost.objective().project(stepped);

  std::copy(stepped.begin(), stepped.end(), parameters.begin());
  const auto kept = static_cast<std::size_t>(memory);
  if (history_.size() == kept * size) {
    std::vector<double> mean(size, 0.0);
    for (std::size_t i = 0; i < history_.size(); ++i) mean[i % size] += history_[i] / static_cast<double>(kept);
    cost.objective().project(mean);
    for (std::size_t kind = 0; kind < kind_count; ++kind) {
      if (!(norms[kind] > 0)) continue;
      // Only this kind changes: to its average, or by its step.
      const auto cost_with = [&](const std::vector<double>& source) {
        std::vector<double> trial = before;
        copy_kind(kind, source, trial);
        return cost.value(trial);
      };
      const double mean_cost = cost_with(mean);
      const double step_cost = cost_with(stepped);
      steps_[kind] *= growth;
      if (mean_cost <= step_cost || !std::isfinite(step_cost)) {
        steps_[kind] /= shrinkage * growth;
        copy_kind(kind, mean, parameters);
      }
    }
    history_.erase(history_.begin(), history_.begin() + static_cast<std::ptrdiff_t>(size));
  }
  history_.insert(history_.end(), parameters.begin(), parameters.end());
  return result;
}

}  // namespace protea
