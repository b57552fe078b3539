#include <protea/perceptron/unit_trainer.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <gtest/gtest.h>

#include <protea/base/error.hpp>
#include <protea/perceptron/iterate.hpp>
#include <protea/perceptron/nearest_point.hpp>
#include <protea/perceptron/trained_unit.hpp>

#include "perceptron/dichotomies.hpp"

namespace protea {
namespace {

TEST(Rosenblatt, FollowsTheHandCalculation) {
  // N = 2, c = 0, examples (1, 0)+, (−1, 1)+, (1, 1)−. Pass 1: E = 0: w = (½, 0); E = −½: w = (0, ½); third, S = −: E = −½: w = (−½, 0). Pass 2: E₁ = −½: w = (0, 0);
  // E₂ = 0: w = (−½, ½); E₃ = 0 at S = −: 0 ≤ 0: w = (−1, 0). The first two need w₁ > 0 and w₂ > w₁, the third w₁ + w₂ < 0: impossible.
  const Problem problem{[] {
                          Matrix x(3, 2);
                          const double values[] = {1, 0, -1, 1, 1, 1};
                          std::copy(std::begin(values), std::end(values), x.values().begin());
                          return x;
                        }(),
                        {1, 1, -1}};
  const TrainedUnit one = train_unit(Rosenblatt{0, 1}, problem.dichotomy(), 1);
  EXPECT_EQ(one.weights, (std::vector<double>{-0.5, 0}));
  EXPECT_EQ(one.updates, 3U);
  const TrainedUnit two = train_unit(Rosenblatt{0, 2}, problem.dichotomy(), 1);
  EXPECT_EQ(two.weights, (std::vector<double>{-1, 0}));
  EXPECT_EQ(two.strengths, (std::vector<double>{2, 2, 2}));
  TrainedUnit many = train_unit(Rosenblatt{}, problem.dichotomy(), 1);
  judge(many, problem.dichotomy());
  EXPECT_EQ(many.separable, false);
  EXPECT_FALSE(many.converged);
}

TEST(Rosenblatt, NeverNeedsMoreUpdatesThanTheConvergenceTheoremAllows) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const double margin = seed % 3 == 0 ? 0.5 : 0;
    const Problem problem = separable_problem(5 + seed % 20, 2 + seed % 7, seed);
    const Dichotomy dichotomy = problem.dichotomy();
    const TrainedUnit unit = train_unit(Rosenblatt{margin, 1000000}, dichotomy, 1);
    ASSERT_TRUE(unit.converged);
    EXPECT_GT(unit.kappa, 0);
    // By the largest margin there is, which another algorithm finds.
    const double largest = nearest_point_to_origin([&] {
                             Matrix points = problem.inputs;
                             for (std::size_t i = 0; i < points.rows(); ++i) {
                               for (double& value : points.row(i)) value *= problem.outputs[i];
                             }
                             return points;
                           }()
                                                       .view())
                               ->length;
    EXPECT_LE(static_cast<double>(unit.updates), update_bound(dichotomy, margin, largest)) << seed;
    EXPECT_LE(unit.kappa, largest * (1 + 1e-9));
  }
}

TEST(LargestMargin, IsThatOfTheQuadraticProgramme) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Problem problem = separable_problem(9, 2 + seed % 3, seed);
    const double exact = largest_margin_by_enumeration(problem);
    ASSERT_GT(exact, 0);
    const TrainedUnit adatron = train_unit(Adatron{}, problem.dichotomy(), seed);
    EXPECT_TRUE(adatron.converged);
    EXPECT_NEAR(adatron.kappa, exact, 1e-6 * exact) << seed;
    const TrainedUnit minover = train_unit(MinOver{.epochs = 200000, .tolerance = 1e-4}, problem.dichotomy(), seed);
    EXPECT_TRUE(minover.converged);
    EXPECT_NEAR(minover.kappa, exact, 1.1e-4 * exact) << seed;
    EXPECT_LE(minover.kappa, exact * (1 + 1e-12));
  }
}

