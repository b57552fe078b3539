#include <protea/report/model_page.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>
#include <protea/evaluate/assessment.hpp>
#include <protea/evaluate/margins.hpp>
#include <protea/report/answer_sections.hpp>
#include <protea/report/histogram.hpp>
#include <protea/report/map_figures.hpp>
#include <protea/report/metric_figures.hpp>
#include <protea/report/page_samples.hpp>
#include <protea/report/stability_page.hpp>
#include <protea/report/tables.hpp>
#include <protea/report/unit_figures.hpp>

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
  JudgedAnswers judged() const { return {model.class_names, data.y, answers, places}; }
};

PageSection answers_of(const Looked& looked, const Assessment& assessment) {
  PageSection section = answer_section(looked.judged(), assessment);
  if (looked.data.size() == looked.model.record.samples)
    section.text.push_back(
        "There are as many rows as the model has learned from. If these are the same, new rows will be answered less well: "
        "cross-validate to know.");
  return section;
}

// Hypothesis margins, where the model has them.
std::vector<double> margins_for(const Looked& looked) {
  const auto* const model = find_ability<PrototypeModel>(looked.model);
  if (!model || model->expansion || !looked.has_truth()) return {};
  try {
    return hypothesis_margins(*model, looked.x.view(), looked.data.y, looked.runtime);
  } catch (const UsageError&) {
    return {};
  }
}

std::optional<PageSection> certainty_section(const Looked& looked, const Assessment* assessment) {
  PageSection section{"certainty", "How sure it is"};
  if (assessment) section.figures = certainty_figures(looked.judged(), *assessment);
  const std::vector<double> margins = margins_for(looked);
  if (!margins.empty() && std::ranges::all_of(margins, [](double value) { return std::isfinite(value); })) {
    section.figures.push_back(margin_histogram(
        margins,
        fmt::format(
            "Hypothesis margins: how far prototypes could move before an answer changes, in the metric of the model. {} are "
            "negative: answered wrongly.",
            percent(theta_error(margins, 0.0))),
        "hypothesis margin"));
    std::ranges::move(theta_error_figures(margins), std::back_inserter(section.figures));
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

std::vector<PagePrototype> prototypes_of(const PrototypeModel& model) {
  std::vector<PagePrototype> result;
  const Matrix values = model.expansion ? Matrix() : model.prototypes_in_original_units();
  for (std::size_t k = 0; k < model.space.prototype_count(); ++k) {
    result.push_back({prototype_name(model, k), model.space.labels()[k], {}});
    if (k < values.rows()) result.back().values.assign(values.row(k).begin(), values.row(k).end());
  }
  return result;
}

void add_class_answers(const Looked& looked, const std::optional<Assessment>& assessment,
                       const std::vector<std::uint32_t>& shown, Page& page) {
  if (assessment) page.sections.push_back(answers_of(looked, *assessment));
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
    if (!model.has_classes()) page.classes = data->class_names;   // by which rows are coloured
    constexpr std::size_t most = 1000;   // prototypes beyond which a page would be made of them
    if (prototypes && prototypes->has_classes() && prototypes->space.prototype_count() <= most)
      page.prototypes = prototypes_of(*prototypes);
    if (model.has_classes() && looked->has_truth()) assessment = assess(data->y, answers);
    if (model.has_classes()) add_class_answers(*looked, assessment, shown, page);
    else if (!data->numbers.empty()) page.sections.push_back(number_section(data->numbers, answers.numbers));
  }
  std::optional<SeenRows> seen;
  if (looked) seen.emplace(SeenRows{x.view(), data->y, data->class_names});
  const auto add = [&](std::optional<PageSection> section) {
    if (section) page.sections.push_back(std::move(*section));
  };
  if (prototypes) {
    add(map_section(*prototypes));
    add(relevance_section(*prototypes));
    if (options.stability) add(stability_section(*options.stability, model.encoding.feature_names(), true));
    if (looked) add(projection_section(*prototypes, {x.view(), data->y, looked->places}));
    add(gas_section(*prototypes, seen));
    if (!prototypes->expansion) {
      if (prototypes->lattice()) add(planes_section(*prototypes));
      else add(prototype_section(*prototypes));
    }
  }
  if (const auto* const embedding = find_ability<EmbeddingModel>(model))
    add(embedding_section(*embedding, seen, runtime));
  if (looked && model.has_classes()) {
    add(certainty_section(*looked, assessment ? &*assessment : nullptr));
  }
  if (options.history) add(training_section(*options.history));
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
