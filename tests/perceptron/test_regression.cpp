// Linear regression by pseudo-inverse and with a price: certified values, exact fractions, and samples that are really left out.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <protea/base/error.hpp>
#include <protea/base/random.hpp>
#include <protea/perceptron/regression.hpp>

namespace protea {
namespace {

using Numbers = std::vector<double>;

struct Samples {
  Matrix x;
  Numbers y;
  Numbers weights = {};

  LinearFit fit(const LinearFitOptions& options = {}) const { return fit_linear(x.view(), y, weights, options); }
};

Samples samples_of(const std::vector<Numbers>& rows, Numbers y, Numbers weights = {}) {
  Samples result{Matrix(rows.size(), rows.front().size()), std::move(y), std::move(weights)};
  for (std::size_t i = 0; i < rows.size(); ++i) std::ranges::copy(rows[i], result.x.row(i).begin());
  return result;
}

Samples noisy_samples(std::size_t rows, std::size_t columns, std::uint64_t seed) {
  Random random(seed, Purpose::generator);
  Samples result{Matrix(rows, columns), Numbers(rows)};
  for (double& value : result.x.values()) value = random.normal();
  for (std::size_t i = 0; i < rows; ++i) {
    result.y[i] = 1 + random.normal();
    for (std::size_t j = 0; j < columns; ++j) result.y[i] += result.x(i, j) / static_cast<double>(j + 1);
  }
  return result;
}

Samples repeated(const Samples& samples) {
  std::vector<Numbers> rows;
  Numbers y;
  for (std::size_t i = 0; i < samples.y.size(); ++i) {
    for (int copy = 0; copy < static_cast<int>(samples.weights[i]); ++copy) {
      rows.emplace_back(samples.x.row(i).begin(), samples.x.row(i).end());
      y.push_back(samples.y[i]);
    }
  }
  return samples_of(rows, std::move(y));
}

Samples without(const Samples& samples, std::size_t left_out) {
  std::vector<Numbers> rows;
  Numbers y;
  for (std::size_t i = 0; i < samples.y.size(); ++i) {
    if (i == left_out) continue;
    rows.emplace_back(samples.x.row(i).begin(), samples.x.row(i).end());
    y.push_back(samples.y[i]);
  }
  return samples_of(rows, std::move(y));
}

void expect_near(const Numbers& found, const Numbers& expected, double tolerance) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t j = 0; j < found.size(); ++j)
    EXPECT_NEAR(found[j], expected[j], tolerance * std::max(1.0, std::abs(expected[j]))) << j;
}

const Samples four{samples_of({{1, 2}, {2, 1}, {3, 5}, {4, 3}}, {3, 4, 9, 8})};

// Longley's data with the certified values of the Statistical Reference Datasets of NIST; exact fractions give the same.
TEST(LinearRegression, HasTheCertifiedValuesOfLongley) {
  const Samples longley = samples_of(
      {{83.0, 234289, 2356, 1590, 107608, 1947},
       {88.5, 259426, 2325, 1456, 108632, 1948},
       {88.2, 258054, 3682, 1616, 109773, 1949},
       {89.5, 284599, 3351, 1650, 110929, 1950},
       {96.2, 328975, 2099, 3099, 112075, 1951},
       {98.1, 346999, 1932, 3594, 113270, 1952},
       {99.0, 365385, 1870, 3547, 115094, 1953},
       {100.0, 363112, 3578, 3350, 116219, 1954},
       {101.2, 397469, 2904, 3048, 117388, 1955},
       {104.6, 419180, 2822, 2857, 118734, 1956},
       {108.4, 442769, 2936, 2798, 120445, 1957},
       {110.8, 444546, 4681, 2637, 121950, 1958},
       {112.6, 482704, 3813, 2552, 123366, 1959},
       {114.2, 502601, 3931, 2514, 125368, 1960},
       {115.7, 518173, 4806, 2572, 127852, 1961},
       {116.9, 554894, 4007, 2827, 130081, 1962}},
      {60323, 61122, 60171, 61187, 63221, 63639, 64989, 63761, 66019, 67857, 68169, 66513, 68655, 69564, 69331, 70551});
  const LinearFit fit = longley.fit();
  EXPECT_EQ(fit.rank, 6U);
  expect_near(fit.weights,
              {15.0618722713733, -0.0358191792925910, -2.02022980381683, -1.03322686717359, -0.0511041056535807,
               1829.15146461355},
              1e-12);
  EXPECT_NEAR(fit.intercept(), -3482258.63459582, 1e-3);
  ASSERT_TRUE(fit.noise);
  const double sigma = std::sqrt(*fit.noise);
  EXPECT_NEAR(sigma, 304.854073561965, 1e-8);
  Numbers errors = fit.spread_of_weights();
  for (double& error : errors) error *= sigma;
  expect_near(
      errors,
      {84.9149257747669, 0.0334910077722432, 0.488399681651699, 0.214274163161675, 0.226073200069370, 455.478499142212},
      1e-9);
}

