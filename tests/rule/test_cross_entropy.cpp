#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <protea/rule/cross_entropy.hpp>
#include <protea/rule/rslvq.hpp>

namespace protea {
namespace {

const std::vector<double> none;

// By hand with s = 1: the winners of the classes are 1, 2, 4 away, P ∝ e⁻¹, e⁻², e⁻⁴.
TEST(CrossEntropy, PullsOnTheWinnerOfEachClassByItsPosterior) {
  const std::vector<Label> labels{0, 0, 1, 1, 2};
  const std::vector<double> d{3, 1, 2, 2.5, 4};
  std::vector<double> pull(5);
  std::vector<double> gtheta;
  const double sum = std::exp(-1) + std::exp(-2) + std::exp(-4);
  EXPECT_NEAR(CrossEntropy{}.pull(d, labels, 1, pull, none, gtheta), -std::log(std::exp(-2) / sum), 1e-15);
  EXPECT_EQ(pull[0], 0);
  EXPECT_NEAR(pull[1], -std::exp(-1) / sum, 1e-15);
  EXPECT_NEAR(pull[2], 1 - std::exp(-2) / sum, 1e-15);
  EXPECT_EQ(pull[3], 0);
  EXPECT_NEAR(pull[4], -std::exp(-4) / sum, 1e-15);
}

// exp(−loss) is P(y): over all y they sum to one.
TEST(CrossEntropy, GivesPosteriorsThatSumToOne) {
  const std::vector<Label> labels{2, 0, 1, 0, 2};   // in mixed order
  const std::vector<double> d{0.3, 1, 2, 0.5, 0.7};
  double sum = 0;
  for (const Label y : {0, 1, 2}) {
    std::vector<double> pull(5);
    std::vector<double> gtheta;
    CrossEntropy rule;
    rule.steepness = 3;
    sum += std::exp(-rule.pull(d, labels, y, pull, none, gtheta));
    double pulls = 0;
    for (const double each : pull) pulls += each;
    EXPECT_NEAR(pulls, 0, 1e-15);
  }
  EXPECT_NEAR(sum, 1, 1e-15);
}

TEST(CrossEntropy, EqualsRobustSoftLvqWithOnePrototypePerClass) {
  const std::vector<Label> labels{0, 1, 2};
  const std::vector<double> d{1, 0.2, 3};
  Rslvq soft;
  soft.sigma = 0.7;
  CrossEntropy rule;
  rule.steepness = 1 / (2 * 0.7 * 0.7);
  std::vector<double> gtheta;
  for (const Label y : {0, 1, 2}) {
    std::vector<double> pull(3);
    std::vector<double> soft_pull(3);
    EXPECT_NEAR(rule.pull(d, labels, y, pull, none, gtheta), soft.pull(d, labels, y, soft_pull, none, gtheta), 1e-14);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(pull[k], soft_pull[k], 1e-14);
  }
}

TEST(CrossEntropy, StaysFiniteForDistancesOfAnySize) {
  const std::vector<Label> labels{0, 1};
  std::vector<double> gtheta;
  std::vector<double> pull(2);
  EXPECT_NEAR(CrossEntropy{}.pull(std::vector<double>{1e6, 0}, labels, 0, pull, none, gtheta), 1e6, 1e-6);
  EXPECT_EQ(pull, (std::vector<double>{1, -1}));
}

TEST(CrossEntropy, TakesTheLowestOfEqualWinners) {
  const std::vector<Label> labels{1, 0, 1, 0};
  std::vector<std::size_t> winners;
  for_each_class_winner(std::vector<double>{2, 2, 2, 2}, labels, [&](std::size_t k) { winners.push_back(k); });
  EXPECT_EQ(winners, (std::vector<std::size_t>{0, 1}));
}

}   // namespace
}   // namespace protea
