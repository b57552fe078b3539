// Pages of studies show the numbers of the studies: validation, comparison, tuning, curves, margins, training, dynamics.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include <protea/catalogue/methods.hpp>
#include <protea/data/read.hpp>
#include <protea/evaluate/margins.hpp>
#include <protea/model/embedding_model.hpp>
#include <protea/report/comparison_page.hpp>
#include <protea/report/curve_page.hpp>
#include <protea/report/dynamics_page.hpp>
#include <protea/report/histogram.hpp>
#include <protea/report/margins_page.hpp>
#include <protea/report/model_page.hpp>
#include <protea/report/stability_page.hpp>
#include <protea/report/training_figures.hpp>
#include <protea/report/tuning_page.hpp>
#include <protea/report/unit_figures.hpp>
#include <protea/report/validation_page.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

EncodedTable encoded(const std::string& set, const std::string& label = "") {
  return encode_training_table(read_table(set), label, Nominal::refuse);
}

const Figure* figure_on(const Page& page, const std::string& id) {
  for (const PageSection& section : page.sections) {
    for (const Figure& figure : section.figures) {
      if (figure.id == id) return &figure;
    }
  }
  return nullptr;
}

const Plot& plot_on(const Page& page, const std::string& id) {
  const Figure* const figure = figure_on(page, id);
  if (!figure) throw std::runtime_error("no figure " + id);
  return std::get<Plot>(figure->content);
}

const Series& series_of(const Plot& plot, const std::string& name) {
  const auto found = std::ranges::find(plot.series, name, &Series::name);
  if (found == plot.series.end()) throw std::runtime_error("no series " + name);
  return *found;
}

CrossValidation validated(const EncodedTable& data, const std::string& method, const SplitPlan& plan) {
  Serial serial;
  return cross_validate(data.dataset, contender_of(method, make_method(method, {}), data.encoding).run, plan, serial);
}

TEST(ValidationPage, ShowsEveryRowWithTheAnswerOfAModelThatHadNotSeenIt) {
  const EncodedTable iris = encoded("iris");
  const CrossValidation result = validated(iris, "glvq", {.folds = 5, .repeats = 2});
  const Page page = validation_page(result, iris.dataset, {.method = "glvq", .plan = "5 folds"});
  ASSERT_EQ(page.samples.size(), 150U);
  EXPECT_EQ(page.sample_count, 150U);
  for (std::size_t i = 0; i < result.tested.size(); ++i) {
    if (result.tested[i].repeat != 0) continue;
    const PageSample& sample = page.samples[result.tested[i].row];
    EXPECT_EQ(sample.name, std::to_string(result.tested[i].row + 1));
    EXPECT_EQ(sample.label, result.truth[i]);
    EXPECT_EQ(sample.answer, result.predictions.labels[i]);
    ASSERT_EQ(sample.scores.size(), 3U);
    EXPECT_EQ(sample.scores[1], result.predictions.scores(i, 1));
    std::vector<double> values(4);
    iris.dataset.x.copy_row(result.tested[i].row, values);
    EXPECT_EQ(sample.values, values);
  }
  // Cells count both repeats, and list each row of the first once.
  const auto& matrix = std::get<MatrixPlot>(figure_on(page, "confusion")->content);
  double counted = 0;
  std::multiset<std::int64_t> listed;
  for (std::size_t t = 0; t < 3; ++t) {
    for (std::size_t a = 0; a < 3; ++a) {
      EXPECT_EQ(matrix.values(t, a), static_cast<double>(result.confusion(t, a)));
      counted += matrix.values(t, a);
      listed.insert(matrix.samples[t][a].begin(), matrix.samples[t][a].end());
    }
  }
  EXPECT_EQ(counted, 300);
  EXPECT_EQ(listed.size(), 150U);
  EXPECT_EQ(std::set<std::int64_t>(listed.begin(), listed.end()).size(), 150U);

  const Plot& parts = plot_on(page, "parts");
  EXPECT_EQ(series_of(parts, "accuracy").y, result.accuracy);
  EXPECT_EQ(parts.x.names.size(), 10U);
  EXPECT_DOUBLE_EQ(series_of(parts, "mean").y[0],
                   std::accumulate(result.accuracy.begin(), result.accuracy.end(), 0.0) / 10);
  const Page some = validation_page(result, iris.dataset, {.method = "glvq", .plan = "", .most_samples = 30});
  EXPECT_EQ(some.samples.size(), 30U);
  EXPECT_EQ(some.samples[1].name, "6");
}

