// Rates, F, Matthews and kappa: by hand, empty classes included.
#include <protea/evaluate/measures.hpp>

#include <cmath>

#include <gtest/gtest.h>

namespace protea {
namespace {

using Labels = std::vector<Label>;

// Six negatives (class 0) and four positives (class 1): TP 3, FN 1, FP 2, TN 4.
const Labels truth{0, 0, 0, 0, 0, 0, 1, 1, 1, 1};
const Labels answer{0, 0, 0, 0, 1, 1, 1, 1, 1, 0};

TEST(Measures, OfTwoClassesAreTheRatesOfTheFourCounts) {
  const ClassMeasures positive = measures_of(Confusion(truth, answer, 2)).classes[1];
  EXPECT_EQ(positive.samples, 4U);
  EXPECT_EQ(positive.answered, 5U);
  EXPECT_DOUBLE_EQ(*positive.tpr, 3.0 / 4);
  EXPECT_DOUBLE_EQ(*positive.fnr, 1.0 / 4);
  EXPECT_DOUBLE_EQ(*positive.fpr, 2.0 / 6);
  EXPECT_DOUBLE_EQ(*positive.tnr, 4.0 / 6);
  EXPECT_DOUBLE_EQ(*positive.precision, 3.0 / 5);
}

TEST(Measures, RatesOfTheOtherClassAreTheSameOnesExchanged) {
  const Measures both = measures_of(Confusion(truth, answer, 2));
  EXPECT_DOUBLE_EQ(*both.classes[0].tpr, *both.classes[1].tnr);
  EXPECT_DOUBLE_EQ(*both.classes[0].fpr, *both.classes[1].fnr);
}

TEST(Measures, FIsTheHarmonicMeanOfPrecisionAndRecall) {
  // 2·(3/5)(3/4)/(3/5 + 3/4) = 2/3; β = 2: 5·3/(5·3 + 4·1 + 2) = 15/21; β = ½: 1.25·3/(3.75 + 0.25 + 2) = 0.625
  const Confusion counts(truth, answer, 2);
  EXPECT_DOUBLE_EQ(*measures_of(counts).classes[1].f, 2.0 / 3);
  EXPECT_DOUBLE_EQ(*measures_of(counts, 2).classes[1].f, 15.0 / 21);
  EXPECT_DOUBLE_EQ(*measures_of(counts, 0.5).classes[1].f, 0.625);
}

TEST(Measures, MatthewsOfTwoClassesIsTheCorrelationOfTheFourCounts) {
  // (TP·TN − FP·FN)/√((TP+FP)(TP+FN)(TN+FP)(TN+FN)) = (12 − 2)/√(5·4·6·5)
  EXPECT_DOUBLE_EQ(measures_of(Confusion(truth, answer, 2)).matthews, 10 / std::sqrt(600.0));
}

TEST(Measures, KappaComparesWithChance) {
  // Right 7/10; by chance (6·5 + 4·5)/100 = 1/2.
  EXPECT_DOUBLE_EQ(measures_of(Confusion(truth, answer, 2)).kappa, (0.7 - 0.5) / 0.5);
}

TEST(Measures, ArePerfectForPerfectAnswers) {
  const Measures perfect = measures_of(Confusion(Labels{0, 1, 2, 2}, Labels{0, 1, 2, 2}, 3));
  EXPECT_DOUBLE_EQ(perfect.matthews, 1);
  EXPECT_DOUBLE_EQ(perfect.kappa, 1);
  EXPECT_DOUBLE_EQ(perfect.macro_f, 1);
  EXPECT_DOUBLE_EQ(perfect.macro_precision, 1);
}

TEST(Measures, AreMinusOneForAnswersTurnedRound) {
  EXPECT_DOUBLE_EQ(measures_of(Confusion(Labels{0, 0, 1, 1}, Labels{1, 1, 0, 0}, 2)).matthews, -1);
  EXPECT_DOUBLE_EQ(measures_of(Confusion(Labels{0, 0, 1, 1}, Labels{1, 1, 0, 0}, 2)).kappa, -1);
}

TEST(Measures, OfThreeClassesByHand) {
  // Rows 2 1 0 / 0 2 1 / 1 0 3: 7 of 10 right; samples 3 3 4, answers 3 3 4; Σ samples·answers = 34.
  const Confusion counts(Labels{0, 0, 0, 1, 1, 1, 2, 2, 2, 2}, Labels{0, 0, 1, 1, 1, 2, 0, 2, 2, 2}, 3);
  const Measures three = measures_of(counts);
  EXPECT_DOUBLE_EQ(three.matthews, (70.0 - 34) / (100 - 34));
  EXPECT_DOUBLE_EQ(three.kappa, (70.0 - 34) / (100 - 34));
  EXPECT_DOUBLE_EQ(*three.classes[2].precision, 0.75);
  EXPECT_DOUBLE_EQ(*three.classes[2].fpr, 1.0 / 6);
  EXPECT_DOUBLE_EQ(three.macro_precision, (2.0 / 3 + 2.0 / 3 + 0.75) / 3);
}

TEST(Measures, OfAConstantAnswerAreThoseOfChance) {
  const Measures constant = measures_of(Confusion(Labels{0, 0, 0, 1}, Labels{0, 0, 0, 0}, 2));
  EXPECT_EQ(constant.matthews, 0);
  EXPECT_EQ(constant.kappa, 0);
  EXPECT_FALSE(constant.classes[1].precision.has_value());   // never answered
  EXPECT_EQ(*constant.classes[1].tpr, 0);
  EXPECT_EQ(*constant.classes[1].f, 0);
  EXPECT_DOUBLE_EQ(constant.macro_precision, 0.375);   // ¾ and 0 for the class that is never answered
}

TEST(Measures, OfAClassWithoutSamplesHaveNoValue) {
  const Measures counts = measures_of(Confusion(Labels{0, 0, 1}, Labels{0, 2, 1}, 4));
  EXPECT_FALSE(counts.classes[2].tpr.has_value());
  EXPECT_EQ(*counts.classes[2].precision, 0);   // answered once, wrongly
  EXPECT_EQ(*counts.classes[2].f, 0);
  EXPECT_DOUBLE_EQ(*counts.classes[2].fpr, 1.0 / 3);
  EXPECT_FALSE(counts.classes[3].precision.has_value());
  EXPECT_FALSE(counts.classes[3].f.has_value());   // neither there nor answered
  EXPECT_DOUBLE_EQ(counts.macro_precision, 1);     // over the two classes that are there
}

TEST(Measures, OfOneClassAloneHaveNoFalsePositives) {
  const Measures one = measures_of(Confusion(Labels{0, 0}, Labels{0, 0}, 2));
  EXPECT_FALSE(one.classes[0].fpr.has_value());   // there are no negatives
  EXPECT_EQ(one.kappa, 0);                        // chance agrees always
  EXPECT_EQ(one.matthews, 0);
}

TEST(Measures, OfNothingAreZero) {
  const Measures none = measures_of(Confusion(3));
  EXPECT_EQ(none.matthews, 0);
  EXPECT_EQ(none.kappa, 0);
  EXPECT_EQ(none.macro_f, 0);
  EXPECT_EQ(Confusion(3).accuracy(), 0);
}

TEST(Measures, LeaveOutWhatGotNoAnswer) {
  const Confusion counts(Labels{0, 1, 1}, Labels{0, no_label, 0}, 2);
  EXPECT_EQ(counts.samples(), 2U);
  EXPECT_DOUBLE_EQ(counts.accuracy(), 0.5);
}

}   // namespace
}   // namespace protea
