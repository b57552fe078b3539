// Steps of one sample along gradients in factors: they must lead where the whole gradient leads, and touch nothing else.
#include <gtest/gtest.h>

#include <cstring>

#include <protea/dissimilarity/followed_projection.hpp>
#include <protea/dissimilarity/matrix_distance.hpp>
#include <protea/optimize/adam.hpp>
#include <protea/optimize/momentum.hpp>
#include <protea/optimize/sgd.hpp>
#include <protea/train/fit.hpp>

#include <support/random_problem.hpp>

namespace protea {
namespace {

using testing::RandomProblem;

struct Case {
  std::string rule;
  Settings matrix;
  Scope scope;
  std::vector<Label> prototypes;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.rule << ' ' << c.matrix.size() << ' ' << static_cast<int>(c.scope);
}

class StepsInFactors : public ::testing::TestWithParam<Case> {
 protected:
  static constexpr std::size_t samples = 1500;   // what is kept is made anew on the way
  RandomProblem problem_{samples, 11, GetParam().prototypes, 8};
  std::shared_ptr<const AnyRule> rule_ = rules().make(GetParam().rule, {});
  PrototypeSpace space_{dissimilarities().make("matrix", GetParam().matrix), 11, GetParam().prototypes,
                        GetParam().scope, rule_->parameter_count(GetParam().prototypes.size())};
  std::vector<double> start_ = problem_.parameters(space_, *rule_, 3);
  Serial serial_;
};

// The reference: the whole gradient of each sample, p ← project(p − rate·g).
TEST_P(StepsInFactors, EndWhereWholeGradientsLead) {
  const PrototypeObjective objective(space_, rule_, problem_.x.view(), problem_.y);
  ASSERT_TRUE(objective.gives_factors());
  Sgd sgd;
  sgd.rate = 0.05;
  sgd.metric_rate = 0.02;
  sgd.schedule = Schedule::constant;
  std::vector<double> whole = start_;
  Accumulator accumulator(objective, serial_);
  sgd.start(objective.layout());
  double loss = 0;
  for (std::uint32_t i = 0; i < samples; ++i) {
    loss += accumulator.accumulate(std::span(&i, 1), whole, 0);
    sgd.step(whole, accumulator.gradient(), 1, 0);
    space_.project(whole);
  }
  TrainingState state{.parameters = start_};
  fit({objective, sgd, {.epochs = 1, .presentation = Presentation::file}, serial_}, state);
  EXPECT_LT(testing::relative_difference(state.parameters, whole), 1e-10);
  EXPECT_NEAR(state.cost, loss, 1e-10 * std::abs(loss));
  EXPECT_GT(testing::relative_difference(state.parameters, start_), 1e-3);
}

INSTANTIATE_TEST_SUITE_P(
    OfMatrices, StepsInFactors,
    ::testing::Values(Case{"glvq", {}, Scope::shared, {0, 0, 1, 1, 2}},
                      Case{"glvq", {{"rank", "3"}}, Scope::shared, {0, 1, 2}},
                      Case{"lvq1", {}, Scope::shared, {0, 0, 0, 1, 1, 2}},
                      Case{"rslvq", {}, Scope::shared, {0, 1, 2}},                   // all prototypes move
                      Case{"rslvq", {{"rank", "2"}}, Scope::shared, {0, 0, 1, 2}},   // … and are more than rows
                      Case{"glvq", {}, Scope::per_class, {0, 0, 1, 1, 2}},
                      Case{"glvq", {{"rank", "4"}}, Scope::per_prototype, {0, 1, 0, 2, 1}}));

TEST(StepsInFactors, AreLeftToWholeGradientsWhereOneCannotFollow) {
  const auto gives = [](const Settings& matrix, Scope scope, std::vector<Label> prototypes) {
    const RandomProblem problem(6, 4, prototypes, 1);
    const PrototypeSpace space(dissimilarities().make("matrix", matrix), 4, prototypes, scope);
    return PrototypeObjective(space, rules().make("glvq", {}), problem.x.view(), problem.y).gives_factors();
  };
  EXPECT_TRUE(gives({}, Scope::per_class, {0, 0, 1}));
  EXPECT_FALSE(gives({}, Scope::per_class, {0, 1, 0}));   // a metric of two stretches of prototypes
  EXPECT_TRUE(gives({{"log_det", "0.1"}}, Scope::shared, {0, 1}));        // the penalty has steps of its own
  EXPECT_FALSE(gives({{"learn", "false"}}, Scope::shared, {0, 1}));
}

// The whole gradients of single samples without a penalty; that of the penalty of `together` of them is looked at before these, and
// taken by a step of its own, or a share of it with each. Returns the loss.
enum class Share { own_step, each };
double step_and_pay(const PrototypeObjective& objective, const PrototypeSpace& space, Stepper& stepper, Share share,
                    std::size_t together, std::vector<double>& parameters) {
  const std::vector<std::uint32_t> order = testing::all_of(objective.sample_count());
  const auto workspace = objective.make_workspace();
  Gradient gradient(objective.layout());
  Gradient price(objective.layout());
  std::size_t sharers = 1;
  stepper.start(objective.layout());
  double loss = 0;
  for (std::size_t first = 0; first < order.size(); ++first) {
    if (first % together == 0) {
      const auto own = std::span(order).subspan(first, std::min(together, order.size() - first));
      sharers = own.size();
      price.clear();
      loss += objective.add_penalty(own, parameters, share == Share::own_step ? gradient : price);
      if (share == Share::own_step) {
        stepper.step(parameters, gradient, 1, 0);
        space.project(parameters);
      }
    }
    Wanted wanted(gradient);
    wanted.without_penalty = true;
    loss += objective.accumulate(std::span(order).subspan(first, 1), parameters, 0, wanted, *workspace);
    for (std::size_t i = 0; i < gradient.values().size() && share == Share::each; ++i)
      gradient.values()[i] += price.values()[i] / static_cast<double>(sharers);
    stepper.step(parameters, gradient, 1, 0);
    space.project(parameters);
  }
  return loss;
}

Sgd slow_steps(double metric_rate) {
  Sgd sgd;
  sgd.rate = 0.05;
  sgd.metric_rate = metric_rate;
  sgd.schedule = Schedule::constant;
  return sgd;
}

// A metric of m rows pays for m/2 samples at once, several for as many times as many: 5 for a full one of 11 features, 16 for three.
TEST(Penalties, OfSamplesThatComeOneAtATimeArePaidTogether) {
  struct Together {
    Settings matrix;
    Scope scope;
    std::size_t samples;
  };
  const std::vector<Together> all{{{}, Scope::shared, 5},
                                  {{{"rank", "3"}}, Scope::shared, 1},
                                  {{}, Scope::per_class, 16},
                                  {{{"rank", "4"}}, Scope::per_prototype, 10}};
  for (Together each : all) {
    each.matrix.push_back({"log_det", "0.005"});
    const std::vector<Label> labels{0, 0, 1, 1, 2};
    const RandomProblem problem(1499, 11, labels, 8);
    const std::shared_ptr<const AnyRule> rule = rules().make("glvq", {});
    const PrototypeSpace space(dissimilarities().make("matrix", each.matrix), 11, labels, each.scope);
    const PrototypeObjective objective(space, rule, problem.x.view(), problem.y);
    const std::vector<double> start = problem.parameters(space, *rule, 3);
    Sgd sgd = slow_steps(0.001);
    std::vector<double> expected = start;
    const double loss = step_and_pay(objective, space, sgd, Share::own_step, each.samples, expected);
    Serial serial;
    TrainingState state{.parameters = start};
    fit({objective, sgd, {.epochs = 1, .presentation = Presentation::file}, serial}, state);
    EXPECT_LT(testing::relative_difference(state.parameters, expected), 1e-10) << each.samples;
    EXPECT_NEAR(state.cost, loss, 1e-10 * std::abs(loss)) << each.samples;
    // … which leads where it leads to pay for each, but for the order of small steps.
    std::vector<double> each_by_itself = start;
    step_and_pay(objective, space, sgd, Share::own_step, 1, each_by_itself);
    EXPECT_LT(testing::relative_difference(state.parameters, each_by_itself), 0.005) << each.samples;
    EXPECT_GT(testing::relative_difference(each_by_itself, start), 0.1) << each.samples;
  }
}

// Where five samples' worth would be a step of more than a fiftieth of Ω, fewer are paid for at once, down to one.
TEST(Penalties, ThatAreStrongArePaidInShortSteps) {
  const std::vector<Label> labels{0, 1, 2};
  const RandomProblem problem(600, 11, labels, 8);
  const std::shared_ptr<const AnyRule> rule = rules().make("glvq", {});
  const PrototypeSpace space(dissimilarities().make("matrix", {{"log_det", "1"}}), 11, labels, Scope::shared);
  const PrototypeObjective objective(space, rule, problem.x.view(), problem.y);
  const std::vector<double> start = problem.parameters(space, *rule, 3);
  Sgd sgd = slow_steps(0.002);
  std::vector<double> expected = start;
  const double loss = step_and_pay(objective, space, sgd, Share::own_step, 1, expected);
  Serial serial;
  TrainingState state{.parameters = start};
  fit({objective, sgd, {.epochs = 1, .presentation = Presentation::file}, serial}, state);
  EXPECT_LT(testing::relative_difference(state.parameters, expected), 1e-10);
  EXPECT_NEAR(state.cost, loss, 1e-10 * std::abs(loss));
}

// Steps that depend on those before get a share of the price with each sample. A metric is then looked at for m/2 samples, however many
// metrics there are, since a step goes through all of them.
TEST(Penalties, AreSharedAmongSamplesWhereAStepOfTheirOwnWouldBeAnother) {
  const auto end_and_loss = [](Stepper& stepper, Scope scope, bool is_fit) {
    const std::vector<Label> labels{0, 1, 2};
    const RandomProblem problem(403, 11, labels, 8);
    const std::shared_ptr<const AnyRule> rule = rules().make("glvq", {});
    const PrototypeSpace space(dissimilarities().make("matrix", {{"log_det", "0.05"}}), 11, labels, scope);
    const PrototypeObjective objective(space, rule, problem.x.view(), problem.y);
    TrainingState state{.parameters = problem.parameters(space, *rule, 3)};
    if (!is_fit) {
      state.cost = step_and_pay(objective, space, stepper, Share::each, 5, state.parameters);
    } else {
      Serial serial;
      fit({objective, stepper, {.epochs = 1, .presentation = Presentation::file}, serial}, state);
    }
    return std::pair(state.parameters, state.cost);
  };
  for (const Scope scope : {Scope::shared, Scope::per_prototype}) {
    Adam adam;
    adam.schedule = Schedule::constant;
    Momentum momentum;
    momentum.schedule = Schedule::constant;
    for (Stepper* stepper : std::initializer_list<Stepper*>{&adam, &momentum}) {
      const auto [expected, loss] = end_and_loss(*stepper, scope, false);
      const auto [reached, cost] = end_and_loss(*stepper, scope, true);
      EXPECT_LT(testing::relative_difference(reached, expected), 1e-9) << stepper->name();
      EXPECT_NEAR(cost, loss, 1e-9 * std::abs(loss)) << stepper->name();
    }
  }
}

// LVQ1 moves the winner alone: a metric far from all samples keeps its bits, the others do not.
TEST(StepsInFactors, ChangeOnlyMetricsThatASampleTouches) {
  const RandomProblem problem(50, 5, {0, 1, 1}, 4);
  const PrototypeSpace space(dissimilarities().make("matrix", {}), 5, {0, 1, 1}, Scope::per_prototype);
  const std::shared_ptr<const AnyRule> rule = rules().make("lvq1", {});
  std::vector<double> start = problem.parameters(space, *rule, 3);
  for (double& value : space.prototypes(MutableRow(start)).row(1)) value += 1e6;
  const PrototypeObjective objective(space, rule, problem.x.view(), problem.y);
  Sgd sgd;
  Serial serial;
  TrainingState state{.parameters = start};
  fit({objective, sgd, {.epochs = 2}, serial}, state);
  const auto is_as_it_was = [&](std::size_t group) {
    return std::memcmp(space.metric(Row(state.parameters), group).data(), space.metric(Row(start), group).data(),
                       25 * sizeof(double)) == 0;
  };
  EXPECT_TRUE(is_as_it_was(1));
  EXPECT_FALSE(is_as_it_was(0));
  EXPECT_FALSE(is_as_it_was(2));
}

// Ω − rate·G by its definition, divided by its norm; the second step leaves a hundredth of Ω, where 1 − 2η⟨Ω, G⟩ + … has no digits.
TEST(StepsInFactors, KeepTheNormWhateverIsLeft) {
  for (const double rate : {0.1, 0.99, 3.0}) {
    std::vector<double> omega{0.6, 0, 0, 0.8};
    OuterProducts g{
        .count = 2, .left = {1, 0, 0, 1}, .right = {0.6, 0, 0, 0.8}, .along = 1, .squared_norm = 1};   // G = Ω
    if (rate == 3.0) {
      g.right[1] = 0.5;
      g.squared_norm = 1.25;
    }
    std::vector<double> expected(4);
    for (std::size_t r = 0; r < 2; ++r) {
      for (std::size_t j = 0; j < 2; ++j)
        expected[2 * r + j] = omega[2 * r + j] - rate * (g.left[r] * g.right[j] + g.left[2 + r] * g.right[2 + j]);
    }
    double norm = 0;
    for (const double value : expected) norm += value * value;
    for (double& value : expected) value /= std::sqrt(norm);
    const std::vector<double> before = omega;
    step_with_unit_norm(g, rate, omega);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(omega[i], expected[i], 1e-13) << rate;
    for (std::size_t r = 0; r < 2; ++r) {   // the change that is left behind
      for (std::size_t j = 0; j < 2; ++j) {
        const double change = g.left[r] * g.right[j] + g.left[2 + r] * g.right[2 + j];
        EXPECT_NEAR(g.scale * before[2 * r + j] + change, expected[2 * r + j], 1e-12) << rate;
      }
    }
  }
}

}   // namespace
}   // namespace protea
