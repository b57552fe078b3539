// Tests between classifiers: p-values from tables, closed forms and hand calculation.
#include <protea/evaluate/significance.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace protea {
namespace {

TEST(IncompleteBeta, HasItsClosedForms) {
  for (const double x : {0.0, 0.01, 0.2, 0.5, 0.77, 0.999, 1.0}) {
    EXPECT_NEAR(incomplete_beta(1, 1, x), x, 1e-14);
    EXPECT_NEAR(incomplete_beta(3.5, 1, x), std::pow(x, 3.5), 1e-14);
    EXPECT_NEAR(incomplete_beta(2, 2, x), x * x * (3 - 2 * x), 1e-14);
    EXPECT_NEAR(incomplete_beta(0.5, 0.5, x), 2 / std::numbers::pi * std::asin(std::sqrt(x)),
                1e-13);   // the arcsine law
    EXPECT_NEAR(incomplete_beta(4, 9.5, x), 1 - incomplete_beta(9.5, 4, 1 - x), 1e-14);
  }
}

TEST(Student, HasItsClosedFormsForOneTwoAndThreeDegreesOfFreedom) {
  for (const double t : {-3.0, 0.0, 0.3, 1.0, 2.5, 40.0}) {
    const double size = std::abs(t);
    EXPECT_NEAR(student_two_sided(t, 1), 1 - 2 / std::numbers::pi * std::atan(size), 1e-13);
    EXPECT_NEAR(student_two_sided(t, 2), 1 - size / std::sqrt(2 + t * t), 1e-13);
    const double angle = std::atan(size / std::sqrt(3));
    EXPECT_NEAR(student_two_sided(t, 3), 1 - 2 / std::numbers::pi * (angle + std::sin(angle) * std::cos(angle)), 1e-13);
  }
}

TEST(Student, AgreesWithThePrintedTable) {
  // Two-sided quantiles as any table prints them.
  EXPECT_NEAR(student_two_sided(12.706, 1), 0.05, 2e-6);
  EXPECT_NEAR(student_two_sided(4.032, 5), 0.01, 2e-6);
  EXPECT_NEAR(student_two_sided(2.262, 9), 0.05, 2e-5);
  EXPECT_NEAR(student_two_sided(2.228, 10), 0.05, 2e-5);
  EXPECT_NEAR(student_two_sided(1.697, 30), 0.10, 1e-4);
  EXPECT_NEAR(student_two_sided(3.373, 120), 0.001, 2e-6);
  EXPECT_EQ(student_two_sided(INFINITY, 7), 0);
}

TEST(McNemar, CountsTheTailsOfTheBinomial) {
  EXPECT_NEAR(mcnemar(0, 5).p, 2 / 32.0, 1e-14);
  EXPECT_NEAR(mcnemar(1, 9).p, 2 * (1 + 10) / 1024.0, 1e-14);
  EXPECT_NEAR(mcnemar(9, 2).p, 2 * (1 + 11 + 55) / 2048.0, 1e-14);
  EXPECT_EQ(mcnemar(4, 4).p, 1);
  EXPECT_EQ(mcnemar(1, 0).p, 1);
  EXPECT_EQ(mcnemar(0, 0).p, 1);
}

TEST(McNemar, StaysExactForManyDiscordantPairs) {
  // Σ_{i≤121} C(280, i)/2^279, summed in logarithms: Dietterich's rule would take χ² = (|121 − 159| − 1)²/280 here.
  double sum = 0;
  for (int i = 0; i <= 121; ++i)
    sum += std::exp(std::lgamma(281) - std::lgamma(i + 1) - std::lgamma(281 - i) - 279 * std::numbers::ln2);
  EXPECT_NEAR(mcnemar(121, 159).p, sum, 1e-11);
  EXPECT_NEAR(mcnemar(121, 159).p, std::erfc(37 / std::sqrt(280.0) / std::numbers::sqrt2), 5e-4);
}

TEST(ResampledT, WidensTheVarianceByTheShareOfTestSamples) {
  // m = 1/4, s² = 1/60, t = m/√((1/4 + 1/3)/60) = 2.5354628.
  const ResampledT result = corrected_resampled_t(std::vector{0.1, 0.2, 0.3, 0.4}, 1.0 / 3);
  EXPECT_NEAR(result.mean, 0.25, 1e-15);
  EXPECT_NEAR(result.t, 0.25 / std::sqrt((0.25 + 1.0 / 3) / 60), 1e-12);
  EXPECT_EQ(result.degrees_of_freedom, 3);
  EXPECT_NEAR(result.p, student_two_sided(2.5354628, 3), 1e-7);
  // Without the correction it is the usual t-test on four differences.
  EXPECT_NEAR(corrected_resampled_t(std::vector{0.1, 0.2, 0.3, 0.4}, 0).t, 0.25 / std::sqrt(1.0 / 240), 1e-12);
}

TEST(ResampledT, KnowsDifferencesThatAreAllEqual) {
  EXPECT_EQ(corrected_resampled_t(std::vector{0.0, 0.0, 0.0}, 0.1).p, 1);
  const ResampledT always = corrected_resampled_t(std::vector{0.1, 0.1, 0.1}, 0.1);
  EXPECT_EQ(always.p, 0);
  EXPECT_TRUE(std::isinf(always.t) && always.t > 0);
  EXPECT_EQ(corrected_resampled_t(std::vector{0.3}, 0.1).p, 1) << "one difference says nothing";
}

}   // namespace
}   // namespace protea
