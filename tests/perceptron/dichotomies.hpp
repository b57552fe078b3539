// Problems for perceptrons, and answers that owe nothing to the algorithms under test.
#pragma once

#include <cmath>
#include <vector>

#include <protea/base/linear_algebra.hpp>
#include <protea/base/random.hpp>
#include <protea/perceptron/dichotomy.hpp>

namespace protea {

// A dichotomy with its inputs.
struct Problem {
  Matrix inputs;
  std::vector<double> outputs;

  Dichotomy dichotomy() const { return {inputs.view(), outputs}; }
};

inline Problem gaussian_inputs(std::size_t count, std::size_t n, std::uint64_t seed) {
  Random random(seed, Purpose::generator);
  Problem problem{Matrix(count, n), std::vector<double>(count)};
  for (double& value : problem.inputs.values()) value = random.normal();
  return problem;
}

// Outputs of a teacher.
inline Problem separable_problem(std::size_t count, std::size_t n, std::uint64_t seed) {
  Problem problem = gaussian_inputs(count, n, seed);
  Random random(seed, Purpose::prototypes);
  std::vector<double> teacher(n);
  for (double& value : teacher) value = random.normal();
  for (std::size_t i = 0; i < count; ++i) problem.outputs[i] = dot(teacher, problem.inputs.row(i)) > 0 ? 1 : -1;
  return problem;
}

inline Problem random_outputs(std::size_t count, std::size_t n, std::uint64_t seed) {
  Problem problem = gaussian_inputs(count, n, seed);
  Random random(seed, Purpose::prototypes);
  for (double& output : problem.outputs) output = random.uniform() < 0.5 ? -1 : 1;
  return problem;
}

// The largest margin by trying every set of support vectors: of all sets for which the point of their affine hull nearest to 0 lies within them, the one whose point has
// E ≥ |p|² for all. The quadratic programme, solved by enumeration; 0 where there is none.
inline double largest_margin_by_enumeration(const Problem& problem) {
  const std::size_t count = problem.inputs.rows();
  const std::size_t n = problem.inputs.columns();
  double best = 0;
  for (std::uint32_t set = 1; set < (1U << count); ++set) {
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < count; ++i) {
      if (set >> i & 1U) members.push_back(i);
    }
    if (members.size() > n) continue;
    // ½|p|² → min, p = Σ s ξS, Σ s = 1: with a multiplier, a linear system.
    const std::size_t k = members.size();
    Matrix system(k + 1, k + 1);
    std::vector<double> right(k + 1);
    right[k] = 1;
    for (std::size_t a = 0; a < k; ++a) {
      for (std::size_t b = 0; b < k; ++b)
        system(a, b) = problem.outputs[members[a]] * problem.outputs[members[b]] *
                       dot(problem.inputs.row(members[a]), problem.inputs.row(members[b]));
      system(a, k) = system(k, a) = 1;
    }
    const std::vector<double> shares = solve(system, right);
    bool is_within = true;
    for (std::size_t a = 0; a < k; ++a) is_within = is_within && shares[a] > -1e-12;
    if (!is_within || !std::isfinite(shares[0])) continue;
    std::vector<double> point(n);
    for (std::size_t a = 0; a < k; ++a) {
      for (std::size_t j = 0; j < n; ++j)
        point[j] += shares[a] * problem.outputs[members[a]] * problem.inputs(members[a], j);
    }
    const double length = std::sqrt(dot(point, point));
    bool is_solution = length > 1e-9;
    for (std::size_t i = 0; i < count && is_solution; ++i)
      is_solution = problem.outputs[i] * dot(point, problem.inputs.row(i)) >= length * length - 1e-10;
    if (is_solution) best = std::max(best, length);
  }
  return best;
}

}   // namespace protea
