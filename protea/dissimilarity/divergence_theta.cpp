#include <protea/dissimilarity/divergence_theta.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <protea/dissimilarity/relevance.hpp>

namespace protea {

std::size_t DivergenceTheta::count(std::size_t n) const {
  if (has_parameter && !(start >= range.low && start <= range.high)) {
    throw UsageError(fmt::format("dissimilarity.{} = {}: while it is learned it stays from {} to {}: start there", name, start, range.low,
                                 range.high));
  }
  return (has_parameter ? 1 : 0) + (has_relevances ? n : 0);
}

// At the ends the chart has no slope, and a minimizer would never leave them: a start there is moved inside by a hundredth of the range.
void DivergenceTheta::initialize(MutableRow theta, std::size_t n, Random& random) const {
  const double inside = (range.high - range.low) / 100;
  if (has_parameter) theta[0] = std::clamp(start, range.low + inside, range.high - inside);
  if (has_relevances) Relevance{}.initialize(relevances(theta), n, random);
}

void DivergenceTheta::project(MutableRow theta) const {
  if (has_parameter) theta[0] = std::clamp(theta[0], range.low, range.high);
  if (has_relevances) Relevance{}.project(relevances(theta));
}

void DivergenceTheta::from_free(Row free, MutableRow theta) const {
  if (has_parameter) theta[0] = range.low + (range.high - range.low) * ((1 + std::sin(free[0])) / 2);
  if (has_relevances) Relevance{}.from_free(relevances(free), relevances(theta));
}

void DivergenceTheta::to_free(MutableRow theta) const {
  if (has_parameter) theta[0] = std::asin(std::clamp(2 * (theta[0] - range.low) / (range.high - range.low) - 1, -1.0, 1.0));
  if (has_relevances) Relevance{}.to_free(relevances(theta));
}

void DivergenceTheta::pull_back(Row free, MutableRow gradient) const {
  if (has_parameter) gradient[0] *= (range.high - range.low) / 2 * std::cos(free[0]);
  if (has_relevances) Relevance{}.pull_back(relevances(free), relevances(gradient));
}

}  // namespace protea
