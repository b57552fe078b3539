// Quantizers, maps, gases and embeddings as methods: sizes, starts, labels that are kept out, units that grow, and how
// well they do.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <protea/catalogue/configure.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/data/arrays.hpp>
#include <protea/data/read.hpp>
#include <protea/evaluate/map_assessment.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/model/embedding_model.hpp>
#include <protea/model/map_view.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

EncodedTable builtin(const std::string& name) { return encode_training_table(read_table(name), "", Nominal::refuse); }

Dataset rows_of(Matrix x) {
  Dataset dataset;
  dataset.source = "test";
  for (std::size_t j = 0; j < x.columns(); ++j) dataset.feature_names.push_back(fmt::format("x{}", j + 1));
  dataset.x = SampleRows(std::move(x));
  return dataset;
}

Encoding encoding_of(const Dataset& dataset) {
  Encoding encoding;
  for (const std::string& name : dataset.feature_names) encoding.columns.push_back({name, {}});
  return encoding;
}

PrototypeModel trained(const std::string& method, const Settings& settings, const Dataset& dataset) {
  Serial serial;
  return train_model(configure(method, settings), dataset, encoding_of(dataset), serial).model;
}

Dataset square(std::size_t count, std::uint64_t seed) {
  Matrix x(count, 2);
  Random random(seed, Purpose::generator);
  for (double& value : x.values()) value = random.uniform();
  return rows_of(std::move(x));
}

TEST(Maps, KeepLabelsOutOfLearning) {
  const EncodedTable iris = builtin("iris");
  Dataset other = iris.dataset;
  std::ranges::reverse(other.y);
  for (const char* const method : {"vq", "k-means", "neural-gas", "batch-som", "som"}) {
    const PrototypeModel model = trained(method, {{"epochs", "3"}}, iris.dataset);
    EXPECT_FALSE(model.has_classes()) << method;
    EXPECT_EQ(model.parameters, trained(method, {{"epochs", "3"}}, other).parameters) << method;
    EXPECT_EQ(model.parameters, trained(method, {{"epochs", "3"}}, without_targets(iris.dataset)).parameters) << method;
  }
}

// The counts of the label map, from the answers of the model and the labels of the rows.
TEST(Maps, CountTheClassesOfTheSamplesThatUnitsWin) {
  const EncodedTable iris = builtin("iris");
  std::vector<std::uint32_t> some;
  for (std::uint32_t i = 140; i-- > 5;) some.push_back(i);
  const Dataset part = iris.dataset.subset(some);   // rows that stand elsewhere in the whole
  const PrototypeModel model = trained("batch-som", {{"epochs", "5"}}, part);
  ASSERT_TRUE(model.units);
  Serial serial;
  const Predictions answers = model.predict(model.prepare(part).view(), serial);
  Matrix counts(model.space.prototype_count(), 3);
  std::vector<double> hits(model.space.prototype_count());
  for (std::size_t i = 0; i < part.size(); ++i) {
    counts(answers.winners[i], static_cast<std::size_t>(part.y[i])) += 1;
    hits[answers.winners[i]] += 1;
  }
  EXPECT_EQ(model.units->hits, hits);
  EXPECT_TRUE(std::ranges::equal(model.units->classes.values(), counts.values()));
  EXPECT_EQ(model.units->class_names, part.class_names);
}

// Three groups, each of a class of its own: wherever its rows stand once some are held out, a unit wins rows of
// one class.
TEST(Maps, CountTheClassesOfTheRowsThatAreNotHeldOut) {
  Matrix x(60, 1);
  for (std::size_t i = 0; i < 60; ++i) x(i, 0) = 100 * static_cast<double>(i % 3) + static_cast<double>(i) / 60;
  Dataset data = rows_of(std::move(x));
  data.class_names = {"a", "b", "c"};
  for (std::size_t i = 0; i < 60; ++i) data.y.push_back(static_cast<Label>(i % 3));
  const PrototypeModel model =
      trained("k-means", {{"prototypes", "3"}, {"validation", "0.3"}, {"scale", "none"}}, data);
  ASSERT_TRUE(model.units);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_EQ(std::ranges::max(model.units->classes.row(k)), model.units->hits[k]) << k;
  EXPECT_EQ(std::accumulate(model.units->hits.begin(), model.units->hits.end(), 0.0), 42);
}