TEST(LargestMargin, IsFoundWhereItIsThin) {
  Problem problem = separable_problem(60, 20, 7);
  for (std::size_t i = 0; i < 60; ++i) problem.inputs(i, 0) *= 1e-3;   // badly scaled
  const TrainedUnit unit = train_unit(Adatron{}, problem.dichotomy(), 1);
  EXPECT_TRUE(unit.converged);
  EXPECT_GT(unit.kappa, 0);
  EXPECT_NEAR(unit.kappa, kappa_bound(problem.dichotomy(), unit.strengths), 1e-6 * unit.kappa);
}

TEST(MinOver, EndsByTheAngleToo) {
  const Problem problem = separable_problem(30, 10, 3);
  const TrainedUnit coarse =
      train_unit(MinOver{.epochs = 10000, .tolerance = 1e-2, .stop = MarginStop::angle}, problem.dichotomy(), 1);
  const TrainedUnit fine =
      train_unit(MinOver{.epochs = 10000, .tolerance = 1e-4, .stop = MarginStop::angle}, problem.dichotomy(), 1);
  EXPECT_TRUE(coarse.converged);
  EXPECT_TRUE(fine.converged);
  EXPECT_LT(coarse.epochs, fine.epochs);
  EXPECT_LT(coarse.kappa, fine.kappa);
}

TEST(Adaline, EqualsThePseudoInverseWhereAllPotentialsCanBeOne) {
  const Problem problem = random_outputs(8, 12, 5);   // fewer examples than inputs: E = 1 is solvable
  const TrainedUnit unit = train_unit(Adaline{}, problem.dichotomy(), 1);
  EXPECT_TRUE(unit.converged);
  const std::vector<double> y = solve(products_of_rows(problem.inputs), problem.outputs);   // w = Xᵀ(XXᵀ)⁻¹S
  for (std::size_t j = 0; j < 12; ++j) {
    double expected = 0;
    for (std::size_t i = 0; i < 8; ++i) expected += y[i] * problem.inputs(i, j);
    EXPECT_NEAR(unit.weights[j], expected, 1e-8);
  }
  for (const double potential : potentials(problem.dichotomy(), unit.weights)) EXPECT_NEAR(potential, 1, 1e-8);
  const TrainedUnit sequential = train_unit(Adaline{.form = Form::sequential}, problem.dichotomy(), 1);
  for (std::size_t j = 0; j < 12; ++j) EXPECT_NEAR(sequential.weights[j], unit.weights[j], 1e-6);
}

TEST(Adaline, IsLeastSquaresInParallelFormWhereTheyCannot) {
  const Problem problem = random_outputs(40, 5, 6);
  const TrainedUnit unit = train_unit(Adaline{}, problem.dichotomy(), 1);
  EXPECT_TRUE(unit.converged);
  Matrix columns(5, 40);
  for (std::size_t i = 0; i < 40; ++i) {
    for (std::size_t j = 0; j < 5; ++j) columns(j, i) = problem.inputs(i, j);
  }
  const std::vector<double> expected = least_squares(columns, problem.outputs);
  for (std::size_t j = 0; j < 5; ++j) EXPECT_NEAR(unit.weights[j], expected[j], 1e-7);
  // w = (1/N) Σ x ξ S all the way.
  std::vector<double> from_strengths(5);
  for (std::size_t i = 0; i < 40; ++i) {
    for (std::size_t j = 0; j < 5; ++j)
      from_strengths[j] += unit.strengths[i] * problem.outputs[i] * problem.inputs(i, j) / 5;
  }
  for (std::size_t j = 0; j < 5; ++j) EXPECT_NEAR(from_strengths[j], unit.weights[j], 1e-8);
}

TEST(Adaline, WeighsAnExampleAsIfItWereThereMoreOften) {
  const Problem problem = random_outputs(20, 4, 8);
  Dichotomy weighted = problem.dichotomy();
  weighted.weights.assign(20, 1.0);
  weighted.weights[3] = 2;
  Problem repeated{Matrix(21, 4), problem.outputs};
  std::copy(problem.inputs.values().begin(), problem.inputs.values().end(), repeated.inputs.values().begin());
  std::copy(problem.inputs.row(3).begin(), problem.inputs.row(3).end(), repeated.inputs.row(20).begin());
  repeated.outputs.push_back(problem.outputs[3]);
  const TrainedUnit once = train_unit(Adaline{}, weighted, 1);
  const TrainedUnit twice = train_unit(Adaline{}, repeated.dichotomy(), 1);
  for (std::size_t j = 0; j < 4; ++j) EXPECT_NEAR(once.weights[j], twice.weights[j], 1e-8);
}

