// Batch means: moments against sums over pairs, costs that fall, cells that begin again, gaps.
#include <gtest/gtest.h>

#include <cmath>

#include <protea/optimize/means.hpp>
#include <protea/runtime/accumulator.hpp>
#include <protea/train/fit.hpp>

#include <support/random_problem.hpp>
#include <support/variants.hpp>

namespace protea {
namespace {

using testing::RandomProblem;

std::shared_ptr<const AnyRule> rule_on(const std::string& name, const Lattice& lattice, const Settings& settings = {}) {
  const auto rule = rules().make(name, settings);
  return rule->lattice() ? rule->on(lattice) : rule;
}

// Moments by sums over winners, or by products, are those of the pulls one by one.
TEST(Means, StandOnTheMomentsOfThePulls) {
  for (const std::string name : {"vq", "som", "heskes-som", "neural-gas"}) {
    for (const std::size_t units : {6, 40}) {   // from 32 on winners are found by a shortlist
      const RandomProblem problem(200, 5, std::vector<Label>(units, 0), 3);
      const auto rule = rule_on(name, {Topology::hexagon, static_cast<std::int64_t>(units / 2), 2});
      const PrototypeSpace space(dissimilarities().make("squared-euclidean", {}), 5,
                                 std::vector<Label>(units, no_label), Scope::shared);
      std::vector<double> weights(200);
      for (std::size_t i = 0; i < 200; ++i) weights[i] = 0.5 + static_cast<double>(i % 3);
      const PrototypeObjective objective(space, rule, TrainingRows{problem.x.view(), {}, {.weights = weights}});
      const std::vector<double> p = problem.parameters(space, *rule, 4);
      PullMoments moments = objective.make_moments();
      const auto workspace = objective.make_workspace();
      const double loss = objective.accumulate(testing::all_of(200), p, 0.3, moments, *workspace);
      objective.finish_moments(0.3, moments);

      PrototypeSpace::Scratches scratches;
      Matrix d(200, units);
      Matrix pulls(200, units);
      const std::vector<Label> y(200, no_label);
      space.distances(problem.x.view(), p, d.view(), scratches);
      const double expected_loss = rule->pull(
          {.d = std::as_const(d).view(), .labels = space.labels(), .y = y, .weights = weights, .progress = 0.3},
          pulls.view(), {});
      EXPECT_NEAR(loss, expected_loss, 1e-9 * expected_loss) << name;
      for (std::size_t k = 0; k < units; ++k) {
        double sum = 0;
        std::vector<double> of_samples(5);
        for (std::size_t i = 0; i < 200; ++i) {
          sum += pulls(i, k);
          for (std::size_t j = 0; j < 5; ++j) of_samples[j] += pulls(i, k) * problem.x(i, j);
        }
        ASSERT_NEAR(moments.pulls[k], sum, 1e-10 * (1 + sum)) << name << " " << units;
        for (std::size_t j = 0; j < 5; ++j) ASSERT_NEAR(moments.samples(k, j), of_samples[j], 1e-9) << name;
      }
    }
  }
}

// For every Bregman divergence, the mean is where the pulled sum of dissimilarities is least: at a fixed range, no step
// raises the cost.
TEST(Means, LowerTheCostOfEveryBregmanDivergence) {
  std::size_t tried = 0;
  for (const auto& entry : dissimilarities().entries()) {
    const auto dissimilarity = entry.make({});
    if (!dissimilarity->traits().bregman || dissimilarity->parameter_count(4) > 0) continue;
    ++tried;
    const RandomProblem problem = RandomProblem(120, 4, std::vector<Label>(9, 0), 5).inside(dissimilarity->domain());
    for (const std::string name : {"vq", "heskes-som", "neural-gas"}) {
      const Settings constant = name == "vq" ? Settings{} : Settings{{"schedule", "constant"}, {"final_range", "0.8"}};
      const auto rule = rule_on(name, {Topology::rectangle, 3, 3}, constant);
      const PrototypeSpace space(dissimilarity, 4, std::vector<Label>(9, no_label), Scope::shared);
      const PrototypeObjective objective(space, rule, problem.x.view(), Labels{});
      std::vector<double> p(parameter_count(space.layout()));
      for (std::size_t k = 0; k < 9; ++k)
        std::ranges::copy(problem.x.row(k), space.prototypes(MutableRow(p)).row(k).begin());
      Means means;
      means.start(space.layout());
      const auto workspace = objective.make_workspace();
      PullMoments moments = objective.make_moments();
      double before = infinity;
      for (int step = 0; step < 30; ++step) {
        moments.clear();
        const double cost = objective.accumulate(testing::all_of(120), p, 1, moments, *workspace);
        objective.finish_moments(1, moments);
        ASSERT_LE(cost, before + 1e-12 * std::abs(before)) << entry.name << " " << name << " step " << step;
        before = cost;
        if (!means.average(objective, moments, p)) break;
      }
    }
  }
  EXPECT_GE(tried, 4U) << "squared Euclidean, Kullback–Leibler, Itakura–Saito, and more";
}

// Two units near 0 and 1, where the samples are: with σ = 1 each is pulled e^−1 as much by the other sample, with
// σ = 0.01 not at all.
TEST(Means, BeginWithTheFirstRangeAndEndWithTheLast) {
  Matrix x(2, 1);
  x(1, 0) = 1;
  const PrototypeSpace space(dissimilarities().make("squared-euclidean", {}), 1, std::vector<Label>(2, no_label),
                             Scope::shared);
  const PrototypeObjective objective(space, rules().make("neural-gas", {{"range", "1"}, {"final_range", "0.01"}}),
                                     x.view(), Labels{});
  const auto after = [&](std::int64_t epochs) {
    TrainingState state;
    state.parameters = {0.1, 0.9};
    Means means;
    Plan plan;
    plan.epochs = epochs;
    Serial serial;
    fit({objective, means, plan, serial}, state);
    return state.parameters[0];
  };
  EXPECT_NEAR(after(1), 1 / (1 + std::exp(1.0)), 1e-15);
  EXPECT_NEAR(after(2), 0, 1e-15);
}

// Samples 0, 1, 4, 9 and prototypes at 0.5, 0.6 and two far away: 9 is the farthest from its own (0.6), then 4.
TEST(Means, SeedEmptyCellsAgainAtTheFarthestSamples) {
  Matrix x(4, 1);
  const std::vector<double> values{0, 1, 4, 9};
  std::ranges::copy(values, x.values().begin());
  const PrototypeSpace space(dissimilarities().make("squared-euclidean", {}), 1, std::vector<Label>(4, no_label),
                             Scope::shared);
  const PrototypeObjective objective(space, rules().make("vq", {}), x.view(), Labels{});
  std::vector<double> p{0.4, 0.6, 50, 60};
  PullMoments moments = objective.make_moments();
  objective.accumulate(testing::all_of(4), p, 1, moments, *objective.make_workspace());
  objective.finish_moments(1, moments);
  Means means;
  means.start(space.layout());
  EXPECT_TRUE(means.average(objective, moments, p));
  EXPECT_EQ(p, (std::vector<double>{0, 14.0 / 3, 9, 4}));
  EXPECT_EQ(means.seeded_again(), 2U);

  Means patient;
  patient.seed_again = false;
  patient.start(space.layout());
  p = {0.4, 0.6, 50, 60};
  patient.average(objective, moments, p);
  EXPECT_EQ(p, (std::vector<double>{0, 14.0 / 3, 50, 60}));
}

// One prototype is far away at every step.
TEST(Means, CountAllThatBeganAgain) {
  Matrix x(3, 1);
  const std::vector<double> values{0, 1, 9};
  std::ranges::copy(values, x.values().begin());
  const PrototypeSpace space(dissimilarities().make("squared-euclidean", {}), 1, std::vector<Label>(2, no_label),
                             Scope::shared);
  const PrototypeObjective objective(space, rules().make("vq", {}), x.view(), Labels{});
  Means means;
  means.start(space.layout());
  for (std::size_t step = 1; step <= 3; ++step) {
    std::vector<double> p{0.5, 100};
    PullMoments moments = objective.make_moments();
    objective.accumulate(testing::all_of(3), p, 1, moments, *objective.make_workspace());
    objective.finish_moments(1, moments);
    means.average(objective, moments, p);
    EXPECT_EQ(means.seeded_again(), step);
  }
}

// Two features, one prototype, one gap: the mean of each feature over the samples that have it, where a sample with a
// gap counts double (2 features over 1 observed) in what it has.
TEST(Means, AreThoseOfObservedCoordinates) {
  Matrix x(3, 2);
  const std::vector<double> values{1, 10, 3, 20, 8, std::nan("")};
  std::ranges::copy(values, x.values().begin());
  const PrototypeSpace space(dissimilarities().make("squared-euclidean", {}), 2, {no_label}, Scope::shared);
  for (const std::string name : {"vq", "neural-gas"}) {
    const PrototypeObjective objective(space, rules().make(name, {}), x.view(), Labels{});
    std::vector<double> p{0, 0};
    PullMoments moments = objective.make_moments();
    objective.accumulate(testing::all_of(3), p, 1, moments, *objective.make_workspace());
    objective.finish_moments(1, moments);
    objective.move_to_means(moments, p);
    EXPECT_NEAR(p[0], (1 + 3 + 2 * 8) / 4.0, 1e-14) << name;
    EXPECT_NEAR(p[1], (10 + 20) / 2.0, 1e-14) << name;
  }
}

}   // namespace
}   // namespace protea
