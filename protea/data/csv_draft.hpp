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

// A column in the making. Row 0 is the first row of the file, a header or not; what it is shows only at the end, so its
// cell is kept apart. From the first word on the texts are kept too; earlier ones are fetched in a second pass, except for a
// column that may be the label, whose texts are kept from the beginning.
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
  bool may_be_thousands = true;   // all decimal commas stand where those between thousands do

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
  }

  void add_comma(std::size_t row, std::string_view text) {
    if (comma_row == nowhere) {
      comma_row = row;
      comma_text = text;
    }
    const std::size_t comma = text.find(',');
    may_be_thousands = may_be_thousands && text.size() - comma == 4 && comma <= 4;
  }

  // Numbers are to be kept as they are spelled: every text is fetched in the second pass. Precondition: `rows` counts all.
  void keep_words(std::size_t rows) {
    if (has_words()) return;
    words_from = rows;
    first_word_row = 0;
  }

  // The first row turned out to be data. Commas may be decimal where they do not separate cells. Precondition: `rows` counts it.
  void adopt_first_row(std::size_t rows, bool may_have_commas) {
    number_cells += first_kind == CellKind::number ? 1 : 0;
    if (first_kind == CellKind::infinite) infinite_row = 0;
    if (first_has_comma) add_comma(0, first_text);
    else if (may_have_commas && first_kind == CellKind::number && first_text.find('.') != std::string::npos)
      point_row = 0;
    if (first_kind == CellKind::missing) first_text.clear();
    if (first_kind != CellKind::word) return;
    first_word_row = 0;
    if (!has_words()) words_from = rows;
  }
};

}   // namespace protea
