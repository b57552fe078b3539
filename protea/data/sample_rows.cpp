#include <protea/data/sample_rows.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <protea/base/error.hpp>

namespace protea {
namespace {

constexpr double largest_distance =
    static_cast<double>(std::numeric_limits<std::ptrdiff_t>::max() / std::ptrdiff_t{sizeof(double)});

void demand_sound_stride(std::ptrdiff_t stride, std::size_t count, const std::string& what) {
  if (count < 2) return;
  if (stride == 0) throw UsageError(fmt::format("{} = 0: must be the number of values from one to the next", what));
  if (std::abs(static_cast<double>(stride)) * static_cast<double>(count - 1) > largest_distance) {
    throw UsageError(fmt::format("{} = {}: {} of them reach beyond the memory of any machine", what, stride, count));
  }
}

std::vector<const double*> starts_of(const double* data, std::size_t columns, std::ptrdiff_t stride) {
  std::vector<const double*> starts(columns, data);
  for (std::size_t j = 1; j < columns && data != nullptr; ++j)
    starts[j] = data + static_cast<std::ptrdiff_t>(j) * stride;
  return starts;
}

}   // namespace

ArrayView ArrayView::row_major(const double* data, std::size_t rows, std::size_t columns) {
  return {data, rows, columns, static_cast<std::ptrdiff_t>(columns), 1};
}

ArrayView ArrayView::column_major(const double* data, std::size_t rows, std::size_t columns) {
  return {data, rows, columns, 1, static_cast<std::ptrdiff_t>(rows)};
}

void demand_sound(const ArrayView& array, const std::string& name) {
  if (array.data == nullptr && array.rows > 0 && array.columns > 0) {
    throw UsageError(fmt::format("{}: {} x {} values are announced, and the pointer to them is null", name, array.rows,
                                 array.columns));
  }
  demand_sound_stride(array.row_stride, array.rows, name + ": row stride");
  demand_sound_stride(array.column_stride, array.columns, name + ": column stride");
  constexpr std::size_t most_rows = std::numeric_limits<std::uint32_t>::max();
  if (array.rows > most_rows)
    throw UsageError(fmt::format("{}: {} rows are more than {}", name, array.rows, most_rows));
}

SampleRows::SampleRows(Matrix values) : rows_(values.rows()) {
  const auto shared = std::make_shared<Values>(Values{.matrix = std::move(values), .has_whole_rows = true});
  const Matrix& matrix = shared->matrix;
  shared->starts = starts_of(matrix.values().data(), matrix.columns(), 1);
  shared->row_stride = static_cast<std::ptrdiff_t>(matrix.columns());
  values_ = shared;
}

SampleRows::SampleRows(std::vector<std::vector<double>> columns) : rows_(columns.empty() ? 0 : columns.front().size()) {
  const auto shared = std::make_shared<Values>(Values{.columns = std::move(columns)});
  for (const std::vector<double>& column : shared->columns) shared->starts.push_back(column.data());
  values_ = shared;
}

SampleRows::SampleRows(const ArrayView& array) : rows_(array.rows) {
  demand_sound(array, "the array of samples");
  values_ = std::make_shared<Values>(Values{.starts = starts_of(array.data, array.columns, array.column_stride),
                                            .row_stride = array.row_stride,
                                            .has_whole_rows = array.column_stride == 1});
}

void SampleRows::copy_row(std::size_t i, MutableRow row) const {
  if (columns() == 0) return;
  const std::ptrdiff_t place = offset(i);
  const std::vector<const double*>& starts = values_->starts;
  if (values_->has_whole_rows) {
    std::copy_n(starts.front() + place, starts.size(), row.begin());
    return;
  }
  for (std::size_t j = 0; j < starts.size(); ++j) row[j] = starts[j][place];
}

SampleRows SampleRows::chosen(std::span<const std::uint32_t> rows) const {
  std::vector<std::uint32_t> list(rows.begin(), rows.end());
  if (chosen_) {
    for (std::uint32_t& row : list) row = (*chosen_)[row];
  }
  SampleRows result = *this;
  result.chosen_ = std::make_shared<const std::vector<std::uint32_t>>(std::move(list));
  return result;
}

Matrix SampleRows::to_matrix() const {
  Matrix result(rows(), columns());
  for (std::size_t i = 0; i < rows(); ++i) copy_row(i, result.row(i));
  return result;
}

}   // namespace protea
