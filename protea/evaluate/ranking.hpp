// How well scores put samples in order: ROC and precision–recall curves, and the areas under them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

// The answer is "positive" where the score is at least the threshold. Lecture notes, section 6.3, with the limits of
// the threshold as corrected in errata N9: none is positive for +∞, all are for −∞.
struct RocPoint {
  double threshold;   // the first point has +∞
  double fpr;
  double tpr;
  double precision;   // 1 where nothing is positive yet
};

struct RocAreas {
  // Under the curve by trapezoids, which is the probability that a positive sample scores above a negative one, ties
  // counted half: U/(P·N) of Mann and Whitney. Computed from whole numbers.
  double auc = 0;
  double average_precision = 0;   // Σ (tpr_i − tpr_{i−1})·precision_i
};

struct RocCurve : RocAreas {
  std::vector<RocPoint> points;   // from (0, 0) to (1, 1); samples of equal score enter together
};

// Nothing where there are no positives or no negatives. Scores may be ±∞ but not NaN.
std::optional<RocCurve> roc_curve(Row scores, const std::vector<bool>& is_positive);
// Of a class against the rest. Row i of `scores` holds those of sample i for every class.
std::optional<RocCurve> roc_curve(MatrixView scores, std::span<const Label> y, std::size_t of_class);

// The scores as they are, so that equal ones stay tied; those that have been rounded to 1 become 1 + ln(1/Σ_{other} s),
// which keeps apart what rounding has made equal.
Matrix beyond_rounding(MatrixView scores);

struct Ranking {
  std::vector<std::optional<RocAreas>> one_vs_rest;   // of each class
  std::optional<double> macro_auc;                    // mean of the areas that exist
  // Mean over pairs of classes of (A(i|j) + A(j|i))/2, A(i|j) the area for class i among samples of i and j [Hand
  // and Till 2001];
  // over pairs that both have samples. Equals the area under the curve for two classes.
  std::optional<double> hand_till;
};

// Curves have as many points as there are scores, so none is kept.
Ranking ranking_of(MatrixView scores, std::span<const Label> y);

}   // namespace protea
