#include <protea/experiment/simulation.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <mutex>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/dissimilarity/squared_euclidean.hpp>
#include <protea/optimize/sgd.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/train/prototype_objective.hpp>
#include <protea/train/step_through.hpp>

namespace protea {
namespace {

constexpr std::size_t block = 16;   // samples drawn at once: they stay in the cache
using Clock = std::chrono::steady_clock;

std::vector<double> to_numbers(const LearningPoint& point) {
  std::vector<double> numbers = to_vector(point.overlaps);
  numbers.insert(numbers.end(), {point.error.total, point.error.plus, point.error.minus, point.quantization});
  return numbers;
}

LearningPoint to_point(std::span<const double> numbers, double alpha, std::size_t prototypes) {
  const auto rest = numbers.last(4);
  return {alpha, to_overlaps(numbers, prototypes), {rest[0], rest[1], rest[2]}, rest[3]};
}

// One run: prototypes, samples, and the parts that train them.
class Run {
 public:
  Run(const SimulationTask& task, std::size_t number)
      : task_(task),
        space_(std::make_shared<LiftedDissimilarity<SquaredEuclidean>>(), task.dimension, labels_of(task),
               Scope::shared, task.rule->parameter_count(task.labels.size())),
        samples_(task.model, task.dimension, {task.noise, task.seed, static_cast<std::uint32_t>(number)}),
        x_(block, task.dimension),
        y_(block),
        objective_(space_, task.rule, x_.view(), y_),
        accumulator_(objective_, serial_),
        steps_(objective_),
        parameters_(parameter_count(space_.layout())),
        order_(block) {
    std::iota(order_.begin(), order_.end(), 0U);
    sgd_.rate = task.eta / static_cast<double>(task.dimension);
    sgd_.schedule = task.schedule;
    sgd_.decay = task.decay;
    sgd_.start(space_.layout());
    const auto w = vectors_with(task.start);
    for (std::size_t l = 0; l < task.labels.size(); ++l) {
      std::copy_n(w[l].begin(), cluster_count + task.labels.size(),
                  space_.prototypes(MutableRow(parameters_)).row(l).begin());
    }
    task.rule->initialize(space_.rule_parameters(MutableRow(parameters_)));
  }

  // Learns from `count` more samples of `all`.
  void learn(std::size_t count, std::size_t all) {
    while (count > 0) {
      const std::size_t size = std::min(block, count);
      samples_.draw({x_.values().data(), size, task_.dimension, task_.dimension}, std::span(y_).first(size));
      const auto drawn = Clock::now();
      const double length = static_cast<double>(size);
      step_through({sgd_, steps_, accumulator_}, std::span(order_).first(size),
                   {static_cast<double>(done_) / length, static_cast<double>(all) / length}, parameters_);
      training_ += Clock::now() - drawn;
      done_ += size;
      count -= size;
    }
  }

  Overlaps overlaps() const {
    Overlaps result{.prototypes = task_.labels.size()};
    const MatrixView w = space_.prototypes(Row(parameters_));
    for (std::size_t l = 0; l < result.prototypes; ++l) {
      for (std::size_t s = 0; s < cluster_count; ++s) result.r[l][s] = w.row(l)[s];
      for (std::size_t m = 0; m < result.prototypes; ++m) {
        result.q[l][m] = std::inner_product(w.row(l).begin(), w.row(l).end(), w.row(m).begin(), 0.0);
      }
    }
    return result;
  }
  std::size_t done() const { return done_; }
  double training_seconds() const { return std::chrono::duration<double>(training_).count(); }

 private:
  static std::vector<Label> labels_of(const SimulationTask& task) {
    std::vector<Label> labels;
    for (const std::size_t label : task.labels) labels.push_back(static_cast<Label>(label));
    return labels;
  }

