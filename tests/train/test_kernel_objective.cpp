// Prototypes as coefficients of samples, against the same learning in input space and against finite differences.
#include <gtest/gtest.h>

#include <protea/train/coefficients.hpp>
#include <protea/model/relations.hpp>
#include <protea/optimize/momentum.hpp>
#include <protea/optimize/sgd.hpp>
#include <protea/train/fit.hpp>
#include <protea/train/kernel_objective.hpp>

#include <support/random_problem.hpp>

namespace protea {
namespace {

using testing::all_of;
using testing::RandomProblem;
using testing::relative_difference;

Matrix among(const Matrix& x, const std::string& dissimilarity) {
  Serial serial;
  return dissimilarities_among(x.view(), *dissimilarities().make(dissimilarity, {}), serial);
}

// Σ_j α_kj x_j
std::vector<double> combine(MatrixView coefficients, const Matrix& x) {
  std::vector<double> w(coefficients.rows * x.columns());
  for (std::size_t k = 0; k < coefficients.rows; ++k) {
    for (std::size_t j = 0; j < x.rows(); ++j) {
      for (std::size_t l = 0; l < x.columns(); ++l) w[k * x.columns() + l] += coefficients.row(k)[j] * x(j, l);
    }
  }
  return w;
}

struct KernelObjectiveTest : ::testing::Test {
  KernelObjectiveTest() : problem(60, 5, {0, 0, 1, 1, 2}, 3), d(among(problem.x, "squared-euclidean")) {}

  KernelObjective objective(const std::string& rule, const Settings& settings = {}) const {
    return {problem.prototype_labels, rules().make(rule, settings), {d.view(), problem.y}};
  }
  std::vector<double> start(const KernelObjective& of, Initialization way = Initialization::k_means) const {
    const Matrix alpha =
        initial_coefficients(way, {}, d.view(), problem.y, problem.prototype_labels, {"a", "b", "c"}, 1);
    return of.start_from(alpha.view());
  }

