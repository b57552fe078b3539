// Numbers for classes by name: read once, settled when the classes are known.
#include <protea/method/by_class.hpp>

#include <gtest/gtest.h>

#include <protea/base/error.hpp>

namespace protea {
namespace {

using Counts = std::vector<std::size_t>;

TEST(ByClass, NamesMayHoldCommasAndEqualSigns) {
  const std::vector<std::string> names{"a=1,b", "b", "c=2"};
  EXPECT_EQ(parse_prototype_counts("a=1,b=3").of(names), (Counts{3, 1, 1})) << "the longest name wins";
  EXPECT_EQ(parse_prototype_counts("c=2=4,b=5").of(names), (Counts{1, 5, 4}));
  EXPECT_EQ(parse_prototype_counts("a=1,b=3,b=2").of(names), (Counts{3, 2, 1}));
}

TEST(ByClass, TextsReadBackAsTheyWere) {
  for (const std::string text : {"2", "setosa=1,virginica=3"}) EXPECT_EQ(text_of(parse_prototype_counts(text)), text);
  for (const std::string text : {"none", "balanced", "sick=5,healthy=0.5"})
    EXPECT_EQ(text_of(parse_class_weights(text)), text);
  for (const std::string text : {"", "sick>healthy=5,healthy>sick=0.25"}) EXPECT_EQ(text_of(parse_costs(text)), text);
}

TEST(ByClass, CostsFillAMatrixOfTrueAndAnsweredClasses) {
  const Matrix costs = cost_matrix(parse_costs("sick>healthy=5"), {"healthy", "sick"});
  EXPECT_EQ(costs(1, 0), 5);
  EXPECT_EQ(costs(0, 1), 1);
  EXPECT_EQ(costs(0, 0), 1);
  EXPECT_EQ(cost_matrix({}, {"healthy", "sick"}).rows(), 0U);
  // A class may hold the sign itself.
  EXPECT_EQ(cost_matrix(parse_costs("a>b>c=2"), {"a>b", "c"})(0, 1), 2);
  EXPECT_THROW(cost_matrix(parse_costs("sick>ill=2"), {"healthy", "sick"}), UsageError);
  EXPECT_THROW(cost_matrix(parse_costs("sick>healthy=2,sick>healthy=3"), {"healthy", "sick"}), UsageError);
  EXPECT_THROW(parse_costs("sick=2"), UsageError);
  EXPECT_THROW(parse_costs("sick>healthy=-1"), UsageError);
}

TEST(ByClass, WeightsMultiplyThoseOfTheRows) {
  Dataset rows;
  rows.x = Matrix(4, 1);
  rows.y = {0, 0, 0, 1};
  rows.class_names = {"many", "few"};
  // N/(C·N_c) = 4/(2·3) and 4/(2·1).
  EXPECT_EQ(row_weights(rows, {true, {}}), (std::vector<double>{4.0 / 6, 4.0 / 6, 4.0 / 6, 2}));
  rows.weights = {1, 1, 1, 3};   // both classes weigh 3 already: 6/(2·3) = 1
  EXPECT_EQ(row_weights(rows, {true, {}}), rows.weights);
  rows.weights = {1, 2, 3, 4};
  EXPECT_EQ(row_weights(rows, parse_class_weights("few=0.5")), (std::vector<double>{1, 2, 3, 2}));
  EXPECT_EQ(row_weights(rows, {}), rows.weights);
  rows.weights.clear();
  EXPECT_TRUE(row_weights(rows, parse_class_weights("few=1")).empty()) << "all one";
}

TEST(ByClass, WithoutClassesOneNumberIsForAll) {
  EXPECT_EQ(parse_prototype_counts("7").of({}), (Counts{7}));
  EXPECT_THROW(parse_prototype_counts("a=7").of({}), UsageError);
  Dataset rows;
  rows.x = Matrix(2, 1);
  EXPECT_THROW(row_weights(rows, {true, {}}), UsageError);
}

}   // namespace
}   // namespace protea
