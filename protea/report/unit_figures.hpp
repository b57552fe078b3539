// Pictures of rows and units without a lattice: gases in the plane of their data, places of an embedding.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/model/embedding_model.hpp>
#include <protea/model/prototype_model.hpp>
#include <protea/report/page.hpp>

namespace PROTEA_EXPORT protea {

// Rows in model units, with their classes where they are known.
struct SeenRows {
  MatrixView x;
  std::span<const Label> y;
  const std::vector<std::string>& classes;
};

// Units and rows in the plane in which the units spread most; units are joined that are the two nearest of a row.
// Nothing for models with classes, on a grid, or of combinations.
std::optional<PageSection> gas_section(const PrototypeModel& model, const std::optional<SeenRows>& rows);

// The places of the rows given, else of those it was trained on.
PageSection embedding_section(const EmbeddingModel& model, const std::optional<SeenRows>& rows, Runtime& runtime);

}   // namespace protea