// By hand: the centred normal equations with γ = 2 on their diagonal.
TEST(LinearRegression, WithAPriceHasTheWeightsOfExactFractions) {
  const LinearFit fit = four.fit({.strength = 2});
  expect_near(fit.weights, {62.0 / 63, 8.0 / 9}, 1e-14);
  EXPECT_NEAR(fit.intercept(), 23.0 / 21, 1e-14);
}

TEST(LinearRegression, WithWeightsHasTheSolutionOfTheWeightedNormalEquations) {
  Samples weighted = four;
  weighted.weights = {1, 2, 1, 3};
  const LinearFit fit = weighted.fit();
  expect_near(fit.weights, {639.0 / 509, 472.0 / 509}, 1e-13);
  EXPECT_NEAR(fit.intercept(), 160.0 / 509, 1e-13);
}

TEST(LinearRegression, TakesAWholeWeightAsTheRowSoOften) {
  Samples weighted = noisy_samples(15, 3, 4);
  for (std::size_t i = 0; i < 15; ++i) weighted.weights.push_back(i % 4 == 1 ? 3 : 1);
  const Samples rows = repeated(weighted);
  for (const LinearFitOptions& options :
       {LinearFitOptions{}, LinearFitOptions{.strength = 2}, LinearFitOptions{.chooses_strength = true}}) {
    const LinearFit found = weighted.fit(options);
    const LinearFit expected = rows.fit(options);
    expect_near(found.weights, expected.weights, 1e-6);
    EXPECT_NEAR(std::log(found.strength + 1e-30), std::log(expected.strength + 1e-30), 1e-5);
    EXPECT_NEAR(*found.noise, *expected.noise, 1e-8);
    EXPECT_NEAR(*found.left_out_error, *expected.left_out_error, 1e-8);
    EXPECT_NEAR(found.spread_of_answer(rows.x.row(0)), expected.spread_of_answer(rows.x.row(0)), 1e-7);
  }
}

TEST(LinearRegression, HearsNothingInTheCommonUnitOfWeightsThatAreNoCounts) {
  Samples one = noisy_samples(12, 3, 5);
  for (std::size_t i = 0; i < 12; ++i) one.weights.push_back(0.5 + 0.1 * static_cast<double>(i));
  Samples other = one;
  for (double& weight : other.weights) weight *= 0.37;
  expect_near(one.fit({.strength = 3}).weights, other.fit({.strength = 3}).weights, 1e-12);
}

// z = ±(1, 0, 1), targets ±4: the shortest w with w·z = 4 is 4z/z².
TEST(LinearRegression, OfFewerSamplesThanInputsIsTheShortestSolution) {
  const LinearFit fit = samples_of({{1, 2, 3}, {3, 2, 5}}, {1, 9}).fit();
  EXPECT_EQ(fit.rank, 1U);
  EXPECT_FALSE(fit.is_determined());
  expect_near(fit.weights, {2, 0, 2}, 1e-14);
  EXPECT_NEAR(fit.answer(Numbers{1, 2, 3}), 1, 1e-13);
  EXPECT_NEAR(fit.answer(Numbers{3, 2, 5}), 9, 1e-13);
  EXPECT_FALSE(fit.noise);
}

// X⁺ = Xᵀ(XXᵀ)⁻¹ for independent rows (errata N25: P ≥ N is enough for the other form). By hand for XXᵀ = (2 1; 1 2): w = Xᵀ(1, 0)ᵀ.
TEST(LinearRegression, WithoutInterceptIsThePseudoInverse) {
  const LinearFit fit = samples_of({{1, 1, 0}, {0, 1, 1}}, {2, 1}).fit({.intercept = false});
  expect_near(fit.weights, {1, 1, 0}, 1e-14);
  EXPECT_EQ(fit.intercept(), 0);
}

// Errata N25: P = N has the exact solution; of three equations by hand w = (1, 2, 3).
TEST(LinearRegression, OfAsManySamplesAsInputsSolvesTheEquations) {
  const LinearFit fit = samples_of({{1, 0, 0}, {1, 1, 0}, {1, 1, 1}}, {1, 3, 6}).fit({.intercept = false});
  expect_near(fit.weights, {1, 2, 3}, 1e-13);
}

