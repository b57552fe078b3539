// Which columns of a table are features, which are targets, and how words become numbers. Learned from the training
// table and kept in the model, so that later tables are read in the same way.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/data/dataset.hpp>
#include <protea/data/table.hpp>
#include <protea/data/targets.hpp>

namespace PROTEA_EXPORT protea {

enum class Nominal { refuse, one_hot };
constexpr auto names_of(Nominal) {
  return std::array{std::pair<std::string_view, Nominal>{"refuse", Nominal::refuse},
                    std::pair<std::string_view, Nominal>{"one-hot", Nominal::one_hot}};
}

struct FeatureColumn {
  std::string name;
  std::vector<std::string> categories;   // of a nominal column, sorted; empty for numbers
};

// A column of the training table that is neither feature nor target.
struct SetAside {
  std::string name;
  std::size_t position;   // in the table
  Role role;
};

struct Encoding {
  std::vector<FeatureColumn> columns;
  std::string label_name;           // empty when labels are not the targets
  std::size_t label_position = 0;   // among the columns of the training table that are not set aside
  bool has_names = false;           // the training table named its columns
  std::string optional_column =
      {};   // one more column of numbers that later tables may have, behind the others; or empty
  std::vector<std::string> label_columns = {};      // of memberships, where these are the targets
  std::string target_name = {};                     // of the column of numbers, where these are the targets
  std::vector<std::size_t> target_positions = {};   // of either, likewise
  std::vector<SetAside> set_aside = {};
  std::vector<std::string> missing_marks = {};   // with which the training table was read, beside the usual ones

  TargetKind target_kind() const;
  std::size_t feature_count() const;
  std::vector<std::string> feature_names() const;   // "island=Biscoe" for one-hot features
};

// A column of words without a number in it is refused when the table is encoded, or made into one feature per word.
Encoding learn_encoding(const Table& table, const FoundTarget& target, Nominal nominal);

// Reads a table with an encoding learned from another one. Columns are matched by name where both tables have names,
// else by position; columns that were set aside are so again. The label column is found by `label`, by its learned
// name, or as the one column too many, and columns of memberships and target numbers likewise; a table without them is
// fine, and then there are no targets. Where the optional column is there, it becomes the last feature. Classes get the
// numbers of `class_names` where given, else they are learned. The table is used up: hand it over by std::move, and its
// values are not copied.
struct EncodeOptions {
  std::string label = {};
  std::vector<std::string> class_names = {};     // empty: learn them
  bool wants_labels = true;                      // otherwise the targets are found and left alone
  std::vector<std::string> label_columns = {};   // instead of `label`, as in TargetChoice
  std::string target_column = {};
};
Dataset encode(Table table, const Encoding& encoding, const EncodeOptions& options);

// Both steps for a training table.
struct EncodedTable {
  Dataset dataset;
  Encoding encoding;
  std::vector<std::string> notes = {};   // what was chosen, a sentence each, settings marked
};
// From so many values on, a table that leaves the precision open has its features kept in single precision where that is
// enough.
inline constexpr std::size_t many_values = std::size_t{1} << 23;
EncodedTable encode_training_table(Table table, const TargetChoice& choice, Nominal nominal);
EncodedTable encode_training_table(Table table, std::string_view label, Nominal nominal);

}   // namespace protea
