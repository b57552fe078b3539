// Counts of true against predicted classes, by hand.
#include <protea/evaluate/confusion.hpp>

#include <gtest/gtest.h>

namespace protea {
namespace {

using Labels = std::vector<Label>;

TEST(Confusion, CountsTrueClassesInRowsAndPredictedOnesInColumns) {
  const Confusion counts(Labels{0, 0, 0, 1, 1, 2}, Labels{0, 1, 1, 1, 0, 2}, 3);
  const std::vector<std::size_t> expected = {1, 2, 0, 1, 1, 0, 0, 0, 1};
  for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ(counts(i / 3, i % 3), expected[i]) << i;
  EXPECT_EQ(counts.classes(), 3U);
  EXPECT_EQ(counts.samples(), 6U);
  EXPECT_EQ(counts.samples_of(0), 3U);
  EXPECT_EQ(counts.samples_of(1), 2U);
  EXPECT_EQ(counts.samples_of(2), 1U);
}

TEST(Confusion, GivesTheShareOfRightAnswersAsAccuracy) {
  // 3 of 6; class by class 1/3, 1/2 and 1.
  const Confusion counts(Labels{0, 0, 0, 1, 1, 2}, Labels{0, 1, 1, 1, 0, 2}, 3);
  EXPECT_DOUBLE_EQ(counts.accuracy(), 0.5);
  EXPECT_DOUBLE_EQ(counts.balanced_accuracy(), (1.0 / 3 + 1.0 / 2 + 1) / 3);
}

TEST(Confusion, TellsARareClassFromAFrequentOneByBalancedAccuracyOnly) {
  // Always the frequent class: 9 of 10 right, but one class of two.
  Labels truth(10, 0);
  truth[9] = 1;
  const Confusion counts(truth, Labels(10, 0), 2);
  EXPECT_DOUBLE_EQ(counts.accuracy(), 0.9);
  EXPECT_DOUBLE_EQ(counts.balanced_accuracy(), 0.5);
}

TEST(Confusion, LeavesClassesWithoutSamplesOutOfBalancedAccuracy) {
  // Class 1 never occurs, though it is predicted once: (1/2 + 1)/2.
  const Confusion counts(Labels{0, 0, 2}, Labels{0, 1, 2}, 3);
  EXPECT_EQ(counts.samples_of(1), 0U);
  EXPECT_DOUBLE_EQ(counts.balanced_accuracy(), 0.75);
  EXPECT_DOUBLE_EQ(counts.accuracy(), 2.0 / 3);
}

TEST(Confusion, AddsUp) {
  Confusion sum(2);
  EXPECT_EQ(sum.samples(), 0U);
  sum.add(Confusion(Labels{0, 1}, Labels{0, 0}, 2));
  sum.add(Confusion(Labels{0, 1, 1}, Labels{1, 1, 0}, 2));
  const std::vector<std::size_t> expected = {1, 1, 2, 1};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(sum(i / 2, i % 2), expected[i]) << i;
  EXPECT_DOUBLE_EQ(sum.accuracy(), 0.4);
  EXPECT_DOUBLE_EQ(sum.balanced_accuracy(), (1.0 / 2 + 1.0 / 3) / 2);
}

TEST(Confusion, CountsRejectedSamplesApartAndAsNotRightAmongAll) {
  // Class 0: right, right, rejected; class 1: wrong, rejected.
  Confusion counts(Labels{0, 0, 0, 1, 1}, Labels{0, 0, no_label, 0, no_label}, 2);
  EXPECT_EQ(counts.samples(), 3U);
  EXPECT_EQ(counts.rejected(), 2U);
  EXPECT_DOUBLE_EQ(counts.coverage(), 0.6);
  EXPECT_DOUBLE_EQ(counts.accuracy(), 2.0 / 3);
  EXPECT_DOUBLE_EQ(counts.accuracy_of_all(), 2.0 / 5);
  EXPECT_DOUBLE_EQ(counts.balanced_accuracy_of_all(), (2.0 / 3 + 0) / 2);
  counts.add(Confusion(Labels{1}, Labels{no_label}, 2));
  EXPECT_EQ(counts.rejected(), 3U);
  const Confusion nothing(Labels{0, 1}, Labels{no_label, no_label}, 2);
  EXPECT_EQ(nothing.coverage(), 0);
  EXPECT_EQ(nothing.accuracy_of_all(), 0);
}

}   // namespace
}   // namespace protea