// Rows that are answered again tell nothing new: chance does to them what it does to rows.
TEST(ValidationPage, CountsRowsOnceHoweverOftenTheyAreAnswered) {
  const EncodedTable iris = encoded("iris");
  const CrossValidation result = validated(iris, "glvq", {.folds = 5, .repeats = 4});
  const Page page = validation_page(result, iris.dataset, {.method = "glvq", .plan = "4 times 5 folds"});
  double right = 0;
  for (std::size_t i = 0; i < result.truth.size(); ++i)
    right += result.truth[i] == result.predictions.labels[i] ? 1 : 0;
  const double accuracy = right / 600;
  EXPECT_EQ(page.sections[0].text[0].substr(0, 60),
            fmt::format("Of 150 rows, answered 4 times each, {:.1f} % ± {:.1f} % are answered", 100 * accuracy,
                        100 * std::sqrt(accuracy * (1 - accuracy) / 150))
                .substr(0, 60));
  EXPECT_EQ(std::get<MatrixPlot>(figure_on(page, "confusion")->content).unit, "answers");
  EXPECT_EQ(figure_on(page, "roc")->table->rows[0][1], "50");
  // Wilson's interval with a quarter of the answers.
  const Figure* const reliability = figure_on(page, "reliability");
  const Series& points = std::get<Plot>(reliability->content).series[0];
  for (std::size_t i = 0; i < points.x.size(); ++i) {
    const double n = std::max(1.0, std::stod(points.labels[i]) / 4);
    const double p = points.y[i];
    const double z = 1.96;
    const double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
    const double half = z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n);
    EXPECT_NEAR(points.low[i], std::max(0.0, middle - half), 1e-12);
    EXPECT_NEAR(points.high[i], std::min(1.0, middle + half), 1e-12);
  }
}

// Functions of users may answer without scores, and never with the last class.
TEST(ValidationPage, DoesWithoutScores) {
  Serial serial;
  const EncodedTable iris = encoded("iris");
  const TrainAndPredict first = [](const Dataset&, const Dataset& test) { return std::vector<Label>(test.size(), 0); };
  Dataset two = iris.dataset;
  for (Label& label : two.y) label = std::min(label, Label{1});
  const Page page =
      validation_page(cross_validate(two, first, {.folds = 3}, serial), two, {.method = "first", .plan = ""});
  EXPECT_EQ(std::get<MatrixPlot>(figure_on(page, "confusion")->content).values(1, 0), 100);
  EXPECT_EQ(figure_on(page, "roc"), nullptr);
  EXPECT_EQ(figure_on(page, "reliability"), nullptr);
}

TEST(ValidationPage, ManyPartsStandAlongNumbersFromOne) {
  const PartAxis few = part_axis(12);
  EXPECT_EQ(few.axis.names.back(), "12");
  EXPECT_EQ(few.places.back(), 11);
  const PartAxis many = part_axis(30);
  EXPECT_EQ(many.axis.kind, AxisKind::number);
  EXPECT_EQ(many.places.front(), 1);
  EXPECT_EQ(many.places.back(), 30);
}

TEST(ValidationPage, OfNumbersShowsAnswersAgainstTruth) {
  Serial serial;
  const Table table = read_table("iris");
  const EncodedTable data =
      encode_training_table(table, TargetChoice{.target_column = "petal_width"}, Nominal::one_hot);
  const CrossValidation result = validated(data, "ridge", {.folds = 4});
  const Page page = validation_page(result, data.dataset, {.method = "ridge", .plan = "4 folds"});
  const Series& rows = series_of(plot_on(page, "numbers"), "rows");
  EXPECT_EQ(rows.x, result.true_numbers);
  EXPECT_EQ(rows.y, result.predictions.numbers);
  EXPECT_EQ(series_of(plot_on(page, "parts"), "root mean square error").y, result.rmse());
}

