#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <protea/base/exact_math.hpp>
#include <protea/base/kernels.hpp>
#include <protea/optimize/adam.hpp>
#include <protea/optimize/lbfgs.hpp>
#include <protea/optimize/momentum.hpp>
#include <protea/optimize/sgd.hpp>
#include <protea/optimize/waypoint.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/train/fit.hpp>

#include <support/function_objective.hpp>

namespace protea {
namespace {

using testing::FunctionObjective;

const ParameterLayout one{{.name = "numbers", .size = 1}};
const ParameterLayout two{{.name = "numbers", .size = 2}};
const ParameterLayout three{{.name = "numbers", .size = 3}};
const ParameterLayout blocks{{.name = "prototypes", .size = 2, .touch = Touch::by_unit},
                             {.name = "metric", .size = 1, .group = RateGroup::metric}};

Outcome run(const Objective& objective, Optimizer& optimizer, std::int64_t epochs, std::vector<double>& p,
            double tolerance = 0) {
  Serial serial;
  Plan plan;
  plan.epochs = epochs;
  plan.tolerance = tolerance;
  TrainingState state;
  state.parameters = p;
  const Outcome outcome = fit({objective, optimizer, plan, serial}, state);
  p = state.parameters;
  return outcome;
}

TEST(Lbfgs, FindsTheMinimumOfRosenbrocksValley) {
  const FunctionObjective objective(two, testing::rosenbrock);
  Lbfgs lbfgs;
  std::vector<double> p{-1.2, 1};
  const Outcome outcome = run(objective, lbfgs, 200, p);
  EXPECT_TRUE(outcome.converged);
  EXPECT_LT(outcome.epochs, 60U);
  EXPECT_NEAR(p[0], 1, 1e-6);
  EXPECT_NEAR(p[1], 1, 1e-6);
}

// 160 MB hold ten million steps and as many changes.
TEST(Lbfgs, RemembersFewerPairsOfManyParameters) {
  Lbfgs lbfgs;
  EXPECT_EQ(lbfgs.pairs_for(3), 10U);
  EXPECT_EQ(lbfgs.pairs_for(1'000'000), 10U);
  EXPECT_EQ(lbfgs.pairs_for(2'000'000), 5U);
  EXPECT_EQ(lbfgs.pairs_for(9'000'000), 1U);
  lbfgs.memory = 7;
  EXPECT_EQ(lbfgs.pairs_for(9'000'000), 7U);
}

TEST(Lbfgs, MinimizesAQuadraticOfThreeCurvaturesInAFewSteps) {
  const FunctionObjective objective(three, testing::long_valley);
  Lbfgs lbfgs;
  std::vector<double> p{0, 0, 0};
  const Outcome outcome = run(objective, lbfgs, 200, p);
  EXPECT_TRUE(outcome.converged);
  EXPECT_LT(outcome.epochs, 30U);
  EXPECT_NEAR(p[0], 3, 1e-6);
  EXPECT_NEAR(p[1], -1, 1e-6);
  EXPECT_NEAR(p[2], 2, 1e-6);
}

TEST(Lbfgs, NeverRaisesTheCost) {
  const FunctionObjective objective(two, testing::rosenbrock);
  Lbfgs lbfgs;
  Serial serial;
  Plan plan;
  plan.epochs = 60;
  TrainingState state;
  state.parameters = {-1.2, 1};
  double last = 1e300;
  fit({objective, lbfgs, plan, serial, nullptr,
       [&](const EpochReport& report) {
         EXPECT_LE(report.cost, last);
         last = report.cost;
         return true;
       }},
      state);
}

// A shallow slope, so that the first trial step is far too short: the search must go on until |f'| has fallen to 0.9 of
// its first value, and the cost must have fallen as the first Wolfe condition says.
TEST(Lbfgs, TakesStepsThatMeetTheStrongWolfeConditions) {
  const auto valley = [](Row p, MutableRow g) {
    g[0] = 1e-4 * (p[0] - 100);
    return 0.5 * g[0] * (p[0] - 100);
  };
  const FunctionObjective objective(one, valley);
  Lbfgs lbfgs;
  std::vector<double> p{0};
  run(objective, lbfgs, 1, p);
  std::vector<double> before(1);
  std::vector<double> after(1);
  const double first = valley(std::vector<double>{0}, before);
  const double second = valley(p, after);
  EXPECT_LE(std::abs(after[0]), 0.9 * std::abs(before[0]));
  EXPECT_LE(second, first + 1e-4 * before[0] * p[0]);
}

// Near its top, cos p curves downwards: a search that is cut short ends where the gradient has grown along the step,
// and a pair of such a step would make the metric indefinite. From 0.1 the first trial goes 0.1 far, the second and
// last twice as far.
TEST(Lbfgs, RemembersNoStepAlongWhichTheGradientHasGrown) {
  const FunctionObjective objective(one, [](Row p, MutableRow g) {
    g[0] = -std::sin(p[0]);
    return std::cos(p[0]);
  });
  Lbfgs lbfgs;
  lbfgs.line_evaluations = 2;
  std::vector<double> p{0.1};
  run(objective, lbfgs, 1, p);
  EXPECT_NEAR(p[0], 0.3, 1e-3);
  for (const StateBuffer& buffer : lbfgs.state()) {
    if (buffer.name == "steps" || buffer.name == "changes") {
      EXPECT_TRUE(buffer.values->empty()) << buffer.name;
    }
  }
  p = {0.1};
  run(objective, lbfgs, 60, p);
  EXPECT_NEAR(p[0], std::acos(-1.0), 1e-6);
}

// What a function is asked for, in turn.
struct Asked {
  std::vector<double> at;
  FunctionObjective objective(const ParameterLayout& layout, testing::Function function) {
    const auto note = [this, function = std::move(function)](Row p, MutableRow g) {
      at.push_back(p[0]);
      return function(p, g);
    };
    return {layout, note};
  }
};

void expect_near(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-12) << i;
}

// f = −p up to 0.15 and a wall behind: 0.1 lowers the cost, the slope asks for more, and 0.2 is in the wall. A search
// that ends there asks once more for what it takes; one that ends before does not.
TEST(Lbfgs, TakesTheStepThatLoweredTheCostWhereTheLastTrialDidNot) {
  const auto slope_to_a_wall = [](Row p, MutableRow g) {
    const double behind = std::max(0.0, p[0] - 0.15);
    g[0] = behind > 0 ? 99 : -1;
    return 100 * behind - p[0];
  };
  const std::vector<double> once{0, 0.1, 0.1};   // the last is the final cost
  const std::vector<double> twice{0, 0.1, 0.2, 0.1, 0.1};
  for (const std::int64_t evaluations : {1, 2}) {
    Asked asked;
    const FunctionObjective objective = asked.objective(one, slope_to_a_wall);
    Lbfgs lbfgs;
    lbfgs.line_evaluations = evaluations;
    std::vector<double> p{0};
    const Outcome outcome = run(objective, lbfgs, 1, p);
    EXPECT_NEAR(p[0], 0.1, 1e-15);
    EXPECT_NEAR(outcome.cost, -0.1, 1e-15);
    EXPECT_FALSE(outcome.converged);   // the slope has not changed, and is not 0
    EXPECT_EQ(lbfgs.state()[0].values->front(), p[0]);
    EXPECT_EQ(lbfgs.state()[1].values->front(), -1);
    EXPECT_NEAR(lbfgs.state()[2].values->front(), -0.1, 1e-15);
    expect_near(asked.at, evaluations == 1 ? once : twice);
  }
}

// Positive numbers, the chart p = eᵘ from u = −1 on.
struct Exponentials final : Manifold {
  void project(MutableRow p) const override {
    for (double& value : p) value = std::max(value, std::exp(-1));
  }
  void to_free(MutableRow p) const override {
    for (double& value : p) value = std::max(std::log(value), -1.0);
  }
  void from_free(MutableRow p) const override {
    for (double& value : p) value = std::exp(value);
  }
  void pull_back(Row free, MutableRow g) const override {
    for (std::size_t i = 0; i < g.size(); ++i) g[i] *= std::exp(free[i]);
  }
};
const ParameterLayout positive{{.name = "numbers", .size = 1, .manifold = std::make_shared<Exponentials>()}};

// f = u²/2 in the free coordinate u = ln p: the first step is 0.1 long, which 0.95 of the slope allows, and shows the
// curvature, so that the second ends at u = 0. A start below e⁻¹ is moved there.
TEST(Lbfgs, StepsInFreeCoordinatesAndLeavesTheParametersOnTheManifold) {
  for (const auto& [start, sign] : {std::pair{std::exp(1), 1.0}, std::pair{0.01, -1.0}}) {
    Asked asked;
    const FunctionObjective objective = asked.objective(positive, [](Row p, MutableRow g) {
      g[0] = std::log(p[0]) / p[0];
      return 0.5 * std::log(p[0]) * std::log(p[0]);
    });
    Lbfgs lbfgs;
    lbfgs.curvature = 0.95;
    std::vector<double> p{start};
    const Outcome outcome = run(objective, lbfgs, 10, p);
    EXPECT_EQ(outcome.reason, StopReason::stationary);
    EXPECT_EQ(outcome.epochs, 2U);
    EXPECT_NEAR(p[0], 1, 1e-12);
    expect_near(asked.at, {std::exp(sign), std::exp(0.9 * sign), 1, 1});   // the last is the final cost
  }
}

// Of a gradient that leads uphill.
TEST(Lbfgs, IsWhereItWasWhenNoStepLowersTheCost) {
  const FunctionObjective objective(positive, [](Row p, MutableRow g) {
    g[0] = -1;
    return p[0];
  });
  Lbfgs lbfgs;
  std::vector<double> p{3};
  const Outcome outcome = run(objective, lbfgs, 10, p);
  EXPECT_EQ(outcome.reason, StopReason::stationary);
  EXPECT_EQ(outcome.epochs, 1U);
  EXPECT_NEAR(p[0], 3, 1e-14);
  EXPECT_NEAR(outcome.cost, 3, 1e-14);
}

// f = x²/2 from 1 with step 0.3 and a memory of 2, by hand: 0.7, 0.4 (plain steps while the memory fills); 0.1 (its
// cost .005 is below that of the mean .55) and the step grows to .33; −.23 (.0265 against .0313 for the mean .25), step
// .363; then the mean −.065 (.0021) beats the step to .133 (.0088), is taken, and the step shrinks to .363/1.5 = .242;
// then the mean −.1475 beats .177, and the step shrinks to .242/1.5 = .484/3; with it, −.1475 + .484/3 = .0415/3 beats
// the mean −.10625.
TEST(Waypoint, TakesTheStepsOfAHandCalculation) {
  const FunctionObjective objective(one, [](Row p, MutableRow g) {
    g[0] = p[0];
    return 0.5 * p[0] * p[0];
  });
  Waypoint waypoint;
  waypoint.step = 0.3;
  waypoint.memory = 2;
  Serial serial;
  Plan plan;
  plan.epochs = 7;
  TrainingState state;
  state.parameters = {1};
  std::vector<double> visited;
  std::vector<double> lengths;
  fit({objective, waypoint, plan, serial, nullptr,
       [&](const EpochReport& report) {
         visited.push_back(report.state.parameters[0]);
         lengths.push_back(waypoint.state().front().values->front());
         return true;
       }},
      state);
  const std::vector<double> expected{0.7, 0.4, 0.1, -0.23, -0.065, -0.1475, 0.0415 / 3};
  const std::vector<double> expected_lengths{0.3, 0.3, 0.33, 0.363, 0.242, 0.484 / 3, 0.5324 / 3};
  ASSERT_EQ(visited.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(visited[i], expected[i], 1e-12) << i;
    EXPECT_NEAR(lengths[i], expected_lengths[i], 1e-12) << i;
  }
}

TEST(Waypoint, ApproachesAMinimumThatPlainStepsOfItsSizeWouldJumpOver) {
  const FunctionObjective objective(blocks, testing::long_valley);
  Waypoint waypoint;
  std::vector<double> p{0, 0, 0};
  run(objective, waypoint, 300, p);
  std::vector<double> g(3);
  EXPECT_LT(testing::long_valley(p, g), 1e-3);
}

// p = 1, g = 2 at each step of f = p²: v₁ = 2, p₁ = 1 − 0.1·2 = 0.8; g₂ = 1.6, v₂ = 0.9·2 + 1.6 = 3.4,
// p₂ = 0.8 − 0.34 = 0.46.
TEST(Momentum, TakesTheStepsOfAHandCalculation) {
  Momentum momentum;
  momentum.rate = 0.1;
  momentum.schedule = Schedule::constant;
  momentum.start(two);
  Gradient gradient(two);
  std::vector<double> p{1, 0};
  for (const double expected : {0.8, 0.46}) {
    gradient.values()[0] = 2 * p[0];
    momentum.step(p, gradient, 1, 0);
    EXPECT_NEAR(p[0], expected, 1e-15);
  }
}

// After bias correction the first step of Adam has length rate whatever the gradient.
TEST(Adam, TakesAFirstStepOfTheLengthOfTheRate) {
  Adam adam;
  adam.rate = 0.01;
  adam.schedule = Schedule::constant;
  adam.start(two);
  Gradient gradient(two);
  std::vector<double> p{1, 1};
  gradient.values()[0] = 1234;
  gradient.values()[1] = -0.5;
  adam.step(p, gradient, 1, 0);
  EXPECT_NEAR(p[0], 0.99, 1e-9);
  EXPECT_NEAR(p[1], 1.01, 1e-9);
}

// With a constant gradient both running means, corrected, equal it, so every step has the length of the rate.
TEST(Adam, KeepsItsStepUnderAConstantGradient) {
  Adam adam;
  adam.rate = 0.01;
  adam.schedule = Schedule::constant;
  adam.start(two);
  Gradient gradient(two);
  std::vector<double> p{1, 1};
  for (int step = 1; step <= 3; ++step) {
    gradient.values()[0] = 5;
    adam.step(p, gradient, 1, 0);
    EXPECT_NEAR(p[0], 1 - 0.01 * step, 1e-9);
  }
}

// 1 − βᵗ is 1 to the bit long before βᵗ is 0.
TEST(Adam, CorrectsByPowersOfTheMoments) {
  for (const double first : {0.0, 0.5, 0.9}) {
    Adam adam;
    adam.schedule = Schedule::constant;
    adam.first_moment = first;
    adam.second_moment = 0.95;
    adam.start(one);
    Gradient gradient(one);
    std::vector<double> p{1};
    double expected = 1, mean = 0, square = 0;
    for (int t = 1; t <= 900; ++t) {
      const double slope = std::sin(static_cast<double>(t));
      gradient.values()[0] = slope;
      adam.step(p, gradient, 1, 0);
      baseline_kernels.adam_step({1, first, 0.95, 1 - power(first, t), 1 - power(0.95, t), adam.rate, adam.epsilon},
                                 &slope, 1, &mean, &square, &expected);
      ASSERT_EQ(p[0], expected) << first << ' ' << t;
    }
  }
}

TEST(Sgd, GivesPrototypesAndMetricTheirOwnRates) {
  Sgd sgd;
  sgd.rate = 0.5;
  sgd.metric_rate = 0.25;
  sgd.start(blocks);
  Gradient gradient(blocks);
  std::vector<double> p{1, 1, 1};
  gradient.touch(1);
  gradient.values()[1] = 1;
  gradient.values()[2] = 1;
  sgd.step(p, gradient, 1, 0.5);   // linear: half the rate is left
  EXPECT_EQ(p, (std::vector<double>{1, 0.75, 0.875}));
}

TEST(Sgd, GivesTheParameterOfADissimilarityItsOwnRate) {
  // Two groups of prototypes, each with a parameter and two relevances.
  const ParameterLayout local{{.name = "prototypes", .size = 2, .touch = Touch::by_unit},
                              {.name = "metric", .size = 6, .unit = 3, .group = RateGroup::metric, .own = 1},
                              {.name = "rule", .size = 1, .group = RateGroup::rule}};
  Sgd sgd;
  sgd.rate = 0.5;
  sgd.metric_rate = 0.25;
  sgd.parameter_rate = 0.125;
  sgd.schedule = Schedule::constant;
  sgd.start(local);
  Gradient gradient(local);
  std::fill(gradient.values().begin(), gradient.values().end(), 1.0);
  gradient.touch(0);
  std::vector<double> p(9, 1.0);
  sgd.step(p, gradient, 1, 0);
  EXPECT_EQ(p, (std::vector<double>{0.5, 1, 0.875, 0.75, 0.75, 0.875, 0.75, 0.75, 0.5}));
}

TEST(Waypoint, GivesTheParameterOfADissimilarityItsOwnStep) {
  const ParameterLayout local{{.name = "prototypes", .size = 1},
                              {.name = "metric", .size = 3, .unit = 3, .group = RateGroup::metric, .own = 1}};
  const FunctionObjective slope(local, [](Row p, MutableRow g) {
    std::fill(g.begin(), g.end(), 1.0);
    return p[0] + p[1] + p[2] + p[3];
  });
  Waypoint waypoint;
  waypoint.step = 1;
  waypoint.metric_step = 2;
  waypoint.parameter_step = 0.5;
  std::vector<double> p(4, 0.0);
  run(slope, waypoint, 1, p);
  EXPECT_DOUBLE_EQ(p[0], -1);
  EXPECT_DOUBLE_EQ(p[1], -0.5);
  EXPECT_DOUBLE_EQ(p[2], -std::sqrt(2));   // both relevances together take a step of length 2
  EXPECT_DOUBLE_EQ(p[3], -std::sqrt(2));
}

std::vector<std::unique_ptr<Optimizer>> one_of_each() {
  std::vector<std::unique_ptr<Optimizer>> result;
  result.push_back(std::make_unique<Sgd>());
  result.push_back(std::make_unique<Momentum>());
  result.push_back(std::make_unique<Adam>());
  result.push_back(std::make_unique<Waypoint>());
  result.push_back(std::make_unique<Lbfgs>());
  return result;
}

// (p − 3)²/2 is 0 at 3 and 4.5 at the start.
TEST(EveryOptimizer, DescendsAParabolaThatDeclaresOneBlock) {
  const FunctionObjective parabola(one, [](Row p, MutableRow g) {
    g[0] = p[0] - 3;
    return 0.5 * g[0] * g[0];
  });
  for (const auto& optimizer : one_of_each()) {
    std::vector<double> p{0};
    const Outcome outcome = run(parabola, *optimizer, 400, p);
    EXPECT_NEAR(p[0], 3, 0.02) << optimizer->name();
    EXPECT_LT(outcome.cost, 2e-4) << optimizer->name();
  }
}

// Vectors of length 1, the chart p = u/‖u‖.
struct Sphere final : Manifold {
  static double length(Row p) { return std::sqrt(std::inner_product(p.begin(), p.end(), p.begin(), 0.0)); }
  void project(MutableRow p) const override {
    const double size = length(p);
    for (double& value : p) value /= size;
  }
  void make_tangential(Row p, MutableRow g) const override {
    const double along = std::inner_product(p.begin(), p.end(), g.begin(), 0.0);
    for (std::size_t i = 0; i < p.size(); ++i) g[i] -= along * p[i];
  }
  bool guides_steps() const override { return true; }
  void from_free(MutableRow p) const override { project(p); }
  void pull_back(Row free, MutableRow g) const override {
    std::vector<double> p(free.begin(), free.end());
    from_free(p);
    make_tangential(p, g);
    for (double& value : g) value /= length(free);
  }
};

// The first step of Adam is the rate for every number, whatever its gradient. Four numbers of a vector of length 1 are about ½ large.
TEST(Adam, StepsByATenthOfTheSizeOfAMetricsNumbersUnlessGivenARate) {
  const ParameterLayout layout{
      {.name = "w", .size = 1},
      {.name = "metric", .size = 8, .unit = 4, .group = RateGroup::metric, .manifold = std::make_shared<Sphere>()}};
  const auto first_steps = [&](Adam adam) {
    adam.rate = 0.3;
    adam.schedule = Schedule::constant;
    adam.start(layout);
    Gradient gradient(layout);
    std::ranges::fill(gradient.values(), -7.0);
    std::vector<double> p(9, 0.0);
    adam.step(p, gradient, 1, 0);
    return std::pair{p[0], p[8]};
  };
  EXPECT_NEAR(first_steps({}).first, 0.3, 1e-8);
  EXPECT_NEAR(first_steps({}).second, 0.1 * 0.5, 1e-8);
  Adam given;
  given.metric_rate = 0.02;
  EXPECT_NEAR(first_steps(given).second, 0.02, 1e-8);
  given.metric_rate = 0;
  EXPECT_EQ(first_steps(given).second, 0);
  EXPECT_FALSE(given.moves(RateGroup::metric));
  EXPECT_TRUE(Adam().moves(RateGroup::metric));
}

// −p·a over the circle is least at a = (3/5, 4/5); a plain descent would go on along a for ever. The second unit
// starts elsewhere.
TEST(EveryOptimizer, StaysOnAManifoldThatItHasNeverHeardOf) {
  const ParameterLayout circles{
      {.name = "other", .size = 1, .group = RateGroup::metric},
      {.name = "circles", .size = 4, .unit = 2, .manifold = std::make_shared<Sphere>(), .touch = Touch::by_unit}};
  const FunctionObjective objective(circles, [](Row p, MutableRow g) {
    g[0] = p[0];
    for (const std::size_t i : {1, 3}) {
      g[i] = -0.6;
      g[i + 1] = -0.8;
    }
    return 0.5 * p[0] * p[0] - 0.6 * (p[1] + p[3]) - 0.8 * (p[2] + p[4]);
  });
  for (const auto& optimizer : one_of_each()) {
    std::vector<double> p{0, 1, 0, 0, 1};
    const Outcome outcome = run(objective, *optimizer, 400, p);
    EXPECT_NEAR(outcome.cost, -2, 1e-3) << optimizer->name();
    for (const std::size_t i : {1, 3}) {
      EXPECT_NEAR(Sphere::length(Row(p).subspan(i, 2)), 1, 1e-15) << optimizer->name();
      EXPECT_NEAR(p[i], 0.6, 0.02) << optimizer->name();
    }
  }
}

// A cost whose gradients are lost as soon as anything else is asked.
class ForgetfulCost final : public Cost {
 public:
  explicit ForgetfulCost(const FunctionObjective& objective) : objective_(objective), gradient_(objective.layout()) {}
  double value(Row parameters) override {
    forget();
    return objective_.accumulate({}, parameters, 1, value_only, workspace_);
  }
  WithGradient with_gradient(Row parameters) override {
    forget();
    gradient_ = Gradient(objective_.layout());
    const double value = objective_.accumulate({}, parameters, 1, gradient_, workspace_);
    return {value, gradient_.values()};
  }
  const Objective& objective() const override { return objective_; }

