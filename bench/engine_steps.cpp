// Steps of one sample at a time beside loops written by hand for one purpose (plain_loops.cpp), in one process, rounds in
// turn, processor time of the fastest: on-line LVQ1 beside a loop in single precision, generalized matrix LVQ beside a
// fused loop in double precision.
// Usage: engine_steps lvq1|gmlvq
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>

#include <protea/dissimilarity/matrix_distance.hpp>
#include <protea/dissimilarity/squared_euclidean.hpp>
#include <protea/optimize/adam.hpp>
#include <protea/optimize/sgd.hpp>
#include <protea/rule/glvq.hpp>
#include <protea/rule/lvq1.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/train/fit.hpp>
#include <protea/train/prototype_objective.hpp>

#include "plain_loops.hpp"
#include "problem.hpp"
#include "table.hpp"

namespace protea::bench {
namespace {

// The share of samples whose nearest prototype has their class.
double accuracy(const Problem& problem, const std::vector<double>& w) {
  const std::size_t n = problem.x.columns();
  std::size_t right = 0;
  for (std::size_t i = 0; i < problem.x.rows(); ++i) {
    std::size_t winner = 0;
    double least = infinity;
    for (std::size_t k = 0; k < problem.prototype_labels.size(); ++k) {
      double d = 0;
      for (std::size_t j = 0; j < n; ++j) d += std::pow(problem.x(i, j) - w[k * n + j], 2);
      if (d < least) winner = k;
      least = std::min(least, d);
    }
    right += problem.prototype_labels[winner] == problem.y[i];
  }
  return static_cast<double>(right) / static_cast<double>(problem.x.rows());
}

void run_lvq1(const Shape& shape) {
  constexpr int epochs = 20;
  constexpr double first_rate = 0.03;
  const Problem problem = make_problem(shape);
  const PrototypeSpace space(std::make_shared<LiftedDissimilarity<SquaredEuclidean>>(), shape.features,
                             problem.prototype_labels, Scope::shared);
  const PrototypeObjective objective(space, std::make_shared<LiftedRule<Lvq1>>(), problem.x.view(), problem.y);
  const std::vector<float> x(problem.x.values().begin(), problem.x.values().end());

  Serial serial;
  TrainingState state;
  PlainLvq1 plain;
  Fastest ours, theirs;
  for (int round = 0; round < 7; ++round) {
    state = {};
    state.parameters = problem.prototypes;
    Sgd sgd;
    sgd.rate = first_rate;
    ours.measure(
        [&] { fit({.objective = objective, .optimizer = sgd, .plan = {.epochs = epochs}, .runtime = serial}, state); });
    plain = {shape.features, {problem.prototypes.begin(), problem.prototypes.end()}, problem.prototype_labels};
    theirs.measure([&] {
      std::vector<std::uint32_t> order(shape.samples);
      std::mt19937_64 generator(1);
      for (int epoch = 0; epoch < epochs; ++epoch) {
        std::iota(order.begin(), order.end(), 0U);
        std::shuffle(order.begin(), order.end(), generator);
        const auto rate_at = [&](int done) { return static_cast<float>(first_rate * (epochs - done) / epochs); };
        plain.run_epoch(x, problem.y, order, rate_at(epoch), rate_at(epoch + 1));
      }
    });
  }
  const double steps = epochs * static_cast<double>(shape.samples);
  print({.work = fmt::format("LVQ1 step, n = {}, K = {}", shape.features, shape.prototypes),
         .ours = time_text(ours.seconds / steps),
         .opponent = "plain float loop",
         .theirs = time_text(theirs.seconds / steps),
         .ratio = theirs.seconds / ours.seconds,
         .wanted = "0.91"});
  const double our_accuracy = accuracy(problem, state.parameters);
  const double their_accuracy = accuracy(problem, {plain.w.begin(), plain.w.end()});
  if (std::abs(our_accuracy - their_accuracy) > 0.03)   // orders differ, and so do precisions
    throw std::runtime_error(
        fmt::format("the loops do not learn the same: {:.3f} and {:.3f} right", our_accuracy, their_accuracy));
}

struct Measured {
  double ours = 0;   // seconds per step
  double theirs = 0;
};

constexpr double rate = 0.01;
constexpr double metric_rate = 0.001;

std::vector<double> run_fused(FusedGmlvq& fused, const Problem& problem, int epochs, bool is_adam) {
  const std::size_t count = problem.x.rows();
  const auto sample = [&](std::size_t i) { return problem.x.row(i % count).data(); };
  for (int epoch = 0; epoch < epochs; ++epoch) {
    for (std::size_t i = 0; i < count; ++i) {
      if (is_adam) fused.step_adam(sample(i), problem.y[i], rate, metric_rate, sample(i + 1));
      else fused.step_sgd(sample(i), problem.y[i], rate, metric_rate);
    }
  }
  return fused.parameters();
}

// Seconds of a step of each of these metrics, rounds in turn.
template <class Steps>
std::vector<double> seconds_with(const std::vector<MatrixDistance>& metrics, const Problem& problem, int epochs) {
  const std::size_t n = problem.x.columns();
  Serial serial;
  std::vector<Fastest> fastest(metrics.size());
  for (int round = 0; round < 5; ++round) {
    for (std::size_t m = 0; m < metrics.size(); ++m) {
      const PrototypeSpace space(std::make_shared<LiftedDissimilarity<MatrixDistance>>(metrics[m]), n,
                                 problem.prototype_labels, Scope::shared);
      const PrototypeObjective objective(space, std::make_shared<LiftedRule<Glvq>>(), problem.x.view(), problem.y);
      TrainingState state{.parameters = problem.prototypes};
      state.parameters.resize(parameter_count(space.layout()));
      space.initialize_metric(state.parameters, 1);
      Steps steps;
      steps.rate = rate;
      steps.metric_rate = metric_rate;
      fastest[m].measure([&] {
        fit({.objective = objective, .optimizer = steps, .plan = {.epochs = epochs}, .runtime = serial}, state);
      });
    }
  }
  std::vector<double> seconds;
  for (const Fastest& each : fastest)
    seconds.push_back(each.seconds / (epochs * static_cast<double>(problem.x.rows())));
  return seconds;
}

// What the penalty of the preset costs beside the step.
template <class Steps>
void run_penalty(std::size_t n) {
  const Problem problem = make_problem({.samples = 400, .features = n, .prototypes = 10});
  const std::vector<double> seconds = seconds_with<Steps>({{}, {.log_det = 0.002}}, problem, n > 100 ? 5 : 20);
  print({.work = fmt::format("  with the log-det penalty, {}, n = {}", Steps::name, n),
         .ours = time_text(seconds[1]),
         .opponent = "without it",
         .theirs = time_text(seconds[0]),
         .ratio = seconds[0] / seconds[1]});
}

// Both present the samples in the order of the file with the same rates, and must end in the same numbers.
template <class Steps>
Measured run_gmlvq(std::size_t n) {
  constexpr bool is_adam = std::same_as<Steps, Adam>;
  const std::size_t samples = n > 200 ? 100 : 400;
  const int epochs = n > 200 ? 4 : n > 100 ? 5 : n > 20 ? 10 : 50;
  const Problem problem = make_problem({.samples = samples, .features = n, .prototypes = 10});
  const PrototypeSpace space(std::make_shared<LiftedDissimilarity<MatrixDistance>>(), n, problem.prototype_labels,
                             Scope::shared);
  const PrototypeObjective objective(space, std::make_shared<LiftedRule<Glvq>>(), problem.x.view(), problem.y);
  std::vector<double> start = problem.prototypes;
  start.resize(parameter_count(space.layout()));
  space.initialize_metric(start, 1);

  Serial serial;
  Fastest ours, theirs;
  std::vector<double> our_end, their_end;
  for (int round = 0; round < 5; ++round) {
    TrainingState state{.parameters = start};
    Steps steps;
    steps.rate = rate;
    steps.metric_rate = metric_rate;
    steps.schedule = Schedule::constant;
    ours.measure([&] {
      fit({.objective = objective,
           .optimizer = steps,
           .plan = {.epochs = epochs, .presentation = Presentation::file},
           .runtime = serial},
          state);
    });
    our_end = state.parameters;
    const auto metric = start.begin() + static_cast<std::ptrdiff_t>(problem.prototypes.size());
    FusedGmlvq fused(n, problem.prototypes, problem.prototype_labels, {metric, start.end()});
    theirs.measure([&] { their_end = run_fused(fused, problem, epochs, is_adam); });
  }
  double apart = 0;
  for (std::size_t i = 0; i < our_end.size(); ++i) apart = std::max(apart, std::abs(our_end[i] - their_end[i]));
  if (!(apart < 1e-6)) throw std::runtime_error(fmt::format("n = {}: the loops end {:.1e} apart", n, apart));
  const double steps = epochs * static_cast<double>(samples);
  print({.work = fmt::format("GMLVQ step, {}, n = {}", Steps::name, n),
         .ours = time_text(ours.seconds / steps),
         .opponent = "fused loop",
         .theirs = time_text(theirs.seconds / steps),
         .ratio = theirs.seconds / ours.seconds,
         .wanted = "0.77"});
  return {ours.seconds / steps, theirs.seconds / steps};
}

template <class Steps>
void run_gmlvq_sizes() {
  std::vector<Measured> times;
  const std::vector<std::size_t> sizes{16, 64, 128, 300, 600};
  for (const std::size_t n : sizes) times.push_back(run_gmlvq<Steps>(n));
  const auto exponent = [&](double Measured::*which, std::size_t from, std::size_t to) {
    return std::log(times[to].*which / (times[from].*which)) /
           std::log(static_cast<double>(sizes[to]) / static_cast<double>(sizes[from]));
  };
  for (const auto& [from, to] : {std::pair{1, 3}, std::pair{3, 4}}) {
    print({.work = fmt::format("  exponent of growth, n = {} to {}", sizes[from], sizes[to]),
           .ours = fmt::format("{:.2f}", exponent(&Measured::ours, from, to)),
           .opponent = "fused loop",
           .theirs = fmt::format("{:.2f}", exponent(&Measured::theirs, from, to)),
           .wanted = "2.0"});
  }
  for (const std::size_t n : {16, 64, 128}) run_penalty<Steps>(n);
}

}   // namespace
}   // namespace protea::bench

int main(int argc, char** argv) {
  using namespace protea;
  const std::string part = argc == 2 ? argv[1] : "";
  try {
    if (part == "lvq1") {
      bench::run_lvq1({.samples = 5000, .features = 64, .prototypes = 100, .classes = 10});
      bench::run_lvq1({.samples = 5000, .features = 16, .prototypes = 130, .classes = 26});
    } else if (part == "gmlvq") {
      bench::run_gmlvq_sizes<Sgd>();
      bench::run_gmlvq_sizes<Adam>();
    } else {
      fmt::print(stderr, "usage: engine_steps lvq1|gmlvq\n");
      return 2;
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "engine_steps: {}\n", error.what());
    return 1;
  }
}
