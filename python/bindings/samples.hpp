// Rows, what they are to be learned for, and weights: looked at in arrays of Python.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <protea/data/encoding.hpp>

#include "arrays.hpp"

namespace protea::python {

// At most one kind of targets is there.
struct PythonTargets {
  std::optional<Codes> codes;   // into the names of the classes
  std::optional<Numbers> numbers;
  std::optional<Rows> memberships;
  std::vector<std::string> class_names;
};

struct PythonSamples {
  Rows x;
  PythonTargets targets;
  std::optional<Numbers> weights;
  std::vector<std::string> feature_names;   // empty: x1, x2, …
};

Dataset dataset_of(const PythonSamples& samples);
// Columns with names, then the target: as a file with a header has them.
Encoding encoding_of(const Dataset& dataset);

}   // namespace protea::python
