// Words kept once each read like a vector of strings.
#include <gtest/gtest.h>

#include <protea/data/word_cells.hpp>

namespace protea {
namespace {

using Strings = std::vector<std::string>;

TEST(WordCells, ReadLikeTheVectorTheyWereMadeOf) {
  const Strings words{"b", "a", "", "b", "a longer word than eight letters", "a"};
  const WordCells cells(words);
  EXPECT_EQ(cells, words);
  EXPECT_EQ(Strings(cells.begin(), cells.end()), words);
  EXPECT_EQ(cells.words().size(), 4u) << "each is kept once";
  EXPECT_EQ(cells.code(0), cells.code(3));
  EXPECT_EQ(cells.count(cells.code(1)), 2u);
  EXPECT_FALSE(cells.find("c"));
  EXPECT_FALSE(WordCells().find("c"));
}

TEST(WordCells, TellWordsApartThatDifferInLengthOrBehindEightLetters) {
  const Strings words{"x", std::string("x\0", 2), "abcdefgh", "abcdefgh1", "abcdefgh2", "bcdefgha"};
  EXPECT_EQ(WordCells(words).words().size(), words.size());
}

TEST(WordCells, KeepThousandsOfWords) {
  Strings words;
  for (int i = 0; i < 5000; ++i) words.push_back(std::to_string(i * 7 % 5000));   // 7 and 5000 share no factor
  const WordCells cells(words);
  EXPECT_EQ(cells, words);
  EXPECT_EQ(cells.words().size(), 5000u);
}

TEST(WordCells, AppendOthersWithOtherNumbersForTheSameWords) {
  WordCells cells(Strings{"a", "b"});
  cells.append(WordCells(Strings{"b", "c", "b"}));
  EXPECT_EQ(cells, (Strings{"a", "b", "b", "c", "b"}));
  EXPECT_EQ(cells.words().size(), 3u);
}

TEST(WordCells, ReplaceAWordEverywhereOrInOneCell) {
  WordCells cells(Strings{"a", "b", "a"});
  cells.replace(*cells.find("a"), "");
  EXPECT_EQ(cells, (Strings{"", "b", ""}));
  cells.set(1, "c");
  EXPECT_EQ(cells, (Strings{"", "c", ""}));
  cells.clear();
  EXPECT_TRUE(cells.empty());
  EXPECT_FALSE(cells.find("b"));
}

}   // namespace
}   // namespace protea
