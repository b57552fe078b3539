#include <gtest/gtest.h>

#include <vector>

#include <protea/rule/glvq.hpp>

namespace protea {
namespace {

const std::vector<Label> labels{0, 0, 1, 2};

Glvq identity_glvq() {
  Glvq rule;
  rule.activation = Activation::identity;
  return rule;
}

// By hand: y = 0, d⁺ = 1 (prototype 1), d⁻ = 3 (prototype 3); μ = −1/2, ∂μ/∂d⁺ = 2·3/16, ∂μ/∂d⁻ = −2·1/16.
TEST(Glvq, PullsNearestCorrectPrototypeAndPushesNearestWrongOne) {
  const std::vector<double> d{2, 1, 5, 3};
  std::vector<double> pull(4);
  EXPECT_DOUBLE_EQ(identity_glvq().pull(d, labels, 0, pull), -0.5);
  EXPECT_EQ(pull, (std::vector<double>{0, 0.375, 0, -0.125}));
}

// By hand: sigmoid of slope 2 at μ = −1/2 is 1/(1+e) = 0.268941…, its derivative 2·f(1−f) = 0.393223866…
TEST(Glvq, AppliesTheSigmoidToTheRelativeMargin) {
  Glvq rule;
  rule.activation = Activation::sigmoid;
  rule.steepness = 2;
  const std::vector<double> d{2, 1, 5, 3};
  std::vector<double> pull(4);
  EXPECT_NEAR(rule.pull(d, labels, 0, pull), 0.2689414213699951, 1e-15);
  EXPECT_NEAR(pull[1], 0.375 * 0.3932238664829637, 1e-15);
}

TEST(Glvq, KeepsItsLossAndScalesItsPullsInverselyWhenDistancesAreScaled) {
  for (const Activation activation :
       {Activation::identity, Activation::sigmoid, Activation::soft_plus, Activation::swish}) {
    Glvq rule;
    rule.activation = activation;
    const std::vector<double> d{2, 1, 5, 3};
    const std::vector<double> scaled{14, 7, 35, 21};
    std::vector<double> pull(4);
    std::vector<double> scaled_pull(4);
    EXPECT_NEAR(rule.pull(d, labels, 2, pull), rule.pull(scaled, labels, 2, scaled_pull), 1e-15);
    for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(scaled_pull[k], pull[k] / 7, 1e-15);
  }
}

TEST(Glvq, DefinesZeroOverZeroAsZero) {
  const std::vector<double> d{0, 1, 0, 3};
  std::vector<double> pull(4);
  EXPECT_EQ(identity_glvq().pull(d, labels, 0, pull), 0);
  EXPECT_EQ(pull, std::vector<double>(4, 0.0));
}

TEST(Glvq, AnnealsItsSteepnessFromTheFirstToTheLastStep) {
  Glvq rule;
  rule.activation = Activation::sigmoid;
  rule.steepness = 2;
  rule.annealing = 9;
  EXPECT_DOUBLE_EQ(rule.at(0).steepness, 2);
  EXPECT_DOUBLE_EQ(rule.at(0.5).steepness, 6);
  EXPECT_DOUBLE_EQ(rule.at(1).steepness, 18);
}

TEST(Activation, StaysFiniteFarFromZero) {
  for (const Activation activation : {Activation::sigmoid, Activation::soft_plus, Activation::swish}) {
    for (const double mu : {-1.0, 1.0}) {
      const ValueAndSlope result = activate(activation, mu, 1e6);
      EXPECT_TRUE(std::isfinite(result.value) && std::isfinite(result.slope));
    }
  }
}

// f(0) = 1/2, ln 2, 0 and f'(0) = γ/4, γ/2, 1/2.
TEST(Activation, HasItsKnownValuesAtZero) {
  EXPECT_DOUBLE_EQ(activate(Activation::sigmoid, 0, 3).value, 0.5);
  EXPECT_DOUBLE_EQ(activate(Activation::sigmoid, 0, 3).slope, 0.75);
  EXPECT_DOUBLE_EQ(activate(Activation::soft_plus, 0, 3).value, std::log(2.0));
  EXPECT_DOUBLE_EQ(activate(Activation::soft_plus, 0, 3).slope, 1.5);
  EXPECT_DOUBLE_EQ(activate(Activation::swish, 0, 3).value, 0);
  EXPECT_DOUBLE_EQ(activate(Activation::swish, 0, 3).slope, 0.5);
}

}   // namespace
}   // namespace protea
