// The decomposition of the 0/1 loss: by hand, and the identity on random answers.
#include <protea/evaluate/bias_variance.hpp>

#include <gtest/gtest.h>

#include <protea/base/random.hpp>

namespace protea {
namespace {

TEST(ZeroOneDecomposition, IsRightByHand) {
  // Truth 0 1 2 1. Sample 1: main answer 0, one loss. Sample 2: main 0, wrong, one hit. Sample 3: a tie of three goes
  // to class 0, wrong, one hit. Sample 4: always right. Errors 1 + 2 + 2 + 0 of 12.
  const std::vector<std::vector<Label>> answers{{0, 0, 0, 1}, {0, 0, 1, 1}, {1, 1, 2, 1}};
  const std::vector<Label> truth{0, 1, 2, 1};
  const ZeroOneDecomposition parts = decompose(answers, truth, 3);
  EXPECT_DOUBLE_EQ(parts.error, 5.0 / 12);
  EXPECT_DOUBLE_EQ(parts.bias, 0.5);
  EXPECT_DOUBLE_EQ(parts.unbiased_variance, 1.0 / 12);
  EXPECT_DOUBLE_EQ(parts.biased_variance, 2.0 / 12);
  EXPECT_DOUBLE_EQ(parts.net_variance(), -1.0 / 12);
}

TEST(ZeroOneDecomposition, OfOneTrainingSetIsAllBias) {
  const ZeroOneDecomposition parts =
      decompose(std::vector<std::vector<Label>>{{0, 1, 1}}, std::vector<Label>{0, 0, 1}, 2);
  EXPECT_DOUBLE_EQ(parts.bias, 1.0 / 3);
  EXPECT_EQ(parts.net_variance(), 0);
}

TEST(ZeroOneDecomposition, CountsARejectionAsAWrongAnswerOfItsOwn) {
  // Truth 0 1 0. Sample 1: rejected twice, which is the main answer; one hit. Sample 2: right but for one rejection.
  // Sample 3: a tie of class 0 and rejection goes to the class.
  const std::vector<std::vector<Label>> answers{
      {no_label, 1, 0}, {no_label, no_label, no_label}, {0, 1, 0}, {1, 1, no_label}};
  const ZeroOneDecomposition parts = decompose(answers, std::vector<Label>{0, 1, 0}, 2);
  EXPECT_DOUBLE_EQ(parts.error, (3 + 1 + 2) / 12.0);
  EXPECT_DOUBLE_EQ(parts.bias, 1.0 / 3);
  EXPECT_DOUBLE_EQ(parts.unbiased_variance, 3.0 / 12);
  EXPECT_DOUBLE_EQ(parts.biased_variance, 1.0 / 12);
}

TEST(ZeroOneDecomposition, AddsUpToTheErrorForAnyAnswers) {
  Random random(5, Purpose::generator);
  for (std::size_t round = 0; round < 200; ++round) {
    const std::size_t classes = 2 + random.below(4);
    const std::size_t samples = 1 + random.below(20);
    std::vector<std::vector<Label>> answers(1 + random.below(9), std::vector<Label>(samples));
    std::vector<Label> truth(samples);
    for (auto& given : answers) {
      for (Label& label : given) label = static_cast<Label>(random.below(classes + 1)) - 1;   // −1: rejected
    }
    for (Label& label : truth) label = static_cast<Label>(random.below(classes));
    const ZeroOneDecomposition parts = decompose(answers, truth, classes);
    ASSERT_NEAR(parts.error, parts.bias + parts.unbiased_variance - parts.biased_variance, 1e-12);
  }
}

}   // namespace
}   // namespace protea
