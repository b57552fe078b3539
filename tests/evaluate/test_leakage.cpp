// Nothing that a method learns depends on the rows it is tested on: shown by changing those rows, and by noise that
// cannot be learned.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <protea/base/random.hpp>
#include <protea/catalogue/configure.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/evaluate/cross_validation.hpp>
#include <protea/model/model_file.hpp>
#include <protea/runtime/serial.hpp>
#include <support/change_values.hpp>
#include <support/noise.hpp>

namespace protea {
namespace {

using testing::encoding_of;
using testing::noise;

TrainAndScore trained_by(const Configuration& configuration, const Encoding& encoding) {
  return [configuration, encoding](const Dataset& training, const Dataset& test) {
    Serial serial;
    const PrototypeModel model =
        train_model(configuration, training, encoding, {.runtime = serial, .wants_scores = false}).model;
    const Matrix x = prepare(model, test);
    return predict(model, x.view(), serial);
  };
}

TEST(Leakage, NoTestRowCanInfluenceTheTrainedModel) {
  // Filling, scaling, the principal axes of the matrix, the width of the scores: all of them are learned here.
  const Configuration configuration = configure(
      "gmlvq", {{"epochs", "3"}, {"missing", "mean"}, {"dissimilarity.start", "pca"}, {"dissimilarity.rank", "3"}});
  const Encoding encoding = encoding_of(5);
  Dataset data = noise(24, 5, 1);
  testing::change_values(data, [](Matrix& x) { x(3, 2) = missing_value; });
  for (const auto& [name, kind] : names_of(SplitKind{})) {
    SCOPED_TRACE(name);
    const SplitPlan plan{.folds = 3, .kind = kind, .p = 1, .draws = 3};
    const std::vector<Split> splits = make_splits(data, plan);
    for (std::size_t s = 0; s < std::min<std::size_t>(3, splits.size()); ++s) {
      Dataset changed = data;
      testing::change_values(changed, [&](Matrix& x) {
        for (const std::uint32_t i : splits[s].test) std::ranges::fill(x.row(i), 1e6 + i);
      });
      Serial serial;
      const auto bytes = [&](const Dataset& all) {
        return encode_model(train_model(configuration, all.subset(splits[s].training), encoding, serial).model);
      };
      EXPECT_EQ(bytes(changed), bytes(data));
      testing::change_values(changed, [&](Matrix& x) {
        x(splits[s].training[0], 0) += 1e-3;
      });   // the test can fail: a training row does matter
      EXPECT_NE(bytes(changed), bytes(data));
    }
  }
}

// Scaled on the whole set, and of the whole set the features kept that separate the classes best: the mistakes this
// is a test of.
Dataset prepared_outside(const Dataset& data, std::size_t keep) {
  const Matrix scaled = learn_preparation(data, Missing::refuse, Scaling::z_score).apply(data);
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t j = 0; j < scaled.columns(); ++j) {
    double difference = 0;
    for (std::size_t i = 0; i < data.size(); ++i) difference += scaled(i, j) * (data.y[i] == 0 ? 1 : -1);
    order.emplace_back(-std::abs(difference), j);
  }
  std::sort(order.begin(), order.end());
  Dataset result = data;
  Matrix kept(data.size(), keep);
  result.feature_names.resize(keep);
  result.file_columns.resize(keep);
  for (std::size_t j = 0; j < keep; ++j) {
    for (std::size_t i = 0; i < data.size(); ++i) kept(i, j) = scaled(i, order[j].second);
  }
  result.x = std::move(kept);
  return result;
}

struct Scheme {
  SplitPlan plan;
  std::size_t samples;
  std::size_t trials;   // sets of noise, so that about a thousand different samples are tested
};

double mean_accuracy(const Scheme& scheme, const std::string& method_name, std::size_t kept = 500) {
  double right = 0;
  double all = 0;
  for (std::size_t trial = 0; trial < scheme.trials; ++trial) {
    Dataset data = noise(scheme.samples, 500, 100 + trial);
    if (kept < 500) data = prepared_outside(data, kept);
    Settings changes = method_name == "knn" ? Settings{{"decision.k", "1"}} : Settings{{"epochs", "2"}};
    if (kept < 500) changes.emplace_back("scale", "none");   // it has been done
    const Configuration configuration = configure(method_name, changes);
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

// Lecture notes, section 6.2.1: leaving one sample out of a small set moves its class away from it. With m samples of
// each class and n features the mean of its own class is farther by n(1/(m − 1) − 1/m) on average, here 0.28 deviations
// of the difference.
TEST(Leakage, LeaveOneOutIsPessimisticOnSmallSetsAndOneOfEachClassIsNot) {
  EXPECT_LT(mean_accuracy({{.kind = SplitKind::leave_one_out}, 20, 60}, "glvq"), 0.45);
  EXPECT_NEAR(mean_accuracy({{.kind = SplitKind::leave_one_out_per_class}, 20, 60}, "glvq"), 0.5, 0.05);
}

// Keeping the 20 of 500 features with the largest difference of class means, of m = 50 samples each: the means differ
// by √(2/m) times a normal variable, of which the largest 4 % have the mean modulus φ(2.054)/0.02 = 2.42, so the
// classes seem Δ = √20·2.42·√(2/50) = 2.16 apart. Means of 40 samples each have noise of their own, and a sample left
// out is right with Φ(Δ²/2 : √(Δ² + 20·2/40)) = Φ(0.98) = 0.84. Of 200 samples that is known to three standard errors
// of 0.026; chance alone is 13 of them away.
TEST(Leakage, ScalesAndRelevancesLearnedOutsideTheFoldsMakeNoiseLookLearnable) {
  for (const SplitKind kind : {SplitKind::stratified, SplitKind::leave_one_out_per_class, SplitKind::monte_carlo}) {
    const double accuracy = mean_accuracy({{.folds = 5, .kind = kind, .draws = 10}, 100, 2}, "glvq", 20);
    EXPECT_NEAR(accuracy, 0.84, 3 * std::sqrt(0.84 * 0.16 / 200)) << choice_name(kind);
    EXPECT_NEAR(mean_accuracy({{.folds = 5, .kind = kind, .draws = 10}, 100, 10}, "glvq"), 0.5, 0.05)
        << choice_name(kind);
  }
}

}   // namespace
}   // namespace protea
