// Rows of CSV or TSV text as they arrive, from a stream that may never end.
#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/data/table.hpp>

namespace PROTEA_EXPORT protea {

class RowStream {
 public:
  // `label` as find_label_column() understands it; the cells of that column are kept as they are spelled.
  RowStream(std::FILE* file, std::string source, std::string label)
      : file_(file), source_(std::move(source)), label_(std::move(label)) {}

  // Waits for the next `count` rows, fewer at the end of the stream; nothing when there are none left. The header, if the first
  // rows have one, stands over every table. Throws a DataError that names the line.
  std::optional<Table> next(std::size_t count);

 private:
  bool read_row(std::string& row);                                    // quoted cells may hold line ends
  Table parse(const std::string& text, std::uint32_t before) const;   // `before` lines of the stream came earlier
  void start(std::string& text, std::vector<std::string>& rows, std::size_t count);

  std::FILE* file_;
  std::string source_;
  std::string label_;
  std::string header_;       // with its line end; the stream's own, or x1, x2, …
  std::string pending_;      // a row read too early
  bool has_names_ = false;   // the stream has a header
  char separator_ = ',';
  bool has_started_ = false;
  std::uint32_t line_ = 0;   // lines read
};

}   // namespace protea
