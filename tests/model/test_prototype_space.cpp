// Where prototypes and metrics stand in the flat buffer, and distances read from it.
#include <protea/model/prototype_space.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include <protea/base/random.hpp>
#include <protea/catalogue/catalogue.hpp>

namespace protea {
namespace {

using Labels = std::vector<Label>;

PrototypeSpace space_of(const char* dissimilarity, std::size_t features, const Labels& labels, Scope scope,
                        std::size_t rule_parameters = 0, const Settings& settings = {}) {
  return {dissimilarities().make(dissimilarity, settings), features, labels, scope, rule_parameters};
}

void expect_block(const ParameterBlock& block, const char* name, std::size_t first, std::size_t size) {
  EXPECT_EQ(block.name, name);
  EXPECT_EQ(block.first, first) << name;
  EXPECT_EQ(block.size, size) << name;
}

std::vector<double> random_parameters(const PrototypeSpace& space, std::uint64_t seed) {
  std::vector<double> p(parameter_count(space.layout()));
  Random random(seed, Purpose::generator);
  for (double& value : p) value = random.uniform(0.1, 1);
  return p;
}

Matrix random_samples(std::size_t rows, std::size_t columns) {
  Matrix x(rows, columns);
  Random random(5, Purpose::generator);
  for (double& value : x.values()) value = random.normal();
  return x;
}

Matrix samples_for(const AnyDissimilarity& dissimilarity, std::size_t rows, std::size_t columns) {
  Matrix x = random_samples(rows, columns);
  for (double& value : x.values()) value = dissimilarity.domain().is_bounded() ? std::exp(value) : value;
  return x;
}

TEST(PrototypeSpace, PutsPrototypesThenOneSharedMetricThenTheRule) {
  // 3 prototypes of 2 features: 6 numbers; relevances: 2 numbers; then 5 of the rule.
  const PrototypeSpace space = space_of("relevance", 2, {0, 1, 0}, Scope::shared, 5);
  EXPECT_EQ(space.group_count(), 1U);
  ASSERT_EQ(space.layout().block_count(), 3U);
  expect_block(space.prototype_block(), "prototypes", 0, 6);
  expect_block(space.metric_block(), "metric", 6, 2);
  expect_block(space.rule_block(), "rule", 8, 5);
  EXPECT_EQ(space.prototype_block().unit, 2U);
  EXPECT_EQ(parameter_count(space.layout()), 13U);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(space.group_of(k), 0U);
}

TEST(PrototypeSpace, HasOneMetricPerClassInClassScope) {
  const PrototypeSpace space = space_of("relevance", 2, {0, 1, 0}, Scope::per_class, 5);
  EXPECT_EQ(space.group_count(), 2U);
  expect_block(space.metric_block(), "metric", 6, 4);
  expect_block(space.rule_block(), "rule", 10, 5);
  EXPECT_EQ(space.group_of(0), 0U);
  EXPECT_EQ(space.group_of(1), 1U);
  EXPECT_EQ(space.group_of(2), 0U);
}

TEST(PrototypeSpace, HasOneMetricPerPrototypeInPrototypeScope) {
  // A full matrix over 2 features has 4 numbers.
  const PrototypeSpace space = space_of("matrix", 2, {0, 1, 0}, Scope::per_prototype, 1);
  EXPECT_EQ(space.group_count(), 3U);
  expect_block(space.metric_block(), "metric", 6, 12);
  expect_block(space.rule_block(), "rule", 18, 1);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(space.group_of(k), k);
}

TEST(PrototypeSpace, CountsTheRowsOfAMatrixOfLimitedRank) {
  // 2 groups × rank 2 × 3 features.
  const PrototypeSpace space = space_of("matrix", 3, {0, 1}, Scope::per_class, 0, {{"rank", "2"}});
  expect_block(space.metric_block(), "metric", 6, 12);
}

TEST(PrototypeSpace, NumbersGroupsByClassEvenWhenAClassHasNoPrototype) {
  const PrototypeSpace space = space_of("relevance", 2, {0, 2}, Scope::per_class);
  EXPECT_EQ(space.group_of(1), 2U);
  EXPECT_EQ(space.group_count(), 3U);
  expect_block(space.metric_block(), "metric", 4, 6);
}

TEST(PrototypeSpace, GivesLooksAtItsParts) {
  const PrototypeSpace space = space_of("relevance", 2, {0, 1, 0}, Scope::per_class, 2);
  std::vector<double> p(12);
  for (std::size_t i = 0; i < p.size(); ++i) p[i] = static_cast<double>(i);
  // [w0 0 1 | w1 2 3 | w2 4 5 | θ0 6 7 | θ1 8 9 | rule 10 11]
  EXPECT_EQ(space.prototypes(Row(p)).row(2)[1], 5);
  EXPECT_EQ(space.metric(Row(p), 1)[0], 8);
  EXPECT_EQ(space.metric(Row(p), 1).size(), 2U);
  EXPECT_EQ(space.rule_parameters(Row(p)).size(), 2U);
  space.metric(MutableRow(p), 0)[1] = -1;
  space.rule_parameters(MutableRow(p))[0] = -2;
  EXPECT_EQ(p[7], -1);
  EXPECT_EQ(p[10], -2);
}

TEST(PrototypeSpace, FallsBackToSharedWhereThereAreNoParametersToHoldApart) {
  for (const Scope scope : {Scope::shared, Scope::per_class, Scope::per_prototype}) {
    const PrototypeSpace space = space_of("squared-euclidean", 2, {0, 1, 0}, scope, 4);
    EXPECT_EQ(space.scope(), Scope::shared);
    EXPECT_EQ(space.group_count(), 1U);
    expect_block(space.metric_block(), "metric", 6, 0);
    expect_block(space.rule_block(), "rule", 6, 4);
  }
  EXPECT_EQ(space_of("relevance", 2, {0, 1}, Scope::per_class).scope(), Scope::per_class);
}

TEST(PrototypeSpace, MeasuresEachPrototypeOfInterleavedClassesWithTheMetricOfItsClass) {
  // w = (0,0), (1,0), (0,2); λ of class 0: (1, 0), of class 1: (0.25, 0.75); x = (3, 1), (−1, 4).
  const PrototypeSpace space = space_of("relevance", 2, {0, 1, 0}, Scope::per_class);
  const std::vector<double> p = {0, 0, 1, 0, 0, 2, 1, 0, 0.25, 0.75};
  Matrix x(2, 2);
  x(0, 0) = 3;
  x(0, 1) = 1;
  x(1, 0) = -1;
  x(1, 1) = 4;
  Matrix d(2, 3);
  PrototypeSpace::Scratches scratches;
  space.distances(std::as_const(x).view(), p, d.view(), scratches);
  // 3²; 0.25·2² + 0.75·1²; 3² and 1; 0.25·2² + 0.75·4²; 1
  const std::vector<double> expected = {9, 1.75, 9, 1, 13, 1};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(d.values()[i], expected[i], 1e-14) << i;
}

TEST(PrototypeSpace, GivesBlockDistancesEqualToThePairForm) {
  const Labels interleaved = {0, 1, 0, 2, 2, 1, 0};
  for (const auto& entry : dissimilarities().entries()) {
    const Matrix x = samples_for(*entry.make({}), 9, 4);
    for (const Scope scope : {Scope::shared, Scope::per_class, Scope::per_prototype}) {
      const PrototypeSpace space = space_of(entry.name.c_str(), 4, interleaved, scope);
      const std::vector<double> p = random_parameters(space, 2);
      Matrix d(x.rows(), interleaved.size());
      PrototypeSpace::Scratches scratches;
      space.distances(x.view(), p, d.view(), scratches);
      for (std::size_t i = 0; i < x.rows(); ++i) {
        for (std::size_t k = 0; k < interleaved.size(); ++k) {
          const std::size_t group = space.scope() == Scope::shared          ? 0
                                    : space.scope() == Scope::per_prototype ? k
                                                                            : static_cast<std::size_t>(interleaved[k]);
          const double pair =
              entry.make({})->value(x.row(i), space.prototypes(Row(p)).row(k), space.metric(Row(p), group));
          EXPECT_NEAR(d(i, k), pair, 1e-12 * (1 + std::abs(pair))) << entry.name << " " << choice_name(scope);
          EXPECT_EQ(space.distance(x.row(i), p, k), pair);
        }
      }
    }
  }
}

TEST(PrototypeSpace, GivesBlockGradientsEqualToTheSumOfPairs) {
  const Labels interleaved = {0, 1, 0, 1};
  const std::vector<Pull> pulls = {{0, 0, 1.5}, {0, 1, -0.5}, {1, 3, -1}, {1, 2, 2}, {2, 2, 0.25}, {2, 1, -3}};
  for (const auto& entry : dissimilarities().entries()) {
    const Matrix x = samples_for(*entry.make({}), 3, 4);
    for (const Scope scope : {Scope::shared, Scope::per_class, Scope::per_prototype}) {
      const PrototypeSpace space = space_of(entry.name.c_str(), 4, interleaved, scope);
      const std::vector<double> p = random_parameters(space, 3);
      Matrix d(3, 4);
      PrototypeSpace::Scratches scratches;
      space.distances(x.view(), p, d.view(), scratches);
      std::vector<double> block(p.size());
      space.add_gradients(x.view(), p, pulls, block, scratches);
      std::vector<double> pairs(p.size());
      const auto dissimilarity = entry.make({});
      for (const Pull& pull : pulls) {
        const std::size_t g = space.group_of(pull.prototype);
        dissimilarity->add_gradient(
            x.row(pull.sample), space.prototypes(Row(p)).row(pull.prototype), space.metric(Row(p), g), pull.value,
            space.prototypes(MutableRow(pairs)).row(pull.prototype), space.metric(MutableRow(pairs), g));
      }
      for (std::size_t i = 0; i < p.size(); ++i) {
        EXPECT_NEAR(block[i], pairs[i], 1e-11 * (1 + std::abs(pairs[i])))
            << entry.name << " " << choice_name(scope) << " " << i;
      }
    }
  }
}

TEST(PrototypeSpace, StartsEveryGroupAtItsFirstMetric) {
  const PrototypeSpace space = space_of("relevance", 4, {0, 1, 0}, Scope::per_class, 1);
  std::vector<double> p(parameter_count(space.layout()), 7);
  space.initialize_metric(p, 1);
  for (std::size_t i = 0; i < p.size(); ++i) EXPECT_EQ(p[i], i >= 12 && i < 20 ? 0.25 : 7) << i;
}

TEST(PrototypeSpace, ProjectsEveryGroupByItselfAndNothingElse) {
  const PrototypeSpace space = space_of("relevance", 2, {0, 1}, Scope::per_class, 1);
  std::vector<double> p = {5, 6, 7, 8, 3, 1, -4, 2, 9};
  space.project(p);
  // (3, 1)/4; (−4, 2) is clipped to (0, 2) and becomes (0, 1).
  EXPECT_EQ(p, (std::vector<double>{5, 6, 7, 8, 0.75, 0.25, 0, 1, 9}));
}

}   // namespace
}   // namespace protea
