#include <protea/optimize/lbfgs.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/lanes.hpp>

namespace protea {
namespace {

double largest(Row values) {
  double result = 0;
  for (const double value : values) result = std::max(result, std::abs(value));
  return result;
}

// Minimum of the cubic through two values and slopes, kept well inside the interval.
double interpolate(double a, double fa, double ga, double b, double fb, double gb) {
  const double d1 = ga + gb - 3 * (fa - fb) / (a - b);
  const double square = d1 * d1 - ga * gb;
  const double low = std::min(a, b);
  const double high = std::max(a, b);
  double result = (a + b) / 2;
  if (square >= 0) {
    const double d2 = std::copysign(std::sqrt(square), b - a);
    result = b - (b - a) * (gb + d2 - d1) / (gb - ga + 2 * d2);
  }
  const double margin = 0.1 * (high - low);
  if (!std::isfinite(result) || result < low + margin || result > high - margin) result = (a + b) / 2;
  return result;
}

}   // namespace

void Lbfgs::start(const ParameterLayout&) {
  position_.clear();
  gradient_.clear();
  cost_.clear();
  steps_.clear();
  changes_.clear();
}

// −H·g by the two loops over the remembered pairs.
std::vector<double> Lbfgs::direction() const {
  const std::size_t size = position_.size();
  const std::size_t pairs = steps_.size() / size;
  const auto step_of = [&](std::size_t j) { return Row(steps_).subspan(j * size, size); };
  const auto change_of = [&](std::size_t j) { return Row(changes_).subspan(j * size, size); };
  std::vector<double> q = gradient_;
  std::vector<double> alpha(pairs);
  for (std::size_t j = pairs; j-- > 0;) {
    alpha[j] = lane_dot(step_of(j), q) / lane_dot(step_of(j), change_of(j));
    for (std::size_t i = 0; i < size; ++i) q[i] -= alpha[j] * change_of(j)[i];
  }
  if (pairs > 0) {
    const Row y = change_of(pairs - 1);
    const double scale = lane_dot(step_of(pairs - 1), y) / lane_dot(y, y);
    for (double& each : q) each *= scale;
  }
  for (std::size_t j = 0; j < pairs; ++j) {
    const double beta = lane_dot(change_of(j), q) / lane_dot(step_of(j), change_of(j));
    for (std::size_t i = 0; i < size; ++i) q[i] += (alpha[j] - beta) * step_of(j)[i];
  }
  for (double& each : q) each = -each;
  return q;
}

std::size_t Lbfgs::pairs_for(std::size_t parameters) const {
  constexpr std::size_t usual = 10;
  constexpr std::size_t fewest = 1;
  constexpr std::size_t numbers = 10'000'000;   // of steps, and of changes
  if (memory > 0) return static_cast<std::size_t>(memory);
  return std::clamp(numbers / std::max<std::size_t>(parameters, 1), fewest, usual);
}

// Leaves the free coordinates of the trial in `parameters`.
Lbfgs::Point Lbfgs::evaluate(Cost& cost, const std::vector<double>& along, double step, MutableRow parameters) const {
  const ParameterLayout& layout = cost.objective().layout();
  const auto go = [&] {
    for (std::size_t i = 0; i < along.size(); ++i) parameters[i] = position_[i] + step * along[i];
  };
  go();
  from_free(layout, parameters);
  const Cost::WithGradient there = cost.with_gradient(parameters);
  go();
  pull_back(layout, parameters, there.gradient);
  return {there.value, there.gradient};
}

void Lbfgs::return_to_position(const ParameterLayout& layout, MutableRow parameters) const {
  std::ranges::copy(position_, parameters.begin());
  from_free(layout, parameters);
}

// Brackets, then zooms. The best admissible point, in whose free coordinates `parameters` are left; nothing when no step
// lowers the cost.
std::optional<Lbfgs::Point> Lbfgs::search_line(Cost& cost, const std::vector<double>& along, double slope,
                                               double first_step, MutableRow parameters) const {
  Point trial;
  double trial_slope = 0;
  const double start_cost = cost_[0];
  double low = 0, low_cost = start_cost, low_slope = slope;
  double high = 0, high_cost = 0, high_slope = 0;
  bool has_bracket = false;
  double found_step = 0;
  double last_step = 0;
  double step = first_step;
  for (std::int64_t count = 0; count < line_evaluations; ++count) {
    trial = evaluate(cost, along, step, parameters);
    trial_slope = lane_dot(trial.gradient, along);
    last_step = step;
    const bool is_usable = std::isfinite(trial.cost) && std::isfinite(trial_slope);
    if (!is_usable || trial.cost > start_cost + decrease * step * slope || (low > 0 && trial.cost >= low_cost)) {
      high = step;
      high_cost = trial.cost;
      high_slope = trial_slope;
      has_bracket = true;
    } else {
      found_step = step;
      if (std::abs(trial_slope) <= -curvature * slope) return trial;
      if (has_bracket ? trial_slope * (high - low) >= 0 : trial_slope >= 0) {
        high = low;
        high_cost = low_cost;
        high_slope = low_slope;
        has_bracket = true;
      }
      low = step;
      low_cost = trial.cost;
      low_slope = trial_slope;
    }
    if (!has_bracket) step *= 2;
    else if (std::isfinite(high_cost)) step = interpolate(low, low_cost, low_slope, high, high_cost, high_slope);
    else step = (low + high) / 2;
  }
  if (found_step == 0) return {};
  return found_step == last_step ? trial : evaluate(cost, along, found_step, parameters);
}

void Lbfgs::remember(std::vector<double>& kept, const std::vector<double>& next) const {
  const std::size_t size = next.size();
  const std::size_t most = pairs_for(size) * size;
  kept.reserve(most);
  if (kept.size() + size > most) kept.erase(kept.begin(), kept.end() - static_cast<std::ptrdiff_t>(most - size));
  kept.insert(kept.end(), next.begin(), next.end());
}

Iteration Lbfgs::iterate(Cost& cost, MutableRow parameters) {
  const Objective& objective = cost.objective();
  const std::size_t size = parameters.size();
  if (position_.empty()) {
    position_.assign(parameters.begin(), parameters.end());
    to_free(objective.layout(), position_);
    return_to_position(objective.layout(), parameters);   // a chart may move a start away from where it has no slope
    const Cost::WithGradient here = cost.with_gradient(parameters);
    pull_back(objective.layout(), position_, here.gradient);
    cost_.assign(1, here.value);
    gradient_.assign(here.gradient.begin(), here.gradient.end());
  }
  const double enough = gradient_tolerance * objective.total_weight();
  if (largest(gradient_) <= enough) return {cost_[0], true};

  std::vector<double> along = direction();
  double slope = lane_dot(along, gradient_);
  if (!(slope < 0)) {
    steps_.clear();
    changes_.clear();
    along = direction();
    slope = lane_dot(along, gradient_);
  }
  // Without curvature yet, a first step of moderate length; the line search stretches it.
  const double first_step = steps_.empty() ? std::min(1.0, 0.1 / std::sqrt(-slope)) : 1;
  const std::optional<Point> next = search_line(cost, along, slope, first_step, parameters);
  if (!next) {
    return_to_position(objective.layout(), parameters);
    if (steps_.empty()) return {cost_[0], true};
    steps_.clear();
    changes_.clear();
    along = {};
    return iterate(cost, parameters);   // once more, straight down the gradient
  }

  std::vector<double>& step_taken = along;
  std::vector<double>& change = gradient_;
  for (std::size_t i = 0; i < size; ++i) {
    step_taken[i] = parameters[i] - position_[i];
    change[i] = next->gradient[i] - gradient_[i];
  }
  if (lane_dot(step_taken, change) > 1e-16 * lane_dot(change, change)) {   // keeps the metric positive definite
    remember(steps_, step_taken);
    remember(changes_, change);
  }
  std::ranges::copy(parameters, position_.begin());
  std::ranges::copy(next->gradient, gradient_.begin());
  cost_[0] = next->cost;
  from_free(objective.layout(), parameters);
  return {cost_[0], largest(gradient_) <= enough};
}

}   // namespace protea
