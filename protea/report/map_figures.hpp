// Figures of units on a lattice: heights between them, hits, labels, component planes.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/model/prototype_model.hpp>
#include <protea/report/page.hpp>

namespace PROTEA_EXPORT protea {

// Rows that the map has answered, with their classes where these are known.
struct MapRows {
  const Predictions& answers;
  std::span<const Label> y;
  const std::vector<std::string>& classes;
};

// Hits and classes of the rows given, else of those of the training. Nothing for models without a grid.
std::optional<PageSection> map_section(const PrototypeModel& model, const std::optional<MapRows>& rows);
std::optional<PageSection> planes_section(const PrototypeModel& model);

}   // namespace protea
