// The classical rules, step by step, against positions worked out in exact fractions (trajectories.hpp).
#include <gtest/gtest.h>

#include <protea/catalogue/catalogue.hpp>
#include <protea/optimize/sgd.hpp>
#include <protea/runtime/accumulator.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/train/fit.hpp>
#include <protea/train/prototype_objective.hpp>

#include <support/case_name.hpp>

#include "trajectories.hpp"

namespace protea {
namespace {

using trajectories::Trajectory;
}   // namespace

namespace trajectories {
void PrintTo(const Trajectory& trajectory, std::ostream* out) { *out << trajectory.name; }
}   // namespace trajectories

namespace {

class TrajectoryOfRule : public ::testing::TestWithParam<Trajectory> {
 protected:
  void SetUp() override {
    const Trajectory& t = GetParam();
    const std::string name = t.rule;
    if (name == "olvq1") settings_.emplace_back("rate", number_text(t.eta));
    if (name == "lvq2.1" || name == "lvq3") settings_ = {{"window", number_text(t.window)}, {"window_on", t.window_on}};
    if (name == "lvq3") settings_.emplace_back("epsilon", number_text(t.epsilon));
    rule_ = rules().make(name, settings_);
    stepper_.rate = name == "olvq1" ? 1 : t.eta;
    stepper_.schedule = Schedule::constant;
    const auto count = static_cast<std::size_t>(t.prototypes);
    x_ = Matrix(t.steps.size(), 2);
    for (std::size_t i = 0; i < t.steps.size(); ++i) {
      std::copy_n(t.steps[i].x, 2, x_.row(i).begin());
      y_.push_back(t.steps[i].label);
    }
    space_ = PrototypeSpace(dissimilarities().make("squared-euclidean", {}), 2, {t.labels, t.labels + count},
                            Scope::shared, rule_->parameter_count(count));
    parameters_.resize(parameter_count(space_.layout()));
    for (std::size_t k = 0; k < count; ++k)
      std::copy_n(t.start[k], 2, parameters_.begin() + static_cast<std::ptrdiff_t>(2 * k));
    rule_->initialize(space_.rule_parameters(MutableRow(parameters_)));
  }

  void expect_as_after(const trajectories::Step& step, Row parameters) const {
    const auto count = static_cast<std::size_t>(GetParam().prototypes);
    for (std::size_t k = 0; k < count; ++k) {
      EXPECT_NEAR(parameters[2 * k], step.w[k][0], 1e-12);
      EXPECT_NEAR(parameters[2 * k + 1], step.w[k][1], 1e-12);
      if (rule_->traits().sets_own_rates) {
        EXPECT_NEAR(parameters[2 * count + k], step.rate[k], 1e-12);
      }
    }
  }

  Settings settings_;
  std::shared_ptr<const AnyRule> rule_;
  Sgd stepper_;
  Matrix x_;
  std::vector<Label> y_;
  PrototypeSpace space_;
  std::vector<double> parameters_;
};

TEST_P(TrajectoryOfRule, PassesThroughTheExactPositions) {
  const PrototypeObjective objective(space_, rule_, std::as_const(x_).view(), y_);
  Serial serial;
  Accumulator accumulator(objective, serial);
  stepper_.start(objective.layout());
  for (std::uint32_t i = 0; i < GetParam().steps.size(); ++i) {
    accumulator.accumulate(std::span(&i, 1), parameters_, 0);
    stepper_.step(parameters_, accumulator.gradient(), 1, 0);
    SCOPED_TRACE(i);
    expect_as_after(GetParam().steps[i], parameters_);
  }
}

TEST_P(TrajectoryOfRule, IsWhatTheTrainingLoopWalks) {
  const PrototypeObjective objective(space_, rule_, std::as_const(x_).view(), y_);
  Serial serial;
  Plan plan;
  plan.epochs = 1;
  plan.presentation = Presentation::file;
  TrainingState state;
  state.parameters = parameters_;
  fit({objective, stepper_, plan, serial}, state);
  expect_as_after(GetParam().steps.back(), state.parameters);
}

INSTANTIATE_TEST_SUITE_P(Known, TrajectoryOfRule, ::testing::ValuesIn(trajectories::all()),
                         [](const auto& each) { return testing::case_name(each.param.name); });

}   // namespace
}   // namespace protea
