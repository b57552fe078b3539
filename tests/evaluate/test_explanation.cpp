// Explanations: contributions that add up, and single changes that flip an answer where they say.
#include <protea/evaluate/explanation.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include <protea/base/error.hpp>
#include <support/made_model.hpp>

namespace protea {
namespace {

using testing::answer_of;
using testing::model_of;
using testing::random_model;

TEST(Explanation, OfTwoPrototypesByHand) {
  // x = (1, 1), w_a = (0, 1), w_b = (4, 3): d = 1 and 13; contributions 9 − 1 and 4 − 0.
  const Explanation found = explain(model_of({{0, 1}, {4, 3}}, {0, 1}), std::vector<double>{1, 1});
  EXPECT_EQ(found.answer, 0);
  EXPECT_EQ(found.own, 0U);
  EXPECT_EQ(found.other, 1U);
  EXPECT_DOUBLE_EQ(found.d_own, 1);
  EXPECT_DOUBLE_EQ(found.d_other, 13);
  EXPECT_EQ(found.contributions, (std::vector<double>{8, 4}));
  // The difference 12 falls by 2·4 per unit of x₁ and 2·2 per unit of x₂.
  EXPECT_DOUBLE_EQ(found.changes[0]->change, 1.5);
  EXPECT_DOUBLE_EQ(found.changes[1]->change, 3);
  EXPECT_EQ(found.smallest_change->feature, 0U);
  EXPECT_DOUBLE_EQ(found.smallest_change->value, 2.5);
  EXPECT_EQ(found.smallest_change->becomes, 1);
}

TEST(Explanation, WalksPastPrototypesOfTheSameClass) {
  // On the line: a at 0 and 4, b at 10. From 1 the boundary is at 7, not at 5, where 0 and 10 are equally far.
  const Explanation found = explain(model_of({{0}, {4}, {10}}, {0, 0, 1}), std::vector<double>{1});
  EXPECT_DOUBLE_EQ(found.smallest_change->value, 7);
  EXPECT_DOUBLE_EQ(found.smallest_change->change, 6);
}

TEST(Explanation, SaysWhereNoChangeOfAFeatureHelps) {
  const Explanation found = explain(model_of({{0, 0}, {2, 0}}, {0, 1}), std::vector<double>{0.5, 0});
  EXPECT_TRUE(found.changes[0].has_value());
  EXPECT_FALSE(found.changes[1].has_value());
}

TEST(Explanation, GivesChangesInOriginalUnits) {
  PrototypeModel model = model_of({{0}, {4}}, {0, 1});
  model.preparation.scaling = Scaling::z_score;
  model.preparation.shift = {100};
  model.preparation.factor = {0.5};   // 4 in model units is 108
  const Explanation found = explain(model, std::vector<double>{1});
  EXPECT_DOUBLE_EQ(found.smallest_change->value, 104);
  EXPECT_DOUBLE_EQ(found.smallest_change->change, 2);
}

TEST(Explanation, ContributionsSumToTheDifferenceAndChangesFlipForEveryMetric) {
  Random random(41, Purpose::generator);
  std::size_t flips = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const char* const kinds[] = {"squared-euclidean", "relevance", "matrix"};
    const Scope scope = std::array{Scope::shared, Scope::per_class, Scope::per_prototype}[trial / 3 % 3];
    const std::size_t n = 1 + random.below(5);
    const PrototypeModel model = random_model(
        {.dissimilarity = kinds[trial % 3], .scope = scope, .features = n, .labels = {0, 0, 1, 1, 2}}, random);
    std::vector<double> x(n);
    for (double& value : x) value = random.normal();
    const Explanation found = explain(model, x);
    ASSERT_EQ(found.answer, answer_of(model, x));
    const double sum = std::accumulate(found.contributions.begin(), found.contributions.end(), 0.0);
    ASSERT_NEAR(sum, found.d_other - found.d_own, 1e-10);
    ASSERT_NEAR(found.d_own, model.space.distance(x, Row(model.parameters), found.own), 1e-10);
    for (std::size_t l = 0; l < n; ++l) {
      const auto answer_after = [&](double change) {
        std::vector<double> changed = x;
        changed[l] += change;
        return answer_of(model, changed);
      };
      const double reach = found.changes[l] ? std::abs(found.changes[l]->change) : 50;
      for (int step = 1; step < 100; ++step) {   // nothing nearer, in either direction
        ASSERT_EQ(answer_after(reach * step / 100), found.answer) << trial;
        ASSERT_EQ(answer_after(-reach * step / 100), found.answer) << trial;
      }
      if (!found.changes[l]) continue;
      ++flips;
      const double change = found.changes[l]->change;
      ASSERT_EQ(answer_after(change + std::copysign(1e-7, change)), found.changes[l]->becomes) << trial;
    }
  }
  EXPECT_GT(flips, 300U);
}

TEST(Explanation, FollowsRowsThatAreScaledToSumOneByHand) {
  // Shares (½, ½) of a sum of 8; prototypes (½, ½) and (1, 0) in shares: the boundary is the share ¾.
  // (4 + t)/(8 + t) = ¾ for t = 8; taking from the second, 4/(8 + t) = ¾ for t = −8/3.
  PrototypeModel model = model_of({{0.5, 0.5}, {1, 0}}, {0, 1});
  model.preparation.scaling = Scaling::unit_sum;
  const Explanation found = explain(model, std::vector<double>{0.5, 0.5}, 8);
  EXPECT_NEAR(found.changes[0].value().change, 8, 1e-12);
  EXPECT_NEAR(found.changes[0]->value, 12, 1e-12);
  EXPECT_NEAR(found.changes[1].value().change, -8.0 / 3, 1e-12);
  EXPECT_NEAR(found.changes[1]->value, 4 - 8.0 / 3, 1e-12);
  EXPECT_EQ(found.smallest_change->feature, 1U);
  // A boundary at share 1 is reached by no amount.
  model.preparation.scaling = Scaling::unit_sum;
  model.space.prototypes(MutableRow(model.parameters)).row(1)[0] = 1.5;
  model.space.prototypes(MutableRow(model.parameters)).row(1)[1] = -0.5;
  EXPECT_FALSE(explain(model, std::vector<double>{0.5, 0.5}, 8).changes[0].has_value());
}

TEST(Explanation, FlipsRowsThatAreScaledToSumOneWhereItSaysAndNoSooner) {
  Random random(43, Purpose::generator);
  std::size_t flips = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const char* const kinds[] = {"squared-euclidean", "relevance", "matrix", "euclidean"};
    const Scope scope = std::array{Scope::shared, Scope::per_class, Scope::per_prototype}[trial / 4 % 3];
    const std::size_t n = 2 + random.below(4);
    PrototypeModel model = random_model(
        {.dissimilarity = kinds[trial % 4], .scope = scope, .features = n, .labels = {0, 0, 1, 1, 2}}, random);
    model.preparation.scaling = Scaling::unit_sum;
    const MutableMatrixView w = model.space.prototypes(MutableRow(model.parameters));
    for (std::size_t k = 0; k < w.rows; ++k) {
      for (double& value : w.row(k)) value = random.uniform() * 2 / static_cast<double>(n);
    }
    std::vector<double> raw(n);
    for (double& value : raw) value = 0.1 + 5 * random.uniform();
    const double sum = std::accumulate(raw.begin(), raw.end(), 0.0);
    const auto answer_for = [&](std::vector<double> row) {
      model.preparation.scale(row);
      return answer_of(model, row);
    };
    std::vector<double> shares = raw;
    model.preparation.scale(shares);
    const Explanation found = explain(model, shares, sum);
    ASSERT_EQ(found.answer, answer_for(raw));
    for (std::size_t l = 0; l < n; ++l) {
      const auto answer_after = [&](double change) {
        std::vector<double> changed = raw;
        changed[l] += change;
        return answer_for(changed);
      };
      const double reach = found.changes[l] ? std::abs(found.changes[l]->change) : 100 * sum;
      for (int step = 1; step < 100; ++step) {   // nothing nearer, in either direction, while the sum stays positive
        ASSERT_EQ(answer_after(reach * step / 100), found.answer) << trial;
        const double down = std::min(reach * step / 100, sum * (1 - 1e-6));
        ASSERT_EQ(answer_after(-down), found.answer) << trial;
      }
      if (!found.changes[l]) continue;
      ++flips;
      ASSERT_NEAR(found.changes[l]->value, raw[l] + found.changes[l]->change, 1e-9 * (1 + reach));
      ASSERT_EQ(answer_after(found.changes[l]->change * (1 + 1e-6)), found.changes[l]->becomes) << trial;
    }
  }
  EXPECT_GT(flips, 200U);
}

