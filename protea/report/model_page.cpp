#include <protea/report/model_page.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

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
#include <protea/report/projection_figures.hpp>
#include <protea/report/stability_page.hpp>
#include <protea/report/tables.hpp>
#include <protea/report/unit_figures.hpp>

namespace protea {
namespace {

// In what distances are measured.
std::string unit_of(Scaling scaling) {
  switch (scaling) {
    case Scaling::z_score: return "in units of the model, a deviation of each feature";
    case Scaling::min_max: return "in units of the model, the range of each feature";
    case Scaling::unit_sum: return "in units of the model, where each row sums to 1";
    case Scaling::none: break;
  }
  return "in the units of the data";
}

std::string positive_class_of(const Model& model) {
  const Decision& decision = demand<Deciding>(model, "this page").current_decision();
  return decision.positive.empty() ? model.class_names.back() : decision.positive;
}

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

void demand_whole_targets(const Dataset& data) {
  for (const std::size_t targets : {data.y.size(), data.numbers.size()}) {
    if (targets > 0 && targets != data.size())
      throw UsageError(fmt::format("there are {} and {} to judge their answers by: each row needs one",
                                   counted(data.size(), "row"), counted(targets, "target")));
  }
}

// Whether the rows are new to the model, as far as that is known.
std::string novelty_sentence(const Looked& looked, const ModelPageOptions& options) {
  const std::size_t learned = looked.model.record.samples;
  if (options.history && learned < looked.data.size())
    return fmt::format(
        "The model has learned from {} of these rows, and the others were held out to end its training: new rows "
        "will be answered less well. Cross-validate to know.",
        learned);
  if (options.history)
    return "The model has learned from these rows: new ones will be answered less well. Cross-validate to know.";
  if (looked.data.size() == learned)
    return "There are as many rows as the model has learned from. If these are the same, new rows will be answered less well: "
           "cross-validate to know.";
  return "If the model has learned from some of these rows, new ones will be answered less well: cross-validate to know.";
}

bool has_threshold(const Model& model) {
  const auto* const deciding = find_ability<Deciding>(model);
  return deciding && deciding->current_decision().threshold;
}

PageSection answers_of(const Looked& looked, const Assessment& assessment, const ModelPageOptions& options) {
  PageSection section = answer_section(looked.judged(), assessment);
  if (has_threshold(looked.model))
    section.text.push_back(fmt::format(
        "A threshold decides, not the nearest prototype alone: {} is answered where its distance is smaller than the "
        "other less Θ = {:.4g}. Scores know nothing of it.",
        positive_class_of(looked.model), *demand<Deciding>(looked.model, "this page").current_decision().threshold));
  section.text.push_back(novelty_sentence(looked, options));
  if (!options.stability) return section;
  std::vector<double> accuracy;
  for (const double value : options.stability->accuracy) {
    if (!std::isnan(value)) accuracy.push_back(value);
  }
  if (accuracy.empty()) return section;
  const Spread spread = spread_of(accuracy);
  section.text.push_back(fmt::format(
      "Trained again on resamples, the method answers {} of the rows left out rightly{} ({}).", percent(spread.median),
      has_threshold(looked.model) ? ", by the nearest prototype without a threshold" : "",
      accuracy.size() < 3 ? counted(accuracy.size(), "resample")
                          : fmt::format("{} to {} in nine of ten of {}", percent(spread.low), percent(spread.high),
                                        counted(accuracy.size(), "resample"))));
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
            "Hypothesis margins: how far prototypes could move before an answer changes, in the metric of the model. {} of all "
            "rows{} have negative ones: their nearest prototype is of another class.",
            percent(theta_error(margins, 0.0)),
            assessment && assessment->coverage < 1 ? ", whatever is rejected," : ""),
        "hypothesis margin"));
    std::ranges::move(theta_error_figures(margins), std::back_inserter(section.figures));
  }
  if (section.figures.empty()) return std::nullopt;
  return section;
}

// Rows that were kept and vote: nothing was learned by a rule.
bool keeps_rows(const Model& model) {
  const auto* const prototypes = find_ability<PrototypeModel>(model);
  return prototypes && model.record.epochs == 0 && prototypes->decision.kind == DecisionKind::k_nearest &&
         prototypes->space.prototype_count() == model.record.samples;
}

