// The places of the units of a map, and how far they are from one another.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

// A chain has one row; the rows of a hexagonal lattice stand √3/2 apart, every second one half a place further; a torus
// has no border; a free lattice is a matrix of squared distances.
enum class Topology { chain, rectangle, hexagon, torus, free };
constexpr auto names_of(Topology) {
  return std::array{std::pair<std::string_view, Topology>{"chain", Topology::chain},
                    std::pair<std::string_view, Topology>{"rectangle", Topology::rectangle},
                    std::pair<std::string_view, Topology>{"hexagon", Topology::hexagon},
                    std::pair<std::string_view, Topology>{"torus", Topology::torus},
                    std::pair<std::string_view, Topology>{"free", Topology::free}};
}

// Unit k stands in column k mod columns of row k / columns, as in the files of SOM_PAK.
struct Lattice {
  Topology topology = Topology::rectangle;
  std::int64_t columns = 0;   // none: still to be chosen
  std::int64_t rows = 0;
  std::shared_ptr<const Matrix> squared = {};   // of a free lattice: from the unit of the row to that of the column
  double farthest = 0;                          // the extent, once it has been looked for

  bool is_chosen() const { return size() > 0; }
  std::size_t size() const;
  std::size_t column_of(std::size_t unit) const { return unit % static_cast<std::size_t>(columns); }
  std::size_t row_of(std::size_t unit) const { return unit / static_cast<std::size_t>(columns); }
  // Where a unit stands in the plane; a free lattice has no such places.
  std::array<double, 2> place(std::size_t unit) const;
  double squared_distance(std::size_t from, std::size_t to) const;
  // Next to one another: no further apart than two places of a row, or corner to corner in a rectangle. On a free
  // lattice, the nearest.
  bool are_neighbours(std::size_t a, std::size_t b) const;
  // The number of steps between neighbours that part the two farthest units, roughly: where a neighbourhood may begin.
  double extent() const;
};

// Throws a UsageError in one sentence for a lattice that cannot be: a chain of several rows, a free one without
// distances.
void demand_sound(const Lattice& lattice);

// Side lengths for about `units` units, the longer side along the columns as the principal axes of the data are to one
// another, at least 1 to 1.
Lattice lattice_of_size(Topology topology, double units, double ratio);

}   // namespace protea
