// Steps of one sample along gradients in factors: they must lead where the whole gradient leads, and touch nothing else.
#include <gtest/gtest.h>

#include <cstring>

#include <protea/dissimilarity/followed_projection.hpp>
#include <protea/dissimilarity/matrix_distance.hpp>
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
  EXPECT_FALSE(gives({{"log_det", "0.1"}}, Scope::shared, {0, 1}));
  EXPECT_FALSE(gives({{"learn", "false"}}, Scope::shared, {0, 1}));
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
