#include <protea/data/table.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace protea {

std::size_t Table::rows() const {
  return columns.empty() ? 0 : std::max(columns.front().numbers.size(), columns.front().words.size());
}

std::string Table::place(std::size_t row, std::size_t column) const {
  if (row < lines.size()) return fmt::format("{}:{}:{}", source, lines[row], column + 1);
  return fmt::format("{} row {}, column {}", source, row + 1, column + 1);
}

}   // namespace protea
