// The Hopfield network by itself: weights by hand, energies that fall, cycles of two, patterns that the perceptron keeps and Hebb does not.
#include <protea/perceptron/hopfield.hpp>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <protea/base/error.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

Matrix matrix(std::size_t rows, std::size_t columns, const std::vector<double>& values) {
  Matrix result(rows, columns);
  std::ranges::copy(values, result.values().begin());
  return result;
}

std::vector<double> random_state(std::size_t n, std::uint64_t seed) {
  Random random(seed, Purpose::simulation, 1);
  std::vector<double> state(n);
  for (double& each : state) each = random.below(2) == 0 ? -1 : 1;
  return state;
}

// Weights from {−1, 0, 1}: fields of 0 are frequent.
Matrix small_weights(std::size_t n, std::uint64_t seed, bool is_symmetric) {
  Random random(seed, Purpose::simulation);
  Matrix weights(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      weights(i, j) = static_cast<double>(random.below(3)) - 1;
      weights(j, i) = is_symmetric ? weights(i, j) : static_cast<double>(random.below(3)) - 1;
    }
  }
  return weights;
}

// By the formula, pair by pair.
double energy_by_hand(const HopfieldNetwork& network, Row s) {
  double energy = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    for (std::size_t j = i + 1; j < s.size(); ++j) energy -= network.unit() * network.weights()(i, j) * s[i] * s[j];
  }
  return energy;
}

// ξ_i Σ_j w_ij ξ_j, the smallest.
double least_stability(const HopfieldNetwork& network, const Matrix& patterns) {
  double least = infinity;
  for (std::size_t p = 0; p < patterns.rows(); ++p) {
    for (std::size_t i = 0; i < network.size(); ++i) {
      double field = 0;
      for (std::size_t j = 0; j < network.size(); ++j)
        field += network.unit() * network.weights()(i, j) * patterns(p, j);
      least = std::min(least, patterns(p, i) * field);
    }
  }
  return least;
}

// ξ¹ = (1, 1, −1, −1), ξ² = (1, −1, 1, −1): products agree for the pairs (1, 4) and (2, 3), −1 in both, and cancel for the others.
TEST(Hopfield, HebbsWeightsAreMeansOfProductsPerUnit) {
  const Matrix patterns = matrix(2, 4, {1, 1, -1, -1, 1, -1, 1, -1});
  const HopfieldNetwork network = hebb_network(patterns.view());
  EXPECT_EQ(network.unit(), 0.25);   // 1/N, where the notes print 1/P = ½
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j)
      EXPECT_EQ(network.unit() * network.weights()(i, j), i + j == 3 ? -0.5 : 0) << i << j;
  }
  EXPECT_TRUE(network.is_symmetric());
  EXPECT_EQ(HopfieldState(network, patterns.row(0)).energy(), -1);   // two pairs of −½ · (−1)
  EXPECT_EQ(overlap(patterns.row(0), patterns.row(1)), 0);
  EXPECT_EQ(overlap(patterns.row(0), patterns.row(0)), 1);
}

// Errata N30: with 1/P in the place of 1/N nothing goes elsewhere.
TEST(Hopfield, AFactorOfTheWeightsChangesNoState) {
  const Matrix weights = small_weights(20, 3, true);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const std::vector<double> start = random_state(20, seed);
    const Recall plain = recall(HopfieldNetwork(weights), start);
    const Recall scaled = recall(HopfieldNetwork(weights, 1.0 / 7), start);
    EXPECT_EQ(plain.state, scaled.state);
    EXPECT_NEAR(plain.energy_after, 7 * scaled.energy_after, 1e-12);
  }
}

TEST(Hopfield, AnotherViewOfTheSamePatternsGivesTheSameWeights) {
  const Matrix wide = matrix(2, 4, {1, 1, -1, 9, 1, -1, 1, 9});
  const Matrix narrow = matrix(2, 3, {1, 1, -1, 1, -1, 1});
  const HopfieldNetwork a = hebb_network({wide.values().data(), 2, 3, 4});
  const HopfieldNetwork b = hebb_network(narrow.view());
  EXPECT_TRUE(std::ranges::equal(a.weights().values(), b.weights().values()));
}

TEST(Hopfield, TheEnergyNeverRisesUnitByUnitAndEndsAtRest) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const std::size_t n = 2 + seed % 23;
    const HopfieldNetwork network(small_weights(n, seed, true));
    HopfieldState state(network, random_state(n, seed));
    Random random(seed, Purpose::presentation);
    double energy = state.energy();
    for (int step = 0; step < 400; ++step) {
      const std::size_t i = random.below(n);
      const double before = state.values()[i];
      const bool changes = state.set(i, state.next(i));
      const double now = energy_by_hand(network, state.values());
      EXPECT_EQ(state.energy(), now);
      EXPECT_EQ(changes, before != state.values()[i]);
      if (changes) EXPECT_LT(now, energy);   // by 2|h|, and h is not 0
      else EXPECT_EQ(now, energy);
      energy = now;
    }
    const Recall end = recall(network, random_state(n, seed + 100));
    EXPECT_EQ(end.end, RecallEnd::fixed_point);
    EXPECT_LE(end.energy_after, end.energy_before);
    EXPECT_TRUE(HopfieldState(network, end.state).is_at_rest());
  }
}

