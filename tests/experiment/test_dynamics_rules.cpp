// Any rule that says what it depends on is in the theory laboratory: here one that the library does not know.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <protea/catalogue/catalogue.hpp>
#include <protea/experiment/dynamics.hpp>
#include <protea/experiment/simulation.hpp>
#include <protea/rule/winners.hpp>

namespace protea {
namespace {

// Both prototypes move, the less the farther a sample is from the border: f = (1 − |δ|/width)₊.
struct Tent : Steady<Tent> {
  double width = 2;

  static constexpr std::string_view name = "tent";
  static constexpr std::string_view summary = "A window with slopes.";
  static constexpr RuleTraits traits{.needs_own_prototype = true,
                                     .needs_other_prototype = true,
                                     .depends_on = DependsOn::difference,
                                     .formula = "f = (1 − |δ|/width)₊",
                                     .source = {}};
  static constexpr auto options() { return std::tuple{option("width", &Tent::width, "where it ends", {.above = 0})}; }

  std::vector<double> breaks(double) const { return {-width, 0, width}; }
  double pull(Row d, Labels labels, Label y, MutableRow pull) const {
    const auto [right, wrong] = nearest_pair(d, labels, y);
    pull[right] = std::max(0.0, 1 - std::abs(d[right] - d[wrong]) / width) / 2;
    pull[wrong] = -pull[right];
    return 0;
  }
};

// A winner moves by `rate` towards its class and by half of it away from another.
struct Lenient : Steady<Lenient> {
  double rate = 0.8;

  static constexpr std::string_view name = "lenient";
  static constexpr std::string_view summary = "LVQ1 that punishes less than it rewards.";
  static constexpr RuleTraits traits{
      .reads = Reads::nearest, .depends_on = DependsOn::winner, .formula = {}, .source = {}};
  static constexpr auto options() { return std::tuple{option("rate", &Lenient::rate, "how far", {.above = 0})}; }

  double pull(Row d, Labels labels, Label y, MutableRow pull) const {
    const std::size_t winner = nearest(d);
    pull[winner] = labels[winner] == y ? rate / 2 : -rate / 4;
    return 0;
  }
};

template <Rule R>
Entry<const AnyRule> entry() {
  return make_entry<const AnyRule, R>("rule",
                                      [](R rule) { return std::make_shared<const LiftedRule<R>>(std::move(rule)); });
}

Dynamics dynamics_of(std::shared_ptr<const AnyRule> rule) {
  Dynamics result;
  result.rule = std::move(rule);
  result.model = {.p_plus = 0.8, .lambda = 1};
  return result;
}

// The largest deviation of the simulation from the equations, in standard errors.
double deviation_of(const Dynamics& dynamics) {
  const std::vector<double> alphas{1, 5, 20};
  SimulationTask task;
  task.model = dynamics.model;
  task.rule = training_rule(dynamics, task.dimension);
  task.start.q[0][0] = task.start.q[1][1] = 1e-4;
  task.runs = 24;
  const LearningCurve curve = learning_curve(dynamics, task.start, alphas);
  const Simulation simulation = simulate(task, alphas, *make_runtime(2));
  double worst = 0;
  for (std::size_t i = 0; i < alphas.size(); ++i) {
    const auto theory = to_vector(curve.points[i].overlaps);
    const auto mean = to_vector(simulation.points[i].mean.overlaps);
    const auto error = to_vector(simulation.points[i].standard_error.overlaps);
    for (std::size_t j = 0; j < theory.size(); ++j) worst = std::max(worst, std::abs(theory[j] - mean[j]) / error[j]);
  }
  return worst;
}

TEST(DynamicsRules, TakeARuleOfADifferenceFromItsDefinitionAlone) {
  const Family<const AnyRule> family = rules_of_theory({"rule", {entry<Tent>(), entry<Lenient>()}});
  ASSERT_EQ(family.names(), (std::vector<std::string>{"tent", "lenient"}));
  const Dynamics dynamics = dynamics_of(family.make("tent", {{"width", "3"}}));
  EXPECT_FALSE(is_winner_takes_all(dynamics));
  EXPECT_NE(law_text(dynamics).find("f = (1 − |δ|/width)₊"), std::string::npos) << law_text(dynamics);
  EXPECT_LT(deviation_of(dynamics), 4);
}

// g = a + b·c·σ with a + b = 0.8 and a − b = −0.4.
TEST(DynamicsRules, TakeARuleOfTheWinnerFromItsDefinitionAlone) {
  const Dynamics dynamics = dynamics_of(std::make_shared<LiftedRule<Lenient>>());
  Dynamics by_numbers = dynamics_of(dynamics_rules().make("lvq1", {}));
  by_numbers.a = 0.2;
  by_numbers.b = 0.6;
  Overlaps start;
  start.q[0][0] = start.q[1][1] = 1e-4;
  const auto end_of = [&](const Dynamics& each) {
    return to_vector(learning_curve(each, start, std::array{5.0}).points[0].overlaps);
  };
  const auto expected = end_of(by_numbers);
  const auto actual = end_of(dynamics);
  for (std::size_t j = 0; j < expected.size(); ++j) EXPECT_NEAR(actual[j], expected[j], 1e-12);
  EXPECT_LT(deviation_of(dynamics), 4);
}

TEST(DynamicsRules, LeaveOutRulesThatDependOnMoreAndSayWhatNMultiplies) {
  const std::vector<std::string> names = dynamics_rules().names();
  EXPECT_EQ(std::count(names.begin(), names.end(), "olvq1"), 0) << "its rates change";
  for (const char* const name : {"lvq1", "lvq2.1", "glvq", "rslvq", "margin-hinge", "cross-entropy"}) {
    EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
  }
  EXPECT_NE(dynamics_rules().find("margin-hinge").options[0].help.find("√N"), std::string::npos);
  EXPECT_NE(dynamics_rules().find("glvq").options[1].help.find("times N"), std::string::npos);
  EXPECT_EQ(dynamics_rules().find("lvq2.1").options[0].default_text, "inf");
  EXPECT_EQ(rules().find("lvq2.1").options[0].default_text, "0.3");
}

TEST(DynamicsRules, RefuseARuleThatDependsOnMore) {
  const Dynamics dynamics = dynamics_of(rules().make("olvq1", {}));
  EXPECT_THROW(theory_rule(dynamics), UsageError);
}

}   // namespace
}   // namespace protea
