#include <protea/theory/cluster_model.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/theory/normal.hpp>

namespace protea {
namespace {

// Class + lies above the threshold, class − below it.
BestHyperplane hyperplane_at(double threshold, const ClusterModel& model) {
  const double centre = model.lambda / std::sqrt(2.0);
  BestHyperplane result{.threshold = threshold};
  result.error_plus = normal_cdf((threshold - centre) / std::sqrt(model.v_plus));
  result.error_minus = normal_cdf((-centre - threshold) / std::sqrt(model.v_minus));
  result.error = model.p(0) * result.error_plus + model.p(1) * result.error_minus;
  return result;
}

}   // namespace

void demand_valid(const ClusterModel& model) {
  const auto demand = [](bool is_right, const char* what, double value, const char* allowed) {
    if (!is_right) throw UsageError(fmt::format("{} = {}: must be {}", what, value, allowed));
  };
  demand(model.p_plus > 0 && model.p_plus < 1, "p-plus", model.p_plus, "greater than 0 and less than 1");
  demand(model.lambda >= 0 && std::isfinite(model.lambda), "lambda", model.lambda, "at least 0");
  demand(model.v_plus > 0 && std::isfinite(model.v_plus), "v-plus", model.v_plus, "greater than 0");
  demand(model.v_minus > 0 && std::isfinite(model.v_minus), "v-minus", model.v_minus, "greater than 0");
}

double trivial_error(const ClusterModel& model) { return std::min(model.p(0), model.p(1)); }

// The error is stationary in the threshold t where p₊ N(t; c, v₊) = p₋ N(t; −c, v₋), c = λ/√2. In logarithms that is
// (1/v₋ − 1/v₊) t² + 2c (1/v₊ + 1/v₋) t + c² (1/v₋ − 1/v₊) + 2 ln(p₊√v₋/(p₋√v₊)) = 0, linear for equal variances.
BestHyperplane best_hyperplane(const ClusterModel& model) {
  const double c = model.lambda / std::sqrt(2.0);
  const double second = 1 / model.v_minus - 1 / model.v_plus;
  const double first = 2 * c * (1 / model.v_plus + 1 / model.v_minus);
  const double zeroth = c * c * second + 2 * std::log(model.p(0) / model.p(1)) + std::log(model.v_minus / model.v_plus);
  std::vector<double> candidates{-infinity, infinity};
  const double discriminant = first * first - 4 * second * zeroth;
  if (discriminant >= 0) {
    // −2·zeroth/(first + √…) loses no digits where `second` is small or zero; the other root is
    // zeroth/(second·that one).
    const double denominator = first + std::sqrt(discriminant);
    if (denominator > 0) candidates.push_back(-2 * zeroth / denominator);
    if (second != 0) candidates.push_back(-denominator / (2 * second));
  }
  BestHyperplane best = hyperplane_at(candidates[0], model);
  for (const double threshold : candidates) {
    const BestHyperplane each = hyperplane_at(threshold, model);
    if (each.error < best.error) best = each;
  }
  return best;
}

}   // namespace protea
