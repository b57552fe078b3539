#include <protea/optimize/waypoint.hpp>

#include <algorithm>
#include <cmath>

namespace protea {

void Waypoint::start(const ParameterLayout& layout) {
  layout_ = layout;
  steps_.clear();
  for (std::size_t b = 0; b < layout.size(); ++b) steps_.push_back(b == 0 ? step : metric_step);
  history_.clear();
}

Iteration Waypoint::iterate(Cost& cost, MutableRow parameters) {
  const std::size_t size = parameters.size();
  const std::vector<double> before(parameters.begin(), parameters.end());
  std::vector<double> gradient(size);
  Iteration result{cost.value_and_gradient(parameters, gradient), true};

  std::vector<double> stepped = before;
  std::vector<bool> is_still(layout_.size(), true);   // without a slope: not even averaged, so that it keeps its bits
  for (std::size_t b = 0; b < layout_.size(); ++b) {
    const MutableRow g = MutableRow(gradient).subspan(layout_[b].first, layout_[b].size);
    double norm = 0;
    for (const double each : g) norm += each * each;
    norm = std::sqrt(norm);
    if (!(norm > 0)) continue;
    result.is_stationary = false;
    is_still[b] = false;
    for (std::size_t i = 0; i < g.size(); ++i) stepped[layout_[b].first + i] -= steps_[b] * g[i] / norm;
  }
  cost.objective().project(stepped);

  std::copy(stepped.begin(), stepped.end(), parameters.begin());
  const auto kept = static_cast<std::size_t>(memory);
  if (history_.size() == kept * size) {
    std::vector<double> mean(size, 0.0);
    for (std::size_t i = 0; i < history_.size(); ++i) mean[i % size] += history_[i] / static_cast<double>(kept);
    cost.objective().project(mean);
    for (std::size_t b = 0; b < layout_.size(); ++b) {
      if (is_still[b]) continue;
      // Only block b changes: to its average, or by its step.
      const auto cost_with = [&](const std::vector<double>& source) {
        std::vector<double> trial = before;
        std::copy_n(source.begin() + static_cast<std::ptrdiff_t>(layout_[b].first), layout_[b].size,
                    trial.begin() + static_cast<std::ptrdiff_t>(layout_[b].first));
        return cost.value(trial);
      };
      const double mean_cost = cost_with(mean);
      const double step_cost = cost_with(stepped);
      steps_[b] *= growth;
      if (mean_cost <= step_cost || !std::isfinite(step_cost)) {
        steps_[b] /= shrinkage * growth;
        std::copy_n(mean.begin() + static_cast<std::ptrdiff_t>(layout_[b].first), layout_[b].size,
                    parameters.begin() + static_cast<std::ptrdiff_t>(layout_[b].first));
      }
    }
    history_.erase(history_.begin(), history_.begin() + static_cast<std::ptrdiff_t>(size));
  }
  history_.insert(history_.end(), parameters.begin(), parameters.end());
  return result;
}

}  // namespace protea