TEST(LinearRegression, SharesTheWeightOfTwinColumnsAndLeavesConstantOnesAtZero) {
  const Samples single = noisy_samples(20, 2, 6);
  Samples twins{Matrix(20, 4), single.y};
  for (std::size_t i = 0; i < 20; ++i) {
    twins.x(i, 0) = single.x(i, 0);
    twins.x(i, 1) = single.x(i, 1);
    twins.x(i, 2) = single.x(i, 1);
    twins.x(i, 3) = 0.1;
  }
  const LinearFit one = single.fit();
  const LinearFit two = twins.fit();
  EXPECT_EQ(two.rank, 2U);
  expect_near(two.weights, {one.weights[0], one.weights[1] / 2, one.weights[1] / 2, 0}, 1e-12);
  EXPECT_NEAR(*two.noise, *one.noise, 1e-12);
}

TEST(LinearRegression, TellsColumnsOfVeryDifferentUnitsApart) {
  const Samples plain = noisy_samples(20, 2, 7);
  Samples scaled = plain;
  for (std::size_t i = 0; i < 20; ++i) {
    scaled.x(i, 0) *= 1e-12;
    scaled.x(i, 1) *= 1e12;
  }
  const LinearFit one = plain.fit();
  const LinearFit other = scaled.fit();
  EXPECT_EQ(other.rank, 2U);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_NEAR(other.answer(scaled.x.row(i)), one.answer(plain.x.row(i)), 1e-12);
    EXPECT_NEAR(other.spread_of_answer(scaled.x.row(i)), one.spread_of_answer(plain.x.row(i)), 1e-12);
  }
}

TEST(LinearRegression, OfOneSampleOrOneTargetIsThatTarget) {
  for (const LinearFitOptions& options :
       {LinearFitOptions{}, LinearFitOptions{.strength = 1}, LinearFitOptions{.chooses_strength = true}}) {
    const LinearFit one = samples_of({{0.1, 0.7}}, {0.3}).fit(options);
    EXPECT_EQ(one.answer(Numbers{5, 5}), 0.3);
    EXPECT_FALSE(one.noise);
    const LinearFit same = samples_of({{1, 2}, {2, 1}, {3, 5}, {4, 3}}, {0.1, 0.1, 0.1, 0.1}).fit(options);
    EXPECT_EQ(same.answer(Numbers{17, 4}), 0.1);
    EXPECT_EQ(same.squared_error, 0);
  }
}

TEST(LinearRegression, KnowsTheErrorsOfSamplesThatAreReallyLeftOut) {
  for (const std::size_t columns : {3U, 20U}) {   // fewer and more than samples
    const Samples samples = noisy_samples(12, columns, 8);
    for (const double strength : {0.03, 1.0, 40.0}) {
      double sum = 0;
      for (std::size_t i = 0; i < 12; ++i) {
        const double error = samples.y[i] - without(samples, i).fit({.strength = strength}).answer(samples.x.row(i));
        sum += error * error;
      }
      const LinearFit fit = samples.fit({.strength = strength});
      EXPECT_NEAR(*fit.left_out_error, sum / 12, 1e-9 * sum) << columns << " " << strength;
    }
  }
  const Samples samples = noisy_samples(12, 3, 8);
  double sum = 0;
  for (std::size_t i = 0; i < 12; ++i)
    sum += std::pow(samples.y[i] - without(samples, i).fit().answer(samples.x.row(i)), 2);
  EXPECT_NEAR(*samples.fit().left_out_error, sum / 12, 1e-9 * sum);
}

TEST(LinearRegression, ChoosesThePriceWithTheLeastErrorOfSamplesLeftOut) {
  const Samples samples = noisy_samples(30, 8, 9);
  const LinearFit chosen = samples.fit({.chooses_strength = true});
  EXPECT_GT(chosen.strength, 0);
  for (double strength = 1e-6; strength < 1e6; strength *= 1.3)
    EXPECT_LE(*chosen.left_out_error, *samples.fit({.strength = strength}).left_out_error * (1 + 1e-9)) << strength;
}