TEST(Adaline, WeighsInSequentialFormToo) {
  // One input: the weighted steps of one pass by hand. η = 0.1, ξ = 1 and 2, S = 1, weights 1 and 3: w = 0.1·1; then E = 0.2, w = 0.1 + 0.1·3·(1 − 0.2)·2 = 0.58.
  Problem problem{Matrix(2, 1), {1, 1}};
  problem.inputs(0, 0) = 1;
  problem.inputs(1, 0) = 2;
  Dichotomy weighted = problem.dichotomy();
  weighted.weights = {1, 3};
  const TrainedUnit unit = train_unit(Adaline{.form = Form::sequential, .rate = 0.1, .epochs = 1}, weighted, 1);
  EXPECT_NEAR(unit.weights[0], 0.58, 1e-15);
  EXPECT_NEAR(admissible_rate(weighted, Form::sequential), 2.0 / 12, 1e-15);
}

TEST(Adaline, IsTheIterationEpochByEpoch) {
  for (const std::size_t count : {6U, 20U}) {   // fewer and more examples than inputs
    const Problem problem = random_outputs(count, 9, 14);
    Dichotomy dichotomy = problem.dichotomy();
    for (const bool has_weights : {false, true}) {
      for (std::size_t i = 0; i < count && has_weights; ++i) dichotomy.weights.push_back(i % 3 == 0 ? 2.5 : 0.5);
      const double rate = admissible_rate(dichotomy, Form::parallel) * 0.7;
      const TrainedUnit unit = train_unit(Adaline{.rate = rate, .epochs = 5}, dichotomy, 1);
      WeightField field(dichotomy);
      iterate(field, AdaptToOne{rate}, {.order = Order::parallel, .epochs = 5});
      for (std::size_t j = 0; j < 9; ++j) EXPECT_NEAR(unit.weights[j], field.weights()[j], 1e-12);
      for (std::size_t i = 0; i < count; ++i) EXPECT_NEAR(unit.strengths[i], field.strengths()[i], 1e-11);
      EXPECT_EQ(unit.epochs, 5U);
      EXPECT_EQ(unit.updates, 5 * count);
      EXPECT_FALSE(unit.converged);
    }
  }
}

TEST(Adaline, IsLeastSquaresOfBadlyScaledInputsToo) {
  Problem problem = random_outputs(40, 4, 15);
  for (std::size_t i = 0; i < 40; ++i) problem.inputs(i, 3) = problem.inputs(i, 2) + 1e-4 * problem.inputs(i, 3);
  const TrainedUnit unit = train_unit(Adaline{}, problem.dichotomy(), 1);
  EXPECT_TRUE(unit.converged);
  std::vector<double> gradient(4);
  const std::vector<double> all = potentials(problem.dichotomy(), unit.weights);
  for (std::size_t i = 0; i < 40; ++i) {
    for (std::size_t j = 0; j < 4; ++j) gradient[j] += (1 - all[i]) * problem.outputs[i] * problem.inputs(i, j);
  }
  for (std::size_t j = 0; j < 4; ++j) EXPECT_NEAR(gradient[j], 0, 1e-6);
}

TEST(SoftMargin, GivesAnInputOfZerosAllItMayHave) {
  // E = 0 for it whatever x is: the dual wants x = γ.
  Problem problem = random_outputs(6, 3, 2);
  std::fill(problem.inputs.row(2).begin(), problem.inputs.row(2).end(), 0.0);
  const TrainedUnit unit = train_unit(Adatron{.upper = 4}, problem.dichotomy(), 1);
  EXPECT_TRUE(unit.converged);
  EXPECT_EQ(unit.strengths[2], 4);
  EXPECT_LT(unit.residual.value_or(1), 1e-8);
}

