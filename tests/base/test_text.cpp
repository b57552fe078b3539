#include <gtest/gtest.h>

#include <cmath>

#include <protea/base/text.hpp>

namespace protea {
namespace {

TEST(Text, ReadsWholeNumbersAndNothingElse) {
  EXPECT_EQ(parse_number("1.5"), 1.5);
  EXPECT_EQ(parse_number("+2e3"), 2000);
  EXPECT_TRUE(std::isnan(*parse_number("nan")));
  EXPECT_FALSE(parse_number("1.5x"));
  EXPECT_FALSE(parse_number(""));
  EXPECT_FALSE(parse_number("++1"));
  EXPECT_EQ(parse_integer("-7"), -7);
  EXPECT_FALSE(parse_integer("7.0"));
}

TEST(Text, WritesNumbersThatReadBackEqual) {
  for (const double value : {0.1, 1.0 / 3, 1e300, -2.5e-310, 5.0}) EXPECT_EQ(parse_number(number_text(value)), value);
}

TEST(Text, CountsOneAsOne) {
  EXPECT_EQ(counted(1, "row"), "1 row");
  EXPECT_EQ(counted(0, "row"), "0 rows");
  EXPECT_EQ(counted(1, "class"), "1 class");
  EXPECT_EQ(counted(12, "class"), "12 classes");
}

TEST(Text, SuggestsTheNearestName) {
  const std::vector<std::string> known{"glvq", "gmlvq", "lvq1", "squared-euclidean"};
  EXPECT_EQ(nearest_name("gmvlq", known), "gmlvq");
  EXPECT_EQ(nearest_name("LVQ1", known), "lvq1");
  EXPECT_EQ(nearest_name("cosine", known), std::nullopt);
  EXPECT_EQ(unknown_name("rule", "squared", known), "unknown rule 'squared': did you mean 'squared-euclidean'?");
  EXPECT_EQ(unknown_name("rule", "zzzzzzzz", known),
            "unknown rule 'zzzzzzzz': known are glvq, gmlvq, lvq1, squared-euclidean");
}

TEST(Text, SuggestsThreeNamesAtMostAndNoneBesideASlipOfOneLetterThatIsFarther) {
  const std::vector<std::string> known{"lvq2.1", "lvq1", "lvq+", "lvq3", "olvq1", "glvq"};
  EXPECT_EQ(nearest_names("lvq4", known), (std::vector<std::string>{"lvq1", "lvq+", "lvq3"}));
  EXPECT_EQ(nearest_names("glvg", known), std::vector<std::string>{"glvq"});
  EXPECT_EQ(nearest_names("lwq", known), (std::vector<std::string>{"lvq1", "lvq+", "lvq3"}));
  EXPECT_EQ(unknown_name("rule", "lvq4", known), "unknown rule 'lvq4': did you mean 'lvq1', 'lvq+' or 'lvq3'?");
  EXPECT_EQ(unknown_name("rule", "lvq2.2", known), "unknown rule 'lvq2.2': did you mean 'lvq2.1'?");
}

TEST(Text, FindsAFlagByItsLastWord) {
  const std::vector<std::string> known{"--rate", "--dissimilarity.rank", "--random", "--rule.steepness"};
  EXPECT_EQ(nearest_names("--rank", known).front(), "--dissimilarity.rank");
  EXPECT_EQ(nearest_names("--steepness", known), std::vector<std::string>{"--rule.steepness"});
}

TEST(Text, OfManyNamesNoneOfWhichIsLikeItNamesThree) {
  std::vector<std::string> known;
  for (char c = 'a'; c <= 'z'; ++c) known.push_back(std::string(20, c));
  EXPECT_EQ(unknown_name("name", "123", known), "unknown name '123': the nearest of 26 are " + std::string(20, 'a') +
                                                    ", " + std::string(20, 'b') + ", " + std::string(20, 'c'));
}

}   // namespace
}   // namespace protea
