// Rows, labels and row-major matrices: the vocabulary every room shares.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include <protea/base/export.hpp>
#include <protea/base/large_memory.hpp>

namespace PROTEA_EXPORT protea {

using Row = std::span<const double>;
using MutableRow = std::span<double>;
using Label = std::int32_t;
inline constexpr Label no_label = -1;
inline constexpr double infinity = std::numeric_limits<double>::infinity();

// A look at `rows` rows of `columns` numbers, consecutive rows `stride` numbers apart.
struct MatrixView {
  const double* data = nullptr;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t stride = 0;

  Row row(std::size_t i) const { return {data + i * stride, columns}; }
  bool is_contiguous() const { return stride == columns; }
};

struct MutableMatrixView {
  double* data = nullptr;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t stride = 0;

  MutableRow row(std::size_t i) const { return {data + i * stride, columns}; }
  operator MatrixView() const { return {data, rows, columns, stride}; }
};

inline MatrixView matrix_view(Row values, std::size_t rows, std::size_t columns) {
  return {values.data(), rows, columns, columns};
}
inline MutableMatrixView matrix_view(MutableRow values, std::size_t rows, std::size_t columns) {
  return {values.data(), rows, columns, columns};
}

// An owned row-major matrix.
class Matrix {
 public:
  Matrix() = default;
  Matrix(std::size_t rows, std::size_t columns) : rows_(rows), columns_(columns), values_(zeros(rows * columns)) {}

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  Row row(std::size_t i) const { return {values_.data() + i * columns_, columns_}; }
  MutableRow row(std::size_t i) { return {values_.data() + i * columns_, columns_}; }
  double operator()(std::size_t i, std::size_t j) const { return values_[i * columns_ + j]; }
  double& operator()(std::size_t i, std::size_t j) { return values_[i * columns_ + j]; }
  Row values() const { return values_; }
  MutableRow values() { return values_; }
  MatrixView view() const { return {values_.data(), rows_, columns_, columns_}; }
  MutableMatrixView view() { return {values_.data(), rows_, columns_, columns_}; }

  // Keeps the allocation when it is large enough; the contents are unspecified afterwards.
  void reshape(std::size_t rows, std::size_t columns) {
    rows_ = rows;
    columns_ = columns;
    values_.resize(rows * columns);
  }

 private:
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  Numbers values_;
};

}   // namespace protea