TEST(CostDescent, DoesNotEndAfterOneSmallStep) {
  const Problem problem = random_outputs(40, 4, 12);
  const TrainedUnit unit =
      train_unit(CostDescent{.power = 6, .margin = 0.01, .epochs = 100000}, problem.dichotomy(), 1);
  EXPECT_GT(unit.epochs, 10U);
}

TEST(MinOver, IsNotDoneWhereNothingSeparates) {
  const Problem constant{Matrix(2, 2), {1, -1}};
  EXPECT_FALSE(train_unit(MinOver{.epochs = 5}, constant.dichotomy(), 1).converged);
}

TEST(Rates, ThatCannotConvergeAreRefused) {
  // |ξ|² = 3N: η < 2/3 (errata N4).
  Problem problem = random_outputs(10, 4, 9);
  for (std::size_t i = 0; i < 10; ++i) {
    const double scale = std::sqrt(12 / dot(problem.inputs.row(i), problem.inputs.row(i)));
    for (double& value : problem.inputs.row(i)) value *= scale;
  }
  const Dichotomy dichotomy = problem.dichotomy();
  EXPECT_NEAR(admissible_rate(dichotomy, Form::sequential), 2.0 / 3, 1e-12);
  EXPECT_THROW(train_unit(Adatron{.rate = 1}, dichotomy, 1), UsageError);
  EXPECT_THROW(train_unit(Adaline{.form = Form::sequential, .rate = 1}, dichotomy, 1), UsageError);
  EXPECT_NO_THROW(train_unit(Adatron{.rate = 0.5, .epochs = 10}, dichotomy, 1));
  EXPECT_LT(admissible_rate(dichotomy, Form::parallel), 2.0 / 3);
  EXPECT_THROW(train_unit(Adaline{.rate = 0.66}, dichotomy, 1), UsageError);
}

TEST(SoftMargin, StaysInItsBoxAtTheOptimum) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Problem problem = random_outputs(60, 6, seed);
    const double upper = seed % 2 == 0 ? 0.5 : 20;
    const TrainedUnit unit = train_unit(Adatron{.upper = upper}, problem.dichotomy(), seed);
    EXPECT_TRUE(unit.converged);
    for (const double x : unit.strengths) {
      EXPECT_GE(x, 0);
      EXPECT_LE(x, upper);
    }
    const std::vector<double> all = potentials(problem.dichotomy(), unit.weights);
    EXPECT_LT(kkt_residual(all, unit.strengths, upper), 1e-8);
    // The gap of primal and dual, computed from their definitions (4.3), (4.5).
    double primal = 6 * dot(unit.weights, unit.weights) / 2;
    double dual = -primal;
    for (std::size_t i = 0; i < 60; ++i) {
      primal += upper * std::max(0.0, 1 - all[i]);
      dual += unit.strengths[i];
    }
    EXPECT_NEAR(primal, dual, 1e-6 * primal);
  }
}

TEST(SoftMargin, WeighsByTheBox) {
  const Problem problem = random_outputs(30, 3, 4);
  Dichotomy weighted = problem.dichotomy();
  weighted.weights.assign(30, 1.0);
  weighted.weights[5] = 2;
  Problem repeated{Matrix(31, 3), problem.outputs};
  std::copy(problem.inputs.values().begin(), problem.inputs.values().end(), repeated.inputs.values().begin());
  std::copy(problem.inputs.row(5).begin(), problem.inputs.row(5).end(), repeated.inputs.row(30).begin());
  repeated.outputs.push_back(problem.outputs[5]);
  const TrainedUnit once = train_unit(Adatron{.upper = 1}, weighted, 1);
  const TrainedUnit twice = train_unit(Adatron{.upper = 1}, repeated.dichotomy(), 1);
  for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(once.weights[j], twice.weights[j], 1e-7);
}

