#include <gtest/gtest.h>

#include <cmath>

#include <protea/base/random.hpp>
#include <protea/dissimilarity/tangent.hpp>

namespace protea {
namespace {

class TwoTangents : public ::testing::Test {
 protected:
  TwoTangents() {
    tangent_.tangents = 2;
    Random random(4, Purpose::generator);
    for (double& value : theta_) value = random.normal();
    for (double& value : x_) value = random.normal();
    for (double& value : w_) value = random.normal();
    tangent_.project(theta_);
  }

  Tangent tangent_;
  std::vector<double> theta_ = std::vector<double>(10);
  std::vector<double> x_ = std::vector<double>(5);
  std::vector<double> w_ = std::vector<double>(5);
};

// T = (1, 0): only the second feature counts.
TEST(Tangent, IgnoresWhatLiesAlongTheTangentAsByHand) {
  const Tangent tangent;
  EXPECT_EQ(tangent.value(std::vector<double>{5, 3}, std::vector<double>{1, 1}, std::vector<double>{1, 0}), 4);
  const double half = std::sqrt(0.5);   // T along (1, 1): (4, 2) has length 2/√2 across
  EXPECT_NEAR(tangent.value(std::vector<double>{5, 3}, std::vector<double>{1, 1}, std::vector<double>{half, half}), 2,
              1e-14);
}

TEST_F(TwoTangents, AreFreeToMoveAlong) {
  std::vector<double> moved = w_;
  for (std::size_t i = 0; i < 5; ++i) moved[i] += 3 * theta_[i] - 8 * theta_[5 + i];
  EXPECT_NEAR(tangent_.value(moved, w_, theta_), 0, 1e-28);
}

TEST_F(TwoTangents, NeverMakeADistanceLonger) {
  double squared = 0;
  for (std::size_t i = 0; i < 5; ++i) squared += (x_[i] - w_[i]) * (x_[i] - w_[i]);
  EXPECT_LT(tangent_.value(x_, w_, theta_), squared);
}

TEST_F(TwoTangents, CountAsASubspaceWhateverItsBasis) {
  std::vector<double> other(10);
  for (std::size_t i = 0; i < 5; ++i) {
    other[i] = 0.6 * theta_[i] + 0.8 * theta_[5 + i];
    other[5 + i] = -0.8 * theta_[i] + 0.6 * theta_[5 + i];
  }
  EXPECT_NEAR(tangent_.value(x_, w_, other), tangent_.value(x_, w_, theta_), 1e-14);
}

TEST_F(TwoTangents, StayToTheBitWhenTheyAreOrthonormalAlready) {
  std::vector<double> again = theta_;
  tangent_.project(again);
  EXPECT_EQ(again, theta_);
}

TEST_F(TwoTangents, AreReplacedWhereOneRepeatsTheOther) {
  std::vector<double> twins{2, 0, 0, 0, 0, 3, 0, 0, 0, 0};
  tangent_.project(twins);
  EXPECT_EQ(twins, (std::vector<double>{1, 0, 0, 0, 0, 0, 1, 0, 0, 0}));
}

// Points along (3, 4) with a little spread across: the principal axis is (0.6, 0.8).
TEST(Tangent, StartsAlongThePrincipalAxisOfItsClass) {
  const std::vector<double> points{3, 4, -3, -4, -0.04, 0.03, 0.04, -0.03};
  const std::vector<double> elsewhere{0, 9, 0, -9};
  std::vector<double> theta(2);
  Tangent{}.start(theta, {{matrix_view(Row(elsewhere), 2, 2)}, {matrix_view(Row(points), 4, 2)}, {}});
  EXPECT_NEAR(theta[0], 0.6, 1e-14);
  EXPECT_NEAR(theta[1], 0.8, 1e-14);
}

TEST(Tangent, NeedsFewerTangentsThanFeatures) {
  Tangent tangent;
  tangent.tangents = 3;
  EXPECT_THROW(tangent.parameter_count(3), UsageError);
  EXPECT_EQ(tangent.parameter_count(4), 12U);
}

}   // namespace
}   // namespace protea