TEST(ComparisonPage, PutsTheBestFirstAndDifferencesTheRightWayRound) {
  Serial serial;
  const EncodedTable wine = encoded("wine");
  const std::vector<std::string> names{"vq-like", "knn", "gmlvq"};
  std::vector<Contender> contenders;
  contenders.push_back({"vq-like",
                        [](const Dataset&, const Dataset& test) {   // the first class for everybody
                          Predictions answers;
                          answers.labels.assign(test.size(), 0);
                          return answers;
                        },
                        "first"});
  for (const char* const method : {"knn", "gmlvq"})
    contenders.push_back(contender_of(method, make_method(method, {}), wine.encoding));
  const Comparison result = compare(wine.dataset, contenders, {.folds = 5}, serial);
  const Page page = comparison_page(result, names, wine.dataset, "5 folds");
  const Plot& methods = plot_on(page, "methods");
  ASSERT_EQ(methods.x.names.size(), 3U);
  EXPECT_EQ(methods.x.names.back(), "vq-like");
  const Series& accuracy = series_of(methods, "accuracy");
  EXPECT_TRUE(std::ranges::is_sorted(accuracy.y, std::greater<>()));
  const auto mean = [&](std::size_t m) { return mean_and_deviation(result.methods[m].accuracy); };
  EXPECT_DOUBLE_EQ(accuracy.y[2], mean(0).mean);
  EXPECT_DOUBLE_EQ(accuracy.low[2], mean(0).mean - mean(0).deviation);
  EXPECT_LE(*std::ranges::max_element(accuracy.high), 1);
  const auto& tests = std::get<MatrixPlot>(figure_on(page, "tests")->content);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_NEAR(tests.values(i, j), 100 * (accuracy.y[i] - accuracy.y[j]), 1e-9);
    }
  }
  // Whoever answers one class for everything is far behind, whoever is close to the best is named.
  EXPECT_TRUE(page.lead.starts_with(methods.x.names[0] + " has the best accuracy"));
  EXPECT_EQ(page.lead.find("vq-like"), std::string::npos);
  const auto& measures = std::get<MatrixPlot>(figure_on(page, "measures")->content);
  EXPECT_DOUBLE_EQ(measures.values(2, 0), mean(0).mean);
  EXPECT_DOUBLE_EQ(measures.values(2, 1), mean_and_deviation(result.methods[0].balanced_accuracy).mean);
  EXPECT_TRUE(std::isnan(measures.values(2, 2))) << "without scores there is no area";
  EXPECT_EQ(measures.values(2, 4), 0) << "an answer that never changes has no correlation";
  EXPECT_EQ(plot_on(page, "parts").series[2].y, result.methods[0].accuracy);
}

TEST(ComparisonPage, SaysWhoFailedAndWhy) {
  Serial serial;
  const EncodedTable iris = encoded("iris");
  std::vector<Contender> contenders{contender_of("glvq", make_method("glvq", {}), iris.encoding)};
  contenders.push_back(
      {"broken", [](const Dataset&, const Dataset&) -> Predictions { throw UsageError("it is broken"); }, "broken"});
  const Comparison result = compare(iris.dataset, contenders, {.folds = 3}, serial);
  const Page page = comparison_page(result, {"glvq", "broken"}, iris.dataset, "3 folds");
  EXPECT_EQ(page.sections[0].text, std::vector<std::string>{"broken failed: " + result.failures[1]});
  EXPECT_EQ(plot_on(page, "methods").x.names, std::vector<std::string>{"glvq"});
  EXPECT_EQ(figure_on(page, "tests"), nullptr);
}

