// Random labelled data and a codebook of its first samples, the same in every benchmark and every run.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include <protea/base/matrix.hpp>
#include <protea/base/random.hpp>

namespace protea::bench {

struct Problem {
  Matrix x;
  std::vector<Label> y;
  std::vector<double> prototypes;   // row-major, the first samples of x
  std::vector<Label> prototype_labels;
};

struct Shape {
  std::size_t samples = 2000;
  std::size_t features = 64;
  std::size_t prototypes = 100;
  std::size_t classes = 10;
};

// Gaussian clouds of variance 1, one per class, around centres of variance 1.
inline Problem make_problem(const Shape& shape) {
  Random random(1, Purpose::generator);
  Matrix centres(shape.classes, shape.features);
  for (double& value : centres.values()) value = random.normal();
  Problem problem{Matrix(shape.samples, shape.features), {}, {}, {}};
  for (std::size_t i = 0; i < shape.samples; ++i) {
    const std::size_t c = i % shape.classes;
    problem.y.push_back(static_cast<Label>(c));
    for (std::size_t j = 0; j < shape.features; ++j) problem.x(i, j) = centres(c, j) + random.normal();
  }
  const Row first = std::as_const(problem.x).values().first(shape.prototypes * shape.features);
  problem.prototypes.assign(first.begin(), first.end());
  problem.prototype_labels.assign(problem.y.begin(), problem.y.begin() + static_cast<std::ptrdiff_t>(shape.prototypes));
  return problem;
}

// Shows processor time per presented sample; `samples` is the number presented in one iteration.
inline void count_samples(benchmark::State& state, std::size_t samples) {
  const double presented = static_cast<double>(state.iterations()) * static_cast<double>(samples);
  state.counters["per_sample"] =
      benchmark::Counter(presented, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

}   // namespace protea::bench
