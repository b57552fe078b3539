// Figures of what a model has learned: relevances, directions, prototypes, and the data as the model sees them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/model/prototype_model.hpp>
#include <protea/report/figure.hpp>
#include <protea/report/page.hpp>

namespace PROTEA_EXPORT protea {

// "versicolor 2": the class of a prototype, with a number where the class has several.
std::string prototype_name(const PrototypeModel& model, std::size_t prototype);

// Nothing to see: no section.
std::optional<PageSection> relevance_section(const PrototypeModel& model);
PageSection prototype_section(const PrototypeModel& model);

// Rows in model units, with their classes (empty: not known), and places among the samples of the page.
struct ProjectedRows {
  MatrixView x;
  std::span<const Label> y;
  std::span<const std::int64_t> shown;
};
// Where a shared metric has directions.
std::optional<PageSection> projection_section(const PrototypeModel& model, const ProjectedRows& rows);

}   // namespace protea
