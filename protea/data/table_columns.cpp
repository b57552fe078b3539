#include <protea/data/table_columns.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_set>
#include <utility>

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
  if (const auto found = column_by_name(table, column)) {
    for (std::size_t c = *found + 1; c < table.columns.size(); ++c) {
      if (table.columns[c].name != column) continue;
      throw DataError(fmt::format("{}: columns {} and {} are both named '{}': name the {} column by its position",
                                  table.source, *found + 1, c + 1, column, purpose));
    }
    return *found;
  }
  if (const auto position = parse_integer(column)) {
    if (*position >= 1 && static_cast<std::size_t>(*position) <= table.columns.size())
      return static_cast<std::size_t>(*position - 1);
    throw DataError(fmt::format("{}: there is no column {} for the {}: the table has {}", table.source, column, purpose,
                                table.columns.size()));
  }
  throw DataError(fmt::format("{}: {}", table.source, unknown_name(purpose + " column", column, column_names(table))));
}

namespace {

// `*` stands for any text, `?` for one character.
bool matches(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return text.empty();
  if (pattern.front() == '*') {
    for (std::size_t skipped = 0; skipped <= text.size(); ++skipped) {
      if (matches(pattern.substr(1), text.substr(skipped))) return true;
    }
    return false;
  }
  return !text.empty() && (pattern.front() == '?' || pattern.front() == text.front()) &&
         matches(pattern.substr(1), text.substr(1));
}

// "3-7" is a range of positions, "first:last" one of names or positions.
std::optional<std::pair<std::string_view, std::string_view>> split_range(std::string_view text) {
  if (const std::size_t colon = text.find(':'); colon != std::string_view::npos)
    return std::pair(trim(text.substr(0, colon)), trim(text.substr(colon + 1)));
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos || dash == 0) return std::nullopt;
  const std::pair ends(trim(text.substr(0, dash)), trim(text.substr(dash + 1)));
  if (!parse_integer(ends.first) || !parse_integer(ends.second)) return std::nullopt;
  return ends;
}

void add_columns(const Table& table, std::string_view item, const std::string& purpose, std::set<std::size_t>& found) {
  if (column_by_name(table, item)) {
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      if (table.columns[c].name == item) found.insert(c);
    }
    return;
  }
  if (item.find_first_of("*?") != std::string_view::npos) {
    const std::size_t before = found.size();
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      if (matches(item, table.columns[c].name)) found.insert(c);
    }
    if (found.size() > before) return;
    throw DataError(fmt::format("{}: no {} column has a name like '{}': found {}", table.source, purpose, item,
                                join(column_names(table), ", ")));
  }
  if (const auto range = split_range(item)) {
    const std::size_t first = find_column(table, range->first, purpose);
    const std::size_t last = find_column(table, range->second, purpose);
    for (std::size_t c = std::min(first, last); c <= std::max(first, last); ++c) found.insert(c);
    return;
  }
  found.insert(find_column(table, item, purpose));
}

}   // namespace

std::vector<std::size_t> find_columns(const Table& table, std::string_view columns, const std::string& purpose) {
  std::set<std::size_t> found;
  if (column_by_name(table, columns)) {   // a name may hold a comma
    add_columns(table, columns, purpose, found);
    return {found.begin(), found.end()};
  }
  for (const std::string_view item : list_items(columns)) add_columns(table, item, purpose, found);
  return {found.begin(), found.end()};
}

bool is_set_aside(const Table& table, std::size_t column) { return table.role(column) != Role::data; }

std::vector<std::size_t> columns_of_data(const Table& table) {
  std::vector<std::size_t> result;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (!is_set_aside(table, c)) result.push_back(c);
  }
  return result;
}

std::size_t position_among_data(const Table& table, std::size_t column) {
  std::size_t before = 0;
  for (std::size_t c = 0; c < column; ++c) before += is_set_aside(table, c) ? 0 : 1;
  return before;
}

std::string_view purpose_of(Role role) {
  switch (role) {
    case Role::weights: return "weight";
    case Role::groups: return "group";
    case Role::id: return "id";
    case Role::ignored: return "ignored one";
    default: return "data";
  }
}

std::size_t cell_count(const Column& column) { return std::max(column.numbers.size(), column.words.size()); }

std::string cell_word(const Column& column, std::size_t row) {
  if (column.is_nominal()) return column.words[row];
  return std::isnan(column.numbers[row]) ? std::string() : number_text(column.numbers[row] + 0.0);   // 0 for −0
}

std::optional<double> cell_number(const Column& column, std::size_t row) {
  if (!column.numbers.empty()) return column.numbers[row];
  const Cell cell = read_cell(column.words[row]);
  if (cell.kind == CellKind::word) return std::nullopt;
  return cell.value;
}

bool holds_numbers(const Column& column) {
  return std::any_of(column.numbers.begin(), column.numbers.end(), [](double value) { return !std::isnan(value); });
}

void forget_spelling(Column& column) {
  column.words = {};
  column.first_word_row = 0;
  column.number_cells = 0;
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
  std::vector<std::string> names;
  if (column.is_nominal()) {
    std::vector<bool> is_there(column.words.words().size());
    for (std::size_t i = 0; i < column.words.size(); ++i) is_there[column.words.code(i)] = true;
    for (std::size_t code = 0; code < is_there.size(); ++code) {
      if (is_there[code] && !column.words.words()[code].empty()) names.push_back(column.words.words()[code]);
    }
  } else {
    std::unordered_set<double> seen;
    for (const double value : column.numbers) {
      if (!std::isnan(value) && seen.insert(value).second) names.push_back(number_text(value + 0.0));   // 0 for −0
    }
  }
  sort_class_names(names);
  return names;
}

}   // namespace protea
