// Nothing that a method learns depends on the rows it is tested on: shown by changing those rows, and by noise that cannot be learned.
#include <algorithm>
#include <map>
#include <mutex>
#include <numeric>

#include <gtest/gtest.h>

#include <protea/base/random.hpp>
#include <protea/catalogue/train_model.hpp>
#include <protea/evaluate/cross_validation.hpp>
#include <protea/model/model_file.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

Encoding encoding_of(std::size_t features) {
  Encoding encoding;
  for (std::size_t j = 0; j < features; ++j) encoding.columns.push_back({"x" + std::to_string(j + 1), {}});
  encoding.label_name = "class";
  encoding.label_position = features;
  return encoding;
}

// Labels in equal numbers and in random order; the features know nothing of them.
Dataset noise(std::size_t samples, std::size_t features, std::uint64_t seed) {
  Dataset data;
  data.source = "noise";
  data.class_names = {"a", "b"};
  data.feature_names = encoding_of(features).feature_names();
  data.x = Matrix(samples, features);
  Random random(seed, Purpose::generator);
  for (double& value : data.x.values()) value = random.normal();
  for (std::size_t i = 0; i < samples; ++i) data.y.push_back(static_cast<Label>(i % 2));
  random.shuffle(std::span(data.y));
  for (std::size_t j = 0; j < features; ++j) data.file_columns.push_back(static_cast<std::uint32_t>(j + 1));
  for (std::size_t i = 0; i < samples; ++i) data.groups.push_back(static_cast<std::uint32_t>(i / 4));
  return data;
}

TrainAndScore trained_by(const Configuration& configuration, const Encoding& encoding) {
  return [configuration, encoding](const Dataset& training, const Dataset& test) {
    Serial serial;
    const Model model = train_model(configuration, training, encoding, serial).model;
    const Matrix x = prepare(model, test);
    return predict(model, x.view(), serial);
  };
}

TEST(Leakage, NoTestRowCanInfluenceTheTrainedModel) {
  // Filling, scaling, the principal axes of the matrix, the width of the scores: all of them are learned here.
  const Configuration configuration = configure("gmlvq", {{"epochs", "3"}, {"missing", "mean"}, {"dissimilarity.start", "pca"}, {"dissimilarity.rank", "3"}});
  const Encoding encoding = encoding_of(5);
  Dataset data = noise(24, 5, 1);
  data.x(3, 2) = missing_value;
  for (const auto& [name, kind] : names_of(SplitKind{})) {
    SCOPED_TRACE(name);
    const SplitPlan plan{.folds = 3, .kind = kind, .p = 1, .draws = 3};
    const std::vector<Split> splits = make_splits(data, plan);
    for (std::size_t s = 0; s < std::min<std::size_t>(3, splits.size()); ++s) {
      Dataset changed = data;
      for (const std::uint32_t i : splits[s].test) {
        for (double& value : changed.x.row(i)) value = 1e6 + i;
      }
      Serial serial;
      const auto bytes = [&](const Dataset& all) {
        return encode_model(train_model(configuration, all.subset(splits[s].training), encoding, serial).model);
      };
      EXPECT_EQ(bytes(changed), bytes(data));
      changed.x(splits[s].training[0], 0) += 1e-3;   // the test can fail: a training row does matter
      EXPECT_NE(bytes(changed), bytes(data));
    }
  }
}

// The features that separate the classes best on the whole set, scaled on the whole set: the mistake this is a test of.
Dataset selected_outside(const Dataset& data, std::size_t keep) {
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t j = 0; j < data.x.columns(); ++j) {
    double difference = 0;
    for (std::size_t i = 0; i < data.size(); ++i) difference += data.x(i, j) * (data.y[i] == 0 ? 1 : -1);
    order.emplace_back(-std::abs(difference), j);
  }
  std::sort(order.begin(), order.end());
  Dataset result = data;
  result.x = Matrix(data.size(), keep);
  result.feature_names.resize(keep);
  result.file_columns.resize(keep);
  for (std::size_t j = 0; j < keep; ++j) {
    for (std::size_t i = 0; i < data.size(); ++i) result.x(i, j) = data.x(i, order[j].second);
  }
  return result;
}

