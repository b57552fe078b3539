// ROC curves, areas and calibration: by hand, with ties, and against counting pairs.
#include <protea/evaluate/ranking.hpp>

#include <cmath>
#include <utility>

#include <gtest/gtest.h>

#include <protea/base/random.hpp>
#include <protea/evaluate/assessment.hpp>

namespace protea {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

RocCurve curve_of(const std::vector<double>& scores, const std::vector<bool>& is_positive) {
  return *roc_curve(scores, is_positive);
}

TEST(Roc, StepsThroughTheThresholdsFromNoneToAll) {
  // 0.9+ 0.8− 0.7+ 0.6−: three of four pairs in order.
  const RocCurve curve = curve_of({0.7, 0.9, 0.6, 0.8}, {true, true, false, false});
  ASSERT_EQ(curve.points.size(), 5U);
  const double expected[5][2] = {{0, 0}, {0, 0.5}, {0.5, 0.5}, {0.5, 1}, {1, 1}};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(curve.points[i].fpr, expected[i][0]) << i;
    EXPECT_EQ(curve.points[i].tpr, expected[i][1]) << i;
  }
  EXPECT_EQ(curve.auc, 0.75);
}

// N9: the notes exchange the two limits.
TEST(Roc, NothingIsPositiveForAThresholdOfInfinityAndEverythingForTheLowest) {
  const RocCurve curve = curve_of({1, 2, 3}, {true, false, true});
  EXPECT_EQ(curve.points.front().threshold, infinity);
  EXPECT_EQ(curve.points.front().tpr + curve.points.front().fpr, 0);
  EXPECT_EQ(curve.points.back().threshold, 1);
  EXPECT_EQ(curve.points.back().tpr + curve.points.back().fpr, 2);
}

// N10: with dΘ running upwards the integral ∫ tpr (dfpr/dΘ) dΘ is −AUC.
TEST(Roc, TheIntegralOverTheThresholdIsMinusTheArea) {
  Random random(4, Purpose::generator);
  std::vector<double> scores;
  std::vector<bool> is_positive;
  for (int i = 0; i < 500; ++i) {
    is_positive.push_back(i % 2 == 0);
    scores.push_back(random.normal() + (i % 2 == 0 ? 1 : 0));
  }
  const RocCurve curve = curve_of(scores, is_positive);
  double integral = 0;
  for (std::size_t p = curve.points.size(); p-- > 1;) {   // upwards in Θ
    integral += (curve.points[p].tpr + curve.points[p - 1].tpr) / 2 * (curve.points[p - 1].fpr - curve.points[p].fpr);
  }
  EXPECT_NEAR(integral, -curve.auc, 1e-12);
  EXPECT_GT(curve.auc, 0.6);
}

TEST(Roc, SamplesOfEqualScoreEnterTogether) {
  const RocCurve curve = curve_of({0.5, 0.5, 0.5, 0.1}, {true, false, true, false});
  ASSERT_EQ(curve.points.size(), 3U);
  EXPECT_EQ(curve.points[1].fpr, 0.5);
  EXPECT_EQ(curve.points[1].tpr, 1);
  EXPECT_EQ(curve.auc, 0.75);   // two ties of four pairs count half
}

TEST(Roc, IsTheDiagonalWhereAllScoresAreEqual) {
  const RocCurve curve = curve_of({3, 3, 3}, {true, false, false});
  EXPECT_EQ(curve.points.size(), 2U);
  EXPECT_EQ(curve.auc, 0.5);
}

TEST(Roc, ReachesOneAndZeroForPerfectAndReversedOrder) {
  EXPECT_EQ(curve_of({2, 1}, {true, false}).auc, 1);
  EXPECT_EQ(curve_of({1, 2}, {true, false}).auc, 0);
  EXPECT_EQ(curve_of({infinity, -infinity}, {true, false}).auc, 1);
}

TEST(Roc, DoesNotExistWithoutPositivesOrWithoutNegatives) {
  EXPECT_FALSE(roc_curve(std::vector<double>{1, 2}, {true, true}).has_value());
  EXPECT_FALSE(roc_curve(std::vector<double>{1, 2}, {false, false}).has_value());
  EXPECT_FALSE(roc_curve({}, {}).has_value());
}

TEST(Roc, AveragePrecisionSumsPrecisionOverTheStepsOfRecall) {
  // 0.9+ 0.8− 0.7+ 0.6−: ½·1 + ½·⅔; all tied: the share of positives.
  EXPECT_DOUBLE_EQ(curve_of({0.7, 0.9, 0.6, 0.8}, {true, true, false, false}).average_precision, 0.5 + 1.0 / 3);
  EXPECT_DOUBLE_EQ(curve_of({1, 1, 1, 1}, {true, false, false, false}).average_precision, 0.25);
}

