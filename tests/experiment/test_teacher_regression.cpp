// Linear regression from a teacher follows the exact means: for Gaussian inputs (XᵀX)⁻¹ has the mean of an inverse
// Wishart matrix.
#include <gtest/gtest.h>

#include <cmath>

#include <protea/experiment/teacher_regression.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/runtime/threads.hpp>

namespace protea {
namespace {

TEST(TeacherRegression, FollowsTheExactErrors) {
  Threads threads(2);
  const std::vector<TeacherPoint> points = teacher_regression({.inputs = 20, .trials = 300}, threads);
  for (const TeacherPoint& point : points) {
    // √ of the variance of a share of a random direction is 0.13 at most for N = 20, so 0.03 is four standard errors.
    EXPECT_NEAR(point.recovery, point.exact_recovery, point.samples < 20 ? 0.03 : 1e-6) << point.samples;
    EXPECT_NEAR(point.training, point.exact_training, 0.02 * 0.25) << point.samples;
    const bool has_variance = std::abs(static_cast<double>(point.samples) - 20) > 4;
    if (point.exact_excess && has_variance) {
      EXPECT_NEAR(point.excess, *point.exact_excess, 4 * point.excess_error) << point.samples;
    }
    // The limit of many inputs is met to within a few shares of 1/N.
    EXPECT_NEAR(point.ridge, point.ridge_limit, 4 * point.ridge_error + 0.02) << point.samples;
    EXPECT_LT(point.ridge, point.excess) << point.samples;
  }
}

TEST(TeacherRegression, HasItsPeakAtAsManySamplesAsInputs) {
  Serial serial;
  const std::vector<TeacherPoint> points = teacher_regression({.inputs = 20, .trials = 60}, serial);
  const TeacherPoint* peak = &points.front();
  for (const TeacherPoint& point : points)
    if (point.excess_median > peak->excess_median) peak = &point;
  EXPECT_EQ(peak->samples, 20U);
  EXPECT_GT(peak->excess_median, 3);
  for (std::size_t p = 1; p < points.size(); ++p) EXPECT_LT(points[p].ridge_limit, points[p - 1].ridge_limit);
}

// For γ → 0 the limit is that of least squares, σ²/(α − 1) for α > 1; without samples it is the prior, σ²/λ = Nτ².
TEST(TeacherRegression, HasTheKnownEndsOfItsLimit) {
  EXPECT_NEAR(ridge_excess_limit(2, 1e-12, 0.25), 0.25, 1e-9);
  EXPECT_NEAR(ridge_excess_limit(0, 0.25, 0.25), 1, 1e-12);
  EXPECT_NEAR(ridge_excess_limit(0.5, 1e-9, 1e-9), 0.5, 1e-8);   // 1 − α: what no sample has told
}

// E tr (XᵀX)⁻¹ = N/(P − N − 1) for Gaussian inputs: with N = 20 and σ² = ¼, ¼ · 20/19 at P = 40. For P < N the same
// with P and N exchanged, and what no sample has told beside it, 1 − P/N: 0.6 + ¼ · 8/11 at P = 8.
TEST(TeacherRegression, TellsTheMeanOfAnInverseWishartMatrix) {
  Serial serial;
  for (const TeacherPoint& point : teacher_regression({.inputs = 20, .trials = 1, .noise = 0.5}, serial)) {
    const double p = static_cast<double>(point.samples);
    if (point.samples < 19) {
      EXPECT_NEAR(*point.exact_excess, 1 - p / 20 + 0.25 * p / (19 - p), 1e-13);
    } else if (point.samples > 21) {
      EXPECT_NEAR(*point.exact_excess, 0.25 * 20 / (p - 21), 1e-13);
    } else {
      EXPECT_FALSE(point.exact_excess);   // nor has it a mean
    }
  }
}

}   // namespace
}   // namespace protea
