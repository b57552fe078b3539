#include <protea/perceptron/kernel_dual.hpp>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <protea/base/error.hpp>
#include <protea/perceptron/fields.hpp>
#include <protea/perceptron/iterate.hpp>
#include <protea/perceptron/unit_trainer.hpp>

#include "perceptron/dichotomies.hpp"

namespace protea {
namespace {

// K by its definition.
double kernel_value(const Kernel& kernel, Row a, Row b) {
  double product = 0;
  double squared = 0;
  for (std::size_t j = 0; j < a.size(); ++j) {
    product += a[j] * b[j];
    squared += (a[j] - b[j]) * (a[j] - b[j]);
  }
  switch (kernel.kind) {
    case KernelKind::rbf: return std::exp(-kernel.gamma * squared);
    case KernelKind::polynomial: return std::pow(1 + product, static_cast<double>(kernel.degree));
    case KernelKind::linear: return product;
  }
  return 0;
}

Matrix signed_kernel(const Problem& problem, const Kernel& kernel) {
  const std::size_t count = problem.inputs.rows();
  Matrix c(count, count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j)
      c(i, j) =
          problem.outputs[i] * problem.outputs[j] * kernel_value(kernel, problem.inputs.row(i), problem.inputs.row(j));
  }
  return c;
}

const Kernel kernels_to_try[] = {{KernelKind::rbf, 0.4, 2}, {KernelKind::polynomial, 1, 3}, {KernelKind::linear, 1, 2}};

TEST(KernelDual, MeetsTheConditionsOfOptimality) {
  const Problem problem = random_outputs(150, 4, 3);
  for (const Kernel& kernel : kernels_to_try) {
    const KernelDual dual =
        solve_kernel_dual(problem.inputs.view(), problem.outputs, {}, kernel, {.upper = 2, .tolerance = 1e-9});
    EXPECT_TRUE(dual.converged);
    const Matrix c = signed_kernel(problem, kernel);
    double objective = 0;
    for (std::size_t i = 0; i < 150; ++i) {
      double potential = 0;
      for (std::size_t j = 0; j < 150; ++j) potential += c(i, j) * dual.strengths[j];
      EXPECT_GE(dual.strengths[i], 0);
      EXPECT_LE(dual.strengths[i], 2);
      const double residual = dual.strengths[i] <= 0   ? std::max(0.0, 1 - potential)
                              : dual.strengths[i] >= 2 ? std::max(0.0, potential - 1)
                                                       : std::abs(1 - potential);
      EXPECT_LT(residual, 1e-8);
      EXPECT_NEAR(potential, dual.potentials[i], 1e-9 * std::max(1.0, std::abs(potential)));
      objective += dual.strengths[i] * (1 - potential / 2);
    }
    EXPECT_NEAR(dual.objective, objective, 1e-9 * objective);
  }
}

TEST(KernelDual, AgreesWithAdatronExampleByExample) {
  const Problem problem = random_outputs(60, 3, 4);
  const Kernel kernel{KernelKind::rbf, 0.7, 2};
  const KernelDual dual =
      solve_kernel_dual(problem.inputs.view(), problem.outputs, {}, kernel, {.upper = 3, .tolerance = 1e-11});
  const Matrix c = signed_kernel(problem, kernel);
  ProductField field(c);
  const IterationOutcome outcome =
      iterate(field, AdaptWithinBox{0, 3}, {.order = Order::sequential, .epochs = 100000, .tolerance = 1e-11});
  EXPECT_TRUE(outcome.is_settled);
  for (std::size_t i = 0; i < 60; ++i) EXPECT_NEAR(dual.strengths[i], field.strengths()[i], 1e-7);
}

TEST(KernelDual, IsTheLinearPerceptronForALinearKernel) {
  const Problem problem = separable_problem(9, 3, 6);
  const double exact = largest_margin_by_enumeration(problem);
  const KernelDual dual = solve_kernel_dual(problem.inputs.view(), problem.outputs, {}, {KernelKind::linear, 1, 2}, {});
  double squared = 0;
  for (std::size_t i = 0; i < 9; ++i) squared += dual.strengths[i] * dual.potentials[i];
  EXPECT_NEAR(1 / std::sqrt(squared), exact, 1e-6 * exact);
}

TEST(KernelDual, DoesNotDependOnTheSizeOfItsCache) {
  const Problem problem = random_outputs(300, 3, 5);
  const Kernel kernel{KernelKind::rbf, 0.3, 2};
  const KernelDual large = solve_kernel_dual(problem.inputs.view(), problem.outputs, {}, kernel, {.upper = 10});
  const KernelDual small =
      solve_kernel_dual(problem.inputs.view(), problem.outputs, {}, kernel, {.upper = 10, .cache = 1});
  EXPECT_EQ(large.strengths, small.strengths);   // to the bit
  EXPECT_EQ(large.steps, small.steps);
}

TEST(KernelDual, LetsManyExamplesRestAndLooksAtThemAgain) {
  // Two clouds that overlap: most examples are sure of their bound.
  const std::size_t count = 1500;
  Problem problem = gaussian_inputs(count, 2, 8);
  for (std::size_t i = 0; i < count; ++i) {
    problem.outputs[i] = i % 2 == 0 ? 1 : -1;
    problem.inputs(i, 0) += 1.5 * problem.outputs[i];
  }
  const Kernel kernel{KernelKind::rbf, 0.5, 2};
  const KernelDual dual =
      solve_kernel_dual(problem.inputs.view(), problem.outputs, {}, kernel, {.upper = 1, .tolerance = 1e-6});
  EXPECT_TRUE(dual.converged);
  double largest = 0;
  for (std::size_t i = 0; i < count; i += 20) {
    double potential = 0;
    for (std::size_t j = 0; j < count; ++j)
      potential += problem.outputs[i] * problem.outputs[j] * dual.strengths[j] *
                   kernel_value(kernel, problem.inputs.row(i), problem.inputs.row(j));
    const double x = dual.strengths[i];
    largest = std::max(largest, x <= 0 ? 1 - potential : (x >= 1 ? potential - 1 : std::abs(1 - potential)));
  }
  EXPECT_LT(largest, 1e-5);
}

TEST(KernelDual, EndsInTheSameBitsAfterAStop) {
  Problem problem = gaussian_inputs(900, 2, 8);
  for (std::size_t i = 0; i < 900; ++i) {
    problem.outputs[i] = i % 2 == 0 ? 1 : -1;
    problem.inputs(i, 0) += 1.2 * problem.outputs[i];
  }
  const Kernel kernel{KernelKind::rbf, 0.5, 2};
  const auto solve_with = [&](const KernelDualPlan& plan) {
    return solve_kernel_dual(problem.inputs.view(), problem.outputs, {}, kernel, plan);
  };
  const KernelDual whole = solve_with({.upper = 5});
  std::vector<std::vector<double>> states;
  KernelDualPlan reporting{.upper = 5, .report_every = 1};
  reporting.report = [&](std::size_t, const std::vector<double>& state) {
    states.push_back(state);
    return true;
  };
  EXPECT_EQ(solve_with(reporting).strengths, whole.strengths);   // looking on changes nothing
  ASSERT_GE(states.size(), 3U);
  for (const std::vector<double>& state : states) {
    KernelDualPlan again{.upper = 5};
    again.state = state;
    const KernelDual resumed = solve_with(again);
    EXPECT_EQ(resumed.strengths, whole.strengths);
    EXPECT_EQ(resumed.steps, whole.steps);
  }
  EXPECT_LT(states[2][1], 900) << "some examples rest by then";
  KernelDualPlan damaged{.upper = 5};
  damaged.state = states[0];
  damaged.state.pop_back();
  EXPECT_THROW(solve_with(damaged), DataError);
}

TEST(KernelDual, EndsWhereNoSolutionExists) {
  Problem problem = random_outputs(10, 2, 5);
  std::copy(problem.inputs.row(0).begin(), problem.inputs.row(0).end(), problem.inputs.row(1).begin());
  problem.outputs[0] = 1;
  problem.outputs[1] = -1;
  const KernelDual dual =
      solve_kernel_dual(problem.inputs.view(), problem.outputs, {}, {KernelKind::rbf, 1, 2}, {.steps = 5000});
  EXPECT_FALSE(dual.converged);
  for (const double x : dual.strengths) EXPECT_TRUE(std::isfinite(x));
}

TEST(KernelDual, BoundsAnExampleByItsWeight) {
  // A row of weight 2 is that row twice, whose strengths add up.
  const Problem problem = random_outputs(40, 3, 5);
  std::vector<double> weights(40, 1.0);
  weights[7] = 2;
  weights[12] = 2;
  Problem repeated{Matrix(42, 3), problem.outputs};
  std::ranges::copy(problem.inputs.values(), repeated.inputs.values().begin());
  for (const std::size_t twice : {7U, 12U}) {
    const std::size_t row = repeated.outputs.size();
    std::ranges::copy(problem.inputs.row(twice), repeated.inputs.row(row).begin());
    repeated.outputs.push_back(problem.outputs[twice]);
  }
  const Kernel kernel{KernelKind::rbf, 0.1, 2};
  const KernelDualPlan plan{.upper = 0.5, .tolerance = 1e-11};
  const KernelDual once = solve_kernel_dual(problem.inputs.view(), problem.outputs, weights, kernel, plan);
  const KernelDual twice = solve_kernel_dual(repeated.inputs.view(), repeated.outputs, {}, kernel, plan);
  EXPECT_NEAR(once.objective, twice.objective, 1e-9 * twice.objective);
  for (std::size_t i = 0; i < 40; ++i) EXPECT_NEAR(once.potentials[i], twice.potentials[i], 1e-8);
  EXPECT_GT(std::max(once.strengths[7], once.strengths[12]), 0.5);   // beyond the bound of one
}

}   // namespace
}   // namespace protea
