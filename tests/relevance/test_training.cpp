// Relevance estimators beside a rule: in a training run, over a stop, and where they do not fit.
#include <gtest/gtest.h>

#include <cstdio>
#include <numeric>

#include <protea/catalogue/catalogue.hpp>
#include <protea/catalogue/configure.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/data/read.hpp>
#include <protea/dissimilarity/relevance.hpp>
#include <protea/model/model_file.hpp>
#include <protea/optimize/lbfgs.hpp>
#include <protea/optimize/sgd.hpp>
#include <protea/rule/lvq1.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/train/prototype_objective.hpp>
#include <protea/train/relevance_companion.hpp>
#include <support/loaded.hpp>

#include <support/case_name.hpp>

namespace protea {
namespace {

EncodedTable builtin(const std::string& name) { return encode_training_table(read_table(name), "", Nominal::refuse); }

class EveryEstimatorPreset : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryEstimatorPreset, EndsInTheSameBytesAfterAStopAndAResume) {
  const EncodedTable data = builtin("wine");
  const Configuration configuration = configure(GetParam(), {{"epochs", "9"}, {"prototypes", "2"}});
  Serial serial;
  const std::string whole = encode_model(train_model(configuration, data.dataset, data.encoding, serial).model);
  const CheckpointPlan checkpoints{::testing::TempDir() + "/relevance_" + GetParam() + ".checkpoint", 3, true};
  std::remove(checkpoints.path.c_str());
  const auto stop_at_four = [](const EpochReport& report) { return report.state.epoch < 4; };
  train_model(configuration, data.dataset, data.encoding, serial, stop_at_four, checkpoints);
  std::size_t epochs = 0;
  const auto count = [&](const EpochReport&) {
    ++epochs;
    return true;
  };
  const auto threads = make_runtime(3);
  const TrainedModel resumed = train_model(configuration, data.dataset, data.encoding, *threads, count, checkpoints);
  std::remove(checkpoints.path.c_str());
  EXPECT_EQ(epochs, 5U);
  EXPECT_TRUE(encode_model(resumed.model) == whole);
}

TEST_P(EveryEstimatorPreset, LearnsRelevancesThatAreNotEqualAndSumToOne) {
  const EncodedTable data = builtin("iris");
  Serial serial;
  const PrototypeModel model =
      train_model(configure(GetParam(), {{"epochs", "5"}}), data.dataset, data.encoding, serial).model;
  const Row lambda = model.space.metric(Row(model.parameters), 0);
  EXPECT_NEAR(std::accumulate(lambda.begin(), lambda.end(), 0.0), 1, 1e-14);
  EXPECT_TRUE(std::all_of(lambda.begin(), lambda.end(), [](double value) { return value >= 0; }));
  EXPECT_GT(lambda[2] + lambda[3], 0.6) << "petals tell the species apart, sepals hardly";
}

TEST_P(EveryEstimatorPreset, IsRecordedInTheModelFile) {
  const EncodedTable data = builtin("iris");
  Serial serial;
  const PrototypeModel model =
      train_model(configure(GetParam(), {{"epochs", "1"}}), data.dataset, data.encoding, serial).model;
  const PrototypeModel loaded = testing::decoded(encode_model(model));
  EXPECT_EQ(loaded.record.part("relevance").name, configure(GetParam(), {}).relevance->name());
  EXPECT_EQ(loaded.record.part("relevance").settings,
            relevance_estimators().find(loaded.record.part("relevance").name).complete({}));
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryEstimatorPreset,
                         ::testing::Values("dslvq", "fc1-lvq1", "fc2-lvq1", "fc1-glvq", "fc2-glvq"),
                         [](const auto& each) { return testing::case_name(each.param); });

TEST(RelevanceEstimator, GoesWithAnyRuleAndIsLeftOutWhenAskedTo) {
  const EncodedTable data = builtin("iris");
  Serial serial;
  const Settings beside{
      {"dissimilarity", "relevance"}, {"optimizer", "sgd"}, {"optimizer.metric_rate", "0"}, {"epochs", "2"}};
  for (const char* const rule : {"lvq2.1", "rslvq", "margin-hinge"}) {
    Settings changes = beside;
    changes.emplace_back("rule", rule);
    changes.emplace_back("relevance", "fisher-2");
    const PrototypeModel model = train_model(configure("glvq", changes), data.dataset, data.encoding, serial).model;
    EXPECT_NE(model.space.metric(Row(model.parameters), 0)[0], 0.25) << rule;
  }
  const PrototypeModel without =
      train_model(configure("fc1-glvq", {{"relevance", "none"}, {"epochs", "2"}}), data.dataset, data.encoding, serial)
          .model;
  EXPECT_EQ(without.space.metric(Row(without.parameters), 0)[0], 0.25);
  EXPECT_TRUE(without.record.part("relevance").name.empty());
}

void refuses(const std::string& method, const Settings& changes, const std::string& part) {
  try {
    configure(method, changes);
    ADD_FAILURE() << "not refused: " << part;
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(RelevanceEstimator, SaysWhereItDoesNotFit) {
  refuses("fc1-glvq", {{"dissimilarity", "matrix"}}, "dissimilarity = relevance");
  refuses("fc1-glvq", {{"scope", "class"}}, "scope = shared");
  refuses("fc1-glvq", {{"batch", "2"}}, "batch = 1");
  refuses("fc1-glvq", {{"optimizer", "l-bfgs"}}, "sgd, momentum or adam");
  refuses("fc1-glvq", {{"optimizer.metric_rate", "0.1"}}, "optimizer.metric_rate = 0");
  refuses("fc1-glvq", {{"relevance", "fisher-3"}}, "fisher-1");
  refuses("glvq", {{"relevance.rate", "0.1"}}, "relevance = fisher-1");
  refuses("grlvq", {{"dissimilarity.update", "absolute"}}, "dissimilarity.update = absolute");
  refuses("grlvq", {{"dissimilarity.step", "plain"}}, "dissimilarity.step = plain");
}

// x = (1, 2), w = (0, 0), λ = (¾, ¼), pull ½: the gradient moves w by λ(x − w), a plain step by x − w; relevances
// change by ½(x − w)² or ½|x − w|.
TEST(Relevance, HasUpdatesOfTheLiteratureBesideItsGradient) {
  const std::vector<double> x{1, 2};
  const std::vector<double> w{0, 0};
  const std::vector<double> lambda{0.75, 0.25};
  const auto gradient = [&](const Relevance& relevance) {
    std::vector<double> gw(2);
    std::vector<double> gtheta(2);
    relevance.add_gradient(x, w, lambda, 0.5, gw, gtheta);
    return std::vector<double>{gw[0], gw[1], gtheta[0], gtheta[1]};
  };
  Relevance relevance;
  EXPECT_TRUE(relevance.has_gradient());
  EXPECT_EQ(gradient(relevance), (std::vector<double>{-0.75, -0.5, 0.5, 2}));
  relevance.update = RelevanceUpdate::absolute;
  EXPECT_FALSE(relevance.has_gradient());
  EXPECT_EQ(gradient(relevance), (std::vector<double>{-0.75, -0.5, 0.5, 1}));
  relevance.update = RelevanceUpdate::squared;
  relevance.step = PrototypeStep::plain;
  EXPECT_FALSE(relevance.has_gradient());
  EXPECT_EQ(gradient(relevance), (std::vector<double>{-1, -2, 0.5, 2}));
}

// Counts what it is shown.
struct Witness final : Companion {
  std::vector<std::uint32_t> samples;
  void observe(std::uint32_t sample, MutableRow) override { samples.push_back(sample); }
  std::vector<StateBuffer> state() override { return {}; }
};

TEST(Companion, SeesEverySampleInTheOrderOfPresentationAndNoBatch) {
  const EncodedTable data = builtin("iris");
  const Matrix x = data.dataset.x.to_matrix();
  const PrototypeSpace space(std::make_shared<LiftedDissimilarity<Relevance>>(), 4, {0, 1, 2}, Scope::shared);
  const PrototypeObjective objective(space, std::make_shared<LiftedRule<Lvq1>>(), x.view(), data.dataset.y);
  Serial serial;
  Sgd sgd;
  Plan plan;
  plan.epochs = 1;
  plan.presentation = Presentation::file;
  Witness witness;
  TrainingState state;
  state.parameters.assign(parameter_count(space.layout()), 0.5);
  fit({objective, sgd, plan, serial, nullptr, {}, &witness}, state);
  std::vector<std::uint32_t> all(150);
  std::iota(all.begin(), all.end(), 0U);
  EXPECT_EQ(witness.samples, all);

  plan.batch = 2;
  EXPECT_THROW(fit({objective, sgd, plan, serial, nullptr, {}, &witness}, state), UsageError);
  const PrototypeSpace local(std::make_shared<LiftedDissimilarity<Relevance>>(), 4, {0, 1, 2}, Scope::per_class);
  EXPECT_THROW(RelevanceCompanion(local, relevance_estimators().make("dslvq", {}), {x.view(), data.dataset.y}, 3),
               UsageError);
}

}   // namespace
}   // namespace protea
