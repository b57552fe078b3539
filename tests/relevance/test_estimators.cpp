// What each relevance estimator answers, calculated by hand, and what all of them promise.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include <protea/base/random.hpp>
#include <protea/catalogue/catalogue.hpp>
#include <protea/relevance/dslvq.hpp>
#include <protea/relevance/fisher_1.hpp>
#include <protea/relevance/fisher_2.hpp>

namespace protea {
namespace {

// Prototypes in the plane, squared Euclidean distances, relevances that start equal.
struct Plane {
  Matrix w;
  std::vector<Label> labels;
  std::vector<double> lambda{0.5, 0.5};

  Plane(const std::vector<std::array<double, 2>>& prototypes, std::vector<Label> classes)
      : w(prototypes.size(), 2), labels(std::move(classes)) {
    for (std::size_t k = 0; k < prototypes.size(); ++k)
      std::copy(prototypes[k].begin(), prototypes[k].end(), w.row(k).begin());
  }
  void start(RelevanceEstimator& estimator) const {
    estimator.start(2, labels, static_cast<std::size_t>(*std::max_element(labels.begin(), labels.end())) + 1);
  }
  void show(RelevanceEstimator& estimator, std::array<double, 2> x, Label y) {
    std::vector<double> d;
    for (std::size_t k = 0; k < w.rows(); ++k) d.push_back(std::pow(x[0] - w(k, 0), 2) + std::pow(x[1] - w(k, 1), 2));
    estimator.observe({x, y, d, std::as_const(w).view()}, lambda);
  }
  void expect(double first, double second) const {
    EXPECT_NEAR(lambda[0], first, 1e-14);
    EXPECT_NEAR(lambda[1], second, 1e-14);
  }
};

Plane two_pairs() { return Plane({{0, 0}, {2, 1}, {4, 0}, {4, 2}}, {0, 0, 1, 1}); }

// By hand. First sample: p = (1, 0 | ½, ½), class means (0, 0) and (4, 1), S_B = (4, ¼), S_W(1) = 0, so F = S_B.
// Second: p = (½, ½ | ½, ½), class means (1, ½) and (4, 1), S_B = (9/4, 1/16), S_W = (½, 5/8), F = (9/2, 1/10).
TEST(Fisher1, WeighsPrototypesByTheirCorrectWinsAndAveragesTheScore) {
  Fisher1 estimator;
  estimator.priors = Priors::uniform;
  Plane plane = two_pairs();
  plane.start(estimator);
  plane.show(estimator, {0.1, 0}, 0);
  plane.expect(16.0 / 17, 1.0 / 17);
  plane.show(estimator, {2, 1}, 0);
  plane.expect((16.0 / 17 + 45.0 / 46) / 2, (1.0 / 17 + 1.0 / 46) / 2);
}

// Equation (18) as printed would set λ = F = (4.5, 0.1) and (27) F − ΣF − λ would be negative: only F/ΣF keeps Σλ = 1.
TEST(Fisher1, KeepsTheSumOfRelevancesWhereThePrintedUpdateDoesNot) {
  Fisher1 estimator;
  estimator.priors = Priors::uniform;
  Plane plane = two_pairs();
  plane.start(estimator);
  for (const double x : {0.1, 2.0, 3.9, 0.3}) plane.show(estimator, {x, 0.5}, x < 3 ? 0 : 1);
  EXPECT_NEAR(plane.lambda[0] + plane.lambda[1], 1, 1e-14);
}

// Erratum: with running class shares only one class has been seen at the first step, S_B = 0 and F = 0; λ = F/ΣF
// would be 0/0.
TEST(Fisher1, WaitsForASecondClassWhenSharesAreRunning) {
  Fisher1 estimator;
  Plane plane = two_pairs();
  plane.start(estimator);
  plane.show(estimator, {0.1, 0}, 0);
  plane.expect(0.5, 0.5);
  // Now P = (½, ½), p = (1, 0 | 1, 0), class means (0, 0) and (4, 0): S_B = (4, 0), S_W = 0.
  plane.show(estimator, {4, 0}, 1);
  plane.expect(1, 0);
}

// P = (2/3, 1/3), p = (1, 0 | 1, 0): class means (0, 0), (4, 2), mean (4/3, 2/3), S_B = (32/9, 8/9), S_W = 0: F = S_B.
TEST(Fisher1, UsesTheSharesOfTheClassesSoFar) {
  Fisher1 estimator;
  Plane plane = two_pairs();
  plane.start(estimator);
  plane.show(estimator, {0, 0}, 0);
  plane.show(estimator, {0, 0}, 0);
  plane.expect(0.5, 0.5);
  plane.show(estimator, {4, 2}, 1);
  plane.expect(0.8, 0.2);
}

// The second feature is constant: S_W = (½, 0), S_B = (9/4, 0), so with both fallbacks λ = (1, 0). A third, with
// S_B = 1/16 and S_W = 5/8, tells them apart: scores (9/2, 1/10) or (9/4, 1/16), normalised.
TEST(Fisher1, LetsAConstantFeatureChangeTheScoresOfOthersOnlyWhenAskedTo) {
  for (const auto& [fallback, first] :
       {std::pair(Fallback::separating, 45.0 / 46), std::pair(Fallback::any, 36.0 / 37)}) {
    Fisher1 estimator;
    estimator.priors = Priors::uniform;
    estimator.fallback = fallback;
    const std::vector<Label> labels{0, 0, 1, 1};
    estimator.start(3, labels, 2);
    const std::vector<double> w{0, 7, 0, 2, 7, 1, 4, 7, 0, 4, 7, 2};
    const std::vector<double> x{3.9, 7, 0};
    const std::vector<double> d{15, 4, 0.01, 4};
    std::vector<double> lambda(3, 1.0 / 3);
    estimator.observe({x, 0, d, matrix_view(Row(w), 4, 3)}, lambda);   // won wrongly: all prototypes count alike
    EXPECT_NEAR(lambda[0], first, 1e-14);
    EXPECT_EQ(lambda[1], 0);
    EXPECT_NEAR(lambda[2], 1 - first, 1e-14);
  }
}

Plane three_classes() { return Plane({{0, 0}, {10, 0}, {0, 10}}, {0, 1, 2}); }

// By hand: class 0 wins (0, 0), (2, 0): mean (1, 0), variance (2, 0); class 1 wins (10, 0), then (10, 4): mean (10, 2),
// variance (0, 8).
void show_four(Plane& plane, Fisher2& estimator) {
  plane.start(estimator);
  plane.show(estimator, {0, 0}, 0);
  plane.show(estimator, {2, 0}, 0);
  plane.expect(0.5, 0.5);   // nobody to compare with
  plane.show(estimator, {10, 0}, 1);
  plane.expect(1, 0);   // S_B = (81/4, 0), S_W = (2, 0)
  plane.show(estimator, {10, 4}, 1);
  plane.expect((1 + 81.0 / 82) / 2, (1.0 / 82) / 2);   // S_B = (81/4, 1), S_W = (2, 8)
}

TEST(Fisher2, ComparesWhatTheNearestPrototypesHaveWon) {
  Fisher2 estimator;
  Plane plane = three_classes();
  show_four(plane, estimator);
}

// (22) as printed: the nearest prototype of every class. Class 2 has won nothing before the sample (0, 10), and so
// there is no score before:
// S_B = (182/9, 56/3), S_W = (2, 8), F/ΣF = (13/16, 3/16).
TEST(Fisher2, ComparesTheNearestOfEveryClassWhenAskedTo) {
  Fisher2 estimator;
  estimator.rivals = Rivals::every_class;
  Plane plane = three_classes();
  plane.start(estimator);
  for (const auto& [x, y] : {std::pair{std::array{0.0, 0.0}, 0}, {{2, 0}, 0}, {{10, 0}, 1}, {{10, 4}, 1}}) {
    plane.show(estimator, x, y);
    plane.expect(0.5, 0.5);
  }
  plane.show(estimator, {0, 10}, 2);
  plane.expect(13.0 / 16, 3.0 / 16);
}

// … and no other prototype stands in for a nearest one that has won nothing: (4, 0) is nearer to the sample than (9,
// 0), which has.
TEST(Fisher2, LetsNobodyStandInForTheNearestOfAClass) {
  Fisher2 printed;
  printed.rivals = Rivals::every_class;
  Fisher2 table;
  for (Fisher2* const estimator : {&printed, &table}) {
    Plane plane({{0, 0}, {4, 0}, {9, 0}}, {0, 1, 1});
    plane.start(*estimator);
    plane.show(*estimator, {9, 1}, 1);
    plane.show(*estimator, {0, 0}, 0);
    const bool is_printed = estimator == &printed;
    plane.expect(is_printed ? 0.5 : 81.0 / 82, is_printed ? 0.5 : 1.0 / 82);   // S_B = (81/4, 1/4), no variance yet
  }
}

// The nearest rival of (0, 10) is the prototype of class 0: means (0, 10) and (1, 0), S_B = (1/4, 25), S_W = (2,
// 0): F = S_B.
TEST(Fisher2, ComparesTheWinnerWithTheNearestRivalOnly) {
  Fisher2 estimator;
  Plane plane = three_classes();
  show_four(plane, estimator);
  const double before = plane.lambda[0];
  plane.show(estimator, {0, 10}, 2);
  plane.expect(before + (1.0 / 101 - before) / 3, 1 - before + (100.0 / 101 - 1 + before) / 3);
}

TEST(Fisher2, LearnsNoStatisticsFromSamplesWonWrongly) {
  Fisher2 estimator;
  Plane plane = three_classes();
  show_four(plane, estimator);
  const std::vector<double> means = *estimator.state()[1].values;
  plane.show(estimator, {9, 9}, 0);
  EXPECT_EQ(*estimator.state()[1].values, means);
}

// By hand: |x − w| is (1, 3) for the right one and (2, 1) for the wrong one, v = (1/2, −2/3), v/Σ|v| = (3/7, −4/7).
TEST(Dslvq, RewardsFeaturesThatHoldTheWrongPrototypeAway) {
  Dslvq estimator;
  Plane plane({{1, 3}, {2, 1}}, {0, 1});
  plane.start(estimator);
  estimator.rate = 0.1;
  plane.show(estimator, {0, 0}, 0);
  plane.expect(69.0 / 124, 55.0 / 124);
  estimator.rate = 0.9;   // the second relevance would be negative
  plane.show(estimator, {0, 0}, 0);
  plane.expect(1, 0);
}

// Random prototypes and samples, some features constant, some samples equal to a prototype.
TEST(EveryEstimator, KeepsRelevancesNonNegativeWithSumOne) {
  for (const auto& entry : relevance_estimators().entries()) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      Random random(seed, Purpose::generator);
      const std::size_t n = 1 + random.below(5);
      const std::vector<Label> labels{0, 0, 1, 2, 2};
      const auto estimator = entry.make({});
      estimator->start(n, labels, 3);
      std::vector<double> lambda(n, 1 / static_cast<double>(n));
      Matrix w(5, n);
      for (std::size_t step = 0; step < 50; ++step) {
        std::vector<double> x(n);
        std::vector<double> d;
        for (double& value : w.values()) value = std::round(4 * random.uniform()) / 4;
        for (std::size_t k = 0; seed % 2 == 0 && k < 5; ++k) w(k, 0) = 0.3;
        for (double& value : x) value = std::round(4 * random.uniform()) / 4;
        for (std::size_t k = 0; k < 5; ++k) {
          d.push_back(0);
          for (std::size_t l = 0; l < n; ++l) d[k] += lambda[l] * std::pow(x[l] - w(k, l), 2);
        }
        estimator->observe({x, static_cast<Label>(random.below(3)), d, std::as_const(w).view()}, lambda);
        ASSERT_NEAR(std::accumulate(lambda.begin(), lambda.end(), 0.0), 1, 1e-13) << entry.name << " " << seed;
        for (const double value : lambda) ASSERT_TRUE(value >= 0 && std::isfinite(value)) << entry.name << " " << seed;
      }
    }
  }
}

