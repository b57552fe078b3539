// What a page says of a model is what the model does.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <regex>
#include <set>

#include <fmt/format.h>

#include <protea/catalogue/methods.hpp>
#include <protea/data/read.hpp>
#include <protea/evaluate/explanation.hpp>
#include <protea/evaluate/margins.hpp>
#include <protea/report/answer_sections.hpp>
#include <protea/report/model_page.hpp>
#include <protea/report/svg.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/runtime/threads.hpp>

namespace protea {
namespace {

struct Fitted {
  EncodedTable data;
  std::unique_ptr<Model> model;
};

Fitted fitted(const std::string& set, const std::string& method, const Settings& settings,
              const std::string& label = "") {
  Serial serial;
  EncodedTable data = encode_training_table(read_table(set), label, Nominal::refuse);
  auto model = make_method(method, settings)->train(data.dataset, data.encoding, {serial}).model;
  return {std::move(data), std::move(model)};
}

Page page_of(const Fitted& of, std::size_t most = 1000) {
  Serial serial;
  return model_page(*of.model, of.data.dataset, {.name = "a model", .most_samples = most}, serial);
}

const Figure* find(const Page& page, const std::string& id) {
  for (const PageSection& section : page.sections) {
    for (const Figure& figure : section.figures) {
      if (figure.id == id) return &figure;
    }
  }
  return nullptr;
}

TEST(ModelPage, CountsEveryRowOnceAndListsItWhereItIsCounted) {
  const Fitted wine = fitted("wine", "gmlvq", {{"epochs", "5"}});
  const Page page = page_of(wine);
  const Figure* const figure = find(page, "confusion");
  ASSERT_NE(figure, nullptr);
  const auto& matrix = std::get<MatrixPlot>(figure->content);
  std::set<std::int64_t> listed;
  double counted = 0;
  for (std::size_t t = 0; t < 3; ++t) {
    for (std::size_t a = 0; a < 3; ++a) {
      EXPECT_EQ(matrix.values(t, a), static_cast<double>(matrix.samples[t][a].size()));
      counted += matrix.values(t, a);
      for (const std::int64_t row : matrix.samples[t][a]) {
        listed.insert(row);
        EXPECT_EQ(page.samples[static_cast<std::size_t>(row)].label, static_cast<Label>(t));
        EXPECT_EQ(page.samples[static_cast<std::size_t>(row)].answer, static_cast<Label>(a));
      }
    }
  }
  EXPECT_EQ(counted, 178);
  EXPECT_EQ(listed.size(), 178U);
}

// The sentence of the explorer: contributions sum to the difference of distances, the change flips the answer, and a
// step shorter than the certificate does not.
TEST(ModelPage, SaysOfARowWhatIsTrue) {
  const Fitted wdbc = fitted("wdbc", "gmlvq", {{"epochs", "10"}});
  const Page page = page_of(wdbc, 40);
  ASSERT_EQ(page.samples.size(), 40U);
  EXPECT_EQ(page.sample_count, 569U);
  Serial serial;
  for (const PageSample& sample : page.samples) {
    const double sum = std::accumulate(sample.contributions.begin(), sample.contributions.end(), 0.0);
    EXPECT_NEAR(sum, sample.d_other - sample.d_own, 1e-9 * (1 + sample.d_other));
    ASSERT_TRUE(sample.change);
    for (const double beyond : {0.999, 1.001}) {
      Matrix x(1, 30);
      std::ranges::copy(sample.values, x.row(0).begin());
      x(0, sample.change->feature) = sample.change->from + beyond * (sample.change->to - sample.change->from);
      Dataset changed = wdbc.data.dataset.subset(std::vector<std::uint32_t>{0});
      changed.x = SampleRows(x);
      const Label answer = wdbc.model->labels(changed, serial)[0];
      EXPECT_EQ(answer, beyond < 1 ? sample.answer : sample.change->becomes) << sample.name;
    }
    ASSERT_TRUE(sample.certificate);
    EXPECT_GE(*sample.certificate, 0);
  }
  EXPECT_EQ(page.samples[1].name, "15") << "every 14th or 15th row, by its number from 1";
}

// With a metric for each prototype certificates take long: the least sure rows have theirs, and they hold.
TEST(ModelPage, CertifiesTheLeastSureRowsWhereThatTakesLong) {
  const Fitted digits = fitted("digits", "lgmlvq", {{"epochs", "1"}});
  const Page page = page_of(digits, 300);
  const std::size_t most = 5'000'000 / (10 * 64 * 64);
  std::vector<double> certified;
  std::vector<double> others;
  for (const PageSample& sample : page.samples)
    (sample.certificate ? certified : others)
        .push_back((sample.d_other - sample.d_own) / (sample.d_other + sample.d_own));
  EXPECT_EQ(certified.size(), most);
  EXPECT_EQ(others.size(), 300 - most);
  EXPECT_LE(std::ranges::max(certified), std::ranges::min(others));
  EXPECT_TRUE(std::ranges::all_of(
      page.samples, [](const PageSample& sample) { return !sample.certificate || *sample.certificate >= 0; }));
}

// A row that is rejected has no answer, is in no cell, and is not counted among the answered.
TEST(ModelPage, LeavesRejectedRowsOutOfWhatItSaysOfAnswers) {
  const Fitted wine =
      fitted("wine", "gmlvq", {{"epochs", "5"}, {"decision.reject", "margin"}, {"decision.reject_below", "0.5"}});
  const Page page = page_of(wine);
  const auto rejected = std::ranges::count(page.samples, no_label, &PageSample::answer);
  ASSERT_GT(rejected, 0);
  ASSERT_LT(rejected, 178);
  EXPECT_TRUE(page.sections[0].text[0].starts_with("Of " + std::to_string(178 - rejected) + " rows with an answer, "));
  const Row counts = std::as_const(std::get<MatrixPlot>(find(page, "confusion")->content).values).values();
  EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), 0.0), static_cast<double>(178 - rejected));
  EXPECT_NE(page_html(page).find("\"answer\":null"), std::string::npos);
  EXPECT_TRUE(std::ranges::all_of(page.samples, [](const PageSample& sample) {
    return (sample.answer == no_label) == !sample.certificate.has_value();
  })) << "there is no answer to be certified";
  // Rows that have no answer are not asked whether they should have one.
  const auto right = std::ranges::count_if(page.samples, [](const PageSample& s) { return s.answer == s.label; });
  const Series& kept = std::get<Plot>(find(page, "rejection")->content).series[0];
  EXPECT_DOUBLE_EQ(kept.y.front(), static_cast<double>(right) / static_cast<double>(178 - rejected));
}