// Many classes are counted, not named.
std::string answers_sentence(const Model& model) {
  constexpr std::size_t few = 8;
  const Showcase showcase = model.showcase();
  std::string composition = showcase.composition;
  if (model.class_names.size() > few) {
    composition = fmt::format("{}, {}", counted(model.encoding.feature_count(), "feature"),
                              counted(model.class_names.size(), "class"));
    if (const auto* const measuring = find_ability<Measuring>(model))
      composition += ", " + counted(measuring->unit_count(), "prototype");
  }
  if (!keeps_rows(model)) return composition + "; " + showcase.parts + ".";
  const auto& kept = demand<PrototypeModel>(model, "this page");
  return fmt::format("{}; the {} nearest of the rows that were kept vote, by {}, scaling {}.", composition,
                     kept.decision.k, kept.dissimilarity().name(), choice_name(model.preparation.scaling));
}

std::vector<std::pair<std::string, std::string>> facts_of(const Model& model, const std::optional<Dataset>& data) {
  const TrainingRecord& record = model.record;
  std::vector<std::pair<std::string, std::string>> facts;
  if (!record.method.empty()) facts.emplace_back("method", record.method);
  if (record.samples > 0) facts.emplace_back("learned from", counted(record.samples, "row"));
  if (data && data->size() > 0)
    facts.emplace_back("shown here",
                       counted(data->size(), "row") + (data->source.empty() ? "" : " of " + data_name(data->source)));
  for (const TrainingRecord::Part& part : record.parts) {
    if (!keeps_rows(model) || (part.family != "rule" && part.family != "optimizer"))
      facts.emplace_back(part.family, part.component.name);
  }
  facts.emplace_back("scaling", std::string(choice_name(model.preparation.scaling)));
  if (record.epochs > 0)
    facts.emplace_back("epochs", fmt::format("{}{}", record.epochs, record.converged ? ", converged" : ""));
  if (!record.version.empty()) facts.emplace_back("version", record.version);
  return facts;
}

// What models say of themselves whose parts no section knows.
std::optional<PageSection> exhibit_section(const Model& model) {
  PageSection section{"learned", "What it has learned"};
  std::size_t number = 0;
  for (const Exhibit& exhibit : model.showcase().exhibits) {
    ++number;
    if (exhibit.names.empty() || exhibit.names.size() != exhibit.bars.size()) {
      if (!exhibit.lines.empty())
        section.text.push_back(exhibit.title.empty() ? exhibit.lines[0]
                                                     : exhibit.title + ": " + join(exhibit.lines, "; "));
      continue;
    }
    Series series{
        .name = exhibit.title, .mark = Mark::bars, .x = std::vector<double>(exhibit.bars.size()), .y = exhibit.bars};
    std::iota(series.x.begin(), series.x.end(), 0.0);
    Plot plot{{.kind = AxisKind::names, .names = exhibit.names}, {.label = exhibit.title}, {std::move(series)}};
    section.figures.push_back(
        {fmt::format("exhibit-{}", number), exhibit.title, join(exhibit.lines, " "), std::move(plot)});
  }
  if (section.figures.empty() && section.text.empty()) return std::nullopt;
  return section;
}

std::string why_sentence(const Page& page, std::size_t rows, bool is_decided_otherwise) {
  const auto is_explained = [](const PageSample& sample) { return !sample.contributions.empty(); };
  const auto explained = std::ranges::count_if(page.samples, is_explained);
  std::string text = "Choose a row: what spoke for its answer, and what would change it.";
  if (explained == 0) {
    text = "Choose a row to see its answer. ";
    text += is_decided_otherwise
                ? "What each feature has to do with it is told where the nearest prototype decides alone."
                : "What each feature has to do with it is told for prototypes under Euclidean, relevance and "
                  "matrix distances.";
  }
  if (page.features.size() > most_certified_features && explained > 0)
    text += fmt::format(" How far it is from another answer is not told for more than {} features.",
                        most_certified_features);
  if (explained > 0 && static_cast<std::size_t>(explained) < page.samples.size())
    text += " Rows with missing values, and those without an answer, have no such reasons.";
  if (page.samples.size() < rows) text += fmt::format(" {} of {} rows are here.", page.samples.size(), rows);
  return text;
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
                       const std::vector<std::uint32_t>& shown, const ModelPageOptions& options, Page& page) {
  if (assessment) page.sections.push_back(answers_of(looked, *assessment, options));
  page.samples = page_samples(looked.model, {looked.data, looked.x.view(), looked.answers}, shown, looked.runtime);
  page.sample_count = looked.data.size();
}

}   // namespace