TEST(EveryFisherEstimator, GivesAConstantFeatureNoRelevance) {
  for (const char* const name : {"fisher-1", "fisher-2"}) {
    Random random(3, Purpose::generator);
    const auto estimator = relevance_estimators().make(name, {});
    Plane plane({{0, 0.3}, {1, 0.3}, {5, 0.3}, {6, 0.3}}, {0, 0, 1, 1});
    plane.start(*estimator);
    for (int step = 0; step < 30; ++step) {
      const Label y = step % 2;
      plane.show(*estimator, {5.0 * y + random.uniform(), 0.3}, y);
    }
    EXPECT_EQ(plane.lambda[1], 0) << name;
    EXPECT_NEAR(plane.lambda[0], 1, 1e-14) << name;
  }
}

TEST(EveryEstimator, SaysItsNameTraitsAndOptionsAndIsCopiedWithThem) {
  for (const auto& entry : relevance_estimators().entries()) {
    const auto estimator = entry.make({});
    EXPECT_EQ(estimator->name(), entry.name);
    EXPECT_EQ(estimator->traits().formula, entry.formula);
    EXPECT_TRUE(estimator->traits().owns_metric) << entry.name;
    EXPECT_TRUE(estimator->traits().needs_complete_rows) << entry.name;
    EXPECT_EQ(estimator->options().size(), entry.options.size()) << entry.name;
    EXPECT_EQ(estimator->clone()->name(), entry.name);
  }
  const auto changed = relevance_estimators().make("dslvq", {{"rate", "0.5"}});
  EXPECT_EQ(changed->clone()->options(), (std::vector<std::pair<std::string, OptionValue>>{{"rate", 0.5}}));
}

}   // namespace
}   // namespace protea