TEST(TuningPage, ShowsTheSurfaceTheOptionsAndWhatTheChoiceIsWorth) {
  Serial serial;
  const EncodedTable wine = encoded("wine");
  TuningPlan plan{.candidates =
                      candidates({"glvq", {}, {parse_axis("prototypes=1,2"), parse_axis("rule.steepness=1,2,4")}})};
  plan.folds = plan.split.folds = 3;
  plan.outer = 3;
  const Tuning result = tune(plan, wine, serial);
  const Page page = tuning_page(plan, result, wine.dataset);
  const auto& surface = std::get<MatrixPlot>(figure_on(page, "surface")->content);
  EXPECT_EQ(surface.rows, (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(surface.columns, (std::vector<std::string>{"1", "2", "4"}));
  for (std::size_t c = 0; c < 6; ++c)
    EXPECT_EQ(surface.values(c / 3, c % 3), result.table[c].score);   // the last axis is fastest
  const Series& steepness = series_of(plot_on(page, "option-2"), "accuracy");
  EXPECT_EQ(steepness.x, (std::vector<double>{1, 2, 4}));
  for (std::size_t v = 0; v < 3; ++v)
    EXPECT_EQ(steepness.y[v], std::max(result.table[v].score, result.table[3 + v].score));
  const Plot& ranking = plot_on(page, "candidates");
  EXPECT_EQ(ranking.x.label, "prototypes, rule.steepness");
  for (std::size_t place = 0; place < 6; ++place) {
    const Candidate& own = plan.candidates[result.ranking[place]];
    EXPECT_EQ(ranking.x.names[place], own.settings[0].second + ", " + own.settings[1].second);
    EXPECT_EQ(ranking.series[0].y[place], result.table[result.ranking[place]].score);
  }
  const Plot& honest = plot_on(page, "honest");
  for (std::size_t o = 0; o < 3; ++o) {
    EXPECT_EQ(series_of(honest, "promised").y[o], result.outer[o].inner_score);
    EXPECT_EQ(series_of(honest, "kept").y[o], result.honest.accuracy[o]);
  }
  EXPECT_NE(page.lead.find("On rows that had no part in the choice"), std::string::npos);
  EXPECT_NE(figure_on(page, "confusion"), nullptr);

  plan.outer = 0;
  const Page alone = tuning_page(plan, tune(plan, wine, serial), wine.dataset);
  EXPECT_NE(alone.lead.find("optimistic"), std::string::npos);
  EXPECT_EQ(figure_on(alone, "honest"), nullptr);
}

// Of losses the least is the best of a value.
TEST(TuningPage, KnowsThatLossesAreToBeSmall) {
  Serial serial;
  const EncodedTable iris = encoded("iris");
  TuningPlan plan{
      .candidates = candidates({"glvq", {}, {parse_axis("prototypes=1,2"), parse_axis("rule.steepness=1,8")}}),
      .measure = Measure::log_loss};
  plan.folds = plan.split.folds = 3;
  plan.outer = 0;
  const Tuning result = tune(plan, iris, serial);
  const Page page = tuning_page(plan, result, iris.dataset);
  const Series& prototypes = series_of(plot_on(page, "option-1"), "log-loss");
  for (std::size_t v = 0; v < 2; ++v)
    EXPECT_EQ(prototypes.y[v], std::min(result.table[2 * v].score, result.table[2 * v + 1].score));
}

TEST(CurvePage, ShowsBothErrorsWhereTheyWereMeasured) {
  Serial serial;
  const EncodedTable iris = encoded("iris");
  CurvePlan plan{.method = "glvq",
                 .changes = {},
                 .over = parse_axis("size=0.2,1"),
                 .folds = {.folds = 3, .repeats = 2},
                 .has_decomposition = true};
  const std::vector<CurvePoint> points = measure_curve(plan, iris, serial);
  const Page page = curve_page(points, plan, iris.dataset);
  const Plot& errors = plot_on(page, "errors");
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(series_of(errors, "training").x[i], points[i].samples);
    EXPECT_EQ(series_of(errors, "training").y[i], points[i].training_error.mean);
    EXPECT_EQ(series_of(errors, "test").y[i], points[i].test_error.mean);
    EXPECT_EQ(series_of(errors, "test").high[i], points[i].test_error.mean + points[i].test_error.deviation);
    const Plot& parts = plot_on(page, "decomposition");
    EXPECT_EQ(series_of(parts, "bias").y[i], points[i].decomposition->bias);
    EXPECT_NEAR(series_of(parts, "error").y[i],
                series_of(parts, "bias").y[i] + series_of(parts, "variance that costs").y[i] -
                    series_of(parts, "variance that helps").y[i],
                1e-12);
  }
  // Words stand along names.
  plan = {.method = "gmlvq", .changes = {}, .over = parse_axis("scale=none,z-score"), .folds = {.folds = 3}};
  const Page words = curve_page(measure_curve(plan, iris, serial), plan, iris.dataset);
  EXPECT_EQ(plot_on(words, "errors").x.names, (std::vector<std::string>{"none", "z-score"}));
  EXPECT_EQ(figure_on(words, "decomposition"), nullptr);
}

TEST(MarginsPage, CountsMarginsAndSharesBelow) {
  const std::vector<double> margins{-0.2, 0.05, 0.3, 0.5, 0.5, 1.0, 0.1, 0.9};
  const Page page = margins_page({"m",
                                  0.25,
                                  {{"hypothesis margin", margins}, {"sample margin", {2, 1, NAN}}},
                                  "distance",
                                  {{0.1, 3}, {0.2, 0.5}},
                                  {"a remark"}});
  EXPECT_EQ(page.lead, "12.5 % of 8 rows are answered wrongly, and 37.5 % have a margin below θ = 0.25.");
  const Series& bars = series_of(plot_on(page, "margins"), "rows");
  EXPECT_EQ(std::accumulate(bars.y.begin(), bars.y.end(), 0.0), 8);
  EXPECT_EQ(bars.y.front(), 1);   // −0.2
  EXPECT_EQ(bars.y.back(), 1);    // 1.0
  const Series& error = series_of(plot_on(page, "theta-error"), "θ-error");
  EXPECT_EQ(error.y.front(), 0.125);
  EXPECT_DOUBLE_EQ(error.x[50], 0.5);
  EXPECT_EQ(error.y[50], 0.5) << "four of eight are below one half";
  EXPECT_EQ(series_of(plot_on(page, "theta-error"), "θ = 0.25").x, std::vector<double>{0.25});
  const Plot& shares = plot_on(page, "shares");
  EXPECT_EQ(series_of(shares, "sample margin").x, (std::vector<double>{1, 2}));
  EXPECT_EQ(series_of(shares, "sample margin").y, (std::vector<double>{0.5, 1}));
  EXPECT_EQ(series_of(plot_on(page, "bound"), "bound").y, (std::vector<double>{3, 0.5}));
  EXPECT_TRUE(figure_on(page, "bound")->caption.starts_with("Where the bound is below one"));
  EXPECT_EQ(page.sections[0].text, std::vector<std::string>{"a remark"});
  EXPECT_TRUE(theta_error_figures(std::vector<double>{-1, -2}).empty());
}

TEST(TrainingSection, ShowsTheCostAndWhereHeldOutRowsCostLeast) {
  TrainingHistory history;
  for (std::size_t epoch = 1; epoch <= 4; ++epoch) {
    const TrainingState state{.epoch = epoch};
    history.add({state, 4, 8.0 / static_cast<double>(epoch), epoch == 3 ? 1.0 : 2.0});
  }
  const auto section = training_section(history);
  ASSERT_TRUE(section);
  const auto& plot = std::get<Plot>(section->figures[0].content);
  EXPECT_EQ(series_of(plot, "training").y, (std::vector<double>{8, 4, 8.0 / 3, 2}));
  EXPECT_EQ(series_of(plot, "held out").y, (std::vector<double>{2, 2, 1, 2}));
  EXPECT_NE(section->figures[0].caption.find("fell from 8 to 2 in 4 epochs. Rows held out cost least after epoch 3"),
            std::string::npos);
  EXPECT_EQ(plot.y.kind, AxisKind::number);
  history = {{1, 2}, {100, 1}, {}};
  EXPECT_EQ(std::get<Plot>(training_section(history)->figures[0].content).y.kind, AxisKind::log);
  history = {{1, 2}, {1, 3}, {}};
  EXPECT_NE(training_section(history)->figures[0].caption.find("did not fall"), std::string::npos);
  history = {{1}, {1}, {}};
  EXPECT_FALSE(training_section(history));
}

TEST(DynamicsPage, PutsSimulatedPointsBesideTheTheory) {
  Serial serial;
  Dynamics dynamics;
  dynamics.model.p_plus = 0.3;
  Overlaps start;
  start.q[0][0] = start.q[1][1] = 1e-4;
  const std::vector<double> alphas{1, 5, 20};
  const LearningCurve curve = learning_curve(dynamics, start, alphas);
  const Simulation simulation = simulate({.model = dynamics.model,
                                          .rule = training_rule(dynamics, 50),
                                          .start = start,
                                          .eta = dynamics.eta,
                                          .dimension = 50,
                                          .runs = 5},
                                         alphas, serial);
  const auto limit = std::optional(small_rate_limit(dynamics.model, *theory_rule(dynamics), start));
  const Page page = dynamics_page({dynamics, start, curve, simulation, 50, 5, limit, {}}, serial);
  const Plot& errors = plot_on(page, "errors");
  const Series& exact = series_of(errors, "ε");
  EXPECT_EQ(exact.x.back(), 20);
  EXPECT_NEAR(exact.y.back(), curve.points[2].error.total, 1e-8);
  EXPECT_NEAR(series_of(errors, "ε₊").y.back(), curve.points[2].error.plus, 1e-8);
  const Series& points = series_of(errors, "ε, simulated");
  EXPECT_EQ(points.x, alphas);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(points.y[i], simulation.points[i].mean.error.total);
    EXPECT_NEAR(points.high[i] - points.low[i], 4 * simulation.points[i].standard_error.error.total, 1e-14);
  }
  EXPECT_NEAR(series_of(plot_on(page, "directions"), "R-+").y.back(), curve.points[2].overlaps.r[1][0], 1e-8);
  EXPECT_NEAR(series_of(plot_on(page, "lengths"), "Q+-").y.back(), curve.points[2].overlaps.q[0][1], 1e-8);
  EXPECT_EQ(plot_on(page, "lengths").series.size(), 6U);
  EXPECT_NEAR(series_of(plot_on(page, "quantization"), "quantization error").y.back(), curve.points[2].quantization,
              1e-8);
  // The sixth of nineteen priors is 0.3.
  const Plot& limits = plot_on(page, "limits");
  EXPECT_DOUBLE_EQ(limits.series[0].x[5], 0.3);
  EXPECT_NEAR(limits.series[0].y[5], limit->error.total, 1e-9);
  EXPECT_NEAR(series_of(limits, "best hyperplane").y[5], best_hyperplane(dynamics.model).error, 1e-12);
  EXPECT_EQ(series_of(limits, "priors alone").y[5], 0.3);
  // Over more than one power of ten, α is drawn by its logarithm, from a fifth of the first on.
  EXPECT_EQ(errors.x.kind, AxisKind::number);
  const LearningCurve wide = learning_curve(dynamics, start, std::vector<double>{1, 50});
  const Plot log = plot_on(dynamics_page({dynamics, start, wide, {}, 0, 0, std::nullopt, {}}, serial), "errors");
  EXPECT_EQ(log.x.kind, AxisKind::log);
  EXPECT_DOUBLE_EQ(series_of(log, "ε").x.front(), 0.2);
  EXPECT_EQ(series_of(log, "ε").x.back(), 50);
  EXPECT_NEAR(series_of(log, "ε").y.back(), wide.points[1].error.total, 1e-8);
  const Page plain = dynamics_page({dynamics, start, curve, {}, 0, 0, std::nullopt, {}}, serial);
  EXPECT_EQ(figure_on(plain, "limits"), nullptr);
  EXPECT_EQ(plot_on(plain, "lengths").series.size(), 3U);
}

