// The data as a model sees them: rows and prototypes in the plane in which they spread most, by the model's own metric.
#pragma once

#include <cstdint>
#include <span>

#include <protea/base/export.hpp>
#include <protea/model/prototype_model.hpp>
#include <protea/report/page.hpp>

namespace PROTEA_EXPORT protea {

// Rows in model units, with their classes (empty: not known), and places among the samples of the page.
struct ProjectedRows {
  MatrixView x;
  std::span<const Label> y;
  std::span<const std::int64_t> shown;
};

// Nothing for models that are no matter of directions; a sentence where a picture is missed.
std::optional<PageSection> projection_section(const PrototypeModel& model, const ProjectedRows& rows);

}   // namespace protea
