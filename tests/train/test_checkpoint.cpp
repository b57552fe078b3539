// A run that was stopped and resumed ends as one that was not.
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>

#include <protea/optimize/momentum.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/train/checkpoint.hpp>

#include <support/random_problem.hpp>

namespace protea {
namespace {

struct Checkpoint : ::testing::Test {
  Checkpoint()
      : problem(90, 4, {0, 1, 2}, 4),
        rule(rules().make("glvq", {})),
        space(dissimilarities().make("relevance", {}), 4, problem.prototype_labels, Scope::per_class),
        objective(space, rule, problem.x.view(), problem.y),
        path(std::filesystem::path(::testing::TempDir()) / ("protea_checkpoint_" + std::to_string(::getpid()))) {
    plan.epochs = 300;
    plan.batch = 10;
    plan.tolerance = 1e-3;
  }
  ~Checkpoint() override { std::filesystem::remove(path); }

  // Trains to the end, or until an epoch after which a checkpoint is written.
  Outcome train(TrainingState& state, Optimizer& optimizer, std::size_t last_epoch = 1000) {
    const Observer stop = [&](const EpochReport& report) {
      if (report.state.epoch < last_epoch) return true;
      save_checkpoint(path.string(), "a run", report.state, {optimizer});
      return false;
    };
    return fit({objective, optimizer, plan, serial, nullptr, stop}, state);
  }
  TrainingState first() const {
    TrainingState state;
    state.parameters = problem.parameters(space, *rule, 3);
    return state;
  }

  testing::RandomProblem problem;
  std::shared_ptr<const AnyRule> rule;
  PrototypeSpace space;
  PrototypeObjective objective;
  Serial serial;
  Plan plan;
  std::filesystem::path path;
};

// Whether the cost stands still is seen by comparing it with that of the epoch before, which may be on the other side
// of the stop.
TEST_F(Checkpoint, RemembersTheCostThatTheToleranceIsHeldAgainst) {
  TrainingState whole = first();
  Momentum momentum;
  const Outcome expected = train(whole, momentum);
  ASSERT_EQ(expected.reason, StopReason::tolerance);
  ASSERT_GT(expected.epochs, 3U);
  for (const std::size_t stop : {std::size_t{1}, expected.epochs / 2, expected.epochs - 1}) {
    TrainingState state = first();
    Momentum stopped;
    train(state, stopped, stop);
    Momentum resumed;
    TrainingState rest = load_checkpoint(path.string(), "a run", {resumed}, space.layout());
    EXPECT_EQ(rest.epoch, stop);
    const Outcome outcome = train(rest, resumed);
    EXPECT_EQ(outcome.reason, StopReason::tolerance) << stop;
    EXPECT_EQ(outcome.epochs, expected.epochs) << stop;
    EXPECT_EQ(rest.parameters, whole.parameters) << stop;
  }
}

TEST_F(Checkpoint, OfAnotherRunIsRefused) {
  TrainingState state = first();
  Momentum momentum;
  train(state, momentum, 1);
  EXPECT_THROW(load_checkpoint(path.string(), "another run", {momentum}, space.layout()), UsageError);
}

}   // namespace
}   // namespace protea
