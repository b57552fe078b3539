// Rows of CSV or TSV text as they arrive, from a stream that may never end.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/data/read_options.hpp>
#include <protea/data/table.hpp>

namespace PROTEA_EXPORT protea {

// What becomes of a row that cannot be used.
enum class OnError { stop, skip };
constexpr auto names_of(OnError) {
  return std::array{std::pair<std::string_view, OnError>{"stop", OnError::stop},
                    std::pair<std::string_view, OnError>{"skip", OnError::skip}};
}

class RowStream {
 public:
  // Throws a DataError for rows that cannot be used by its caller.
  using Check = std::function<void(const Table& rows)>;

  RowStream(std::FILE* file, std::string source, ReadOptions options, OnError on_error = OnError::stop)
      : file_(file), source_(std::move(source)), options_(std::move(options)), on_error_(on_error) {}

  // Waits for the next `count` rows, fewer at the end of the stream; nothing when there are none left. The header, if
  // the first rows have one, stands over every table. Throws a DataError that names the line; or, where such rows are
  // to be skipped, leaves out those that are not rows of the table or do not pass the `check`.
  std::optional<Table> next(std::size_t count, const Check& check = {});

  std::size_t skipped() const { return skipped_; }
  const std::string& first_skipped() const { return first_skipped_; }   // why, for the first of them

 private:
  struct StreamRow {
    std::string text;
    std::uint32_t line;   // where it begins
  };

  // Quoted cells may hold line ends, except where bad rows are to be skipped: a quote that is not closed would take the
  // following ones along.
  bool read_row(StreamRow& row);
  std::vector<StreamRow> take_rows(std::size_t count);
  Table parse(const std::vector<StreamRow>& rows) const;
  void start(std::vector<StreamRow>& rows, std::size_t count);
  // Leaves out the rows for which `use` throws a DataError.
  void drop_bad(std::vector<StreamRow>& rows, const std::function<void(const StreamRow&)>& use);
  void drop_bad_first(std::vector<StreamRow>& rows);
  void skip(std::uint32_t line, const std::string& why);
  std::string at_line(std::uint32_t line, const std::string& why) const;

  std::FILE* file_;
  std::string source_;
  ReadOptions options_;
  OnError on_error_;
  std::string header_;               // with its line end; empty where the stream has none
  std::vector<StreamRow> pending_;   // read too early
  char separator_ = ',';
  std::size_t columns_ = 0;
  std::vector<std::string> notes_;   // on the beginning, for the first table
  bool has_started_ = false;
  std::uint32_t line_ = 0;   // lines read
  std::size_t skipped_ = 0;
  std::uint32_t first_skipped_line_ = 0;
  std::string first_skipped_;
};

}   // namespace protea