TEST(Pocket, ReachesTheFewestErrorsThereCanBe) {
  // Errata N3: P = 25 in two dimensions; the fewest errors by trying a line between every two inputs, through the origin.
  const Problem problem = random_outputs(25, 2, 11);
  std::size_t fewest = 25;
  for (std::size_t i = 0; i < 25; ++i) {
    for (const double turn : {-1e-9, 1e-9}) {
      for (const double sign : {-1.0, 1.0}) {
        const double angle = std::atan2(problem.inputs(i, 0), -problem.inputs(i, 1)) + turn;
        const std::vector<double> w{sign * std::cos(angle), sign * std::sin(angle)};
        fewest = std::min(fewest, count_errors(problem.dichotomy(), w));
      }
    }
  }
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const TrainedUnit unit = train_unit(Pocket{500}, problem.dichotomy(), seed);
    EXPECT_EQ(count_errors(problem.dichotomy(), unit.weights), fewest);
    // The pocket's strengths belong to the pocket's weights.
    for (std::size_t j = 0; j < 2; ++j) {
      double expected = 0;
      for (std::size_t i = 0; i < 25; ++i)
        expected += unit.strengths[i] * problem.outputs[i] * problem.inputs(i, j) / 2;
      EXPECT_NEAR(unit.weights[j], expected, 1e-12);
    }
  }
}

TEST(CostDescent, FindsWhereTheGradientVanishes) {
  const Problem problem = random_outputs(40, 4, 12);
  for (const double power : {2.0, 3.0}) {
    const TrainedUnit unit =
        train_unit(CostDescent{.power = power, .epochs = 100000, .tolerance = 1e-15}, problem.dichotomy(), 1);
    const std::vector<double> all = potentials(problem.dichotomy(), unit.weights);
    for (std::size_t j = 0; j < 4; ++j) {
      double gradient = 0;
      for (std::size_t i = 0; i < 40; ++i) {
        if (all[i] < 1) gradient -= power * std::pow(1 - all[i], power - 1) * problem.outputs[i] * problem.inputs(i, j);
      }
      EXPECT_NEAR(gradient, 0, 1e-5) << power;
    }
  }
}

TEST(CostDescent, IsZeroOnSeparableDataForAnyPower) {
  const Problem problem = separable_problem(20, 6, 2);
  for (const double power : {1.0, 2.0}) {
    const TrainedUnit unit =
        train_unit(CostDescent{.power = power, .epochs = 100000, .tolerance = 1e-16}, problem.dichotomy(), 1);
    for (const double potential : potentials(problem.dichotomy(), unit.weights))
      EXPECT_GE(potential, 1 - 1e-4) << power;   // none is short of the margin, so that no cost is left
  }
}

// H[1] of inputs (1), (2), (4) with outputs 1, 1, −1 and c = 1: 3 at w = 0, and with w = v·N = v lowest where the sum of 1 − v, 1 − 2v, 1 + 4v
// is, over those above 0: its slope is +1 for −¼ < v < ½, so that it falls to the corner v = −¼, where it is 1.25 + 1.5 = 2.75.
TEST(CostDescent, EndsOnTheCornerThatIsLowest) {
  Problem problem;
  problem.inputs = Matrix(3, 1);
  problem.inputs(0, 0) = 1;
  problem.inputs(1, 0) = 2;
  problem.inputs(2, 0) = 4;
  problem.outputs = {1, 1, -1};
  const TrainedUnit unit = train_unit(CostDescent{.power = 1}, problem.dichotomy(), 1);
  EXPECT_TRUE(unit.converged);
  EXPECT_NEAR(unit.weights[0], -0.25, 1e-5);
}

// w ← w + η/N Σ f ξS with f = k(c − E)^(k−1), all examples at once.
TEST(CostDescent, OfAGivenRateIsTheIterationOfAllExamplesAtOnce) {
  const Problem problem = random_outputs(40, 4, 12);
  Dichotomy dichotomy = problem.dichotomy();
  for (std::size_t i = 0; i < 40; ++i) dichotomy.weights.push_back(i % 3 == 0 ? 2.5 : 1);
  const TrainedUnit unit =
      train_unit(CostDescent{.power = 2, .margin = 1.5, .rate = 0.005, .epochs = 30}, dichotomy, 1);
  WeightField field(dichotomy);
  const IterationOutcome outcome =
      iterate(field, LowerTheCost{0.005, 1.5, 2}, IterationPlan{.order = Order::parallel, .epochs = 30});
  EXPECT_EQ(unit.epochs, 30U);
  EXPECT_EQ(unit.updates, outcome.updates);
  EXPECT_LT(unit.updates, 30U * 40);
  EXPECT_FALSE(unit.converged);
  for (std::size_t j = 0; j < 4; ++j) EXPECT_NEAR(unit.weights[j], field.weights()[j], 1e-12);
  for (std::size_t i = 0; i < 40; ++i) EXPECT_NEAR(unit.strengths[i], field.strengths()[i], 1e-12);
}

