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

}   // namespace

bool RowStream::read_row(std::string& row) {
  row.clear();
  std::array<char, 4096> buffer;
  while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), file_) != nullptr) {
    row += buffer.data();
    if (row.size() > longest_row)
      throw DataError(fmt::format("{}:{}: the row is longer than 64 MiB", source_, line_ + 1));
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

Table RowStream::parse(const std::string& text, std::uint32_t before) const {
  try {
    return parse_csv(text, source_, separator_, label_);
  } catch (const DataError& error) {
    if (before == 0) throw;
    throw DataError(fmt::format("{} (counted from line {} of the stream)", error.marked(), before + 1));
  }
}

// The first rows say whether there is a header, for good. Without one, later rows are read under names of ours, so that none of
// them is taken for one.
void RowStream::start(std::string& text, std::vector<std::string>& rows, std::size_t count) {
  separator_ = detect_separator(text);
  const Table table = parse(text, 0);
  has_names_ = table.has_names;
  if (has_names_) {
    header_ = rows.front();
  } else {
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      header_ += fmt::format("{}x{}", c == 0 ? "" : std::string(1, separator_), c + 1);
    header_ += '\n';
    text = header_ + text;
    if (rows.size() > count) {   // one more than wanted was read, in case the first were a header
      text.resize(text.size() - rows.back().size());
      pending_ = rows.back();
    }
  }
  has_started_ = true;
}

std::optional<Table> RowStream::next(std::size_t count) {
  std::uint32_t before = line_ - (pending_.empty() ? 0U : 1U);
  const bool is_first = !has_started_;
  std::vector<std::string> rows;
  if (!pending_.empty()) rows.push_back(std::move(pending_));
  pending_.clear();
  std::string row;
  while (rows.size() < (is_first ? count + 1 : count) && read_row(row)) {
    if (!trim(row).empty()) rows.push_back(row);
  }
  if (rows.empty()) return std::nullopt;
  std::string text = header_;
  for (const std::string& each : rows) text += each;
  if (is_first) start(text, rows, count);
  Table table = parse(text, is_first ? 0 : before);
  // The header stands in the text but, except at the beginning of a stream that has one, not among the lines read.
  if (is_first && has_names_) before = 0;
  else if (before > 0) --before;
  for (std::uint32_t& line : table.lines) line += before;
  if (is_first && !has_names_) {
    for (std::uint32_t& line : table.lines) --line;
  }
  table.has_names = has_names_;
  if (table.rows() == 0) return std::nullopt;
  return table;
}

}   // namespace protea
