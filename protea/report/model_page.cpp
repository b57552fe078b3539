#include <protea/report/model_page.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>
#include <protea/evaluate/assessment.hpp>
#include <protea/evaluate/local_margins.hpp>
#include <protea/evaluate/margins.hpp>
#include <protea/report/answer_figures.hpp>
#include <protea/report/map_figures.hpp>
#include <protea/report/metric_figures.hpp>
#include <protea/report/page_samples.hpp>
#include <protea/report/tables.hpp>

namespace protea {
namespace {

// Everything that the sections are made of.
struct Looked {
  const Model& model;
  const Dataset& data;
  const Matrix& x;
  const Predictions& answers;
  std::vector<std::int64_t> places;   // of each row among the samples of the page; −1: not there
  Runtime& runtime;

  bool has_truth() const { return !data.y.empty(); }
};

std::vector<double> certainty_of(const Predictions& answers) {
  std::vector<double> result;
  for (std::size_t i = 0; i < answers.scores.rows(); ++i) {
    const Row scores = answers.scores.row(i);
    result.push_back(*std::ranges::max_element(scores));
  }
  return result;
}

FigureTable measures_table(const Assessment& assessment, const std::vector<std::string>& classes) {
  FigureTable table{{"class", "rows", "recall", "precision", "F1", "area under the curve"}, {}};
  const auto share = [](const std::optional<double>& value) { return value ? percent(*value) : std::string("–"); };
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const ClassMeasures& own = assessment.measures.classes[c];
    const auto& curve = assessment.ranking.one_vs_rest.empty() ? std::nullopt : assessment.ranking.one_vs_rest[c];
    table.rows.push_back({classes[c], fmt::format("{}", own.samples), share(own.tpr), share(own.precision),
                          share(own.f), curve ? fmt::format("{:.3f}", curve->auc) : std::string("–")});
  }
  return table;
}

PageSection answer_section(const Looked& looked, const Assessment& assessment) {
  const std::vector<std::string>& classes = looked.model.class_names;
  PageSection section{"answers", "How well it answers"};
  section.text.push_back(
      fmt::format("Of {}{}, {} are answered rightly; the mean over the classes is {}, Matthews' correlation {:.3f}.",
                  counted(assessment.confusion.samples(), "row"), assessment.coverage < 1 ? " with an answer" : "",
                  percent(assessment.confusion.accuracy()), percent(assessment.confusion.balanced_accuracy()),
                  assessment.measures.matthews));
  if (assessment.coverage < 1)
    section.text.push_back(fmt::format("{} of the rows got no answer.", percent(1 - assessment.coverage)));
  if (looked.data.size() == looked.model.record.samples)
    section.text.push_back(
        "There are as many rows as the model has learned from. If these are the same, new rows will be answered less well: "
        "cross-validate to know.");
  section.figures.push_back(
      confusion_figure(assessment.confusion, classes, looked.data.y, looked.answers.labels, looked.places));
  if (looked.answers.scores.columns() > 0)
    section.figures.push_back(roc_figure(assessment.ranking, classes, looked.data.y));
  // The measures of each class, beside the picture that shows them.
  if (section.figures.size() > 1 && classes.size() > 2)
    section.figures.back().table = measures_table(assessment, classes);
  return section;
}

Figure histogram(const std::vector<double>& values, std::string id, std::string title, std::string caption,
                 std::string label) {
  constexpr std::size_t bins = 30;
  const auto [low, high] = std::ranges::minmax(values);
  const double step = (high - low) / static_cast<double>(bins);
  Series series{.name = "rows", .mark = Mark::bars};
  for (std::size_t b = 0; b < bins; ++b) series.x.push_back(low + (static_cast<double>(b) + 0.5) * step);
  series.y.resize(bins);
  for (const double value : values) {
    const auto bin = step > 0 ? static_cast<std::size_t>((value - low) / step) : 0;
    ++series.y[std::min(bin, bins - 1)];
  }
  Plot plot{{.label = std::move(label)}, {.label = "rows", .low = 0}};
  plot.series = {std::move(series)};
  if (low < 0)
    plot.series.push_back(
        {.name = "wrong below", .mark = Mark::rule, .x = {0}, .is_dashed = true, .is_vertical = true});
  return {std::move(id), std::move(title), std::move(caption), std::move(plot)};
}

// Hypothesis margins, where the model has them.
std::vector<double> margins_for(const Looked& looked) {
  const auto* const model = find_ability<PrototypeModel>(looked.model);
  if (!model || model->expansion || !looked.has_truth()) return {};
  try {
    if (model->space.group_count() == 1)
      return margins_of(metric_space_of(*model), looked.x.view(), looked.data.y, looked.runtime).hypothesis;
    return local_margins_of(*model, looked.x.view(), looked.data.y, looked.runtime).hypothesis;
  } catch (const UsageError&) {
    return {};
  }
}

std::optional<PageSection> certainty_section(const Looked& looked, const Assessment* assessment) {
  PageSection section{"certainty", "How sure it is"};
  const bool has_scores = looked.answers.scores.columns() > 0;
  if (assessment && has_scores) section.figures.push_back(reliability_figure(assessment->calibration));
  if (assessment && has_scores)
    section.figures.push_back(rejection_figure(looked.data.y, looked.answers.labels, certainty_of(looked.answers)));
  std::vector<double> margins = margins_for(looked);
  if (!margins.empty() && std::ranges::all_of(margins, [](double value) { return std::isfinite(value); })) {
    const double error = theta_error(margins, 0.0);
    section.figures.push_back(histogram(
        margins, "margins", "How far answers are from changing",
        fmt::format(
            "Hypothesis margins: how far prototypes could move before an answer changes, in the metric of the model. {} are "
            "negative: answered wrongly.",
            percent(error)),
        "hypothesis margin"));
  }
  if (section.figures.empty()) return std::nullopt;
  return section;
}

std::string answers_sentence(const Model& model) {
  const Showcase showcase = model.showcase();
  return showcase.composition + "; " + showcase.parts + ".";
}

std::vector<std::pair<std::string, std::string>> facts_of(const Model& model) {
  const TrainingRecord& record = model.record;
  std::vector<std::pair<std::string, std::string>> facts;
  if (!record.method.empty()) facts.emplace_back("method", record.method);
  if (record.samples > 0) facts.emplace_back("learned from", counted(record.samples, "row"));
  for (const TrainingRecord::Part& part : record.parts) facts.emplace_back(part.family, part.component.name);
  facts.emplace_back("scaling", std::string(choice_name(model.preparation.scaling)));
  if (record.epochs > 0)
    facts.emplace_back("epochs", fmt::format("{}{}", record.epochs, record.converged ? ", converged" : ""));
  if (!record.version.empty()) facts.emplace_back("version", record.version);
  return facts;
}

std::vector<std::pair<double, double>> ranges_of(const Dataset& data) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  std::vector<std::pair<double, double>> ranges(data.x.columns(), {infinite, -infinite});
  std::vector<double> row(data.x.columns());
  for (std::size_t i = 0; i < data.size(); ++i) {
    data.x.copy_row(i, row);
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (std::isnan(row[j])) continue;
      ranges[j] = {std::min(ranges[j].first, row[j]), std::max(ranges[j].second, row[j])};
    }
  }
  return ranges;
}

