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

}   // namespace

ArrayView ArrayView::row_major(const double* data, std::size_t rows, std::size_t columns) {
  return {data, rows, columns, static_cast<std::ptrdiff_t>(columns), 1};
}

ArrayView ArrayView::column_major(const double* data, std::size_t rows, std::size_t columns) {
  return {data, rows, columns, 1, static_cast<std::ptrdiff_t>(rows)};
}

ArrayView ArrayView::row_major(const float* singles, std::size_t rows, std::size_t columns) {
  return {nullptr, rows, columns, static_cast<std::ptrdiff_t>(columns), 1, singles};
}

ArrayView ArrayView::column_major(const float* singles, std::size_t rows, std::size_t columns) {
  return {nullptr, rows, columns, 1, static_cast<std::ptrdiff_t>(rows), singles};
}

void demand_sound(const ArrayView& array, const std::string& name) {
  if (array.is_null() && array.rows > 0 && array.columns > 0) {
    throw UsageError(fmt::format("{}: {} x {} values are announced, and the pointer to them is null", name, array.rows,
                                 array.columns));
  }
  demand_sound_stride(array.row_stride, array.rows, name + ": row stride");
  demand_sound_stride(array.column_stride, array.columns, name + ": column stride");
  constexpr std::size_t most_rows = std::numeric_limits<std::uint32_t>::max();
  if (array.rows > most_rows)
    throw UsageError(fmt::format("{}: {} rows are more than {}", name, array.rows, most_rows));
}

bool SampleRows::are_neighbours(std::span<const Place> places) {
  for (std::size_t j = 0; j < places.size(); ++j) {
    const Place& place = places[j];
    if (!place.doubles || place.stride != places[0].stride || place.doubles != places[0].doubles + j) return false;
  }
  return !places.empty();
}

SampleRows::SampleRows(Matrix values) : rows_(values.rows()) {
  const auto shared = std::make_shared<Values>(Values{.matrix = std::move(values)});
  const MatrixView matrix = std::as_const(shared->matrix).view();
  for (std::size_t j = 0; j < matrix.columns; ++j)
    shared->places.push_back(
        {matrix.data ? matrix.data + j : nullptr, nullptr, static_cast<std::ptrdiff_t>(matrix.columns)});
  shared->has_whole_rows = are_neighbours(shared->places);
  values_ = shared;
}

SampleRows::SampleRows(std::vector<NumberCells> columns) : rows_(columns.empty() ? 0 : columns.front().size()) {
  const auto shared = std::make_shared<Values>(Values{.columns = std::move(columns)});
  for (const NumberCells& column : shared->columns)
    shared->places.push_back({column.doubles(), column.singles(), column.stride()});
  shared->has_whole_rows = are_neighbours(shared->places);
  values_ = shared;
}

SampleRows::SampleRows(const ArrayView& array) : rows_(array.rows) {
  demand_sound(array, "the array of samples");
  const auto shared = std::make_shared<Values>();
  for (std::size_t j = 0; j < array.columns; ++j) {
    const std::ptrdiff_t across = static_cast<std::ptrdiff_t>(j) * array.column_stride;
    shared->places.push_back({array.data ? array.data + across : nullptr,
                              array.singles ? array.singles + across : nullptr, array.row_stride});
  }
  shared->has_whole_rows = are_neighbours(shared->places);
  values_ = shared;
}

void SampleRows::copy_row(std::size_t i, MutableRow row) const {
  if (columns() == 0) return;
  const std::ptrdiff_t own = number(i);
  if (const double* const whole = whole_row(i)) {
    std::copy_n(whole, columns(), row.begin());
    return;
  }
  const std::vector<Place>& places = values_->places;
  for (std::size_t j = 0; j < places.size(); ++j) row[j] = places[j][own];
}

// A line of the cache holds several rows of a column.
void SampleRows::copy_rows(std::size_t first, MutableMatrixView to) const {
  constexpr std::size_t few = 16;
  if (columns() == 0) return;
  for (std::size_t begin = 0; begin < to.rows; begin += few) {
    const std::size_t end = std::min(begin + few, to.rows);
    if (values_->has_whole_rows) {
      for (std::size_t i = begin; i < end; ++i) copy_row(first + i, to.row(i));
      continue;
    }
    for (std::size_t j = 0; j < to.columns; ++j) {
      const Place& place = values_->places[j];
      for (std::size_t i = begin; i < end; ++i) to.row(i)[j] = place[number(first + i)];
    }
  }
  walked_over(2 * to.rows * to.columns * sizeof(double));
}

ArrayView SampleRows::singles_in_rows() const {
  if (!values_ || chosen_ || values_->places.empty()) return {};
  const std::vector<Place>& places = values_->places;
  for (std::size_t j = 0; j < places.size(); ++j) {
    if (!places[j].singles || places[j].stride != places[0].stride || places[j].singles != places[0].singles + j)
      return {};
  }
  return {nullptr, rows_, places.size(), places[0].stride, 1, places[0].singles};
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
  copy_rows(0, result.view());
  return result;
}

}   // namespace protea
