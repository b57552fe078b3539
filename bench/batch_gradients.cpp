// Full-batch gradients of GLVQ and GMLVQ, one thread: time per sample for several numbers of features n and
// prototypes K.
#include <memory>
#include <numeric>
#include <vector>

#include <benchmark/benchmark.h>

#include <protea/dissimilarity/matrix_distance.hpp>
#include <protea/dissimilarity/squared_euclidean.hpp>
#include <protea/rule/glvq.hpp>
#include <protea/runtime/accumulator.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/train/prototype_objective.hpp>

#include "problem.hpp"

namespace protea::bench {
namespace {

template <Dissimilarity D>
void run(benchmark::State& state) {
  const auto n = static_cast<std::size_t>(state.range(0));
  const auto prototypes = static_cast<std::size_t>(state.range(1));
  const Problem problem =
      make_problem({.features = n, .prototypes = prototypes, .classes = std::min<std::size_t>(prototypes, 10)});
  const PrototypeSpace space(std::make_shared<LiftedDissimilarity<D>>(), n, problem.prototype_labels, Scope::shared);
  const PrototypeObjective objective(space, std::make_shared<LiftedRule<Glvq>>(), problem.x.view(), problem.y);

  std::vector<double> parameters = problem.prototypes;
  parameters.resize(parameter_count(space.layout()));
  space.initialize_metric(parameters, 1);
  std::vector<std::uint32_t> samples(problem.x.rows());
  std::iota(samples.begin(), samples.end(), 0U);

  Serial serial;
  Accumulator accumulator(objective, serial);
  for (auto _ : state) {
    benchmark::DoNotOptimize(accumulator.accumulate(samples, parameters, 0));
    accumulator.gradient().clear();
  }
  count_samples(state, samples.size());
}

void BM_BatchGradient_Glvq(benchmark::State& state) { run<SquaredEuclidean>(state); }
void BM_BatchGradient_Gmlvq(benchmark::State& state) { run<MatrixDistance>(state); }

void shapes(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"n", "K"})->Args({13, 3})->Args({64, 10})->Args({64, 100})->Unit(benchmark::kMicrosecond);
}

BENCHMARK(BM_BatchGradient_Glvq)->Apply(shapes);
BENCHMARK(BM_BatchGradient_Gmlvq)->Apply(shapes);

}   // namespace
}   // namespace protea::bench
