#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <protea/base/random.hpp>

namespace protea {
namespace {

// Known answers of Philox4x32-10 from the Random123 distribution (kat_vectors).
TEST(Philox, GivesThePublishedKnownAnswers) {
  using Block = std::array<std::uint32_t, 4>;
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, IsAFunctionOfSeedPurposeEpochAndShard) {
  const auto first = [](Random random) { return random.bits(); };
  const std::uint64_t base = first(Random(1, Purpose::presentation, 2, 3));
  EXPECT_EQ(first(Random(1, Purpose::presentation, 2, 3)), base);
  EXPECT_NE(first(Random(2, Purpose::presentation, 2, 3)), base);
  EXPECT_NE(first(Random(1, Purpose::folds, 2, 3)), base);
  EXPECT_NE(first(Random(1, Purpose::presentation, 1, 3)), base);
  EXPECT_NE(first(Random(1, Purpose::presentation, 2, 4)), base);
  EXPECT_NE(first(Random(1 + (std::uint64_t{1} << 40), Purpose::presentation, 2, 3)), base);
}

// Means and variances within five standard errors of their known values.
TEST(Random, HasTheMomentsOfItsDistributions) {
  constexpr int count = 100'000;
  Random random(42, Purpose::generator);
  double uniform_sum = 0;
  double normal_sum = 0;
  double normal_squares = 0;
  for (int i = 0; i < count; ++i) {
    const double u = random.uniform();
    ASSERT_TRUE(u >= 0 && u < 1);
    uniform_sum += u;
    const double z = random.normal();
    normal_sum += z;
    normal_squares += z * z;
  }
  EXPECT_NEAR(uniform_sum / count, 0.5, 5 * std::sqrt(1.0 / 12 / count));
  EXPECT_NEAR(normal_sum / count, 0, 5 / std::sqrt(count));
  EXPECT_NEAR(normal_squares / count, 1, 5 * std::sqrt(2.0 / count));
}

TEST(Random, DrawsEveryNumberBelowABoundEquallyOften) {
  Random random(7, Purpose::generator);
  std::vector<int> counts(6);
  for (int i = 0; i < 60'000; ++i) ++counts[random.below(6)];
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 5 * std::sqrt(10'000 * 5.0 / 6));
}

// The incomplete last interval is rejected; bounds above half of all numbers leave much of it.
TEST(Random, DrawsBelowABoundWhatRejectionLeaves) {
  constexpr std::uint64_t most = ~std::uint64_t{0};
  for (const std::uint64_t bound :
       {std::uint64_t{1}, std::uint64_t{6}, std::uint64_t{3} << 61, std::uint64_t{5} << 60, most / 2 + 2, most - 1}) {
    Random random(7, Purpose::generator, 1);
    Random bits(7, Purpose::generator, 1);
    for (int i = 0; i < 500; ++i) {
      std::uint64_t draw = bits.bits();
      while (draw >= most - most % bound) draw = bits.bits();
      ASSERT_EQ(random.below(bound), draw % bound) << bound;
    }
  }
}

TEST(Random, ShufflesWithoutLosingAnything) {
  std::vector<int> values{1, 2, 3, 4, 5, 6, 7};
  const std::vector<int> before = values;
  Random random(3, Purpose::generator);
  random.shuffle(std::span(values));
  EXPECT_NE(values, before);
  std::sort(values.begin(), values.end());
  EXPECT_EQ(values, before);
}

}   // namespace
}   // namespace protea
