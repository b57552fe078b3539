#include <protea/report/stability_page.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/model/prototype_model.hpp>
#include <protea/report/tables.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

std::vector<std::size_t> by_median(const RelevanceStability& stability) {
  std::vector<std::size_t> order(stability.relevance.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return stability.relevance[a].median > stability.relevance[b].median;
  });
  return order;
}

constexpr std::size_t quick_resamples = 20;

// A training that takes milliseconds.
bool is_quick(const PrototypeModel& model, const Dataset& data) {
  const auto size = static_cast<double>(model.space.metric_block().size * model.space.prototype_count());
  const auto epochs = static_cast<double>(model.record.epochs);
  return static_cast<double>(data.size()) * size * epochs < 1e8;
}

// At most so many features are on the picture; the table has all.
Figure relevance_figure(const RelevanceStability& stability, const std::vector<std::string>& features,
                        std::size_t most) {
  Plot plot{{.kind = AxisKind::names}, {.label = "relevance", .low = 0}};
  Series series{.name = "median", .mark = Mark::bars};
  FigureTable table{{"feature", "relevance", "5 %", "95 %", "rank", "5 %", "95 %"}, {}};
  for (const std::size_t j : by_median(stability)) {
    const Spread& own = stability.relevance[j];
    const Spread& rank = stability.rank[j];
    table.rows.push_back({features[j], fmt::format("{:.4f}", own.median), fmt::format("{:.4f}", own.low),
                          fmt::format("{:.4f}", own.high), fmt::format("{:g}", rank.median),
                          fmt::format("{:g}", rank.low), fmt::format("{:g}", rank.high)});
    if (plot.x.names.size() == most) continue;
    series.x.push_back(static_cast<double>(plot.x.names.size()));
    series.y.push_back(own.median);
    series.low.push_back(own.low);
    series.high.push_back(own.high);
    plot.x.names.push_back(features[j]);
  }
  plot.series = {std::move(series)};
  std::string caption = "Bars are medians over the resamples, lines hold nine of ten.";
  if (features.size() > most) caption += fmt::format(" The first {} of {} features.", most, features.size());
  return {"stability", "Relevances under resampling", caption, std::move(plot), std::move(table)};
}

Figure rank_figure(const RelevanceStability& stability, const std::vector<std::string>& features, std::size_t most) {
  const std::vector<std::size_t> order = by_median(stability);
  const std::size_t count = std::min(most, order.size());
  MatrixPlot plot{.values = Matrix(count, count),
                  .row_title = "is more relevant",
                  .column_title = "than",
                  .shows_values = count <= 8};
  for (std::size_t i = 0; i < count; ++i) {
    plot.rows.push_back(features[order[i]]);
    plot.columns.push_back(features[order[i]]);
    for (std::size_t k = 0; k < count; ++k) plot.values(i, k) = i == k ? 0.5 : stability.ahead(order[i], order[k]);
  }
  return {
      "ahead", "Who is ahead of whom",
      "The share of the runs in which the feature of the row is more relevant than that of the column: 0.5 means that "
      "their order is left to chance.",
      std::move(plot)};
}

}   // namespace

std::size_t leading_places(std::size_t features) { return std::clamp<std::size_t>(features / 2, 1, 5); }

std::vector<std::size_t> sure_features(const RelevanceStability& stability, std::size_t places) {
  std::vector<std::size_t> result;
  for (const std::size_t j : by_median(stability)) {
    if (stability.rank[j].high <= static_cast<double>(places)) result.push_back(j);
  }
  return result;
}

std::string stability_sentence(const RelevanceStability& stability, const std::vector<std::string>& features) {
  const std::size_t places = leading_places(features.size());
  std::vector<std::string> names;
  for (const std::size_t j : sure_features(stability, places)) names.push_back(features[j]);
  if (names.empty())
    return fmt::format(
        "No feature is among the {} in 95 % of {}: which features decide is left to the choice of samples.",
        places == 1 ? std::string("first") : fmt::format("first {}", places), counted(stability.runs, "run"));
  // Of up to 21 runs, the 95 % quantile of a rank is below the next place only if no run has passed it.
  const std::string runs = stability.runs <= 21 ? fmt::format("In all {}", counted(stability.runs, "run"))
                                                : fmt::format("In at least 95 % of {}", counted(stability.runs, "run"));
  if (places == 1) return fmt::format("{} the most relevant: {}.", runs, names[0]);
  return fmt::format("{} among the first {}: {}.", runs, places, join(names, ", "));
}

std::optional<RelevanceStability> stability_for_page(const Model& model, const std::optional<Dataset>& data,
                                                     std::optional<std::size_t> resamples, Runtime& runtime) {
  if (resamples == 0) return std::nullopt;
  const auto* const prototypes = find_ability<PrototypeModel>(model);
  const bool has_relevances = prototypes && !prototypes->expansion && model.has_classes() &&
                              prototypes->space.metric_block().size > 0 &&
                              prototypes->dissimilarity().has_relevance_matrix();
  const bool has_classes = data && !data->y.empty() && std::ranges::find(data->y, no_label) == data->y.end();
  if (!resamples && (!has_relevances || !has_classes || !is_quick(*prototypes, *data))) return std::nullopt;
  if (!has_relevances) throw UsageError("resamples tell how stable relevances are, and this model has none");
  if (!has_classes) throw UsageError("resamples are trained on: give rows with their classes");
  try {
    const std::shared_ptr<const Method> method = method_of(model, {});
    const auto train = [&](const Dataset& rows) {
      Serial serial;
      return method->train(rows, model.encoding, {serial, {}, {}, false}).model;
    };
    return relevance_stability(*data, train, {.resamples = resamples.value_or(quick_resamples), .seed = method->seed()},
                               runtime);
  } catch (const Error&) {
    if (resamples) throw;
    return std::nullopt;   // rows that can be answered need not be enough to learn from
  }
}

PageSection stability_section(const RelevanceStability& stability, const std::vector<std::string>& features,
                              bool is_beside_model) {
  PageSection section{"relied-on", "How stable relevances are", {stability_sentence(stability, features)}};
  std::vector<double> accuracy;
  for (const double value : stability.accuracy) {
    if (!std::isnan(value)) accuracy.push_back(value);
  }
  if (!accuracy.empty()) {
    const Spread spread = spread_of(accuracy);
    section.text.push_back(fmt::format(
        "Rows that a resample had left out were answered rightly in {}{}.", percent(spread.median),
        accuracy.size() < 3 ? "" : fmt::format(" (median; {} to {})", percent(spread.low), percent(spread.high))));
  }
  if (stability.failed > 0)
    section.text.push_back(fmt::format("{} could not be learned from and is left out: {}",
                                       counted(stability.failed, "resample"), stability.sentence));
  section.figures.push_back(relevance_figure(stability, features, is_beside_model ? 15 : 30));
  if (features.size() > 1) section.figures.push_back(rank_figure(stability, features, is_beside_model ? 10 : 15));
  constexpr std::size_t most = 100;
  if (!is_beside_model && stability.mean_matrix.rows() > 0 && features.size() <= most) {
    MatrixPlot plot{
        .rows = features, .columns = features, .values = stability.mean_matrix, .scale = ColourScale::diverging};
    for (std::size_t j = 0; j < features.size(); ++j) plot.values(j, j) = 0;
    section.figures.push_back({"mean-matrix", "The mean metric",
                               "The geometric mean of Λ over the runs, exp of the mean of log Λ, off its diagonal.",
                               std::move(plot)});
  }
  return section;
}

}   // namespace protea
