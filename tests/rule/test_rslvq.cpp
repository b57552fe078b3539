#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <protea/rule/margin_loss.hpp>
#include <protea/rule/rslvq.hpp>

namespace protea {
namespace {

const std::vector<Label> labels{0, 0, 1};

// By hand with σ² = ½, so that 2σ² = 1: P ∝ e⁻¹, e⁻², e⁻³; P_y over the first two.
TEST(Rslvq, PullsByTheDifferenceOfTheTwoPosteriors) {
  Rslvq rule;
  rule.sigma = std::sqrt(0.5);
  const std::vector<double> d{1, 2, 3};
  std::vector<double> pull(3);
  std::vector<double> none;
  const double loss = rule.pull(d, labels, 0, pull, none, none);
  const double all = std::exp(-1) + std::exp(-2) + std::exp(-3);
  const double right = std::exp(-1) + std::exp(-2);
  EXPECT_NEAR(loss, -std::log(right / all), 1e-15);
  EXPECT_NEAR(pull[0], std::exp(-1) / right - std::exp(-1) / all, 1e-15);
  EXPECT_NEAR(pull[1], std::exp(-2) / right - std::exp(-2) / all, 1e-15);
  EXPECT_NEAR(pull[2], -std::exp(-3) / all, 1e-15);
  EXPECT_NEAR(pull[0] + pull[1] + pull[2], 0, 1e-15);   // both posteriors sum to one
}

// For σ → 0 a correct sample moves nothing, a wrong one its nearest right prototype and the winner, equally.
TEST(Rslvq, ApproachesLearningFromMistakesForNarrowGaussians) {
  Rslvq rule;
  rule.sigma = 0.01;
  std::vector<double> none;
  std::vector<double> pull(3);
  EXPECT_NEAR(rule.pull(std::vector<double>{1, 2, 3}, labels, 0, pull, none, none), 0, 1e-12);
  for (const double value : pull) EXPECT_NEAR(value, 0, 1e-12);
  std::fill(pull.begin(), pull.end(), 0.0);
  rule.pull(std::vector<double>{3, 2, 1}, labels, 0, pull, none, none);
  EXPECT_NEAR(pull[0], 0, 1e-9);
  EXPECT_NEAR(pull[1] * 2 * rule.sigma * rule.sigma, 1, 1e-12);
  EXPECT_NEAR(pull[2] * 2 * rule.sigma * rule.sigma, -1, 1e-12);
}

TEST(Rslvq, StaysFiniteForDistancesOfAnySize) {
  Rslvq rule;
  rule.sigma = 0.1;
  std::vector<double> none;
  std::vector<double> pull(3);
  const double loss = rule.pull(std::vector<double>{1e8, 2e8, 3}, labels, 0, pull, none, none);
  EXPECT_TRUE(std::isfinite(loss) && std::isfinite(pull[0]) && std::isfinite(pull[2]));
  EXPECT_NEAR(loss / 5e9, 1, 1e-6);   // (1e8 − 3)/2σ²
}

// d⁺ = 4, d⁻ = 9: θ = ½(3 − 2) = ½. With β = 1 the hinge is ½, its pulls +1/(4·2) and −1/(4·3).
TEST(MarginHinge, HasTheValueAndPullsOfAHandCalculation) {
  std::vector<double> pull(3);
  EXPECT_DOUBLE_EQ(MarginHinge{}.pull(std::vector<double>{4, 16, 9}, labels, 0, pull), 0.5);
  EXPECT_EQ(pull, (std::vector<double>{1.0 / 8, 0, -1.0 / 12}));
}

TEST(MarginHinge, LetsSamplesWithEnoughMarginBe) {
  std::vector<double> pull(3);
  EXPECT_EQ(MarginHinge{}.pull(std::vector<double>{1, 16, 25}, labels, 0, pull), 0);
  EXPECT_EQ(pull, std::vector<double>(3, 0.0));
}

// θ = ½(1 − 5) = −2 lies beyond −1/β: the loss is 2 and nothing moves (errata M11).
TEST(MarginBrokenLinear, GivesUpOnOutliers) {
  std::vector<double> pull(3);
  EXPECT_EQ(MarginBrokenLinear{}.pull(std::vector<double>{25, 36, 1}, labels, 0, pull), 2);
  EXPECT_EQ(pull, std::vector<double>(3, 0.0));
}

TEST(MarginExponential, FallsWithTheMargin) {
  std::vector<double> pull(3);
  EXPECT_DOUBLE_EQ(MarginExponential{}.pull(std::vector<double>{4, 16, 9}, labels, 0, pull), std::exp(-0.5));
  EXPECT_NEAR(pull[0], std::exp(-0.5) / 8, 1e-15);
}

// A sample at 1 between its own prototype at 0 and another's at 3.5. Errata M1 to M3: the printed step climbs.
TEST(MarginLosses, LowerTheLossWithEveryStep) {
  const std::vector<Label> own{0, 1};
  const auto check = [&](const auto& rule) {
    const auto loss = [&](double right, double wrong) {
      std::vector<double> scrap(2);
      return rule.pull(std::vector<double>{(right - 1) * (right - 1), (wrong - 1) * (wrong - 1)}, own, 0, scrap);
    };
    std::vector<double> pull(2);
    const double before = rule.pull(std::vector<double>{1, 6.25}, own, 0, pull);
    const double step = 0.1;
    const double to_right = step * pull[0] * 2 * (0 - 1);   // ∂d/∂w = 2(w − x)
    const double to_wrong = step * pull[1] * 2 * (3.5 - 1);
    EXPECT_LT(loss(0 - to_right, 3.5 - to_wrong), before);
    EXPECT_GT(loss(0 + to_right, 3.5 + to_wrong), before);   // as printed
    EXPECT_NE(to_right, 0);
    EXPECT_NE(to_wrong, 0);
  };
  check(MarginHinge{});
  check(MarginBrokenLinear{});
  check(MarginExponential{});
}

}   // namespace
}   // namespace protea
