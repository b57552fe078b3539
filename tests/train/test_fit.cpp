#include <gtest/gtest.h>

#include <protea/catalogue/train_model.hpp>
#include <protea/data/read.hpp>
#include <protea/optimize/sgd.hpp>
#include <protea/runtime/serial.hpp>

#include <support/allocations.hpp>
#include <support/random_problem.hpp>

namespace protea {
namespace {

using testing::RandomProblem;

std::size_t allocations_of_training(const std::string& rule_name, const std::string& dissimilarity, std::size_t samples, std::int64_t batch) {
  const RandomProblem problem(samples, 6, {0, 0, 1, 1, 2}, 4);
  const auto rule = rules().make(rule_name, {});
  const PrototypeSpace space(dissimilarities().make(dissimilarity, {}), 6, problem.prototype_labels, Scope::per_class,
                             rule->parameter_count(5));
  const PrototypeObjective objective(space, rule, problem.x.view(), problem.y);
  Sgd sgd;
  sgd.rate = 1e-3;
  Plan plan;
  plan.epochs = 1;
  plan.batch = batch;
  Serial serial;
  TrainingState state;
  state.parameters = problem.parameters(space, *rule, 5);
  const std::size_t before = testing::allocation_count();
  fit({objective, sgd, plan, serial}, state);
  return testing::allocation_count() - before;
}

TEST(Fit, AllocatesNothingPerSample) {
  allocations_of_training("lvq1", "relevance", 64, 1);   // what is allocated once in a program is allocated now
  for (const std::string& rule : rules().names()) {
    for (const std::string& dissimilarity : dissimilarities().names()) {
      for (const std::int64_t batch : {1, 32}) {
        // From 1024 samples on, the number of shards (and of their buffers) no longer grows; lists may still double now and then.
        EXPECT_LE(allocations_of_training(rule, dissimilarity, 2560, batch), allocations_of_training(rule, dissimilarity, 1280, batch) + 64)
            << rule << " " << dissimilarity << " " << batch;
      }
    }
  }
}

TEST(Fit, NamesTheEpochWhenNumbersAreNoLongerFinite) {
  const EncodedTable data = encode_training_table(read_table("iris"), "", Nominal::refuse);
  Serial serial;
  try {
    train_model(configure("glvq", {{"optimizer", "sgd"}, {"optimizer.rate", "1e305"}, {"scale", "none"}}), data.dataset, data.encoding, serial);
    FAIL() << "no exception";
  } catch (const NumericalError& error) {
    EXPECT_EQ(std::string(error.what()).rfind("epoch 1: ", 0), 0U) << error.what();
  }
}

TEST(Fit, StopsByToleranceAndSaysSo) {
  const EncodedTable data = encode_training_table(read_table("iris"), "", Nominal::refuse);
  Serial serial;
  const TrainedModel trained = train_model(configure("glvq", {{"tolerance", "0.01"}}), data.dataset, data.encoding, serial);
  EXPECT_TRUE(trained.outcome.converged);
  EXPECT_EQ(trained.outcome.reason, StopReason::tolerance);
  EXPECT_LT(trained.outcome.epochs, 200U);
}

// The held-out loss is watched here with a trainer of its own: the kept parameters are those of the best epoch.
TEST(Fit, KeepsTheBestEpochOfTheHeldOutPart) {
  const EncodedTable data = encode_training_table(read_table("wine"), "", Nominal::refuse);
  Serial serial;
  std::size_t best_epoch = 0;
  std::size_t last_epoch = 0;
  std::vector<double> best;
  const auto watch = [&](const EpochReport& report) {
    best_epoch = report.state.best_epoch;
    best = report.state.best_parameters;
    last_epoch = report.state.epoch;
    return true;
  };
  const TrainedModel trained =
      train_model(configure("lgmlvq", {{"validation", "0.3"}, {"patience", "5"}, {"tolerance", "0"}}), data.dataset, data.encoding, serial, watch);
  EXPECT_EQ(trained.outcome.reason, StopReason::validation);
  EXPECT_EQ(last_epoch, best_epoch + 5);
  EXPECT_EQ(trained.model.parameters, best);
  EXPECT_LT(trained.training_samples, 178U);
}

TEST(Fit, ReportsTheSumOfTheLossesOverTheTrainingSamples) {
  const EncodedTable data = encode_training_table(read_table("iris"), "", Nominal::refuse);
  Serial serial;
  const TrainedModel trained = train_model(configure("lvq1", {{"epochs", "3"}}), data.dataset, data.encoding, serial);
  const Matrix x = prepare(trained.model, data.dataset);
  const Predictions predictions = predict(trained.model, x.view(), serial);
  double errors = 0;
  for (std::size_t i = 0; i < data.dataset.size(); ++i) errors += predictions.labels[i] != data.dataset.y[i] ? 1 : 0;
  EXPECT_EQ(trained.outcome.cost, errors);   // the loss of lvq1 is one per error
}

}  // namespace
}  // namespace protea
