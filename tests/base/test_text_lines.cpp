// Lines of words and their places.
#include <protea/base/text_lines.hpp>

#include <string>

#include <gtest/gtest.h>

#include <protea/base/error.hpp>

namespace protea {
namespace {

using WordsOfLine = std::vector<std::string_view>;

TEST(TextLines, AreThoseWithWordsThatAreNoComments) {
  TextLines lines("# first\n\n a\tb \r\n  #c\n#\nd# e\n \n", "f.txt");
  const auto first = lines.next();
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(first->words, (WordsOfLine{"a", "b"}));
  EXPECT_EQ(first->number, 3U);
  const auto second = lines.next();
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(second->words, (WordsOfLine{"d#", "e"}));
  EXPECT_EQ(second->number, 6U);
  EXPECT_FALSE(lines.next().has_value());
  EXPECT_FALSE(lines.next().has_value());
}

TEST(TextLines, MayEndWithoutALineEnd) {
  TextLines lines("a\nb c", "f.txt");
  EXPECT_EQ(lines.next()->words, (WordsOfLine{"a"}));
  EXPECT_EQ(lines.next()->words, (WordsOfLine{"b", "c"}));
  EXPECT_FALSE(lines.next().has_value());
  EXPECT_FALSE(TextLines("", "f.txt").next().has_value());
}

TEST(TextLines, RefuseWithTheirPlace) {
  const auto line = TextLines("\na b", "f.txt").next();
  const auto message = [&](auto... where) -> std::string {
    try {
      line->refuse(where..., "no");
    } catch (const DataError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(message(), "f.txt:2: no");
  EXPECT_EQ(message(std::size_t{1}), "f.txt:2:2: no");
}

}   // namespace
}   // namespace protea
