// The minimum of a function of one number: answers known by hand.
#include <protea/base/golden_section.hpp>

#include <cmath>

#include <gtest/gtest.h>

namespace protea {
namespace {

// x − ln x has its minimum at 1, |x − 2| at 2 though it has no slope there, and a function that only rises at
// its lower end.
TEST(GoldenSection, FindsTheMinimumInsideAndAtTheEnds) {
  EXPECT_NEAR(golden_section([](double x) { return x - std::log(x); }, 0.1, 10, 1e-6), 1, 1e-6);
  EXPECT_NEAR(golden_section([](double x) { return std::abs(x - 2); }, -3, 5, 1e-9), 2, 1e-9);
  EXPECT_NEAR(golden_section([](double x) { return x; }, 3, 5, 1e-6), 3, 1e-6);
  EXPECT_NEAR(golden_section([](double x) { return -x; }, 3, 5, 1e-6), 5, 1e-6);
}

// Each step keeps 0.618 of what is left: 29 of them for a millionth, and two values to begin with.
TEST(GoldenSection, AsksForOneValueAStep) {
  int asked = 0;
  golden_section([&](double x) { return ++asked, x * x; }, -0.5, 0.5, 1e-6);
  EXPECT_EQ(asked, 2 + 29);
}

}   // namespace
}   // namespace protea
