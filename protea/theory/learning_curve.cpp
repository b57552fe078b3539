#include <protea/theory/learning_curve.hpp>

#include <algorithm>
#include <cmath>

#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/generation.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>
#include <fmt/format.h>

#include <protea/base/error.hpp>

namespace protea {
namespace {

namespace odeint = boost::numeric::odeint;
using State = std::vector<double>;

constexpr double most_alpha = 1e7;
constexpr std::size_t most_steps = 1'000'000;

bool has_run_away(const State& state) {
  return std::any_of(state.begin(), state.end(), [](double value) { return !(std::abs(value) <= most_overlap); });
}

void demand_ascending(std::span<const double> alphas) {
  for (std::size_t i = 0; i < alphas.size(); ++i) {
    if (!(alphas[i] >= 0) || alphas[i] > most_alpha) {
      throw UsageError(fmt::format("alpha = {}: must be at least 0 and at most {:g}", alphas[i], most_alpha));
    }
    if (i > 0 && !(alphas[i] > alphas[i - 1])) {
      throw UsageError(fmt::format("alpha = {} follows {}: the values must ascend", alphas[i], alphas[i - 1]));
    }
  }
}

template <class Stepper>
LearningCurve integrate_with(Stepper stepper, const LearningTask& task, std::span<const double> alphas) {
  const std::size_t count = task.start.prototypes;
  const auto system = [&](const State& state, State& derivative, double alpha) {
    const Flow change = flow(task.model, task.rule, to_overlaps(state, count));
    const State linear = to_vector(change.linear);
    const State quadratic = to_vector(change.quadratic);
    const double eta = task.eta(alpha);
    for (std::size_t i = 0; i < derivative.size(); ++i) derivative[i] = eta * (linear[i] + eta * quadratic[i]);
  };
  LearningCurve curve;
  State state = to_vector(task.start);
  double alpha = 0;
  double step = 1e-3;
  std::size_t steps = 0;
  for (const double target : alphas) {
    while (alpha < target) {
      if (++steps > most_steps) throw NumericalError(fmt::format("alpha = {:.4g}: a million steps were not enough to come further", alpha));
      const double rest = target - alpha;
      const bool is_last = step >= rest;
      double trial = is_last ? rest : step;
      const double before = trial;
      State next = state;
      double reached = alpha;
      const auto result = stepper.try_step(system, next, reached, trial);
      if (result == odeint::fail || std::any_of(next.begin(), next.end(), [](double value) { return std::isnan(value); })) {
        step = std::min(trial, before / 2);
        if (step < 1e-14 * (1 + alpha)) {
          throw NumericalError(fmt::format("alpha = {:.4g}: the overlaps grow without bound within a finite time and cannot be followed further: use a "
                                           "smaller eta, or a rule that pulls less", alpha));
        }
        continue;
      }
      state = next;
      alpha = is_last ? target : reached;
      step = is_last ? std::max(step, trial) : trial;
      if (!has_run_away(state)) continue;
      curve.diverged_at = alpha;
      return curve;
    }
    curve.points.push_back(curve_point(task.model, to_overlaps(state, count), task.rule.labels(), target));
  }
  return curve;
}

}  // namespace

CurvePoint curve_point(const ClusterModel& model, const Overlaps& overlaps, const std::vector<std::size_t>& labels, double alpha) {
  return {alpha, overlaps, generalization_error(model, overlaps, labels), quantization_error(model, overlaps)};
}

bool is_symmetric(const Overlaps& overlaps) {
  return overlaps.prototypes == 2 && overlaps.r[0] == overlaps.r[1] && overlaps.q[0][0] == overlaps.q[1][1];
}

LearningCurve learning_curve(const LearningTask& task, std::span<const double> alphas) {
  demand_valid(task.model);
  demand_valid(task.start);
  demand_ascending(alphas);
  if (has_run_away(to_vector(task.start))) throw UsageError(fmt::format("the start has an overlap above {:g}: take smaller prototypes", most_overlap));
  if (task.rule.labels().size() != task.start.prototypes) {
    throw UsageError(fmt::format("the rule has {} prototypes and the start has {}", task.rule.labels().size(), task.start.prototypes));
  }
  return follow(task, alphas);
}

LearningCurve follow(const LearningTask& task, std::span<const double> alphas) {
  if (task.integrator == Integrator::fehlberg) {
    return integrate_with(odeint::make_controlled(task.tolerance, task.tolerance, odeint::runge_kutta_fehlberg78<State>()), task, alphas);
  }
  return integrate_with(odeint::make_controlled(task.tolerance, task.tolerance, odeint::runge_kutta_dopri5<State>()), task, alphas);
}

}  // namespace protea
