#include <gtest/gtest.h>

#include <cmath>

#include <protea/dissimilarity/angle.hpp>

namespace protea {
namespace {

const double root5 = std::sqrt(5.0);

// Ω = diag(2, 1)/√5, λ = (0.8, 0.2): Ωx ∝ (2, 0), Ωw ∝ (2, 1), cos = 2/√5.
TEST(Angle, MeasuresAfterTheMetricAsByHand) {
  const std::vector<double> x{1, 0};
  const std::vector<double> w{1, 1};
  Angle angle;
  EXPECT_NEAR(angle.value(x, w, {}), 1 - std::sqrt(0.5), 1e-15);
  angle.metric = AngleMetric::relevance;
  EXPECT_NEAR(angle.value(x, w, std::vector<double>{0.8, 0.2}), 1 - 2 / root5, 1e-15);
  angle.metric = AngleMetric::matrix;
  EXPECT_NEAR(angle.value(x, w, std::vector<double>{2 / root5, 0, 0, 1 / root5}), 1 - 2 / root5, 1e-15);
}

TEST(Angle, DoesNotChangeWithTheLengthOfEitherVector) {
  const std::vector<double> x{1, 2, -1};
  const std::vector<double> w{0.5, 1, 3};
  std::vector<double> longer = x;
  std::vector<double> shorter = w;
  for (double& value : longer) value *= 7;
  for (double& value : shorter) value *= 0.01;
  const std::vector<double> lambda{0.5, 0.3, 0.2};
  const std::vector<double> omega{0.5, 0.1, 0.2, -0.3, 0.4, 0.6};
  for (const AngleMetric metric : {AngleMetric::none, AngleMetric::relevance, AngleMetric::matrix}) {
    Angle angle;
    angle.metric = metric;
    angle.rank = 2;
    const Row theta = metric == AngleMetric::none ? Row{} : metric == AngleMetric::relevance ? Row(lambda) : Row(omega);
    EXPECT_NEAR(angle.value(longer, shorter, theta), angle.value(x, w, theta), 1e-14);
  }
}

TEST(Angle, IsOneToAVectorThatTheMetricDoesNotSee) {
  Angle angle;
  angle.metric = AngleMetric::relevance;
  std::vector<double> gw(2);
  std::vector<double> gtheta(2);
  const std::vector<double> lambda{1, 0};
  EXPECT_EQ(angle.value(std::vector<double>{0, 1}, std::vector<double>{1, 1}, lambda), 1);
  angle.add_gradient(std::vector<double>{0, 1}, std::vector<double>{1, 1}, lambda, 1, gw, gtheta);
  EXPECT_EQ(gw, (std::vector<double>{0, 0}));
}

TEST(Angle, HasARelevanceMatrixOnlyWithAMetric) {
  Angle angle;
  EXPECT_FALSE(angle.has_relevance_matrix());
  Matrix lambda(2, 2);
  EXPECT_THROW(angle.relevance_matrix({}, 2, lambda.view()), UsageError);
  angle.metric = AngleMetric::matrix;
  angle.relevance_matrix(std::vector<double>{3, 4}, 2, lambda.view());
  EXPECT_EQ(lambda(0, 1), 12);
}

}   // namespace
}   // namespace protea
