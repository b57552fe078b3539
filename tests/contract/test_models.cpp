// What every preset promises of its models: they survive the disk, and neither threads nor interruptions change a bit.
#include <gtest/gtest.h>

#include <cstdio>

#include <protea/catalogue/configure.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/data/read.hpp>
#include <protea/model/model_file.hpp>
#include <protea/runtime/serial.hpp>
#include <support/loaded.hpp>

#include <support/case_name.hpp>

namespace protea {
namespace {

EncodedTable builtin(const std::string& name) { return encode_training_table(read_table(name), "", Nominal::refuse); }

std::string trained_bytes(const Method& method, const EncodedTable& data, std::size_t threads) {
  const auto runtime = make_runtime(threads);
  return encode_model(*method.train(data.dataset, data.encoding, {*runtime}).model);
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
  const auto method = make_method(GetParam(), {{"prototypes", "2"}, {"epochs", "5"}});
  const auto model = method->train(data.dataset, data.encoding, {serial}).model;
  const std::string path = ::testing::TempDir() + "/contract_" + GetParam() + ".protea";
  save_model(*model, path);
  const auto loaded = load_model(path);
  std::remove(path.c_str());
  EXPECT_EQ(encode_model(*loaded), encode_model(*model));
  const Predictions before = predict(*model, prepare(*model, data.dataset).view(), serial);
  const Predictions after = predict(*loaded, prepare(*loaded, data.dataset).view(), serial);
  EXPECT_EQ(before.labels, after.labels);
  EXPECT_EQ(before.winners, after.winners);
  EXPECT_EQ(before.distances, after.distances);
  const auto are_equal = [](const Matrix& a, const Matrix& b) { return std::ranges::equal(a.values(), b.values()); };
  EXPECT_TRUE(are_equal(before.scores, after.scores));
  EXPECT_TRUE(are_equal(before.places, after.places));
  EXPECT_TRUE(are_equal(before.memberships, after.memberships));
  const bool has_first = std::ranges::count(before.labels, 0) > 0 || std::ranges::count(before.winners, 0U) > 0;
  EXPECT_TRUE(has_first) << "answers of one kind prove nothing";
}

TEST_P(EveryPreset, GivesTheSameModelForAnyNumberOfThreads) {
  const EncodedTable data = builtin("digits");
  const auto rule = rules().make(find_preset(GetParam()).rule, {});
  Settings changes{{"epochs", "2"}};
  // Large batches, so that there is work to share; own rates and relevance estimators take one sample at a time.
  if (!rule->traits().sets_own_rates && !configure(GetParam(), {}).relevance) changes.emplace_back("batch", "1024");
  const auto method = make_method(GetParam(), changes);
  const std::string one = trained_bytes(*method, data, 1);
  for (const std::size_t threads : {2, 3, 5, 8}) EXPECT_TRUE(trained_bytes(*method, data, threads) == one) << threads;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryPreset, ::testing::ValuesIn(preset_names()),
                         [](const auto& each) { return testing::case_name(each.param); });

// Methods of their own kind that learn from labels.
std::vector<std::string> own_method_names() {
  std::vector<std::string> names;
  for (const MethodEntry& entry : methods()) {
    if (entry.preset) continue;
    const auto method = entry.make({});
    if (method->takes(TargetKind::labels) && !method->takes(TargetKind::none)) names.push_back(entry.name);
  }
  return names;
}

class EveryOwnMethod : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryOwnMethod, PredictsTheSameBitsAfterSavingAndLoading) {
  const EncodedTable data = builtin("wine");
  Serial serial;
  const auto model = make_method(GetParam(), {})->train(data.dataset, data.encoding, {serial}).model;
  const std::string path = ::testing::TempDir() + "/contract_own_" + GetParam() + ".protea";
  save_model(*model, path);
  const auto loaded = load_model(path);
  std::remove(path.c_str());
  EXPECT_EQ(encode_model(*loaded), encode_model(*model));
  const Predictions before = predict(*model, prepare(*model, data.dataset).view(), serial);
  const Predictions after = predict(*loaded, prepare(*loaded, data.dataset).view(), serial);
  EXPECT_EQ(before.labels, after.labels);
  EXPECT_TRUE(std::ranges::equal(before.scores.values(), after.scores.values()));
  EXPECT_GT(std::ranges::count(before.labels, 0), 0);
  EXPECT_GT(std::ranges::count(before.labels, 1), 0);
}

TEST_P(EveryOwnMethod, GivesTheSameModelForAnyNumberOfThreads) {
  const EncodedTable data = builtin("wine");
  const auto method = make_method(GetParam(), {});
  const std::string one = trained_bytes(*method, data, 1);
  for (const std::size_t threads : {2, 3, 5, 8}) EXPECT_TRUE(trained_bytes(*method, data, threads) == one) << threads;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryOwnMethod, ::testing::ValuesIn(own_method_names()),
                         [](const auto& each) { return testing::case_name(each.param); });

// The preset with which an optimizer is tried: means are for quantizers, maps and gases.
std::string preset_for(const std::string& optimizer) { return optimizer == "means" ? "batch-som" : "gmlvq"; }

class EveryOptimizer : public ::testing::TestWithParam<std::string> {};

// Stops after 7 of 20 epochs, between two checkpoints as far as the file is concerned, and goes on from the disk.
TEST_P(EveryOptimizer, EndsInTheSameBytesAfterAStopAndAResume) {
  const EncodedTable data = builtin("iris");
  const Configuration configuration = configure(
      preset_for(GetParam()),
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
  train_model(configure(preset_for(GetParam()), changes), data.dataset, data.encoding, serial, {}, checkpoints);
  Settings other = changes;
  other.emplace_back("seed", "2");
  EXPECT_THROW(
      train_model(configure(preset_for(GetParam()), other), data.dataset, data.encoding, serial, {}, checkpoints),
      UsageError);
  std::remove(checkpoints.path.c_str());
}

TEST_P(EveryOptimizer, LowersTheCost) {
  const EncodedTable data = builtin("wine");
  Serial serial;
  const auto cost_after = [&](const char* epochs) {
    return train_model(configure(preset_for(GetParam()),
                                 {{"optimizer", GetParam()}, {"epochs", epochs}, {"batch", "16"}, {"tolerance", "0"}}),
                       data.dataset, data.encoding, serial)
        .outcome.cost;
  };
  EXPECT_LT(cost_after("30"), cost_after("1") - 1);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryOptimizer, ::testing::ValuesIn(optimizers().names()),
                         [](const auto& each) { return testing::case_name(each.param); });

}   // namespace
}   // namespace protea
