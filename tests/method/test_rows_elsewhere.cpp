// Training on rows that are asked for sums in groups ends in the bytes of training on rows in one process.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include <protea/catalogue/configure.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/method/rows_elsewhere.hpp>
#include <protea/model/model_file.hpp>
#include <protea/runtime/serial.hpp>

#include "clouds.hpp"

namespace protea {
namespace {

using namespace clouds;

TrainedModel trained_elsewhere(const std::string& method, const Settings& settings, const Dataset& dataset,
                               Workforce& workforce) {
  Serial serial;
  const Configuration configuration = configure(method, settings);
  RowsElsewhere rows(configuration, {workforce, dataset.subset({}), !dataset.weights.empty()});
  return train_model(configuration, rows, encoding_of(dataset), TrainingContext{serial});
}

void expect_equal_bytes(const std::string& method, const Settings& settings, const Dataset& dataset) {
  SCOPED_TRACE(method);
  Serial serial;
  const TrainedModel here = train_model(configure(method, settings), dataset, encoding_of(dataset), serial);
  Groups groups(dataset);
  const TrainedModel there = trained_elsewhere(method, settings, dataset, groups);
  EXPECT_EQ(here.outcome.cost, there.outcome.cost);
  EXPECT_EQ(here.outcome.epochs, there.outcome.epochs);
  EXPECT_EQ(here.model.parameters, there.model.parameters);
  EXPECT_EQ(here.model.decision.sigma, there.model.decision.sigma);
  EXPECT_EQ(encode_model(here.model), encode_model(there.model));
}

std::string refusal(const std::string& method, const Settings& settings, const Dataset& dataset) {
  Groups groups(dataset);
  try {
    trained_elsewhere(method, settings, dataset, groups);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(RowsElsewhere, LeadToTheSameBytesWithEveryCost) {
  const Dataset rows = cloud();
  for (const char* const method :
       {"glvq", "grlvq", "gmlvq", "lgmlvq", "rslvq", "mrslvq", "margin-lvq", "divergence-glvq"})
    expect_equal_bytes(method, {{"epochs", "3"}}, rows);
}

TEST(RowsElsewhere, LeadToTheSameBytesWithEveryDissimilarity) {
  const Dataset rows = cloud({.rows = group_rows + 700});
  for (const char* const method : {"liram-lvq", "lmrslvq", "celvq", "angle-gmlvq", "divergence-rslvq"})
    expect_equal_bytes(method, {{"epochs", "2"}}, rows);
  for (const char* const dissimilarity : {"euclidean", "minkowski", "kernel"})
    expect_equal_bytes("glvq", {{"epochs", "2"}, {"dissimilarity", dissimilarity}, {"scope", "prototype"}}, rows);
  for (const char* const divergence : {"gamma", "cauchy-schwarz", "itakura-saito", "generalized-renyi"})
    expect_equal_bytes("glvq", {{"epochs", "2"}, {"dissimilarity", divergence}, {"scale", "none"}}, rows);
}

TEST(RowsElsewhere, LeadToTheSameBytesWithQuantizersMapsAndGases) {
  const Dataset rows = without_targets(cloud());
  expect_equal_bytes("k-means", {{"epochs", "4"}, {"prototypes", "7"}}, rows);
  expect_equal_bytes("batch-som", {{"epochs", "4"}}, rows);
  expect_equal_bytes("batch-som", {{"epochs", "3"}, {"grid", "4x3"}, {"topology", "hexagon"}, {"init", "k-means"}},
                     rows);
  expect_equal_bytes("batch-neural-gas", {{"epochs", "4"}, {"prototypes", "6"}}, rows);
}

TEST(RowsElsewhere, CountClassesOfUnitsWhereThereAreSome) {
  expect_equal_bytes("k-means", {{"epochs", "3"}, {"prototypes", "5"}}, cloud());
}

TEST(RowsElsewhere, LeadToTheSameBytesFromEveryStart) {
  const Dataset rows = cloud();
  for (const char* const init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform"})
    expect_equal_bytes("glvq", {{"epochs", "2"}, {"prototypes", "3"}, {"init", init}}, rows);
}

TEST(RowsElsewhere, LeadToTheSameBytesWithWeightsAndCosts) {
  const Dataset rows = cloud({.has_weights = true});
  expect_equal_bytes("gmlvq", {{"epochs", "3"}, {"class_weights", "balanced"}}, rows);
  expect_equal_bytes("gmlvq", {{"epochs", "3"}, {"costs", "a>b=3"}, {"scope", "class"}}, rows);
  expect_equal_bytes("glvq", {{"epochs", "2"}, {"prototypes", "2"}, {"init", "k-means"}}, rows);
  expect_equal_bytes("k-means", {{"epochs", "3"}, {"prototypes", "5"}}, without_targets(rows));
  expect_equal_bytes("glvq", {{"epochs", "2"}, {"class_weights", "a=2,c=1"}}, cloud());
  expect_equal_bytes("glvq", {{"epochs", "2"}, {"class_weights", "a=1"}}, cloud());   // all one after all
}

TEST(RowsElsewhere, AreScaledAndFilledAsAllTogether) {
  const Dataset rows = cloud({.has_weights = true, .has_gaps = true});
  for (const char* const scale : {"none", "z-score", "min-max", "unit-sum"})
    expect_equal_bytes("glvq", {{"epochs", "2"}, {"missing", "mean"}, {"scale", scale}}, rows);
}

TEST(RowsElsewhere, LeadToTheSameBytesWithSteps) {
  const Dataset rows = cloud({.rows = 40'000});
  expect_equal_bytes("gmlvq", {{"epochs", "3"}, {"optimizer", "adam"}, {"batch", "0"}}, rows);
  expect_equal_bytes("gmlvq", {{"epochs", "1"}, {"optimizer", "adam"}, {"batch", "250"}}, rows);
  expect_equal_bytes("glvq", {{"epochs", "1"}, {"optimizer", "sgd"}, {"batch", "1000"}, {"presentation", "random"}},
                     rows);
  expect_equal_bytes("gmlvq", {{"epochs", "3"}, {"optimizer", "waypoint"}}, rows);
}

// Covariances and principal axes, of all rows and of classes, in groups; and of rows that are fewer than features.
TEST(RowsElsewhere, StartMetricsAlike) {
  for (const bool has_weights : {false, true}) {
    const Dataset rows = cloud({.has_weights = has_weights});
    expect_equal_bytes("gmlvq", {{"epochs", "2"}, {"dissimilarity.start", "pca"}, {"dissimilarity.rank", "2"}}, rows);
    expect_equal_bytes("tangent-glvq", {{"epochs", "2"}}, rows);
    expect_equal_bytes("glvq", {{"epochs", "2"}, {"dissimilarity", "mahalanobis"}, {"scope", "class"}}, rows);
    expect_equal_bytes("glvq", {{"epochs", "2"}, {"dissimilarity", "mahalanobis"}}, rows);
  }
  expect_equal_bytes("gmlvq", {{"epochs", "1"}, {"dissimilarity.start", "pca"}, {"dissimilarity.rank", "3"}},
                     cloud({.rows = 40, .features = 60}));
  expect_equal_bytes("tangent-glvq", {{"epochs", "1"}}, cloud({.rows = 60, .features = 70}));
}

// Rows so wide that Λ gets fewer rows than features, chosen from some of them.
TEST(RowsElsewhere, ChooseTheRankOfAWideMatrixAlike) {
  expect_equal_bytes("gmlvq", {{"epochs", "1"}}, cloud({.rows = 900, .features = 510}));
}

TEST(RowsElsewhere, OfOneGroupAreCalibratedOutOfFold) {
  expect_equal_bytes("gmlvq", {{"epochs", "5"}}, cloud({.rows = 1500}));
  expect_equal_bytes("glvq", {{"epochs", "5"}, {"prototypes", "4"}, {"init", "k-means"}}, cloud({.rows = 9000}));
}

TEST(RowsElsewhere, SeedUnitsAgainThatHaveNone) {
  // A third of the rows are one point: k-means++ seeds several units there, of which one alone has samples.
  Dataset rows = without_targets(cloud({.rows = 36'000, .equal_rows = 12'000}));
  expect_equal_bytes("k-means", {{"epochs", "6"}, {"prototypes", "12"}, {"init", "random-sample"}}, rows);
}

TEST(RowsElsewhere, StartSeveralTimesAlike) {
  expect_equal_bytes("k-means", {{"epochs", "3"}, {"prototypes", "6"}, {"restarts", "3"}},
                     without_targets(cloud({.rows = 36'000})));
}

// Weights that count rows: freedoms of deviations and covariances, and the size of a map, go by them.
TEST(RowsElsewhere, CountRowsByWholeWeights) {
  Dataset rows = cloud({.has_weights = true});
  for (std::size_t i = 0; i < rows.weights.size(); ++i) rows.weights[i] = static_cast<double>(1 + i % 4);
  expect_equal_bytes("glvq", {{"epochs", "2"}}, rows);
  expect_equal_bytes("gmlvq", {{"epochs", "2"}, {"dissimilarity.start", "pca"}, {"dissimilarity.rank", "2"}}, rows);
  expect_equal_bytes("batch-som", {{"epochs", "2"}}, without_targets(rows));
}

// Batches of which not all samples are brought at once.
TEST(RowsElsewhere, BringBatchesInSeveralStretches) {
  expect_equal_bytes("glvq", {{"epochs", "2"}, {"optimizer", "adam"}, {"batch", "512"}},
                     cloud({.rows = 40'000, .features = 60}));
}

TEST(RowsElsewhere, StartClassifiersSeveralTimesAlike) {
  expect_equal_bytes("glvq", {{"epochs", "2"}, {"restarts", "3"}, {"init", "k-means"}, {"prototypes", "4"}}, cloud());
}

// Of samples that are equally far the first comes first, whatever its place in its group.
TEST(RowsElsewhere, SeedAtTheFirstOfThoseEquallyFar) {
  Matrix x(40'000, 4);
  std::ranges::fill(x.values(), 1.0);
  x(30'000, 0) = x(group_rows + 5, 1) = x(29'000, 2) = x(group_rows + 1, 3) = 101;
  Dataset rows = without_targets(cloud({.rows = 40'000}));
  rows.x = SampleRows(std::move(x));
  for (const char* const count : {"2", "3", "5"}) {
    for (const char* const seed : {"1", "2", "3"})
      expect_equal_bytes(
          "k-means",
          {{"epochs", "6"}, {"prototypes", count}, {"init", "random-sample"}, {"scale", "none"}, {"seed", seed}}, rows);
  }
}

TEST(RowsElsewhere, PartPrototypesByDeviationsOfRowsAsTheyAreWeighed) {
  expect_equal_bytes("glvq", {{"epochs", "2"}, {"prototypes", "3"}, {"class_weights", "a=5,c=2"}},
                     cloud({.has_weights = true}));
}

// What a group keeps for the next question of one training is not that of another.
TEST(RowsElsewhere, ServeOneTrainingAfterTheOther) {
  const Dataset rows = cloud();
  Groups groups(rows);
  Serial serial;
  for (const Settings& settings : {Settings{{"epochs", "2"}}, Settings{{"epochs", "2"}, {"prototypes", "2"}},
                                   Settings{{"epochs", "2"}, {"scale", "none"}}}) {
    const TrainedModel here = train_model(configure("glvq", settings), rows, encoding_of(rows), serial);
    EXPECT_EQ(encode_model(here.model), encode_model(trained_elsewhere("glvq", settings, rows, groups).model));
  }
}

TEST(RowsElsewhere, KnowTheCheckpointsOfOtherRows) {
  const std::string path = ::testing::TempDir() + "rows_elsewhere.checkpoint";
  std::filesystem::remove(path);
  Dataset rows = cloud();
  Serial serial;
  const Configuration configuration = configure("glvq", {{"epochs", "3"}, {"init", "uniform"}, {"scale", "none"}});
  const auto train = [&] {
    Groups groups(rows);
    RowsElsewhere there(configuration, {groups, rows.subset({}), false});
    TrainingContext context{serial};
    context.checkpoints = {path, 1, true};
    return train_model(configuration, there, encoding_of(rows), context).outcome.epochs;
  };
  EXPECT_EQ(train(), 3U);
  EXPECT_EQ(train(), 3U) << "it goes on from its end";
  Matrix x = rows.x.to_matrix();
  x(several_groups - 1, 0) *= 1 + 1e-9;   // of the last group
  rows.x = SampleRows(std::move(x));
  EXPECT_THROW(train(), UsageError);
}

TEST(RowsElsewhere, SayWhatCannotBeLearnedFromThem) {
  const Dataset rows = cloud({.rows = 300});
  const auto says = [&](const std::string& method, const Settings& settings) {
    return refusal(method, settings, rows);
  };
  EXPECT_EQ(
      says("lvq1", {}),
      "sgd learns from one sample after the other, which processes cannot share: give batch = 256 for steps of some, "
      "batch = 0 for steps of all, or optimizer = l-bfgs where the rule has a cost");
  EXPECT_EQ(
      says("gmlvq", {{"missing", "median"}}),
      "missing = median sorts the values of a feature: use missing = mean, and these rows are in several processes");
  EXPECT_EQ(says("gmlvq", {{"validation", "0.2"}}),
            "validation holds rows out, and these rows are in several processes");
  EXPECT_EQ(says("knn", {}), "knn makes a prototype of every row, and these rows are in several processes");
  EXPECT_EQ(says("olvq1", {}),
            "olvq1 sets the rate of each prototype after every sample, and these rows are in several processes");
  EXPECT_EQ(says("growing-neural-gas", {}),
            "growing-neural-gas inserts units among all rows, and these rows are in several processes");
  EXPECT_EQ(
      says("kernel-lvq1", {}),
      "prototypes that are combinations of samples need all pairs of them, and these rows are in several processes");
  EXPECT_EQ(
      says("gmlvq", {{"dissimilarity.correct_null_space", "true"}}),
      "dissimilarity.correct_null_space = true looks at all rows at once, and these rows are in several processes");
}

// Of what settings alone forbid, nobody asks the rows.
TEST(RowsElsewhere, AreNotAskedWhereSettingsSayEnough) {
  for (const char* const method : {"lvq1", "olvq1", "knn", "kernel-lvq1", "growing-neural-gas", "dslvq"})
    EXPECT_THROW(make_method(method, {})->demand_elsewhere(), UsageError) << method;
  for (const Settings& settings :
       {Settings{{"validation", "0.2"}}, Settings{{"missing", "median"}}, Settings{{"missing", "mask"}}})
    EXPECT_THROW(make_method("gmlvq", settings)->demand_elsewhere(), UsageError) << settings[0].second;
  EXPECT_NO_THROW(make_method("gmlvq", {})->demand_elsewhere());
  EXPECT_NO_THROW(make_method("lvq1", {{"batch", "256"}})->demand_elsewhere());
}

TEST(RowsElsewhere, NameTheFirstRowThatCannotBeUsed) {
  Dataset rows = cloud({.rows = group_rows + 10});
  Matrix x = rows.x.to_matrix();
  x(group_rows + 3, 1) = std::nan("");
  rows.x = SampleRows(x);
  const std::string wanted = "cloud row 32772, column 2: the value of 'x2' is missing";
  EXPECT_EQ(refusal("gmlvq", {}, rows).substr(0, wanted.size()), wanted);
  rows.y.assign(rows.size(), 1);
  EXPECT_EQ(refusal("gmlvq", {{"missing", "mean"}}, rows),
            "cloud: all samples are of one class, 'b': a classifier needs at least two");
}

// The client gets a gradient for each group, and neither rows nor anything that grows with them.
TEST(RowsElsewhere, SendSumsAndFewRows) {
  const Dataset rows = cloud();
  Groups groups(rows);
  trained_elsewhere("gmlvq", {{"epochs", "2"}}, rows, groups);
  EXPECT_LT(groups.most_bytes, 10'000 * (4 + 1) * sizeof(double));   // those of the calibration
  EXPECT_GE(groups.questions, 5U);
}

TEST(RowsElsewhere, AnswerSenselessQuestionsInASentence) {
  RowGroup group(cloud({.rows = 10}), 0, method_from);
  const auto says = [&](const std::string& question) -> std::string {
    try {
      content_of(group.answer(question));
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  const std::string wanted = "what came from another process cannot be read: both need the same version of protea";
  EXPECT_EQ(says(""), wanted);
  EXPECT_EQ(says("nonsense"), wanted);
  EXPECT_EQ(says(Parcel().add_count(5).add("no plan").take()), wanted);
}

}   // namespace
}   // namespace protea
