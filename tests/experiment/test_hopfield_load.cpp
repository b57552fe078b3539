// The load of a Hopfield network: the theory against itself and known values, simulations against the theory.
#include <protea/experiment/hopfield_load.hpp>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

// Amit, Gutfreund, Sompolinsky 1985: α_c ≈ 0.138, where m ≈ 0.967; 1987: about 1.5 % of the values, (1 − m)/2, are
// wrong there.
TEST(HopfieldTheory, HasThePublishedCapacity) {
  EXPECT_NEAR(retrieval_capacity(), 0.138, 5e-4);
  EXPECT_NEAR(*retrieval_overlap(retrieval_capacity() - 1e-12), 0.967, 1e-3);
  EXPECT_NEAR(retrieval_capacity(), hebb_capacity, 5e-4);
  EXPECT_FALSE(retrieval_overlap(0.1385));
}

// The three equations as they are printed, iterated from m = 1.
TEST(HopfieldTheory, SolvesTheEquationsThatItCameFrom) {
  for (const double load : {0.03, 0.06, 0.1, 0.12, 0.137}) {
    double m = 1;
    double r = 1;
    for (int step = 0; step < 20'000; ++step) {
      const double c = std::sqrt(2 / (std::numbers::pi * load * r)) * std::exp(-m * m / (2 * load * r));
      m = std::erf(m / std::sqrt(2 * load * r));
      r = 1 / ((1 - c) * (1 - c));
    }
    EXPECT_NEAR(*retrieval_overlap(load), m, 1e-9) << load;
  }
  // Few patterns: 1 − m = √(2α/π) e^(−1/2α), but for terms that are smaller still.
  EXPECT_NEAR((1 - *retrieval_overlap(0.03)) / (std::sqrt(2 * 0.03 / std::numbers::pi) * std::exp(-1 / 0.06)), 1, 0.05);
}

// 100 starts each: the share that is lost by chance near the capacity leaves the mean a few hundredths below the
// theory at 0.12.
TEST(HopfieldLoad, IsBorneUpToTheCapacityAndNotBeyond) {
  const auto runtime = make_runtime(0);
  const std::vector<HopfieldLoad> found =
      hopfield_load({.loads = {0.05, 0.10, 0.12, 0.16, 0.20}, .runs = 10, .starts = 10}, *runtime);
  EXPECT_NEAR(found[0].overlap, *found[0].theory, 1e-3);
  EXPECT_NEAR(found[1].overlap, *found[1].theory, 4 * found[1].standard_error);
  EXPECT_GT(found[2].overlap, 0.97);
  EXPECT_GT(found[2].kept, 0.9);
  EXPECT_LT(found[3].overlap, 0.7);
  EXPECT_LT(found[4].overlap, 0.5);
  EXPECT_LT(found[4].kept, 0.1);
  EXPECT_FALSE(found[3].theory);
  EXPECT_EQ(found[2].patterns, 120U);
}

TEST(HopfieldLoad, IsTheSameOnAnyNumberOfThreads) {
  const HopfieldLoadOptions options{.units = 100, .loads = {0.1, 0.15}, .runs = 3, .starts = 3};
  Serial serial;
  const auto runtime = make_runtime(3);
  std::size_t reports = 0;
  const auto one = hopfield_load(options, serial, [&](std::size_t, std::size_t all) { reports += all == 6 ? 1 : 0; });
  const auto three = hopfield_load(options, *runtime);
  EXPECT_EQ(reports, 6U);
  for (std::size_t l = 0; l < 2; ++l) {
    EXPECT_EQ(one[l].overlap, three[l].overlap);
    EXPECT_EQ(one[l].sweeps, three[l].sweeps);
  }
}

// Three networks of one load are those of three loads that are the same: their overlaps one by one, and the standard
// error of their mean by its definition.
TEST(HopfieldLoad, HasTheStandardErrorOfTheMeanOfItsRuns) {
  HopfieldLoadOptions options{.units = 60, .loads = {0.15}, .runs = 3, .starts = 3};
  Serial serial;
  const HopfieldLoad together = hopfield_load(options, serial).front();
  options.loads.assign(3, 0.15);
  options.runs = 1;
  const std::vector<HopfieldLoad> apart = hopfield_load(options, serial);
  double mean = 0;
  for (const HopfieldLoad& one : apart) mean += one.overlap / 3;
  double squares = 0;
  for (const HopfieldLoad& one : apart) squares += (one.overlap - mean) * (one.overlap - mean);
  EXPECT_NEAR(together.overlap, mean, 1e-12);
  EXPECT_GT(squares, 0);
  EXPECT_NEAR(together.standard_error, std::sqrt(squares / 2 / 3), 1e-12);
}

}   // namespace
}   // namespace protea
