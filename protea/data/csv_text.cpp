#include <protea/data/csv_text.hpp>

#include <algorithm>
#include <cstring>

#include <protea/data/cells.hpp>
#include <protea/data/csv.hpp>

namespace protea {
namespace {

constexpr std::size_t piece = 1U << 20;
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

std::size_t count_of(char c, std::string_view text) {
  std::size_t count = 0;
  for (const char* at = text.data(); at != text.data() + text.size(); ++count, ++at) {
    at = static_cast<const char*>(std::memchr(at, c, static_cast<std::size_t>(text.data() + text.size() - at)));
    if (at == nullptr) break;
  }
  return count;
}

// Old Macintosh files end their lines by CR alone.
std::size_t line_count(std::size_t line_feeds, std::size_t carriage_returns) {
  return (line_feeds > 0 ? line_feeds : carriage_returns) + 1;
}

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

std::string_view CsvInMemory::next() {
  const std::string_view all = rest_;
  rest_ = {};
  return all;
}

std::size_t CsvInMemory::lines() const { return line_count(count_of('\n', text_), count_of('\r', text_)); }

CsvFile::CsvFile(FileReader& file, const std::string& source, char separator) : file_(file), separator_(separator) {
  survey(source);
  if (separator_ == 0) find_separator();
  rewind();
}

void CsvFile::survey(const std::string& source) {
  std::size_t line_feeds = 0;
  std::size_t carriage_returns = 0;
  file_.rewind();
  for (taken_ = length_ = 0; fill(); taken_ = length_) {
    const std::string_view text(buffer_.data(), length_);
    if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos) {
      fail_at(source, line_feeds + count_of('\n', text.substr(0, zero)) + 1,
              "a zero byte: this is not a text file in UTF-8");
    }
    line_feeds += count_of('\n', text);
    if (line_feeds == 0) carriage_returns += count_of('\r', text);
  }
  lines_ = line_count(line_feeds, carriage_returns);
}

void CsvFile::find_separator() {
  start();
  while (true) {
    const bool has_more = fill();
    const auto found = separator_of_first_rows({buffer_.data() + taken_, length_ - taken_},
                                               has_more ? TextEnd::goes_on : TextEnd::whole);
    if (found) {
      separator_ = *found;
      return;
    }
  }
}

// Moves what is left to the front and reads more behind it, as much again as is left where a row is longer than
// a piece.
bool CsvFile::fill() {
  const std::size_t left = length_ - taken_;
  if (taken_ > 0) std::memmove(buffer_.data(), buffer_.data() + taken_, left);
  taken_ = 0;
  buffer_.resize(std::max({buffer_.size(), piece, left + std::max(left, piece)}));
  length_ = left + file_.read({buffer_.data() + left, buffer_.size() - left});
  return length_ > left;
}

void CsvFile::start() {
  file_.rewind();
  taken_ = length_ = 0;
  fill();
  if (std::string_view(buffer_.data(), length_).starts_with(byte_order_mark)) taken_ = byte_order_mark.size();
}

void CsvFile::rewind() { start(); }

std::string_view CsvFile::next() {
  for (bool has_more = true;;) {
    const std::string_view text(buffer_.data() + taken_, length_ - taken_);
    const std::size_t rows = has_more ? end_of_last_row(text, separator_) : text.size();
    if (rows > 0 || !has_more) {
      taken_ += rows;
      return text.substr(0, rows);
    }
    has_more = fill();
  }
}

}   // namespace protea
