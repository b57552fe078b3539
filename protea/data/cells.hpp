// What the text readers share: lines, the meaning of a cell, finished columns, and failures that name their line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/data/table.hpp>

namespace PROTEA_EXPORT protea {

// A dash or a point alone is a mark: missing among numbers, a word among words.
enum class CellKind { number, missing, infinite, mark, word };

struct Cell {
  std::string_view text;   // trimmed, without quotes
  double value = missing_value;
  CellKind kind = CellKind::missing;
  bool has_decimal_comma = false;
};

// Missing are: empty, NA, N/A, NaN in any case, ?, null. Precondition: `text` is trimmed.
Cell read_cell(std::string_view text);
// The same where 3,14 is a number too.
Cell read_cell_with_comma(std::string_view text);

// Walks over the lines of a text; line ends are LF or CR LF.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) {}
  bool next();
  std::string_view line() const { return line_; }
  std::uint32_t number() const { return number_; }

 private:
  std::string_view rest_;
  std::string_view line_;
  std::uint32_t number_ = 0;
};

// The next word of `text` between blanks, removed from its front; empty at the end.
std::string_view next_word(std::string_view& text);

Column number_column(std::string name, NumberCells numbers);
// Fills in first_word_row and number_cells; missing cells are empty words.
Column word_column(std::string name, std::vector<std::string> words);

// Columns x1, x2, …
std::vector<Column> named_columns(std::vector<Numbers> values);
// The rows of a row-major block as columns x1, x2, …
std::vector<Column> split_columns(const std::vector<double>& values, std::size_t columns);

// Names given to the features of files without names: x1, x2, …
std::string feature_name(std::size_t index);

// Throws DataError "source:line: sentence" and "source:line:column: sentence"; `column` counts from 1.
[[noreturn]] void fail_at(const std::string& source, std::size_t line, const std::string& sentence);
[[noreturn]] void fail_at(const std::string& source, std::size_t line, std::size_t column, const std::string& sentence);
[[noreturn]] void fail_without_rows(const std::string& source);

// Sparse formats can ask for far more cells than they have bytes. Genuine sets stay well below 32 cells per byte.
bool is_plausible_size(std::size_t rows, std::size_t columns, std::size_t bytes);

inline constexpr const char* infinity_sentence = "infinity is not a usable value";

}   // namespace protea
