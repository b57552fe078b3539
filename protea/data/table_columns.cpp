#include <protea/data/table_columns.hpp>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>
#include <protea/data/cells.hpp>

namespace protea {

std::vector<std::string> column_names(const Table& table) {
  std::vector<std::string> names;
  for (const Column& column : table.columns) names.push_back(column.name);
  return names;
}

std::optional<std::size_t> column_by_name(const Table& table, std::string_view name) {
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (table.columns[c].name == name) return c;
  }
  return std::nullopt;
}

std::size_t find_column(const Table& table, std::string_view column, const std::string& purpose) {
  if (const auto found = column_by_name(table, column)) return *found;
  if (const auto position = parse_integer(column)) {
    if (*position >= 1 && static_cast<std::size_t>(*position) <= table.columns.size())
      return static_cast<std::size_t>(*position - 1);
    throw DataError(fmt::format("{}: there is no column {} for the {}: the table has {}", table.source, column, purpose,
                                table.columns.size()));
  }
  throw DataError(fmt::format("{}: {}", table.source, unknown_name(purpose + " column", column, column_names(table))));
}

bool is_weight(const Table& table, std::size_t column) { return table.weight_column == static_cast<int>(column); }

bool is_weight_or_group(const Table& table, std::size_t column) {
  return is_weight(table, column) || table.group_column == static_cast<int>(column);
}

std::size_t position_in_later_tables(const Table& table, std::size_t column) {
  std::size_t before = 0;
  for (std::size_t c = 0; c < column; ++c) before += is_weight_or_group(table, c) ? 0 : 1;
  return before;
}

std::size_t cell_count(const Column& column) { return std::max(column.numbers.size(), column.words.size()); }

std::string cell_word(const Column& column, std::size_t row) {
  if (column.is_nominal()) return column.words[row];
  return std::isnan(column.numbers[row]) ? std::string() : number_text(column.numbers[row]);
}

std::optional<double> cell_number(const Column& column, std::size_t row) {
  if (!column.is_nominal()) return column.numbers[row];
  const Cell cell = read_cell(column.words[row]);
  if (cell.kind == CellKind::word) return std::nullopt;
  return cell.value;
}

void sort_class_names(std::vector<std::string>& names) {
  const bool all_numbers = std::all_of(names.begin(), names.end(), [](const std::string& name) {
    const auto number = parse_number(name);
    return number && !std::isnan(*number);
  });
  std::sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
    return all_numbers && *parse_number(a) != *parse_number(b) ? *parse_number(a) < *parse_number(b) : a < b;
  });
  names.erase(std::unique(names.begin(), names.end()), names.end());
}

std::vector<std::string> distinct_words(const Column& column) {
  // Each word is kept once from the start: a label column has as many cells as there are samples.
  std::unordered_set<std::string> seen;
  for (std::size_t i = 0; i < cell_count(column); ++i) {
    if (std::string word = cell_word(column, i); !word.empty()) seen.insert(std::move(word));
  }
  std::vector<std::string> names(seen.begin(), seen.end());
  sort_class_names(names);
  return names;
}

}   // namespace protea
