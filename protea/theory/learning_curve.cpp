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
constexpr double first_step = 1e-3;
constexpr double least_step = 1e-14;   // relative to 1 + α

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

// The equations of a task as Boost.odeint wants them.
auto system_of(const LearningTask& task) {
  return [&task](const State& state, State& derivative, double alpha) {
    const Flow change = flow(task.model, task.rule, to_overlaps(state, task.start.prototypes));
    const State linear = to_vector(change.linear);
    const State quadratic = to_vector(change.quadratic);
    const double eta = task.eta(alpha);
    for (std::size_t i = 0; i < derivative.size(); ++i) derivative[i] = eta * (linear[i] + eta * quadratic[i]);
  };
}

// Where an overlap passes `most_overlap` within a step of length `whole` from a sound state, by bisection over the
// lengths of a first step.
template <class Stepper>
double crossing_within(double whole, const Stepper& fresh, const LearningTask& task, const State& state, double alpha) {
  const auto system = system_of(task);
  double below = 0;
  double above = 1;
  while (above - below > 1e-10) {
    const double middle = (below + above) / 2;
    Stepper stepper = fresh;
    State next = state;
    double reached = alpha;
    double trial = middle * whole;
    const bool is_beyond = stepper.try_step(system, next, reached, trial) == odeint::fail || has_run_away(next);
    (is_beyond ? above : below) = middle;
  }
  return alpha + above * whole;
}

// Where the integration stands.
struct Progress {
  State state;
  double alpha = 0;
  double step = first_step;
};

// Goes on to `target`; false: the curve ends before, and says why.
template <class Stepper>
bool reach(double target, Stepper& stepper, const Stepper& fresh, const LearningTask& task, Progress& progress,
           LearningCurve& curve) {
  const auto system = system_of(task);
  while (progress.alpha < target) {
    if (curve.steps == task.most_steps) {
      curve.stopped_at = progress.alpha;
      return false;
    }
    ++curve.steps;
    const double rest = target - progress.alpha;
    const bool is_last = progress.step >= rest;
    double trial = is_last ? rest : progress.step;
    const double before = trial;
    State next = progress.state;
    double reached = progress.alpha;
    const auto result = stepper.try_step(system, next, reached, trial);
    if (result == odeint::fail ||
        std::any_of(next.begin(), next.end(), [](double value) { return std::isnan(value); })) {
      progress.step = std::min(trial, before / 2);
      // Overlaps that grow without bound within a finite time ask for ever smaller steps.
      if (progress.step < least_step * (1 + progress.alpha)) curve.diverged_at = progress.alpha;
    } else {
      if (has_run_away(next)) {
        curve.diverged_at = crossing_within(before, fresh, task, progress.state, progress.alpha);
        return false;
      }
      progress.alpha = is_last ? target : reached;
      progress.step = is_last ? std::max(progress.step, trial) : trial;
      progress.state = next;
    }
    if (curve.diverged_at) return false;
  }
  return true;
}

template <class Stepper>
LearningCurve integrate_with(Stepper stepper, const LearningTask& task, std::span<const double> alphas) {
  const std::size_t count = task.start.prototypes;
  LearningCurve curve;
  Progress progress{.state = to_vector(task.start)};
  const Stepper fresh = stepper;   // a stepper remembers the derivative at its end
  for (const double target : alphas) {
    if (!reach(target, stepper, fresh, task, progress, curve)) break;
    curve.points.push_back(curve_point(task.model, to_overlaps(progress.state, count), task.rule.labels(), target));
  }
  curve.last = to_overlaps(progress.state, count);
  return curve;
}

}   // namespace

LearningPoint curve_point(const ClusterModel& model, const Overlaps& overlaps, const std::vector<std::size_t>& labels,
                          double alpha) {
  return {alpha, overlaps, generalization_error(model, overlaps, labels), quantization_error(model, overlaps)};
}

bool are_exchangeable(const Overlaps& overlaps, std::size_t l, std::size_t m) {
  bool is_same = overlaps.r[l] == overlaps.r[m] && overlaps.q[l][l] == overlaps.q[m][m];
  for (std::size_t other = 0; other < overlaps.prototypes; ++other) {
    if (other != l && other != m) is_same = is_same && overlaps.q[l][other] == overlaps.q[m][other];
  }
  return is_same;
}

bool are_clusters_exchangeable(const ClusterModel& model, const Overlaps& overlaps) {
  const auto end = overlaps.r.begin() + static_cast<std::ptrdiff_t>(overlaps.prototypes);
  return model.p(0) == model.p(1) && model.v(0) == model.v(1) &&
         std::all_of(overlaps.r.begin(), end, [](const auto& r) { return r[0] == r[1]; });
}

LearningCurve learning_curve(const LearningTask& task, std::span<const double> alphas) {
  demand_valid(task.model);
  demand_valid(task.start);
  demand_ascending(alphas);
  if (has_run_away(to_vector(task.start)))
    throw UsageError(fmt::format("the start has an overlap above {:g}: take smaller prototypes", most_overlap));
  if (task.rule.labels().size() != task.start.prototypes) {
    throw UsageError(fmt::format("the rule has {} prototypes and the start has {}", task.rule.labels().size(),
                                 task.start.prototypes));
  }
  return follow(task, alphas);
}

LearningCurve follow(const LearningTask& task, std::span<const double> alphas) {
  if (task.integrator == Integrator::fehlberg) {
    return integrate_with(
        odeint::make_controlled(task.tolerance, task.tolerance, odeint::runge_kutta_fehlberg78<State>()), task, alphas);
  }
  return integrate_with(odeint::make_controlled(task.tolerance, task.tolerance, odeint::runge_kutta_dopri5<State>()),
                        task, alphas);
}

}   // namespace protea
