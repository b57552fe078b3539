// Thresholds for a wanted sensitivity, by hand.
#include <protea/evaluate/operating_point.hpp>

#include <gtest/gtest.h>

#include <protea/base/error.hpp>
#include <protea/base/random.hpp>
#include <protea/base/text.hpp>

namespace protea {
namespace {

// Four positive samples with leads 4, 3, 1, -2 and three others with 2, 0, -3.
const std::vector<double> leads{4, 3, 1, -2, 2, 0, -3};
const std::vector<bool> is_positive{true, true, true, true, false, false, false};

void expect_point(double wanted, double least, double below, double sensitivity, double specificity) {
  SCOPED_TRACE(wanted);
  const OperatingPoint point = point_for_sensitivity(leads, is_positive, wanted);
  EXPECT_GE(point.threshold, least);   // between the last lead that must be enough and the next one below
  EXPECT_LT(point.threshold, below);
  EXPECT_DOUBLE_EQ(point.sensitivity, sensitivity);
  EXPECT_DOUBLE_EQ(point.specificity, specificity);
}

TEST(OperatingPoint, FindsTheWantedShareWithTheFewestFalseAlarms) {
  expect_point(0.25, 3, 4, 0.25, 1);
  expect_point(0.3, 2, 3, 0.5, 1);   // two of four are the fewest that reach 0.3
  expect_point(0.5, 2, 3, 0.5, 1);
  expect_point(0.75, 0, 1, 0.75, 2.0 / 3);
  expect_point(0.95, -3, -2, 1, 1.0 / 3);
  expect_point(1, -3, -2, 1, 1.0 / 3);
}

TEST(OperatingPoint, CallsEverythingPositiveWhereTheLastPositiveIsTheLastOfAll) {
  const OperatingPoint point = point_for_sensitivity(std::vector<double>{1, 0, -5}, {true, false, true}, 1);
  EXPECT_LT(point.threshold, -5);
  EXPECT_EQ(point.sensitivity, 1);
  EXPECT_EQ(point.specificity, 0);
}

TEST(OperatingPoint, SamplesOfEqualLeadGoTogether) {
  const OperatingPoint point = point_for_sensitivity(std::vector<double>{1, 1, 1, 0}, {true, false, true, false}, 0.5);
  EXPECT_EQ(point.sensitivity, 1);
  EXPECT_EQ(point.specificity, 0.5);
}

TEST(OperatingPoint, NeedsSamplesOfBothSides) {
  EXPECT_THROW(point_for_sensitivity(std::vector<double>{1, 2}, {true, true}, 0.9), DataError);
  EXPECT_THROW(point_for_sensitivity(std::vector<double>{1, 2}, {false, false}, 0.9), DataError);
}

// Against a search over all cuts, on leads with few distinct values so that ties occur.
TEST(OperatingPoint, IsTheBestOfAllCuts) {
  Random random(7, Purpose::generator);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<double> values;
    std::vector<bool> positive;
    for (int i = 0; i < 12; ++i) {
      values.push_back(static_cast<double>(random.below(9)) / 7 - 0.5);
      positive.push_back(i < 2 ? i == 0 : random.below(2) == 0);
    }
    const double wanted = static_cast<double>(random.below(100) + 1) / 100;
    const auto rates = [&](double threshold) {
      double found = 0, all = 0, alarms = 0, others = 0;
      for (std::size_t i = 0; i < values.size(); ++i) {
        (positive[i] ? all : others) += 1;
        if (values[i] > threshold) (positive[i] ? found : alarms) += 1;
      }
      return std::pair(found / all, 1 - alarms / others);
    };
    double best = -1;
    for (int cut = -1; cut <= 9; ++cut) {
      const auto [sensitivity, specificity] = rates((cut - 0.5) / 7 - 0.5);
      if (sensitivity >= wanted) best = std::max(best, specificity);
    }
    const OperatingPoint point = point_for_sensitivity(values, positive, wanted);
    EXPECT_EQ(std::pair(point.sensitivity, point.specificity), rates(point.threshold));
    EXPECT_GE(point.sensitivity, wanted);
    EXPECT_EQ(point.specificity, best);
  }
}

}   // namespace
}   // namespace protea
