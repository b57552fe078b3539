// Cuts separated text into rows and cells without copying: one pass, numbers are converted as they are met.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

#include <fast_float/fast_float.h>

#include <protea/data/cells.hpp>
#include <protea/data/plain_number.hpp>

namespace protea {

class CsvScanner {
 public:
  // `source` is kept for messages and must outlive the scanner, as must the marks of `missing` values beside
  // the usual ones.
  CsvScanner(std::string_view text, char separator, const std::string& source,
             std::span<const std::string> missing = {}, std::uint32_t first_line = 1);

  // Goes to the next row that is not blank. Precondition: all cells of the previous row were taken.
  bool next_row() {
    // By far the most frequent one begins with a character that is neither blank nor a line end.
    if (at_ == end_ || static_cast<unsigned char>(*at_) <= ' ') return find_next_row();
    start_row();
    return true;
  }

  // Takes the next cell where that is a plain number. False, and nothing taken, otherwise; it may yet be a number.
  bool next_number(double& value) {
    if (row_is_over_ || end_ - at_ < plain_number_reach) return false;
    const char* const stop = plain_number_at(at_, value);
    if (stop == nullptr || !ends_cell(stop)) return false;
    ++column_;
    step_over(stop);
    return true;
  }

  // Takes the next cell where `is_known` says so of its text as it stands, without blanks and quotes around it.
  template <class Known>
  requires std::is_invocable_r_v<bool, Known, std::string_view>
  bool next_known(Known is_known) {
    if (row_is_over_ || (at_ != end_ && *at_ == '"')) return false;
    const char* stop = at_;
    while (!ends_cell(stop)) ++stop;
    if (!is_known(std::string_view(at_, static_cast<std::size_t>(stop - at_)))) return false;
    ++column_;
    step_over(stop);
    return true;
  }

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

  bool row_is_over() const { return row_is_over_; }
  std::uint32_t line() const { return row_line_; }    // where the row begins
  std::uint32_t next_line() const { return line_; }   // where the text behind what was taken begins
  const char* rest() const { return at_; }            // that text
  std::size_t column() const { return column_; }      // of the cell taken last, from 1

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
  const char* after_line_end(const char* at) {
    if (at == end_) return at;
    ++line_;
    return at + (*at == '\r' && at + 1 != end_ && at[1] == '\n' ? 2 : 1);
  }
  void start_row() {
    row_line_ = line_;
    row_is_over_ = false;
    column_ = 0;
  }
  bool find_next_row();
  Cell meaning_of(std::string_view text) const;
  void take_other_cell(Cell& cell);
  void take_quoted_cell(Cell& cell, const char* at);

  const char* at_;
  const char* end_;
  const std::string& source_;
  std::span<const std::string> missing_;
  std::string unquoted_;
  std::size_t column_ = 0;
  std::uint32_t line_;
  std::uint32_t row_line_ = 0;
  char separator_;
  bool row_is_over_ = true;
};

}   // namespace protea
