// A column of separated text in the making.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <protea/data/cells.hpp>

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

// A column in the making. Row 0 is the first row of the file, a header or not; what it is shows only at the end, so its
// cell is kept apart. From the first word on the texts are kept too; earlier ones are fetched in a second pass, except
// for a column that may be the label, whose texts are kept from the beginning.
struct Draft {
  std::string first_text;
  double first_value = missing_value;
  CellKind first_kind = CellKind::missing;
  bool first_has_comma = false;
  std::vector<double> numbers;
  std::vector<std::string> words;
  std::size_t words_from = nowhere;
  std::size_t first_word_row = nowhere;
  std::size_t infinite_row = nowhere;
  std::size_t point_row = nowhere;   // the first number with a decimal point, where commas may be decimal too
  std::size_t comma_row = nowhere;   // the first with a decimal comma, and its text
  std::string comma_text;
  std::size_t number_cells = 0;
  bool keeps_texts = false;
  bool is_spelled = false;          // numbers throughout, kept as words too
  bool may_be_thousands = true;     // all decimal commas stand where those between thousands do
  bool points_may_be_so = true;     // all points likewise
  std::string point_text;           // of the first number with one
  std::size_t both_row = nowhere;   // the first word that has signs of both kinds, and its text
  std::string both_text;
  bool has_other_words = false;

  bool has_words() const { return words_from != nowhere; }
  bool has_numbers() const { return !has_words() && (number_cells > 0 || infinite_row != nowhere); }

  // The texts from the first word on.
  std::span<const std::string> words_seen() const {
    if (!keeps_texts) return words;
    return has_words() ? std::span(words).subspan(words_from - 1) : std::span<const std::string>{};
  }

  // Are there texts to be fetched?
  bool lacks_words() const { return has_words() && !keeps_texts; }

  void add(std::size_t row, const Cell& cell) {
    if (keeps_texts || has_words() || cell.kind == CellKind::word) {
      words.emplace_back(cell.kind == CellKind::missing ? std::string_view{} : cell.text);
    }
    number_cells += cell.kind == CellKind::number ? 1 : 0;
    if (cell.has_decimal_comma) add_comma(row, cell.text);
    if (!has_words() && cell.kind != CellKind::word) {
      numbers.push_back(cell.value);
      if (cell.kind == CellKind::infinite && infinite_row == nowhere) infinite_row = row;
      return;
    }
    if (!has_words()) words_from = first_word_row = row;
    if (cell.kind == CellKind::word) add_word(row, cell.text);
  }

  void add_word(std::size_t row, std::string_view text) {
    if (has_other_words) return;
    has_other_words = !has_both_signs(text);
    if (has_other_words || both_row != nowhere) return;
    both_row = row;
    both_text = text;
  }

  // A number, where commas may be decimal.
  void add_point(std::size_t row, std::string_view text) {
    if (point_row != nowhere && !points_may_be_so) return;
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
};

}   // namespace protea
