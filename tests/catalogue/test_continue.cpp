// Learning on from a model: what stays, what goes on, and what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <protea/catalogue/configure.hpp>
#include <protea/method/continue_model.hpp>
#include <protea/data/read.hpp>
#include <protea/model/model_file.hpp>
#include <protea/runtime/serial.hpp>

#include <support/case_name.hpp>
#include <support/random_problem.hpp>

namespace protea {
namespace {

EncodedTable wine() { return encode_training_table(read_table("wine"), "", Nominal::refuse); }

Dataset rows(const Dataset& dataset, std::size_t first, std::size_t step) {
  std::vector<std::uint32_t> chosen;
  for (std::size_t i = first; i < dataset.size(); i += step) chosen.push_back(static_cast<std::uint32_t>(i));
  return dataset.subset(chosen);
}

class EveryPresetLearnsOn : public ::testing::TestWithParam<std::string> {};

std::vector<std::string> presets_of_features() {
  std::vector<std::string> names;
  for (const Preset& preset : presets()) {
    if (configure(preset.name, {}).space == Space::features && !preset.embeds) names.push_back(preset.name);
  }
  return names;
}

// Without what is chosen from the data when it is left open, sizes and a width, and the range, which stays at its last.
Settings but_for_chosen(Settings settings) {
  std::erase_if(settings, [](const auto& setting) {
    const std::string& key = setting.first;
    return key == "rule.schedule" || key == "prototypes" || key == "rule.columns" || key == "rule.rows" ||
           key == "rule.kernel";
  });
  return settings;
}

TEST_P(EveryPresetLearnsOn, FromNewDataAndKeepsWhatItIsMadeOf) {
  const EncodedTable data = wine();
  const Dataset half = rows(data.dataset, 0, 2);
  const Dataset other = rows(data.dataset, 1, 2);
  Serial serial;
  const PrototypeModel first = train_model(configure(GetParam(), {{"epochs", "3"}}), half, data.encoding, serial).model;
  const Configuration configuration = configuration_of(first, {{"epochs", "3"}});
  EXPECT_EQ(but_for_chosen(describe(configuration)),
            but_for_chosen(describe(configure(GetParam(), {{"epochs", "3"}}))));
  const TrainedModel second = continue_model(first, configuration, other, serial);
  EXPECT_EQ(second.model.preparation.shift, first.preparation.shift);
  // Units belong to the class that their label vectors have most of, whatever they belonged to before.
  if (!first.space.has_label_vectors()) {
    EXPECT_EQ(second.model.space.labels(), first.space.labels());
  }
  EXPECT_EQ(second.model.record.samples, data.dataset.size());
  EXPECT_EQ(second.model.parameters.size(), first.parameters.size());
  EXPECT_NE(second.model.parameters, first.parameters);
  if (GetParam() == "knn") return;   // takes the new samples in
  // Nothing is learned in no epoch.
  EXPECT_EQ(continue_model(first, configuration_of(first, {{"epochs", "0"}}), other, serial).model.parameters,
            first.parameters);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryPresetLearnsOn, ::testing::ValuesIn(presets_of_features()),
                         [](const auto& each) { return testing::case_name(each.param); });

TEST(ConfigurationOf, KeepsOptionsOfTheMetricThatNoPresetHas) {
  const Settings settings{{"dissimilarity.rank", "2"}, {"dissimilarity.log_det", "0.01"}, {"epochs", "1"}};
  const EncodedTable data = encode_training_table(read_table("iris"), "", Nominal::refuse);
  Serial serial;
  const PrototypeModel model = train_model(configure("gmlvq", settings), data.dataset, data.encoding, serial).model;
  EXPECT_EQ(describe(configuration_of(model, {})), describe(configure("gmlvq", settings)));
}

TEST(LearningOn, GoesOnFromTheParametersOfTheModel) {
  // Two runs of plain descent with constant rates, one after the other, are one run of both.
  const EncodedTable data = wine();
  const Settings steady{{"optimizer", "sgd"}, {"optimizer.schedule", "constant"}, {"batch", "0"}, {"epochs", "4"}};
  Settings twice = steady;
  twice.back().second = "8";
  Serial serial;
  const PrototypeModel first = train_model(configure("gmlvq", steady), data.dataset, data.encoding, serial).model;
  const PrototypeModel second = continue_model(first, configuration_of(first, {}), data.dataset, serial).model;
  const PrototypeModel whole = train_model(configure("gmlvq", twice), data.dataset, data.encoding, serial).model;
  // Scaled rows are the same, their order of summation is not: another epoch, another shuffle.
  EXPECT_LE(testing::relative_difference(second.parameters, whole.parameters), 1e-10);
}

TEST(LearningOn, RefusesToChangeWhatTheModelIsMadeOf) {
  const EncodedTable data = wine();
  Serial serial;
  const PrototypeModel model =
      train_model(configure("gmlvq", {{"epochs", "1"}}), data.dataset, data.encoding, serial).model;
  for (const auto& [key, text] : Settings{{"scale", "none"},
                                          {"dissimilarity", "relevance"},
                                          {"dissimilarity.rank", "2"},
                                          {"prototypes", "2"},
                                          {"init", "k-means"},
                                          {"scope", "class"},
                                          {"missing", "mean"},
                                          {"space", "combinations"}}) {
    EXPECT_THROW(configuration_of(model, {{key, text}}), UsageError) << key;
  }
  EXPECT_EQ(configuration_of(model, {{"optimizer", "sgd"}, {"optimizer.rate", "0.2"}}).plan.epochs, 100);
  EXPECT_EQ(configuration_of(model, {{"rule", "rslvq"}}).rule->name(), "rslvq");
}

class EveryOnlinePreset : public ::testing::TestWithParam<std::string> {};

std::vector<std::string> online_presets() {
  std::vector<std::string> names;
  for (const std::string& name : presets_of_features()) {
    if (!optimizers().make(find_preset(name).optimizer, {})->uses_all_samples() && name != "knn") names.push_back(name);
  }
  return names;
}

TEST_P(EveryOnlinePreset, LearnsTheSameWhereverAStreamIsCut) {
  const EncodedTable data = wine();
  Serial serial;
  Settings settings{{"epochs", "2"}};
  if (configure(GetParam(), {}).rule->changes_with_progress()) settings.emplace_back("rule.schedule", "constant");
  const Configuration configuration = configure(GetParam(), settings);
  const PrototypeModel first = train_model(configuration, data.dataset, data.encoding, serial).model;
  const auto learned = [&](std::size_t length) {
    OnlineLearner learner(first, configuration_of(first, {}));
    for (std::size_t begin = 0; begin < data.dataset.size(); begin += length) {
      std::vector<std::uint32_t> part;
      for (std::size_t i = begin; i < std::min(begin + length, data.dataset.size()); ++i)
        part.push_back(static_cast<std::uint32_t>(i));
      learner.learn(data.dataset.subset(part), serial);
    }
    return learner.model();
  };
  const PrototypeModel whole = learned(1000);
  const PrototypeModel cut = learned(17);
  EXPECT_EQ(cut.parameters, whole.parameters);
  EXPECT_NE(whole.parameters, first.parameters);
  EXPECT_EQ(cut.record.samples, 2 * data.dataset.size());
  EXPECT_EQ(cut.record.plan, first.record.plan);   // what a later run goes on with
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryOnlinePreset, ::testing::ValuesIn(online_presets()),
                         [](const auto& each) { return testing::case_name(each.param); });

// A stream does not know the mean of its weights: a sample of weight 3 takes three times the step, alone or
// among others.
TEST(OnlineLearner, TakesWeightsAsTheyAreWhereverTheStreamIsCut) {
  const EncodedTable data = wine();
  Serial serial;
  const Configuration configuration = configure("lvq1", {{"epochs", "1"}});
  const PrototypeModel first = train_model(configuration, data.dataset, data.encoding, serial).model;
  const auto learned = [&](std::size_t samples, std::size_t length, double weight) {
    OnlineLearner learner(first, configuration);
    for (std::size_t begin = 0; begin < samples; begin += length) {
      std::vector<std::uint32_t> part;
      for (std::size_t i = begin; i < std::min(begin + length, samples); ++i)
        part.push_back(static_cast<std::uint32_t>(i));
      Dataset rows = data.dataset.subset(part);
      for (const std::uint32_t i : part) rows.weights.push_back(i % 2 == 0 ? weight : 1);
      learner.learn(rows, serial);
    }
    return learner.model().parameters;
  };
  EXPECT_EQ(learned(30, 1, 3), learned(30, 30, 3));
  // lvq1: w ← w ± weight·η(x − w) for the winner, and nothing else moves.
  const std::vector<double> once = learned(1, 1, 1);
  const std::vector<double> thrice = learned(1, 1, 3);
  double moved = 0;
  for (std::size_t i = 0; i < once.size(); ++i) {
    EXPECT_NEAR(thrice[i] - first.parameters[i], 3 * (once[i] - first.parameters[i]), 1e-14);
    moved = std::max(moved, std::abs(once[i] - first.parameters[i]));
  }
  EXPECT_GT(moved, 1e-4);
}

TEST(OnlineLearner, NeedsAMethodThatStepsFromSampleToSample) {
  const EncodedTable data = wine();
  Serial serial;
  const Configuration configuration = configure("glvq", {{"epochs", "1"}});
  const PrototypeModel model = train_model(configuration, data.dataset, data.encoding, serial).model;
  EXPECT_THROW(OnlineLearner(model, configuration), UsageError);
  EXPECT_THROW(OnlineLearner(model, configure("glvq", {{"optimizer", "sgd"}, {"rule.annealing", "10"}})), UsageError);
  EXPECT_NO_THROW(OnlineLearner(model, configure("glvq", {{"optimizer", "sgd"}})));
}

}   // namespace
}   // namespace protea
