// What every preset promises of its models: they survive the disk, and neither threads nor interruptions change a bit.
#include <gtest/gtest.h>

#include <cstdio>

#include <protea/catalogue/configure.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/data/read.hpp>
#include <protea/model/model_file.hpp>
#include <protea/runtime/serial.hpp>
#include <support/loaded.hpp>

#include <support/case_name.hpp>

namespace protea {
namespace {

EncodedTable builtin(const std::string& name) { return encode_training_table(read_table(name), "", Nominal::refuse); }

std::string trained_bytes(const Configuration& configuration, const EncodedTable& data, std::size_t threads) {
  const auto runtime = make_runtime(threads);
  return encode_model(train_model(configuration, data.dataset, data.encoding, *runtime).model);
}

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (const Preset& preset : presets()) names.push_back(preset.name);
  return names;
}

class EveryPreset : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryPreset, PredictsTheSameBitsAfterSavingAndLoading) {
  const EncodedTable data = builtin("wine");
  Serial serial;
  const PrototypeModel model =
      train_model(configure(GetParam(), {{"prototypes", "2"}, {"epochs", "5"}}), data.dataset, data.encoding, serial)
          .model;
  const std::string path = ::testing::TempDir() + "/contract_" + GetParam() + ".protea";
  save_model(model, path);
  const PrototypeModel loaded = testing::loaded(path);
  std::remove(path.c_str());
  EXPECT_EQ(encode_model(loaded), encode_model(model));
  EXPECT_EQ(loaded.parameters, model.parameters);
  const Matrix x = prepare(model, data.dataset);
  const Matrix loaded_x = prepare(loaded, data.dataset);
  const Predictions before = predict(model, x.view(), serial);
  const Predictions after = predict(loaded, loaded_x.view(), serial);
  EXPECT_EQ(before.labels, after.labels);
  EXPECT_TRUE(std::equal(before.scores.values().begin(), before.scores.values().end(), after.scores.values().begin()));
  EXPECT_GT(static_cast<double>(std::count(before.labels.begin(), before.labels.end(), 0)), 0);
}

TEST_P(EveryPreset, GivesTheSameModelForAnyNumberOfThreads) {
  const EncodedTable data = builtin("digits");
  const auto rule = rules().make(find_preset(GetParam()).rule, {});
  Settings changes{{"epochs", "2"}};
  // Large batches, so that there is work to share; own rates and relevance estimators take one sample at a time.
  if (!rule->traits().sets_own_rates && !configure(GetParam(), {}).relevance) changes.emplace_back("batch", "1024");
  const Configuration configuration = configure(GetParam(), changes);
  const std::string one = trained_bytes(configuration, data, 1);
  for (const std::size_t threads : {2, 3, 5, 8})
    EXPECT_TRUE(trained_bytes(configuration, data, threads) == one) << threads;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryPreset, ::testing::ValuesIn(preset_names()),
                         [](const auto& each) { return testing::case_name(each.param); });

class EveryOptimizer : public ::testing::TestWithParam<std::string> {};

// Stops after 7 of 20 epochs, between two checkpoints as far as the file is concerned, and goes on from the disk.
TEST_P(EveryOptimizer, EndsInTheSameBytesAfterAStopAndAResume) {
  const EncodedTable data = builtin("iris");
  const Configuration configuration = configure(
      "gmlvq",
      {{"optimizer", GetParam()}, {"epochs", "20"}, {"batch", "10"}, {"tolerance", "0"}, {"validation", "0.2"}});
  Serial serial;
  const std::string whole = encode_model(train_model(configuration, data.dataset, data.encoding, serial).model);

  const CheckpointPlan checkpoints{::testing::TempDir() + "/contract_" + GetParam() + ".checkpoint", 3, true};
  std::remove(checkpoints.path.c_str());
  std::size_t epochs_seen = 0;
  const auto stop_at_seven = [](const EpochReport& report) { return report.state.epoch < 7; };
  train_model(configuration, data.dataset, data.encoding, serial, stop_at_seven, checkpoints);
  const auto count = [&](const EpochReport&) {
    ++epochs_seen;
    return true;
  };
  const TrainedModel resumed = train_model(configuration, data.dataset, data.encoding, serial, count, checkpoints);
  std::remove(checkpoints.path.c_str());
  EXPECT_LE(epochs_seen, 13U);
  EXPECT_TRUE(encode_model(resumed.model) == whole);
}

TEST_P(EveryOptimizer, RefusesTheCheckpointOfAnotherRun) {
  const EncodedTable data = builtin("iris");
  Serial serial;
  const CheckpointPlan checkpoints{::testing::TempDir() + "/contract_other_" + GetParam() + ".checkpoint", 1, true};
  std::remove(checkpoints.path.c_str());
  const Settings changes{{"optimizer", GetParam()}, {"epochs", "2"}};
  train_model(configure("gmlvq", changes), data.dataset, data.encoding, serial, {}, checkpoints);
  Settings other = changes;
  other.emplace_back("seed", "2");
  EXPECT_THROW(train_model(configure("gmlvq", other), data.dataset, data.encoding, serial, {}, checkpoints),
               UsageError);
  std::remove(checkpoints.path.c_str());
}

TEST_P(EveryOptimizer, LowersTheCostOfGmlvq) {
  const EncodedTable data = builtin("wine");
  Serial serial;
  const auto cost_after = [&](const char* epochs) {
    return train_model(
               configure("gmlvq", {{"optimizer", GetParam()}, {"epochs", epochs}, {"batch", "16"}, {"tolerance", "0"}}),
               data.dataset, data.encoding, serial)
        .outcome.cost;
  };
  EXPECT_LT(cost_after("30"), cost_after("1") - 1);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryOptimizer, ::testing::ValuesIn(optimizers().names()),
                         [](const auto& each) { return testing::case_name(each.param); });

}   // namespace
}   // namespace protea