TEST(Explanation, OfTheEuclideanDistanceSharesOutTheDifferenceOfTheRoots) {
  Random random(44, Purpose::generator);
  PrototypeModel model = random_model({.dissimilarity = "euclidean", .features = 2, .labels = {0, 1}}, random);
  model.parameters = {0, 1, 4, 3};   // as in the first test
  const Explanation found = explain(model, std::vector<double>{1, 1});
  EXPECT_DOUBLE_EQ(found.d_own, 1);
  EXPECT_DOUBLE_EQ(found.d_other, std::sqrt(13.0));
  EXPECT_DOUBLE_EQ(found.contributions[0], 8 / (std::sqrt(13.0) + 1));
  EXPECT_NEAR(found.contributions[0] + found.contributions[1], std::sqrt(13.0) - 1, 1e-12);
  EXPECT_DOUBLE_EQ(found.smallest_change->change, 1.5);
}

TEST(Explanation, IsRefusedWhereThereIsNone) {
  Random random(42, Purpose::generator);
  EXPECT_THROW(
      explain(random_model({.dissimilarity = "minkowski", .labels = {0, 1}}, random), std::vector<double>{1, 2}),
      UsageError);
  PrototypeModel voting = model_of({{0}, {1}}, {0, 1});
  voting.decision.kind = DecisionKind::k_nearest;
  EXPECT_THROW(explain(voting, std::vector<double>{1}), UsageError);
  EXPECT_THROW(explain(model_of({{0}, {1}}, {0, 1}), std::vector<double>{std::nan("")}), UsageError);
  EXPECT_THROW(explain(model_of({{0}, {1}}, {0, 0}), std::vector<double>{1}), UsageError);
}

}   // namespace
}   // namespace protea
