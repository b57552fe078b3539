// Why a sample got its answer, in numbers: the two prototypes that decided, the share of each feature, and what would
// have changed it.
#pragma once

#include <optional>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/model/prototype_model.hpp>

namespace PROTEA_EXPORT protea {

// The smallest change of one feature, all others kept, at which the answer changes.
struct SingleChange {
  std::size_t feature = 0;
  double value = 0;           // of the feature at the boundary, in original units
  double change = 0;          // value less that of the sample
  Label becomes = no_label;   // the class beyond the boundary
};

struct Explanation {
  Label answer = no_label;
  std::size_t own = 0;     // the nearest prototype of the answered class
  std::size_t other = 0;   // the nearest of all other classes
  double d_own = 0;
  double d_other = 0;
  // Of each feature l to d_other − d_own, which they sum to: (x − w)_l (Λ(x − w))_l of the other prototype less that of
  // the own. For the distance `euclidean`, a root, these sum to the difference of the squares and are divided by
  // d_other + d_own.
  std::vector<double> contributions;
  std::vector<std::optional<SingleChange>> changes;   // for each feature; nothing where no change of it alone can do it
  // Among them by size in model units, where features can be compared; by size in original units for rows
  // scaled to sum 1.
  std::optional<SingleChange> smallest_change;
};

// For one row in model units; `sum` is that of its values in original units, which matters where rows are scaled to sum
// 1. There a change t of one feature moves x to x + u(e_l − x) with u = t/(sum + t) < 1: along a line, as everywhere.
// Throws a UsageError where the dissimilarity is no quadratic form nor `euclidean`, prototypes are combinations of
// samples, the decision is not the nearest prototype, or the row has missing values.
Explanation explain(const PrototypeModel& model, Row x, double sum = 1);
// … of many rows, with what is the same for all of them: Λ of each metric.
std::vector<Matrix> quadratic_forms_of(const PrototypeModel& model);
Explanation explain(const PrototypeModel& model, Row x, double sum, const std::vector<Matrix>& forms);

}   // namespace protea
