// Which columns of a table are features, which is the label, and how words become numbers. Learned from the training table and
// kept in the model, so that later tables are read in the same way.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/data/dataset.hpp>
#include <protea/data/table.hpp>

namespace protea {

enum class Nominal { refuse, one_hot };
constexpr auto names_of(Nominal) {
  return std::array{std::pair<std::string_view, Nominal>{"refuse", Nominal::refuse},
                    std::pair<std::string_view, Nominal>{"one-hot", Nominal::one_hot}};
}

struct FeatureColumn {
  std::string name;
  std::vector<std::string> categories;     // of a nominal column, sorted; empty for numbers
};

struct Encoding {
  std::vector<FeatureColumn> columns;
  std::string label_name;                  // empty when there is no label
  std::size_t label_position = 0;          // among all columns of the training table
  bool has_names = false;                  // the training table named its columns
  std::string optional_column = {};        // one more column of numbers that later tables may have, behind the others; or empty

  std::size_t feature_count() const;
  std::vector<std::string> feature_names() const;   // "island=Biscoe" for one-hot features
};

// The label column by name or by position from 1, "none" for no label, "" for the format's own or else the last column.
std::optional<std::size_t> find_label_column(const Table& table, std::string_view label);

// Makes a column, by name or position from 1, the weights of the rows; they must be greater than 0.
void set_weight_column(Table& table, std::string_view column);

// Makes a column the groups of the rows, numbered in the order in which they appear. A missing cell is a DataError.
void set_group_column(Table& table, std::string_view column);

// A column of words without a number in it is refused when the table is encoded, or made into one feature per word.
Encoding learn_encoding(const Table& table, std::optional<std::size_t> label_column, Nominal nominal);

// Reads a table with an encoding learned from another one. Columns are matched by name where both tables have names, else by
// position. The label column is found by `label`, by its learned name, or as the one column too many; a table without one is
// fine, and then y is empty. Where the optional column is there, it becomes the last feature. Classes get the numbers of `class_names` where given, else they are learned.
struct EncodeOptions {
  std::string label = {};
  std::vector<std::string> class_names = {};   // empty: learn them
  bool wants_labels = true;                    // otherwise the label column is found, left alone, and y is empty
};
Dataset encode(const Table& table, const Encoding& encoding, const EncodeOptions& options);

// Both steps for a training table.
struct EncodedTable {
  Dataset dataset;
  Encoding encoding;
};
EncodedTable encode_training_table(const Table& table, std::string_view label, Nominal nominal);

}  // namespace protea