// w = (1/N) Σ x ξS, and no step more leaves a higher cost.
TEST(CostDescent, KeepsTheLowestPlaceAndItsStrengths) {
  const Problem problem = random_outputs(40, 4, 12);
  const Dichotomy dichotomy = problem.dichotomy();
  for (const double power : {1.0, 2.0}) {
    double before = 40;   // c = 1 short of the margin, each example
    for (std::size_t epochs = 1; epochs <= 60; ++epochs) {
      const TrainedUnit unit = train_unit(CostDescent{.power = power, .epochs = epochs}, dichotomy, 1);
      const std::vector<double> w = weights_of(dichotomy, unit.strengths);
      for (std::size_t j = 0; j < 4; ++j) EXPECT_NEAR(unit.weights[j], w[j], 1e-12) << power << " " << epochs;
      double cost = 0;
      for (const double potential : potentials(dichotomy, unit.weights))
        cost += std::pow(std::max(0.0, 1 - potential), power);
      EXPECT_LE(cost, std::exchange(before, cost) * (1 + 1e-12)) << power << " " << epochs;
      if (epochs > 1) continue;
      EXPECT_EQ(unit.updates, 40U) << power;   // at w = 0 all are short of it
      EXPECT_FALSE(unit.converged) << power;
    }
    EXPECT_LT(before, 36) << power;
  }
}

TEST(Strengths, AndWeightsAreTwoFormsOfOneIteration) {
  const Problem problem = random_outputs(12, 5, 13);
  const Dichotomy dichotomy = problem.dichotomy();
  const Matrix products = products_of(dichotomy);
  const auto compare = [&](const auto& f, Order order) {
    WeightField in_weights(dichotomy);
    ProductField in_strengths(products);
    const IterationPlan plan{.order = order, .epochs = 7, .seed = 3};
    const IterationOutcome a = iterate(in_weights, f, plan);
    const IterationOutcome b = iterate(in_strengths, f, plan);
    EXPECT_EQ(a.updates, b.updates);
    for (std::size_t i = 0; i < 12; ++i) {
      EXPECT_NEAR(in_weights.strengths()[i], in_strengths.strengths()[i], 1e-10);
      EXPECT_NEAR(in_weights.potential(i), in_strengths.potentials()[i], 1e-10);
    }
  };
  for (const Order order : {Order::sequential, Order::shuffled, Order::drawn, Order::parallel}) {
    compare(LearnFromErrors{0.3}, order);
    compare(AdaptToOne{0.1}, order);
    compare(AdaptWithinBox{0.1, 2}, order);
    compare(LowerTheCost{0.01, 1, 2}, order);
  }
  compare(LearnFromErrors{infinity}, Order::smallest);
}

TEST(Separability, IsKnownForWhatCannotBeStored) {
  Problem opposite = separable_problem(6, 3, 1);
  std::copy(opposite.inputs.row(0).begin(), opposite.inputs.row(0).end(), opposite.inputs.row(5).begin());
  opposite.outputs[5] = -opposite.outputs[0];
  const Conflict conflict = find_conflict(opposite.dichotomy());
  ASSERT_TRUE(conflict);
  EXPECT_EQ(conflict.first, 0);
  EXPECT_EQ(conflict.second, 5);
  Problem zero = separable_problem(6, 3, 1);
  std::fill(zero.inputs.row(2).begin(), zero.inputs.row(2).end(), 0.0);
  for (const Problem* problem : {&opposite, &zero}) {
    for (TrainedUnit unit :
         {train_unit(Rosenblatt{}, problem->dichotomy(), 1), train_unit(MinOver{.epochs = 50}, problem->dichotomy(), 1),
          train_unit(Adatron{}, problem->dichotomy(), 1), train_unit(Pocket{}, problem->dichotomy(), 1),
          train_unit(Adaline{}, problem->dichotomy(), 1)}) {
      judge(unit, problem->dichotomy());
      EXPECT_EQ(unit.separable, false);
      for (const double w : unit.weights) EXPECT_TRUE(std::isfinite(w));
    }
  }
}