  const SimulationTask& task_;
  PrototypeSpace space_;
  ClusterSamples samples_;
  Matrix x_;
  std::vector<Label> y_;
  PrototypeObjective objective_;
  Serial serial_;
  Accumulator accumulator_;
  ManifoldSteps steps_;
  Sgd sgd_;
  std::vector<double> parameters_;
  std::vector<std::uint32_t> order_;
  std::size_t done_ = 0;
  Clock::duration training_{};
};

void demand_valid(const SimulationTask& task, std::span<const double> alphas) {
  demand_valid(task.model);
  demand_valid(task.start);
  const std::size_t least = cluster_count + task.labels.size();
  if (task.dimension < least)
    throw UsageError(
        fmt::format("dimension = {}: must be at least {}, the centres and the prototypes", task.dimension, least));
  if (task.runs < 2)
    throw UsageError(fmt::format("runs = {}: must be at least 2, to know the standard error", task.runs));
  if (!std::is_sorted(alphas.begin(), alphas.end())) throw UsageError("the values of alpha must ascend");
}

SimulatedPoint over_runs(const std::vector<std::vector<std::vector<double>>>& states, std::size_t index, double alpha,
                         std::size_t prototypes) {
  const double runs = static_cast<double>(states.size());
  const std::size_t size = states.front()[index].size();
  std::vector<double> mean(size);
  std::vector<double> deviation(size);
  std::vector<double> error(size);
  for (std::size_t i = 0; i < size; ++i) {
    for (const auto& run : states) mean[i] += run[index][i] / runs;
    for (const auto& run : states) deviation[i] += (run[index][i] - mean[i]) * (run[index][i] - mean[i]) / (runs - 1);
    deviation[i] = std::sqrt(deviation[i]);
    error[i] = deviation[i] / std::sqrt(runs);
  }
  return {to_point(mean, alpha, prototypes), to_point(error, alpha, prototypes),
          to_point(deviation, alpha, prototypes)};
}

using States = std::vector<std::vector<double>>;   // of one run, α by α

// The states of a run up to where its prototypes run away.
States states_of(Run& run, const SimulationTask& task, std::span<const double> alphas) {
  const auto steps_at = [&](double alpha) {
    return static_cast<std::size_t>(std::llround(alpha * static_cast<double>(task.dimension)));
  };
  States states;
  for (const double alpha : alphas) {
    try {
      run.learn(steps_at(alpha) - run.done(), steps_at(alphas.back()));
    } catch (const NumericalError&) {
      break;
    }
    const std::vector<double> now = to_numbers(curve_point(task.model, run.overlaps(), task.labels, alpha));
    if (!std::all_of(now.begin(), now.end(), [](double value) { return std::abs(value) <= most_overlap; })) break;
    states.push_back(now);
  }
  return states;
}

}   // namespace

Simulation simulate(const SimulationTask& task, std::span<const double> alphas, Runtime& runtime,
                    const std::function<void(std::size_t done, std::size_t all)>& observer) {
  demand_valid(task, alphas);
  std::vector<States> states(task.runs);
  std::vector<double> training(task.runs);
  std::vector<double> working(task.runs);
  std::mutex mutex;
  std::size_t done = 0;
  runtime.run(task.runs, [&](std::size_t number) {
    const auto begin = Clock::now();
    Run run(task, number);
    states[number] = states_of(run, task, alphas);
    training[number] = run.training_seconds();
    working[number] = std::chrono::duration<double>(Clock::now() - begin).count();
    if (!observer) return;
    const std::lock_guard lock(mutex);
    observer(++done, task.runs);
  });
  Simulation result;
  std::size_t reached = alphas.size();
  for (const States& run : states) {
    reached = std::min(reached, run.size());
    if (run.size() < alphas.size()) ++result.diverged_runs;
  }
  if (reached < alphas.size()) result.diverged_at = alphas[reached];
  for (std::size_t i = 0; i < reached; ++i)
    result.points.push_back(over_runs(states, i, alphas[i], task.labels.size()));
  const double worked = std::accumulate(working.begin(), working.end(), 0.0);
  result.training_share = std::accumulate(training.begin(), training.end(), 0.0) / std::max(worked, 1e-12);
  return result;
}

}   // namespace protea
