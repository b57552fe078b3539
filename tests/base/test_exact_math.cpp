#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numbers>
#include <vector>

#include <protea/base/exact_math.hpp>
#include <protea/base/kernels.hpp>
#include <protea/base/random.hpp>
#include <support/units.hpp>

namespace protea {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// Numbers of every size and sign, and those where something happens.
std::vector<double> all_kinds_of_numbers() {
  std::vector<double> x{0,      -0.0,   1,      -1,     0.5,  2,        infinity,  -infinity, not_a_number,
                        709.78, 709.79, -745.1, -745.2, 1e-8, 0x1p-540, 0x1p-1074, 0x1p-1022, 1e300};
  Random random(1, Purpose::generator);
  for (int i = 0; i < 20'000; ++i) {
    x.push_back(std::bit_cast<double>(random.bits()));
    x.push_back(random.uniform(-746, 710));
    x.push_back(random.uniform(0, 3));
  }
  return x;
}

bool has_same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b));
}

using Kernel = std::function<void(const double*, std::size_t, double*)>;

void expect_bits_of_kernel(const std::function<double(double)>& one, const Kernel& many) {
  const std::vector<double> x = all_kinds_of_numbers();
  std::vector<double> y(x.size());
  many(x.data(), x.size(), y.data());
  for (std::size_t i = 0; i < x.size(); ++i) ASSERT_TRUE(has_same_bits(one(x[i]), y[i])) << x[i];
}

TEST(ExactMath, HasTheBitsOfTheKernels) {
  for (const Kernels* table : available_kernels()) {
    expect_bits_of_kernel(exponential, table->exponentials);
    expect_bits_of_kernel(logarithm, table->logs);
    for (const double p : {-3.0, -1.0, -0.5, 0.0, 0.1, 0.5, 1.0, 1.5, 2.0, 7.3, 1e300, infinity, not_a_number}) {
      expect_bits_of_kernel([p](double x) { return power(x, p); },
                            [&](const double* x, std::size_t n, double* y) { table->powers(x, n, p, y); });
    }
  }
}

// The largest distance from the function in long double, rounded.
std::int64_t worst(const std::vector<double>& x, const std::function<double(double)>& found,
                   const std::function<long double(long double)>& exact) {
  std::int64_t result = 0;
  for (const double v : x) result = std::max(result, distance_in_units(found(v), static_cast<double>(exact(v))));
  return result;
}

// Of every size between 2^−1074 and `largest`, with both signs where it may be negative.
std::vector<double> around_zero(double least, double largest) {
  std::vector<double> x{0};
  for (int exponent = -1074; std::ldexp(1.0, exponent) < largest; ++exponent) {
    for (const double m : {1.0, 1.3, 1.7}) {
      const double size = std::ldexp(m, exponent);
      if (size <= largest) x.push_back(size);
      if (-size >= least) x.push_back(-size);
    }
  }
  Random random(2, Purpose::generator);
  for (int i = 0; i < 100'000; ++i) {
    x.push_back(random.uniform(std::max(least, -1.0), 1));
    x.push_back(random.uniform(std::max(least, -50.0), std::min(largest, 720.0)));
  }
  return x;
}

TEST(ExactMath, ExponentialMinusOneIsWithinTwoUnitsInTheLastPlace) {
  EXPECT_LE(worst(around_zero(-1000, 1000), exponential_minus_one, [](long double v) { return std::expm1(v); }), 2);
  std::vector<double> turning;   // on both sides of half multiples of ln 2, where the reduction turns over
  for (int k = -60; k < 1024; ++k) {
    const double middle = (k + 0.5) * std::numbers::ln2;
    turning.insert(turning.end(), {middle, std::nextafter(middle, infinity), std::nextafter(middle, -infinity)});
  }
  EXPECT_LE(worst(turning, exponential_minus_one, [](long double v) { return std::expm1(v); }), 2);
  EXPECT_EQ(exponential_minus_one(-infinity), -1);
  EXPECT_EQ(exponential_minus_one(infinity), infinity);
  EXPECT_EQ(exponential_minus_one(0), 0);
  EXPECT_TRUE(std::isnan(exponential_minus_one(not_a_number)));
}

