#include <protea/data/dataset.hpp>

#include <algorithm>
#include <concepts>

#include <fmt/format.h>

namespace protea {
namespace {

template <std::copyable Value>
std::vector<Value> chosen(const std::vector<Value>& values, std::span<const std::uint32_t> rows) {
  std::vector<Value> result;
  if (values.empty()) return result;
  result.reserve(rows.size());
  for (const std::uint32_t row : rows) result.push_back(values[row]);
  return result;
}

Matrix chosen(const Matrix& values, std::span<const std::uint32_t> rows) {
  if (values.rows() == 0) return {};
  Matrix result(rows.size(), values.columns());
  for (std::size_t i = 0; i < rows.size(); ++i) std::ranges::copy(values.row(rows[i]), result.row(i).begin());
  return result;
}

}   // namespace

TargetKind Dataset::target_kind() const {
  if (memberships.rows() > 0) return TargetKind::memberships;
  if (!y.empty()) return TargetKind::labels;
  return numbers.empty() ? TargetKind::none : TargetKind::numbers;
}

std::string Dataset::place(std::size_t row, std::size_t feature) const {
  const std::size_t column = feature < file_columns.size() ? file_columns[feature] : feature + 1;
  if (row < lines.size()) return fmt::format("{}:{}:{}", source, lines[row], column);
  return fmt::format("{}{}row {}, column {}", source, source.empty() ? "" : " ", row_number(row) + 1, column);
}

Dataset Dataset::subset(std::span<const std::uint32_t> rows) const {
  Dataset result{source,        x.chosen(rows),     chosen(y, rows), class_names,
                 feature_names, lines.chosen(rows), file_columns,    chosen(weights, rows)};
  result.row_numbers.reserve(rows.size());
  for (const std::uint32_t row : rows) result.row_numbers.push_back(row_number(row));
  result.groups = chosen(groups, rows);
  result.memberships = chosen(memberships, rows);
  result.numbers = chosen(numbers, rows);
  result.target_name = target_name;
  result.ids = chosen(ids, rows);
  result.id_name = id_name;
  return result;
}

std::vector<Label> crisp_labels(const Matrix& memberships) {
  std::vector<Label> y;
  y.reserve(memberships.rows());
  for (std::size_t i = 0; i < memberships.rows(); ++i) {
    const Row row = memberships.row(i);
    y.push_back(static_cast<Label>(std::max_element(row.begin(), row.end()) - row.begin()));
  }
  return y;
}

Matrix crisp_memberships(std::span<const Label> y, std::size_t classes) {
  Matrix result(y.size(), classes);
  for (std::size_t i = 0; i < y.size(); ++i) result(i, static_cast<std::size_t>(y[i])) = 1;
  return result;
}

Dataset without_targets(Dataset dataset) {
  dataset.y.clear();
  dataset.class_names.clear();
  dataset.memberships = {};
  dataset.numbers.clear();
  dataset.target_name.clear();
  return dataset;
}

std::vector<std::vector<std::uint32_t>> samples_by_class(std::span<const Label> y, std::size_t classes) {
  std::vector<std::vector<std::uint32_t>> samples(classes);
  for (std::size_t i = 0; i < y.size(); ++i)
    samples[static_cast<std::size_t>(y[i])].push_back(static_cast<std::uint32_t>(i));
  return samples;
}

}   // namespace protea
