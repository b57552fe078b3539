// The values of samples: owned and shared by every subset of them, or looked at in an array of the caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/data/number_cells.hpp>

namespace PROTEA_EXPORT protea {

// An array of somebody else: the value of row i and column j is data[i·row_stride + j·column_stride]. Strides count
// numbers, not bytes, and may be negative. The numbers are doubles or singles: one of the two pointers is null.
struct ArrayView {
  const double* data = nullptr;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::ptrdiff_t row_stride = 0;
  std::ptrdiff_t column_stride = 0;
  const float* singles = nullptr;

  bool is_null() const { return data == nullptr && singles == nullptr; }
  static ArrayView row_major(const double* data, std::size_t rows, std::size_t columns);
  static ArrayView column_major(const double* data, std::size_t rows, std::size_t columns);
  static ArrayView row_major(const float* singles, std::size_t rows, std::size_t columns);
  static ArrayView column_major(const float* singles, std::size_t rows, std::size_t columns);
};

// Throws a UsageError, which calls the array `name`, where it has rows but no numbers, a stride of 0, or more cells
// than memory can hold.
void demand_sound(const ArrayView& array, const std::string& name);

// Rows of numbers that never change. Copies and chosen rows share the values: they cost the memory of their row
// numbers.
class SampleRows {
 public:
  SampleRows() = default;
  SampleRows(Matrix values);   // implicit: a matrix is rows of numbers
  // Precondition: the columns are of equal length.
  explicit SampleRows(std::vector<NumberCells> columns);
  // The caller keeps the array, unchanged, for as long as these rows or any chosen from them live. Throws as
  // demand_sound() does.
  explicit SampleRows(const ArrayView& array);

  std::size_t rows() const { return chosen_ ? chosen_->size() : rows_; }
  std::size_t columns() const { return values_ ? values_->places.size() : 0; }
  double operator()(std::size_t i, std::size_t j) const { return values_->places[j][number(i)]; }

  // Precondition: `row` has a place for each column.
  void copy_row(std::size_t i, MutableRow row) const;
  // Rows from `first` on, as many as `to` has; faster than one by one where columns are kept apart.
  void copy_rows(std::size_t first, MutableMatrixView to) const;
  // Where the numbers of a row are, one after another; null where they are not neighbours.
  const double* whole_row(std::size_t i) const {
    return values_ && values_->has_whole_rows ? values_->places.front().at(number(i)) : nullptr;
  }
  // The rows as an array of singles whose rows are whole, where they are one; null otherwise.
  ArrayView singles_in_rows() const;
  // These rows in this order; a row may come more than once.
  SampleRows chosen(std::span<const std::uint32_t> rows) const;
  Matrix to_matrix() const;

 private:
  // Where a column starts, and how far apart its rows are.
  struct Place {
    const double* doubles = nullptr;   // or
    const float* singles = nullptr;
    std::ptrdiff_t stride = 1;

    double operator[](std::ptrdiff_t row) const {
      return singles ? static_cast<double>(singles[row * stride]) : doubles[row * stride];
    }
    const double* at(std::ptrdiff_t row) const { return doubles + row * stride; }
  };
  // Row-major, column-major and separate columns differ only in their places.
  struct Values {
    Matrix matrix = {};
    std::vector<NumberCells> columns = {};
    std::vector<Place> places = {};
    bool has_whole_rows = false;   // the columns of a row are doubles, and neighbours
  };

  static bool are_neighbours(std::span<const Place> places);
  std::ptrdiff_t number(std::size_t i) const { return static_cast<std::ptrdiff_t>(chosen_ ? (*chosen_)[i] : i); }

  std::shared_ptr<const Values> values_;
  std::shared_ptr<const std::vector<std::uint32_t>> chosen_;   // null: all rows
  std::size_t rows_ = 0;
};

}   // namespace protea
