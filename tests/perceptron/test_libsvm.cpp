// The support vector machine of libsvm behind our types: answers known by hand.
#include <protea/perceptron/libsvm.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <protea/base/error.hpp>
#include <protea/base/random.hpp>

namespace protea {
namespace {

using Labels = std::vector<Label>;

const std::vector<double> xor_points = {0, 0, 1, 1, 0, 1, 1, 0};
const Labels xor_labels = {4, 4, 9, 9};

TEST(SupportVectorMachine, PutsTheBoundaryHalfWayBetweenTwoPoints) {
  const std::vector<double> x = {-1, 3};
  const Labels y = {0, 1};
  const auto machine = SupportVectorMachine::train(matrix_view(x, 2, 1), y, {.cost = 1000, .gamma = 0.1});
  const auto decision = [&](double at) { return machine.decision(std::vector<double>{at}); };
  EXPECT_NEAR(decision(1), 0, 1e-12);
  // Both points are support vectors and lie on the margin: the decision function is 1 and −1 there.
  EXPECT_NEAR(decision(-1), 1, 1e-6);
  EXPECT_NEAR(decision(3), -1, 1e-6);
  EXPECT_EQ(machine.predict(std::vector<double>{0.9}), 0);
  EXPECT_EQ(machine.predict(std::vector<double>{1.1}), 1);
}

TEST(SupportVectorMachine, SeparatesExclusiveOrWithTheMultipliersOfTheHandCalculation) {
  // By symmetry all multipliers are equal, the threshold is 0 and α(1 + e^−2γ − 2e^−γ) = 1: f(x) = α Σ y_i k(x_i, x).
  const double gamma = 1;
  const auto machine =
      SupportVectorMachine::train(matrix_view(xor_points, 4, 2), xor_labels, {.cost = 100, .gamma = gamma});
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(machine.predict(Row(xor_points).subspan(2 * i, 2)), xor_labels[i]);
  const double alpha = 1 / (1 + std::exp(-2 * gamma) - 2 * std::exp(-gamma));
  const std::vector<double> x = {0.25, 0};
  const auto k = [&](double a, double b) {
    return std::exp(-gamma * ((x[0] - a) * (x[0] - a) + (x[1] - b) * (x[1] - b)));
  };
  EXPECT_NEAR(machine.decision(x), alpha * (k(0, 0) + k(1, 1) - k(0, 1) - k(1, 0)), 2e-3);   // libsvm stops at 1e-3
}

TEST(SupportVectorMachine, TakesOneOverTheNumberOfFeaturesAsWidthUnlessToldOtherwise) {
  const auto by_default = SupportVectorMachine::train(matrix_view(xor_points, 4, 2), xor_labels, {.cost = 10});
  const auto half = SupportVectorMachine::train(matrix_view(xor_points, 4, 2), xor_labels, {.cost = 10, .gamma = 0.5});
  const auto other = SupportVectorMachine::train(matrix_view(xor_points, 4, 2), xor_labels, {.cost = 10, .gamma = 0.6});
  const std::vector<double> x = {0.3, 0.1};
  EXPECT_EQ(by_default.decision(x), half.decision(x));
  EXPECT_NE(by_default.decision(x), other.decision(x));
}

TEST(SupportVectorMachine, OutlivesItsTrainingDataAndItsCopies) {
  std::optional<SupportVectorMachine> copy;
  {
    std::vector<double> x = {0, 1, 10, 11, 20, 21};
    const Labels y = {5, 5, 6, 6, 7, 7};
    const auto machine = SupportVectorMachine::train(matrix_view(MutableRow(x), 6, 1), y, {.gamma = 0.1});
    copy = machine;
    x.assign(6, 1e9);
  }
  EXPECT_EQ(copy->predict(std::vector<double>{0.5}), 5);
  EXPECT_EQ(copy->predict(std::vector<double>{10.5}), 6);
  EXPECT_EQ(copy->predict(std::vector<double>{20.5}), 7);
}

TEST(SupportVectorMachine, KnowsOneClassWhenItWasShownOne) {
  const std::vector<double> x = {1, 2};
  const auto machine = SupportVectorMachine::train(matrix_view(x, 2, 1), Labels{3, 3}, {});
  EXPECT_EQ(machine.predict(std::vector<double>{-7}), 3);
}

// Every pair by itself, on any number of threads, is what libsvm makes of all classes at once. Zeros, which libsvm leaves out, are
// among the values.
TEST(SupportVectorMachine, OfManyClassesIsTheSameWhenItsPairsAreSharedAmongThreads) {
  Random random(3, Purpose::generator);
  Matrix x(90, 3);
  Labels y(90);
  for (std::size_t i = 0; i < 90; ++i) {
    y[i] = std::array{7, 2, 5, 0}[i % 11 % 4];   // unequal classes, in no order
    for (std::size_t j = 0; j < 3; ++j)
      x(i, j) = j == i % 5 ? 0 : random.normal() + 0.8 * static_cast<double>(j == 1 ? y[i] : 0);
  }
  const SvmParts expected = SupportVectorMachine::train(x.view(), y, {.cost = 3}).parts();
  for (const std::size_t threads : {1, 2, 3}) {
    const std::unique_ptr<Runtime> runtime = make_runtime(threads);
    const SvmParts parts = SupportVectorMachine::train(x.view(), y, {.cost = 3}, *runtime).parts();
    EXPECT_EQ(parts.gamma, expected.gamma);
    EXPECT_EQ(parts.labels, expected.labels);
    EXPECT_EQ(parts.counts, expected.counts);
    EXPECT_EQ(parts.thresholds, expected.thresholds);
    EXPECT_TRUE(std::ranges::equal(parts.vectors.values(), expected.vectors.values()));
    EXPECT_TRUE(std::ranges::equal(parts.coefficients.values(), expected.coefficients.values()));
  }
}

TEST(SupportVectorMachine, IsSilentAndTheSameWhenSeveralTrainAtOnce) {
  const std::vector<double> x = {0.3, 0.1};
  std::vector<double> decisions(4);
  testing::internal::CaptureStdout();
  {
    std::vector<std::jthread> threads;
    for (double& decision : decisions) {
      threads.emplace_back([&] {
        decision = SupportVectorMachine::train(matrix_view(xor_points, 4, 2), xor_labels, {.cost = 10}).decision(x);
      });
    }
  }
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  for (const double decision : decisions) EXPECT_EQ(decision, decisions.front());
}

TEST(SupportVectorMachine, RefusesWhatDoesNotFitTogether) {
  const std::vector<double> x = {0, 1};
  const auto view = matrix_view(x, 2, 1);
  const Labels y = {0, 1};
  EXPECT_THROW(SupportVectorMachine::train(view, Labels{0}, {}), UsageError);
  EXPECT_THROW(SupportVectorMachine::train(matrix_view(x, 0, 2), Labels{}, {}), UsageError);
  EXPECT_THROW(SupportVectorMachine::train(view, y, {.cost = 0}), UsageError);
  EXPECT_THROW(SupportVectorMachine::train(view, y, {.gamma = -1}), UsageError);
  const std::vector<double> holes = {0, std::numeric_limits<double>::quiet_NaN()};
  EXPECT_THROW(SupportVectorMachine::train(matrix_view(holes, 2, 1), y, {}), DataError);
  const auto machine = SupportVectorMachine::train(view, y, {});
  EXPECT_THROW(machine.predict(std::vector<double>{1, 2}), UsageError);
}

}   // namespace
}   // namespace protea