std::vector<PagePrototype> prototypes_of(const PrototypeModel& model) {
  std::vector<PagePrototype> result;
  const Matrix values = model.expansion ? Matrix() : model.prototypes_in_original_units();
  for (std::size_t k = 0; k < model.space.prototype_count(); ++k) {
    result.push_back({prototype_name(model, k), model.space.labels()[k], {}});
    if (k < values.rows()) result.back().values.assign(values.row(k).begin(), values.row(k).end());
  }
  return result;
}

void add_numbers(const Looked& looked, Page& page) {
  if (looked.data.numbers.empty()) return;
  PageSection section{"answers", "How well it answers"};
  Series points{.name = "rows", .mark = Mark::points, .x = looked.data.numbers, .y = looked.answers.numbers};
  const auto [low, high] = std::ranges::minmax(looked.data.numbers);
  Plot plot{{.label = "truth"}, {.label = "answer"}};
  plot.series = {std::move(points), {.name = "equal", .x = {low, high}, .y = {low, high}, .is_dashed = true}};
  const NumberMeasures measures = number_measures(looked.data.numbers, looked.answers.numbers);
  section.figures.push_back(
      {"numbers", "Answers against truth",
       fmt::format("Root mean square error {:.4g}, mean absolute error {:.4g}.", measures.rmse, measures.mae),
       std::move(plot)});
  page.sections.push_back(std::move(section));
}

