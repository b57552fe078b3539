#include <protea/data/row_stream.hpp>

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>
#include <protea/data/csv.hpp>
#include <protea/data/read.hpp>

namespace protea {
namespace {

constexpr std::size_t longest_row = 1U << 26;

// One line of a C stream, whatever bytes it holds.
class Line {
 public:
  Line() = default;
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;
  ~Line() { std::free(text_); }

  bool read(std::FILE* file) {
    const ssize_t length = ::getline(&text_, &room_, file);
    view_ = length > 0 ? std::string_view(text_, static_cast<std::size_t>(length)) : std::string_view{};
    return length > 0;
  }
  std::string_view view() const { return view_; }

 private:
  char* text_ = nullptr;
  std::size_t room_ = 0;
  std::string_view view_;
};

bool has_open_quote(std::string_view text) { return std::ranges::count(text, '"') % 2 != 0; }

}   // namespace

// Rows are found bad in another order than they came in.
void RowStream::skip(std::uint32_t line, const std::string& why) {
  if (skipped_++ > 0 && line > first_skipped_line_) return;
  first_skipped_line_ = line;
  first_skipped_ = why;
}

// "standard input:2:3: …" of a row that was read by itself or below another, with the line it has in the stream.
std::string RowStream::at_line(std::uint32_t line, const std::string& why) const {
  std::string_view rest = why;
  if (!rest.starts_with(source_ + ":")) return why;
  rest.remove_prefix(source_.size() + 1);
  const std::size_t digits = rest.find_first_not_of("0123456789");
  if (digits == 0 || digits == std::string_view::npos) return why;
  rest.remove_prefix(digits);
  return fmt::format("{}:{}{}", source_, line, rest.substr(0, rest.find(" (counted from line ")));
}

bool RowStream::read_row(StreamRow& row) {
  row = {{}, line_ + 1};
  for (Line line; line.read(file_);) {
    row.text += line.view();
    if (row.text.size() > longest_row)
      throw DataError(fmt::format("{}:{}: the row is longer than 64 MiB", source_, row.line));
    ++line_;
    if (on_error_ == OnError::skip || !has_open_quote(row.text)) break;
  }
  if (std::ferror(file_) != 0) throw DataError(fmt::format("{}: cannot be read", source_));
  if (!row.text.empty() && !row.text.ends_with('\n')) row.text += '\n';
  return !row.text.empty();
}

std::vector<RowStream::StreamRow> RowStream::take_rows(std::size_t count) {
  std::vector<StreamRow> rows = std::exchange(pending_, {});
  StreamRow row;
  while (rows.size() < count && read_row(row)) {
    if (row.text.find('\0') != std::string::npos) {
      const std::string why = fmt::format("{}:{}: a zero byte: this is not a text file in UTF-8", source_, row.line);
      if (on_error_ == OnError::stop) throw DataError(why);
      skip(row.line, why);
    } else if (on_error_ == OnError::skip && has_open_quote(row.text)) {
      skip(row.line, fmt::format("{}:{}: a quote is not closed in its line", source_, row.line));
    } else if (!trim(row.text).empty()) {
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

Table RowStream::parse(const std::vector<StreamRow>& rows) const {
  std::string text = header_;
  for (const StreamRow& row : rows) text += row.text;
  ReadOptions options = options_;
  if (has_started_) options.header = header_.empty() ? Header::no : Header::yes;
  const std::uint32_t before = rows.front().line - (header_.empty() ? 1 : 2);
  try {
    Table table = parse_csv(text, source_, separator_, options);
    take_out_missing(table, options.missing);
    const std::size_t first = rows.size() - table.lines.size();   // a header that was found in them
    table.lines.clear();
    for (std::size_t i = first; i < rows.size(); ++i) table.lines.push_back(rows[i].line);
    return table;
  } catch (const DataError& error) {
    if (before == 0 || !has_started_) throw;
    throw DataError(fmt::format("{} (counted from line {} of the stream)", error.marked(), before + 1));
  }
}

void RowStream::drop_bad(std::vector<StreamRow>& rows, const std::function<void(const StreamRow&)>& use) {
  std::erase_if(rows, [&](const StreamRow& row) {
    try {
      use(row);
      return false;
    } catch (const DataError& error) {
      skip(row.line, at_line(row.line, error.marked()));
      return true;
    }
  });
}

// A first row that most others do not go with is the bad one.
void RowStream::drop_bad_first(std::vector<StreamRow>& rows) {
  while (rows.size() > 2) {
    const auto goes_with_first = [&](const StreamRow& row) {
      try {
        parse({rows.front(), row});
        return true;
      } catch (const DataError&) {
        return false;
      }
    };
    const auto good = static_cast<std::size_t>(std::count_if(rows.begin() + 1, rows.end(), goes_with_first));
    if (2 * good >= rows.size() - 1) return;
    skip(rows.front().line,
         fmt::format("{}:{}: the row has other cells than those that follow", source_, rows.front().line));
    rows.erase(rows.begin());
  }
}

// The first rows say whether there is a header, for good. One more than wanted was read, in case there is one.
void RowStream::start(std::vector<StreamRow>& rows, std::size_t count) {
  std::string text;
  for (const StreamRow& row : rows) text += row.text;
  separator_ = detect_separator(text);
  if (on_error_ == OnError::skip) {
    drop_bad_first(rows);
    drop_bad(rows, [&, first = rows.front()](const StreamRow& row) { parse({first, row}); });
  }
  const Table table = parse(rows);
  has_started_ = true;
  columns_ = table.columns.size();
  notes_ = table.notes;
  if (table.has_names) {
    header_ = rows.front().text;
    rows.erase(rows.begin());
  } else if (rows.size() > count) {
    pending_.push_back(std::move(rows.back()));
    rows.pop_back();
  }
}

std::optional<Table> RowStream::next(std::size_t count, const Check& check) {
  for (;;) {
    std::vector<StreamRow> rows = take_rows(has_started_ ? count : count + 1);
    if (rows.empty()) return std::nullopt;
    if (!has_started_) start(rows, count);
    if (on_error_ == OnError::skip) {
      drop_bad(rows, [&](const StreamRow& row) {
        const Table alone = parse({row});
        if (alone.columns.size() != columns_) {
          throw DataError(fmt::format("{}:{}: expected {}, found {}", source_, row.line, counted(columns_, "cell"),
                                      alone.columns.size()));
        }
        if (check) check(alone);
      });
    }
    if (rows.empty()) continue;
    Table table = parse(rows);
    if (!notes_.empty()) table.notes = std::exchange(notes_, {});
    return table;
  }
}

}   // namespace protea
