// On-line LVQ1 at n = 64, K = 100: what composing it from a rule, a dissimilarity, an optimizer and a runtime costs.
// All forms do the same whole epochs over the same data in a fresh random order each.
#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <random>
#include <utility>

#include <benchmark/benchmark.h>

#include <protea/base/kernels.hpp>
#include <protea/dissimilarity/squared_euclidean.hpp>
#include <protea/optimize/sgd.hpp>
#include <protea/rule/lvq1.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/train/fit.hpp>
#include <protea/train/prototype_objective.hpp>

#include "problem.hpp"

namespace protea::bench {
namespace {

constexpr int epochs = 20;
constexpr int repetitions = 7;
constexpr double first_rate = 0.03;

void BM_OnlineLvq1_Composed(benchmark::State& state) {
  const Problem problem = make_problem({});
  const PrototypeSpace space(std::make_shared<LiftedDissimilarity<SquaredEuclidean>>(), problem.x.columns(),
                             problem.prototype_labels, Scope::shared);
  const PrototypeObjective objective(space, std::make_shared<LiftedRule<Lvq1>>(), problem.x.view(), problem.y);
  Serial serial;
  for (auto _ : state) {
    Sgd sgd;
    sgd.rate = first_rate;
    TrainingState training;
    training.parameters = problem.prototypes;
    fit({.objective = objective, .optimizer = sgd, .plan = {.epochs = epochs}, .runtime = serial}, training);
    benchmark::DoNotOptimize(training.parameters.data());
  }
  count_samples(state, epochs * problem.x.rows());
}

// One epoch loop for both hand-written forms; `find_winner(x, w)` returns the nearest prototype.
template <class FindWinner>
void run_by_hand(benchmark::State& state, FindWinner find_winner) {
  const Problem problem = make_problem({});
  const std::size_t n = problem.x.columns();
  const std::size_t count = problem.x.rows();
  std::vector<std::uint32_t> order(count);
  std::mt19937_64 generator(1);
  for (auto _ : state) {
    std::vector<double> w = problem.prototypes;
    for (int epoch = 0; epoch < epochs; ++epoch) {
      std::iota(order.begin(), order.end(), 0U);
      std::shuffle(order.begin(), order.end(), generator);
      for (std::size_t i = 0; i < count; ++i) {
        const double t = (epoch + static_cast<double>(i) / static_cast<double>(count)) / epochs;
        const double* const x = problem.x.row(order[i]).data();
        const std::size_t winner = find_winner(x, w);
        const bool is_right = problem.prototype_labels[winner] == problem.y[order[i]];
        const double rate = (is_right ? first_rate : -first_rate) * (1 - t);
        double* const w_winner = w.data() + winner * n;
        for (std::size_t j = 0; j < n; ++j) w_winner[j] += rate * (x[j] - w_winner[j]);
      }
    }
    benchmark::DoNotOptimize(w.data());
  }
  count_samples(state, epochs * problem.x.rows());
}

// The loop one would write down first.
void BM_OnlineLvq1_HandWritten(benchmark::State& state) {
  const std::size_t n = Shape{}.features;
  run_by_hand(state, [n](const double* x, const std::vector<double>& w) {
    std::size_t winner = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k * n < w.size(); ++k) {
      double d = 0;
      for (std::size_t j = 0; j < n; ++j) d += (x[j] - w[k * n + j]) * (x[j] - w[k * n + j]);
      if (d < least) {
        least = d;
        winner = k;
      }
    }
    return winner;
  });
}

// The same loop over the library's own distance kernel: what remains is the price of composing alone.
void BM_OnlineLvq1_HandWrittenWithKernel(benchmark::State& state) {
  std::vector<double> d(Shape{}.prototypes);
  run_by_hand(state, [&d, n = Shape{}.features](const double* x, const std::vector<double>& w) {
    kernels().squared_distances(x, w.data(), d.size(), n, d.data());
    return static_cast<std::size_t>(std::min_element(d.begin(), d.end()) - d.begin());
  });
}

void repeat(benchmark::internal::Benchmark* benchmark) {
  benchmark->Repetitions(repetitions)->ReportAggregatesOnly()->Unit(benchmark::kMillisecond);
}

BENCHMARK(BM_OnlineLvq1_Composed)->Apply(repeat);
BENCHMARK(BM_OnlineLvq1_HandWritten)->Apply(repeat);
BENCHMARK(BM_OnlineLvq1_HandWrittenWithKernel)->Apply(repeat);

}   // namespace
}   // namespace protea::bench
