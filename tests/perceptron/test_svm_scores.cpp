// Scores of a support vector machine are as sure as its answers are right.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include <protea/catalogue/methods.hpp>
#include <protea/data/read.hpp>
#include <protea/evaluate/cross_validation.hpp>
#include <protea/evaluate/calibration.hpp>
#include <protea/perceptron/svm_method.hpp>
#include <protea/runtime/serial.hpp>

#include <support/noise.hpp>

namespace protea {
namespace {

// A score of 0.6 that is right 9 times of 13: 0.6^β : 0.4^β = 9 : 4 for β = 2.
TEST(SvmScores, GetThePowerThatMakesTheLabelsLikeliest) {
  const std::size_t rows = 13000;
  Matrix scores(rows, 2);
  std::vector<Label> y;
  for (std::size_t i = 0; i < rows; ++i) {
    scores(i, 0) = 0.6;
    scores(i, 1) = 0.4;
    y.push_back(i % 13 < 9 ? 0 : 1);
  }
  EXPECT_NEAR(likeliest_sharpness(scores.view(), y), 2, 2e-3);   // short of certain by 1/13002
}

// The targets give each of the two other classes half of 1/62: the second alone would ask for odds of 122 : 1.
TEST(SvmScores, AreSharperTheMoreOftenTheyAreRight) {
  const auto sharpness_of = [](std::size_t wrong) {
    Matrix scores(60, 3);
    std::vector<Label> y;
    for (std::size_t i = 0; i < 60; ++i) {
      scores(i, 0) = 0.6;
      scores(i, 1) = 0.3;
      scores(i, 2) = 0.1;
      y.push_back(i < wrong ? 1 : 0);
    }
    return likeliest_sharpness(scores.view(), y);
  };
  EXPECT_GT(sharpness_of(0), sharpness_of(6));
  EXPECT_GT(sharpness_of(6), sharpness_of(24));
  EXPECT_LT(sharpness_of(0), std::log(2 * 61.0) / std::log(2.0));
}

// Perfect scores are off by luck too: of N samples in B bins by about √(2/π)·√(B·p(1 − p)/N), 0.05 for 200, six bins and p = 0.8. Votes alone are
// off by 0.3 with three classes. In the mean it is what docs/benchmarks.md has for ten sets at most.
TEST(SvmScores, AreCalibratedOnNewRows) {
  double mean = 0;
  for (const char* const name : {"iris", "wine", "crabs"}) {
    const EncodedTable data = encode_training_table(read_table(name), "", Nominal::refuse);
    Serial serial;
    const auto method = make_method("svm", {});
    const auto run = [&](const Dataset& training, const Dataset& test) {
      const auto model = method->train(training, data.encoding, {serial}).model;
      return model->predict(model->prepare(test).view(), serial);
    };
    const CrossValidation answers = cross_validate(data.dataset, run, {.folds = 5}, serial);
    const MatrixView scores = answers.predictions.scores.view();
    for (std::size_t i = 0; i < scores.rows; ++i) {
      const Row own = scores.row(i);
      EXPECT_NEAR(std::accumulate(own.begin(), own.end(), 0.0), 1, 1e-12);
    }
    const double error = calibration_of(scores, answers.truth).expected_error;
    EXPECT_LT(error, 0.06) << name;
    mean += error / 3;
  }
  EXPECT_LT(mean, 0.05);
}

// Labels that are nothing but noise can be learned by heart; of new rows nothing is known, which costs ln 2 each at best. A power β of values v
// near ±1 costs β²/8 more, and what 80 rows without meaning say of β has a standard error of 2/√80 = 0.22: 0.02 is less than two of them.
TEST(SvmScores, AreNotSureOfNoise) {
  const Dataset data = testing::noise(80, 10, 2);
  const Dataset news = testing::noise(400, 10, 3);
  Serial serial;
  const auto model = make_method("svm", {})->train(data, testing::encoding_of(10), {serial}).model;
  const Predictions answers = model->predict(model->prepare(news).view(), serial);
  EXPECT_NEAR(calibration_of(answers.scores.view(), news.y).log_loss, std::log(2), 0.02);
}

TEST(SvmScores, AreAsSharpForAWeightAsForTheRowSoOften) {
  Matrix scores(4, 2);
  const double first[] = {0.9, 0.4, 0.7, 0.2};
  for (std::size_t i = 0; i < 4; ++i) {
    scores(i, 0) = first[i];
    scores(i, 1) = 1 - first[i];
  }
  const std::vector<Label> y{0, 0, 1, 1};
  Matrix repeated(6, 2);
  const std::size_t rows[] = {0, 1, 2, 3, 2, 2};
  std::vector<Label> labels;
  for (std::size_t i = 0; i < 6; ++i) {
    repeated(i, 0) = scores(rows[i], 0);
    repeated(i, 1) = scores(rows[i], 1);
    labels.push_back(y[rows[i]]);
  }
  const std::vector<double> weights{1, 1, 3, 1};
  EXPECT_NEAR(likeliest_sharpness(scores.view(), y, weights), likeliest_sharpness(repeated.view(), labels), 1e-9);
  EXPECT_GT(likeliest_sharpness(scores.view(), y), 1.5 * likeliest_sharpness(scores.view(), y, weights));
}

}   // namespace
}   // namespace protea
