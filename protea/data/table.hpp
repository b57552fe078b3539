// A table as it stands in a file: named columns of numbers or words, each cell traceable to its place in the file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/data/number_cells.hpp>
#include <protea/data/row_lines.hpp>
#include <protea/data/word_cells.hpp>

namespace PROTEA_EXPORT protea {

inline constexpr double missing_value = std::numeric_limits<double>::quiet_NaN();

// A column holds numbers (missing cells are NaN) or, once a cell is not a number, words (missing cells are empty). One
// that may be the label keeps its words in any case, as they are spelled, and its numbers beside them where all
// are numbers.
struct Column {
  std::string name;
  NumberCells numbers;
  WordCells words;                  // empty for a column of numbers alone
  std::size_t first_word_row = 0;   // of a column of words: the first row whose cell is not a number
  std::size_t number_cells = 0;     // of a column of words: how many of its cells are numbers

  bool is_nominal() const { return !words.empty(); }
};

// What a column is there for. Only columns of `data` are features or targets.
enum class Role { data, weights, groups, id, ignored };
constexpr auto names_of(Role) {
  return std::array{std::pair<std::string_view, Role>{"data", Role::data},
                    std::pair<std::string_view, Role>{"weights", Role::weights},
                    std::pair<std::string_view, Role>{"groups", Role::groups},
                    std::pair<std::string_view, Role>{"id", Role::id},
                    std::pair<std::string_view, Role>{"ignored", Role::ignored}};
}

struct Table {
  std::string source;   // file name, "standard input" or the name of a built-in set, for messages
  std::vector<Column> columns;
  RowLines lines;                // line of each row in the file, from 1; empty for binary formats
  bool has_names = false;        // the file names its columns
  bool is_sparse = false;        // columns that are not there are zero (LIBSVM)
  int label_column = -1;         // where the format itself says which column is the label
  bool is_unlabelled = false;    // where the format itself says that there is none
  std::vector<double> weights;   // one per row where there are some (LVQ_PAK weight=, or a column of them), else empty
  std::vector<std::uint32_t> groups = {};        // one per row where a column names them, else empty
  std::vector<Role> roles = {};                  // of the columns; empty: all are data
  std::vector<std::string> missing_marks = {};   // of missing values, that were given
  std::vector<std::string> notes = {};           // what was guessed about the file, a sentence each, settings marked
  StoragePrecision precision = StoragePrecision::float64;   // of the features made from it

  std::size_t rows() const;
  Role role(std::size_t column) const { return roles.empty() ? Role::data : roles[column]; }
  void set_role(std::size_t column, Role role);
  std::optional<std::size_t> column_with(Role role) const;   // the first
  // "wine.csv:17:4", counting columns from 1; "wine.npy row 17, column 4" for binary formats.
  std::string place(std::size_t row, std::size_t column) const;
};

}   // namespace protea
