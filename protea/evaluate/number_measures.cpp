#include <protea/evaluate/number_measures.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/weights.hpp>

namespace protea {
namespace {

// √ of the weighted mean square, in units of the largest, so that squares neither overflow nor vanish.
template <class Number>
double root_mean_square(std::size_t count, Row weights, const Number& number) {
  double largest = 0;
  for (std::size_t i = 0; i < count; ++i) largest = std::max(largest, std::abs(number(i)));
  if (!(largest > 0)) return 0;
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += weight_at(weights, i) * (number(i) / largest) * (number(i) / largest);
  return largest * std::sqrt(sum / total_weight(weights, count));
}

}   // namespace

NumberMeasures number_measures(Row truth, Row answers, Row weights) {
  NumberMeasures result{.samples = truth.size()};
  const double total = total_weight(weights, truth.size());
  double mean = 0;   // above the first, so that equal numbers have no spread
  for (std::size_t i = 0; i < truth.size(); ++i) {
    result.mae += weight_at(weights, i) / total * std::abs(truth[i] - answers[i]);
    mean += weight_at(weights, i) / total * (truth[i] - truth[0]);
  }
  result.rmse = root_mean_square(truth.size(), weights, [&](std::size_t i) { return truth[i] - answers[i]; });
  const double spread =
      root_mean_square(truth.size(), weights, [&](std::size_t i) { return truth[i] - truth[0] - mean; });
  if (spread > 0) result.r2 = 1 - result.rmse / spread * (result.rmse / spread);
  return result;
}

}   // namespace protea
