// Domains and metrics as manifolds of parameter blocks.
#include <protea/model/manifolds.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include <protea/catalogue/catalogue.hpp>
#include <protea/model/prototype_space.hpp>

namespace protea {
namespace {

using Numbers = std::vector<double>;

std::shared_ptr<const Manifold> manifold_of(const std::string& dissimilarity) {
  return prototype_manifold(*dissimilarities().make(dissimilarity, {}));
}

double sum_of(Row values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

TEST(PrototypeManifold, IsPlainWhereTheDomainIsNotBounded) {
  EXPECT_EQ(manifold_of("squared-euclidean"), plain_manifold());
  EXPECT_FALSE(plain_manifold()->guides_steps());
  const PrototypeSpace space(dissimilarities().make("squared-euclidean", {}), 2, {0, 1}, Scope::shared);
  for (const ParameterBlock& block : space.layout()) EXPECT_TRUE(block.is_plain() || block.size == 0) << block.name;
}

// A natural step is one of ln w: along w·∂/∂w, and from w to w·e^change.
TEST(PrototypeManifold, OfPositiveNumbersStepsInLogarithms) {
  const auto manifold = manifold_of("generalized-kullback-leibler");
  ASSERT_TRUE(manifold->guides_steps());
  const Numbers before{0.5, 4};
  Numbers w = before;
  Numbers gradient{3, 0.25};
  manifold->prepare_step(StepCoordinates::natural, w, gradient);
  EXPECT_EQ(gradient, (Numbers{1.5, 1}));
  EXPECT_EQ(w, (Numbers{0, 0}));
  w = {-0.1, 0.2};
  manifold->finish_step(StepCoordinates::natural, before, w);
  EXPECT_DOUBLE_EQ(w[0], 0.5 * std::exp(-0.1));
  EXPECT_DOUBLE_EQ(w[1], 4 * std::exp(0.2));
}

TEST(PrototypeManifold, LetsNoCoordinateChangeByMoreThanThirtyPercent) {
  const auto manifold = manifold_of("generalized-kullback-leibler");
  const Numbers before{1, 1, 1};
  Numbers w{-5, 1.1, 9};
  Numbers gradient{1, 1, 1};
  manifold->prepare_step(StepCoordinates::plain, w, gradient);   // leaves plain steps alone
  EXPECT_EQ(w, (Numbers{-5, 1.1, 9}));
  EXPECT_EQ(gradient, (Numbers{1, 1, 1}));
  manifold->finish_step(StepCoordinates::plain, before, w);
  EXPECT_EQ(w, (Numbers{0.7, 1.1, 1.3}));
  w = {-5, 0.1, 9};
  manifold->finish_step(StepCoordinates::natural, before, w);
  EXPECT_NEAR(w[0], 0.7, 1e-15);
  EXPECT_NEAR(w[2], 1.3, 1e-15);
}

TEST(PrototypeManifold, OfAScaleInvariantDivergenceKeepsTheSizeOfAPrototype) {
  std::size_t found = 0;
  for (const auto& entry : dissimilarities().entries()) {
    const auto dissimilarity = entry.make({});
    if (!dissimilarity->domain().is_bounded() || !dissimilarity->traits().scale_invariant) continue;
    ++found;
    for (const StepCoordinates coordinates : {StepCoordinates::plain, StepCoordinates::natural}) {
      const Numbers before{0.2, 0.3, 0.5};
      Numbers w{0.25, 0.33, 0.6};
      prototype_manifold(*dissimilarity)->finish_step(coordinates, before, w);
      EXPECT_NEAR(sum_of(w), 1, 1e-15) << entry.name;
      EXPECT_NE(w, before) << entry.name;
    }
  }
  EXPECT_GT(found, 0U);
}

// At w of sum 1, what is left of a gradient has no component along w.
TEST(PrototypeManifold, OfProbabilityVectorsTakesFromAGradientWhatLeadsOutOfThem) {
  const auto manifold = manifold_of("kullback-leibler");
  const Numbers w{0.2, 0.3, 0.5};
  Numbers gradient{1, -2, 4};
  manifold->make_tangential(w, gradient);
  EXPECT_NEAR(w[0] * gradient[0] + w[1] * gradient[1] + w[2] * gradient[2], 0, 1e-15);
  Numbers outside{-1, 2, 3};
  manifold->project(outside);
  EXPECT_NEAR(sum_of(outside), 1, 1e-15);
  for (const double value : outside) EXPECT_GT(value, 0);
}

// Of free coordinates only differences count, however large they are: eᵘ of those alone is infinite, or 0.
TEST(PrototypeManifold, OfProbabilityVectorsHasAChartWithoutOverflow) {
  const auto manifold = manifold_of("kullback-leibler");
  for (const double shift : {0.0, 1000.0, -1000.0}) {
    Numbers w{shift, shift + std::log(2), shift + std::log(5)};
    manifold->from_free(w);
    EXPECT_NEAR(sum_of(w), 1, 1e-15) << shift;
    EXPECT_NEAR(w[0], 0.125, 1e-6) << shift;
    EXPECT_NEAR(w[1], 0.25, 1e-6) << shift;
    EXPECT_NEAR(w[2], 0.625, 1e-6) << shift;
  }
}

// w = least + eᵘ, and of probability vectors w = least + (1 − n·least) eᵘ/Σeᵘ, of more than are taken at once.
TEST(PrototypeManifold, HasTheChartThatIsWrittenDownOfManyNumbers) {
  constexpr std::size_t n = 150;
  Numbers u(n);
  for (std::size_t i = 0; i < n; ++i) u[i] = std::sin(static_cast<double>(i)) + 0.01 * static_cast<double>(i);
  double sum = 0;
  for (const double value : u) sum += std::exp(value);
  for (const std::string name : {"generalized-kullback-leibler", "kullback-leibler"}) {
    const DataDomain domain = dissimilarities().make(name, {})->domain();
    const double scale = domain.kind == Domain::probability ? (1 - n * domain.least) / sum : 1;
    Numbers w = u;
    manifold_of(name)->from_free(w);
    for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(w[i], domain.least + scale * std::exp(u[i]), 1e-14) << name << i;
  }
}

TEST(MetricManifold, IsTheProjectionAndTheChartOfTheDissimilarity) {
  const auto relevance = dissimilarities().make("relevance", {});
  const auto manifold = metric_manifold(relevance);
  EXPECT_FALSE(manifold->guides_steps());
  Numbers theta{-1, 1, 3};
  manifold->project(theta);
  EXPECT_EQ(theta, (Numbers{0, 0.25, 0.75}));
  Numbers back{1, -1, 0};
  manifold->from_free(back);   // λ = u²/Σu²
  EXPECT_EQ(back, (Numbers{0.5, 0.5, 0}));
}

TEST(Box, KeepsWhatIsInsideToTheBitAndBringsTheRestToItsSides) {
  const auto box = box_manifold({-1, 0}, {1, 2});
  Numbers inside{0.1, 1.7};
  box->project(inside);
  EXPECT_EQ(inside, (Numbers{0.1, 1.7}));
  Numbers outside{-3, 5};
  box->project(outside);
  EXPECT_EQ(outside, (Numbers{-1, 2}));
  Numbers absurd{1e30, 1};
  box->project(absurd);
  EXPECT_EQ(absurd[0], 1e30);   // training must end with an error, and not with a model in a corner
  Numbers free{0.1, 5};
  box->from_free(free);
  EXPECT_EQ(free, (Numbers{0.1, 2}));
  free = {-3, -5};
  box->from_free(free);
  EXPECT_EQ(free, (Numbers{-1, 0}));
  Numbers gradient{3, 4};
  box->pull_back(Numbers{0.5, 2.5}, gradient);   // beyond a side nothing changes
  EXPECT_EQ(gradient, (Numbers{3, 0}));
}

TEST(PrototypeSpace, LimitsPrototypesByTheRangeOfTheDataAndNoCloserThanTheyAre) {
  PrototypeSpace space(dissimilarities().make("squared-euclidean", {}), 3, {0, 1}, Scope::shared);
  const Numbers rows{0, 5, 1, 2, 5, std::numeric_limits<double>::quiet_NaN(), 1, 5, 3};
  const Numbers start{0, 5, 2, 9, 5, 2};
  space.limit_prototypes(matrix_view(Row(rows), 3, 3), start, 1);
  Numbers p{-7, 100, -7, 20, -100, 7};
  space.project_prototypes(p);
  EXPECT_EQ(p, (Numbers{-2, 100, -1, 9, -100, 5}));   // a feature without a range has no sides
  space.limit_prototypes(matrix_view(Row(rows), 3, 3), start, 0.5);
  space.project_prototypes(p);
  EXPECT_EQ(p, (Numbers{-1, 100, 0, 9, -100, 4}));
}

// Ω of limited rank starts at random: metrics that started alike would be one metric as long as their
// prototypes see alike.
TEST(PrototypeSpace, GivesEveryLocalMetricARandomStartOfItsOwn) {
  const PrototypeSpace space(dissimilarities().make("matrix", {{"rank", "2"}}), 5, {0, 0, 1, 2}, Scope::per_prototype);
  Numbers p(parameter_count(space.layout()));
  space.initialize_metric(p, 7);
  const auto start_of = [&](Row of, std::size_t g) {
    return Numbers(space.metric(of, g).begin(), space.metric(of, g).end());
  };
  for (std::size_t g = 0; g < 4; ++g) {
    for (std::size_t h = 0; h < g; ++h) {
      double product = 0;
      for (std::size_t i = 0; i < 10; ++i) product += start_of(p, g)[i] * start_of(p, h)[i];
      EXPECT_LT(std::abs(product), 0.99) << g << " " << h;   // both have length 1
    }
  }
  Numbers again(p.size());
  space.initialize_metric(again, 7);
  EXPECT_EQ(again, p);
  const PrototypeSpace fewer(dissimilarities().make("matrix", {{"rank", "2"}}), 5, {0, 0}, Scope::per_prototype);
  Numbers q(parameter_count(fewer.layout()));
  fewer.initialize_metric(q, 7);
  for (std::size_t g = 0; g < 2; ++g) {   // a stream for each group: no start depends on how many others there are
    EXPECT_EQ(Numbers(fewer.metric(Row(q), g).begin(), fewer.metric(Row(q), g).end()), start_of(p, g));
  }
}

}   // namespace
}   // namespace protea
