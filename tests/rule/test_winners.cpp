#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include <protea/rule/window.hpp>
#include <protea/rule/winners.hpp>

namespace protea {
namespace {

TEST(Winners, GiveTiesToTheLowestIndex) {
  const std::vector<double> d{2, 1, 1, 1};
  EXPECT_EQ(nearest(d), 1U);
  EXPECT_EQ(nearest_two(d).first, 1U);
  EXPECT_EQ(nearest_two(d).second, 2U);
  const std::vector<Label> labels{0, 1, 0, 0};
  EXPECT_EQ(nearest_pair(d, labels, 0).right, 2U);
  EXPECT_EQ(nearest_pair(d, labels, 0).wrong, 1U);
}

TEST(Winners, SayWhenThereIsNobody) {
  const std::vector<double> d{1};
  const std::vector<Label> labels{0};
  EXPECT_EQ(nearest_two(d).second, nobody);
  EXPECT_EQ(nearest_pair(d, labels, 0).wrong, nobody);
  EXPECT_EQ(nearest_pair(d, labels, 1).right, nobody);
}

// ω = 0.3: (1 − ω)/(1 + ω) = 0.538…; distances 0.6 and 1 (ratio 0.6) are inside, their squares (ratio 0.36) are not.
TEST(Window, ComparesDistancesOrTheirSquares) {
  EXPECT_TRUE(is_in_window(0.36, 1, 0.3, WindowOn::distance));
  EXPECT_FALSE(is_in_window(0.36, 1, 0.3, WindowOn::squared));
  EXPECT_TRUE(is_in_window(0.6, 1, 0.3, WindowOn::squared));
  EXPECT_FALSE(is_in_window(0.36, 1, 0.3, WindowOn::difference));
  EXPECT_TRUE(is_in_window(0.75, 1, 0.25, WindowOn::difference));
}

TEST(Window, IsNoneWhenItIsInfinite) {
  for (const WindowOn on : {WindowOn::distance, WindowOn::squared, WindowOn::difference}) {
    EXPECT_TRUE(is_in_window(0, 1, std::numeric_limits<double>::infinity(), on));
  }
}

}   // namespace
}   // namespace protea