 private:
  void forget() { std::ranges::fill(gradient_.values(), std::nan("")); }

  const FunctionObjective& objective_;
  Gradient gradient_;
  Workspace workspace_;
};

TEST(EveryOptimizer, ReadsAGradientBeforeItAsksForMore) {
  const FunctionObjective objective(two, testing::rosenbrock);
  std::size_t found = 0;
  for (const auto& optimizer : one_of_each()) {
    auto* const minimizer = dynamic_cast<Minimizer*>(optimizer.get());
    if (!minimizer) continue;
    ++found;
    std::vector<double> expected{-1.2, 1};
    run(objective, *optimizer, 12, expected);
    ForgetfulCost cost(objective);
    minimizer->start(objective.layout());
    std::vector<double> p{-1.2, 1};
    for (std::size_t epoch = 0; epoch < 12; ++epoch) minimizer->iterate(cost, p);
    EXPECT_EQ(p, expected) << optimizer->name();
  }
  EXPECT_EQ(found, 2U);
}

TEST(EveryOptimizer, SaysItsNameAndOptionsAndIsCopiedWithThem) {
  Momentum momentum;
  momentum.rate = 0.125;
  momentum.momentum = 0.5;
  const Optimizer& composed = momentum;
  EXPECT_EQ(composed.name(), "momentum");
  const std::unique_ptr<Optimizer> copy = composed.clone();
  EXPECT_EQ(copy->options(), composed.options());
  const std::pair<std::string, OptionValue> rate{"rate", 0.125};
  const std::pair<std::string, OptionValue> share{"momentum", 0.5};
  EXPECT_EQ(copy->options().front(), rate);
  EXPECT_EQ(copy->options().back(), share);
  for (const auto& optimizer : one_of_each()) EXPECT_EQ(optimizer->clone()->name(), optimizer->name());
}

// A copy in the middle of a run goes on as the original would.
TEST(EveryOptimizer, IsCopiedWithWhatItRemembers) {
  Momentum momentum;
  momentum.start(one);
  Gradient gradient(one);
  std::vector<double> p{1};
  gradient.values()[0] = 1;
  momentum.step(p, gradient, 1, 0);
  const std::unique_ptr<Optimizer> copy = momentum.clone();
  EXPECT_EQ(*copy->state().front().values, std::vector<double>{1});
}

TEST(EveryOptimizer, SaysWhatOthersMayAskBeforeTheyPutItToWork) {
  const std::vector<std::string_view> linear{"sgd", "momentum"};
  for (const auto& optimizer : one_of_each()) {
    EXPECT_EQ(optimizer->needs_cost(), optimizer->name() == "waypoint" || optimizer->name() == "l-bfgs");
    EXPECT_EQ(optimizer->steps_linearly(), std::count(linear.begin(), linear.end(), optimizer->name()) > 0)
        << optimizer->name();
    EXPECT_FALSE(optimizer->steps_as_told()) << optimizer->name();
    for (const RateGroup group : {RateGroup::prototype, RateGroup::metric, RateGroup::rule, RateGroup::parameter}) {
      EXPECT_TRUE(optimizer->moves(group)) << optimizer->name();
    }
  }
  Sgd told;
  told.rate = 1;
  EXPECT_FALSE(told.steps_as_told());   // its rate falls
  told.schedule = Schedule::constant;
  EXPECT_TRUE(told.steps_as_told());
  Adam still;
  still.metric_rate = 0;
  EXPECT_FALSE(still.moves(RateGroup::metric));
  EXPECT_TRUE(still.moves(RateGroup::parameter));
}

TEST(EveryOptimizer, HasACopyWhoseRatesDoNotFall) {
  Sgd sgd;
  sgd.rate = 0.5;
  const std::unique_ptr<Optimizer> constant = sgd.with_constant_rates();
  const auto stepper = dynamic_cast<Stepper*>(constant.get());
  ASSERT_TRUE(stepper);
  stepper->start(one);
  Gradient gradient(one);
  std::vector<double> p{1};
  gradient.values()[0] = 1;
  stepper->step(p, gradient, 1, 0.9);
  EXPECT_EQ(p[0], 0.5);
  EXPECT_EQ(sgd.schedule, Schedule::linear);
  const Waypoint waypoint;   // has no rates that could fall
  EXPECT_EQ(waypoint.with_constant_rates()->options(), static_cast<const Optimizer&>(waypoint).options());
}

TEST(Schedules, StartAtOneAndFallAsTheirFormulasSay) {
  for (const auto& [name, schedule] : names_of(Schedule{}))
    EXPECT_DOUBLE_EQ(schedule_factor(schedule, 100, 0), 1) << name;
  EXPECT_DOUBLE_EQ(schedule_factor(Schedule::constant, 100, 1), 1);
  EXPECT_DOUBLE_EQ(schedule_factor(Schedule::linear, 100, 0.25), 0.75);
  EXPECT_DOUBLE_EQ(schedule_factor(Schedule::inverse_time, 100, 0.5), 1.0 / 51);
  EXPECT_DOUBLE_EQ(schedule_factor(Schedule::exponential, 100, 0.5), 0.1);
}

}   // namespace
}   // namespace protea
