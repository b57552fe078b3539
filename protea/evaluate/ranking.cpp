#include <protea/evaluate/ranking.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace protea {
namespace {

std::optional<double> area_of(Row scores, const std::vector<bool>& is_positive) {
  const auto curve = roc_curve(scores, is_positive);
  if (!curve) return std::nullopt;
  return curve->auc;
}

std::vector<double> column_of(MatrixView matrix, std::size_t c) {
  std::vector<double> column(matrix.rows);
  for (std::size_t i = 0; i < matrix.rows; ++i) column[i] = matrix.row(i)[c];
  return column;
}

// A(i|j): the scores of class i among the samples of the classes i and j.
std::optional<double> pair_area(MatrixView scores, std::span<const Label> y, std::size_t i, std::size_t j) {
  std::vector<double> own;
  std::vector<bool> is_positive;
  for (std::size_t s = 0; s < y.size(); ++s) {
    const auto label = static_cast<std::size_t>(y[s]);
    if (label != i && label != j) continue;
    own.push_back(scores.row(s)[i]);
    is_positive.push_back(label == i);
  }
  return area_of(own, is_positive);
}

}   // namespace

std::optional<RocCurve> roc_curve(Row scores, const std::vector<bool>& is_positive) {
  const auto positives = static_cast<std::size_t>(std::count(is_positive.begin(), is_positive.end(), true));
  const std::size_t negatives = is_positive.size() - positives;
  if (positives == 0 || negatives == 0) return std::nullopt;
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });

  RocCurve curve;
  curve.points.push_back({std::numeric_limits<double>::infinity(), 0, 0, 1});
  std::uint64_t hits = 0;
  std::uint64_t alarms = 0;
  std::uint64_t twice_right = 0;   // pairs in the right order count 2, ties 1
  for (std::size_t first = 0; first < order.size();) {
    const double threshold = scores[order[first]];
    std::uint64_t new_hits = 0;
    std::uint64_t new_alarms = 0;
    for (; first < order.size() && scores[order[first]] == threshold; ++first)
      ++(is_positive[order[first]] ? new_hits : new_alarms);
    twice_right += new_alarms * (2 * hits + new_hits);
    hits += new_hits;
    alarms += new_alarms;
    const double precision = static_cast<double>(hits) / static_cast<double>(hits + alarms);
    curve.average_precision += static_cast<double>(new_hits) / static_cast<double>(positives) * precision;
    curve.points.push_back({threshold, static_cast<double>(alarms) / static_cast<double>(negatives),
                            static_cast<double>(hits) / static_cast<double>(positives), precision});
  }
  curve.auc = static_cast<double>(twice_right) / (2 * static_cast<double>(positives) * static_cast<double>(negatives));
  return curve;
}

Matrix beyond_rounding(MatrixView scores) {
  Matrix result(scores.rows, scores.columns);
  for (std::size_t i = 0; i < scores.rows; ++i) {
    const Row own = scores.row(i);
    for (std::size_t c = 0; c < scores.columns; ++c) {
      result(i, c) = own[c];
      if (own[c] < 1) continue;
      double others = 0;
      for (std::size_t o = 0; o < own.size(); ++o) others += o == c ? 0 : own[o];
      result(i, c) = 1 - std::log(others);
    }
  }
  return result;
}

Ranking ranking_of(MatrixView scores, std::span<const Label> y) {
  Ranking result;
  double sum = 0;
  std::size_t count = 0;
  for (std::size_t c = 0; c < scores.columns; ++c) {
    std::vector<bool> is_positive;
    for (const Label label : y) is_positive.push_back(static_cast<std::size_t>(label) == c);
    result.one_vs_rest.push_back(roc_curve(column_of(scores, c), is_positive));
    if (!result.one_vs_rest.back()) continue;
    sum += result.one_vs_rest.back()->auc;
    ++count;
  }
  if (count > 0) result.macro_auc = sum / static_cast<double>(count);
  sum = 0;
  count = 0;
  for (std::size_t i = 0; i < scores.columns; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto one = pair_area(scores, y, i, j);
      const auto other = pair_area(scores, y, j, i);
      if (!one || !other) continue;
      sum += (*one + *other) / 2;
      ++count;
    }
  }
  if (count > 0) result.hand_till = sum / static_cast<double>(count);
  return result;
}

}   // namespace protea
