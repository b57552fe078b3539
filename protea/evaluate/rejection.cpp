#include <protea/evaluate/rejection.hpp>

#include <algorithm>
#include <numeric>

namespace protea {

std::vector<RejectionPoint> accuracy_reject_curve(std::span<const Label> truth, std::span<const Label> answers,
                                                  Row certainty) {
  std::vector<std::size_t> order(truth.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return certainty[a] > certainty[b]; });
  std::vector<RejectionPoint> curve;
  std::size_t right = 0;
  for (std::size_t next = 0; next < order.size();) {
    const double least = certainty[order[next]];
    for (; next < order.size() && certainty[order[next]] == least; ++next)
      right += truth[order[next]] == answers[order[next]] ? 1 : 0;
    const auto kept = static_cast<double>(next);
    curve.push_back({least, kept / static_cast<double>(order.size()), static_cast<double>(right) / kept});
  }
  return curve;
}

std::optional<RejectionPoint> point_for_accuracy(const std::vector<RejectionPoint>& curve, double accuracy) {
  for (auto point = curve.rbegin(); point != curve.rend(); ++point) {
    if (point->accuracy >= accuracy) return *point;
  }
  return std::nullopt;
}

}   // namespace protea
