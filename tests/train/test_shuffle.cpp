// Orders of presentation: every sample once, mixed within windows of data that may be larger than memory.
#include <protea/train/shuffle.hpp>

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace protea {
namespace {

std::vector<std::uint32_t> shuffled(std::size_t count, std::size_t values_per_sample, std::uint64_t seed = 1) {
  std::vector<std::uint32_t> samples(count);
  std::iota(samples.begin(), samples.end(), 0U);
  Random random(seed, Purpose::presentation, 0);
  shuffle_by_windows(samples, values_per_sample, random);
  return samples;
}

TEST(Shuffle, OfWhatFitsIntoAWindowIsThePlainOne) {
  for (const std::size_t values : {std::size_t{0}, std::size_t{4}, values_in_window / 1000}) {
    std::vector<std::uint32_t> expected(1000);
    std::iota(expected.begin(), expected.end(), 0U);
    Random random(1, Purpose::presentation, 0);
    random.shuffle(std::span(expected));
    EXPECT_EQ(shuffled(1000, values), expected) << values;
  }
}

// Windows of 160 samples, blocks of 10; the last block has 3.
TEST(Shuffle, OfMoreTakesWholeBlocksFromAnywhereIntoAWindowAndMixesThem) {
  constexpr std::size_t count = 1003;
  constexpr std::size_t block = 10;
  const std::vector<std::uint32_t> order = shuffled(count, values_in_window / (blocks_in_window * block));
  std::vector<std::uint32_t> sorted = order;
  std::ranges::sort(sorted);
  for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(sorted[i], i);

  std::size_t begin = 0;
  std::set<std::size_t> seen;
  std::size_t windows = 0;
  while (begin < count) {
    // A window ends where its sixteen blocks are used up.
    std::set<std::size_t> own;
    std::size_t end = begin;
    while (end < count && (own.contains(order[end] / block) || own.size() < blocks_in_window))
      own.insert(order[end++] / block);
    std::size_t members = 0;
    for (const std::size_t each : own) {
      EXPECT_TRUE(seen.insert(each).second) << "block " << each << " in two windows";
      members += std::min(block, count - each * block);
    }
    EXPECT_EQ(end - begin, members);
    if (own.size() == blocks_in_window) {
      EXPECT_GT(*own.rbegin() - *own.begin(), blocks_in_window);
    }
    begin = end;
    ++windows;
  }
  EXPECT_EQ(windows, 7U);   // 101 blocks
  // Within a window neighbours rarely stay neighbours: of 1003 pairs at random about two would.
  std::size_t neighbours = 0;
  for (std::size_t i = 1; i < count; ++i) neighbours += order[i] == order[i - 1] + 1 ? 1 : 0;
  EXPECT_LT(neighbours, 40U);
  EXPECT_NE(order, shuffled(count, values_in_window / (blocks_in_window * block), 2));
}

}   // namespace
}   // namespace protea