TEST(ModelPage, WithoutRowsToLookAtHasNothingToChooseFrom) {
  const Page page = page_of(fitted("iris", "gmlvq", {{"epochs", "3"}}), 0);
  ASSERT_NE(find(page, "confusion"), nullptr);
  EXPECT_TRUE(std::get<MatrixPlot>(find(page, "confusion")->content).samples.empty());
  EXPECT_EQ(find(page, "choose"), nullptr);
}

TEST(ModelPage, OfTheModelAloneHasNoAnswers) {
  const Fitted iris = fitted("iris", "grlvq", {{"epochs", "3"}});
  Serial serial;
  const Page page = model_page(*iris.model, std::nullopt, {}, serial);
  EXPECT_TRUE(page.samples.empty());
  EXPECT_EQ(find(page, "confusion"), nullptr);
  const Figure* const profile = find(page, "relevances");
  ASSERT_NE(profile, nullptr);
  const Series& bars = std::get<Plot>(profile->content).series[0];
  EXPECT_NEAR(std::accumulate(bars.y.begin(), bars.y.end(), 0.0), 1, 1e-9);
  EXPECT_EQ(find(page, "matrix-1"), nullptr) << "relevances alone have no pairs";
}

TEST(ModelPage, ShowsMapsPlanesAndHits) {
  const Fitted map = fitted("iris", "batch-som", {{"grid", "6x4"}, {"topology", "hexagon"}, {"epochs", "5"}});
  const Page page = page_of(map);
  const auto& heights = std::get<LatticePlot>(find(page, "u-matrix")->content);
  EXPECT_TRUE(heights.is_hexagonal);
  EXPECT_EQ(heights.values.rows(), 4U);
  EXPECT_EQ(heights.values.columns(), 6U);
  const auto& hits = std::get<LatticePlot>(find(page, "hits")->content);
  EXPECT_EQ(std::accumulate(hits.values.values().begin(), hits.values.values().end(), 0.0), 150);
  EXPECT_NE(find(page, "plane-4"), nullptr);
}

