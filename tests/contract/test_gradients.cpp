// Every rule with every dissimilarity in every scope: the gradient is the derivative.
#include <gtest/gtest.h>

#include <protea/catalogue/catalogue.hpp>
#include <protea/model/prototype_space.hpp>

#include <support/random_problem.hpp>
#include <support/variants.hpp>

namespace protea {
namespace {

using testing::RandomProblem;

struct Case {
  std::string rule;
  Settings rule_settings;
  std::string dissimilarity;
  Settings dissimilarity_settings;
  Scope scope;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.rule << " × " << c.dissimilarity << " × " << choice_name(c.scope);
  for (const auto& [name, text] : c.rule_settings) *out << " " << name << "=" << text;
  for (const auto& [name, text] : c.dissimilarity_settings) *out << " " << name << "=" << text;
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const auto& rule : rules().entries()) {
    for (const auto& dissimilarity : dissimilarities().entries()) {
      for (const Scope scope : {Scope::shared, Scope::per_class, Scope::per_prototype}) {
        cases.push_back({rule.name, {}, dissimilarity.name, {}, scope});
      }
    }
  }
  // Options of rules with one dissimilarity, options of dissimilarities with one rule, in every scope.
  for (const auto& rule : rules().entries()) {
    for (const Settings& settings : testing::variants(rule))
      cases.push_back({rule.name, settings, "matrix", {}, Scope::shared});
  }
  for (const auto& dissimilarity : dissimilarities().entries()) {
    for (const Scope scope : {Scope::shared, Scope::per_class, Scope::per_prototype}) {
      for (const Settings& settings : testing::variants(dissimilarity)) {
        if (!dissimilarity.make(settings)->has_gradient())
          continue;   // updates of the literature that are no derivative
        cases.push_back({"glvq", {}, dissimilarity.name, settings, scope});
      }
      for (const Settings& settings : testing::combinations(dissimilarity.name)) {
        cases.push_back({"glvq", {}, dissimilarity.name, settings, scope});
      }
    }
  }
  return cases;
}

class EveryRuleWithEveryDissimilarity : public ::testing::TestWithParam<Case> {
 protected:
  const RandomProblem problem_ =
      RandomProblem(12, 5, {0, 0, 1, 2, 2}, 7)
          .inside(dissimilarities().make(GetParam().dissimilarity, GetParam().dissimilarity_settings)->domain());
  const std::vector<std::uint32_t> samples_ = testing::all_of(12);
};

TEST_P(EveryRuleWithEveryDissimilarity, HasTheGradientThatFiniteDifferencesGive) {
  const Case& c = GetParam();
  const auto rule = on_lattice(rules().make(c.rule, c.rule_settings), 5);
  const PrototypeSpace space(dissimilarities().make(c.dissimilarity, c.dissimilarity_settings), 5,
                             problem_.prototype_labels, c.scope, rule->parameter_count(5),
                             testing::label_vectors_for(*rule, 3));
  const Matrix memberships = testing::random_memberships(12, 3, 5);
  const PrototypeObjective objective(
      space, rule, TrainingRows{.x = problem_.x.view(), .y = problem_.y, .memberships = memberships.view()});
  const std::vector<double> p = problem_.parameters(space, *rule, 3);
  Gradient gradient(space.layout());
  const auto workspace = objective.make_workspace();
  objective.accumulate(samples_, p, 0.5, gradient, *workspace);

  PrototypeSpace::Scratches scratches;
  Matrix d(12, 5);
  Matrix frozen(12, 5);
  std::vector<double> ignored(rule->parameter_count(5));
  space.distances(problem_.x.view(), p, d.view(), scratches);
  if (!rule->traits().has_cost)
    rule->pull({.d = std::as_const(d).view(),
                .labels = space.labels(),
                .y = problem_.y,
                .progress = 0.5,
                .theta = space.rule_parameters(Row(p))},
               frozen.view(), ignored);

  // With a cost, the derivative of the cost; without one, of Σ pull·d with the pulls held fast.
  const auto cost = [&](Row q) {
    if (rule->traits().has_cost) return objective.accumulate(samples_, q, 0.5, value_only, *workspace);
    Matrix moved(12, 5);
    space.distances(problem_.x.view(), q, moved.view(), scratches);
    double sum = 0;
    for (std::size_t i = 0; i < moved.values().size(); ++i) sum += frozen.values()[i] * moved.values()[i];
    return sum;
  };
  std::vector<double> expected = testing::finite_differences(p, cost);
  std::vector<double> found(gradient.values().begin(), gradient.values().end());
  if (space.dissimilarity().is_fixed()) {
    for (std::size_t g = 0; g < space.group_count(); ++g) {
      const MutableRow metric = space.metric(MutableRow(expected), g);
      std::fill(metric.begin(), metric.end(), 0.0);
    }
  }
  if (rule->traits().sets_own_rates) {   // what such a rule does to its rates is no gradient
    expected.resize(space.rule_block().first);
    found.resize(space.rule_block().first);
  }
  double size = 0;
  for (const double value : expected) size = std::max(size, std::abs(value));
  EXPECT_GT(size, 1e-3) << "a gradient of zeros proves nothing";
  EXPECT_LE(testing::relative_difference(found, expected), 1e-6);
}

TEST_P(EveryRuleWithEveryDissimilarity, GivesTheSamePullsWhenPrototypesAreReordered) {
  const Case& c = GetParam();
  const auto rule = rules().make(c.rule, c.rule_settings);
  if (rule->lattice() || rule->growth()) return;   // whose units are known by their place
  const std::vector<std::size_t> order{3, 0, 4, 2, 1};
  Random random(11, Purpose::generator);
  const std::size_t views =
      rule->traits().learns_label_vectors ? 2 : 1;   // of each prototype: its distance, that of its label vector
  Matrix d(12, 5 * views);
  Matrix reordered(12, 5 * views);
  for (double& value : d.values()) value = 0.1 + random.uniform();
  std::vector<Label> labels(5);
  for (std::size_t k = 0; k < 5; ++k) {
    labels[k] = problem_.prototype_labels[order[k]];
    for (std::size_t i = 0; i < 12; ++i) {
      for (std::size_t v = 0; v < views; ++v) reordered(i, 5 * v + k) = d(i, 5 * v + order[k]);
    }
  }
  Matrix pulls(12, 5 * views);
  Matrix reordered_pulls(12, 5 * views);
  std::vector<double> theta(rule->parameter_count(5));
  std::vector<double> gtheta(theta.size());
  rule->initialize(theta);
  const double loss = rule->pull({.d = std::as_const(d).view(),
                                  .labels = problem_.prototype_labels,
                                  .y = problem_.y,
                                  .progress = 0.5,
                                  .theta = theta},
                                 pulls.view(), gtheta);
  const double reordered_loss = rule->pull(
      {.d = std::as_const(reordered).view(), .labels = labels, .y = problem_.y, .progress = 0.5, .theta = theta},
      reordered_pulls.view(), gtheta);
  EXPECT_NEAR(loss, reordered_loss, 1e-12);
  for (std::size_t i = 0; i < 12; ++i) {
    for (std::size_t k = 0; k < 5 * views; ++k)
      EXPECT_NEAR(reordered_pulls(i, k), pulls(i, k / 5 * 5 + order[k % 5]), 1e-12);
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryRuleWithEveryDissimilarity, ::testing::ValuesIn(all_cases()));

}   // namespace
}   // namespace protea