TEST(Separability, IsDecidedForRandomOutputs) {
  // Against the enumeration of all sets of support vectors.
  std::size_t separable = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Problem problem = random_outputs(7, 3, seed);
    TrainedUnit unit = train_unit(Rosenblatt{}, problem.dichotomy(), 1);
    judge(unit, problem.dichotomy());
    ASSERT_TRUE(unit.separable.has_value());
    EXPECT_EQ(*unit.separable, largest_margin_by_enumeration(problem) > 0) << seed;
    separable += *unit.separable ? 1 : 0;
  }
  EXPECT_GT(separable, 10U);
  EXPECT_LT(separable, 50U);
}

TEST(Adaline, MeetsEveryExampleWhateverItWeighsWhereAllCanBeMet) {
  const Problem problem = random_outputs(8, 12, 5);
  Dichotomy weighted = problem.dichotomy();
  for (std::size_t i = 0; i < 8; ++i) weighted.weights.push_back(1 + 0.5 * static_cast<double>(i));
  const TrainedUnit unit = train_unit(Adaline{}, weighted, 1);
  EXPECT_TRUE(unit.converged);
  for (const double potential : potentials(problem.dichotomy(), unit.weights)) EXPECT_NEAR(potential, 1, 1e-7);
}

TEST(CostDescent, WeighsTheTermsOfItsCost) {
  const Problem problem = random_outputs(40, 4, 12);
  Dichotomy weighted = problem.dichotomy();
  for (std::size_t i = 0; i < 40; ++i) weighted.weights.push_back(i % 3 == 0 ? 2.5 : 1);
  const TrainedUnit unit = train_unit(CostDescent{.power = 2, .epochs = 100000, .tolerance = 1e-15}, weighted, 1);
  const std::vector<double> all = potentials(problem.dichotomy(), unit.weights);
  for (std::size_t j = 0; j < 4; ++j) {
    double gradient = 0;   // of Σ weight (1 − E)²
    for (std::size_t i = 0; i < 40; ++i) {
      if (all[i] < 1) gradient -= weighted.weights[i] * 2 * (1 - all[i]) * problem.outputs[i] * problem.inputs(i, j);
    }
    EXPECT_NEAR(gradient, 0, 1e-5);
  }
}

TEST(UpdateBound, HasTheTermOfTheMargin) {
  // (max |ξ|² + 2cN)/κ² = (25 + 2 · 3 · 2)/4.
  Problem problem{Matrix(2, 2), {1, -1}};
  problem.inputs(0, 0) = 3;
  problem.inputs(0, 1) = 4;
  problem.inputs(1, 1) = 1;
  EXPECT_NEAR(update_bound(problem.dichotomy(), 3, 2), 37.0 / 4, 1e-14);
  EXPECT_EQ(update_bound(problem.dichotomy(), 3, 0), infinity);
}

TEST(Separability, IsNotClaimedForWeightsThatErrNowhereButOnThePlane) {
  // w = 0 has κ = 0, as has w = (1, 0) for an input (0, 1): neither separates.
  Problem problem{Matrix(2, 2), {1, 1}};
  problem.inputs(0, 1) = 1;
  problem.inputs(1, 1) = -1;
  for (const double first : {0.0, 1.0}) {
    TrainedUnit unit;
    unit.weights = {first, 0};
    judge(unit, problem.dichotomy());
    EXPECT_EQ(unit.kappa, 0);
    EXPECT_EQ(unit.separable, false);   // w₂ > 0 and w₂ < 0
  }
}

}   // namespace
}   // namespace protea
