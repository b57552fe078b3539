#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <vector>

#include <protea/base/kernels.hpp>
#include <protea/base/random.hpp>
#include <support/units.hpp>

namespace protea {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double smallest_subnormal = std::numeric_limits<double>::denorm_min();
constexpr double largest = std::numeric_limits<double>::max();
constexpr std::size_t random_points = 100'000;
constexpr std::int64_t allowed = 2;   // units in the last place

const std::vector<double> tested_powers{-3, -1, -0.5, 0.1, 0.5, 1.0 / 3, 0.9, 1.1, 1.5, 2, 2.5, 3, 7.3};

// Every exponent, at the ends and in the middle of its range and on both sides of √½·2ᵏ, where the reduction
// turns over.
void add_every_exponent(std::vector<double>& x) {
  const double root = std::sqrt(2.0);
  for (const double m : {1.0, std::nextafter(1.0, 2.0), 1.25, std::nextafter(root, 1.0), root,
                         std::nextafter(root, 2.0), 1.75, std::nextafter(2.0, 1.0)}) {
    for (int exponent = -1074; exponent < 1024; ++exponent) x.push_back(std::ldexp(m, exponent));
  }
}

void add_neighbours_of_one(std::vector<double>& x) {
  for (int j = 1; j <= 53; ++j) {
    for (const double m : {1.0, 1.3, 1.9}) {
      x.push_back(1 + std::ldexp(m, -j));
      x.push_back(1 - std::ldexp(m, -j - 1));
    }
  }
}

// The grid, then numbers between any two exponents, between ½ and 2, and between 0 and 1.
std::vector<double> positive_numbers() {
  std::vector<double> x{1, smallest_subnormal, 0x1p-1022, std::nextafter(0x1p-1022, 0.0), largest};
  add_every_exponent(x);
  add_neighbours_of_one(x);
  Random random(1, Purpose::generator);
  for (std::size_t i = 0; i < random_points; ++i) {
    const double any = std::bit_cast<double>(random.bits() >> 1);
    if (std::isfinite(any) && any > 0) x.push_back(any);
    if (i % 2 == 0) x.push_back(random.uniform(0.5, 2));
    if (i % 2 == 1) x.push_back(random.uniform(0x1p-53, 1));
  }
  return x;
}

std::vector<double> exponents() {
  std::vector<double> x{
      0, 709.7827128933840, 709.7827128933841, -708.3964185322641, -745.1332191019411, -745.1332191019412, -745.2};
  for (int k = -1080; k <= 1030; ++k) {   // whole and half multiples of ln 2, where the reduction turns over
    for (const double offset : {0.0, 0.5}) {
      const double middle = (k + offset) * std::log(2.0);
      for (const double v : {middle, std::nextafter(middle, infinity), std::nextafter(middle, -infinity)})
        x.push_back(v);
    }
  }
  for (int exponent = -1074; exponent < 1024; ++exponent)
    x.insert(x.end(), {std::ldexp(1.3, exponent), -std::ldexp(1.3, exponent)});
  Random random(2, Purpose::generator);
  for (std::size_t i = 0; i < random_points; ++i) {
    x.push_back(random.uniform(-746, 710));
    x.push_back(random.uniform(-1, 1));
  }
  return x;
}

struct Worst {
  std::int64_t units = 0;
  double x = 0;
};

// Results of the widest table against the function in long double, rounded; the other tables have the same bits
// (below).
Worst worst(const std::vector<double>& x, const std::vector<double>& y,
            const std::function<long double(long double)>& exact) {
  Worst result;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::int64_t units = distance_in_units(y[i], static_cast<double>(exact(x[i])));
    if (units > result.units) result = {units, x[i]};
  }
  return result;
}

TEST(LaneMath, LogarithmIsWithinTwoUnitsInTheLastPlace) {
  const std::vector<double> x = positive_numbers();
  std::vector<double> y(x.size());
  kernels().logs(x.data(), x.size(), y.data());
  const Worst found = worst(x, y, [](long double v) { return std::log(v); });
  EXPECT_LE(found.units, allowed) << found.x;
}

TEST(LaneMath, ExponentialIsWithinTwoUnitsInTheLastPlace) {
  const std::vector<double> x = exponents();
  std::vector<double> y(x.size());
  kernels().exponentials(x.data(), x.size(), y.data());
  const Worst found = worst(x, y, [](long double v) { return std::exp(v); });
  EXPECT_LE(found.units, allowed) << found.x;
}

