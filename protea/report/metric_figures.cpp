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

std::string largest_names(const std::vector<std::string>& names, Row values, const std::vector<char>& is_idle) {
  std::vector<std::string> parts;
  for (const std::size_t j : in_order(values)) {
    if (parts.size() == 3) break;
    if (!is_idle[j]) parts.push_back(fmt::format("{} ({:.3g})", names[j], values[j]));
  }
  return join(parts, ", ");
}

// Which features never vary in these rows; none where there are no rows.
std::vector<char> idle_features(std::size_t count, const std::vector<std::pair<double, double>>& ranges) {
  std::vector<char> result(count);
  for (std::size_t j = 0; j < std::min(count, ranges.size()); ++j) result[j] = !(ranges[j].first < ranges[j].second);
  if (std::ranges::find(result, 0) == result.end()) result.assign(count, 0);   // a single row tells nothing of that
  return result;
}

std::string relevance_caption(const std::vector<std::string>& names, Row values, const std::vector<char>& is_idle,
                              Scaling scaling) {
  const bool are_comparable = scaling == Scaling::z_score || scaling == Scaling::min_max;
  const std::string remark =
      are_comparable ? fmt::format(" and are comparable because features were scaled ({})", choice_name(scaling))
                     : fmt::format(", and features were not scaled{}: those with large numbers have small ones",
                                   scaling == Scaling::unit_sum ? " (rows were, to sum 1)" : "");
  std::string text =
      fmt::format("Most relevant: {}. Relevances sum to 1{}.", largest_names(names, values, is_idle), remark);
  const double even = 1 / static_cast<double>(names.size());
  if (names.size() > 2 && std::ranges::max(values) < 2 * even)
    text += fmt::format(" They are nearly level: if all were alike, each would be {:.3g}.", even);
  std::vector<std::string> idle;
  for (std::size_t j = 0; j < names.size(); ++j) {
    if (is_idle[j]) idle.push_back(names[j]);
  }
  if (!idle.empty())
    text += fmt::format(" Never varying in these rows, so that {} relevance says nothing: {}.",
                        idle.size() == 1 ? "its" : "their",
                        idle.size() > 5 ? counted(idle.size(), "feature") : join(idle, ", "));
  return text;
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
  return {
      "matrix-" + group, group == "shared" ? "Features that act together" : "Features that act together: " + group,
      "Λ off its diagonal, which the profile shows. Positive: a row that is larger in both features than a prototype, or "
      "smaller in both, is farther from it than the two differences alone would put it. Negative: it is nearer.",
      std::move(plot)};
}

Figure spectrum_figure(const std::vector<double>& values, const std::string& group) {
  constexpr std::size_t most = 100;
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  double held = 0;   // by the first ones, which are shown with some of those behind them
  std::size_t holding = 0;
  while (holding < values.size() && held < 0.95 * sum) held += values[holding++];
  const std::size_t count = std::min({values.size(), std::max<std::size_t>(20, holding), most});
  Series bars{.name = "share", .mark = Mark::bars};
  FigureTable table{{"direction", "eigenvalue", "share", "together"}, {}};
  double together = 0;
  for (std::size_t r = 0; r < values.size(); ++r) {
    together += values[r];
    if (r >= count) continue;
    bars.x.push_back(static_cast<double>(r + 1));
    bars.y.push_back(values[r] / sum);
    table.rows.push_back({fmt::format("{}", r + 1), fmt::format("{:.4f}", values[r]), percent(values[r] / sum),
                          percent(together / sum)});
  }
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
                      holding == 1 ? std::string("The first holds") : fmt::format("The first {} hold", holding)),
          std::move(plot), std::move(table)};
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

std::optional<PageSection> relevance_section(const PrototypeModel& model,
                                             const std::vector<std::pair<double, double>>& ranges) {
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
    const bool is_of_prototype = groups > 1 && model.space.scope() == Scope::per_prototype;
    group_names.push_back(groups == 1 ? "relevance" : is_of_prototype ? prototype_name(model, g) : model.group_name(g));
  }
  Plot plot = profile_plot(names, profiles, group_names);
  for (std::size_t g = 0; g < groups && groups > 1; ++g) {   // in the colour of their class
    const Label label = model.space.scope() == Scope::per_class ? static_cast<Label>(g) : model.space.labels()[g];
    if (label != no_label && model.has_classes()) plot.series[g].of_class = static_cast<std::size_t>(label);
  }
  std::string caption = groups == 1 ? relevance_caption(names, profiles[0], idle_features(names.size(), ranges),
                                                        model.preparation.scaling)
                                    : std::string("Each metric has relevances of its own, which sum to 1.");
  section.figures.push_back(
      {"relevances", "Relevance profile", caption, std::move(plot), profile_table(names, profiles, group_names)});
  constexpr std::size_t most = 100;   // features whose pairs are shown
  constexpr std::size_t few = 2;      // metrics
  if (groups > few && model.space.features() <= most)
    section.text.push_back(fmt::format("Of {} metrics the first {} are shown as matrices.", groups, few));
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
  if (model.space.features() > most)
    section.text.push_back(fmt::format("Pairs of more than {} features are not shown.", most));
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
    std::string text =
        "One row for each prototype, in units of the model, so that features can be compared; the table "
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

}   // namespace protea
