// Decisions: hand-calculated scores and answers.
#include <gtest/gtest.h>

#include <cmath>

#include <protea/base/error.hpp>
#include <protea/base/random.hpp>
#include <protea/model/decision.hpp>

namespace protea {
namespace {

const std::vector<std::string> names{"healthy", "sick"};
const std::vector<Label> labels{0, 0, 1, 1};

struct Answer {
  Label label;
  std::vector<double> scores;
};

Answer answer(const Decision& decision, const std::vector<double>& d) {
  Decider decider(decision, {labels, names});
  Answer result{0, std::vector<double>(2)};
  result.label = decider.decide(d, result.scores);
  return result;
}

TEST(Decision, NearestAnswersTheClassOfTheNearestPrototype) {
  const Answer found = answer({}, {4, 9, 2, 16});   // shares of 1/4 and 1/2
  EXPECT_EQ(found.label, 1);
  EXPECT_DOUBLE_EQ(found.scores[0], 1.0 / 3);
  EXPECT_DOUBLE_EQ(found.scores[1], 2.0 / 3);
}

TEST(Decision, NearestWithAWidthGivesTheSoftmaxOfTheNearestOfEachClass) {
  const Answer found = answer({.sigma = std::sqrt(0.5), .scores = ScoreScale::absolute},
                              {1, 9, 1 + std::log(3), 16});   // e^{−d} : 3 to 1
  EXPECT_EQ(found.label, 0);
  EXPECT_NEAR(found.scores[0], 0.75, 1e-15);
}

// By hand: r = (3 − 1)/(3 + 1) = ½, so the odds are e^{½} to 1, in any unit of the distances.
TEST(Decision, NearestComparesDistancesAsSharesOfOneAnother) {
  for (const double unit : {1e-200, 1.0, 1e200}) {
    const Answer found = answer({.sigma = std::sqrt(0.5)}, {unit, 9 * unit, 3 * unit, 16 * unit});
    EXPECT_EQ(found.label, 0);
    EXPECT_NEAR(found.scores[0], 1 / (1 + std::exp(-0.5)), 1e-15);
  }
}

// However far a prototype has run off, a farther sample of the other class gets a smaller score: no two of them are
// equally sure.
TEST(Decision, ScoresRankAsRelativeDistancesDoUpToTheLastDigit) {
  double before = 0;
  for (const double near : {1.0, 2.0, 3.0, 400.0, 1e5}) {
    const Answer found = answer({.sigma = 0.03}, {near, 1e9, 3e5, 1e9});   // the least width that is ever chosen
    EXPECT_EQ(found.label, 0);
    EXPECT_GT(found.scores[1], before);
    before = found.scores[1];
  }
}

TEST(Decision, MarginsAreDifferencesOfRoots) {   // √9 − √4 = 1
  const Answer found = answer({.sigma = std::sqrt(0.5), .scores = ScoreScale::margin}, {4, 25, 9, 16});
  EXPECT_NEAR(found.scores[0], 1 / (1 + std::exp(-1.0)), 1e-15);
}

// Data made by one of the scales: odds of e^{2r} to 1 with r the share, or the margin.
TEST(Decision, FindsTheScaleThatGeneratedTheData) {
  for (const ScoreScale truth : {ScoreScale::relative, ScoreScale::margin}) {
    Random random(4, Purpose::generator);
    const std::size_t count = 20'000;
    Matrix d(count, 2);
    std::vector<Label> y;
    const std::vector<Label> one_each{0, 1};
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t k = 0; k < 2; ++k) d(i, k) = std::exp(random.uniform(-3, 3));
      Decider decider({.sigma = 0.5, .scores = truth}, {one_each, names});
      std::vector<double> scores(2);
      decider.decide(std::as_const(d).row(i), scores);
      y.push_back(random.uniform() < scores[0] ? 0 : 1);
    }
    const Decision found = with_likeliest_scores({}, {one_each, names}, std::as_const(d).view(), y);
    EXPECT_EQ(choice_name(found.scores), choice_name(truth));
    EXPECT_NEAR(found.sigma, 0.5, 0.02);
  }
}

