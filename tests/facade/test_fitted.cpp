// One header: from arrays to a model and its answers, with parts of one's own.
#include <protea/protea.hpp>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <protea/data/read.hpp>

namespace protea {
namespace {

// The perceptron among rules: a wrong answer pulls the right prototype and pushes the winner, a right one does nothing.
struct OnlyMistakes : Steady<OnlyMistakes> {
  double push = 1;

  static constexpr std::string_view name = "only-mistakes";
  static constexpr std::string_view summary = "A rule that no catalogue has.";
  static constexpr RuleTraits traits{.needs_own_prototype = true, .reads = Reads::nearest_right_and_wrong};
  static constexpr auto options() {
    return std::tuple{option("push", &OnlyMistakes::push, "strength of the push", {.at_least = 0})};
  }

  double pull(Row d, Labels labels, Label y, MutableRow pull) const {
    const auto [right, wrong] = nearest_pair(d, labels, y);
    if (wrong == nobody || d[right] <= d[wrong]) return 0;
    pull[right] = 0.5;
    pull[wrong] = -0.5 * push;
    return 1;
  }
};

// Sum of fourth powers.
struct Quartic {
  double scale = 1;

  static constexpr std::string_view name = "quartic";
  static constexpr std::string_view summary = "A dissimilarity that no catalogue has.";
  static constexpr DissimilarityTraits traits{.symmetric = true, .masking = Masking::sum};
  static constexpr auto options() { return std::tuple{option("scale", &Quartic::scale, "a factor", {.above = 0})}; }

  double value(Row x, Row w, Row) const {
    double sum = 0;
    for (std::size_t j = 0; j < x.size(); ++j) sum += scale * std::pow(x[j] - w[j], 4);
    return sum;
  }
  void add_gradient(Row x, Row w, Row, double pull, MutableRow gw, MutableRow) const {
    for (std::size_t j = 0; j < x.size(); ++j) gw[j] -= pull * 4 * scale * std::pow(x[j] - w[j], 3);
  }
  std::size_t parameter_count(std::size_t) const { return 0; }
  void initialize(MutableRow, std::size_t, Random&) const {}
  void project(MutableRow) const {}
};

class Facade : public ::testing::Test {
 protected:
  void SetUp() override {
    const EncodedTable data = encode_training_table(read_table("iris"), "", Nominal::refuse);
    values_ = data.dataset.x.to_matrix();
    for (const Label label : data.dataset.y)
      species_.push_back(data.dataset.class_names[static_cast<std::size_t>(label)]);
  }
  ArrayView rows() const { return ArrayView::row_major(values_.values().data(), values_.rows(), values_.columns()); }
  static std::span<const double> all(const Matrix& matrix) { return matrix.values(); }