TEST(DynamicsPage, OfPrototypesThatRunAwayAtOnceSaysSo) {
  Serial serial;
  const Dynamics dynamics;
  const Page page = dynamics_page({dynamics, {}, {}, {}, 0, 0, std::nullopt, {"they run"}}, serial);
  EXPECT_EQ(page.lead, "The prototypes run away before the first of the α asked for.");
  EXPECT_EQ(page.sections[0].text, std::vector<std::string>{"they run"});
}

// Units that are joined are the two nearest of some row, by a count of our own.
TEST(GasSection, JoinsUnitsThatAreTheTwoNearestOfARow) {
  Serial serial;
  const EncodedTable iris = encoded("iris");
  const auto trained = make_method("neural-gas", {{"prototypes", "6"}})->train(iris.dataset, iris.encoding, {serial});
  const auto& model = demand<PrototypeModel>(*trained.model, "this test");
  const Page page = model_page(model, iris.dataset, {.name = "gas"}, serial);
  const Plot& plot = plot_on(page, "units");
  EXPECT_EQ(series_of(plot, "versicolor").x.size(), 50U);
  const Series& units = series_of(plot, "units");
  ASSERT_EQ(units.x.size(), 6U);
  std::set<std::pair<std::size_t, std::size_t>> wanted;
  const Matrix x = prepare(model, iris.dataset);
  const Matrix d = model.distances(x.view());
  for (std::size_t i = 0; i < x.rows(); ++i) {
    std::vector<std::size_t> order{0, 1, 2, 3, 4, 5};
    std::ranges::sort(order, {}, [&](std::size_t k) { return d(i, k); });
    wanted.insert(std::minmax(order[0], order[1]));
  }
  const Series& edges = series_of(plot, "neighbours");
  ASSERT_EQ(edges.x.size(), 3 * wanted.size());
  for (std::size_t e = 0; e < wanted.size(); ++e) {
    const auto at = [&](std::size_t place) {
      return static_cast<std::size_t>(std::ranges::find(units.x, edges.x[place]) - units.x.begin());
    };
    EXPECT_TRUE(wanted.contains(std::minmax(at(3 * e), at(3 * e + 1))));
    EXPECT_TRUE(std::isnan(edges.x[3 * e + 2]));
  }
  // The plane keeps distances between units as far as two directions can.
  const MatrixView w = model.space.prototypes(Row(model.parameters));
  for (std::size_t k = 1; k < 6; ++k) {
    double full = 0;
    for (std::size_t j = 0; j < 4; ++j) full += (w.row(k)[j] - w.row(0)[j]) * (w.row(k)[j] - w.row(0)[j]);
    const double flat = std::pow(units.x[k] - units.x[0], 2) + std::pow(units.y[k] - units.y[0], 2);
    EXPECT_LE(flat, full * (1 + 1e-12));
  }
  EXPECT_NE(figure_on(page, "prototypes"), nullptr);
  EXPECT_TRUE(std::holds_alternative<MatrixPlot>(figure_on(page, "prototypes")->content));
}

