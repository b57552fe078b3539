// Data sets from arrays in memory: looked at, never copied.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/data/dataset.hpp>

namespace PROTEA_EXPORT protea {

// What the samples are to be learned for: nothing, labels as integers or words, a number each, or a row of
// memberships each.
using ArrayTargets = std::variant<std::monostate, std::span<const std::int32_t>, std::span<const std::int64_t>,
                                  std::span<const std::string>, Row, ArrayView>;

struct ArrayNames {
  std::string source = {};                  // for messages: "measurements row 3, column 2"
  std::vector<std::string> features = {};   // empty: x1, x2, …
  std::vector<std::string> classes = {};    // of the columns of memberships; empty: 1, 2, …
  std::string target = "target";            // of the numbers
};

// A data set over the rows of `x`, which stay with the caller and must live, unchanged, as long as the data set or any
// subset of it:
//   std::vector<double> x = …;              // 150 rows of 4 numbers, row after row
//   std::vector<std::string> species = …;   // 150 words
//   const Dataset iris = from_arrays(ArrayView::row_major(x.data(), 150, 4), species);
// NaN is a missing value. Classes get their numbers as in files: integers in order of value, words in order of letters
// (of value where all of them are numbers). Targets are copied. Throws a UsageError where sizes do not fit, and a
// DataError with the place of an infinite value, and of a target that is missing, infinite, or a membership
// outside 0 … 1.
Dataset from_arrays(const ArrayView& x, const ArrayTargets& targets = {}, const ArrayNames& names = {});

}   // namespace protea