TEST(LaneMath, PowerIsWithinTwoUnitsInTheLastPlace) {
  const std::vector<double> x = positive_numbers();
  std::vector<double> y(x.size());
  for (const double p : tested_powers) {
    kernels().powers(x.data(), x.size(), p, y.data());
    const Worst found =
        worst(x, y, [p](long double v) { return std::pow(static_cast<double>(v), p); });   // powl takes too long
    EXPECT_LE(found.units, allowed) << found.x << "^" << p;
  }
}

// Large exponents need the logarithm to many more digits than a double has: x^p = e^(p ln x), near the ends of
// the range.
TEST(LaneMath, PowerKeepsItsDigitsForLargeExponents) {
  Random random(3, Purpose::generator);
  for (const double p : {17.77, -100.3, 1e5, -3e9, 1e15}) {
    std::vector<double> x(5000);
    for (double& value : x) value = std::exp(random.uniform(-744, 709) / p);
    std::vector<double> y(x.size());
    kernels().powers(x.data(), x.size(), p, y.data());
    const Worst found = worst(x, y, [p](long double v) { return std::pow(v, static_cast<long double>(p)); });
    EXPECT_LE(found.units, allowed) << found.x << "^" << p;
  }
}

TEST(LaneMath, RoundsSimplePowersCorrectly) {
  const std::vector<double> x = positive_numbers();
  std::vector<double> y(x.size());
  const auto expect = [&](double p, double (*exact)(double)) {
    kernels().powers(x.data(), x.size(), p, y.data());
    for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(y[i], exact(x[i])) << x[i] << "^" << p;
  };
  expect(0, [](double) { return 1.0; });
  expect(1, [](double v) { return v; });
  expect(2, [](double v) { return v * v; });
  expect(0.5, [](double v) { return std::sqrt(v); });
  expect(-1, [](double v) { return 1 / v; });
}