TEST(EmbeddingSection, ShowsThePlacesOfTheRows) {
  Serial serial;
  const EncodedTable iris = encoded("iris");
  for (const char* const dimensions : {"1", "2", "3"}) {
    const auto trained =
        make_method("xom", {{"epochs", "2"}, {"embedding.draws", "300"}, {"embedding.dimensions", dimensions}})
            ->train(iris.dataset, iris.encoding, {serial});
    const auto& model = dynamic_cast<const EmbeddingModel&>(*trained.model);
    const Page page = model_page(model, iris.dataset, {.name = "places"}, serial);
    const Plot& plot = plot_on(page, "places");
    if (dimensions[0] == '1') {
      EXPECT_EQ(std::accumulate(plot.series[0].y.begin(), plot.series[0].y.end(), 0.0), 150);
      continue;
    }
    const Series& virginica = series_of(plot, "virginica");
    ASSERT_EQ(virginica.x.size(), 50U);
    EXPECT_EQ(virginica.x[3], model.places(103, 0));
    EXPECT_EQ(virginica.y[3], model.places(103, 1));
    EXPECT_EQ(figure_on(page, "places-3") != nullptr, dimensions[0] == '3');
    const Page alone = model_page(model, std::nullopt, {}, serial);
    EXPECT_EQ(series_of(plot_on(alone, "places"), "rows").y[149], model.places(149, 1));
  }
}

