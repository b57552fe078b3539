// Which columns of a table say what a sample is to be learned for, and their cells as labels, memberships or numbers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/data/dataset.hpp>
#include <protea/data/table.hpp>

namespace PROTEA_EXPORT protea {

// The label column by name or by position from 1, "none" for no label, "" for the format's own or else the last column.
std::optional<std::size_t> find_label_column(const Table& table, std::string_view label);

// What to learn for. At most one of the three is given; none of them is the format's own label column, or else
// the last.
struct TargetChoice {
  std::string label = {};                        // as find_label_column() understands it; "none": nothing
  std::vector<std::string> label_columns = {};   // a column of memberships per class, by name or by position from 1
  std::string target_column = {};                // a column of numbers, likewise
};

// The columns that were found for it.
struct FoundTarget {
  TargetKind kind = TargetKind::none;
  std::vector<std::size_t> columns = {};

  bool holds(std::size_t column) const { return std::ranges::find(columns, column) != columns.end(); }
};

// Throws a UsageError for a choice of two kinds, of columns that hold weights or groups, or of one column twice, and a
// DataError where there is no such column.
FoundTarget find_target(const Table& table, const TargetChoice& choice);

// Fills in y, memberships or numbers of `dataset` with the names that go with them. Labels get the numbers of
// `class_names` where there are some. Throws a DataError with the place of a cell that is missing, not a number where
// one is needed, or not from 0 to 1 where it is a membership. Of the table only these columns are read.
void read_target(const Table& table, const FoundTarget& target, const std::vector<std::string>& class_names,
                 Dataset& dataset);

}   // namespace protea