// U/(P·N) by counting pairs; scores are rounded so that a third of the pairs is tied.
TEST(Roc, AreaIsTheMannWhitneyStatisticOnRandomScoresWithTies) {
  Random random(11, Purpose::generator);
  for (int trial = 0; trial < 200; ++trial) {
    const std::size_t count = 2 + random.below(60);
    std::vector<double> scores(count);
    std::vector<bool> is_positive(count);
    for (std::size_t i = 0; i < count; ++i) {
      is_positive[i] = i == 0 || (i > 1 && random.uniform() < 0.4);
      scores[i] = std::round(2 * random.normal() + (is_positive[i] ? 0.7 : 0));
    }
    double right = 0;
    double pairs = 0;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < count; ++j) {
        if (!is_positive[i] || is_positive[j]) continue;
        ++pairs;
        right += scores[i] > scores[j] ? 1 : (scores[i] == scores[j] ? 0.5 : 0);
      }
    }
    const RocCurve curve = curve_of(scores, is_positive);
    EXPECT_NEAR(curve.auc, right / pairs, 1e-15);
    double trapezoids = 0;
    for (std::size_t p = 1; p < curve.points.size(); ++p) {
      trapezoids +=
          (curve.points[p].tpr + curve.points[p - 1].tpr) / 2 * (curve.points[p].fpr - curve.points[p - 1].fpr);
    }
    EXPECT_NEAR(trapezoids, curve.auc, 1e-12);
  }
}

Matrix matrix_of(const std::vector<std::vector<double>>& rows) {
  Matrix result(rows.size(), rows[0].size());
  for (std::size_t i = 0; i < rows.size(); ++i) std::copy(rows[i].begin(), rows[i].end(), result.row(i).begin());
  return result;
}

TEST(Ranking, HandAndTillEqualsTheAreaForTwoClasses) {
  const Matrix scores = matrix_of({{0.3, 0.7}, {0.6, 0.4}, {0.2, 0.8}, {0.7, 0.3}, {0.65, 0.35}});
  const std::vector<Label> y{1, 1, 0, 0, 0};
  const Ranking ranking = ranking_of(scores.view(), y);
  EXPECT_DOUBLE_EQ(*ranking.hand_till, ranking.one_vs_rest[1]->auc);
  EXPECT_DOUBLE_EQ(*ranking.hand_till, 4.0 / 6);
}

TEST(Ranking, OfThreeClassesByHand) {
  // One sample per class. Scores of class 0: .5 .3 .2 (right order, area 1); of class 1: .3 .2 .6 (last of
  // both rivals, 0);
  // of class 2: .2 .5 .2 (a tie with class 0, behind class 1: one vs rest ¼).
  const Matrix scores = matrix_of({{0.5, 0.3, 0.2}, {0.3, 0.2, 0.5}, {0.2, 0.6, 0.2}});
  const std::vector<Label> y{0, 1, 2};
  const Ranking ranking = ranking_of(scores.view(), y);
  EXPECT_EQ(ranking.one_vs_rest[0]->auc, 1);
  EXPECT_EQ(ranking.one_vs_rest[1]->auc, 0);
  EXPECT_EQ(ranking.one_vs_rest[2]->auc, 0.25);
  EXPECT_DOUBLE_EQ(*ranking.macro_auc, 1.25 / 3);
  // Pairs: {0,1}: (1 + 0)/2, {0,2}: (1 + ½)/2, {1,2}: (0 + 0)/2
  EXPECT_DOUBLE_EQ(*ranking.hand_till, (0.5 + 0.75 + 0) / 3);
}

TEST(Ranking, LeavesOutClassesWithoutSamples) {
  const Matrix scores = matrix_of({{0.5, 0.3, 0.2}, {0.3, 0.6, 0.1}});
  const std::vector<Label> y{0, 1};
  const Ranking ranking = ranking_of(scores.view(), y);
  EXPECT_FALSE(ranking.one_vs_rest[2].has_value());
  EXPECT_EQ(*ranking.macro_auc, 1);
  EXPECT_EQ(*ranking.hand_till, 1);
  EXPECT_FALSE(ranking_of(scores.view(), std::vector<Label>{1, 1}).hand_till.has_value());
}

TEST(Ranking, ScoresRoundedToOneKeepTheOrderThatTheOthersHave) {
  const Matrix scores = matrix_of({{1e-30, 1}, {1e-20, 1}, {0.5, 0.5}, {0, 1}});
  const Matrix found = beyond_rounding(scores.view());
  EXPECT_GT(found(0, 1), found(1, 1));
  EXPECT_GT(found(1, 1), 1);
  EXPECT_EQ(found(2, 1), 0.5);
  EXPECT_EQ(found(3, 1), infinity);
  EXPECT_EQ(found(3, 0), 0);
}

