// Relevances under resampling: what is known of resamples, ranks and means, and that threads and stops change nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <numeric>

#include <protea/catalogue/methods.hpp>
#include <protea/data/read.hpp>
#include <protea/evaluate/stability.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/runtime/threads.hpp>

namespace protea {
namespace {

EncodedTable read(const std::string& set) { return encode_training_table(read_table(set), "", Nominal::refuse); }

TrainForStability trainer(const EncodedTable& data, const std::string& method, Settings settings) {
  const std::shared_ptr<const Method> made = make_method(method, settings);
  return [&data, made](const Dataset& rows) {
    Serial serial;
    return made->train(rows, data.encoding, {serial, {}, {}, false}).model;
  };
}

// Of 0, 1, …, 100 the quantiles are the numbers themselves; between two numbers they lie on the line.
TEST(Spread, HoldsTheMedianAndNineOfTen) {
  std::vector<double> values(101);
  std::iota(values.rbegin(), values.rend(), 0.0);
  const Spread spread = spread_of(values);
  EXPECT_DOUBLE_EQ(spread.median, 50);
  EXPECT_DOUBLE_EQ(spread.low, 5);
  EXPECT_DOUBLE_EQ(spread.high, 95);
  EXPECT_DOUBLE_EQ(spread_of({1, 3}).median, 2);
  EXPECT_DOUBLE_EQ(spread_of({7}).high, 7);
}

TEST(Resample, KeepsTheSizesOfClassesAndDrawsWithReplacementOrWithout) {
  const EncodedTable wine = read("wine");   // 59, 71 and 48 rows
  const auto sizes = [&](const std::vector<std::uint32_t>& rows) {
    std::vector<int> count(3);
    for (const std::uint32_t row : rows) ++count[static_cast<std::size_t>(wine.dataset.y[row])];
    return count;
  };
  const auto bootstrap = resample(wine.dataset, {}, 3);
  EXPECT_EQ(sizes(bootstrap), (std::vector<int>{59, 71, 48}));
  const std::size_t different = std::set<std::uint32_t>(bootstrap.begin(), bootstrap.end()).size();
  EXPECT_NEAR(static_cast<double>(different) / 178, 1 - std::exp(-1.0), 0.06);
  const auto part = resample(wine.dataset, {.kind = Resampling::subsample, .share = 0.5}, 3);
  EXPECT_EQ(sizes(part), (std::vector<int>{30, 36, 24}));   // 29.5, 35.5 and 24, halves up
  EXPECT_EQ(std::set<std::uint32_t>(part.begin(), part.end()).size(), part.size());
  EXPECT_NE(resample(wine.dataset, {}, 4), bootstrap);
  EXPECT_EQ(resample(wine.dataset, {}, 3), bootstrap);
}

// A model whose relevances are known: the first run prefers feature 0, all others feature 1.
TEST(Stability, SaysHowOftenOneFeatureIsAheadOfAnother) {
  const EncodedTable iris = read("iris");
  int run = 0;
  std::vector<std::unique_ptr<Model>> models;
  const auto known = [&](const Dataset& rows) -> std::unique_ptr<Model> {
    auto model = trainer(iris, "grlvq", {{"epochs", "1"}})(rows);
    auto& prototypes = dynamic_cast<PrototypeModel&>(*model);
    const MutableRow lambda = prototypes.space.metric(MutableRow(prototypes.parameters), 0);
    const std::vector<double> values =
        run++ == 0 ? std::vector<double>{0.7, 0.1, 0.1, 0.1} : std::vector<double>{0.2, 0.6, 0.1, 0.1};
    std::ranges::copy(values, lambda.begin());
    models.push_back(model->clone());
    return model;
  };
  Serial serial;
  const RelevanceStability found = relevance_stability(iris.dataset, known, {.resamples = 4}, serial);
  ASSERT_EQ(found.runs, 4U);
  EXPECT_DOUBLE_EQ(found.ahead(0, 1), 0.25);
  EXPECT_DOUBLE_EQ(found.ahead(1, 0), 0.75);
  EXPECT_DOUBLE_EQ(found.ahead(2, 3), 0.5);   // equal in all runs
  EXPECT_DOUBLE_EQ(found.rank[1].median, 1);
  EXPECT_DOUBLE_EQ(found.rank[2].median, 3.5);   // shares ranks 3 and 4
  EXPECT_DOUBLE_EQ(found.relevance[0].median, 0.2);
  EXPECT_EQ(found.mean_matrix.rows(), 0U) << "relevances have no pairs";
  for (std::size_t r = 0; r < 4; ++r) {
    const std::vector<std::uint32_t> drawn = resample(iris.dataset, {.resamples = 4}, r);
    double right = 0;
    double asked = 0;
    for (std::uint32_t i = 0; i < 150; ++i) {
      if (std::ranges::binary_search(drawn, i)) continue;
      const std::vector<std::uint32_t> alone{i};
      ++asked;
      right += models[r]->labels(iris.dataset.subset(alone), serial)[0] == iris.dataset.y[i] ? 1 : 0;
    }
    EXPECT_DOUBLE_EQ(found.accuracy[r], right / asked) << "of the rows that were left out";
  }
}

// exp of the mean of logarithms: for diagonal matrices the geometric means of the diagonals, brought to sum 1.
TEST(Stability, HasTheGeometricMeanOfMetrics) {
  const EncodedTable iris = read("iris");
  int run = 0;
  const auto known = [&](const Dataset& rows) -> std::unique_ptr<Model> {
    auto model = trainer(iris, "gmlvq", {{"epochs", "1"}})(rows);
    auto& prototypes = dynamic_cast<PrototypeModel&>(*model);
    const MutableRow omega = prototypes.space.metric(MutableRow(prototypes.parameters), 0);
    std::ranges::fill(omega, 0.0);
    // Λ = RᵀDR with R a turn by 45° in the first plane, D = (0.4, 0.1, 0.3, 0.2) or (0.1, 0.4, 0.3, 0.2).
    const std::vector<double> d =
        run++ % 2 == 0 ? std::vector<double>{0.4, 0.1, 0.3, 0.2} : std::vector<double>{0.1, 0.4, 0.3, 0.2};
    const double half = std::sqrt(0.5);
    omega[0] = std::sqrt(d[0]) * half;
    omega[1] = std::sqrt(d[0]) * half;
    omega[4] = -std::sqrt(d[1]) * half;
    omega[5] = std::sqrt(d[1]) * half;
    omega[10] = std::sqrt(d[2]);
    omega[15] = std::sqrt(d[3]);
    return model;
  };
  Serial serial;
  const RelevanceStability found = relevance_stability(iris.dataset, known, {.resamples = 2}, serial);
  // Both share their eigenvectors: the mean has √(0.4·0.1) = 0.2 twice, hence no pair in the first plane.
  const double sum = 0.2 + 0.2 + 0.3 + 0.2;
  EXPECT_NEAR(found.mean_matrix(0, 0), 0.2 / sum, 1e-9);
  EXPECT_NEAR(found.mean_matrix(1, 1), 0.2 / sum, 1e-9);
  EXPECT_NEAR(found.mean_matrix(0, 1), 0, 1e-9);
  EXPECT_NEAR(found.mean_matrix(2, 2), 0.3 / sum, 1e-9);
}

TEST(Stability, IsTheSameForAnyNumberOfThreadsAndAfterAStop) {
  const EncodedTable wine = read("wine");
  const auto train = trainer(wine, "gmlvq", {{"epochs", "3"}});
  Serial serial;
  Threads threads(3);
  const RelevanceStability one = relevance_stability(wine.dataset, train, {.resamples = 6}, serial);
  const RelevanceStability three = relevance_stability(wine.dataset, train, {.resamples = 6}, threads);
  EXPECT_EQ(one.relevances.values()[5], three.relevances.values()[5]);
  EXPECT_TRUE(std::ranges::equal(one.relevances.values(), three.relevances.values()));
  EXPECT_TRUE(std::ranges::equal(one.mean_matrix.values(), three.mean_matrix.values()));

  const std::string path = (std::filesystem::temp_directory_path() / "protea_stability_ledger").string();
  std::filesystem::remove(path);
  int left = 3;
  const auto stops = [&](const Dataset& rows) {
    if (left-- == 0) throw std::runtime_error("the power went out");
    return train(rows);
  };
  EXPECT_THROW(relevance_stability(wine.dataset, stops, {.resamples = 6}, serial, {}, {path, 1, false}, "a"),
               std::runtime_error);
  left = 100;
  const RelevanceStability resumed =
      relevance_stability(wine.dataset, stops, {.resamples = 6}, serial, {}, {path, 1, true}, "a");
  EXPECT_EQ(left, 97) << "three runs were done before";
  EXPECT_TRUE(std::ranges::equal(one.relevances.values(), resumed.relevances.values()));
  std::filesystem::remove(path);
}

TEST(Stability, OfSeveralMetricsHasTheMeanWhoseTraceIsOne) {
  const EncodedTable iris = read("iris");
  Serial serial;
  const auto found =
      relevance_stability(iris.dataset, trainer(iris, "lgmlvq", {{"epochs", "1"}}), {.resamples = 2}, serial);
  for (std::size_t r = 0; r < 2; ++r) {
    const Row own = std::as_const(found.relevances).row(r);
    EXPECT_NEAR(std::accumulate(own.begin(), own.end(), 0.0), 1, 1e-12);
  }
}

TEST(Stability, RefusesModelsWithoutRelevances) {
  const EncodedTable iris = read("iris");
  Serial serial;
  EXPECT_THROW(relevance_stability(iris.dataset, trainer(iris, "glvq", {{"epochs", "1"}}), {.resamples = 2}, serial),
               UsageError);
  EXPECT_THROW(relevance_stability(iris.dataset, trainer(iris, "svm", {}), {.resamples = 2}, serial), UsageError);
}

}   // namespace
}   // namespace protea
