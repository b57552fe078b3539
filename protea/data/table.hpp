// A table as it stands in a file: named columns of numbers or words, each cell traceable to its place in the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

inline constexpr double missing_value = std::numeric_limits<double>::quiet_NaN();

// A column holds numbers (missing cells are NaN) or, once a cell is not a number, words (missing cells are empty).
struct Column {
  std::string name;
  std::vector<double> numbers;
  std::vector<std::string> words;   // empty for a column of numbers
  std::size_t first_word_row = 0;   // of a column of words: the first row whose cell is not a number
  std::size_t number_cells = 0;     // of a column of words: how many of its cells are numbers

  bool is_nominal() const { return !words.empty(); }
};

struct Table {
  std::string source;   // file name, "standard input" or the name of a built-in set, for messages
  std::vector<Column> columns;
  std::vector<std::uint32_t> lines;   // line of each row in the file, from 1; empty for binary formats
  bool has_names = false;             // the file names its columns
  bool is_sparse = false;             // columns that are not there are zero (LIBSVM)
  int label_column = -1;              // where the format itself says which column is the label
  std::vector<double> weights;   // one per row where there are some (LVQ_PAK weight=, or a column of them), else empty
  int weight_column = -1;        // where a column holds the weights: it is no feature
  std::vector<std::uint32_t> groups = {};   // one per row where a column names them, else empty
  int group_column = -1;                    // that column: no feature either

  std::size_t rows() const;
  // "wine.csv:17:4", counting columns from 1; "wine.npy row 17, column 4" for binary formats.
  std::string place(std::size_t row, std::size_t column) const;
};

}   // namespace protea
