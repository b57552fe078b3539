#include <protea/data/row_stream.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>
#include <protea/data/csv.hpp>

namespace protea {
namespace {

constexpr std::size_t longest_row = 1U << 26;

}  // namespace

bool RowStream::read_row(std::string& row) {
  row.clear();
  std::array<char, 4096> buffer;
  while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), file_) != nullptr) {
    row += buffer.data();
    if (row.size() > longest_row) throw DataError(fmt::format("{}:{}: the row is longer than 64 MiB", source_, line_ + 1));
    if (!row.ends_with('\n')) continue;
    ++line_;
    if (std::count(row.begin(), row.end(), '"') % 2 == 0) return true;
  }
  if (std::ferror(file_) != 0) throw DataError(fmt::format("{}: cannot be read", source_));
  if (row.empty()) return false;
  if (!row.ends_with('\n')) {
    ++line_;
    row += '\n';
  }
  return true;
}

std::optional<Table> RowStream::next(std::size_t count) {
  const std::uint32_t first_line = line_;
  std::string text = header_;
  std::string row;
  std::size_t rows = 0;
  const std::size_t wanted = has_started_ ? count : count + 1;   // one of the first may be a header
  while (rows < wanted && read_row(row)) {
    if (trim(row).empty()) continue;
    text += row;
    ++rows;
  }
  if (rows == 0) return std::nullopt;
  if (!has_started_) separator_ = detect_separator(text);
  const std::uint32_t before = header_.empty() ? first_line : first_line - 1;   // lines of the stream that are not in the text
  Table table;
  try {
    table = parse_csv(text, source_, separator_, label_);
  } catch (const DataError& error) {
    if (before == 0) throw;
    throw DataError(fmt::format("{} (counted from line {} of the stream)", error.what(), before + 1));
  }
  if (!has_started_ && table.has_names) header_ = text.substr(0, text.find('\n') + 1);
  for (std::uint32_t& line : table.lines) line += before;
  has_started_ = true;
  if (table.rows() == 0) return std::nullopt;
  return table;
}

}  // namespace protea
