#include <protea/perceptron/version_space.hpp>

#include <numbers>

#include <gtest/gtest.h>

#include <protea/base/error.hpp>

#include "perceptron/dichotomies.hpp"

namespace protea {
namespace {

TEST(VersionSpace, HasTheCentreOfAnArc) {
  // In two dimensions, E > 0 for (1, 0) and (cos a, sin a): normalized weights on the arc from a − π/2 to π/2, whose mean lies at its middle, at a distance of
  // sin(h)/h for half the angle h.
  const double a = 0.8;
  Problem problem{Matrix(2, 2), {1, 1}};
  problem.inputs(0, 0) = 1;
  problem.inputs(1, 0) = std::cos(a);
  problem.inputs(1, 1) = std::sin(a);
  const std::vector<double> inside{1, 0.1};
  const std::vector<double> centre = version_space_centre(problem.dichotomy(), inside, 20000, 1);
  const double half = (std::numbers::pi - a) / 2;
  EXPECT_NEAR(std::atan2(centre[1], centre[0]), a / 2, 0.03);
  EXPECT_NEAR(std::hypot(centre[0], centre[1]), std::sin(half) / half, 0.01);
}

TEST(VersionSpace, IsTheHalfSphereForOneExample) {
  // The mean of x₁ over the half of the unit sphere in three dimensions is ½.
  Problem problem{Matrix(1, 3), {-1}};
  problem.inputs(0, 0) = 2;
  const std::vector<double> inside{-1, 0, 0};
  const std::vector<double> centre = version_space_centre(problem.dichotomy(), inside, 20000, 2);
  EXPECT_NEAR(centre[0], -0.5, 0.015);
  EXPECT_NEAR(centre[1], 0, 0.02);
  EXPECT_NEAR(centre[2], 0, 0.02);
}

TEST(VersionSpace, NeedsASolutionToStartFrom) {
  const Problem problem = separable_problem(5, 3, 1);
  EXPECT_THROW(version_space_centre(problem.dichotomy(), std::vector<double>(3), 10, 1), UsageError);
}

}   // namespace
}   // namespace protea