  RandomProblem problem;
  Matrix d;
};

TEST_F(KernelObjectiveTest, WithSquaredEuclideanDistancesWalksTheStepsOfInputSpace) {
  Serial serial;
  for (const std::string rule : {"lvq1", "glvq", "lvq3", "lvq2.1", "olvq1", "rslvq", "margin-hinge", "lvq+", "vq"}) {
    for (const std::int64_t batch : {1, 7, 0}) {
      SCOPED_TRACE(rule + " with batch " + std::to_string(batch));
      Sgd sgd;
      sgd.rate = rule == "olvq1" ? 1 : 0.05;
      sgd.schedule = rule == "olvq1" ? Schedule::constant : Schedule::linear;
      if (rule == "olvq1" && batch != 1) continue;
      Plan plan;
      plan.epochs = 20;
      plan.batch = batch;

      const KernelObjective combined = objective(rule);
      TrainingState in_coefficients;
      in_coefficients.parameters = start(combined);
      const PrototypeSpace space(dissimilarities().make("squared-euclidean", {}), 5, problem.prototype_labels,
                                 Scope::shared, rules().make(rule, {})->parameter_count(5));
      const PrototypeObjective plain(space, rules().make(rule, {}), std::as_const(problem.x).view(), problem.y);
      TrainingState in_features;
      in_features.parameters = combine(combined.coefficients(in_coefficients.parameters), problem.x);
      const std::vector<double> first = in_features.parameters;
      in_features.parameters.resize(parameter_count(space.layout()));
      rules().make(rule, {})->initialize(space.rule_parameters(MutableRow(in_features.parameters)));

      const Outcome expected = fit({plain, sgd, plan, serial}, in_features);
      const Outcome outcome = fit({combined, sgd, plan, serial}, in_coefficients);
      const std::vector<double> w = combine(combined.coefficients(in_coefficients.parameters), problem.x);
      EXPECT_LT(relative_difference(w, Row(in_features.parameters).first(w.size())), 1e-9);
      EXPECT_GT(relative_difference(w, first), 1e-3) << "nothing was learned";
      EXPECT_NEAR(outcome.cost, expected.cost, 1e-9 * std::max(1.0, expected.cost));
    }
  }
}

TEST_F(KernelObjectiveTest, StaysConsistentUnderMomentum) {
  Serial serial;
  const KernelObjective combined = objective("glvq");
  Momentum momentum;
  momentum.rate = 0.02;
  TrainingState state;
  state.parameters = start(combined);
  Plan plan;
  plan.epochs = 30;
  plan.batch = 4;
  fit({combined, momentum, plan, serial}, state);
  const MatrixView alpha = combined.coefficients(state.parameters);
  for (std::size_t k = 0; k < alpha.rows; ++k) {
    EXPECT_NEAR(std::accumulate(alpha.row(k).begin(), alpha.row(k).end(), 0.0), 1, 1e-12);
  }
  const std::vector<double> anew = combined.start_from(alpha);   // β summed anew
  EXPECT_LT(relative_difference(state.parameters, anew), 1e-11);
}

// Along v with Σ v = 0 the loss changes by ⟨Σ g_j φ(x_j), Σ v_j φ(x_j)⟩ = −½ vᵀDg, g the step in coefficients; and
// g_β = D g_α.
TEST_F(KernelObjectiveTest, StepsAlongTheGradientInTheSpaceOfTheKernel) {
  Serial serial;
  for (const std::string dissimilarity : {"squared-euclidean", "kernel", "euclidean"}) {
    SCOPED_TRACE(dissimilarity);
    d = among(problem.x, dissimilarity);
    const KernelObjective combined = objective("glvq");
    const std::vector<double> p = start(combined, Initialization::class_mean);
    const auto samples = all_of(60);
    Accumulator accumulator(combined, serial);
    accumulator.accumulate(samples, p, 0);
    const std::vector<double> g(accumulator.gradient().values().begin(), accumulator.gradient().values().end());
    accumulator.gradient().clear();
    for (std::size_t k = 0; k < 5; ++k) {
      const Row g_alpha = Row(g).subspan(2 * k * 60, 60);
      const Row g_beta = Row(g).subspan((2 * k + 1) * 60, 60);
      for (const std::size_t j : {0, 17, 41}) {
        double product = 0;
        for (std::size_t l = 0; l < 60; ++l) product += d(j, l) * g_alpha[l];
        EXPECT_NEAR(g_beta[j], product, 1e-10);
        const auto loss_at = [&](double h) {
          Matrix alpha(5, 60);
          for (std::size_t m = 0; m < 5; ++m)
            std::copy_n(combined.coefficients(p).row(m).begin(), 60, alpha.row(m).begin());
          alpha(k, j) += h;
          alpha(k, 30) -= h;
          const double loss = accumulator.accumulate(samples, combined.start_from(std::as_const(alpha).view()), 0);
          accumulator.gradient().clear();
          return loss;
        };
        const double slope = (loss_at(1e-5) - loss_at(-1e-5)) / 2e-5;
        EXPECT_NEAR(slope, -0.5 * (g_beta[j] - g_beta[30]), 1e-6 * std::max(1.0, std::abs(slope)));
      }
    }
  }
}

TEST_F(KernelObjectiveTest, RemembersBetweenStepsWithoutChangingABit) {
  Serial serial;
  for (const std::string rule : {"lvq1", "glvq", "rslvq"}) {
    const KernelObjective combined = objective(rule);
    Plan plan;
    plan.epochs = 3;
    plan.presentation = Presentation::file;
    Sgd sgd;
    sgd.schedule = Schedule::constant;
    TrainingState state;
    state.parameters = start(combined);
    std::vector<double> p = state.parameters;
    fit({combined, sgd, plan, serial}, state);   // announces its samples
    Accumulator accumulator(combined, serial);
    for (int epoch = 0; epoch < 3; ++epoch) {
      for (std::uint32_t i = 0; i < 60; ++i) {
        accumulator.accumulate(std::span(&i, 1), p, 0);
        sgd.step(p, accumulator.gradient(), 1, 0);
      }
    }
    EXPECT_EQ(state.parameters, p) << rule;
  }
}

TEST_F(KernelObjectiveTest, JudgesHeldOutSamplesByTheSameDistancesAndLearnsNothingFromThem) {
  Serial serial;
  const KernelObjective combined = objective("glvq");
  const KernelObjective judge(problem.prototype_labels, rules().make("glvq", {}),
                              {std::as_const(d).view(), problem.y, RelatedSamples::Role::held_out});
  const std::vector<double> p = start(combined);
  Accumulator own(combined, serial);
  Accumulator others(judge, serial);
  EXPECT_NEAR(others.accumulate(all_of(60), p, 0), own.accumulate(all_of(60), p, 0), 1e-10);
  EXPECT_FALSE(own.gradient().touched().empty());
  EXPECT_TRUE(others.gradient().touched().empty());
}

// Roots of the matrix are 1, 1 and 3: no triangle. With α = (½, 0, ½) the middle sample is at 1 − ½·4.5 = −1.25.
TEST(KernelObjective, TakesDissimilaritiesBelowZeroAsZero) {
  Matrix d(3, 3);
  d(0, 1) = d(1, 0) = d(1, 2) = d(2, 1) = 1;
  d(0, 2) = d(2, 0) = 9;
  const std::vector<Label> y{0, 0, 1};
  const KernelObjective objective({0, 1}, rules().make("glvq", {{"activation", "identity"}}),
                                  {std::as_const(d).view(), y});
  Matrix alpha(2, 3);
  alpha(0, 0) = alpha(0, 2) = 0.5;
  alpha(1, 2) = 1;
  EXPECT_DOUBLE_EQ(objective.energy(std::as_const(alpha).row(0)), 4.5);
  Serial serial;
  Accumulator accumulator(objective, serial);
  const std::uint32_t middle = 1;
  EXPECT_DOUBLE_EQ(accumulator.accumulate(std::span(&middle, 1), objective.start_from(std::as_const(alpha).view()), 0),
                   -1);   // (0 − 1)/(0 + 1)
}

TEST(KernelObjective, NeedsThePrototypesItsRuleNeeds) {
  const Matrix d(2, 2);
  const std::vector<Label> y{0, 1};
  EXPECT_THROW(KernelObjective({0, 0}, rules().make("glvq", {}), {d.view(), y}), UsageError);
}

}   // namespace
}   // namespace protea