TEST(StabilityOnAPage, IsThereWhereItIsQuickOrAskedFor) {
  Serial serial;
  const EncodedTable iris = encoded("iris");
  const auto train = [&](const char* method) {
    return make_method(method, {{"epochs", "3"}})->train(iris.dataset, iris.encoding, {serial}).model;
  };
  const auto gmlvq = train("gmlvq");
  const auto usual = stability_for_page(*gmlvq, iris.dataset, std::nullopt, serial);
  ASSERT_TRUE(usual);
  EXPECT_EQ(usual->runs, 20U);
  EXPECT_EQ(stability_for_page(*gmlvq, iris.dataset, 4, serial)->runs, 4U);
  EXPECT_FALSE(stability_for_page(*gmlvq, iris.dataset, 0, serial));
  EXPECT_FALSE(stability_for_page(*gmlvq, std::nullopt, std::nullopt, serial));
  EXPECT_THROW(stability_for_page(*gmlvq, std::nullopt, 5, serial), UsageError);
  const auto plain = train("glvq");
  EXPECT_FALSE(stability_for_page(*plain, iris.dataset, std::nullopt, serial));
  EXPECT_THROW(stability_for_page(*plain, iris.dataset, 5, serial), UsageError);
  Dataset unlabelled = iris.dataset;
  unlabelled.y.clear();
  EXPECT_FALSE(stability_for_page(*gmlvq, unlabelled, std::nullopt, serial));
  // A training that takes long is not repeated without a word.
  auto long_one = gmlvq->clone();
  long_one->record.epochs = 1'000'000;
  EXPECT_FALSE(stability_for_page(*long_one, iris.dataset, std::nullopt, serial));
  const Page page = model_page(*gmlvq, iris.dataset, {.name = "m", .stability = &*usual}, serial);
  EXPECT_EQ(series_of(plot_on(page, "stability"), "median").y[0],
            std::ranges::max(usual->relevance, {}, &Spread::median).median);
  EXPECT_EQ(figure_on(page, "mean-matrix"), nullptr) << "the model's own matrix is there";
}

}   // namespace
}   // namespace protea
