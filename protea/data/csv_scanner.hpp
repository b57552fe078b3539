// Cuts separated text into rows and cells without copying: one pass, numbers are converted as they are met.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include <fast_float/fast_float.h>

#include <protea/data/cells.hpp>

namespace protea {

class CsvScanner {
 public:
  // `source` is kept for messages and must outlive the scanner, as must the marks of `missing` values beside
  // the usual ones.
  CsvScanner(std::string_view text, char separator, const std::string& source,
             std::span<const std::string> missing = {});

  // Goes on with the text behind the one before. Precondition: all rows were taken.
  void go_on(std::string_view text) {
    at_ = text.data();
    end_ = at_ + text.size();
  }

  // Goes to the next row that is not blank. Precondition: all cells of the previous row were taken.
  bool next_row();

  // Takes the next cell of the row; its text is valid until the following call. False when the row is over.
  bool next_cell(Cell& cell) {
    if (row_is_over_) return false;
    ++column_;
    // By far the most frequent cell: a plain number with a separator or line end right behind it.
    if (at_ != end_ && (static_cast<unsigned char>(*at_ - '0') < 10 || *at_ == '-')) {
      double value = 0;
      const auto [stop, status] = fast_float::from_chars(at_, end_, value);
      if (status == std::errc{} && ends_cell(stop) && std::isfinite(value)) {
        cell = {{at_, static_cast<std::size_t>(stop - at_)}, value, CellKind::number};
        step_over(stop);
        return true;
      }
    }
    take_other_cell(cell);
    return true;
  }

  std::uint32_t line() const { return row_line_; }   // where the row begins
  std::size_t column() const { return column_; }     // of the cell taken last, from 1

 private:
  bool is_line_end(const char* at) const { return *at == '\n' || *at == '\r'; }
  bool is_blank(const char* at) const { return *at == ' ' || (*at == '\t' && separator_ != '\t'); }
  bool ends_cell(const char* at) const { return at == end_ || *at == separator_ || is_line_end(at); }
  // Precondition: ends_cell(at).
  void step_over(const char* at) {
    if (at != end_ && *at == separator_) {
      at_ = at + 1;
    } else {
      row_is_over_ = true;
      at_ = after_line_end(at);
    }
  }
  const char* after_line_end(const char* at);
  Cell meaning_of(std::string_view text) const;
  void take_other_cell(Cell& cell);
  void take_quoted_cell(Cell& cell, const char* at);

  const char* at_;
  const char* end_;
  const std::string& source_;
  std::span<const std::string> missing_;
  std::string unquoted_;
  std::size_t column_ = 0;
  std::uint32_t line_ = 1;
  std::uint32_t row_line_ = 0;
  char separator_;
  bool row_is_over_ = true;
};

}   // namespace protea
