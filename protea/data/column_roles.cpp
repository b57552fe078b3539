#include <protea/data/column_roles.hpp>

#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>
#include <protea/data/table_columns.hpp>

namespace protea {

void set_weight_column(Table& table, std::string_view column) {
  const std::size_t found = find_column(table, column, "weight");
  const Column& cells = table.columns[found];
  table.weights.clear();
  for (std::size_t i = 0; i < table.rows(); ++i) {
    // The last column may have been read as words, in case it was the label.
    const double weight = cells.is_nominal() ? parse_number(cells.words[i]).value_or(missing_value) : cells.numbers[i];
    if (!(weight > 0) || !std::isfinite(weight)) {
      throw DataError(fmt::format("{}: a weight must be a number greater than 0", table.place(i, found)));
    }
    table.weights.push_back(weight);
  }
  table.set_role(found, Role::weights);
}

void set_group_column(Table& table, std::string_view column) {
  const std::size_t found = find_column(table, column, "group");
  const Column& groups = table.columns[found];
  std::map<std::string, std::uint32_t> known;
  table.groups.clear();
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const bool is_missing = groups.is_nominal() ? groups.words[i].empty() : std::isnan(groups.numbers[i]);
    if (is_missing) throw DataError(fmt::format("{}: the group of the row is missing", table.place(i, found)));
    const std::string name = groups.is_nominal() ? groups.words[i] : number_text(groups.numbers[i]);
    table.groups.push_back(known.emplace(name, static_cast<std::uint32_t>(known.size())).first->second);
  }
  table.set_role(found, Role::groups);
}

void set_id_column(Table& table, std::string_view column) {
  table.set_role(find_column(table, column, "id"), Role::id);
}

void ignore_columns(Table& table, std::string_view columns) {
  for (const std::size_t column : find_columns(table, columns, "ignored")) {
    if (is_set_aside(table, column)) {
      throw UsageError(fmt::format("the column '{}' cannot be both ignored and the {}", table.columns[column].name,
                                   purpose_of(table.role(column))));
    }
    table.set_role(column, Role::ignored);
  }
}

namespace {

bool counts_the_rows(const Column& column) {
  constexpr std::size_t few = 10;   // rows: anything may count so far
  if (column.is_nominal() || column.numbers.size() < few) return false;
  const double first = column.numbers.front();
  if (first != 0 && first != 1) return false;
  for (std::size_t i = 0; i < column.numbers.size(); ++i) {
    if (column.numbers[i] != first + static_cast<double>(i)) return false;
  }
  return true;
}

bool has_no_name(const Table& table, std::size_t column) {
  std::string_view name = table.columns[column].name;
  while (name.ends_with('_')) name.remove_suffix(1);
  return !table.has_names || name == fmt::format("x{}", column + 1) || name == "Unnamed: 0";
}

}   // namespace

std::vector<std::string> notes_on_columns(const Table& table) {
  std::vector<std::string> notes;
  if (!is_set_aside(table, 0) && has_no_name(table, 0) && counts_the_rows(table.columns.front())) {
    notes.push_back(fmt::format("the first column only counts the rows: {} leaves it out, {} takes it as their names",
                                setting("ignore", "1"), setting("id", "1")));
  }
  std::set<std::string> seen;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const Column& column = table.columns[c];
    if (is_set_aside(table, c) || seen.insert(column.name).second) continue;
    notes.push_back(fmt::format(
        "several columns are named '{}': further data are matched by the position of their columns", column.name));
    break;
  }
  return notes;
}

}   // namespace protea