TEST(Hopfield, TheEnergyOfRealWeightsFallsFromSweepToSweep) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Random random(seed, Purpose::simulation);
    Matrix weights(30, 30);
    for (std::size_t i = 0; i < 30; ++i) {
      for (std::size_t j = 0; j < i; ++j) weights(i, j) = weights(j, i) = random.normal();
    }
    const HopfieldNetwork network(weights);
    const std::vector<double> start = random_state(30, seed);
    double energy = energy_by_hand(network, start);
    for (std::size_t sweeps = 1; sweeps <= 10; ++sweeps) {
      const Recall found = recall(network, start, {.sweeps = sweeps});
      EXPECT_NEAR(found.energy_after, energy_by_hand(network, found.state), 1e-12 * 900);
      EXPECT_LE(found.energy_after, energy + 1e-12 * 900);
      energy = found.energy_after;
    }
  }
}

// Two units that want to differ: both at once turn over for ever, one after the other come to rest.
TEST(Hopfield, ParallelDynamicsCyclesWhereSequentialDynamicsRests) {
  const HopfieldNetwork network(matrix(2, 2, {0, -1, -1, 0}));
  const std::vector<double> same{1, 1};
  const Recall parallel = recall(network, same, {.dynamics = HopfieldDynamics::parallel});
  EXPECT_EQ(parallel.end, RecallEnd::two_cycle);
  EXPECT_EQ(parallel.sweeps, 1U);
  const Recall sequential = recall(network, same);
  EXPECT_EQ(sequential.end, RecallEnd::fixed_point);
  EXPECT_EQ(sequential.state[0], -sequential.state[1]);
  EXPECT_EQ(sequential.energy_before, 1);
  EXPECT_EQ(sequential.energy_after, -1);
}