// 5√150 = 61 units, as long to wide as the principal deviations of iris in z-scores, √(2.92/0.91) = 1.79: 10 × 6.
TEST(Maps, ChooseTheirSizeFromTheData) {
  const PrototypeModel model = trained("batch-som", {{"epochs", "1"}}, builtin("iris").dataset);
  ASSERT_NE(model.lattice(), nullptr);
  EXPECT_EQ(model.lattice()->columns, 10);
  EXPECT_EQ(model.lattice()->rows, 6);
  const PrototypeModel asked = trained("batch-som", {{"epochs", "1"}, {"prototypes", "50"}}, builtin("iris").dataset);
  EXPECT_EQ(asked.space.prototype_count(), 50U);
}

// Data on a line, x₂ = 2x₁: units of the first row lie on it, from one deviation below the mean to one above, evenly.
TEST(Maps, StartInThePlaneOfThePrincipalAxes) {
  Matrix x(100, 2);
  for (std::size_t i = 0; i < 100; ++i) {
    x(i, 0) = static_cast<double>(i);
    x(i, 1) = 2 * x(i, 0);
  }
  const PrototypeModel model = trained(
      "som", {{"epochs", "0"}, {"grid", "5x1"}, {"topology", "chain"}, {"scale", "none"}}, rows_of(std::move(x)));
  const MatrixView w = model.space.prototypes(Row(model.parameters));
  const double deviation = std::sqrt((100.0 * 100 - 1) / 12);   // of 0 … 99
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_NEAR(w.row(k)[0], 49.5 + (static_cast<double>(k) / 2 - 1) * deviation, 1e-6) << k;
    EXPECT_NEAR(w.row(k)[1], 2 * w.row(k)[0], 1e-6) << k;
  }
}

TEST(Maps, RefuseMoreUnitsThanSamples) {
  EXPECT_THROW(trained("som", {{"grid", "20x15"}}, builtin("iris").dataset), UsageError);
  EXPECT_THROW(configure("som", {{"grid", "20"}}), UsageError);
  EXPECT_THROW(configure("som", {{"grid", "0x4"}}), UsageError);
  EXPECT_THROW(configure("k-means", {{"grid", "2x3"}}), UsageError);
  EXPECT_THROW(configure("k-means", {{"topology", "hexagon"}}), UsageError);
  EXPECT_THROW(configure("som", {{"topology", "chain"}, {"grid", "4x2"}}), UsageError);
  EXPECT_THROW(configure("som", {{"topology", "free"}}), UsageError);
  EXPECT_THROW(configure("neural-gas", {{"init", "plane"}}), UsageError);
}

TEST(Maps, TakeBatchStepsForBregmanDivergencesAlone) {
  for (const char* const method : {"k-means", "batch-som", "batch-neural-gas"}) {
    EXPECT_NO_THROW(configure(method, {{"dissimilarity", "generalized-kullback-leibler"}, {"scale", "none"}}))
        << method;
    for (const char* const divergence : {"gamma", "renyi", "cauchy-schwarz"})
      EXPECT_THROW(configure(method, {{"dissimilarity", divergence}, {"scale", "none"}}), UsageError) << divergence;
  }
  EXPECT_THROW(configure("glvq", {{"optimizer", "means"}}), UsageError);
}

// The best of ten starts is at least as good as the first, and is the best of those that ten single runs would find.
TEST(KMeans, KeepsTheBestOfItsRestarts) {
  const Dataset data = square(300, 4);
  const auto cost = [&](const char* restarts) {
    Serial serial;
    return train_model(configure("k-means", {{"prototypes", "25"}, {"restarts", restarts}}), data, encoding_of(data),
                       serial)
        .outcome.cost;
  };
  const double one = cost("1");
  const double ten = cost("10");
  EXPECT_LT(ten, one);
  EXPECT_LE(ten, cost("5"));
}

// Unfolding from random starts: neighbours on the map are neighbours among the data.
TEST(Som, UnfoldsOnTheSquareFromRandomStarts) {
  std::size_t unfolded = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Dataset data = square(1000, seed);
    const PrototypeModel model = trained("som",
                                         {{"grid", "8x8"},
                                          {"init", "random-sample"},
                                          {"scale", "none"},
                                          {"epochs", "20"},
                                          {"seed", std::to_string(seed)}},
                                         data);
    Serial serial;
    const MapAssessment assessment = assess_map(model, model.prepare(data).view(), {}, {}, {}, serial);
    unfolded += assessment.topographic_error.value() < 0.05 ? 1 : 0;
  }
  EXPECT_GE(unfolded, 9U);
}

