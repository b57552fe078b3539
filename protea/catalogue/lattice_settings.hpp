// Settings of a lattice as people write them: the sides of a grid, a file of distances.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

struct GridSides {
  std::int64_t columns;
  std::int64_t rows;
};
// "20x15"; nothing for "auto". Throws a UsageError for anything else, and for more than a million units.
std::optional<GridSides> parse_grid(const std::string& text);

// Squared distances between the units of a free lattice, from a file of numbers alone. Throws a DataError where one is
// missing or negative.
std::shared_ptr<const Matrix> read_lattice(const std::string& path);

}   // namespace protea