TEST(ModelPage, IsWrittenForModelsOfEveryKind) {
  for (const auto& [set, method] : std::vector<std::pair<std::string, std::string>>{{"iris", "lgmlvq"},
                                                                                    {"iris", "svm"},
                                                                                    {"iris", "knn"},
                                                                                    {"iris", "k-means"},
                                                                                    {"iris", "kernel-glvq"},
                                                                                    {"wdbc", "adatron"},
                                                                                    {"digits", "glvq"},
                                                                                    {"tecator", "divergence-glvq"},
                                                                                    {"iris", "angle-gmlvq"},
                                                                                    {"iris", "xom"},
                                                                                    {"iris", "neural-gas"}}) {
    SCOPED_TRACE(set + " " + method);
    Settings settings;
    if (method == "glvq" || method == "divergence-glvq" || method == "angle-gmlvq") settings = {{"epochs", "3"}};
    const Fitted of = fitted(set, method, settings);
    const Page page = page_of(of, 50);
    std::set<std::string> ids;
    for (const PageSection& section : page.sections) {
      EXPECT_TRUE(ids.insert(section.id).second) << section.id;
      for (const Figure& figure : section.figures) {
        EXPECT_TRUE(ids.insert(figure.id).second) << figure.id;
        EXPECT_FALSE(figure.title.empty()) << figure.id;
        EXPECT_TRUE(!figure.table || !figure.table->rows.empty()) << figure.id;
        const std::string svg = figure_svg(figure);
        EXPECT_FALSE(std::regex_search(svg, std::regex("[^a-z](nan|inf)[^a-z]"))) << figure.id;
      }
    }
    const std::string html = page_html(page);
    EXPECT_TRUE(html.starts_with("<!doctype html>") || html.starts_with("<!DOCTYPE html>"));
    EXPECT_EQ(html.find(":nan"), std::string::npos);
  }
}

// The nearest point with another answer is there, and names the features that differ most on the way.
TEST(ModelPage, NamesTheNearestPointWithAnotherAnswer) {
  const Fitted wine = fitted("wine", "gmlvq", {{"epochs", "10"}});
  const Page page = page_of(wine);
  const auto& model = demand<PrototypeModel>(*wine.model, "this test");
  Serial serial;
  const Matrix x = prepare(model, wine.data.dataset);
  const Certificates wanted = certificates_of(metric_space_of(model), x.view(), serial);
  for (const std::size_t i : {0U, 70U, 177U}) {
    const PageSample& sample = page.samples[i];
    EXPECT_DOUBLE_EQ(*sample.certificate, wanted.exact[i]);
    ASSERT_TRUE(sample.flip);
    const std::vector<FlippingChange>& most = sample.flip->most;
    ASSERT_LE(most.size(), 3U);
    double before = infinity;
    for (const FlippingChange& each : most) {
      EXPECT_EQ(each.from, sample.values[each.feature]);
      const double step = (each.to - each.from) * model.preparation.factor[each.feature];   // in model units
      EXPECT_NEAR(step, wanted.steps(i, each.feature), 1e-9);
      EXPECT_LE(std::abs(step), before);
      before = std::abs(step);
      EXPECT_NE(each.becomes, sample.answer);
    }
    Matrix beyond(1, x.columns());
    for (std::size_t j = 0; j < x.columns(); ++j) beyond(0, j) = x(i, j) + 1.001 * wanted.steps(i, j);
    EXPECT_EQ(model.labels(std::as_const(beyond).view(), serial)[0], most[0].becomes);
    for (std::size_t j = 0; j < x.columns(); ++j)
      EXPECT_LE(std::abs(wanted.steps(i, j)), std::abs(wanted.steps(i, most[0].feature)) * (1 + 1e-12));
  }
}

// A change to a value that occurs is told before a smaller one to a value that does not.
TEST(ModelPage, PrefersChangesToValuesThatOccur) {
  const Fitted wdbc = fitted("wdbc", "gmlvq", {{"epochs", "20"}});
  const Page page = page_of(wdbc);
  const auto& model = demand<PrototypeModel>(*wdbc.model, "this test");
  const Matrix x = prepare(model, wdbc.data.dataset);
  std::size_t within = 0;
  for (std::size_t i = 0; i < page.samples.size(); ++i) {
    const auto& change = page.samples[i].change;
    if (!change) continue;
    const auto occurs = [&](std::size_t feature, double value) {
      return value >= page.ranges[feature].first && value <= page.ranges[feature].second;
    };
    const bool some = std::ranges::any_of(explain(model, x.row(i)).changes,
                                          [&](const auto& each) { return each && occurs(each->feature, each->value); });
    EXPECT_EQ(occurs(change->feature, change->to), some) << i;
    within += some;
  }
  EXPECT_GT(within, 100U);
}