TEST(GrowingNeuralGas, GrowsUntilTheErrorIsSmallEnough) {
  const Dataset data = square(500, 2);
  const PrototypeModel model =
      trained("growing-neural-gas", {{"rule.error", "0.01"}, {"scale", "none"}, {"prototypes", "100"}}, data);
  Serial serial;
  const Predictions answers = model.predict(model.prepare(data).view(), serial);
  const double error = std::accumulate(answers.distances.begin(), answers.distances.end(), 0.0) / 500;
  EXPECT_LE(error, 0.01);
  // k units of a square have an error of about 1/(6k) at best: 17 for 0.01.
  EXPECT_GE(model.space.prototype_count(), 16U);
  EXPECT_LE(model.space.prototype_count(), 40U);
  EXPECT_TRUE(model.record.converged);
  const PrototypeModel all = trained("growing-neural-gas", {{"prototypes", "12"}, {"scale", "none"}}, data);
  EXPECT_EQ(all.space.prototype_count(), 12U);
}

// Labels softened by a fifth: the memberships of the own class 0.8, of the others 0.1.
TEST(FlNg, ClassifiesIrisWithSoftLabelsAsWellAsGlvq) {
  const EncodedTable iris = builtin("iris");
  Serial serial;
  const auto accuracy = [&](const char* method, bool is_soft) {
    double right = 0;
    for (std::uint32_t fold = 0; fold < 5; ++fold) {
      std::vector<std::uint32_t> training;
      std::vector<std::uint32_t> test;
      for (std::uint32_t i = 0; i < 150; ++i) (i % 5 == fold ? test : training).push_back(i);
      Dataset rows = iris.dataset.subset(training);
      if (is_soft) {
        rows.memberships = crisp_memberships(rows.y, 3);
        for (double& each : rows.memberships.values()) each = 0.1 + 0.7 * each;
      }
      const Dataset unseen = iris.dataset.subset(test);
      const auto model = make_method(method, {})->train(rows, iris.encoding, {serial}).model;
      const Predictions answers = model->predict(model->prepare(unseen).view(), serial);
      for (std::size_t i = 0; i < unseen.size(); ++i) right += answers.labels[i] == unseen.y[i] ? 1 : 0;
    }
    return right / 150;
  };
  EXPECT_GE(accuracy("fl-ng", true), accuracy("glvq", false) - 0.02);
  EXPECT_GE(accuracy("fl-som", true), 0.85);
}

TEST(FlMaps, AnswerWithTheLabelVectorOfTheNearestUnit) {
  const EncodedTable iris = builtin("iris");
  const PrototypeModel model = trained("fl-ng", {{"epochs", "5"}}, iris.dataset);
  Serial serial;
  const Matrix x = model.prepare(iris.dataset);
  const Predictions answers = model.predict(x.view(), serial);
  const Matrix d = model.distances(x.view());
  for (std::size_t i = 0; i < 150; i += 7) {
    const std::size_t nearest = nearest_unit(d.row(i));
    EXPECT_EQ(answers.winners[i], nearest);
    const Row vector = model.space.label_vectors(Row(model.parameters)).row(nearest);
    EXPECT_TRUE(std::ranges::equal(answers.memberships.row(i), vector));
    EXPECT_EQ(answers.labels[i], std::ranges::max_element(vector) - vector.begin());
    EXPECT_NEAR(answers.scores(i, 0) + answers.scores(i, 1) + answers.scores(i, 2), 1, 1e-12);
  }
}

TEST(FlMaps, RefuseMembershipsThatDoNotSumToOneWhereTheyMust) {
  EncodedTable iris = builtin("iris");
  iris.dataset.memberships = crisp_memberships(iris.dataset.y, 3);
  iris.dataset.memberships(17, 1) = 0.5;
  EXPECT_NO_THROW(trained("fl-ng", {{"epochs", "1"}}, iris.dataset));
  EXPECT_THROW(trained("fl-ng", {{"epochs", "1"}, {"memberships", "one"}}, iris.dataset), DataError);
  EXPECT_THROW(trained("fl-ng", {{"epochs", "1"}, {"label_dissimilarity", "itakura-saito"}}, iris.dataset), DataError);
}

