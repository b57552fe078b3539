#include <protea/data/csv_text.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/data/cells.hpp>
#include <protea/data/csv.hpp>

namespace protea {
namespace {

constexpr std::size_t piece_bytes = 1U << 18;   // text and numbers stay in the cache of a core
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

// Where the cell that begins at `at` ends, its separator or line end not included; npos when that is not in the text.
std::size_t end_of_cell(std::string_view text, std::size_t at, char separator) {
  while (at < text.size() && (text[at] == ' ' || (text[at] == '\t' && separator != '\t'))) ++at;
  if (at < text.size() && text[at] == '"') {
    for (at = text.find('"', at + 1);; at = text.find('"', at + 2)) {
      if (at == std::string_view::npos || at + 1 == text.size())
        return std::string_view::npos;   // another quote may follow
      if (text[at + 1] != '"') break;
    }
  }
  while (at < text.size() && text[at] != separator && text[at] != '\n' && text[at] != '\r') ++at;
  return at < text.size() ? at : std::string_view::npos;
}

}   // namespace

std::size_t end_of_last_row(std::string_view text, char separator) {
  if (text.find('"') == std::string_view::npos) return text.rfind('\n') + 1;   // npos + 1 is 0
  std::size_t last = 0;
  for (std::size_t at = 0;;) {
    at = end_of_cell(text, at, separator);
    if (at == std::string_view::npos || (text[at] == '\r' && at + 1 == text.size())) return last;
    const bool is_row_end = text[at] != separator;
    at += text[at] == '\r' && text[at + 1] == '\n' ? 2 : 1;
    if (is_row_end) last = at;
  }
}

bool CsvInMemory::next(CsvPiece& piece) {
  if (rest_.empty()) return false;
  std::size_t rows = 0;
  for (std::size_t bytes = piece_bytes; rows == 0; bytes *= 2)
    rows = bytes < rest_.size() ? end_of_last_row(rest_.substr(0, bytes), separator_) : rest_.size();
  piece.rows = rest_.substr(0, rows);
  rest_.remove_prefix(rows);
  return true;
}

CsvFile::CsvFile(FileReader& file, const std::string& source, char separator)
    : file_(file), source_(source), separator_(separator) {
  if (separator_ == 0) find_separator();
  rewind();
}

void CsvFile::demand_text() {
  std::string text(piece_bytes, '\0');
  std::ptrdiff_t line = 1;
  file_.rewind();
  while (const std::size_t length = file_.read(text)) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(length);
    const auto zero = std::find(text.begin(), end, '\0');
    line += std::count(text.begin(), zero, '\n');
    if (zero != end) fail_at(source_, static_cast<std::size_t>(line), "a zero byte: this is not a text file in UTF-8");
  }
}

void CsvFile::find_separator() {
  std::string text;
  file_.rewind();
  for (std::size_t length = 0;;) {
    text.resize(std::max(2 * length, piece_bytes));
    const std::size_t count = file_.read({text.data() + length, text.size() - length});
    length += count;
    std::string_view known(text.data(), length);
    if (known.starts_with(byte_order_mark)) known.remove_prefix(byte_order_mark.size());
    const auto found = separator_of_first_rows(known, length == text.size() ? TextEnd::goes_on : TextEnd::whole);
    if (!found) continue;
    separator_ = *found;
    return;
  }
}

void CsvFile::rewind() {
  file_.rewind();
  has_ended_ = false;
  left_.resize(byte_order_mark.size());
  left_.resize(file_.read(left_));
  if (left_ == byte_order_mark) left_.clear();
}

// As much again is read where a row is longer than a piece.
bool CsvFile::next(CsvPiece& piece) {
  std::size_t length = left_.size();
  std::size_t rows = 0;
  while (rows == 0) {
    if (piece.room.size() < length + piece_bytes) piece.room.resize(std::max(2 * length, length + piece_bytes));
    if (length == left_.size()) std::copy(left_.begin(), left_.end(), piece.room.begin());
    const std::size_t wanted = length == left_.size() ? piece_bytes : piece.room.size() - length;
    const std::size_t count = has_ended_ ? 0 : file_.read({piece.room.data() + length, wanted});
    has_ended_ = count < wanted;
    if (std::string_view(piece.room.data(), length + count).find('\0', std::max<std::size_t>(length, 3) - 3) !=
        std::string_view::npos) {
      demand_text();
      throw DataError(fmt::format("{}: the file has changed while it was read: try again", source_));
    }
    length += count;
    if (length == 0) return false;
    rows = has_ended_ ? length : end_of_last_row({piece.room.data(), length}, separator_);
  }
  left_.assign(piece.room, rows, length - rows);
  piece.rows = {piece.room.data(), rows};
  return true;
}

}   // namespace protea
