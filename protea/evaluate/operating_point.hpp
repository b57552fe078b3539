// Where to draw the line between two classes so that a wanted share of the positive samples is found.
#pragma once

#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

struct OperatingPoint {
  double threshold;     // Θ: positive where the lead is larger, strictly
  double sensitivity;   // share of the positive samples that are called positive
  double specificity;   // share of the others that are not
};

// The point of the largest specificity that reaches the wanted sensitivity. `leads` say how much nearer the positive
// class is, d⁻ − d⁺; the positive ones are those that a decision with the threshold Θ calls so, d⁺ < d⁻ − Θ. Of the
// thresholds that part these samples alike, one of few digits, so that it can be written down. Throws a DataError where
// there are no samples of one of the two sides.
OperatingPoint point_for_sensitivity(Row leads, const std::vector<bool>& is_positive, double sensitivity);

}   // namespace protea