// The mean over the rows of how well the ten nearest in the plane are among the ten nearest of the data.
Preservation embedded(const Matrix& x, const Settings& settings) {
  const Dataset data = rows_of(x);
  Serial serial;
  const auto trained = make_method("xom", settings)->train(data, encoding_of(data), {serial});
  const auto& model = dynamic_cast<const EmbeddingModel&>(*trained.model);
  return neighbourhood_preservation(x.view(), model.places.view(), 10, serial);
}

TEST(Xom, KeepsTheNeighbourhoodsOfARing) {
  Matrix x(300, 3);
  for (std::size_t i = 0; i < 300; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / 300;
    x(i, 0) = std::cos(angle);
    x(i, 1) = std::sin(angle);
    x(i, 2) = 0.3 * std::cos(2 * angle);
  }
  EXPECT_GT(embedded(x, {{"scale", "none"}}).trustworthiness, 0.95);
}

TEST(Xom, KeepsTheNeighbourhoodsOfASwissRoll) {
  Matrix x(500, 3);
  Random random(3, Purpose::generator);
  for (std::size_t i = 0; i < 500; ++i) {
    const double t = 1.5 * std::numbers::pi * (1 + 2 * random.uniform());
    x(i, 0) = t * std::cos(t);
    x(i, 1) = 21 * random.uniform();
    x(i, 2) = t * std::sin(t);
  }
  EXPECT_GT(embedded(x, {{"scale", "none"}}).trustworthiness, 0.95);
}

TEST(Xom, PutsRowsOfTheTrainingWhereTheyAreAndOthersBetween) {
  const EncodedTable iris = builtin("iris");
  Serial serial;
  const auto trained = make_method("xom", {{"epochs", "2"}})->train(iris.dataset, iris.encoding, {serial});
  const auto& model = dynamic_cast<const EmbeddingModel&>(*trained.model);
  const Matrix places = model.predict(model.rows.view(), serial).places;
  std::size_t own = 0;
  for (std::size_t i = 0; i < 150; ++i) own += std::ranges::equal(places.row(i), model.places.row(i)) ? 1 : 0;
  EXPECT_GE(own, 145U);   // equal rows share a place
  EXPECT_THROW(embedded(Matrix(1, 2), {}), DataError);
}

// By hand: a row at 1 between rows at 0 and 3 is 1 and 4 away, so it weighs their places as 4 to 1; a third is not
// among its two nearest.
TEST(Xom, WeighsThePlacesOfTheNearestByOneOverTheirDissimilarity) {
  EmbeddingModel model;
  model.dissimilarity = dissimilarities().make("squared-euclidean", {});
  model.rows = Matrix(3, 1);
  std::ranges::copy(std::vector<double>{0, 3, 9}, model.rows.values().begin());
  model.places = Matrix(3, 2);
  std::ranges::copy(std::vector<double>{0, 1, 5, 6, 100, 100}, model.places.values().begin());
  model.neighbours = 2;
  Matrix x(1, 1);
  x(0, 0) = 1;
  Serial serial;
  const Predictions answers = model.predict(x.view(), serial);
  EXPECT_EQ(answers.winners[0], 0U);
  EXPECT_EQ(answers.distances[0], 1);
  EXPECT_NEAR(answers.places(0, 0), 1, 1e-15);
  EXPECT_NEAR(answers.places(0, 1), 2, 1e-15);
}

// By hand: D(1‖2) = 1 − ln 2 and D(2‖1) = 2 ln 2 − 1, in the mean ½·ln 2.
TEST(MapView, TakesTheMeanOfBothDirectionsOfADivergence) {
  Dataset data = square(50, 1);
  PrototypeModel model = trained("som",
                                 {{"grid", "2x1"},
                                  {"topology", "chain"},
                                  {"epochs", "0"},
                                  {"scale", "none"},
                                  {"dissimilarity", "generalized-kullback-leibler"}},
                                 data);
  model.parameters = {1, 3, 2, 3};
  for (const double height : u_matrix(model)) EXPECT_NEAR(height, 0.5 * std::log(2.0), 1e-15);
}

TEST(MapView, MeasuresHeightsBetweenNeighbours) {
  PrototypeModel model =
      trained("som", {{"grid", "3x1"}, {"topology", "chain"}, {"epochs", "0"}, {"scale", "none"}}, square(50, 1));
  model.parameters = {0, 0, 3, 4, 3, 5};   // 5 apart, then 1
  EXPECT_EQ(u_matrix(model), (std::vector<double>{5, 3, 1}));
}

}   // namespace
}   // namespace protea