void add_class_answers(const Looked& looked, const std::optional<Assessment>& assessment,
                       const std::vector<std::uint32_t>& shown, Page& page) {
  if (assessment) page.sections.push_back(answer_section(looked, *assessment));
  page.samples = page_samples(looked.model, {looked.data, looked.x.view(), looked.answers}, shown, looked.runtime);
  page.sample_count = looked.data.size();
}

}   // namespace

Page model_page(const Model& model, const std::optional<Dataset>& data, const ModelPageOptions& options,
                Runtime& runtime) {
  Page page{.title = options.name.empty() ? model.record.method : options.name,
            .lead = answers_sentence(model),
            .facts = facts_of(model),
            .features = model.encoding.feature_names(),
            .classes = model.class_names};
  const auto* const prototypes = find_ability<PrototypeModel>(model);
  Matrix x;
  Predictions answers;
  std::optional<Looked> looked;
  std::optional<Assessment> assessment;   // where the truth is known
  std::vector<std::uint32_t> shown;
  if (data && data->size() > 0) {
    x = prepare(model, *data);
    answers = predict(model, x.view(), runtime);
    shown = shown_rows(data->size(), options.most_samples);
    looked.emplace(Looked{model, *data, x, answers, std::vector<std::int64_t>(data->size(), -1), runtime});
    for (std::size_t s = 0; s < shown.size(); ++s) looked->places[shown[s]] = static_cast<std::int64_t>(s);
    page.ranges = ranges_of(*data);
    constexpr std::size_t most = 1000;   // prototypes beyond which a page would be made of them
    if (prototypes && prototypes->has_classes() && prototypes->space.prototype_count() <= most)
      page.prototypes = prototypes_of(*prototypes);
    if (model.has_classes() && looked->has_truth()) assessment = assess(data->y, answers);
    if (model.has_classes()) add_class_answers(*looked, assessment, shown, page);
    else add_numbers(*looked, page);
  }
  const auto add = [&](std::optional<PageSection> section) {
    if (section) page.sections.push_back(std::move(*section));
  };
  if (prototypes) {
    add(map_section(*prototypes));
    add(relevance_section(*prototypes));
    if (looked) add(projection_section(*prototypes, {x.view(), data->y, looked->places}));
    if (!prototypes->expansion) {
      if (prototypes->lattice()) add(planes_section(*prototypes));
      else add(prototype_section(*prototypes));
    }
  }
  if (looked && model.has_classes()) {
    add(certainty_section(*looked, assessment ? &*assessment : nullptr));
  }
  if (!page.samples.empty()) {
    PageSection why{"why", "Why a row got its answer"};
    why.text.push_back(
        shown.size() == data->size()
            ? "Choose a row: what spoke for its answer, and what would change it."
            : fmt::format("Choose a row: what spoke for its answer, and what would change it. {} of {} rows are here.",
                          shown.size(), data->size()));
    why.figures.push_back({"choose", "Row by row", "", SampleChooser{}});
    page.sections.push_back(std::move(why));
  }
  return page;
}

}   // namespace protea
