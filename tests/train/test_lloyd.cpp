// Moments of the pulls, and the iteration of means that stands on them.
#include <gtest/gtest.h>

#include <cmath>

#include <protea/model/relations.hpp>
#include <protea/runtime/accumulator.hpp>
#include <protea/train/kernel_objective.hpp>
#include <protea/train/lloyd.hpp>

#include <support/function_objective.hpp>
#include <support/random_problem.hpp>

namespace protea {
namespace {

using Numbers = std::vector<double>;

// Samples 0, 1, 4, 5 and prototypes at 0 and 3 (and one at 100 that nobody is near): 0 and 1 go to the first, 4 and
// 5 to the second.
struct Lloyd : ::testing::Test {
  Lloyd() : x(4, 1), space(dissimilarities().make("squared-euclidean", {}), 1, {0, 0, 0}, Scope::shared) {
    const Numbers values{0, 1, 4, 5};
    std::copy(values.begin(), values.end(), x.values().begin());
  }
  PrototypeObjective objective(const Importance& importance = {}) const {
    return {space, rules().make("vq", {}), TrainingRows{x.view(), y, importance}};
  }

  Matrix x;
  std::vector<Label> y = {0, 0, 0, 0};
  PrototypeSpace space;
  Numbers start = {0, 3, 100};
};

// vq pulls with ½.
TEST_F(Lloyd, StandsOnSumsOfPullsAndOfPullsTimesSamples) {
  const PrototypeObjective of = objective();
  PullMoments moments = of.make_moments();
  const double loss = of.accumulate(testing::all_of(4), start, 1, moments, *of.make_workspace());
  of.finish_moments(1, moments);
  EXPECT_EQ(loss, 0.5 * (0 + 1 + 1 + 4));
  EXPECT_EQ(moments.pulls, (Numbers{1, 1, 0}));
  EXPECT_EQ(Numbers(moments.samples.values().begin(), moments.samples.values().end()), (Numbers{0.5, 4.5, 0}));
  Numbers p = start;
  of.move_to_means(moments, p);
  EXPECT_EQ(p, (Numbers{0.5, 4.5, 100}));
}

TEST_F(Lloyd, WeighsSamples) {
  const Numbers weights{1, 3, 1, 1};
  const PrototypeObjective of = objective({.weights = weights});
  Numbers p = start;
  iterate_means(of, in_order(of, testing::all_of(4)), p);
  EXPECT_EQ(p, (Numbers{0.75, 4.5, 100}));   // (0 + 3·1)/4
}

TEST_F(Lloyd, MovesUntilNothingMovesAndSaysHowOften) {
  const PrototypeObjective of = objective();
  const auto samples = testing::all_of(4);
  Numbers p = start;
  EXPECT_EQ(iterate_means(of, in_order(of, samples), p), 1U);
  EXPECT_EQ(p, (Numbers{0.5, 4.5, 100}));
  EXPECT_EQ(iterate_means(of, in_order(of, samples), p), 0U);
  Serial serial;
  Accumulator accumulator(of, serial);
  Numbers by_shards = start;
  iterate_means(
      of, [&](Row at, PullMoments& moments) { accumulator.sum_moments(samples, at, 1, moments); }, by_shards);
  EXPECT_EQ(by_shards, p);
}

// Half the sum of squares to the nearest prototype falls with every move, and none is left to gain at the end.
TEST_F(Lloyd, NeverRaisesTheCost) {
  const testing::RandomProblem problem(300, 3, {0, 0, 0, 0, 0, 0}, 8);
  const PrototypeSpace wide(dissimilarities().make("squared-euclidean", {}), 3, problem.prototype_labels,
                            Scope::shared);
  const PrototypeObjective of(wide, rules().make("vq", {}), problem.x.view(), problem.y);
  const auto workspace = of.make_workspace();
  const auto samples = testing::all_of(300);
  Numbers p(problem.x.values().begin(), problem.x.values().begin() + 18);
  double last = 1e300;
  const auto watched = [&](Row at, PullMoments& moments) {
    const double cost = of.accumulate(samples, at, 1, moments, *workspace);
    EXPECT_LE(cost, last);
    last = cost;
  };
  EXPECT_GT(iterate_means(of, watched, p), 2U);
}

TEST_F(Lloyd, OverCombinationsFindsTheCoefficientsOfTheSameMeans) {
  Serial serial;
  const Matrix d = dissimilarities_among(x.view(), *dissimilarities().make("squared-euclidean", {}), serial);
  const KernelObjective of({0, 0}, rules().make("vq", {}), {d.view(), y});
  Matrix alpha(2, 4);
  alpha(0, 0) = alpha(1, 2) = 1;
  Numbers p = of.start_from(std::as_const(alpha).view());
  iterate_means(of, in_order(of, testing::all_of(4)), p);
  const MatrixView found = of.coefficients(p);
  EXPECT_EQ(Numbers(found.row(0).begin(), found.row(0).end()), (Numbers{0.5, 0.5, 0, 0}));
  EXPECT_EQ(Numbers(found.row(1).begin(), found.row(1).end()), (Numbers{0, 0, 0.5, 0.5}));
  const Numbers anew = of.start_from(found);   // Dα goes along
  EXPECT_EQ(p, anew);
}

TEST_F(Lloyd, NeedsPrototypesThatAreMeans) {
  const testing::FunctionObjective parabola({{.name = "number", .size = 1}}, [](Row, MutableRow) { return 0.0; });
  EXPECT_THROW(parabola.make_moments(), UsageError);
}

}   // namespace
}   // namespace protea
