#include <protea/dissimilarity/divergence_theta.hpp>

#include <algorithm>
#include <numbers>

#include <fmt/format.h>

#include <protea/base/exact_math.hpp>
#include <protea/dissimilarity/relevance.hpp>

namespace protea {
namespace {

constexpr double turns_per_radian = 0.5 / std::numbers::pi;

}   // namespace

std::size_t DivergenceTheta::count(std::size_t n) const {
  if (has_parameter && !(start >= range.low && start <= range.high)) {
    throw UsageError(fmt::format("dissimilarity.{} = {}: while it is learned it stays from {} to {}: start there", name,
                                 start, range.low, range.high));
  }
  return (has_parameter ? 1 : 0) + (has_relevances ? n : 0);
}

void DivergenceTheta::initialize(MutableRow theta, std::size_t n, Random& random) const {
  if (has_parameter) theta[0] = start;
  if (has_relevances) Relevance{}.initialize(relevances(theta), n, random);
}

void DivergenceTheta::project(MutableRow theta) const {
  if (has_parameter) theta[0] = std::clamp(theta[0], range.low, range.high);
  if (has_relevances) Relevance{}.project(relevances(theta));
}

void DivergenceTheta::from_free(MutableRow theta) const {
  if (has_parameter) theta[0] = range.middle() + range.half() * sine_and_cosine(theta[0] * turns_per_radian).sine;
  if (has_relevances) Relevance{}.from_free(relevances(theta));
}

// At the ends the chart has no slope, and a minimizer would never leave them: a start there is moved inside by a
// fiftieth of the range.
void DivergenceTheta::to_free(MutableRow theta) const {
  constexpr double inside = 0.96;
  if (has_parameter) theta[0] = arc_sine(std::clamp((theta[0] - range.middle()) / range.half(), -inside, inside));
  if (has_relevances) Relevance{}.to_free(relevances(theta));
}

void DivergenceTheta::pull_back(Row free, MutableRow gradient) const {
  if (has_parameter) gradient[0] *= range.half() * sine_and_cosine(free[0] * turns_per_radian).cosine;
  if (has_relevances) Relevance{}.pull_back(relevances(free), relevances(gradient));
}

}   // namespace protea
