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

TEST(Text, SuggestsTheNearestName) {
  const std::vector<std::string> known{"glvq", "gmlvq", "lvq1", "squared-euclidean"};
  EXPECT_EQ(nearest_name("gmvlq", known), "gmlvq");
  EXPECT_EQ(nearest_name("LVQ1", known), "lvq1");
  EXPECT_EQ(nearest_name("euclidean", known), std::nullopt);
  EXPECT_EQ(unknown_name("rule", "glqv", known), "unknown rule 'glqv': did you mean 'glvq'?");
  EXPECT_EQ(unknown_name("rule", "zzzzzzzz", known),
            "unknown rule 'zzzzzzzz': known are glvq, gmlvq, lvq1, squared-euclidean");
}

}   // namespace
}   // namespace protea
