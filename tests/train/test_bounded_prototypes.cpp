// Prototypes of divergences stay where the divergence has a value, with every optimizer.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <protea/optimize/adam.hpp>
#include <protea/optimize/sgd.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/train/fit.hpp>

#include <support/case_name.hpp>
#include <support/random_problem.hpp>

namespace protea {
namespace {

using testing::RandomProblem;

struct Setting {
  std::string optimizer;
  std::string dissimilarity;
  Settings settings;
};
void PrintTo(const Setting& s, std::ostream* out) {
  *out << s.optimizer << " × " << s.dissimilarity << " " << s.settings.size();
}

std::vector<Setting> all_settings() {
  std::vector<Setting> result;
  for (const std::string& optimizer : optimizers().names()) {
    if (optimizer == "means") continue;   // of rules whose pulls are weights: see test_means.cpp
    for (const auto& entry : dissimilarities().entries()) {
      if (!entry.make({})->domain().is_bounded()) continue;
      result.push_back({optimizer, entry.name, {}});
    }
    result.push_back({optimizer, "gamma", {{"learn", "true"}, {"relevances", "true"}}});
    result.push_back({optimizer, "beta", {{"learn", "true"}, {"relevances", "true"}}});
    result.push_back({optimizer, "renyi", {{"learn", "true"}, {"relevances", "true"}}});
  }
  return result;
}

double sum_of(Row w) {
  double sum = 0;
  for (const double value : w) sum += value;
  return sum;
}

// One sample p, one prototype w, vq with ½D and rate 0.2. By hand for the generalized Kullback–Leibler divergence,
// ∂D/∂w = 1 − p/w:
// plain, as in the paper, w − 0.1·(1 − p/w); natural, in ln w, w·e^{−0.1·(w − p)}.
TEST(ChartOfSteps, IsThatOfThePaperWhenAskedForWithACost) {
  const std::vector<double> sample{1, 2, 0.5};
  const std::vector<double> start{1.2, 1.8, 0.6};
  const auto rule = rules().make("vq", {});
  const auto stepped = [&](const std::string& optimizer_name, const Settings& settings) {
    const PrototypeSpace space(dissimilarities().make("generalized-kullback-leibler", {}), 3, {0}, Scope::shared);
    const std::vector<Label> y{0};
    const PrototypeObjective objective(space, rule, matrix_view(Row(sample), 1, 3), y);
    const auto optimizer = optimizers().make(optimizer_name, settings);
    TrainingState state;
    state.parameters = start;
    Plan plan;
    plan.epochs = 1;
    Serial serial;
    fit({objective, *optimizer, plan, serial}, state);
    return state.parameters;
  };
  const Settings rates{{"rate", "0.2"}, {"schedule", "constant"}};
  Settings plain = rates;
  plain.emplace_back("chart", "plain");
  for (const std::string optimizer : {"sgd", "momentum"}) {
    const std::vector<double> natural = stepped(optimizer, rates);
    const std::vector<double> printed = stepped(optimizer, plain);
    for (std::size_t l = 0; l < 3; ++l) {
      EXPECT_NEAR(printed[l], start[l] - 0.1 * (1 - sample[l] / start[l]), 1e-15) << optimizer;
      EXPECT_NEAR(natural[l], start[l] * std::exp(-0.1 * (start[l] - sample[l])), 1e-15) << optimizer;
    }
  }
}

// Records of models are as they were before there was a choice.
TEST(ChartOfSteps, IsRecordedWhereItIsNotTheUsualOne) {
  const auto has_chart = [](const Settings& settings) {
    const auto options = optimizers().make("sgd", settings)->options();
    return std::any_of(options.begin(), options.end(), [](const auto& each) { return each.first == "chart"; });
  };
  EXPECT_FALSE(has_chart({}));
  EXPECT_TRUE(has_chart({{"chart", "plain"}}));
}

class EveryOptimizerInADomain : public ::testing::TestWithParam<Setting> {};

TEST_P(EveryOptimizerInADomain, LowersTheCostWithoutLeavingIt) {
  const auto dissimilarity = dissimilarities().make(GetParam().dissimilarity, GetParam().settings);
  const RandomProblem problem = RandomProblem(90, 6, {0, 0, 1, 1, 2}, 7).inside(dissimilarity->domain());
  const auto rule = rules().make("glvq", {});
  for (const Scope scope : {Scope::shared, Scope::per_class}) {
    const PrototypeSpace space(dissimilarity, 6, problem.prototype_labels, scope);
    const PrototypeObjective objective(space, rule, problem.x.view(), problem.y);
    // A first step of length 2 would leave one relevance of 1, with which all shares are alike.
    const Settings moderate = GetParam().optimizer == "waypoint" ? Settings{{"metric_step", "0.2"}} : Settings{};
    const auto optimizer = optimizers().make(GetParam().optimizer, moderate);
    TrainingState state;
    state.parameters = problem.parameters(space, *rule, 3);
    const std::vector<double> start = state.parameters;
    Plan plan;
    plan.epochs = optimizer->needs_cost() ? 60 : 15;   // minimizers need some to find their step
    plan.batch = 10;
    Serial serial;
    const Observer watch = [&](const EpochReport& report) {
      const Row now = report.state.parameters;
      std::vector<double> projected(now.begin(), now.end());
      space.project(projected);
      EXPECT_LE(testing::relative_difference(projected, now), 1e-12);
      for (std::size_t k = 0; k < space.prototype_count(); ++k) {
        const Row w = space.prototypes(now).row(k);
        for (const double value : w) EXPECT_GT(value, 0);
        if (space.domain().kind == Domain::probability) {
          EXPECT_NEAR(sum_of(w), 1, 1e-12);
        }
      }
      return true;
    };
    const Outcome outcome = fit({objective, *optimizer, plan, serial, nullptr, watch}, state);
    const auto workspace = objective.make_workspace();
    EXPECT_LT(outcome.cost, objective.accumulate(testing::all_of(90), start, 1, value_only, *workspace))
        << choice_name(scope);
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryOptimizerInADomain, ::testing::ValuesIn(all_settings()));

TEST(BoundedPrototypes, HaveFreeCoordinatesThatLeadBackAndDifferentiateRightly) {
  for (const std::string name : {"generalized-kullback-leibler", "kullback-leibler"}) {
    const auto dissimilarity = dissimilarities().make(name, {});
    const RandomProblem problem = RandomProblem(12, 5, {0, 0, 1, 2, 2}, 7).inside(dissimilarity->domain());
    const auto rule = rules().make("glvq", {});
    const PrototypeSpace space(dissimilarity, 5, problem.prototype_labels, Scope::shared);
    const PrototypeObjective objective(space, rule, problem.x.view(), problem.y);
    const std::vector<double> p = problem.parameters(space, *rule, 3);
    std::vector<double> free = p;
    to_free(space.layout(), free);
    std::vector<double> back = free;
    from_free(space.layout(), back);
    EXPECT_LE(testing::relative_difference(back, p), 1e-14);

    for (double& value : free) value = 0.9 * value + 0.2;   // away from sum 1, where a chart may hide an error
    const auto workspace = objective.make_workspace();
    const auto cost = [&](Row u) {
      std::vector<double> q(u.begin(), u.end());
      from_free(space.layout(), q);
      return objective.accumulate(testing::all_of(12), q, 0.5, value_only, *workspace);
    };
    back = free;
    from_free(space.layout(), back);
    Gradient gradient(space.layout());
    objective.accumulate(testing::all_of(12), back, 0.5, gradient, *workspace);
    std::vector<double> found(gradient.values().begin(), gradient.values().end());
    pull_back(space.layout(), free, found);
    EXPECT_LE(testing::relative_difference(found, testing::finite_differences(free, cost)), 1e-7) << name;
  }
}

// One sample pulls with a rate far above 1 over the curvature of D at w: a plain step would end below 0.
TEST(BoundedPrototypes, StayPositiveWherePlainStepsOvershoot) {
  for (const auto& [name, settings] :
       std::vector<std::pair<std::string, Settings>>{{"itakura-saito", {}}, {"beta", {{"beta", "0.3"}}}}) {
    const auto dissimilarity = dissimilarities().make(name, settings);
    const PrototypeSpace space(dissimilarity, 2, {0, 1}, Scope::shared);
    Matrix x(1, 2);
    x(0, 0) = 0.001;
    x(0, 1) = 0.5;
    const std::vector<Label> y{0};
    const PrototypeObjective objective(space, rules().make("lvq1", {}), x.view(), y);
    const std::vector<double> start{0.02, 0.4, 5, 5};
    std::vector<double> gradient(4);
    dissimilarity->add_gradient(x.view().row(0), Row(start).first(2), {}, 0.5, MutableRow(gradient).first(2), {});
    EXPECT_LT(start[0] - 0.1 * gradient[0], 0) << name;   // the plain step
    TrainingState state;
    state.parameters = start;
    Sgd sgd;
    sgd.rate = 0.1;
    Plan plan;
    plan.epochs = 1;
    Serial serial;
    fit({objective, sgd, plan, serial}, state);
    EXPECT_DOUBLE_EQ(state.parameters[0], 0.7 * start[0]) << name;
    EXPECT_EQ(Row(state.parameters)[2], 5) << name;
  }
}

// The first step of adam has the length of the rate in every coordinate that has a gradient: in ln w, so that it means
// the same for data of any size, whether the rule has a cost or not. Steps of the rate itself would be nothing to the
// large prototypes and all to the small ones.
TEST(BoundedPrototypes, OfAnySizeTakeTheStepsOfAdamInLogarithms) {
  for (const std::string rule_name : {"lvq1", "glvq"}) {
    for (const double size : {1e-3, 1.0, 1e3}) {
      const PrototypeSpace space(dissimilarities().make("generalized-kullback-leibler", {}), 2, {0, 1}, Scope::shared);
      Matrix x(1, 2);
      x(0, 0) = 2 * size;
      x(0, 1) = 0.5 * size;
      const std::vector<Label> y{0};
      const PrototypeObjective objective(space, rules().make(rule_name, {}), std::as_const(x).view(), y);
      TrainingState state;
      state.parameters = {size, size, 3 * size, 3 * size};
      Adam adam;
      adam.rate = 0.1;
      Plan plan;
      plan.epochs = 1;
      Serial serial;
      fit({objective, adam, plan, serial}, state);
      EXPECT_NEAR(state.parameters[0] / size, std::exp(0.1), 1e-4)
          << rule_name << " " << size;   // towards the sample; epsilon is in there
      EXPECT_NEAR(state.parameters[1] / size, std::exp(-0.1), 1e-4) << rule_name << " " << size;
    }
  }
}

// Errata: Kullback and Leibler's gradient −p/ρ as it stands makes a prototype grow without bound.
TEST(BoundedPrototypes, OfProbabilityVectorsStayOnTheSimplexWherePlainStepsLeaveIt) {
  const auto dissimilarity = dissimilarities().make("kullback-leibler", {});
  const RandomProblem problem = RandomProblem(60, 4, {0, 1}, 5).inside(dissimilarity->domain());
  std::vector<double> plain(problem.x.row(0).begin(), problem.x.row(0).end());
  for (std::size_t i = 0; i < 60; ++i) {
    std::vector<double> gradient(4);
    dissimilarity->add_gradient(problem.x.row(i), plain, {}, 1, gradient, {});
    for (std::size_t l = 0; l < 4; ++l) plain[l] -= 0.01 * gradient[l];
  }
  EXPECT_GT(sum_of(plain), 1.5);

  const PrototypeSpace space(dissimilarity, 4, {0}, Scope::shared);
  const std::vector<Label> y(60, 0);
  const PrototypeObjective objective(space, rules().make("vq", {}), problem.x.view(), y);
  TrainingState state;
  state.parameters.assign(problem.x.row(0).begin(), problem.x.row(0).end());
  Sgd sgd;
  sgd.rate = 0.02;
  Plan plan;
  plan.epochs = 200;
  Serial serial;
  fit({objective, sgd, plan, serial}, state);
  EXPECT_NEAR(sum_of(state.parameters), 1, 1e-14);
  // … and quantization ends at the mean, as it must for this divergence.
  for (std::size_t l = 0; l < 4; ++l) {
    double mean = 0;
    for (std::size_t i = 0; i < 60; ++i) mean += problem.x(i, l) / 60;
    EXPECT_NEAR(state.parameters[l], mean, 0.01);
  }
}

}   // namespace
}   // namespace protea
