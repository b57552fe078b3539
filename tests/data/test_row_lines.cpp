// Lines of rows beside a plain list of them.
#include <gtest/gtest.h>

#include <vector>

#include <protea/base/random.hpp>
#include <protea/data/row_lines.hpp>

namespace protea {
namespace {

void expect_same(const RowLines& lines, const std::vector<std::uint32_t>& expected) {
  ASSERT_EQ(lines.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(lines[i], expected[i]) << "row " << i;
}

// Blank lines, rows of several lines, and rows in any order.
TEST(RowLines, AreThoseThatWereAppended) {
  Random random(4, Purpose::generator);
  for (int repeat = 0; repeat < 50; ++repeat) {
    RowLines lines;
    std::vector<std::uint32_t> expected;
    std::uint32_t line = 1;
    for (std::size_t i = 0; i < 1 + random.below(30); ++i) {
      line += random.uniform() < 0.7 ? 1 : static_cast<std::uint32_t>(random.below(4));
      if (random.uniform() < 0.1) line = 1;
      lines.push_back(line);
      expected.push_back(line);
    }
    expect_same(lines, expected);
    const std::vector<std::uint32_t> more{1, 2, 5, 6};
    lines.append(more, line);
    for (const std::uint32_t each : more) expected.push_back(each + line);
    expect_same(lines, expected);

    std::vector<std::uint32_t> rows(random.below(2 * expected.size()));
    std::vector<std::uint32_t> their_lines;
    for (std::uint32_t& row : rows) row = static_cast<std::uint32_t>(random.below(expected.size()));
    for (const std::uint32_t row : rows) their_lines.push_back(expected[row]);
    expect_same(lines.chosen(rows), their_lines);

    while (!expected.empty()) {
      lines = lines.without_first();
      expected.erase(expected.begin());
      expect_same(lines, expected);
    }
    EXPECT_EQ(lines, RowLines());
  }
}

TEST(RowLines, OfAListWithoutLinesAreNone) {
  const std::vector<std::uint32_t> rows{0, 3};
  EXPECT_TRUE(RowLines().chosen(rows).empty());
  EXPECT_TRUE(RowLines().without_first().empty());
}

// However they came to be.
TEST(RowLines, AreEqualWhereTheyAreTheSame) {
  EXPECT_EQ((RowLines{3, 4, 5}), (RowLines{2, 3, 4, 5}.without_first()));
  EXPECT_EQ((RowLines{4, 5}), (RowLines{2, 4, 5}.without_first()));
  EXPECT_NE((RowLines{3, 4}), (RowLines{3, 4, 5}));
  EXPECT_NE((RowLines{3, 4}), (RowLines{3, 5}));
}

}   // namespace
}   // namespace protea