// A price is √γ more rows of the unit matrix with target 0 (without an intercept): least squares of another problem.
TEST(LinearRegression, WithAPriceIsLeastSquaresWithARowMoreForEachInput) {
  const Samples samples = noisy_samples(9, 4, 10);
  const double strength = 2.5;
  Samples more{Matrix(13, 4), samples.y};
  more.y.resize(13);
  std::ranges::copy(samples.x.values(), more.x.values().begin());
  for (std::size_t j = 0; j < 4; ++j) more.x(9 + j, j) = std::sqrt(strength);
  const LinearFit priced = samples.fit({.intercept = false, .strength = strength});
  const LinearFit plain = more.fit({.intercept = false});
  expect_near(priced.weights, plain.weights, 1e-13);
  expect_near(priced.spread_of_weights(), plain.spread_of_weights(), 1e-13);
  EXPECT_NEAR(priced.spread_of_answer(samples.x.row(0)), plain.spread_of_answer(samples.x.row(0)), 1e-12);
}

// Beyond the span of three samples the prior is all there is: the spread in a direction that none of them has is 1/γ.
TEST(LinearRegression, WithAPriceIsUnsureWhereNoSampleWas) {
  const LinearFit fit = samples_of({{1, 0}, {-1, 0}, {2, 0}}, {1, -1, 2}).fit({.intercept = false, .strength = 4});
  expect_near(fit.spread_of_weights(), {std::sqrt(1 / (6.0 + 4)), std::sqrt(1 / 4.0)}, 1e-14);
  EXPECT_NEAR(fit.spread_of_answer(Numbers{0, 3}), 1 + 9 / 4.0, 1e-13);
}

// Of one input: σ²(1 + 1/n + (x − x̄)²/Σ(x − x̄)²), in any textbook; here n = 4, x̄ = 2.5, Σ = 5.
TEST(LinearRegression, HasTheStandardErrorOfTheTextbook) {
  const LinearFit fit = samples_of({{1}, {2}, {3}, {4}}, {1, 3, 2, 5}).fit();
  EXPECT_NEAR(fit.spread_of_answer(Numbers{6}), 1 + 0.25 + 3.5 * 3.5 / 5, 1e-13);
  EXPECT_NEAR(*fit.noise, 2.7 / 2, 1e-13);   // slope 1.1, residuals −0.1, 0.8, −1.3, 0.6
  EXPECT_NEAR(fit.parameters, 2, 1e-13);
}

TEST(LinearRegression, RefusesNumbersThatAreTooLarge) {
  EXPECT_THROW(samples_of({{1e308}, {-1e308}, {1}}, {1, 2, 3}).fit(), NumericalError);
  EXPECT_THROW(samples_of({{1}, {2}, {4}}, {1e200, -1e200, 1e200}).fit(), NumericalError);
}

TEST(PolynomialTerms, ArePowersOfEachFeatureAndWithInteractionsAllProducts) {
  const auto factors = [](std::size_t degree, bool interactions) {
    return polynomial_terms(2, degree, interactions).factors;
  };
  using Factors = std::vector<std::vector<std::size_t>>;
  EXPECT_EQ(factors(1, true), (Factors{{0}, {1}}));
  EXPECT_EQ(factors(3, false), (Factors{{0}, {1}, {0, 0}, {1, 1}, {0, 0, 0}, {1, 1, 1}}));
  EXPECT_EQ(factors(3, true), (Factors{{0}, {1}, {0, 0}, {0, 1}, {1, 1}, {0, 0, 0}, {0, 0, 1}, {0, 1, 1}, {1, 1, 1}}));
  Numbers terms(9);
  polynomial_terms(2, 3, true).evaluate(Numbers{2, 3}, terms);
  EXPECT_EQ(terms, (Numbers{2, 3, 4, 6, 9, 8, 12, 18, 27}));
  EXPECT_THROW(polynomial_terms(200, 3, true), UsageError);
  EXPECT_EQ(polynomial_terms(20'000, 1, false).size(), 20'000U);
}

// Weights that are no counts weigh the errors of samples that are really left out, one at a time and whole.
TEST(LinearRegression, LeavesOutAWholeSampleOfAnyWeightThatIsNoCount) {
  Samples samples = noisy_samples(12, 3, 8);
  for (std::size_t i = 0; i < 12; ++i) samples.weights.push_back(0.25 + 0.37 * static_cast<double>(i % 5));
  double sum = 0;
  double total = 0;
  for (std::size_t i = 0; i < 12; ++i) {
    Samples others = without(samples, i);
    others.weights = samples.weights;
    others.weights.erase(others.weights.begin() + static_cast<std::ptrdiff_t>(i));
    sum += samples.weights[i] * std::pow(samples.y[i] - others.fit().answer(samples.x.row(i)), 2);
    total += samples.weights[i];
  }
  EXPECT_NEAR(*samples.fit().left_out_error, sum / total, 1e-9 * sum);
}

}   // namespace
}   // namespace protea
