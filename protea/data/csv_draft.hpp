// A column of separated text in the making.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <protea/base/large_memory.hpp>
#include <protea/data/cells.hpp>
#include <protea/data/word_cells.hpp>

namespace protea {

inline constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

// Does the sign at `place` stand where one between thousands may, as in 1.234? Not behind a zero.
inline bool may_part_thousands(std::string_view text, std::size_t place) {
  return text.size() - place == 4 && place <= 4 && !text.starts_with('0') && !text.starts_with("-0");
}

// "1.234,5" and "1,234.5": no number here, but meant as one.
inline bool has_both_signs(std::string_view text) {
  constexpr std::string_view digits = "0123456789";
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const std::size_t decimal = text.find_last_of(".,");
  if (decimal == std::string_view::npos) return false;
  const std::string_view whole = text.substr(0, decimal);
  const std::size_t first = whole.find(text[decimal] == '.' ? ',' : '.');
  if (first == std::string_view::npos || first < 1 || first > 3 || (whole.size() - first) % 4 != 0) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_sign = i == decimal || (i < decimal && i >= first && (i - first) % 4 == 0 && text[i] == text[first]);
    if (!is_sign && digits.find(text[i]) == std::string_view::npos) return false;
  }
  return true;
}

// What the cells of a column have shown, of some rows or of all.
struct ColumnFindings {
  std::size_t words_from = nowhere;   // the first row whose cell is a word
  std::size_t infinite_row = nowhere;
  std::size_t point_row = nowhere;   // the first number with a decimal point, where commas may be decimal too
  std::string point_text;
  std::size_t comma_row = nowhere;   // the first with a decimal comma, and its text
  std::string comma_text;
  std::size_t both_row = nowhere;   // the first word that has signs of both kinds, and its text
  std::string both_text;
  std::size_t number_cells = 0;
  bool may_be_thousands = true;   // all decimal commas stand where those between thousands do
  bool points_may_be_so = true;   // all points likewise
  bool has_other_words = false;

  bool has_words() const { return words_from != nowhere; }
  // Further points tell nothing.
  bool knows_points() const { return point_row != nowhere && !points_may_be_so; }

  void add_word(std::size_t row, std::string_view text) {
    if (has_other_words) return;
    has_other_words = !has_both_signs(text);
    if (has_other_words || both_row != nowhere) return;
    both_row = row;
    both_text = text;
  }

  // A number, where commas may be decimal.
  void add_point(std::size_t row, std::string_view text) {
    if (knows_points()) return;
    const std::size_t point = text.find('.');
    if (point == std::string_view::npos) return;
    points_may_be_so = points_may_be_so && may_part_thousands(text, point);
    if (row >= point_row) return;
    point_row = row;
    point_text = text;
  }

  void add_comma(std::size_t row, std::string_view text) {
    if (comma_row == nowhere) {
      comma_row = row;
      comma_text = text;
    }
    may_be_thousands = may_be_thousands && may_part_thousands(text, text.find(','));
  }

  // Those of the rows that follow, `before` of which are already here.
  void join(const ColumnFindings& later, std::size_t before) {
    const auto first = [&](std::size_t& row, std::size_t other) {
      const bool is_new = row == nowhere && other != nowhere;
      if (is_new) row = before + other;
      return is_new;
    };
    first(words_from, later.words_from);
    first(infinite_row, later.infinite_row);
    if (first(point_row, later.point_row)) point_text = later.point_text;
    if (first(comma_row, later.comma_row)) comma_text = later.comma_text;
    if (first(both_row, later.both_row)) both_text = later.both_text;
    number_cells += later.number_cells;
    may_be_thousands = may_be_thousands && later.may_be_thousands;
    points_may_be_so = points_may_be_so && later.points_may_be_so;
    has_other_words = has_other_words || later.has_other_words;
  }
};

// A column in the making. Row 0 is the first row of the file, a header or not; what it is shows only at the end, so its
// cell is kept apart. From the first word on the texts are kept too; earlier ones are fetched in a second pass, except
// for a column that may be the label, whose texts are kept from the beginning.
struct Draft : ColumnFindings {
  std::string first_text;
  double first_value = missing_value;
  CellKind first_kind = CellKind::missing;
  bool first_has_comma = false;
  bool has_room_for_first = false;   // in `numbers`, before the others
  Numbers numbers;                   // from row 1 on, as long as there is no word
  WordCells words;
  std::size_t first_word_row = nowhere;
  bool keeps_texts = false;
  bool is_spelled = false;   // numbers throughout, kept as words too

  bool has_numbers() const { return !has_words() && (number_cells > 0 || infinite_row != nowhere); }
  // Precondition: has_numbers(), and `row` is not 0.
  double number(std::size_t row) const { return numbers[row - (has_room_for_first ? 0 : 1)]; }
  std::size_t number_rows() const { return numbers.size() + (has_room_for_first ? 0 : 1); }

  // Texts from the first word on: how many, and how many different ones.
  std::size_t words_seen() const { return has_words() ? words.size() - words_before() : 0; }
  std::size_t different_words_seen() const {
    std::vector<bool> is_seen(words.words().size());
    for (std::size_t i = words_before(); has_words() && i < words.size(); ++i) is_seen[words.code(i)] = true;
    return static_cast<std::size_t>(std::ranges::count(is_seen, true));
  }
  // Precondition: the first cell is a word, which no text before the first word can be.
  bool first_recurs() const { return words.find(first_text).has_value(); }

  // Are there texts to be fetched?
  bool lacks_words() const { return has_words() && !keeps_texts; }

  // Numbers are to be kept as they are spelled: every text is fetched in the second pass. Precondition:
  // `rows` counts all.
  void keep_words(std::size_t rows) {
    if (has_words()) return;
    words_from = rows;
    first_word_row = 0;
    is_spelled = true;
  }

  // The first row turned out to be data. Commas may be decimal where they do not separate cells. Precondition:
  // `rows` counts it.
  void adopt_first_row(std::size_t rows, bool may_have_commas) {
    number_cells += first_kind == CellKind::number ? 1 : 0;
    if (first_kind == CellKind::infinite) infinite_row = 0;
    if (first_has_comma) add_comma(0, first_text);
    else if (may_have_commas && first_kind == CellKind::number) add_point(0, first_text);
    if (first_kind == CellKind::missing) first_text.clear();
    if (first_kind != CellKind::word) return;
    if (has_both_signs(first_text)) both_row = nowhere;   // to be taken by the first row
    add_word(0, first_text);
    first_word_row = 0;
    if (!has_words()) words_from = rows;
  }

 private:
  std::size_t words_before() const { return keeps_texts && has_words() ? words_from - 1 : 0; }
};

}   // namespace protea