TEST(ModelPage, ShowsTheRowsGivenOnAMap) {
  const Fitted map = fitted("wine", "batch-som", {{"grid", "5x4"}, {"epochs", "5"}});
  const Dataset some = map.data.dataset.subset(std::vector<std::uint32_t>{0, 1, 2, 100, 101, 170});
  Serial serial;
  const Page page = model_page(*map.model, some, {.name = "m"}, serial);
  const Predictions answers = predict(*map.model, prepare(*map.model, some).view(), serial);
  std::vector<double> hits(20);
  for (const std::uint32_t unit : answers.winners) ++hits[unit];
  const auto& shown = std::get<LatticePlot>(find(page, "hits")->content);
  EXPECT_EQ(std::vector<double>(shown.values.values().begin(), shown.values.values().end()), hits);
  EXPECT_NE(find(page, "hits")->caption.find("of these rows"), std::string::npos);
  const auto& heights = std::get<LatticePlot>(find(page, "u-matrix")->content);
  EXPECT_EQ(heights.classes[answers.winners[5]], 2);
  EXPECT_EQ(heights.labels[answers.winners[5] / 5][answers.winners[5] % 5], "2") << "class_ is common to all";
  EXPECT_EQ(
      std::ranges::count(heights.classes, -1),
      20 - static_cast<std::ptrdiff_t>(std::set<std::uint32_t>(answers.winners.begin(), answers.winners.end()).size()));
  double mean = 0;   // of distances as between units, not of their squares
  for (const double d : answers.distances) mean += std::sqrt(d) / 6;
  EXPECT_EQ(page.sections[0].text[0], fmt::format("The 6 rows are {:.4g} from their nearest units in the mean.", mean));
  const Page alone = model_page(*map.model, std::nullopt, {}, serial);
  const Row trained = std::as_const(std::get<LatticePlot>(find(alone, "hits")->content).values).values();
  EXPECT_EQ(std::accumulate(trained.begin(), trained.end(), 0.0), 178);
  EXPECT_EQ(alone.classes, map.data.dataset.class_names) << "those that units were looked at with";
}

TEST(ModelPage, SaysNothingOfClassesThatAreNotThere) {
  const Fitted wine = fitted("wine", "gmlvq", {{"epochs", "5"}});
  std::vector<std::uint32_t> first(59);
  std::iota(first.begin(), first.end(), 0U);
  Serial serial;
  const Page page = model_page(*wine.model, wine.data.dataset.subset(first), {.name = "m"}, serial);
  EXPECT_EQ(find(page, "roc"), nullptr);
  EXPECT_EQ(page.sections[0].text[0].find("Matthews"), std::string::npos);
  EXPECT_EQ(page.sections[0].text[1], "All of these rows are of one class, so that nothing is known of the others.");
}

TEST(ModelPage, KnowsWhetherRowsAreNew) {
  const Fitted iris = fitted("iris", "gmlvq", {{"epochs", "3"}, {"validation", "0.2"}});
  Serial serial;
  const TrainingHistory history{{1, 2}, {2, 1}, {2, 1}};
  const auto last = [&](const ModelPageOptions& options) {
    return model_page(*iris.model, iris.data.dataset, options, serial).sections[0].text.back();
  };
  EXPECT_TRUE(last({.name = "m", .history = &history}).starts_with("The model has learned from 120 of these rows"));
  EXPECT_TRUE(last({}).starts_with("If the model has learned from some of these rows"));
  const Fitted whole = fitted("iris", "gmlvq", {{"epochs", "3"}});
  EXPECT_TRUE(page_of(whole).sections[0].text.back().starts_with("There are as many rows"));
}

TEST(ModelPage, OfRowsThatVoteSpeaksOfNoRule) {
  const Page page = page_of(fitted("wine", "knn", {}), 20);
  EXPECT_NE(page.lead.find("the 5 nearest of the rows that were kept vote"), std::string::npos) << page.lead;
  EXPECT_TRUE(std::ranges::none_of(page.facts, [](const auto& fact) { return fact.first == "rule"; }));
  EXPECT_TRUE(std::ranges::none_of(page.sections, [](const auto& section) { return section.id == "typical"; }));
}

