#include <protea/data/dataset.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace protea {

std::string Dataset::place(std::size_t row, std::size_t feature) const {
  if (lines.empty()) return fmt::format("{} row {}, column {}", source, row + 1, file_columns[feature]);
  return fmt::format("{}:{}:{}", source, lines[row], file_columns[feature]);
}

Dataset Dataset::subset(std::span<const std::uint32_t> rows) const {
  Dataset result{source, Matrix(rows.size(), x.columns()), {}, class_names, feature_names, {}, file_columns, {}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::copy_n(x.row(rows[i]).begin(), x.columns(), result.x.row(i).begin());
    if (!y.empty()) result.y.push_back(y[rows[i]]);
    if (!weights.empty()) result.weights.push_back(weights[rows[i]]);
    if (!groups.empty()) result.groups.push_back(groups[rows[i]]);
    if (!lines.empty()) result.lines.push_back(lines[rows[i]]);
    result.row_numbers.push_back(row_number(rows[i]));
  }
  return result;
}

std::vector<std::vector<std::uint32_t>> samples_by_class(std::span<const Label> y, std::size_t classes) {
  std::vector<std::vector<std::uint32_t>> samples(classes);
  for (std::size_t i = 0; i < y.size(); ++i) samples[static_cast<std::size_t>(y[i])].push_back(static_cast<std::uint32_t>(i));
  return samples;
}

}  // namespace protea
