// Round numbers along an axis.
#include <gtest/gtest.h>

#include <protea/report/ticks.hpp>

namespace protea {
namespace {

using Ticks = std::vector<double>;

TEST(Ticks, AreRoundNumbersWithinTheAxis) {
  EXPECT_EQ(round_ticks(0, 1, 5), (Ticks{0, 0.2, 0.2 * 2, 0.2 * 3, 0.2 * 4, 1}));
  EXPECT_EQ(round_ticks(-3, 12, 5), (Ticks{0, 5, 10}));
  EXPECT_EQ(round_ticks(980, 1020, 4), (Ticks{980, 990, 1000, 1010, 1020}));
  EXPECT_EQ(round_ticks(2.1, 2.9, 100).front(), 2.1);
}

TEST(Ticks, OfALogarithmicAxisArePowersOfTenWhereThereAreSome) {
  EXPECT_EQ(log_ticks(0.5, 200), (Ticks{1, 10, 100}));
  EXPECT_EQ(log_ticks(2, 7), (Ticks{2, 5}));
  EXPECT_EQ(log_ticks(1.5, 21), (Ticks{2, 5, 10, 20}));
  EXPECT_EQ(log_ticks(2.1, 4), (Ticks{3, 4}));
  EXPECT_LE(log_ticks(1e-30, 1e30).size(), 10U);
}

TEST(Ticks, HaveAsManyDigitsAsTellThemApart) {
  EXPECT_EQ(tick_text(0.30000000000000004, 0.1), "0.3");
  EXPECT_EQ(tick_text(1000, 250), "1000");
  EXPECT_EQ(tick_text(-0.25, 0.05), "-0.25");
  EXPECT_EQ(tick_text(2e-7, 1e-7), "2e-07");
  EXPECT_EQ(tick_text(0, 3), "0");
}

}   // namespace
}   // namespace protea