// Votes of five neighbours: 0.2 + 0.2 + 0.2 and 0.6 are not the same number, but 0.4 and 0.4 are the same score.
TEST(Assessment, AreaOfVotesIsTheMannWhitneyStatisticHoweverTheOtherVotesAreSpread) {
  Random random(12, Purpose::generator);
  constexpr std::size_t classes = 4;
  const std::vector<std::vector<double>> patterns{
      {0.4, 0.2, 0.2, 0.2}, {0.4, 0.6, 0, 0}, {0.4, 0.4, 0.2, 0}, {0.2, 0.4, 0.4, 0}, {0.8, 0.2, 0, 0}};
  std::vector<std::vector<double>> rows;
  std::vector<Label> truth;
  for (std::size_t i = 0; i < 80; ++i) {
    rows.push_back(patterns[random.below(patterns.size())]);
    random.shuffle(std::span(rows.back()));
    truth.push_back(static_cast<Label>(random.below(classes)));
  }
  const Assessment found = assess(truth, {truth, matrix_of(rows)});
  for (std::size_t c = 0; c < classes; ++c) {
    double right = 0;
    double pairs = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t j = 0; j < rows.size(); ++j) {
        if (static_cast<std::size_t>(truth[i]) != c || static_cast<std::size_t>(truth[j]) == c) continue;
        ++pairs;
        right += rows[i][c] > rows[j][c] ? 1 : (rows[i][c] == rows[j][c] ? 0.5 : 0);
      }
    }
    EXPECT_NEAR(found.ranking.one_vs_rest[c]->auc, right / pairs, 1e-15);
    const auto curve = roc_curve(matrix_of(rows).view(), truth, c);
    EXPECT_EQ(curve->points.size(), 6U) << "∞, 0.8, 0.6, 0.4, 0.2 and 0";
    EXPECT_EQ(curve->auc, found.ranking.one_vs_rest[c]->auc);
    EXPECT_EQ(curve->average_precision, found.ranking.one_vs_rest[c]->average_precision);
  }
}

TEST(Calibration, OfTwoBinsByHand) {
  // Largest scores .6 (wrong), .9 (right), .8 (right): bins (½, 1] only. Mean .7667 against ⅔.
  const Matrix scores = matrix_of({{0.6, 0.4}, {0.1, 0.9}, {0.8, 0.2}});
  const Calibration found = calibration_of(scores.view(), std::vector<Label>{1, 1, 0}, {}, 2);
  EXPECT_EQ(found.bins[0].samples, 0U);
  EXPECT_EQ(found.bins[1].samples, 3U);
  EXPECT_DOUBLE_EQ(found.bins[1].accuracy, 2.0 / 3);
  EXPECT_NEAR(found.expected_error, 2.3 / 3 - 2.0 / 3, 1e-15);
  EXPECT_NEAR(found.brier, (0.72 + 0.02 + 0.08) / 3, 1e-15);
  EXPECT_NEAR(found.log_loss, -(std::log(0.4) + std::log(0.9) + std::log(0.8)) / 3, 1e-15);
}

TEST(Calibration, PutsAScoreOnTheEdgeIntoTheLowerBin) {
  const Matrix scores = matrix_of({{0.5, 0.5}, {1, 0}});
  const Calibration found = calibration_of(scores.view(), std::vector<Label>{0, 0}, {}, 10);
  EXPECT_EQ(found.bins[4].samples, 1U);
  EXPECT_EQ(found.bins[9].samples, 1U);
}

TEST(Calibration, HasFiniteLogLossWhereTheTruthGotNothing) {
  const Matrix scores = matrix_of({{1, 0}});
  EXPECT_NEAR(calibration_of(scores.view(), std::vector<Label>{1}).log_loss, 52 * std::log(2), 1e-12);
  EXPECT_DOUBLE_EQ(calibration_of(scores.view(), std::vector<Label>{1}).brier, 2);
}

// By hand: answers against the largest score, one tie, one withheld. Bins of two: (0, 0.5] has 0.3 wrong and 0.5 right,
// (0.5, 1] nothing.
TEST(Calibration, CountsTheAnswersThatWereGiven) {
  Matrix scores(3, 2);
  const double values[3][2] = {{0.7, 0.3}, {0.5, 0.5}, {0.9, 0.1}};
  for (std::size_t i = 0; i < 3; ++i) std::copy_n(values[i], 2, scores.row(i).begin());
  const Calibration found =
      calibration_of(scores.view(), std::vector<Label>{0, 1, 0}, std::vector<Label>{1, 1, no_label}, 2);
  EXPECT_EQ(found.bins[0].samples, 2u);
  EXPECT_EQ(found.bins[1].samples, 0u);
  EXPECT_NEAR(found.bins[0].confidence, 0.4, 1e-15);
  EXPECT_NEAR(found.bins[0].accuracy, 0.5, 1e-15);
  EXPECT_NEAR(found.expected_error, 0.1, 1e-15);
}

TEST(Assessment, CountsTheShareThatGotAnAnswer) {
  const Predictions predictions{{0, no_label, 1, 1}, matrix_of({{0.9, 0.1}, {0.5, 0.5}, {0.2, 0.8}, {0.4, 0.6}})};
  const Assessment found = assess(std::vector<Label>{0, 1, 1, 0}, predictions);
  EXPECT_EQ(found.samples, 4U);
  EXPECT_DOUBLE_EQ(found.coverage, 0.75);
  EXPECT_DOUBLE_EQ(found.confusion.accuracy(), 2.0 / 3);
  EXPECT_DOUBLE_EQ(found.ranking.one_vs_rest[1]->auc, 0.75);   // of all samples: .5 and .8 against .1 and .6
}

}   // namespace
}   // namespace protea
