#include <protea/report/map_figures.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/model/map_view.hpp>
#include <protea/rule/lattice.hpp>

namespace protea {
namespace {

bool is_on_a_grid(const PrototypeModel& model) {
  return model.lattice() && model.lattice()->topology != Topology::free && !model.expansion;
}

LatticePlot on_lattice(const PrototypeModel& model, Row values) {
  return {.is_hexagonal = model.lattice()->topology == Topology::hexagon, .values = on_grid(*model.lattice(), values)};
}

// How many of the rows each unit is the nearest of, and the class that most of these have: −1 where there is none.
struct UnitsOfRows {
  std::vector<double> hits;
  std::vector<std::int64_t> classes;
};

UnitsOfRows units_of(const MapRows& rows, std::size_t units) {
  UnitsOfRows result{std::vector<double>(units), std::vector<std::int64_t>(units, -1)};
  Matrix counts(units, rows.y.empty() ? 0 : rows.classes.size());
  for (std::size_t i = 0; i < rows.answers.winners.size(); ++i) {
    ++result.hits[rows.answers.winners[i]];
    if (!rows.y.empty() && rows.y[i] != no_label)
      ++counts(rows.answers.winners[i], static_cast<std::size_t>(rows.y[i]));
  }
  for (std::size_t k = 0; k < units && counts.columns() > 0; ++k) {
    const auto most = std::ranges::max_element(std::as_const(counts).row(k));
    if (*most > 0) result.classes[k] = most - std::as_const(counts).row(k).begin();
  }
  return result;
}

// Of the training, where the classes of its rows were kept; or of units that have classes.
std::vector<std::int64_t> classes_of_units(const PrototypeModel& model) {
  std::vector<std::int64_t> result(model.space.prototype_count(), -1);
  for (std::size_t k = 0; k < result.size(); ++k) {
    const Label label =
        model.has_classes() ? model.space.labels()[k] : (model.units ? model.units->label_of(k) : no_label);
    if (label != no_label) result[k] = label;
  }
  return result;
}

// Names without what all of them begin with: there is little room on a unit.
std::vector<std::vector<std::string>> short_labels(const std::vector<std::int64_t>& classes,
                                                   const std::vector<std::string>& names, std::size_t columns) {
  std::size_t common = names.size() > 1 ? names[0].size() : 0;
  for (const std::string& name : names) {
    const auto [own, first] = std::ranges::mismatch(name, names[0]);
    common = std::min(common, static_cast<std::size_t>(own - name.begin()));
  }
  while (common > 0 && (static_cast<unsigned char>(names[0][common]) & 0xC0) == 0x80) --common;   // whole characters
  if (std::ranges::any_of(names, [&](const std::string& name) { return name.size() == common; })) common = 0;
  std::vector<std::vector<std::string>> labels;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    if (k % columns == 0) labels.emplace_back();
    labels.back().push_back(classes[k] < 0 ? "" : names[static_cast<std::size_t>(classes[k])].substr(common));
  }
  return labels;
}

}   // namespace

std::optional<PageSection> map_section(const PrototypeModel& model, const std::optional<MapRows>& rows) {
  if (!is_on_a_grid(model)) return std::nullopt;
  PageSection section{"map", "The map"};
  LatticePlot heights = on_lattice(model, u_matrix(model));
  const bool has_rows = rows && !rows->answers.winners.empty();
  UnitsOfRows units;
  if (has_rows) units = units_of(*rows, model.space.prototype_count());
  const bool has_own = has_rows && std::ranges::any_of(units.classes, [](std::int64_t c) { return c >= 0; });
  const std::vector<std::int64_t> classes = has_own ? units.classes : classes_of_units(model);
  std::string caption =
      "The mean distance of each unit to its neighbours on the map: groups of rows are light, ridges between "
      "them dark.";
  if (std::ranges::any_of(classes, [](std::int64_t c) { return c >= 0; })) {
    heights.classes = classes;
    heights.labels = short_labels(classes,
                                  has_own               ? rows->classes
                                  : model.has_classes() ? model.class_names
                                                        : model.units->class_names,
                                  heights.values.columns());
    caption += " Symbols are the class of most rows of a unit.";
  }
  section.figures.push_back({"u-matrix", "Ridges and valleys", std::move(caption), std::move(heights)});
  if (has_rows && !rows->answers.distances.empty()) {
    std::vector<double> d = rows->answers.distances;
    if (model.dissimilarity().traits().is_quadratic_form) {
      for (double& each : d) each = std::sqrt(each);   // as the distances between units are
    }
    section.text.push_back(fmt::format("The {} are {:.4g} from their nearest units in the mean.",
                                       counted(d.size(), "row"),
                                       std::accumulate(d.begin(), d.end(), 0.0) / static_cast<double>(d.size())));
  }
  if (!has_rows && model.units && !model.units->hits.empty()) units.hits = model.units->hits;
  if (units.hits.empty()) return section;
  const auto empty = std::ranges::count(units.hits, 0.0);
  section.figures.push_back({"hits", "Rows of each unit",
                             fmt::format("How many {} each unit is the nearest of; {} of {} have none.",
                                         has_rows ? "of these rows" : "rows of the training", empty, units.hits.size()),
                             on_lattice(model, units.hits)});
  return section;
}

std::optional<PageSection> planes_section(const PrototypeModel& model) {
  if (!is_on_a_grid(model)) return std::nullopt;
  constexpr std::size_t most = 24;
  PageSection section{"planes", "Features on the map"};
  const std::vector<std::string> names = model.encoding.feature_names();
  const Matrix prototypes = model.prototypes_in_original_units();
  for (std::size_t j = 0; j < std::min(most, names.size()); ++j) {
    std::vector<double> values(prototypes.rows());
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = prototypes(k, j);
    section.figures.push_back({.id = fmt::format("plane-{}", j + 1),
                               .title = names[j],
                               .content = on_lattice(model, values),
                               .size = FigureSize::small});
  }
  section.text.push_back(
      "Each picture shows one feature of the prototypes, in the units of the data. Features with the same "
      "picture say the same.");
  if (names.size() > most) section.text.push_back(fmt::format("The first {} of {} features.", most, names.size()));
  return section;
}

}   // namespace protea