// Every function of x and all its powers, one after the other.
std::vector<double> everything(const Kernels& table, const std::vector<double>& x) {
  std::vector<double> all((2 + tested_powers.size()) * x.size());
  double* out = all.data();
  table.logs(x.data(), x.size(), out);
  table.exponentials(x.data(), x.size(), out += x.size());
  for (const double p : tested_powers) table.powers(x.data(), x.size(), p, out += x.size());
  return all;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

TEST(LaneMath, GivesTheSameBitsOnEveryInstructionSet) {
  std::vector<double> x = positive_numbers();
  const std::vector<double> more = exponents();
  for (const double v : more) x.push_back(std::abs(v));
  x.insert(x.end(), {0.0, -0.0, infinity, not_a_number, 3.0});
  const std::vector<double> plain = everything(baseline_kernels, x);
  for (const Kernels* table : available_kernels()) EXPECT_TRUE(same_bits(everything(*table, x), plain)) << table->name;

  std::vector<double> expected(more.size());
  baseline_kernels.exponentials(more.data(), more.size(), expected.data());
  for (const Kernels* table : available_kernels()) {
    std::vector<double> found(more.size());
    table->exponentials(more.data(), more.size(), found.data());
    EXPECT_TRUE(same_bits(found, expected)) << table->name;
  }
}

// Any stretch of an array, in place, gives the bits of the whole and leaves its surroundings alone.
TEST(LaneMath, DoesNotDependOnThePlaceOfAnElement) {
  Random random(4, Purpose::generator);
  std::vector<double> x(40);
  for (double& value : x) value = random.uniform(0, 3);
  x[5] = 0;
  x[17] = smallest_subnormal;
  using Call = std::function<void(const Kernels&, const double*, std::size_t, double*)>;
  std::vector<Call> calls{
      [](const Kernels& k, const double* in, std::size_t n, double* out) { k.logs(in, n, out); },
      [](const Kernels& k, const double* in, std::size_t n, double* out) { k.exponentials(in, n, out); }};
  for (const double p : {0.0, 0.5, 1.0, 2.0, -1.0, 1.3}) {
    calls.push_back([p](const Kernels& k, const double* in, std::size_t n, double* out) { k.powers(in, n, p, out); });
  }
  for (const Kernels* table : available_kernels()) {
    for (const Call& call : calls) {
      std::vector<double> whole(x.size());
      call(*table, x.data(), x.size(), whole.data());
      for (std::size_t first = 0; first < 10; ++first) {
        for (std::size_t n = 0; first + n <= x.size(); ++n) {
          std::vector<double> expected = x;
          std::copy_n(whole.begin() + static_cast<std::ptrdiff_t>(first), n,
                      expected.begin() + static_cast<std::ptrdiff_t>(first));
          std::vector<double> found = x;
          call(*table, found.data() + first, n, found.data() + first);
          ASSERT_TRUE(same_bits(found, expected)) << table->name << ": " << n << " from " << first;
        }
      }
    }
  }
}

double log_of(const Kernels& table, double x) {
  table.logs(&x, 1, &x);
  return x;
}

double exponential_of(const Kernels& table, double x) {
  table.exponentials(&x, 1, &x);
  return x;
}

double power_of(const Kernels& table, double x, double p) {
  table.powers(&x, 1, p, &x);
  return x;
}

TEST(LaneMath, KnowsTheEndsOfTheLogarithmAndTheExponential) {
  for (const Kernels* table : available_kernels()) {
    EXPECT_EQ(log_of(*table, 0), -infinity);
    EXPECT_EQ(log_of(*table, -0.0), -infinity);
    EXPECT_EQ(log_of(*table, 1), 0);
    EXPECT_EQ(log_of(*table, infinity), infinity);
    EXPECT_TRUE(std::isnan(log_of(*table, -1)));
    EXPECT_TRUE(std::isnan(log_of(*table, -infinity)));
    EXPECT_TRUE(std::isnan(log_of(*table, not_a_number)));
    EXPECT_EQ(exponential_of(*table, 0), 1);
    EXPECT_EQ(exponential_of(*table, -infinity), 0);
    EXPECT_EQ(exponential_of(*table, -745.2), 0);
    EXPECT_EQ(exponential_of(*table, -745.1), smallest_subnormal);   // e^−745.1 = 1.03 · 2^−1074
    EXPECT_LT(exponential_of(*table, 709.78), infinity);
    EXPECT_EQ(exponential_of(*table, 709.79), infinity);   // the largest double is e^709.7827…
    EXPECT_EQ(exponential_of(*table, largest), infinity);
    EXPECT_EQ(exponential_of(*table, infinity), infinity);
    EXPECT_TRUE(std::isnan(exponential_of(*table, not_a_number)));
  }
}

TEST(LaneMath, KnowsTheEndsOfThePower) {
  for (const Kernels* table : available_kernels()) {
    for (const double p : {0.1, 0.5, 1.0, 1.5, 2.0, 1e300, infinity}) {
      EXPECT_EQ(power_of(*table, 0, p), 0) << p;
      EXPECT_EQ(power_of(*table, -0.0, p), 0) << p;
      EXPECT_EQ(power_of(*table, infinity, p), infinity) << p;
      EXPECT_EQ(power_of(*table, 1, p), 1) << p;
      EXPECT_TRUE(std::isnan(power_of(*table, not_a_number, p))) << p;
    }
    for (const double p : {-0.1, -0.5, -1.0, -2.0, -1e300, -infinity}) {
      EXPECT_EQ(power_of(*table, 0, p), infinity) << p;
      EXPECT_EQ(power_of(*table, -0.0, p), infinity) << p;
      EXPECT_EQ(power_of(*table, infinity, p), 0) << p;
      EXPECT_EQ(power_of(*table, 1, p), 1) << p;
      EXPECT_TRUE(std::isnan(power_of(*table, not_a_number, p))) << p;
    }
    for (const double x : {0.0, 0.3, 1.0, infinity}) EXPECT_EQ(power_of(*table, x, 0), 1) << x;
    EXPECT_EQ(power_of(*table, std::nextafter(1.0, 2.0), infinity), infinity);
    EXPECT_EQ(power_of(*table, std::nextafter(1.0, 0.0), infinity), 0);
    EXPECT_EQ(power_of(*table, std::nextafter(1.0, 0.0), -1e308), infinity);
    EXPECT_EQ(power_of(*table, largest, 1.0001), infinity);
    EXPECT_EQ(power_of(*table, largest, -1.1), 0);
    EXPECT_EQ(power_of(*table, 0.3, smallest_subnormal), 1);
    EXPECT_TRUE(std::isnan(power_of(*table, -2, 0.3)));
    EXPECT_TRUE(std::isnan(power_of(*table, 2, not_a_number)));
  }
}

}   // namespace
}   // namespace protea