TEST(ModelPage, ShowsWhatModelsWithoutPrototypesSayOfThemselves) {
  Serial serial;
  const EncodedTable numbers =
      encode_training_table(read_table("iris"), TargetChoice{.target_column = "petal_width"}, Nominal::one_hot);
  const auto ridge = make_method("ridge", {})->train(numbers.dataset, numbers.encoding, {serial}).model;
  const Page page = model_page(*ridge, numbers.dataset, {.name = "r"}, serial);
  const Figure* const weights = find(page, "exhibit-1");
  ASSERT_NE(weights, nullptr);
  EXPECT_EQ(std::get<Plot>(weights->content).series[0].y, ridge->showcase().exhibits[0].bars);
  const auto& residuals = std::get<Plot>(find(page, "residuals")->content);
  EXPECT_EQ(std::accumulate(residuals.series[0].y.begin(), residuals.series[0].y.end(), 0.0), 150);
}

// The second direction of Λ may be one along which no rows differ: the picture takes those along which they do.
TEST(ModelPage, LooksAlongTheDirectionsOfLargestSpread) {
  const Fitted wine = fitted("wine", "gmlvq", {{"epochs", "10"}});
  const auto& model = demand<PrototypeModel>(*wine.model, "this test");
  const Matrix x = prepare(model, wine.data.dataset);
  const Matrix all = model.projection(x.view(), 13);
  std::vector<double> spread(13);
  double sum = 0;
  for (std::size_t r = 0; r < 13; ++r) {
    double mean = 0;
    for (std::size_t i = 0; i < 178; ++i) mean += all(i, r) / 178;
    for (std::size_t i = 0; i < 178; ++i) spread[r] += std::pow(all(i, r) - mean, 2) / 178;
    sum += spread[r];
  }
  std::vector<std::size_t> order(13);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, std::greater<>(), [&](std::size_t r) { return spread[r]; });
  const Page page = page_of(wine);
  const auto& plot = std::get<Plot>(find(page, "projection")->content);
  EXPECT_EQ(plot.x.label,
            fmt::format("direction {} of Λ, {:.1f} % of the spread", order[0] + 1, 100 * spread[order[0]] / sum));
  EXPECT_EQ(plot.y.label,
            fmt::format("direction {} of Λ, {:.1f} % of the spread", order[1] + 1, 100 * spread[order[1]] / sum));
  EXPECT_NEAR(plot.series[0].x[5], all(5, order[0]), 1e-9);
  EXPECT_NEAR(plot.series[0].y[5], all(5, order[1]), 1e-9);
}

TEST(ModelPage, SaysWhichFeaturesNeverVary) {
  Fitted iris = fitted("iris", "gmlvq", {{"epochs", "3"}});
  Matrix x = iris.data.dataset.x.to_matrix();
  for (std::size_t i = 0; i < x.rows(); ++i) x(i, 2) = 4;
  iris.data.dataset.x = SampleRows(x);
  const std::string caption = find(page_of(iris), "relevances")->caption;
  EXPECT_NE(caption.find("Never varying in these rows, so that its relevance says nothing: petal_length."),
            std::string::npos);
  EXPECT_EQ(caption.find("petal_length ("), std::string::npos) << caption;
}

TEST(ModelPage, HasTheSameBytesForAnyNumberOfThreads) {
  const Fitted wine = fitted("wine", "lgmlvq", {{"epochs", "5"}});
  Threads threads(3);
  const std::string serial = page_html(page_of(wine));
  EXPECT_EQ(page_html(model_page(*wine.model, wine.data.dataset, {.name = "a model"}, threads)), serial);
}

// Names come from files of strangers.
TEST(ModelPage, NeverLetsANameOutOfItsPlace) {
  const std::string evil = "</script><script>alert(1)</script>&{{document}}";
  Page page{.title = evil, .features = {evil}, .classes = {evil}};
  Plot plot{.x = {.kind = AxisKind::names, .names = {evil}}};
  plot.series.push_back({.name = evil, .mark = Mark::bars, .x = {0}, .y = {1}});
  plot.series.push_back({.name = evil + "2", .mark = Mark::line, .x = {0}, .y = {1}});
  page.sections.push_back({"a", evil, {evil}, {{"b", evil, evil, plot}}});
  const std::string html = page_html(page);
  EXPECT_EQ(html.find("<script>alert"), std::string::npos);
  EXPECT_EQ(figure_svg(page.sections[0].figures[0]).find("<script>"), std::string::npos);
  const std::string clean = page_html({.title = "x"});
  const auto count = [](const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count(html, "<script"), count(clean, "<script"));
  EXPECT_EQ(count(html, "</script"), count(clean, "</script"));
}

