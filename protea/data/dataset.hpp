// Samples as numbers, what they are to be learned for, and where each came from.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/data/row_lines.hpp>
#include <protea/data/sample_rows.hpp>

namespace PROTEA_EXPORT protea {

// What is known of each sample beside its values: nothing, its class, how much it belongs to each class, or a number.
enum class TargetKind { none, labels, memberships, numbers };
constexpr auto names_of(TargetKind) {
  return std::array{std::pair<std::string_view, TargetKind>{"none", TargetKind::none},
                    std::pair<std::string_view, TargetKind>{"labels", TargetKind::labels},
                    std::pair<std::string_view, TargetKind>{"memberships", TargetKind::memberships},
                    std::pair<std::string_view, TargetKind>{"numbers", TargetKind::numbers}};
}

struct Dataset {
  std::string source;     // for messages; may be empty
  SampleRows x;           // missing values are NaN until a preparation has dealt with them
  std::vector<Label> y;   // of memberships, the class a sample belongs to most; empty for other targets but labels
  std::vector<std::string> class_names;   // of labels and memberships
  std::vector<std::string> feature_names;
  RowLines lines;                            // of each row in its file; empty where a format has none
  std::vector<std::uint32_t> file_columns;   // of each feature in its file, from 1; empty for data that come from none
  std::vector<double> weights = {};          // of the rows; empty: all one
  std::vector<std::uint32_t> row_numbers = {};   // of a subset: where each row stood in the whole, from 0
  std::vector<std::uint32_t> groups = {};        // of the rows, where a split keeps groups together; else empty
  Matrix memberships = {};             // samples × classes, each from 0 to 1; empty unless the targets are memberships
  std::vector<double> numbers = {};    // one per sample; empty unless the targets are numbers
  std::string target_name = {};        // of the numbers
  std::vector<std::string> ids = {};   // names of the rows, where a column holds them; else empty
  std::string id_name = {};            // of that column

  std::size_t size() const { return x.rows(); }
  TargetKind target_kind() const;
  std::uint32_t row_number(std::size_t row) const {
    return row_numbers.empty() ? static_cast<std::uint32_t>(row) : row_numbers[row];
  }
  // "wine.csv:17:4"; "wine.npy row 17, column 4" without lines; "row 17, column 4" without a source.
  std::string place(std::size_t row, std::size_t feature) const;
  // Shares the values of the samples.
  Dataset subset(std::span<const std::uint32_t> rows) const;
};

// The class to which each row of memberships belongs most, the first of equals.
std::vector<Label> crisp_labels(const Matrix& memberships);
// One for its class, zero for the others.
Matrix crisp_memberships(std::span<const Label> y, std::size_t classes);
// The same rows with nothing to be learned for.
Dataset without_targets(Dataset dataset);

// Samples of each class, in order.
std::vector<std::vector<std::uint32_t>> samples_by_class(std::span<const Label> y, std::size_t classes);

}   // namespace protea
