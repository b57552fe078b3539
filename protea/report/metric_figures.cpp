#include <protea/report/metric_figures.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/model/spectrum.hpp>
#include <protea/report/tables.hpp>

namespace protea {
namespace {

constexpr std::size_t many = 30;   // features that are no longer told apart by bars with names

// Features are places along an axis where their names are numbers (wavelengths) or they are too many for names.
std::optional<std::vector<double>> places_of(const std::vector<std::string>& names) {
  std::vector<double> places;
  for (const std::string& name : names) {
    const auto value = parse_number(name);
    if (!value) break;
    places.push_back(*value);
  }
  if (places.size() == names.size() && std::ranges::is_sorted(places)) return places;
  if (names.size() <= many) return std::nullopt;
  places.resize(names.size());
  std::iota(places.begin(), places.end(), 1.0);
  return places;
}

std::vector<double> counting(std::size_t count) {
  std::vector<double> result(count);
  std::iota(result.begin(), result.end(), 0.0);
  return result;
}

Axis feature_axis(const std::vector<std::string>& names) {
  if (places_of(names)) return {.label = "feature"};
  return {.label = "", .kind = AxisKind::names, .names = names};
}

Series over_features(const std::vector<std::string>& names, std::string name, Row values, Mark mark) {
  const auto places = places_of(names);
  return {.name = std::move(name),
          .mark = places ? Mark::line : mark,
          .x = places.value_or(counting(values.size())),
          .y = {values.begin(), values.end()}};
}

// Large ones first.
std::vector<std::size_t> in_order(Row values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
  return order;
}

std::vector<double> diagonal_of(const Matrix& lambda) {
  std::vector<double> result(lambda.rows());
  for (std::size_t j = 0; j < result.size(); ++j) result[j] = lambda(j, j);
  return result;
}

std::string largest_names(const std::vector<std::string>& names, Row values) {
  std::vector<std::string> parts;
  for (const std::size_t j : in_order(values)) {
    if (parts.size() == 3) break;
    parts.push_back(fmt::format("{} ({:.2f})", names[j], values[j]));
  }
  return join(parts, ", ");
}

FigureTable profile_table(const std::vector<std::string>& names, const std::vector<std::vector<double>>& profiles,
                          const std::vector<std::string>& groups) {
  FigureTable table{{"feature"}, {}};
  table.columns.insert(table.columns.end(), groups.begin(), groups.end());
  for (const std::size_t j : in_order(profiles.front())) {
    std::vector<std::string> row{names[j]};
    for (const std::vector<double>& profile : profiles) row.push_back(fmt::format("{:.4f}", profile[j]));
    table.rows.push_back(std::move(row));
  }
  return table;
}

// Curves where names are numbers, else bars, the largest of the first metric first.
Plot profile_plot(const std::vector<std::string>& names, const std::vector<std::vector<double>>& profiles,
                  const std::vector<std::string>& groups) {
  Plot plot{feature_axis(names), {.label = "relevance", .low = 0}};
  std::vector<std::size_t> order = in_order(profiles.front());
  if (plot.x.kind == AxisKind::names) {
    for (std::size_t j = 0; j < order.size(); ++j) plot.x.names[j] = names[order[j]];
  } else {
    std::iota(order.begin(), order.end(), std::size_t{0});
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    std::vector<double> values(order.size());
    for (std::size_t j = 0; j < order.size(); ++j) values[j] = profiles[g][order[j]];
    plot.series.push_back(over_features(names, groups[g], values, Mark::bars));
  }
  return plot;
}

Figure relevance_matrix_figure(const std::vector<std::string>& names, const Matrix& lambda, const std::string& group) {
  MatrixPlot plot{.rows = names, .columns = names, .values = lambda, .scale = ColourScale::diverging};
  for (std::size_t j = 0; j < lambda.rows(); ++j) plot.values(j, j) = 0;
  plot.shows_values = lambda.rows() <= 6;
  return {"matrix-" + group, group == "shared" ? "Features that act together" : "Features that act together: " + group,
          "Λ off its diagonal, which the profile shows. Where it is positive, two features that differ in the same "
          "direction count more than each alone; where it is negative, less.",
          std::move(plot)};
}

Figure spectrum_figure(const std::vector<double>& values, const std::string& group) {
  constexpr std::size_t shown = 20;
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  const std::size_t count = std::min(values.size(), shown);
  Series bars{.name = "share", .mark = Mark::bars};
  FigureTable table{{"direction", "eigenvalue", "share", "together"}, {}};
  double together = 0;
  std::size_t enough = 0;   // directions that hold nearly all
  for (std::size_t r = 0; r < values.size(); ++r) {
    together += values[r];
    if (together < 0.95 * sum) enough = r + 1;
    if (r >= count) continue;
    bars.x.push_back(static_cast<double>(r + 1));
    bars.y.push_back(values[r] / sum);
    table.rows.push_back({fmt::format("{}", r + 1), fmt::format("{:.4f}", values[r]), percent(values[r] / sum),
                          percent(together / sum)});
  }
  ++enough;
  Plot plot{{.label = "direction"}, {.label = "share of the sum", .low = 0}};
  constexpr std::size_t few = 12;   // that stand beside each other with their numbers
  if (count <= few) {
    plot.x.kind = AxisKind::names;
    for (std::size_t r = 0; r < count; ++r) plot.x.names.push_back(fmt::format("{}", r + 1));
    bars.x = counting(count);
  }
  plot.series = {std::move(bars)};
  return {"spectrum-" + group, "How many directions matter",
          fmt::format("Eigenvalues of Λ. {} at least 95 % of their sum.",
                      enough == 1 ? std::string("The first holds") : fmt::format("The first {} hold", enough)),
          std::move(plot), std::move(table)};
}

std::vector<double> middles(double low, double high, std::size_t count) {
  std::vector<double> result(count);
  const double step = (high - low) / static_cast<double>(count);
  for (std::size_t i = 0; i < count; ++i) result[i] = low + (static_cast<double>(i) + 0.5) * step;
  return result;
}

// Answers in the plane of the first two directions; what the others add to distances is left out.
Regions regions_of(const Matrix& prototypes, const std::vector<Label>& labels, const Axis& across, const Axis& up) {
  constexpr std::size_t cells = 100;
  Regions regions{middles(*across.low, *across.high, cells), middles(*up.low, *up.high, cells), {}};
  for (const double y : regions.y) {
    std::vector<std::size_t>& row = regions.classes.emplace_back();
    for (const double x : regions.x) {
      std::size_t nearest = 0;
      double least = 0;
      for (std::size_t k = 0; k < prototypes.rows(); ++k) {
        const double dx = x - prototypes(k, 0);
        const double dy = y - prototypes(k, 1);
        const double d = dx * dx + dy * dy;
        if (k > 0 && d >= least) continue;
        least = d;
        nearest = k;
      }
      row.push_back(static_cast<std::size_t>(labels[nearest]));
    }
  }
  return regions;
}

void stretch_to(Axis& axis, const std::vector<double>& values) {
  for (const double value : values) {
    axis.low = std::min(axis.low.value_or(value), value);
    axis.high = std::max(axis.high.value_or(value), value);
  }
}

void widen(Axis& axis) {
  const double pad = 0.05 * (*axis.high - *axis.low) + 1e-9;
  *axis.low -= pad;
  *axis.high += pad;
}

// Rows of each class as points, without class together, then prototypes as stars.
std::vector<Series> points_of(const PrototypeModel& model, const Matrix& places, const Matrix& prototypes,
                              const ProjectedRows& rows) {
  std::vector<Series> result;
  const std::size_t classes = rows.y.empty() ? 1 : model.class_names.size();
  for (std::size_t c = 0; c < classes; ++c) {
    Series series{.name = rows.y.empty() ? "rows" : model.class_names[c], .mark = Mark::points};
    if (!rows.y.empty()) series.of_class = c;
    for (std::size_t i = 0; i < places.rows(); ++i) {
      if (rows.shown[i] < 0 || (!rows.y.empty() && rows.y[i] != static_cast<Label>(c))) continue;
      series.x.push_back(places(i, 0));
      series.y.push_back(places(i, 1));
      series.rows.push_back(rows.shown[i]);
    }
    result.push_back(std::move(series));
  }
  for (std::size_t k = 0; k < prototypes.rows(); ++k) {
    const auto label = static_cast<std::size_t>(model.space.labels()[k]);
    auto own = std::ranges::find_if(
        result, [&](const Series& each) { return each.mark == Mark::star && each.of_class == label; });
    if (own == result.end()) own = result.insert(own, {.name = "prototypes", .mark = Mark::star, .of_class = label});
    Series& series = *own;
    series.x.push_back(prototypes(k, 0));
    series.y.push_back(prototypes(k, 1));
    series.labels.push_back(prototype_name(model, k));
  }
  return result;
}

Figure plane_figure(const PrototypeModel& model, const ProjectedRows& rows) {
  const Matrix places = model.projection(rows.x, 2);
  const Matrix prototypes = model.projection(model.space.prototypes(Row(model.parameters)), 2);
  Plot plot{{.label = "first direction of Λ"}, {.label = "second direction of Λ"}};
  plot.series = points_of(model, places, prototypes, rows);
  for (const Series& series : plot.series) {
    stretch_to(plot.x, series.x);
    stretch_to(plot.y, series.y);
  }
  widen(plot.x);
  widen(plot.y);
  plot.regions = regions_of(prototypes, model.space.labels(), plot.x, plot.y);
  return {"projection", "The data as the model sees them",
          "Rows and prototypes (stars) on the two leading directions of Λ. A region shows the class of the nearest "
          "prototype in this plane; what other directions add to distances is left out.",
          std::move(plot)};
}

// Counts of each class along the first direction.
Figure line_figure(const PrototypeModel& model, const ProjectedRows& rows, double share) {
  constexpr std::size_t bins = 30;
  const Matrix places = model.projection(rows.x, 1);
  const Matrix prototypes = model.projection(model.space.prototypes(Row(model.parameters)), 1);
  Axis along{.label = "first direction of Λ"};
  stretch_to(along, {places.values().begin(), places.values().end()});
  stretch_to(along, {prototypes.values().begin(), prototypes.values().end()});
  widen(along);
  const std::vector<double> middle = middles(*along.low, *along.high, bins);
  Plot plot{along, {.label = "rows", .low = 0}};
  const std::size_t classes = rows.y.empty() ? 1 : model.class_names.size();
  for (std::size_t c = 0; c < classes; ++c) {
    Series series{.name = rows.y.empty() ? "rows" : model.class_names[c], .mark = Mark::step, .x = middle};
    series.y.resize(bins);
    if (!rows.y.empty()) series.of_class = c;
    for (std::size_t i = 0; i < places.rows(); ++i) {
      if (!rows.y.empty() && rows.y[i] != static_cast<Label>(c)) continue;
      const double at = (places(i, 0) - *along.low) / (*along.high - *along.low) * static_cast<double>(bins);
      ++series.y[std::min(bins - 1, static_cast<std::size_t>(std::max(0.0, at)))];
    }
    plot.series.push_back(std::move(series));
  }
  for (std::size_t k = 0; k < prototypes.rows(); ++k) {
    plot.series.push_back({.name = "prototype of " + prototype_name(model, k),
                           .mark = Mark::rule,
                           .x = {prototypes(k, 0)},
                           .of_class = static_cast<std::size_t>(model.space.labels()[k]),
                           .is_dashed = true,
                           .is_vertical = true});
  }
  return {"line", "One direction decides",
          fmt::format("The first direction of Λ holds {} of its eigenvalues, so that answers go by the place along it. "
                      "Dashed lines are prototypes.",
                      percent(share)),
          std::move(plot)};
}

}   // namespace

std::string prototype_name(const PrototypeModel& model, std::size_t prototype) {
  const std::vector<Label>& labels = model.space.labels();
  if (labels[prototype] == no_label) return fmt::format("unit {}", prototype + 1);
  const std::string& name = model.class_of(prototype);
  if (std::ranges::count(labels, labels[prototype]) == 1) return name;
  const auto before =
      std::count(labels.begin(), labels.begin() + static_cast<std::ptrdiff_t>(prototype), labels[prototype]);
  return fmt::format("{} {}", name, before + 1);
}

std::optional<PageSection> relevance_section(const PrototypeModel& model) {
  if (model.expansion || model.space.metric_block().size == 0 || !model.dissimilarity().has_relevance_matrix())
    return std::nullopt;
  const std::vector<std::string> names = model.encoding.feature_names();
  if (names.size() != model.space.features()) return std::nullopt;
  const std::size_t groups = model.space.group_count();
  PageSection section{"features", "Which features decide"};
  std::vector<std::vector<double>> profiles;
  std::vector<std::string> group_names;
  std::vector<Matrix> matrices;
  for (std::size_t g = 0; g < groups; ++g) {
    matrices.push_back(model.relevance_matrix(g));
    profiles.push_back(diagonal_of(matrices.back()));
    group_names.push_back(groups == 1 ? "relevance" : model.group_name(g));
  }
  Plot plot = profile_plot(names, profiles, group_names);
  std::string caption = groups == 1 ? fmt::format(
                                          "Most relevant: {}. Relevances sum to 1 and are comparable because features "
                                          "were scaled ({}).",
                                          largest_names(names, profiles[0]), choice_name(model.preparation.scaling))
                                    : std::string("Each metric has relevances of its own, which sum to 1.");
  section.figures.push_back(
      {"relevances", "Relevance profile", caption, std::move(plot), profile_table(names, profiles, group_names)});
  constexpr std::size_t most = 100;   // features whose pairs are shown
  constexpr std::size_t few = 6;      // metrics
  for (std::size_t g = 0; g < std::min(groups, few) && model.space.features() <= most; ++g) {
    const std::string group = groups == 1 ? "shared" : group_names[g];
    double largest = 0;
    for (std::size_t i = 0; i < matrices[g].rows(); ++i) {
      for (std::size_t j = 0; j < i; ++j) largest = std::max(largest, std::abs(matrices[g](i, j)));
    }
    if (largest == 0) continue;   // relevances alone
    section.figures.push_back(relevance_matrix_figure(names, matrices[g], group));
    section.figures.push_back(spectrum_figure(eigenvalues(matrices[g]), group));
    section.figures.back().id = fmt::format("spectrum-{}", g + 1);
    section.figures[section.figures.size() - 2].id = fmt::format("matrix-{}", g + 1);
  }
  return section;
}

PageSection prototype_section(const PrototypeModel& model) {
  PageSection section{"typical", "Prototypes: what is typical"};
  const std::vector<std::string> names = model.encoding.feature_names();
  const Matrix original = model.prototypes_in_original_units();
  const MatrixView inside = model.space.prototypes(Row(model.parameters));
  FigureTable table{{"feature"}, {}};
  constexpr std::size_t most_told = 100;   // whose numbers the table has
  const std::size_t told = std::min(most_told, original.rows());
  for (std::size_t k = 0; k < told; ++k) table.columns.push_back(prototype_name(model, k));
  for (std::size_t j = 0; j < names.size(); ++j) {
    std::vector<std::string> row{names[j]};
    for (std::size_t k = 0; k < told; ++k) row.push_back(fmt::format("{:.5g}", original(k, j)));
    table.rows.push_back(std::move(row));
  }
  const bool are_curves = places_of(names).has_value();
  constexpr std::size_t few = 24;   // curves or bars that can be told apart
  Plot plot{feature_axis(names), {.label = are_curves ? "value" : "value, scaled as the model does"}};
  for (std::size_t k = 0; k < std::min(few, original.rows()); ++k) {
    plot.series.push_back(
        over_features(names, prototype_name(model, k), are_curves ? original.row(k) : inside.row(k), Mark::bars));
    if (model.space.labels()[k] != no_label)
      plot.series.back().of_class = static_cast<std::size_t>(model.space.labels()[k]);
  }
  constexpr std::size_t most_bars = 120;
  const std::size_t shown = std::min<std::size_t>(60, original.rows());
  const bool are_cells =
      !are_curves && (!model.has_classes() ? original.rows() > 3 : original.rows() * names.size() > most_bars);
  if (are_cells) {
    MatrixPlot cells{.columns = names, .values = Matrix(shown, names.size()), .scale = ColourScale::diverging};
    for (std::size_t k = 0; k < shown; ++k) {
      cells.rows.push_back(prototype_name(model, k));
      std::ranges::copy(inside.row(k), cells.values.row(k).begin());
    }
    std::string text = "One row for each prototype, in units of the model, so that features can be compared; the table "
                       "has the units of the data.";
    if (original.rows() > shown) text += fmt::format(" The first {} of {}.", shown, original.rows());
    section.figures.push_back({"prototypes", "Feature by feature", text, std::move(cells), std::move(table)});
    return section;
  }
  std::string caption = are_curves
                            ? "Prototypes in the units of the data."
                            : "In units of the model, so that features can be compared; the table has the units of "
                              "the data.";
  if (original.rows() > few) caption += fmt::format(" The first {} of {}.", few, original.rows());
  section.figures.push_back({"prototypes", "Feature by feature", caption, std::move(plot), std::move(table)});
  return section;
}

std::optional<PageSection> projection_section(const PrototypeModel& model, const ProjectedRows& rows) {
  const bool can_project = model.has_classes() && !model.expansion && model.space.metric_block().size > 0 &&
                           model.space.scope() == Scope::shared && model.dissimilarity().has_relevance_matrix() &&
                           model.space.features() > 1;
  if (!can_project || rows.x.rows == 0) return std::nullopt;
  for (const double value : std::span(rows.x.data, rows.x.is_contiguous() ? rows.x.rows * rows.x.columns : 0)) {
    if (std::isnan(value)) return std::nullopt;
  }
  const std::vector<double> values = eigenvalues(model.relevance_matrix(0));
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  PageSection section{"seen", "The data as the model sees them"};
  constexpr double nearly_all = 0.99;
  if (values[0] >= nearly_all * sum) section.figures.push_back(line_figure(model, rows, values[0] / sum));
  if (values[1] > 1e-12 * sum) section.figures.push_back(plane_figure(model, rows));
  return section;
}

}   // namespace protea