// Where a threshold decides, the page shows its answers, and says what decides.
TEST(ModelPage, StartsWhereAThresholdPutsTheAnswers) {
  const Fitted wdbc =
      fitted("wdbc", "gmlvq", {{"epochs", "10"}, {"decision.threshold", "-3"}, {"decision.positive", "malignant"}});
  const Page page = page_of(wdbc);
  const auto& confusion = std::get<MatrixPlot>(find(page, "confusion")->content).values;
  const auto& roc = std::get<RocPlot>(find(page, "roc")->content);
  const Series& curve = roc.plot.series[0];
  ASSERT_TRUE(roc.start);
  // Of the second class: rows above the working point are those answered so, up to equal scores.
  const double above = curve.y[*roc.start] * static_cast<double>(roc.positives) +
                       curve.x[*roc.start] * static_cast<double>(roc.negatives);
  EXPECT_NEAR(above, confusion(0, 1) + confusion(1, 1), 2);
  EXPECT_GT(std::abs(confusion(0, 1) + confusion(1, 1) - 212), 10) << "the threshold has moved answers";
  EXPECT_NE(
      page.sections[0].text[1].find("malignant is answered where its distance is smaller than the other less Θ = -3"),
      std::string::npos)
      << page.sections[0].text[1];
  const std::string& why = page.sections.back().text[0];
  EXPECT_NE(why.find("where the nearest prototype decides alone"), std::string::npos) << why;
}

TEST(ModelPage, WhereNoneIsWrongTellsABound) {
  const Fitted soybean = fitted("soybean_small", "gmlvq", {{"epochs", "20"}});
  const Page page = page_of(soybean);
  // Wilson's bound of 47 of 47: 1 / (1 + 1.96²/47).
  EXPECT_EQ(
      page.sections[0].text[0].substr(0, 105),
      "Of 47 rows, all are answered rightly; so many rows tell no more than that it is at least 92.4 % of all su");
}

TEST(ModelPage, NamesTheUnitOfDistances) {
  const auto unit = [](const char* scale) {
    return page_of(fitted("wine", "gmlvq", {{"epochs", "2"}, {"scale", scale}}), 5);
  };
  EXPECT_EQ(unit("z-score").unit, "in units of the model, a deviation of each feature");
  EXPECT_EQ(unit("min-max").unit, "in units of the model, the range of each feature");
  EXPECT_EQ(unit("unit-sum").unit, "in units of the model, where each row sums to 1");
  EXPECT_EQ(unit("none").unit, "in the units of the data");
  EXPECT_NE(find(unit("unit-sum"), "relevances")->caption.find("features were not scaled (rows were, to sum 1)"),
            std::string::npos);
  EXPECT_NE(find(unit("min-max"), "relevances")->caption.find("are comparable because features were scaled (min-max)"),
            std::string::npos);
}

// The change that a page tells is the smallest in model units, as everywhere.
TEST(ModelPage, TellsTheSmallestChangeInUnitsOfTheModel) {
  const Fitted wdbc = fitted("wdbc", "gmlvq", {{"epochs", "20"}});
  const Page page = page_of(wdbc);
  const auto& model = demand<PrototypeModel>(*wdbc.model, "this test");
  const Matrix x = prepare(model, wdbc.data.dataset);
  std::size_t same = 0;
  for (std::size_t i = 0; i < page.samples.size(); ++i) {
    const auto& told = page.samples[i].change;
    const auto smallest = explain(model, x.row(i)).smallest_change;
    if (!told || !smallest) continue;
    const auto& [low, high] = page.ranges[smallest->feature];
    if (smallest->value < low || smallest->value > high) continue;
    EXPECT_EQ(told->feature, smallest->feature) << i;
    ++same;
  }
  EXPECT_GT(same, 50U);
}

