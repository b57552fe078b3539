// A sum computes what is wanted of it and nothing else: no gradient where a value is enough.
#include <gtest/gtest.h>

#include <atomic>

#include <protea/optimize/sgd.hpp>
#include <protea/optimize/waypoint.hpp>
#include <protea/rule/glvq.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/train/fit.hpp>

#include <support/random_problem.hpp>

namespace protea {
namespace {

std::atomic<std::size_t> value_calls = 0;
std::atomic<std::size_t> gradient_calls = 0;
std::atomic<std::size_t> penalty_gradients = 0;

// The squared Euclidean distance, with one idle parameter that has a price, counting what it is asked for.
struct Counting {
  static constexpr std::string_view name = "counting";
  static constexpr std::string_view summary = "counts";
  static constexpr DissimilarityTraits traits{.masking = Masking::sum};
  static constexpr auto options() { return std::tuple{}; }

  double value(Row x, Row w, Row) const {
    ++value_calls;
    double d = 0;
    for (std::size_t i = 0; i < x.size(); ++i) d += (x[i] - w[i]) * (x[i] - w[i]);
    return d;
  }
  void add_gradient(Row x, Row w, Row, double pull, MutableRow gw, MutableRow) const {
    ++gradient_calls;
    for (std::size_t i = 0; i < x.size(); ++i) gw[i] += 2 * pull * (w[i] - x[i]);
  }
  std::size_t parameter_count(std::size_t) const { return 1; }
  void initialize(MutableRow theta, std::size_t, Random&) const { theta[0] = 1; }
  void project(MutableRow) const {}
  double penalty(Row, std::size_t, double scale, MutableRow gtheta) const {
    if (gtheta.empty()) return 0.25;
    ++penalty_gradients;
    gtheta[0] += 0 * scale;
    return 0.25;
  }
};

struct Wants : ::testing::Test {
  Wants()
      : problem(30, 3, {0, 1, 2}, 4),
        rule(std::make_shared<const LiftedRule<Glvq>>()),
        counted_space(std::make_shared<const LiftedDissimilarity<Counting>>(), 3, problem.prototype_labels,
                      Scope::shared),
        space(dissimilarities().make("minkowski", {{"learn_p", "true"}}), 3, problem.prototype_labels, Scope::shared) {
    state.parameters = problem.parameters(counted_space, *rule, 3);
    value_calls = gradient_calls = penalty_gradients = 0;
  }

  testing::RandomProblem problem;
  std::shared_ptr<const AnyRule> rule;
  PrototypeSpace counted_space;
  PrototypeSpace space;   // as many parameters, not counted
  TrainingState state;
  Serial serial;
};

TEST_F(Wants, NoGradientForTheFinalCost) {
  const PrototypeObjective objective(counted_space, rule, problem.x.view(), problem.y);
  Sgd sgd;
  Plan plan;
  plan.epochs = 0;
  const Outcome outcome = fit({objective, sgd, plan, serial}, state);
  EXPECT_EQ(value_calls, 90U);   // 30 samples, 3 prototypes
  EXPECT_EQ(gradient_calls, 0U);
  EXPECT_EQ(penalty_gradients, 0U);
  Gradient gradient(counted_space.layout());
  EXPECT_EQ(objective.accumulate(testing::all_of(30), state.parameters, 1, gradient, *objective.make_workspace()),
            outcome.cost);
  EXPECT_EQ(gradient_calls, 60U);   // a right and a wrong one for each sample
  EXPECT_EQ(penalty_gradients, 1U);
}

TEST_F(Wants, NoGradientForAHeldOutLoss) {
  ASSERT_EQ(parameter_count(space.layout()), parameter_count(counted_space.layout()));
  state.parameters.back() = 2;   // the exponent
  const PrototypeObjective objective(space, rule, problem.x.view(), problem.y);
  const PrototypeObjective held_out(counted_space, rule, problem.x.view(), problem.y);
  Sgd sgd;
  Plan plan;
  plan.epochs = 4;
  fit({objective, sgd, plan, serial, &held_out}, state);
  EXPECT_EQ(value_calls, 4 * 90U);
  EXPECT_EQ(gradient_calls, 0U);
  EXPECT_EQ(penalty_gradients, 0U);
}

TEST_F(Wants, NoGradientForATrialStepOfWaypoint) {
  const PrototypeObjective objective(counted_space, rule, problem.x.view(), problem.y);
  Waypoint waypoint;
  waypoint.memory = 2;
  Plan plan;
  plan.epochs = 7;
  fit({objective, waypoint, plan, serial}, state);
  EXPECT_EQ(gradient_calls, 7 * 60U);
  EXPECT_EQ(value_calls,
            (7 + 2 * 5 + 1) * 90U);   // one pass per iteration, two trials in the last five, the final cost
}

TEST_F(Wants, NoGradientForSamplesWithMissingValues) {
  problem.x(3, 1) = std::nan("");
  const PrototypeObjective objective(counted_space, rule, problem.x.view(), problem.y);
  const double value =
      objective.accumulate(testing::all_of(30), state.parameters, 1, value_only, *objective.make_workspace());
  EXPECT_EQ(gradient_calls, 0U);
  Gradient gradient(counted_space.layout());
  EXPECT_EQ(objective.accumulate(testing::all_of(30), state.parameters, 1, gradient, *objective.make_workspace()),
            value);
  EXPECT_EQ(gradient_calls, 60U);
}

}   // namespace
}   // namespace protea
