#include <protea/data/csv_scanner.hpp>

#include <algorithm>
#include <cstring>

#include <protea/base/text.hpp>

namespace protea {

CsvScanner::CsvScanner(std::string_view text, char separator, const std::string& source,
                       std::span<const std::string> missing, std::uint32_t first_line)
    : at_(text.data()),
      end_(at_ + text.size()),
      source_(source),
      missing_(missing),
      line_(first_line),
      separator_(separator) {}

// Marks that are numbers are met by value, when the table is there.
Cell CsvScanner::meaning_of(std::string_view text) const {
  const Cell cell = separator_ == ',' ? read_cell(text) : read_cell_with_comma(text);
  if (cell.kind == CellKind::number || std::ranges::find(missing_, text) == missing_.end()) return cell;
  return {text, missing_value, CellKind::missing};
}

bool CsvScanner::find_next_row() {
  for (;;) {
    const char* at = at_;
    while (at != end_ && is_blank(at)) ++at;
    if (at == end_) {
      at_ = end_;
      return false;
    }
    if (!is_line_end(at)) break;
    at_ = after_line_end(at);
  }
  start_row();
  return true;
}

void CsvScanner::take_other_cell(Cell& cell) {
  const char* first = at_;
  while (first != end_ && is_blank(first)) ++first;
  if (first != end_ && *first == '"') return take_quoted_cell(cell, first + 1);
  const char* stop = first;
  while (!ends_cell(stop)) ++stop;
  cell = meaning_of(trim({first, static_cast<std::size_t>(stop - first)}));
  step_over(stop);
}

void CsvScanner::take_quoted_cell(Cell& cell, const char* at) {
  const char* first = at;
  unquoted_.clear();
  for (;;) {
    const auto* quote = static_cast<const char*>(std::memchr(at, '"', static_cast<std::size_t>(end_ - at)));
    if (quote == nullptr) fail_at(source_, row_line_, column_, "a quoted cell is not closed");
    line_ += static_cast<std::uint32_t>(std::count(at, quote, '\n'));
    if (quote + 1 == end_ || quote[1] != '"') {
      at = quote;
      break;
    }
    unquoted_.append(first, quote + 1);
    first = at = quote + 2;
  }
  std::string_view text(first, static_cast<std::size_t>(at - first));
  if (!unquoted_.empty()) text = unquoted_.append(text);
  cell = meaning_of(trim(text));
  ++at;
  while (at != end_ && is_blank(at)) ++at;
  if (!ends_cell(at)) fail_at(source_, row_line_, column_, "text follows a closing quote in the same cell");
  step_over(at);
}

}   // namespace protea
