// Margins under metrics per class or per prototype: by hand, by moving prototypes, and where they are refused.
#include <protea/evaluate/local_margins.hpp>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <protea/base/error.hpp>
#include <protea/evaluate/quadric.hpp>
#include <protea/runtime/serial.hpp>
#include <support/made_model.hpp>

namespace protea {
namespace {

using testing::answer_of;
using testing::answers_of;
using testing::random_model;
using testing::row_of;

LocalMargins margins(const PrototypeModel& model, const std::vector<double>& x, Label y) {
  Serial serial;
  return local_margins_of(model, row_of(x).view(), std::vector<Label>{y}, serial);
}

// One feature, w = 0 with λ = 1 and w = 3 with λ = 4: √d = |x| and 2|x − 3|, equal at 2 and at 6.
PrototypeModel on_the_line() {
  Random random(51, Purpose::generator);
  PrototypeModel model =
      random_model({.dissimilarity = "relevance", .scope = Scope::per_class, .features = 1, .labels = {0, 1}}, random);
  model.parameters = {0, 3, 1, 4};
  return model;
}

TEST(LocalMargins, OnTheLineByHand) {
  const LocalMargins right = margins(on_the_line(), {1}, 0);
  EXPECT_DOUBLE_EQ(right.hypothesis[0], (4 - 1) / 2.0);
  EXPECT_NEAR(right.bisector[0], 1, 1e-12);
  EXPECT_NEAR(right.sample[0].value(), 1, 1e-12);
  EXPECT_NEAR(right.certificate[0], 1, 1e-12);
  const LocalMargins wrong = margins(on_the_line(), {1}, 1);
  EXPECT_DOUBLE_EQ(wrong.hypothesis[0], -1.5);
  EXPECT_DOUBLE_EQ(wrong.prediction[0], 1.5);
  EXPECT_NEAR(wrong.bisector[0], -1, 1e-12);
  EXPECT_NEAR(wrong.sample[0].value(), -1, 1e-12);
  const LocalMargins behind = margins(on_the_line(), {7}, 0);   // the flat metric wins again far away
  EXPECT_DOUBLE_EQ(behind.hypothesis[0], (8 - 7) / 2.0);
  EXPECT_NEAR(behind.sample[0].value(), 1, 1e-12);
}

TEST(LocalMargins, LeaveOutTheSampleMarginWhereAThirdPrototypeStandsBehindTheBoundary) {
  // The same, and a second prototype of class 0 at 2 with λ = 1, which is nearer there than both.
  Random random(52, Purpose::generator);
  PrototypeModel model = random_model(
      {.dissimilarity = "relevance", .scope = Scope::per_prototype, .features = 1, .labels = {0, 1, 0}}, random);
  model.parameters = {0, 3, 2, 1, 4, 1};
  const LocalMargins found = margins(model, {0.9}, 0);
  EXPECT_NEAR(found.bisector[0], 1.1, 1e-12);
  EXPECT_FALSE(found.sample[0].has_value());
  EXPECT_EQ(answer_of(model, {2.0 + 1e-3}), 0);
}

TEST(LocalMargins, FindTheWayThatNoGradientPointsTo) {
  // d = x₁² and x₂² from (0, 1): by symmetry the gradient of the difference has no x₁, but |x₂| ≤ |x₁| is reached
  // at (±½, ½).
  Random random(53, Purpose::generator);
  PrototypeModel model =
      random_model({.dissimilarity = "relevance", .scope = Scope::per_class, .features = 2, .labels = {0, 1}}, random);
  model.parameters = {0, 0, 0, 0, 1, 0, 0, 1};
  const LocalMargins found = margins(model, {0, 1}, 0);
  EXPECT_NEAR(found.sample[0].value(), std::numbers::sqrt2 / 2, 1e-12);
  EXPECT_NEAR(std::abs(found.steps(0, 0)), 0.5, 1e-9);
  EXPECT_NEAR(found.steps(0, 1), -0.5, 1e-9);
}

TEST(LocalMargins, EqualThoseOfTheDiscAroundTheSampleInTwoDimensions) {
  Random random(54, Purpose::generator);
  for (int trial = 0; trial < 30; ++trial) {
    const PrototypeModel model = random_model(
        {.dissimilarity = "matrix", .scope = Scope::per_prototype, .features = 2, .labels = {0, 0, 1, 2}}, random);
    const std::vector<double> x{random.normal(), random.normal()};
    const auto y = static_cast<Label>(random.below(3));
    const LocalMargins found = margins(model, x, y);
    const bool is_right = answer_of(model, x) == y;
    ASSERT_EQ(found.hypothesis[0] > 0, is_right);
    // How far rings around x are answered as x is: right stays right, wrong stays wrong.
    constexpr std::size_t directions = 720;
    const auto is_safe = [&](double radius) {
      Matrix ring(directions, 2);
      for (std::size_t a = 0; a < directions; ++a) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(a) / directions;
        ring(a, 0) = x[0] + radius * std::cos(angle);
        ring(a, 1) = x[1] + radius * std::sin(angle);
      }
      for (const Label answer : answers_of(model, ring)) {
        if ((answer == y) != is_right) return false;
      }
      return true;
    };
    for (int step = 1; step < 40; ++step) ASSERT_TRUE(is_safe(std::abs(found.bisector[0]) * step / 40)) << trial;
    if (!found.sample[0]) continue;
    ASSERT_EQ(*found.sample[0], found.bisector[0]);
    ASSERT_FALSE(is_safe(std::abs(*found.sample[0]) * 1.01))
        << trial;   // a ring of 720 points misses a cap below 1 − cos(π/720)
  }
}

TEST(LocalMargins, HypothesisIsHowFarPrototypesMoveInTheirOwnMetricsAtLeast) {
  Random random(55, Purpose::generator);
  for (int trial = 0; trial < 300; ++trial) {
    PrototypeModel model = random_model(
        {.dissimilarity = "matrix", .scope = Scope::per_prototype, .features = 3, .labels = {0, 0, 1, 2}}, random);
    const std::vector<double> x{random.normal(), random.normal(), random.normal()};
    const Label answer = answer_of(model, x);
    const double reach = margins(model, x, answer).hypothesis[0];
    const MutableMatrixView w = model.space.prototypes(MutableRow(model.parameters));
    for (std::size_t k = 0; k < w.rows; ++k) {
      // Along the line to x √d_k changes by the length of the step in its metric: the rivals come, the others go.
      const double d = std::sqrt(model.space.distance(x, Row(model.parameters), k));
      const double share = (model.space.labels()[k] == answer ? -1 : 1) * reach * (1 - 1e-6) / d;
      for (std::size_t j = 0; j < 3; ++j) w.row(k)[j] += share * (x[j] - w.row(k)[j]);
    }
    ASSERT_EQ(answer_of(model, x), answer) << trial;
    for (std::size_t k = 0; k < w.rows; ++k) {
      const double d = std::sqrt(model.space.distance(x, Row(model.parameters), k));
      const double share = (model.space.labels()[k] == answer ? -1 : 1) * reach * 2e-6 / d;
      for (std::size_t j = 0; j < 3; ++j) w.row(k)[j] += share * (x[j] - w.row(k)[j]);
    }
    ASSERT_NE(answer_of(model, x), answer) << trial;
  }
}

TEST(LocalMargins, AreRefusedForEveryDecisionThatIsNotTheNearestPrototype) {
  PrototypeModel model = on_the_line();
  model.decision.threshold = 0.5;
  EXPECT_THROW(margins(model, {1}, 0), UsageError);
  model.decision = {.kind = DecisionKind::soft, .sigma = 1};
  EXPECT_THROW(margins(model, {1}, 0), UsageError);
  model.decision = {.kind = DecisionKind::k_nearest};
  EXPECT_THROW(margins(model, {1}, 0), UsageError);
  Random random(56, Purpose::generator);
  EXPECT_THROW(margins(random_model({.dissimilarity = "minkowski", .labels = {0, 1}}, random), {1, 2}, 0), UsageError);
  EXPECT_THROW(margins(on_the_line(), {std::nan("")}, 0), UsageError);
}

TEST(QuadricStep, IsThatOfAPlaneWhereThereIsNoCurvature) {
  // 2(3u₁ + 4u₂) + 10 ≤ 0: 1 along −(3, 4)/5.
  const QuadricStep found = shortest_step_to_quadric(spectrum_of(Matrix(2, 2)), std::vector<double>{3, 4}, 10);
  EXPECT_NEAR(found.distance, 1, 1e-12);
  EXPECT_NEAR(found.step[0], -0.6, 1e-12);
  EXPECT_NEAR(found.step[1], -0.8, 1e-12);
}

TEST(QuadricStep, IsNothingInsideAndTheRadialWayToABall) {
  Matrix one(2, 2);
  one(0, 0) = one(1, 1) = 1;
  // ‖u + (3, 4)‖² ≤ 4 is 3 away from the origin.
  EXPECT_NEAR(shortest_step_to_quadric(spectrum_of(one), std::vector<double>{3, 4}, 21).distance, 3, 1e-11);
  EXPECT_EQ(shortest_step_to_quadric(spectrum_of(one), std::vector<double>{3, 4}, -1).distance, 0);
  // ‖u‖² ≥ 4 is 2 away in every direction.
  one(0, 0) = one(1, 1) = -1;
  EXPECT_NEAR(shortest_step_to_quadric(spectrum_of(one), std::vector<double>{0, 0}, 4).distance, 2, 1e-12);
}

}   // namespace
}   // namespace protea
