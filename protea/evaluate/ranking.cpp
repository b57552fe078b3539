#include <protea/evaluate/ranking.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <protea/base/large_memory.hpp>

namespace protea {
namespace {

// Calls visit(point) for all points but the first, in order.
template <class Visit>
std::optional<RocAreas> walk(Row scores, const std::vector<bool>& is_positive, Visit visit) {
  const auto positives = static_cast<std::size_t>(std::count(is_positive.begin(), is_positive.end(), true));
  const std::size_t negatives = is_positive.size() - positives;
  if (positives == 0 || negatives == 0) return std::nullopt;
  Indices order(scores.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return scores[a] > scores[b]; });

  RocAreas areas;
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
    areas.average_precision += static_cast<double>(new_hits) / static_cast<double>(positives) * precision;
    visit(RocPoint{threshold, static_cast<double>(alarms) / static_cast<double>(negatives),
                   static_cast<double>(hits) / static_cast<double>(positives), precision});
  }
  areas.auc = static_cast<double>(twice_right) / (2 * static_cast<double>(positives) * static_cast<double>(negatives));
  return areas;
}

std::optional<RocAreas> areas_of(Row scores, const std::vector<bool>& is_positive) {
  return walk(scores, is_positive, [](const RocPoint&) {});
}

struct OneAgainstTheRest {
  Numbers scores;
  std::vector<bool> is_positive;

  OneAgainstTheRest(MatrixView all, std::span<const Label> y, std::size_t c)
      : scores(zeros(all.rows)), is_positive(all.rows) {
    for (std::size_t i = 0; i < all.rows; ++i) {
      scores[i] = all.row(i)[c];
      is_positive[i] = static_cast<std::size_t>(y[i]) == c;
    }
    walked_over(all.rows * all.columns * sizeof(double));
  }
};

// A(i|j): the scores of class i among the samples of the classes i and j.
std::optional<double> pair_area(MatrixView scores, std::span<const Indices> samples, std::size_t i, std::size_t j) {
  Numbers own;
  own.reserve(samples[i].size() + samples[j].size());
  for (const std::size_t c : {i, j}) {
    for (const std::uint32_t s : samples[c]) own.push_back(scores.row(s)[i]);
  }
  std::vector<bool> is_positive(own.size());
  std::fill_n(is_positive.begin(), samples[i].size(), true);
  const auto areas = areas_of(own, is_positive);
  if (!areas) return std::nullopt;
  return areas->auc;
}

}   // namespace

std::optional<RocCurve> roc_curve(Row scores, const std::vector<bool>& is_positive) {
  RocCurve curve;
  curve.points.push_back({std::numeric_limits<double>::infinity(), 0, 0, 1});
  const auto areas = walk(scores, is_positive, [&](const RocPoint& point) { curve.points.push_back(point); });
  if (!areas) return std::nullopt;
  static_cast<RocAreas&>(curve) = *areas;
  return curve;
}

std::optional<RocCurve> roc_curve(MatrixView scores, std::span<const Label> y, std::size_t of_class) {
  const OneAgainstTheRest own(scores, y, of_class);
  return roc_curve(Row(own.scores), own.is_positive);
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
    const OneAgainstTheRest own(scores, y, c);
    result.one_vs_rest.push_back(areas_of(own.scores, own.is_positive));
    if (!result.one_vs_rest.back()) continue;
    sum += result.one_vs_rest.back()->auc;
    ++count;
  }
  if (count > 0) result.macro_auc = sum / static_cast<double>(count);
  sum = 0;
  count = 0;
  std::vector<Indices> samples(scores.columns);
  for (std::size_t s = 0; s < y.size(); ++s) {
    const auto c = static_cast<std::size_t>(y[s]);
    if (c < samples.size()) samples[c].push_back(static_cast<std::uint32_t>(s));
  }
  for (std::size_t i = 0; i < scores.columns; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto one = pair_area(scores, samples, i, j);
      const auto other = pair_area(scores, samples, j, i);
      if (!one || !other) continue;
      sum += (*one + *other) / 2;
      ++count;
    }
  }
  if (count > 0) result.hand_till = sum / static_cast<double>(count);
  return result;
}

}   // namespace protea
