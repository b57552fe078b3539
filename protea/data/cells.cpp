#include <protea/data/cells.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>

namespace protea {

namespace {

bool is_missing_mark(std::string_view text) {
  return text.size() <= 4 && (text.empty() || text == "?" || text == "NA" || text == "N/A" || text == "n/a" ||
                              text == "#N/A" || text == "null" || text == "NULL");
}

}   // namespace

Cell read_cell(std::string_view text) {
  if (is_missing_mark(text)) return {text, missing_value, CellKind::missing};
  if (text == "-" || text == ".") return {text, missing_value, CellKind::mark};
  const auto value = parse_number(text);
  if (!value) return {text, missing_value, CellKind::word};
  if (std::isnan(*value)) return {text, missing_value, CellKind::missing};
  return {text, *value, std::isinf(*value) ? CellKind::infinite : CellKind::number};
}

Cell read_cell_with_comma(std::string_view text) {
  Cell cell = read_cell(text);
  constexpr std::size_t longest_number = 64;
  const std::size_t comma = text.find(',');
  if (cell.kind != CellKind::word || comma == std::string_view::npos || text.size() > longest_number) return cell;
  if (text.find_first_not_of("0123456789+-,eE") != std::string_view::npos) return cell;
  std::string with_point(text);
  with_point[comma] = '.';
  const auto value = parse_number(with_point);
  if (!value || !std::isfinite(*value)) return cell;
  return {text, *value, CellKind::number, true};
}

bool LineReader::next() {
  if (rest_.empty()) return false;
  const auto* end = static_cast<const char*>(std::memchr(rest_.data(), '\n', rest_.size()));
  const std::size_t length = end == nullptr ? rest_.size() : static_cast<std::size_t>(end - rest_.data());
  line_ = rest_.substr(0, length);
  rest_.remove_prefix(end == nullptr ? length : length + 1);
  if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
  ++number_;
  return true;
}

std::string_view next_word(std::string_view& text) {
  constexpr std::string_view blanks = " \t\r\v\f";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) {
    text = {};
    return {};
  }
  const std::size_t end = std::min(text.find_first_of(blanks, first), text.size());
  const std::string_view word = text.substr(first, end - first);
  text.remove_prefix(end);
  return word;
}

Column number_column(std::string name, NumberCells numbers) {
  Column column;
  column.name = std::move(name);
  column.numbers = std::move(numbers);
  return column;
}

Column word_column(std::string name, std::vector<std::string> words) {
  Column column;
  column.name = std::move(name);
  column.words = std::move(words);
  bool has_word = false;
  for (std::size_t row = 0; row < column.words.size(); ++row) {
    const CellKind kind = read_cell(column.words[row]).kind;
    if (kind == CellKind::number) ++column.number_cells;
    if ((kind == CellKind::word || kind == CellKind::mark) && !has_word) {
      has_word = true;
      column.first_word_row = row;
    }
  }
  return column;
}

std::vector<Column> named_columns(std::vector<Numbers> values) {
  std::vector<Column> columns;
  columns.reserve(values.size());
  for (Numbers& each : values) columns.push_back(number_column(feature_name(columns.size()), std::move(each)));
  return columns;
}

std::vector<Column> split_columns(const std::vector<double>& values, std::size_t columns) {
  const std::size_t rows = columns == 0 ? 0 : values.size() / columns;
  std::vector<Numbers> result(columns, Numbers(rows));
  // In strips of columns, so that each line of the block is fetched once.
  constexpr std::size_t strip = 16;
  for (std::size_t first = 0; first < columns; first += strip) {
    const std::size_t last = std::min(first + strip, columns);
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = first; j < last; ++j) result[j][i] = values[i * columns + j];
    }
  }
  return named_columns(std::move(result));
}

std::string feature_name(std::size_t index) { return fmt::format("x{}", index + 1); }

void fail_at(const std::string& source, std::size_t line, const std::string& sentence) {
  throw DataError(fmt::format("{}:{}: {}", source, line, sentence));
}

void fail_at(const std::string& source, std::size_t line, std::size_t column, const std::string& sentence) {
  throw DataError(fmt::format("{}:{}:{}: {}", source, line, column, sentence));
}

void fail_without_rows(const std::string& source) {
  throw DataError(fmt::format("{}: the file has no rows of data", source));
}

bool is_plausible_size(std::size_t rows, std::size_t columns, std::size_t bytes) {
  const double cells = static_cast<double>(rows) * static_cast<double>(columns);
  return cells <= 1'048'576.0 + 32.0 * static_cast<double>(bytes);
}

}   // namespace protea