TEST(Decision, SoftSumsOverAllPrototypesOfAClass) {
  // e^{−d}: ½ + 0 against ⅓ + ⅓; the nearest prototype is healthy, the class with more weight is sick.
  const Answer found =
      answer({.kind = DecisionKind::soft, .sigma = std::sqrt(0.5)}, {std::log(2), 1e9, std::log(3), std::log(3)});
  EXPECT_EQ(found.label, 1);
  EXPECT_NEAR(found.scores[1], (2.0 / 3) / (2.0 / 3 + 0.5), 1e-12);
}

TEST(Decision, KNearestCountsVotesAndBreaksTiesByTheNearest) {
  const Answer three = answer({.kind = DecisionKind::k_nearest, .k = 3}, {1, 50, 2, 3});
  EXPECT_EQ(three.label, 1);
  EXPECT_DOUBLE_EQ(three.scores[1], 2.0 / 3);
  EXPECT_EQ(answer({.kind = DecisionKind::k_nearest, .k = 2}, {1, 50, 2, 3}).label, 0);
  EXPECT_EQ(answer({.kind = DecisionKind::k_nearest, .k = 99}, {9, 50, 2, 3}).label, 1);   // all vote, two to two
}

TEST(Decision, ThresholdWantsAStrictlySmallerDistance) {
  // N (6.10): + if d(w⁺) < d(w⁻) − Θ
  EXPECT_EQ(answer({.threshold = 1}, {5, 9, 4, 16}).label, 0);
  EXPECT_EQ(answer({.threshold = 0.5}, {5, 9, 4, 16}).label, 1);
  EXPECT_EQ(answer({.threshold = -3}, {2, 9, 4, 16}).label, 1);
  EXPECT_EQ(answer({.threshold = 2, .positive = "healthy"}, {1, 9, 4, 16}).label, 0);
  EXPECT_EQ(answer({.threshold = 4, .positive = "healthy"}, {1, 9, 4, 16}).label, 1);
}

// At equal distances no threshold answers the lowest index, a threshold the class that is not positive; 0 is one like
// its neighbours.
TEST(Decision, AThresholdOfZeroIsAThreshold) {
  const std::vector<double> tie{4, 9, 4, 16};
  for (const double threshold : {-1e-300, 0.0, -0.0, 1e-300}) {
    EXPECT_EQ(answer({.threshold = threshold, .positive = "healthy"}, tie).label, 1) << threshold;
    EXPECT_EQ(answer({.threshold = threshold, .positive = "sick"}, tie).label, 0) << threshold;
    EXPECT_EQ(answer({.threshold = threshold, .positive = "healthy"}, {3, 9, 4, 16}).label, 0) << threshold;
  }
  EXPECT_EQ(answer({.positive = "healthy"}, tie).label, 0);
  const std::vector<std::string> three{"a", "b", "c"};
  EXPECT_THROW(demand_fitting({.threshold = 0}, {labels, three}), UsageError);
}

TEST(Decision, IsRecordedAsEverWithoutAThresholdAndToldFromOneAtZero) {
  const auto recorded = [](const Decision& decision) {
    for (const auto& [name, text] : recorded_options(decision)) {
      if (name == "threshold") return text;
    }
    return std::string();
  };
  EXPECT_EQ(recorded({}), "0");   // as files of the first version have it
  for (const std::optional<double> threshold : {std::optional<double>(), {0.0}, {-0.0}, {0.5}}) {
    Decision read{.threshold = 7};
    set_option(read, "decision", "threshold", text_of_recorded("threshold", recorded({.threshold = threshold})));
    EXPECT_EQ(read.threshold, threshold);
  }
}

TEST(Decision, RefusesWhatDoesNotFit) {
  const std::vector<std::string> three{"a", "b", "c"};
  EXPECT_THROW(demand_fitting({.threshold = 1}, {labels, three}), UsageError);
  EXPECT_THROW(demand_fitting({.kind = DecisionKind::soft}, {labels, names}), UsageError);
  EXPECT_THROW(demand_fitting({.positive = "ill"}, {labels, names}), UsageError);
  EXPECT_THROW(demand_fitting({.kind = DecisionKind::soft, .sigma = 1, .threshold = 1}, {labels, names}), UsageError);
}