Page model_page(const Model& model, const std::optional<Dataset>& data, const ModelPageOptions& options,
                Runtime& runtime) {
  Page page{.title = options.name.empty() ? model.record.method : options.name,
            .lead = answers_sentence(model),
            .facts = facts_of(model, data),
            .features = model.encoding.feature_names(),
            .classes = model.class_names,
            .unit = unit_of(model.preparation.scaling)};
  const auto* const prototypes = find_ability<PrototypeModel>(model);
  if (data) demand_whole_targets(*data);
  Matrix x;
  Predictions answers;
  std::optional<Looked> looked;
  std::optional<Assessment> assessment;   // where the truth is known
  std::vector<std::uint32_t> shown;
  if (data && data->size() > 0) {
    x = prepare(model, *data);
    answers = predict(model, x.view(), runtime);
    shown = shown_rows(data->size(), rows_with_room(data->x.columns(), options.most_samples));
    looked.emplace(Looked{model, *data, x, answers, std::vector<std::int64_t>(data->size(), -1), runtime});
    for (std::size_t s = 0; s < shown.size(); ++s) looked->places[shown[s]] = static_cast<std::int64_t>(s);
    page.ranges = ranges_of(*data);
    if (!model.has_classes()) page.classes = data->class_names;   // by which rows are coloured
  }
  if (prototypes && page.classes.empty() && prototypes->units) page.classes = prototypes->units->class_names;
  if (looked) {
    constexpr std::size_t most = 1000;   // prototypes beyond which a page would be made of them
    if (prototypes && prototypes->has_classes() && prototypes->space.prototype_count() <= most)
      page.prototypes = prototypes_of(*prototypes);
    if (model.has_classes() && looked->has_truth()) assessment = assess(data->y, answers);
    if (model.has_classes()) add_class_answers(*looked, assessment, shown, options, page);
    else if (!data->numbers.empty()) {
      page.sections.push_back(number_section(data->numbers, answers.numbers));
      page.sections.back().text.push_back(novelty_sentence(*looked, options));
    }
  }
  std::optional<SeenRows> seen;
  if (looked) seen.emplace(SeenRows{x.view(), data->y, data->class_names});
  const auto add = [&](std::optional<PageSection> section) {
    if (section) page.sections.push_back(std::move(*section));
  };
  if (prototypes) {
    add(map_section(*prototypes, looked ? std::optional(MapRows{answers, data->y, data->class_names}) : std::nullopt));
    add(relevance_section(*prototypes, page.ranges));
    if (options.stability) add(stability_section(*options.stability, model.encoding.feature_names(), true));
    if (looked) add(projection_section(*prototypes, {x.view(), data->y, looked->places}));
    add(gas_section(*prototypes, seen));
    if (!prototypes->expansion) {
      if (prototypes->lattice()) add(planes_section(*prototypes));
      else if (!keeps_rows(model)) add(prototype_section(*prototypes));
    }
  }
  if (!prototypes && !find_ability<EmbeddingModel>(model)) add(exhibit_section(model));
  if (const auto* const embedding = find_ability<EmbeddingModel>(model))
    add(embedding_section(*embedding, seen, runtime));
  if (looked && model.has_classes()) {
    add(certainty_section(*looked, assessment ? &*assessment : nullptr));
  }
  if (options.history) add(training_section(*options.history));
  if (!page.samples.empty()) {
    PageSection why{"why", "Why a row got its answer"};
    const auto* const deciding = find_ability<Deciding>(model);
    const bool is_decided_otherwise =
        deciding && (deciding->current_decision().kind != DecisionKind::nearest || has_threshold(model));
    why.text.push_back(why_sentence(page, data->size(), is_decided_otherwise));
    why.figures.push_back({"choose", "Row by row", "", SampleChooser{}});
    page.sections.push_back(std::move(why));
  }
  return page;
}

}   // namespace protea