// A word is this or that: nothing lies between.
TEST(ModelPage, NamesNoValueBetweenWords) {
  Serial serial;
  const Table table = read_table("penguins");
  EncodedTable data = encode_training_table(table, "", Nominal::one_hot);
  auto model =
      make_method("gmlvq", {{"epochs", "10"}, {"missing", "mean"}})->train(data.dataset, data.encoding, {serial}).model;
  const Page page = model_page(*model, data.dataset, {.name = "a model"}, serial);
  std::size_t told = 0;
  for (const PageSample& sample : page.samples) {
    const auto is_word = [&](std::size_t feature) { return page.features[feature].find('=') != std::string::npos; };
    EXPECT_FALSE(sample.change && is_word(sample.change->feature)) << sample.name;
    if (!sample.flip) continue;
    for (const FlippingChange& each : sample.flip->most) EXPECT_FALSE(is_word(each.feature)) << sample.name;
    ++told;
  }
  EXPECT_GT(told, 100U);
}

TEST(ModelPage, CallsMetricsByTheirPrototypes) {
  const Page page = page_of(fitted("wine", "lgmlvq", {{"epochs", "2"}}));
  const auto& plot = std::get<Plot>(find(page, "relevances")->content);
  ASSERT_EQ(plot.series.size(), 3U);
  EXPECT_EQ(plot.series[1].name, page.classes[1]);
  EXPECT_EQ(plot.series[1].of_class, 1U);
}

TEST(ModelPage, RefusesTargetsThatAreNotOneForEachRow) {
  const Fitted iris = fitted("iris", "gmlvq", {{"epochs", "2"}});
  Dataset few = iris.data.dataset;
  few.y.resize(149);
  Serial serial;
  EXPECT_THROW(model_page(*iris.model, few, {}, serial), UsageError);
}

// Of a single row nothing is known of what varies.
TEST(ModelPage, OfOneRowCallsNoFeatureIdle) {
  Fitted iris = fitted("iris", "gmlvq", {{"epochs", "2"}});
  iris.data.dataset = iris.data.dataset.subset(std::vector<std::uint32_t>{3});
  const std::string caption = find(page_of(iris), "relevances")->caption;
  EXPECT_TRUE(std::regex_search(caption, std::regex("^Most relevant: [a-z_]+ \\("))) << caption;
  EXPECT_EQ(caption.find("Never varying"), std::string::npos) << caption;
}

// Wide models have no certificates on pages: their directions would take minutes.
TEST(ModelPage, CertifiesNoRowOfVeryManyFeatures) {
  Serial serial;
  Matrix x(12, 1001);
  Random random(3, Purpose::generator);
  for (double& value : x.values()) value = random.normal();
  Dataset rows;
  rows.source = "wide";
  rows.class_names = {"a", "b"};
  Encoding encoding;
  for (std::size_t j = 0; j < x.columns(); ++j) {
    rows.feature_names.push_back(fmt::format("f{}", j));
    encoding.columns.push_back({rows.feature_names.back(), {}});
  }
  for (std::size_t i = 0; i < x.rows(); ++i) rows.y.push_back(static_cast<Label>(i % 2));
  rows.x = SampleRows(x);
  const auto model = make_method("gmlvq", {{"epochs", "2"}})->train(rows, encoding, {serial}).model;
  const Page page = model_page(*model, rows, {.name = "wide"}, serial);
  EXPECT_TRUE(
      std::ranges::none_of(page.samples, [](const PageSample& sample) { return sample.certificate.has_value(); }));
  EXPECT_TRUE(
      std::ranges::all_of(page.samples, [](const PageSample& sample) { return sample.contributions.size() == 1001; }));
  EXPECT_NE(
      page.sections.back().text[0].find("How far it is from another answer is not told for more than 1000 features."),
      std::string::npos);
}

// Names may turn the direction of their own letters, and of no sentence of the page.
TEST(ModelPage, NoNameTurnsASentenceRound) {
  const std::string turned = "\u202Eevil\u2066";
  Page page{.title = turned, .lead = "About " + turned + ", 5 % of it.", .classes = {turned}};
  const std::string html = page_html(page);
  EXPECT_EQ(html.find("\u202E"), std::string::npos);
  EXPECT_EQ(html.find("\u2066"), std::string::npos);
  EXPECT_NE(html.find("About \uFFFDevil\uFFFD, 5\u00A0% of it."), std::string::npos);
  EXPECT_NE(page_html({.title = "“quoted” – ‚so‘ ∑"}).find("“quoted” – ‚so‘ ∑"), std::string::npos);
  EXPECT_EQ(figure_svg({"f", turned, turned, Plot{}}).find("\u202E"), std::string::npos);
}