TEST(Decision, ScoresSumToOneWhateverTheDistances) {
  Random random(3, Purpose::generator);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<double> d(4);
    for (double& value : d) value = std::exp(random.uniform(-300, 300));
    for (const DecisionKind kind : {DecisionKind::nearest, DecisionKind::k_nearest, DecisionKind::soft}) {
      for (const double sigma : {1e-3, 1.0, 1e3}) {
        const Answer found = answer({.kind = kind, .k = 3, .sigma = sigma}, d);
        EXPECT_NEAR(found.scores[0] + found.scores[1], 1, 1e-12);
        EXPECT_GE(found.scores[static_cast<std::size_t>(found.label)], 0.5 - 1e-12);
      }
    }
  }
}

// Distances fall below 0 by rounding, or for a matrix that is not Euclidean. They count as 0, so that a margin stays
// within [−1, 1]:
// here (4 − 0)/(4 + 0), not (4 + 1)/(4 − 1).
TEST(Decision, IsNeverSurerThanAtADistanceOfZero) {
  std::vector<double> scores(2);
  const auto certainty = [&](Rejection reject, const std::vector<double>& d) {
    Decider decider({.reject = reject}, {labels, names});
    decider.decide(d, scores);
    return decider.certainty();
  };
  EXPECT_EQ(certainty(Rejection::margin, {-1, 9, 4, 16}), 1);
  EXPECT_EQ(certainty(Rejection::margin, {-1, 9, -0.5, 16}), 0);
  EXPECT_EQ(certainty(Rejection::distance, {-1, 9, 4, 16}), 0);
  EXPECT_EQ(certainty(Rejection::distance, {2, 9, 4, 16}), -2);
}

// Two Gaussian classes at ±1 of deviation s on a line: the posterior is exp(−d/2s²) with d the squared distance to the
// means, so the likeliest width is s, up to the sampling error of 20000 draws (about 1 %).
TEST(Decision, FindsTheWidthThatGeneratedTheData) {
  for (const double s : {0.5, 1.5}) {
    Random random(9, Purpose::generator);
    const std::size_t count = 20'000;
    Matrix d(count, 2);
    std::vector<Label> y;
    for (std::size_t i = 0; i < count; ++i) {
      y.push_back(static_cast<Label>(i % 2));
      const double x = (i % 2 == 0 ? -1 : 1) + s * random.normal();
      d(i, 0) = (x + 1) * (x + 1);
      d(i, 1) = (x - 1) * (x - 1);
    }
    const std::vector<Label> one_each{0, 1};
    EXPECT_NEAR(likeliest_width({.scores = ScoreScale::absolute}, {one_each, names}, std::as_const(d).view(), y), s,
                0.03 * s);
  }
}

// A prototype far away, as of a class that is never answered: e^(−Δ/2σ²) is nothing for most widths of the search,
// which must find its way all the same. Σ −ln p is smallest where the mean score of the far class is its share q, 1 in
// 31 drawn by 1/(n + 2) towards even odds, since differences hardly vary: Δ/2σ² = ln((1 − q)/q).
TEST(Decision, FindsTheWidthForAPrototypeFarAway) {
  Matrix d(310, 2);
  std::vector<Label> y;
  for (std::size_t i = 0; i < 310; ++i) {
    y.push_back(i % 31 == 0 ? 1 : 0);
    d(i, 0) = 1 + 0.001 * static_cast<double>(i);
    d(i, 1) = 300'000 - static_cast<double>(i);
  }
  const std::vector<Label> one_each{0, 1};
  const double sigma = likeliest_width({.scores = ScoreScale::absolute}, {one_each, names}, std::as_const(d).view(), y);
  const double q = (1 - 1.0 / 312) / 31 + 30.0 / 31 / 312;
  EXPECT_NEAR(sigma, std::sqrt(300'000 / (2 * std::log((1 - q) / q))), 0.5);
}

TEST(Decision, GivesDataWithoutAnErrorAFiniteWidth) {
  Matrix d(40, 2);
  std::vector<Label> y;
  for (std::size_t i = 0; i < 40; ++i) {
    y.push_back(static_cast<Label>(i % 2));
    d(i, i % 2) = 1;
    d(i, 1 - i % 2) = 3;
  }
  const std::vector<Label> one_each{0, 1};
  const Decision decision{.sigma = likeliest_width({}, {one_each, names}, std::as_const(d).view(), y)};
  Decider decider(decision, {one_each, names});
  std::vector<double> scores(2);
  decider.decide(std::as_const(d).row(0), scores);
  EXPECT_NEAR(scores[0], 1 - 1.0 / 42, 1e-4);   // the smoothed target itself
}

}   // namespace
}   // namespace protea