  Matrix values_;
  std::vector<std::string> species_;
};

TEST_F(Facade, FitsAsTheCommandLineDoes) {
  Options options = preset("gmlvq");
  options.plan.epochs = 5;
  options.prototypes.each = 2;
  const Fitted model = fit(options, rows(), species_);
  EXPECT_EQ(model.classes(), (std::vector<std::string>{"setosa", "versicolor", "virginica"}));
  EXPECT_EQ(model.predict_names(rows()).size(), 150U);
  EXPECT_GT(model.accuracy(rows(), species_), 0.9);
  EXPECT_EQ(model.outcome().epochs, 5U);
  const Matrix scores = model.scores(rows());
  for (std::size_t i = 0; i < 150; ++i) EXPECT_NEAR(scores(i, 0) + scores(i, 1) + scores(i, 2), 1, 1e-12);
}

TEST_F(Facade, TakesRowsInAnyOrderOfMemory) {
  std::vector<double> columns(values_.values().size());
  for (std::size_t i = 0; i < 150; ++i) {
    for (std::size_t j = 0; j < 4; ++j) columns[j * 150 + i] = values_(i, j);
  }
  Options options = preset("glvq");
  options.plan.epochs = 3;
  const ArrayView by_column = ArrayView::column_major(columns.data(), 150, 4);
  EXPECT_EQ(fit(options, by_column, species_).bytes(), fit(options, rows(), species_).bytes());
  EXPECT_EQ(fit(options, rows(), species_).predict(by_column), fit(options, rows(), species_).predict(rows()));
}

TEST_F(Facade, TrainsWithARuleOfOnesOwn) {
  Options options = preset("lvq1");
  OnlyMistakes half;
  half.push = 0.5;
  options.rule = make_rule(half);
  options.plan.epochs = 1;
  const double first = fit(options, rows(), species_).outcome().cost;
  options.plan.epochs = 60;
  const Fitted model = fit(options, rows(), species_);
  EXPECT_LT(model.outcome().cost, first);
  EXPECT_EQ(model.model().record.part("rule").name, "only-mistakes");
  EXPECT_EQ(model.model().record.part("rule").settings, (Settings{{"push", "0.5"}}));
  // Its file opens without the rule, which answers do not need.
  EXPECT_EQ(Fitted::from_bytes(model.bytes()).predict(rows()), model.predict(rows()));
}

TEST_F(Facade, TrainsAndKeepsADissimilarityOfOnesOwn) {
  Options options = preset("glvq");
  options.dissimilarity = make_dissimilarity(Quartic{.scale = 2});
  options.optimizer = make_optimizer(Adam{});
  options.plan = {.epochs = 20, .batch = 16};
  const Fitted model = fit(options, rows(), species_);
  EXPECT_GT(model.accuracy(rows(), species_), 0.85);
  const std::string path = ::testing::TempDir() + "/facade_quartic.protea";
  model.save(path);
  EXPECT_THROW(Fitted::load(path), DataError) << "the catalogue does not know it";
  EXPECT_THROW(Fitted::load(path, {.dissimilarities = {make_dissimilarity(Quartic{.scale = 3})}}), DataError)
      << "another scale";
  const Fitted again = Fitted::load(path, {.dissimilarities = {options.dissimilarity}});
  EXPECT_EQ(again.predict(rows()), model.predict(rows()));
  EXPECT_EQ(again.bytes(), model.bytes());
  std::remove(path.c_str());
}

TEST_F(Facade, GivesOwnPartsMissingValuesWeightsAndCrossValidation) {
  Options options = preset("glvq");
  options.dissimilarity = make_dissimilarity(Quartic{});
  options.plan.epochs = 10;
  options.missing = Missing::mask;
  values_(3, 1) = std::numeric_limits<double>::quiet_NaN();
  FitSetting setting;
  setting.weights.assign(150, 1.0);
  setting.weights[0] = 50;
  const Fitted heavy = fit(options, rows(), species_, setting);
  setting.weights[0] = 1;
  const Fitted plain = fit(options, rows(), species_, setting);
  EXPECT_NE(heavy.bytes(), plain.bytes());
  const CrossValidation result = cross_validate(options, rows(), species_, {.folds = 5, .repeats = 1, .seed = 1});
  EXPECT_EQ(result.accuracy.size(), 5U);
  EXPECT_GT(mean_and_deviation(result.accuracy).mean, 0.85);
  const auto svm = make_method("svm", {{"missing", "mean"}});
  EXPECT_GT(
      mean_and_deviation(cross_validate(svm, rows(), species_, {.folds = 3, .repeats = 1, .seed = 1}).accuracy).mean,
      0.85);
  options.missing = Missing::refuse;
  EXPECT_THROW(fit(options, rows(), species_), DataError);
}

TEST_F(Facade, ProjectsSoThatAllCoordinatesTogetherKeepTheDistances) {
  Options options = preset("gmlvq");
  options.plan.epochs = 5;
  const Fitted model = fit(options, rows(), species_);
  const Matrix z = model.projection(rows(), 4);
  const auto& prototypes = demand<PrototypeModel>(model.model(), "");
  const Matrix w = prototypes.projection(prototypes.space.prototypes(Row(prototypes.parameters)), 4);
  const Matrix d = model.distances(rows());
  for (std::size_t i = 0; i < 150; i += 10) {
    for (std::size_t k = 0; k < 3; ++k) {
      double sum = 0;
      for (std::size_t r = 0; r < 4; ++r) sum += (z(i, r) - w(k, r)) * (z(i, r) - w(k, r));
      EXPECT_NEAR(sum, d(i, k), 1e-10 * (1 + d(i, k)));
    }
  }
  EXPECT_EQ(model.projection(rows()).columns(), 2U);
  EXPECT_THROW(model.projection(rows(), 5), UsageError);
  options = preset("glvq");
  options.plan.epochs = 1;
  EXPECT_THROW(fit(options, rows(), species_).projection(rows()), UsageError)
      << "the plain distance has no leading direction";
}

TEST_F(Facade, QuantizesWithoutTargets) {
  Options options = preset("glvq");
  options.rule = make_rule(Vq{});
  options.prototypes.each = 3;
  options.initialization = Initialization::k_means;
  const Fitted model = fit(options, rows());
  const std::vector<std::size_t> winners = model.winners(rows());
  EXPECT_EQ(winners.size(), 150U);
  EXPECT_EQ(*std::max_element(winners.begin(), winners.end()), 2U);
  EXPECT_EQ(model.distances(rows()).columns(), 3U);
  EXPECT_THROW(model.predict(rows()), UsageError);
  EXPECT_THROW(model.scores(rows()), UsageError);
}

TEST_F(Facade, RefusesWhatDoesNotFitInASentence) {
  Options options = preset("glvq");
  options.rule = make_rule(OnlyMistakes{});   // l-bfgs needs a cost
  EXPECT_THROW(fit(options, rows(), species_), UsageError);
  options = preset("glvq");
  options.rule = nullptr;
  EXPECT_THROW(fit(options, rows(), species_), UsageError);
  EXPECT_THROW(preset("gqlv"), UsageError);
  FitSetting setting;
  setting.weights = {1, 2};
  EXPECT_THROW(fit(preset("glvq"), rows(), species_, setting), UsageError);
  options = preset("glvq");
  options.plan.epochs = 1;
  const Fitted model = fit(options, rows(), species_);
  EXPECT_THROW(model.predict(ArrayView::row_major(values_.values().data(), 150, 3)), DataError);
  EXPECT_THROW(fit(options, rows()), DataError) << "there is no label to learn from";
  EXPECT_THROW(Fitted::from_bytes("no model"), DataError);
}

}   // namespace
}   // namespace protea
