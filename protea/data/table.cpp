#include <protea/data/table.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace protea {

std::size_t Table::rows() const {
  return columns.empty() ? 0 : std::max(columns.front().numbers.size(), columns.front().words.size());
}

void Table::set_role(std::size_t column, Role role) {
  if (roles.empty()) roles.resize(columns.size(), Role::data);
  roles[column] = role;
}

std::optional<std::size_t> Table::column_with(Role role) const {
  const auto found = std::find(roles.begin(), roles.end(), role);
  if (found == roles.end()) return std::nullopt;
  return static_cast<std::size_t>(found - roles.begin());
}

std::string Table::place(std::size_t row, std::size_t column) const {
  if (row < lines.size()) return fmt::format("{}:{}:{}", source, lines[row], column + 1);
  return fmt::format("{} row {}, column {}", source, row + 1, column + 1);
}

}   // namespace protea
