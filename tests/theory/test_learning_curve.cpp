// Learning curves, their ends, and what states are worth.
#include <theory/laws.hpp>
#include <theory/states.hpp>

#include <protea/base/error.hpp>
#include <protea/theory/normal.hpp>
#include <protea/theory/small_rate_limit.hpp>
#include <protea/theory/winner_takes_all.hpp>

namespace protea {
namespace {

using testing::lvq2_1_law;
using testing::margin_law;
using testing::rslvq_law;
using testing::small_start;

constexpr ClusterModel figure_2{.p_plus = 0.8, .lambda = 1};
const std::vector<double> alphas{0.5, 1, 2, 5, 10, 20, 50, 100, 200};
const WinnerTakesAll lvq1(0, 1);
const WinnerTakesAll lvq_plus(0.5, 0.5);
const WinnerTakesAll vq(1, 0);
double constant_rate(double) { return 0.2; }

Overlaps broken_start() {
  Overlaps result = small_start(1e-4);
  result.r = {{{0.005, 0}, {0, 0.005}}};
  return result;
}

TEST(LearningCurve, IsTheSameForTwoTolerancesAndTwoIntegrators) {
  for (const TheoryRule* const rule : {&lvq1, &lvq_plus, &vq}) {
    const LearningTask task{figure_2, *rule, constant_rate, broken_start()};
    const LearningCurve curve = learning_curve(task, alphas);
    LearningTask strict = task;
    strict.tolerance = 1e-13;
    const LearningCurve finer = learning_curve(strict, alphas);
    strict.integrator = Integrator::fehlberg;
    const LearningCurve other = learning_curve(strict, alphas);
    ASSERT_EQ(curve.points.size(), alphas.size());
    for (std::size_t i = 0; i < alphas.size(); ++i) {
      EXPECT_LT(testing::largest_difference(curve.points[i].overlaps, finer.points[i].overlaps), 1e-9) << alphas[i];
      EXPECT_LT(testing::largest_difference(curve.points[i].overlaps, other.points[i].overlaps), 1e-9) << alphas[i];
    }
  }
}

TEST(LearningCurve, StaysWithinWhatVectorsCanDo) {
  const LearningCurve curve = learning_curve({figure_2, lvq1, constant_rate, small_start(1e-4)}, alphas);
  for (const LearningPoint& point : curve.points) EXPECT_NO_THROW(demand_valid(point.overlaps));
}

// The factors of lvq2.1 without a window are ±1: R follows a linear equation, R₋σ(α) = c + (R₋σ(0) − c) e^{+η(p₊−p₋)α}.
TEST(LearningCurve, Lvq21WithoutAWindowDivergesAsTheLinearEquationSays) {
  const DifferenceRule rule(lvq2_1_law(INFINITY));
  const LearningCurve curve =
      learning_curve({figure_2, rule, constant_rate, small_start(1e-4)}, std::array{1.0, 10.0, 30.0, 100.0});
  const double grow = 0.2 * (0.8 - 0.2);
  ASSERT_EQ(curve.points.size(), 3u);
  for (const LearningPoint& point : curve.points) {
    // dR₋₊/dα = −η(p₊λ − (p₊ − p₋)R₋₊), dR₊₋/dα = η(−p₋λ − (p₊ − p₋)R₊₋)
    const double c = 0.8 / 0.6;
    EXPECT_NEAR(point.overlaps.r[1][0] / (c * (1 - std::exp(grow * point.alpha))), 1, 1e-9);
    EXPECT_NEAR(point.overlaps.r[0][1] / (-0.2 / 0.6 * (1 - std::exp(-grow * point.alpha))), 1, 1e-9);
  }
  ASSERT_TRUE(curve.diverged_at);
  EXPECT_GT(*curve.diverged_at, 30);
  EXPECT_LT(*curve.diverged_at, 100);
  const DifferenceRule windowed(lvq2_1_law(1));
  EXPECT_FALSE(learning_curve({figure_2, windowed, constant_rate, small_start(1e-4)}, alphas).diverged_at);
}

// The α of the crossing, whatever the steps: just before it the curve is there, and its largest overlap is
// almost the limit.
TEST(LearningCurve, DivergesWhereAnOverlapCrossesTheLimit) {
  const DifferenceRule rule(lvq2_1_law(INFINITY));
  const LearningTask task{figure_2, rule, constant_rate, small_start(1e-4)};
  const LearningCurve curve = learning_curve(task, std::array{100.0});
  ASSERT_TRUE(curve.diverged_at);
  const LearningCurve before = learning_curve(task, std::array{*curve.diverged_at * (1 - 1e-7)});
  ASSERT_EQ(before.points.size(), 1u);
  EXPECT_NEAR(before.points[0].overlaps.q[1][1] / most_overlap, 1, 1e-5);
  EXPECT_FALSE(learning_curve(task, std::array{*curve.diverged_at * (1 + 1e-7)}).points.size());
  for (const double stop : {*curve.diverged_at - 0.4, *curve.diverged_at - 0.01}) {
    EXPECT_NEAR(*learning_curve(task, std::array{stop, 100.0}).diverged_at, *curve.diverged_at, 1e-6) << stop;
  }
}

TEST(LearningCurve, SaysWhereAStateExplodesAndKeepsWhatCameBefore) {
  const DifferenceRule steep(margin_law<MarginExponential>(50, figure_2));
  EXPECT_TRUE(learning_curve({figure_2, steep, constant_rate, small_start(1e-4)}, alphas).diverged_at);
  const DifferenceRule exponential(margin_law<MarginExponential>(2, figure_2));
  const LearningCurve curve = learning_curve({figure_2, exponential, constant_rate, small_start(1e-4)}, alphas);
  ASSERT_TRUE(curve.diverged_at);
  EXPECT_GT(*curve.diverged_at, 10);
  EXPECT_LT(*curve.diverged_at, 20);
  ASSERT_EQ(curve.points.size(), 5u);
  EXPECT_EQ(curve.points.back().alpha, 10);
}

TEST(LearningCurve, StopsWhereTheStepsAreUsedUp) {
  const DifferenceRule stiff(rslvq_law(0.05));
  LearningTask task{figure_2, stiff, constant_rate, small_start(1e-4)};
  task.most_steps = 1000;
  const LearningCurve curve = learning_curve(task, alphas);
  ASSERT_TRUE(curve.stopped_at);
  EXPECT_FALSE(curve.diverged_at);
  EXPECT_EQ(curve.steps, 1000u);
  ASSERT_FALSE(curve.points.empty());
  EXPECT_LE(curve.points.back().alpha, *curve.stopped_at);
  task.most_steps = 2000;
  EXPECT_GT(*learning_curve(task, alphas).stopped_at, *curve.stopped_at);
}

TEST(LearningCurve, VqNeverLeavesASymmetricStateAndLeavesABrokenOne) {
  ASSERT_TRUE(are_exchangeable(small_start(1e-4), 0, 1));
  ASSERT_FALSE(are_exchangeable(broken_start(), 0, 1));
  const LearningPoint stuck =
      learning_curve({figure_2, vq, constant_rate, small_start(1e-4)}, std::array{200.0}).points[0];
  EXPECT_NEAR(stuck.overlaps.r[0][0], stuck.overlaps.r[1][0], 1e-9);
  EXPECT_NEAR(stuck.error.total, 0.5, 1e-9);
  const LearningPoint free = learning_curve({figure_2, vq, constant_rate, broken_start()}, std::array{200.0}).points[0];
  EXPECT_GT(std::abs(free.overlaps.r[0][0] - free.overlaps.r[1][0]), 0.3);
}

// Exchanging the clusters changes nothing, and prototypes of different lengths do not help.
TEST(LearningCurve, VqNeverPrefersOneOfTwoClustersThatAreAlike) {
  const ClusterModel model{.p_plus = 0.5, .lambda = 1};
  Overlaps start = small_start(1e-4);
  start.q[1][1] = 4e-4;
  ASSERT_FALSE(are_exchangeable(start, 0, 1));
  ASSERT_TRUE(are_clusters_exchangeable(model, start));
  ASSERT_FALSE(are_clusters_exchangeable(figure_2, start));
  ASSERT_FALSE(are_clusters_exchangeable(model, broken_start()));
  const LearningPoint stuck = learning_curve({model, vq, constant_rate, start}, std::array{200.0}).points[0];
  for (const auto& r : stuck.overlaps.r) EXPECT_NEAR(r[0], r[1], 1e-9);
}

TEST(LearningCurve, Lvq1KeepsPrototypesOfOneClassAlikeThatStartAlike) {
  const WinnerTakesAll rule(0, 1, {0, 1, 0});
  Overlaps start = small_start(1e-4, 3);
  ASSERT_TRUE(are_exchangeable(start, 0, 2));
  const Overlaps stuck = learning_curve({figure_2, rule, constant_rate, start}, std::array{100.0}).points[0].overlaps;
  EXPECT_NEAR(stuck.r[0][0], stuck.r[2][0], 1e-9);
  EXPECT_NEAR(stuck.q[0][0], stuck.q[2][2], 1e-9);
  start.q[0][1] = start.q[1][0] = 1e-5;
  EXPECT_FALSE(are_exchangeable(start, 0, 2));
}

// η(α) = η₀/(1 + α) makes dR/dα = η(α)·linear: for lvq2.1 without a window R₋₊ is c(1 − (1 + α)^{η₀(p₊−p₋)}).
TEST(LearningCurve, FollowsALearningRateThatFalls) {
  const DifferenceRule rule(lvq2_1_law(INFINITY));
  const auto rate = [](double alpha) { return 0.5 / (1 + alpha); };
  const LearningCurve curve = learning_curve({figure_2, rule, rate, small_start(1e-4)}, std::array{3.0, 40.0});
  for (const LearningPoint& point : curve.points) {
    EXPECT_NEAR(point.overlaps.r[1][0], 0.8 / 0.6 * (1 - std::pow(1 + point.alpha, 0.5 * 0.6)), 1e-8);
  }
}

TEST(LearningCurve, RefusesWhatCannotBe) {
  Overlaps impossible = small_start(1e-4);
  impossible.r[0][0] = 0.5;
  EXPECT_THROW(learning_curve({figure_2, lvq1, constant_rate, impossible}, alphas), UsageError);
  EXPECT_THROW(learning_curve({figure_2, lvq1, constant_rate, small_start(0)}, alphas), UsageError);
  EXPECT_THROW(learning_curve({figure_2, lvq1, constant_rate, small_start(1)}, std::array{2.0, 1.0}), UsageError);
  EXPECT_THROW(learning_curve({{.p_plus = 1}, lvq1, constant_rate, small_start(1)}, alphas), UsageError);
  EXPECT_THROW(learning_curve({figure_2, lvq1, constant_rate, small_start(1, 3)}, alphas), UsageError);
  EXPECT_THROW(learning_curve({figure_2, lvq1, constant_rate, small_start(1e7)}, alphas), UsageError);
  EXPECT_THROW(learning_curve({figure_2, lvq1, constant_rate, small_start(1)}, std::array{1e300}), UsageError);
  EXPECT_THROW(WinnerTakesAll(0, 1, {0, 1, 0, 1}), UsageError);
}

// Errata D1: (8) lacks the factor 2 below the fraction, (30) is right; sampled in the plane of the prototypes.
TEST(Errata, ThePrintedGeneralizationErrorLacksAFactorTwo) {
  Random random(1, Purpose::generator);
  const ClusterModel model{.p_plus = 0.6, .lambda = 1};
  const Overlaps overlaps = testing::random_overlaps(random);
  const auto w = vectors_with(overlaps);
  const int samples = 200'000;
  double wrong = 0;
  for (int i = 0; i < samples; ++i) {
    const std::size_t cluster = random.uniform() < model.p_plus ? 0 : 1;
    double d[2] = {overlaps.q[0][0], overlaps.q[1][1]};
    for (std::size_t n = 0; n < 4; ++n) {
      const double xi = random.normal() + (n == cluster ? model.lambda : 0);
      for (std::size_t l = 0; l < 2; ++l) d[l] -= 2 * w[l][n] * xi;
    }
    wrong += d[cluster] > d[1 - cluster] ? 1.0 / samples : 0;
  }
  const double error = 4 * std::sqrt(wrong * (1 - wrong) / samples);
  EXPECT_NEAR(generalization_error(model, overlaps, {0, 1}).total, wrong, error);
  double printed = 0;
  for (const std::size_t s : {0u, 1u}) {
    const double above =
        overlaps.q[s][s] - overlaps.q[1 - s][1 - s] - 2 * model.lambda * (overlaps.r[s][s] - overlaps.r[1 - s][s]);
    printed += model.p(s) * normal_cdf(above / std::sqrt(overlaps.q[0][0] + overlaps.q[1][1] - 2 * overlaps.q[0][1]));
  }
  EXPECT_GT(std::abs(printed - wrong), 3 * error);
}

// Vector quantization descends its cost when the rate is small, also with three prototypes.
TEST(QuantizationError, FallsWhileVqLearnsSlowly) {
  for (const std::size_t prototypes : {2u, 3u}) {
    Random random(3, Purpose::generator);
    const WinnerTakesAll rule(1, 0,
                              prototypes == 2 ? std::vector<std::size_t>{0, 1} : std::vector<std::size_t>{0, 1, 1});
    const LearningCurve curve =
        learning_curve({figure_2, rule, [](double) { return 1e-3; }, testing::random_overlaps(random, prototypes)},
                       std::array{0.0, 100.0, 300.0, 1000.0, 3000.0});
    for (std::size_t i = 1; i < curve.points.size(); ++i)
      EXPECT_LT(curve.points[i].quantization, curve.points[i - 1].quantization);
  }
}

TEST(ThreePrototypes, AreTwoWhenTheThirdIsFarAway) {
  Overlaps two;
  two.r = {{{0.5, -0.2}, {-0.1, 0.6}}};
  two.q = {{{0.8, 0.1}, {0.1, 0.9}}};
  Overlaps three = two;
  three.prototypes = 3;
  three.q[2][2] = 1e6;
  const Flow a = flow(figure_2, lvq1, two);
  const Flow b = flow(figure_2, WinnerTakesAll(0, 1, {0, 1, 1}), three);
  for (std::size_t l = 0; l < 2; ++l) {
    for (std::size_t m = 0; m < 2; ++m) {
      EXPECT_NEAR(a.linear.q[l][m], b.linear.q[l][m], 1e-12);
      EXPECT_NEAR(a.linear.r[l][m], b.linear.r[l][m], 1e-12);
    }
  }
}

// Section 4.2 and errata D18, D20.
TEST(SmallRateLimit, OfLvqPlusIsTheMiddleWhateverThePriors) {
  for (const double p : {0.1, 0.3, 0.5, 0.8, 0.95}) {
    for (const double lambda : {0.7, 1.2}) {
      const SmallRateLimit limit = small_rate_limit({p, lambda, 1, 1}, lvq_plus, small_start(1e-4));
      EXPECT_TRUE(limit.is_stable());
      EXPECT_LT(limit.residual, 1e-12);
      EXPECT_NEAR(limit.error.total, normal_cdf(-lambda / std::sqrt(2.0)), 1e-9) << p;
      EXPECT_NEAR(limit.overlaps.r[0][0] + limit.overlaps.r[1][0], lambda, 1e-9)
          << "symmetric about λ(B₊ + B₋)/2, not λ(B₊ + B₋)";
    }
  }
}

TEST(SmallRateLimit, OfLvqPlusDependsOnThePriorsOnlyThroughTheErrorWhenVariancesDiffer) {
  const SmallRateLimit few = small_rate_limit({0.2, 1, 0.5, 1.5}, lvq_plus, small_start(1e-4));
  const SmallRateLimit many = small_rate_limit({0.8, 1, 0.5, 1.5}, lvq_plus, small_start(1e-4));
  EXPECT_LT(testing::largest_difference(few.overlaps, many.overlaps), 1e-9);
  EXPECT_GT(std::abs(few.error.total - many.error.total), 0.01);
}

TEST(SmallRateLimit, OfLvq1LiesBetweenTheOptimumAndLvqPlus) {
  const ClusterModel model{.p_plus = 0.8, .lambda = 1.2};
  const SmallRateLimit lvq1_limit = small_rate_limit(model, lvq1, small_start(1e-4));
  EXPECT_TRUE(lvq1_limit.is_stable());
  EXPECT_GT(lvq1_limit.error.total, best_hyperplane(model).error);
  EXPECT_LT(lvq1_limit.error.total, small_rate_limit(model, lvq_plus, small_start(1e-4)).error.total);
  // It is where curves of small rates end.
  const LearningPoint late =
      learning_curve({model, lvq1, [](double) { return 1e-3; }, small_start(1e-4)}, std::array{50'000.0}).points[0];
  EXPECT_NEAR(late.error.total, lvq1_limit.error.total, 2e-3);
}

// Where clusters overlap strongly, the flow without noise circles for ever. The numbers are of an independent
// continuation of the fixed point in λ (SciPy's fsolve on averages by another quadrature); curves with η = 0.02, 0.01
// and 0.005 end there too.
TEST(SmallRateLimit, OfLvq1IsFoundWhereTheFlowFromTheStartCircles) {
  const ClusterModel model{.p_plus = 0.8, .lambda = 0.5};
  const SmallRateLimit limit = small_rate_limit(model, lvq1, small_start(1e-4));
  EXPECT_TRUE(limit.is_stable());
  EXPECT_TRUE(limit.is_detoured);
  EXPECT_NEAR(limit.error.total, 0.198868, 1e-6);
  EXPECT_GT(limit.error.total, best_hyperplane(model).error);
  EXPECT_LT(limit.error.total, small_rate_limit(model, lvq_plus, small_start(1e-4)).error.total);
  EXPECT_NEAR(limit.error.total, small_rate_limit(model, lvq1, small_start(1)).error.total, 1e-9) << "without a detour";
  EXPECT_NO_THROW(demand_valid(limit.overlaps));
  for (const ClusterModel& other :
       {ClusterModel{0.8, 0.4, 1, 1}, ClusterModel{0.8, 0.3, 1, 1}, ClusterModel{0.7, 0.3, 1, 1},
        ClusterModel{0.3, 0.3, 1, 1}, ClusterModel{0.9, 0.7, 1, 1}, ClusterModel{0.9, 0.5, 1, 1},
        ClusterModel{0.95, 0.7, 1, 1}}) {
    const SmallRateLimit each = small_rate_limit(other, lvq1, small_start(1e-4));
    EXPECT_TRUE(each.is_stable()) << other.p_plus << " " << other.lambda;
    EXPECT_LT(each.error.total, trivial_error(other));
    EXPECT_GT(each.error.total, best_hyperplane(other).error);
  }
}

// Of the rare class hardly anything is left. Numbers of SciPy's fsolve on averages by another quadrature.
TEST(SmallRateLimit, OfLvq1IsFoundForRareClasses) {
  EXPECT_NEAR(small_rate_limit({.p_plus = 0.996, .lambda = 1.2}, lvq1, small_start(1e-4)).error.total, 0.00399774,
              1e-8);
  EXPECT_NEAR(small_rate_limit({.p_plus = 0.9985, .lambda = 2}, lvq1, small_start(1e-4)).error.total, 0.00144598, 1e-8);
  EXPECT_NEAR(small_rate_limit({.p_plus = 0.999, .lambda = 2}, lvq1, small_start(1e-4)).error.total, 0.00097408, 1e-8);
}

// g = b·l·σ leads the same way for every b > 0.
TEST(SmallRateLimit, DoesNotDependOnTheStrengthOfARule) {
  const ClusterModel model{.p_plus = 0.8, .lambda = 1};
  const double expected = small_rate_limit(model, lvq1, small_start(1e-4)).error.total;
  for (const double b : {1e-8, 1e-3, 1e3}) {
    const SmallRateLimit limit = small_rate_limit(model, WinnerTakesAll(0, b), small_start(1e-4));
    EXPECT_TRUE(limit.is_stable()) << b;
    EXPECT_NEAR(limit.error.total, expected, 1e-10) << b;
  }
}

// Fixed points of these form a continuous family: an eigenvalue is zero, and its computed sign is noise.
TEST(SmallRateLimit, IsNeutralWhereFixedPointsFormAFamily) {
  for (const double p : {0.5, 0.8}) {
    const ClusterModel model{.p_plus = p, .lambda = 1};
    for (const DifferenceLaw& law :
         {margin_law<MarginExponential>(1, model), rslvq_law(0.5), margin_law<MarginHinge>(1, model)}) {
      const SmallRateLimit limit = small_rate_limit(model, DifferenceRule(law), small_start(1e-4));
      EXPECT_TRUE(limit.is_at_rest);
      EXPECT_EQ(limit.stability(), Stability::neutral) << limit.slowest;
      EXPECT_FALSE(limit.is_stable());
    }
  }
  const SmallRateLimit three = small_rate_limit(figure_2, WinnerTakesAll(0, 1, {0, 1, 0}), small_start(1e-4, 3));
  EXPECT_EQ(three.stability(), Stability::neutral) << three.slowest;
}

// Newton's method along a family once led to states that no vectors have, with eigenvalues of Q − RRᵀ of −7e-4.
TEST(SmallRateLimit, IsAStateThatVectorsHaveAlsoOnAFamily) {
  const ClusterModel rare{.p_plus = 0.95, .lambda = 1};
  const ClusterModel model{.p_plus = 0.8, .lambda = 1};
  const DifferenceRule hinge(margin_law<MarginHinge>(1, model));
  const DifferenceRule soft(rslvq_law(0.5));              // cross-entropy with steepness 2 is the same law
  const DifferenceRule wide(rslvq_law(std::sqrt(0.5)));   // … with steepness 1
  const auto expect_possible = [](const SmallRateLimit& limit) {
    ASSERT_TRUE(limit.is_at_rest);
    EXPECT_EQ(limit.stability(), Stability::neutral) << limit.slowest;
    EXPECT_LT(limit.residual, 1e-7);
    EXPECT_NO_THROW(demand_valid(limit.overlaps));
  };
  expect_possible(small_rate_limit(model, hinge, small_start(1e-4)));
  expect_possible(small_rate_limit(model, soft, small_start(1e-4)));
  expect_possible(small_rate_limit(rare, wide, small_start(1e-4)));
}

// Equal priors and a window: the push is what the two classes differ by in a strip of width k/s around the middle,
// ~ R⁻³, so Q ~ t^½.
TEST(SmallRateLimit, SaysThatPrototypesEscapeLikeAPowerWithAWindow) {
  const SmallRateLimit limit =
      small_rate_limit({.p_plus = 0.5, .lambda = 1}, DifferenceRule(lvq2_1_law(3)), small_start(1e-4));
  ASSERT_TRUE(limit.escape);
  EXPECT_NEAR(limit.escape->exponent, 0.5, 0.05);
}

// The prototype of a class that is lost in the other one wins Φ(−√Q/2) of the samples and is pushed by them: Q ~ 8 ln
// t, 8 ln 2 = 5.5 in a doubling, and somewhat more on the way there.
TEST(SmallRateLimit, SaysThatThePrototypeOfALostClassEscapesLogarithmically) {
  const SmallRateLimit limit = small_rate_limit({.p_plus = 0.9, .lambda = 0.3}, lvq1, small_start(1e-4));
  EXPECT_FALSE(limit.is_at_rest);
  ASSERT_TRUE(limit.escape);
  EXPECT_EQ(limit.escape->prototype, 1u);
  EXPECT_EQ(limit.escape->exponent, 0);
  EXPECT_GT(limit.escape->growth, 4);
  EXPECT_LT(limit.escape->growth, 12);
}

TEST(SmallRateLimit, OfVqIsOptimalForEqualPriorsAndUnstableWhenTheStartIsSymmetric) {
  const ClusterModel model{.p_plus = 0.5, .lambda = 1.2};
  EXPECT_NEAR(small_rate_limit(model, vq, broken_start()).error.total, best_hyperplane(model).error, 1e-9);
  const SmallRateLimit stuck = small_rate_limit(model, vq, small_start(1e-4));
  EXPECT_EQ(stuck.stability(), Stability::unstable);
  EXPECT_NEAR(stuck.error.total, 0.5, 1e-9);
}

TEST(SmallRateLimit, DoesNotExistForLvq21WithoutAWindow) {
  EXPECT_TRUE(small_rate_limit(figure_2, DifferenceRule(lvq2_1_law(INFINITY)), small_start(1e-4)).is_diverged);
}

TEST(SmallRateLimit, SaysWhereTheFlowNeverRests) {
  const SmallRateLimit limit = small_rate_limit(figure_2, DifferenceRule(lvq2_1_law(1)), small_start(1e-4));
  EXPECT_FALSE(limit.is_at_rest);
  EXPECT_FALSE(limit.is_stable());
  EXPECT_GT(limit.residual, 1e-8);
}

// Against a search over thresholds.
TEST(BestHyperplane, IsTheMinimumOverThresholds) {
  for (const ClusterModel& model : {ClusterModel{0.5, 1, 1, 1}, ClusterModel{0.8, 1.2, 1, 1},
                                    ClusterModel{0.3, 1, 0.5, 2}, ClusterModel{0.97, 0.3, 2, 0.5}}) {
    const BestHyperplane best = best_hyperplane(model);
    double smallest = trivial_error(model);
    const double c = model.lambda / std::sqrt(2.0);
    for (double t = -10; t < 10; t += 1e-3) {
      smallest = std::min(smallest, model.p(0) * normal_cdf((t - c) / std::sqrt(model.v_plus)) +
                                        model.p(1) * normal_cdf((-c - t) / std::sqrt(model.v_minus)));
    }
    EXPECT_LE(best.error, smallest + 1e-15);
    EXPECT_NEAR(best.error, smallest, 1e-6);
  }
  EXPECT_NEAR(best_hyperplane({0.5, 1, 1, 1}).error, normal_cdf(-1 / std::sqrt(2.0)), 1e-15);
}

}   // namespace
}   // namespace protea