struct Scheme {
  SplitPlan plan;
  std::size_t samples;
  std::size_t trials;                      // sets of noise, so that about a thousand different samples are tested
};

double mean_accuracy(const Scheme& scheme, const std::string& method_name, std::size_t kept = 500) {
  double right = 0;
  double all = 0;
  for (std::size_t trial = 0; trial < scheme.trials; ++trial) {
    Dataset data = noise(scheme.samples, 500, 100 + trial);
    if (kept < 500) data = selected_outside(data, kept);
    const Configuration configuration = method_name == "knn" ? configure("knn", {{"decision.k", "1"}}) : configure(method_name, {{"epochs", "2"}});
    Serial serial;
    const auto method = trained_by(configuration, encoding_of(data.x.columns()));
    const Confusion confusion = cross_validate(data, method, scheme.plan, serial).confusion;
    right += static_cast<double>(confusion(0, 0) + confusion(1, 1));
    all += static_cast<double>(confusion.samples());
  }
  return right / all;
}

// The standard error over a thousand independent samples is 1.6 %.
TEST(Leakage, NoiseOfFiveHundredFeaturesIsGuessedUnderEveryScheme) {
  const std::vector<Scheme> schemes{{{.folds = 5}, 100, 10},
                                    {{.folds = 5, .repeats = 2}, 100, 10},
                                    {{.folds = 5, .kind = SplitKind::folds}, 100, 10},
                                    {{.folds = 5, .kind = SplitKind::grouped}, 100, 10},
                                    {{.kind = SplitKind::leave_one_out}, 60, 16},
                                    {{.kind = SplitKind::leave_one_out_per_class}, 80, 12},
                                    {{.kind = SplitKind::monte_carlo, .draws = 10}, 100, 10}};
  for (const Scheme& scheme : schemes) {
    const double accuracy = mean_accuracy(scheme, "grlvq");
    EXPECT_NEAR(accuracy, 0.5, 0.05) << choice_name(scheme.plan.kind);
  }
}

// Sets small enough for all pairs: one neighbour decides, because class means have the bias of the next test there.
TEST(Leakage, NoiseIsGuessedByNeighboursWhenEveryPairIsLeftOut) {
  EXPECT_NEAR(mean_accuracy({{.kind = SplitKind::leave_p_out, .p = 2}, 30, 34}, "knn"), 0.5, 0.05);
}

// Lecture notes, section 6.2.1: leaving one sample out of a small set moves its class away from it. With m samples of each class
// and n features the mean of its own class is farther by n(1/(m − 1) − 1/m) on average, here 0.28 deviations of the difference.
TEST(Leakage, LeaveOneOutIsPessimisticOnSmallSetsAndOneOfEachClassIsNot) {
  EXPECT_LT(mean_accuracy({{.kind = SplitKind::leave_one_out}, 20, 60}, "glvq"), 0.45);
  EXPECT_NEAR(mean_accuracy({{.kind = SplitKind::leave_one_out_per_class}, 20, 60}, "glvq"), 0.5, 0.05);
}

TEST(Leakage, RelevancesLearnedOutsideTheFoldsMakeNoiseLookLearnable) {
  for (const SplitKind kind : {SplitKind::stratified, SplitKind::leave_one_out_per_class, SplitKind::monte_carlo}) {
    const double accuracy = mean_accuracy({{.folds = 5, .kind = kind, .draws = 10}, 100, 2}, "glvq", 20);
    EXPECT_GT(accuracy, 0.75) << choice_name(kind);
    EXPECT_NEAR(mean_accuracy({{.folds = 5, .kind = kind, .draws = 10}, 100, 10}, "glvq"), 0.5, 0.05) << choice_name(kind);
  }
}

}  // namespace
}  // namespace protea
