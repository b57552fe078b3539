// The N-dimensional process against its equations.
#include <gtest/gtest.h>

#include <cmath>

#include <protea/base/error.hpp>
#include <protea/experiment/dynamics.hpp>
#include <protea/experiment/simulation.hpp>
#include <protea/theory/difference_rule.hpp>

namespace protea {
namespace {

const std::vector<double> alphas{0.5, 1, 2, 5, 10, 20};

Overlaps start_for(const Dynamics& dynamics) {
  Overlaps start{.prototypes = dynamics.labels.size()};
  const bool is_blind = dynamics.rule->name() == "vq";
  for (std::size_t l = 0; l < start.prototypes; ++l) {
    start.q[l][l] = is_blind ? 0.5 : 1e-4;
    if (is_blind) start.r[l][dynamics.labels[l]] = 0.5;
  }
  if (is_blind && start.prototypes == 3) start.r[2][1] = -0.3;
  return start;
}

SimulationTask task_for(const Dynamics& dynamics, std::size_t dimension, std::size_t runs) {
  return {.model = dynamics.model,
          .rule = training_rule(dynamics, dimension),
          .labels = dynamics.labels,
          .start = start_for(dynamics),
          .eta = dynamics.eta,
          .schedule = dynamics.schedule,
          .decay = dynamics.decay,
          .dimension = dimension,
          .runs = runs,
          .seed = 1};
}

struct Deviation {
  double errors = 0;   // largest, in standard errors
  double share = 0;    // mean over the overlaps of |difference|
  double spread = 0;   // mean standard deviation between runs
};

Deviation deviation_of(const Dynamics& dynamics, const SimulationTask& task, Runtime& runtime) {
  const LearningCurve curve = learning_curve(dynamics, task.start, alphas);
  const Simulation simulation = simulate(task, alphas, runtime);
  Deviation result;
  double count = 0;
  for (std::size_t i = 0; i < alphas.size(); ++i) {
    const auto theory = to_vector(curve.points[i].overlaps);
    const auto mean = to_vector(simulation.points[i].mean.overlaps);
    const auto error = to_vector(simulation.points[i].standard_error.overlaps);
    const auto spread = to_vector(simulation.points[i].deviation.overlaps);
    for (std::size_t j = 0; j < theory.size(); ++j) {
      result.errors = std::max(result.errors, std::abs(mean[j] - theory[j]) / error[j]);
      result.share += std::abs(mean[j] - theory[j]);
      result.spread += spread[j];
      count += 1;
    }
  }
  result.share /= count;
  result.spread /= count;
  return result;
}

Dynamics dynamics_of(const std::string& rule, const Settings& settings = {}) {
  Dynamics result;
  result.rule = dynamics_rules().make(rule, settings);
  result.model = {.p_plus = 0.8, .lambda = 1};
  return result;
}

TEST(Simulation, StaysWithinFourStandardErrorsOfTheEquations) {
  const auto runtime = make_runtime(2);
  for (const char* const rule : {"lvq1", "lvq+", "vq"}) {
    const Dynamics dynamics = dynamics_of(rule);
    EXPECT_LT(deviation_of(dynamics, task_for(dynamics, 200, 40), *runtime).errors, 4) << rule;
  }
}

TEST(Simulation, StaysWithinFourStandardErrorsForRulesBeyondThePaper) {
  const auto runtime = make_runtime(2);
  const Dynamics windowed = dynamics_of("lvq2.1", {{"window", "2"}});
  const Dynamics margin = dynamics_of("margin-hinge", {{"beta", "2"}});
  const Dynamics glvq = dynamics_of("glvq", {{"steepness", "2"}});
  Dynamics general = dynamics_of("lvq1");
  general.a = 0.3;
  general.b = 0.6;
  general.model.v_plus = 0.5;
  Dynamics falling = dynamics_of("lvq1");
  falling.schedule = Schedule::inverse_time;
  falling.decay = 5;
  Dynamics three = dynamics_of("vq");
  three.labels = {0, 1, 1};
  for (const Dynamics& dynamics : {windowed, dynamics_of("rslvq"), margin, glvq, general, falling, three}) {
    EXPECT_LT(deviation_of(dynamics, task_for(dynamics, 200, 24), *runtime).errors, 4) << dynamics.rule->name();
  }
}

TEST(Simulation, ComesNearerToTheEquationsAndFluctuatesLessInMoreDimensions) {
  const auto runtime = make_runtime(2);
  Dynamics dynamics = dynamics_of("lvq1");
  dynamics.eta = 1;
  const Deviation few = deviation_of(dynamics, task_for(dynamics, 8, 2000), *runtime);
  const Deviation many = deviation_of(dynamics, task_for(dynamics, 128, 300), *runtime);
  EXPECT_GT(few.errors, 10);
  EXPECT_LT(many.share, few.share / 4);
  EXPECT_NEAR(few.spread / many.spread, 4, 1);   // √(128/8): the overlaps average themselves
}

TEST(Simulation, IsTheSameForBothKindsOfNoiseUpToChance) {
  const auto runtime = make_runtime(2);
  const Dynamics dynamics = dynamics_of("lvq1");
  SimulationTask task = task_for(dynamics, 60, 60);
  const Simulation recycled = simulate(task, alphas, *runtime);
  task.noise = Noise::exact;
  task.seed = 2;
  const Simulation exact = simulate(task, alphas, *runtime);
  for (std::size_t i = 0; i < alphas.size(); ++i) {
    const auto a = to_vector(recycled.points[i].mean.overlaps);
    const auto b = to_vector(exact.points[i].mean.overlaps);
    const auto error_a = to_vector(recycled.points[i].standard_error.overlaps);
    const auto error_b = to_vector(exact.points[i].standard_error.overlaps);
    for (std::size_t j = 0; j < a.size(); ++j) {
      EXPECT_LT(std::abs(a[j] - b[j]), 4 * std::hypot(error_a[j], error_b[j]));
      EXPECT_NEAR(error_a[j] / error_b[j], 1, 0.5);
    }
  }
}

TEST(Simulation, DependsOnTheSeedAndNotOnThreads) {
  const Dynamics dynamics = dynamics_of("lvq1");
  SimulationTask task = task_for(dynamics, 20, 9);
  const auto numbers = [&](std::size_t threads) {
    return to_vector(simulate(task, alphas, *make_runtime(threads)).points.back().mean.overlaps);
  };
  const std::vector<double> serial = numbers(1);
  EXPECT_EQ(serial, numbers(2));
  EXPECT_EQ(serial, numbers(5));
  task.seed = 2;
  EXPECT_NE(serial, numbers(1));
}

TEST(Simulation, RefusesWhatCannotBe) {
  const Dynamics dynamics = dynamics_of("lvq1");
  EXPECT_THROW(simulate(task_for(dynamics, 3, 10), alphas, *make_runtime(1)), UsageError);
  EXPECT_THROW(simulate(task_for(dynamics, 20, 1), alphas, *make_runtime(1)), UsageError);
}

TEST(Simulation, EndsWhereTheFirstRunHasRunAway) {
  Dynamics endless = dynamics_of("lvq2.1");
  endless.eta = 3;
  const Simulation simulation = simulate(task_for(endless, 20, 2), alphas, *make_runtime(1));
  ASSERT_TRUE(simulation.diverged_at);
  ASSERT_LT(simulation.points.size(), alphas.size());
  ASSERT_GT(simulation.points.size(), 0u);
  EXPECT_EQ(*simulation.diverged_at, alphas[simulation.points.size()]);
  EXPECT_GE(simulation.diverged_runs, 1u);
  EXPECT_FALSE(simulate(task_for(dynamics_of("lvq1"), 20, 2), alphas, *make_runtime(1)).diverged_at);
}

// Fresh signs make samples uncorrelated with one another and their coordinates uncorrelated, whatever the magnitudes:
// also those whose signs come from the same word (every fourth), and the last ones of a row.
TEST(ClusterSamples, HaveIndependentSigns) {
  const std::size_t n = 203;
  const std::size_t count = 4000;
  ClusterSamples samples({.p_plus = 0.5, .lambda = 0}, n, {Noise::recycled, 1, 0});
  Matrix x(count, n);
  std::vector<Label> y(count);
  samples.draw(x.view(), y);
  const auto sign = [&](std::size_t i, std::size_t j) { return std::signbit(x(i, j)) ? -1.0 : 1.0; };
  for (const auto& [a, b] :
       {std::pair{0u, 1u}, {0u, 4u}, {3u, 7u}, {0u, 200u}, {198u, 202u}, {201u, 202u}, {5u, 105u}}) {
    double same = 0;
    double next = 0;
    double sum = 0;
    for (std::size_t i = 1; i < count; ++i) {
      same += sign(i, a) * sign(i, b);
      next += sign(i, a) * sign(i - 1, b);
      sum += sign(i, a);
    }
    const double error = std::sqrt(static_cast<double>(count));
    EXPECT_LT(std::abs(same), 4 * error) << a << " " << b;
    EXPECT_LT(std::abs(next), 4 * error) << a << " " << b;
    EXPECT_LT(std::abs(sum), 4 * error) << a;
  }
}

TEST(KnownSymmetry, IsToldForPrototypesAndClustersThatExchange) {
  const auto start = [](std::size_t prototypes) {
    Overlaps result{.prototypes = prototypes};
    for (std::size_t l = 0; l < prototypes; ++l) result.q[l][l] = 1e-4;
    return result;
  };
  Dynamics vq = dynamics_of("vq");
  EXPECT_TRUE(known_symmetry(vq, start(2)));
  Overlaps unequal = start(2);
  unequal.q[1][1] = 4e-4;
  EXPECT_FALSE(known_symmetry(vq, unequal)) << "unequal priors";
  vq.model.p_plus = 0.5;
  EXPECT_TRUE(known_symmetry(vq, unequal));
  vq.labels = {0, 1, 0};
  EXPECT_NE(known_symmetry(vq, start(3)).value_or("").find("1 and 2 and 3"), std::string::npos);
  Dynamics lvq1 = dynamics_of("lvq1");
  EXPECT_FALSE(known_symmetry(lvq1, start(2)));
  lvq1.labels = {0, 1, 0};
  EXPECT_NE(known_symmetry(lvq1, start(3)).value_or("").find("1 and 3"), std::string::npos);
  Overlaps suggested = start(3);
  suggested.r = {{{0.1, 0}, {0, 0.1}, {-0.1, 0}}};
  for (std::size_t l = 0; l < 3; ++l) suggested.q[l][l] = 0.03;
  EXPECT_NO_THROW(demand_valid(suggested));
  EXPECT_FALSE(known_symmetry(lvq1, suggested));
  lvq1.labels = {0, 0};
  EXPECT_TRUE(known_symmetry(lvq1, start(2)));
}

TEST(KnownDivergence, SpeaksOfTheRateInUse) {
  Dynamics dynamics = dynamics_of("lvq2.1");
  EXPECT_NE(known_divergence(dynamics).value_or("").find("exp(0.12 alpha)"), std::string::npos);
  dynamics.schedule = Schedule::linear;
  EXPECT_EQ(known_divergence(dynamics).value_or("exp(0.12").find("exp(0.12"), std::string::npos);
  dynamics.rule = dynamics_rules().make("lvq2.1", {{"window", "1e308"}});
  EXPECT_TRUE(known_divergence(dynamics)) << "no sample is out of this window";
  dynamics.rule = dynamics_rules().make("lvq2.1", {{"window", "10"}});
  EXPECT_FALSE(known_divergence(dynamics));
}

// With equal priors dw/dα = ±ηλ(B₊ − B₋)/2, of length ηλ/√2.
TEST(KnownDivergence, GivesTheSpeedOfPrototypesForEqualPriors) {
  Dynamics dynamics = dynamics_of("lvq2.1");
  dynamics.model.p_plus = 0.5;
  const LearningCurve curve = learning_curve(dynamics, start_for(dynamics), std::array{100.0, 200.0});
  double squares = 0;
  for (const std::size_t s : {0u, 1u})
    squares += std::pow((curve.points[1].overlaps.r[0][s] - curve.points[0].overlaps.r[0][s]) / 100, 2);
  EXPECT_NEAR(std::sqrt(squares), 0.2 / std::sqrt(2.0), 1e-9);
  EXPECT_NE(known_divergence(dynamics).value_or("").find("eta*lambda/sqrt(2) = 0.141"), std::string::npos);
}

TEST(ClusterSamples, HaveTheMomentsOfTheModel) {
  const ClusterModel model{.p_plus = 0.7, .lambda = 1.5, .v_plus = 0.5, .v_minus = 2};
  for (const Noise noise : {Noise::exact, Noise::recycled}) {
    const std::size_t n = 70;
    ClusterSamples samples(model, n, {noise, 1, 0});
    Matrix x(2000, n);
    std::vector<Label> y(2000);
    samples.draw(x.view(), y);
    double plus = 0;
    double first = 0;
    double squares = 0;
    double product = 0;
    for (std::size_t i = 0; i < 2000; ++i) {
      if (y[i] != 0) continue;
      plus += 1;
      first += x(i, 0);
      squares += x(i, 69) * x(i, 69);
      product += x(i, 68) * x(i, 69);
    }
    EXPECT_NEAR(plus / 2000, 0.7, 4 * std::sqrt(0.21 / 2000));
    EXPECT_NEAR(first / plus, 1.5, 4 * std::sqrt(0.5 / plus));
    EXPECT_NEAR(squares / plus, 0.5, 4 * std::sqrt(0.5 / plus));
    EXPECT_NEAR(product / plus, 0, 4 * 0.5 / std::sqrt(plus));
  }
}

// The laws of the theory are the rules of the library where d⁺ + d⁻ = 2Nv: f = 2·pull.
TEST(TrainingRule, PullsAsTheTheorySays) {
  const double n = 1e8;
  for (const std::string& name : dynamics_rules().names()) {
    Dynamics dynamics =
        dynamics_of(name, name.starts_with("lvq2") || name == "lvq3" ? Settings{{"window", "1.5"}} : Settings{});
    dynamics.model.v_minus = 1.7;
    const auto theory = theory_rule(dynamics);
    const auto rule = training_rule(dynamics, static_cast<std::size_t>(n));
    for (const double difference : {-6.0, -2.0, -0.4, 0.3, 1.0, 5.0}) {
      for (const std::size_t cluster : {0u, 1u}) {
        const double v = dynamics.model.v(cluster);
        const double d[2] = {n * v + difference / 2, n * v - difference / 2};
        const Label labels[2] = {0, 1};
        const Label y[1] = {static_cast<Label>(cluster)};
        double pull[2] = {0, 0};
        rule->pull({.d = {d, 1, 2, 2}, .labels = labels, .y = y}, {pull, 1, 2, 2}, {});
        const auto f = theory->factors({d[0], d[1], 0}, cluster);
        for (const std::size_t l : {0u, 1u})
          EXPECT_NEAR(2 * pull[l], f[l], 1e-6) << name << " " << difference << " " << cluster;
      }
    }
  }
}

}   // namespace
}   // namespace protea
