#include <protea/report/map_figures.hpp>

#include <algorithm>

#include <fmt/format.h>

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

std::vector<std::vector<std::string>> labels_of(const PrototypeModel& model, const Matrix& shape) {
  std::vector<std::vector<std::string>> result(shape.rows());
  for (std::size_t k = 0; k < shape.rows() * shape.columns(); ++k)
    result[k / shape.columns()].push_back(label_of_unit(model, k));
  return result;
}

}   // namespace

std::optional<PageSection> map_section(const PrototypeModel& model) {
  if (!is_on_a_grid(model)) return std::nullopt;
  PageSection section{"map", "The map"};
  LatticePlot heights = on_lattice(model, u_matrix(model));
  const auto labels = labels_of(model, heights.values);
  const bool has_labels = std::ranges::any_of(
      labels, [](const auto& row) { return std::ranges::any_of(row, [](const auto& each) { return !each.empty(); }); });
  if (has_labels) heights.labels = labels;
  section.figures.push_back({"u-matrix", "Ridges and valleys",
                             "The mean distance of each unit to its neighbours on the map: groups of rows are light, "
                             "ridges between them dark.",
                             std::move(heights)});
  if (model.units && !model.units->hits.empty()) {
    const auto empty = std::ranges::count(model.units->hits, 0.0);
    section.figures.push_back({"hits", "Rows of each unit",
                               fmt::format("How many rows each unit has won in training; {} of {} have won none.",
                                           empty, model.units->hits.size()),
                               on_lattice(model, model.units->hits)});
  }
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