TEST(ModelPage, ColoursThePlaneByTheNearestPrototype) {
  const Page page = page_of(fitted("wine", "gmlvq", {{"epochs", "5"}}));
  const auto& plot = std::get<Plot>(find(page, "projection")->content);
  for (std::size_t i = 0; i < plot.regions->y.size(); i += 7) {
    for (std::size_t j = 0; j < plot.regions->x.size(); j += 7) {
      double least = infinity;
      std::size_t owner = 0;
      for (const Series& stars : plot.series) {
        for (std::size_t k = 0; stars.mark == Mark::star && k < stars.x.size(); ++k) {
          const double d = std::hypot(stars.x[k] - plot.regions->x[j], stars.y[k] - plot.regions->y[i]);
          if (d < least) owner = *stars.of_class;
          least = std::min(least, d);
        }
      }
      ASSERT_EQ(plot.regions->classes[i][j], owner) << i << ' ' << j;
    }
  }
}

TEST(ModelPage, FlipsRowsScaledToSumOneWhereItSays) {
  const Fitted iris = fitted("iris", "gmlvq", {{"epochs", "5"}, {"scale", "unit-sum"}});
  Serial serial;
  for (const PageSample& sample : page_of(iris, 30).samples) {
    if (!sample.change) continue;
    for (const double beyond : {0.999, 1.001}) {
      Matrix x(1, 4);
      std::ranges::copy(sample.values, x.row(0).begin());
      x(0, sample.change->feature) = sample.change->from + beyond * (sample.change->to - sample.change->from);
      Dataset changed = iris.data.dataset.subset(std::vector<std::uint32_t>{0});
      changed.x = SampleRows(x);
      EXPECT_EQ(iris.model->labels(changed, serial)[0], beyond < 1 ? sample.answer : sample.change->becomes);
    }
  }
}

TEST(ModelPage, OfRejectedRowsTheCurveStartsAtOneHalf) {
  const Page page = page_of(
      fitted("wdbc", "gmlvq", {{"epochs", "5"}, {"decision.reject", "margin"}, {"decision.reject_below", "0.3"}}));
  const auto& roc = std::get<RocPlot>(find(page, "roc")->content);
  ASSERT_TRUE(roc.start);
  EXPECT_GT(roc.threshold[*roc.start], 0.5);
  EXPECT_LE(roc.threshold[*roc.start + 1], 0.5);
}

TEST(ModelPage, ResidualsAreTruthLessAnswer) {
  const PageSection section = number_section({1, 2, 4}, {0, 0, 0});
  const auto& bars = std::get<Plot>(section.figures[1].content).series[0];
  EXPECT_GT(bars.x.front(), 0);
  EXPECT_NEAR(bars.x.back(), 4, 0.1);
}

TEST(ModelPage, PlanesAreInUnitsOfTheData) {
  const Fitted map = fitted("wine", "batch-som", {{"grid", "5x4"}, {"epochs", "5"}});
  const Page page = page_of(map);
  const Matrix w = demand<PrototypeModel>(*map.model, "").prototypes_in_original_units();
  const auto& plane = std::get<LatticePlot>(find(page, "plane-3")->content);
  for (std::size_t k = 0; k < 20; ++k) EXPECT_EQ(plane.values(k / 5, k % 5), w(k, 2));
}

TEST(ModelPage, MetricsOfPrototypesHaveTheColoursOfTheirClasses) {
  const Fitted wine = fitted("wine", "lgmlvq", {{"epochs", "1"}, {"prototypes", "2"}});
  const Page page = page_of(wine);
  const auto& model = demand<PrototypeModel>(*wine.model, "");
  const auto& plot = std::get<Plot>(find(page, "relevances")->content);
  for (std::size_t g = 0; g < 6; ++g)
    EXPECT_EQ(plot.series[g].of_class, static_cast<std::size_t>(model.space.labels()[g]));
}

TEST(ModelPage, DocumentHasBothDistances) {
  const Page page = page_of(fitted("iris", "gmlvq", {{"epochs", "2"}}), 5);
  const std::string text = compact_json(page_json(page));
  for (std::size_t i = 0; i < 5; ++i) {
    const auto told = [&](const char* side, std::size_t prototype, double d) {
      return fmt::format("\"{}\":{{\"prototype\":{},\"distance\":{:.6g}}}", side, prototype, d);
    };
    EXPECT_NE(text.find(told("own", *page.samples[i].own, page.samples[i].d_own)), std::string::npos);
    EXPECT_NE(text.find(told("other", *page.samples[i].other, page.samples[i].d_other)), std::string::npos);
  }
}

}   // namespace
}   // namespace protea
