#include <protea/rule/lattice.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/error.hpp>
#include <protea/base/exact_math.hpp>
#include <protea/base/option.hpp>

namespace protea {
namespace {

constexpr double row_height = 0.86602540378443864676;   // √3/2, of a hexagonal lattice

// The shorter way round.
double around(double difference, double length) {
  const double straight = std::abs(difference);
  return std::min(straight, length - straight);
}

}   // namespace

std::size_t Lattice::size() const {
  if (topology == Topology::free) return squared ? squared->rows() : 0;
  return static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
}

std::array<double, 2> Lattice::place(std::size_t unit) const {
  const auto x = static_cast<double>(column_of(unit));
  const auto y = static_cast<double>(row_of(unit));
  if (topology != Topology::hexagon) return {x, y};
  return {x + (row_of(unit) % 2 == 1 ? 0.5 : 0), y * row_height};
}

double Lattice::squared_distance(std::size_t from, std::size_t to) const {
  if (topology == Topology::free) return (*squared)(from, to);
  const auto [x, y] = place(from);
  const auto [u, v] = place(to);
  if (topology != Topology::torus) return (x - u) * (x - u) + (y - v) * (y - v);
  const double dx = around(x - u, static_cast<double>(columns));
  const double dy = around(y - v, static_cast<double>(rows));
  return dx * dx + dy * dy;
}

bool Lattice::are_neighbours(std::size_t a, std::size_t b) const {
  constexpr double a_little_more = 1e-9;
  if (topology != Topology::free) {
    const double reach = topology == Topology::hexagon || topology == Topology::chain ? 1 : 2;
    return squared_distance(a, b) <= reach + a_little_more;
  }
  const auto is_nearest_of = [&](std::size_t from, std::size_t to) {
    for (std::size_t k = 0; k < size(); ++k) {
      if (k != from && (*squared)(from, k) < (*squared)(from, to)) return false;
    }
    return true;
  };
  return a == b || is_nearest_of(a, b) || is_nearest_of(b, a);
}

double Lattice::extent() const {
  if (farthest > 0) return farthest;
  if (topology == Topology::free) {
    double largest = 0;
    for (const double each : squared->values()) largest = std::max(largest, each);
    return std::sqrt(largest);
  }
  const auto longer = static_cast<double>(std::max(columns, rows));
  return topology == Topology::torus ? longer / 2 : longer;
}

void demand_sound(const Lattice& lattice) {
  if (lattice.topology == Topology::free) {
    if (lattice.columns > 0 || lattice.rows > 0)
      throw UsageError("a free lattice has no columns and rows: its matrix says how many units there are");
    if (!lattice.squared) return;
    const Matrix& squared = *lattice.squared;
    if (squared.rows() != squared.columns() || squared.rows() == 0)
      throw UsageError("a free lattice needs a square matrix, a row and a column for every unit");
    if (std::any_of(squared.values().begin(), squared.values().end(), [](double each) { return !(each >= 0); }))
      throw UsageError("a free lattice needs squared distances: a number of at least 0 for every pair of units");
    return;
  }
  if (lattice.squared) throw UsageError("distances between units are for " + setting("topology", "free"));
  if ((lattice.columns > 0) != (lattice.rows > 0))
    throw UsageError("a lattice needs both columns and rows, or neither: then they are chosen from the data");
  if (lattice.topology == Topology::chain && lattice.rows > 1)
    throw UsageError("a chain has one row: leave rows at 1, or use " + setting("topology", "rectangle"));
}

Lattice lattice_of_size(Topology topology, double units, double ratio) {
  Lattice lattice{.topology = topology};
  const double wanted = std::max(1.0, units);
  if (topology == Topology::chain) {
    lattice.columns = static_cast<std::int64_t>(std::lround(wanted));
    lattice.rows = 1;
    return lattice;
  }
  const double height = topology == Topology::hexagon ? row_height : 1;   // of a row, in places
  const double longest = std::clamp(ratio, 1.0, wanted);
  // Of all numbers of rows, the one whose map is nearest to what is wanted in size and in shape, both in logarithms.
  double best = infinity;
  for (std::int64_t rows = 1; static_cast<double>(rows * rows) * height <= wanted + 1e-9; ++rows) {
    const auto columns = std::max<std::int64_t>(1, std::lround(wanted / static_cast<double>(rows)));
    const double size = std::abs(logarithm(static_cast<double>(columns * rows) / wanted));
    const double shape =
        std::abs(logarithm(static_cast<double>(columns) / (static_cast<double>(rows) * height) / longest));
    if (10 * size + shape >= best) continue;
    best = 10 * size + shape;
    lattice.columns = columns;
    lattice.rows = rows;
  }
  return lattice;
}

}   // namespace protea
