// Blocks of the flat buffer, and gradients that know what they touched.
#include <gtest/gtest.h>

#include <protea/base/error.hpp>
#include <protea/optimize/gradient.hpp>

namespace protea {
namespace {

using Numbers = std::vector<double>;

// A block that is always whole, one of three units of two, and another whole one.
const ParameterLayout layout{{.name = "head", .size = 1, .group = RateGroup::rule},
                             {.name = "units", .size = 6, .unit = 2, .touch = Touch::by_unit},
                             {.name = "tail", .size = 3, .unit = 3, .group = RateGroup::metric, .own = 1}};

Numbers values_of(const Gradient& gradient) { return {gradient.values().begin(), gradient.values().end()}; }

void add_to_unit(Gradient& gradient, std::size_t unit, double value) {
  gradient.touch(unit);
  for (std::size_t i = 0; i < gradient.unit(); ++i) gradient.values()[gradient.first_of(unit) + i] += value;
}

TEST(ParameterLayout, PutsBlocksOneAfterTheOtherAndFindsThemByName) {
  EXPECT_EQ(layout.block("head").first, 0U);
  EXPECT_EQ(layout.block("units").first, 1U);
  EXPECT_EQ(layout.block("tail").first, 7U);
  EXPECT_EQ(layout.parameter_count(), 10U);
  EXPECT_EQ(layout.block("units").unit_count(), 3U);
  EXPECT_THROW(layout.block("nobody"), UsageError);
  EXPECT_TRUE(layout.block("head").is_plain());
}

TEST(ParameterLayout, HasOneBlockAtMostThatIsTouchedByUnit) {
  EXPECT_THROW((ParameterLayout{{.name = "a", .size = 1, .touch = Touch::by_unit},
                                {.name = "b", .size = 1, .touch = Touch::by_unit}}),
               UsageError);
  EXPECT_THROW((ParameterLayout{{.name = "a", .size = 2, .unit = 2, .own = 1, .touch = Touch::by_unit}}), UsageError);
}

TEST(ParameterLayout, FallsIntoRunsOfOneRate) {
  const std::vector<ParameterRun> runs = runs_of(layout);
  ASSERT_EQ(runs.size(), 4U);
  EXPECT_EQ(runs[0].group, RateGroup::rule);
  EXPECT_EQ(runs[1].group, RateGroup::prototype);
  EXPECT_EQ(runs[1].touch, Touch::by_unit);
  EXPECT_EQ(runs[2].group, RateGroup::parameter);   // the number of its own rate at the head of the unit
  EXPECT_EQ(runs[2].first, 7U);
  EXPECT_EQ(runs[2].size, 1U);
  EXPECT_EQ(runs[3].group, RateGroup::metric);
  EXPECT_EQ(runs[3].first, 8U);
  EXPECT_EQ(runs[3].end(), 10U);
}

TEST(Gradient, AddsUnitsThatOnlyTheOtherHasTouched) {
  Gradient first(layout);
  add_to_unit(first, 0, 1);
  first.values()[0] = 10;
  Gradient second(layout);
  add_to_unit(second, 0, 2);
  add_to_unit(second, 2, 4);
  second.values()[0] = 20;
  second.values()[9] = 30;
  first.add(second);
  EXPECT_EQ(values_of(first), (Numbers{30, 3, 3, 0, 0, 4, 4, 0, 0, 30}));
  EXPECT_EQ(std::vector<std::uint32_t>(first.touched().begin(), first.touched().end()),
            (std::vector<std::uint32_t>{0, 2}));
}

TEST(Gradient, IsZeroAfterItWasCleared) {
  Gradient gradient(layout);
  add_to_unit(gradient, 1, 5);
  gradient.values()[0] = 1;
  gradient.values()[8] = 2;
  gradient.clear();
  EXPECT_EQ(values_of(gradient), Numbers(10, 0.0));
  EXPECT_TRUE(gradient.touched().empty());
  add_to_unit(gradient, 1, 7);   // can be touched again
  EXPECT_EQ(gradient.touched().size(), 1U);
}

TEST(Gradient, InFactorsListsUnitsAndLeavesTheirNumbersAlone) {
  const ParameterLayout matrices{{.name = "units", .size = 2, .unit = 2, .touch = Touch::by_unit},
                                 {.name = "matrices", .size = 8, .unit = 4, .touch = Touch::in_factors},
                                 {.name = "tail", .size = 1}};
  Gradient gradient(matrices);
  EXPECT_EQ(gradient.form(), GradientForm::whole);
  EXPECT_FALSE(gradient.holds_factors_of(Touch::in_factors));
  gradient.expect(GradientForm::factors);
  EXPECT_TRUE(gradient.holds_factors_of(Touch::in_factors));
  EXPECT_FALSE(gradient.holds_factors_of(Touch::by_unit));
  OuterProducts products;
  gradient.add(Gradient::Factors{1, &products});
  ASSERT_EQ(gradient.factors().size(), 1U);
  EXPECT_EQ(gradient.factors()[0].unit_index, 1U);
  add_to_unit(gradient, 0, 3);
  gradient.values()[10] = 5;
  gradient.clear();
  EXPECT_TRUE(gradient.factors().empty());
  EXPECT_EQ(values_of(gradient), Numbers(11, 0.0));
}

TEST(ParameterLayout, HasOneBlockAtMostInFactorsBehindThatTouchedByUnit) {
  const ParameterBlock in_factors{.name = "a", .size = 1, .touch = Touch::in_factors};
  const ParameterBlock by_unit{.name = "b", .size = 1, .touch = Touch::by_unit};
  EXPECT_NO_THROW((ParameterLayout{by_unit, in_factors}));
  EXPECT_THROW((ParameterLayout{in_factors, by_unit}), UsageError);
  EXPECT_THROW((ParameterLayout{in_factors, in_factors}), UsageError);
}

TEST(Gradient, OfWholeBlocksNeedsNoTouch) {
  const ParameterLayout plain{{.name = "numbers", .size = 2}};
  Gradient gradient(plain);
  EXPECT_EQ(gradient.unit_count(), 0U);
  Gradient other(plain);
  other.values()[1] = 3;
  gradient.add(other);
  EXPECT_EQ(values_of(gradient), (Numbers{0, 3}));
  gradient.clear();
  EXPECT_EQ(values_of(gradient), (Numbers{0, 0}));
}

}   // namespace
}   // namespace protea
