#include <protea/rule/cooperation.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/exact_math.hpp>
#include <protea/base/kernels.hpp>

namespace protea {
namespace {

enum Shift : std::size_t { level, to_the_right, to_the_left };   // of the row of a unit against that of the winner

}   // namespace

void Cooperation::set(const Lattice& lattice, Falloff falloff, double range) {
  const bool is_same = units_ > 0 && lattice.topology == lattice_.topology && lattice.columns == lattice_.columns &&
                       lattice.rows == lattice_.rows && lattice.topology != Topology::free && falloff == falloff_ &&
                       range == range_;
  if (is_same) return;
  lattice_ = lattice;
  lattice_.squared.reset();
  squared_ = lattice.squared.get();
  falloff_ = falloff;
  range_ = range;
  units_ = lattice.size();
  is_separable_ = falloff == Falloff::gaussian && lattice_.topology != Topology::free;
  if (!is_separable_) return;
  const auto columns = static_cast<std::size_t>(lattice_.columns);
  const auto rows = static_cast<std::size_t>(lattice_.rows);
  const double slope = -1 / (2 * range_ * range_);
  const bool is_hexagonal = lattice_.topology == Topology::hexagon;
  const bool is_torus = lattice_.topology == Topology::torus;
  for (std::size_t shift = 0; shift < (is_hexagonal ? 3U : 1U); ++shift) {
    std::vector<double>& table = by_column_[shift];
    table.resize(2 * columns - 1);
    for (std::size_t i = 0; i < table.size(); ++i) {
      double difference = static_cast<double>(i) - static_cast<double>(columns - 1);
      if (shift == to_the_right) difference += 0.5;
      if (shift == to_the_left) difference -= 0.5;
      if (is_torus) difference = std::min(std::abs(difference), static_cast<double>(columns) - std::abs(difference));
      table[i] = slope * difference * difference;
    }
    kernels().exponentials(table.data(), table.size(), table.data());
  }
  by_row_.resize(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    auto difference = static_cast<double>(i);
    if (is_torus) difference = std::min(difference, static_cast<double>(rows) - difference);
    by_row_[i] = slope * difference * difference * (is_hexagonal ? 0.75 : 1);   // a row is √3/2 high
  }
  kernels().exponentials(by_row_.data(), rows, by_row_.data());
}

const Cooperation& Cooperation::of_this_thread(const Lattice& lattice, Falloff falloff, double range) {
  thread_local Cooperation own;
  own.set(lattice, falloff, range);
  return own;
}

const double* Cooperation::columns_from(std::size_t column, std::size_t winner_row, std::size_t row) const {
  std::size_t shift = level;
  if (lattice_.topology == Topology::hexagon && winner_row % 2 != row % 2)
    shift = row % 2 == 1 ? to_the_right : to_the_left;
  return by_column_[shift].data() + static_cast<std::size_t>(lattice_.columns) - 1 - column;
}

double Cooperation::between(std::size_t winner, std::size_t unit) const {
  if (is_separable_) {
    const std::size_t from = lattice_.row_of(winner);
    const std::size_t to = lattice_.row_of(unit);
    return along_rows(from, to) * columns_from(lattice_.column_of(winner), from, to)[lattice_.column_of(unit)];
  }
  const double squared = squared_distance(winner, unit);
  if (falloff_ == Falloff::gaussian) return exponential(-squared / (2 * range_ * range_));
  return squared <= range_ * range_ ? 1 : 0;
}

void Cooperation::set_row(std::size_t winner, double scale, MutableRow to) const {
  if (!is_separable_) {
    if (falloff_ == Falloff::bubble) {
      for (std::size_t k = 0; k < units_; ++k) to[k] = scale * between(winner, k);
      return;
    }
    const Row squared = squared_->row(winner);
    const double slope = -1 / (2 * range_ * range_);
    for (std::size_t k = 0; k < units_; ++k) to[k] = slope * squared[k];
    kernels().exponentials(to.data(), units_, to.data());
    for (std::size_t k = 0; k < units_; ++k) to[k] *= scale;
    return;
  }
  const auto columns = static_cast<std::size_t>(lattice_.columns);
  const std::size_t from = lattice_.row_of(winner);
  for (std::size_t row = 0; row < static_cast<std::size_t>(lattice_.rows); ++row) {
    const double* const along = columns_from(lattice_.column_of(winner), from, row);
    const double factor = along_rows(from, row);
    for (std::size_t c = 0; c < columns; ++c) to[row * columns + c] = scale * (factor * along[c]);
  }
}

void Cooperation::smooth(Row d, MutableRow to, std::vector<double>& spare) const {
  std::fill(to.begin(), to.end(), 0.0);
  if (!is_separable_) {
    spare.resize(units_);
    for (std::size_t r = 0; r < units_; ++r) {
      set_row(r, 1, spare);
      for (std::size_t k = 0; k < units_; ++k) to[r] += spare[k] * d[k];
    }
    return;
  }
  // Along the columns first: what every place of a row would feel of the row `from`, were it in a row of either parity.
  const auto columns = static_cast<std::size_t>(lattice_.columns);
  const auto rows = static_cast<std::size_t>(lattice_.rows);
  const std::size_t parities = lattice_.topology == Topology::hexagon ? 2 : 1;
  spare.resize(columns);
  for (std::size_t from = 0; from < rows; ++from) {
    for (std::size_t parity = 0; parity < parities; ++parity) {
      kernels().sliding_sums(columns_from(columns - 1, from, parities == 1 ? from : parity), d.data() + from * columns,
                             columns, spare.data());
      for (std::size_t row = parity; row < rows; row += parities) {
        const double factor = along_rows(from, row);
        for (std::size_t j = 0; j < columns; ++j) to[row * columns + j] += factor * spare[j];
      }
    }
  }
}

void Cooperation::spread(MatrixView by_winner, double scale, MutableMatrixView to) const {
  const std::size_t n = by_winner.columns;
  if (!is_separable_) {
    std::vector<double> h(units_);
    for (std::size_t w = 0; w < units_; ++w) {
      set_row(w, scale, h);
      for (std::size_t k = 0; k < units_; ++k) {
        if (h[k] == 0) continue;
        for (std::size_t j = 0; j < n; ++j) to.row(k)[j] += h[k] * by_winner.row(w)[j];
      }
    }
    return;
  }
  const auto columns = static_cast<std::size_t>(lattice_.columns);
  const auto rows = static_cast<std::size_t>(lattice_.rows);
  const std::size_t parities = lattice_.topology == Topology::hexagon ? 2 : 1;
  // The row `from`, spread along the columns for rows of one parity; then that to all of these rows.
  Matrix along(columns, n);
  Matrix weights(columns, columns);   // of the winner's column, by row, for the column of a unit
  for (std::size_t from = 0; from < rows; ++from) {
    Matrix own(columns, n);
    for (std::size_t c = 0; c < columns; ++c)
      std::copy_n(by_winner.row(from * columns + c).begin(), n, own.row(c).begin());
    for (std::size_t parity = 0; parity < parities; ++parity) {
      for (std::size_t c = 0; c < columns; ++c)
        std::copy_n(columns_from(c, from, parities == 1 ? from : parity), columns, weights.row(c).begin());
      std::fill(along.values().begin(), along.values().end(), 0.0);
      kernels().add_outer_products(weights.values().data(), columns, columns, own.values().data(), n,
                                   along.values().data());
      for (std::size_t row = parity; row < rows; row += parities) {
        const double factor = scale * along_rows(from, row);
        for (std::size_t c = 0; c < columns; ++c) {
          const MutableRow target = to.row(row * columns + c);
          for (std::size_t j = 0; j < n; ++j) target[j] += factor * along(c, j);
        }
      }
    }
  }
}

}   // namespace protea