TEST(ExactMath, LogarithmOfOnePlusIsWithinTwoUnitsInTheLastPlace) {
  EXPECT_LE(worst(around_zero(-0.9999999, 1e308), logarithm_of_one_plus, [](long double v) { return std::log1p(v); }),
            2);
  EXPECT_EQ(logarithm_of_one_plus(-1), -infinity);
  EXPECT_EQ(logarithm_of_one_plus(infinity), infinity);
  EXPECT_EQ(logarithm_of_one_plus(0), 0);
  EXPECT_TRUE(std::isnan(logarithm_of_one_plus(-1.5)));
  EXPECT_TRUE(std::isnan(logarithm_of_one_plus(not_a_number)));
}

TEST(ExactMath, WholePowersKeepSigns) {
  EXPECT_EQ(whole_power(-3, 0), 1);
  EXPECT_EQ(whole_power(-3, 1), -3);
  EXPECT_EQ(whole_power(-3, 2), 9);
  EXPECT_EQ(whole_power(-3, 5), -243);
  EXPECT_EQ(whole_power(0, 3), 0);
  EXPECT_EQ(whole_power(-2, 31), -0x1p31);
  EXPECT_EQ(whole_power(-2, 32), 0x1p32);
  for (const double x : {0.3, -0.99, 1.7}) {
    for (int n = 0; n <= 40; ++n)
      EXPECT_LE(distance_in_units(whole_power(x, n), std::pow(x, n)), n <= 16 ? n / 2 + 1 : 2) << x << "^" << n;
  }
}

// sin and cos of an eighth of a turn at most, where a long double has digits to spare: other angles are turned there,
// which is exact.
SineAndCosine by_long_double(double turns) {
  const double quarters = 4 * std::remainder(turns, 1.0);
  const double nearest = std::nearbyint(quarters);
  const long double angle = std::numbers::pi_v<long double> / 2 * static_cast<long double>(quarters - nearest);
  const auto sine = static_cast<double>(std::sin(angle));
  const auto cosine = static_cast<double>(std::cos(angle));
  switch (static_cast<int>(nearest)) {
    case 0: return {sine, cosine};
    case 1: return {cosine, -sine};
    case -1: return {-cosine, sine};
    default: return {-sine, -cosine};
  }
}

TEST(ExactMath, SineAndCosineAreWithinTwoUnitsInTheLastPlace) {
  std::vector<double> turns = around_zero(-1e20, 1e20);
  Random random(3, Purpose::generator);
  for (int i = 0; i < 100'000; ++i) turns.push_back(random.uniform());
  for (int eighth = -16; eighth <= 16; ++eighth) {
    const double t = eighth / 8.0;
    turns.insert(turns.end(), {t, std::nextafter(t, infinity), std::nextafter(t, -infinity), t + 1e-9});
  }
  for (const double t : turns) {
    const auto [sine, cosine] = sine_and_cosine(t);
    const SineAndCosine exact = by_long_double(t);
    ASSERT_LE(distance_in_units(sine, exact.sine), 2) << t;
    ASSERT_LE(distance_in_units(cosine, exact.cosine), 2) << t;
  }
}

TEST(ExactMath, SineAndCosineKnowTheirQuarters) {
  for (const double whole : {0.0, 1.0, -3.0, 0x1p49, 0x1p60}) {
    EXPECT_EQ(sine_and_cosine(whole).sine, 0);
    EXPECT_EQ(sine_and_cosine(whole).cosine, 1);
  }
  EXPECT_EQ(sine_and_cosine(0.25).sine, 1);
  EXPECT_EQ(sine_and_cosine(0.25).cosine, 0);
  EXPECT_EQ(sine_and_cosine(0.75).sine, -1);
  EXPECT_EQ(sine_and_cosine(-0.5).cosine, -1);
  EXPECT_TRUE(std::isnan(sine_and_cosine(infinity).sine));
  EXPECT_TRUE(std::isnan(sine_and_cosine(not_a_number).cosine));
}

TEST(ExactMath, ArcSineTurnsTheSineBack) {
  for (int i = -990; i <= 990; ++i) {
    const double v = i / 1000.0;
    EXPECT_LE(distance_in_units(arc_sine(v), static_cast<double>(std::asin(static_cast<long double>(v)))), 4) << v;
  }
  EXPECT_EQ(arc_sine(0), 0);
}

}   // namespace
}   // namespace protea
