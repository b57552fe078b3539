#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <protea/catalogue/catalogue.hpp>
#include <protea/dissimilarity/mahalanobis.hpp>

#include <support/random_problem.hpp>

namespace protea {
namespace {

// Σx² = Σy² = 10, Σxy = 8 over four points about the origin: S = ⅓(10 8; 8 10), S⁻¹ = 1/12 (10 −8; −8 10).
const std::vector<double> four_points{2, 1, -2, -1, 1, 2, -1, -2};

std::vector<double> started(const Mahalanobis& distance, MatrixView rows) {
  std::vector<double> theta(rows.columns * rows.columns);
  distance.start(theta, {{rows}, {rows}, {}});
  return theta;
}

TEST(Mahalanobis, InvertsTheCovarianceAsByHand) {
  Mahalanobis distance;
  distance.regularization = 0;
  const auto theta = started(distance, matrix_view(Row(four_points), 4, 2));
  const std::vector<double> zero{0, 0};
  EXPECT_NEAR(distance.value(std::vector<double>{1, 0}, zero, theta), 10.0 / 12, 1e-14);
  EXPECT_NEAR(distance.value(std::vector<double>{1, 1}, zero, theta), 4.0 / 12, 1e-14);
  Matrix lambda(2, 2);
  distance.relevance_matrix(theta, 2, lambda.view());
  EXPECT_NEAR(lambda(0, 1), -8.0 / 12, 1e-14);
}

// S ← ½S + ½·(10/3)·I = ⅓(10 4; 4 10), S⁻¹ = 1/28 (10 −4; −4 10).
TEST(Mahalanobis, MixesASphereIntoTheCovariance) {
  Mahalanobis distance;
  distance.regularization = 0.5;
  const auto theta = started(distance, matrix_view(Row(four_points), 4, 2));
  EXPECT_NEAR(distance.value(std::vector<double>{1, 0}, std::vector<double>{0, 0}, theta), 10.0 / 28, 1e-14);
}

// A fifth point without its first feature: S = (10/3 8/3; 8/3 10/4), det S = 11/9, so (S⁻¹)₁₁ = (10/4)/(11/9) = 45/22.
TEST(Mahalanobis, UsesTheRowsThatHaveBothFeatures) {
  std::vector<double> points = four_points;
  points.push_back(std::numeric_limits<double>::quiet_NaN());
  points.push_back(0);
  Mahalanobis distance;
  distance.regularization = 0;
  const auto theta = started(distance, matrix_view(Row(points), 5, 2));
  EXPECT_NEAR(distance.value(std::vector<double>{1, 0}, std::vector<double>{0, 0}, theta), 45.0 / 22, 1e-13);
}

TEST(Mahalanobis, IsEuclideanOnWhitenedData) {
  const testing::RandomProblem problem(40, 5, {0, 1}, 3);
  Mahalanobis distance;
  distance.regularization = 0;
  const auto omega = started(distance, problem.x.view());
  Matrix white(40, 5);
  for (std::size_t i = 0; i < 40; ++i) {
    for (std::size_t r = 0; r < 5; ++r) {
      for (std::size_t j = 0; j < 5; ++j) white(i, r) += omega[r * 5 + j] * problem.x(i, j);
    }
  }
  const auto theta = started(distance, std::as_const(white).view());
  for (std::size_t r = 0; r < 5; ++r) {
    for (std::size_t j = 0; j < 5; ++j) EXPECT_NEAR(theta[r * 5 + j], r == j ? 1 : 0, 1e-12);
  }
}

TEST(Mahalanobis, TakesTheCovarianceOfEachClassWhereTheScopeIsTheClass) {
  Matrix x(8, 2);
  std::vector<Label> y;
  for (std::size_t i = 0; i < 8; ++i) {
    const double stretch = i < 4 ? 1 : 3;
    for (std::size_t j = 0; j < 2; ++j) x(i, j) = stretch * four_points[i % 4 * 2 + j];
    y.push_back(i < 4 ? 0 : 1);
  }
  const PrototypeSpace space(dissimilarities().make("mahalanobis", {{"regularization", "0"}}), 2, {0, 1},
                             Scope::per_class);
  std::vector<double> p(parameter_count(space.layout()));
  space.initialize_metric(p, 1, std::as_const(x).view(), y);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(space.metric(Row(p), 0)[i], 3 * space.metric(Row(p), 1)[i], 1e-13);
  EXPECT_NEAR(space.distance(std::vector<double>{1, 0}, p, 0), 10.0 / 12, 1e-14);
}

TEST(Mahalanobis, IsTheIdentityWithoutDataOrSpread) {
  Mahalanobis distance;
  Random random(1, Purpose::metric);
  std::vector<double> theta(4, 7.0);
  distance.initialize(theta, 2, random);
  EXPECT_EQ(theta, (std::vector<double>{1, 0, 0, 1}));
  const std::vector<double> same{5, 5, 5, 5};
  EXPECT_EQ(started(distance, matrix_view(Row(same), 2, 2)), theta);
}

TEST(Mahalanobis, RefusesToInvertASingularCovariance) {
  const std::vector<double> line{1, 1, 2, 2, 3, 3};
  Mahalanobis distance;
  distance.regularization = 0;
  EXPECT_THROW(started(distance, matrix_view(Row(line), 3, 2)), NumericalError);
  distance.regularization = 0.01;
  EXPECT_NO_THROW(started(distance, matrix_view(Row(line), 3, 2)));
}

}   // namespace
}   // namespace protea