TEST(Hopfield, ParallelDynamicsOfSymmetricWeightsEndsInOneStateOrTwo) {
  std::size_t cycles = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const std::size_t n = 2 + seed % 13;
    const HopfieldNetwork network(small_weights(n, seed, true));
    const Recall found = recall(network, random_state(n, seed), {HopfieldDynamics::parallel, 10'000, 1});
    ASSERT_NE(found.end, RecallEnd::not_settled) << seed;
    cycles += found.end == RecallEnd::two_cycle ? 1 : 0;
  }
  EXPECT_GT(cycles, 0U);
  EXPECT_LT(cycles, 400U);
}

// S₁ follows S₂ and S₂ flees S₁: (1, 1), (1, −1), (−1, −1), (−1, 1) and round again.
TEST(Hopfield, AsymmetricWeightsNeedNotSettle) {
  const HopfieldNetwork network(matrix(2, 2, {0, 1, -1, 0}));
  EXPECT_FALSE(network.is_symmetric());
  const std::vector<double> start{1, 1};
  const auto after = [&](std::size_t sweeps) {
    return recall(network, start, {HopfieldDynamics::parallel, sweeps, 1}).state;
  };
  EXPECT_EQ(after(1), (std::vector<double>{1, -1}));
  EXPECT_EQ(after(2), (std::vector<double>{-1, -1}));
  EXPECT_EQ(after(3), (std::vector<double>{-1, 1}));
  EXPECT_EQ(after(4), start);
  const Recall found = recall(network, start, {HopfieldDynamics::parallel, 50, 1});
  EXPECT_EQ(found.end, RecallEnd::not_settled);
  EXPECT_EQ(found.sweeps, 50U);
  EXPECT_EQ(found.energy_after, 0);   // of the symmetric part, which is 0
}

// w_21 = 1 alone: unit 2 takes the value of unit 1, which keeps its own where nobody acts on it.
TEST(Hopfield, AFieldOfZeroKeepsTheValueAndAnUnknownOneActsOnNobody) {
  const HopfieldNetwork network(matrix(2, 2, {0, 0, 1, 0}));
  for (const HopfieldDynamics dynamics : {HopfieldDynamics::sequential, HopfieldDynamics::parallel}) {
    EXPECT_EQ(recall(network, std::vector<double>{-1, 1}, {.dynamics = dynamics}).state, (std::vector<double>{-1, -1}));
    EXPECT_EQ(recall(network, std::vector<double>{-1, 0}, {.dynamics = dynamics}).state, (std::vector<double>{-1, -1}));
    EXPECT_EQ(recall(network, std::vector<double>{0, 1}, {.dynamics = dynamics}).state, (std::vector<double>{0, 1}));
  }
}

TEST(Hopfield, FieldsThatAreKeptAreThoseOfTheProduct) {
  for (const bool is_symmetric : {true, false}) {
    const HopfieldNetwork network(small_weights(17, 5, is_symmetric), 0.5);
    HopfieldState state(network, random_state(17, 1));
    for (std::size_t i = 0; i < 17; ++i) state.set(i, i % 3 == 0 ? 0 : 1);
    for (std::size_t i = 0; i < 17; ++i) {
      double field = 0;
      for (std::size_t j = 0; j < 17; ++j) field += 0.5 * network.weights()(i, j) * state.values()[j];
      EXPECT_EQ(state.field(i), field);
    }
  }
}

TEST(Hopfield, RefusesWeightsThatAreNone) {
  EXPECT_THROW(HopfieldNetwork(Matrix(2, 3)), UsageError);
  EXPECT_THROW(HopfieldNetwork(matrix(2, 2, {1, 0, 0, 0})), UsageError);
  EXPECT_THROW(HopfieldNetwork(Matrix(2, 2), 0), UsageError);
}

// One pattern (1, 1, −1), margin 0. Together: unit 1 has E = 0 and learns w_12 = 1/3, w_13 = −1/3, and with them w_21 and w_31; units 2 and 3 then
// have E = 1/3. Apart: each learns its own row. The second pass finds nothing.
TEST(HopfieldPerceptron, LearnsTogetherOrApartAsByHand) {
  const Matrix pattern = matrix(1, 3, {1, 1, -1});
  Serial serial;
  const TrainedNetwork together = perceptron_network(pattern.view(), {.margin = 0}, serial);
  EXPECT_TRUE(
      std::ranges::equal(together.network.weights().values(), std::vector<double>{0, 1, -1, 1, 0, 0, -1, 0, 0}));
  EXPECT_EQ(together.network.unit(), 1.0 / 3);
  EXPECT_EQ(together.epochs, 2U);
  EXPECT_TRUE(together.converged);
  const TrainedNetwork apart = perceptron_network(pattern.view(), {.margin = 0, .is_symmetric = false}, serial);
  EXPECT_TRUE(std::ranges::equal(apart.network.weights().values(), hebb_network(pattern.view()).weights().values()));
  EXPECT_EQ(apart.epochs, 2U);
}

// Patterns that are 1 in nine of ten places: Hebb's weights are dominated by what all have in common.
TEST(HopfieldPerceptron, KeepsCorrelatedPatternsThatHebbLoses) {
  Random random(1, Purpose::simulation);
  Matrix patterns(15, 60);
  for (double& value : patterns.values()) value = random.uniform() < 0.9 ? 1 : -1;
  Serial serial;
  EXPECT_LT(least_stability(hebb_network(patterns.view()), patterns), 0);
  for (const bool is_symmetric : {true, false}) {
    for (const double margin : {0.0, 1.0, 5.0}) {
      const TrainedNetwork trained = perceptron_network(patterns.view(), {margin, 100'000, is_symmetric}, serial);
      ASSERT_TRUE(trained.converged);
      EXPECT_GT(least_stability(trained.network, patterns), margin);
      EXPECT_EQ(trained.network.is_symmetric(), is_symmetric);
      for (std::size_t p = 0; p < patterns.rows(); ++p) {
        const Recall found = recall(trained.network, std::as_const(patterns).row(p));
        EXPECT_EQ(found.sweeps, 0U);
        EXPECT_EQ(overlap(std::as_const(patterns).row(p), found.state), 1);
      }
    }
  }
}

// The third value is the product of the first two, which no perceptron learns from these.
TEST(HopfieldPerceptron, SaysThatPatternsCannotBeKept) {
  const Matrix patterns = matrix(4, 3, {1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1});
  Serial serial;
  for (const bool is_symmetric : {true, false}) {
    const TrainedNetwork trained = perceptron_network(patterns.view(), {1, 30, is_symmetric}, serial);
    EXPECT_FALSE(trained.converged);
    EXPECT_EQ(trained.epochs, 30U);
  }
}

TEST(HopfieldPerceptron, LearnsTheSameOnAnyNumberOfThreads) {
  Matrix patterns(12, 40);
  Random random(2, Purpose::simulation);
  for (double& value : patterns.values()) value = random.below(2) == 0 ? -1 : 1;
  Serial serial;
  const auto one = perceptron_network(patterns.view(), {.is_symmetric = false}, serial);
  for (const std::size_t threads : {2, 5}) {
    const auto runtime = make_runtime(threads);
    const auto other = perceptron_network(patterns.view(), {.is_symmetric = false}, *runtime);
    EXPECT_TRUE(std::ranges::equal(other.network.weights().values(), one.network.weights().values()));
    EXPECT_EQ(other.epochs, one.epochs);
  }
}

TEST(HopfieldNoise, TurnsOverTheShareThatIsAskedFor) {
  for (const double share : {0.0, 0.1, 0.25, 1.0}) {
    std::vector<double> state(200, 1);
    flip_values(state, share, Random(3, Purpose::generator));
    EXPECT_EQ(static_cast<double>(std::ranges::count(state, -1)), 200 * share);
  }
}

}   // namespace
}   // namespace protea
