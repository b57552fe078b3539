// Monotonous functions Φ that turn a relative margin into a loss.
#pragma once

#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/exact_math.hpp>
#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

enum class Activation { identity, sigmoid, soft_plus, swish };
constexpr auto names_of(Activation) {
  return std::array{std::pair<std::string_view, Activation>{"identity", Activation::identity},
                    std::pair<std::string_view, Activation>{"sigmoid", Activation::sigmoid},
                    std::pair<std::string_view, Activation>{"soft+", Activation::soft_plus},
                    std::pair<std::string_view, Activation>{"swish", Activation::swish}};
}

struct ValueAndSlope {
  double value = 0;
  double slope = 0;
};

inline double logistic(double z) {
  if (z >= 0) return 1 / (1 + exponential(-z));
  const double e = exponential(z);
  return e / (1 + e);
}

// Ends of pieces on which quadrature of a logistic function of t/width is exact: its poles are at ±πi widths, and
// beyond 36 widths it is constant.
inline std::vector<double> logistic_breaks(double width) {
  std::vector<double> result;
  for (int i = -9; i <= 9; ++i) result.push_back(4 * i * width);
  return result;
}

// identity: μ; sigmoid: 1/(1+e^{−γμ}); soft+: ln(1+e^{γμ}); swish: μ/(1+e^{−γμ}); γ the steepness.
inline ValueAndSlope activate(Activation activation, double mu, double steepness) {
  const double z = steepness * mu;
  switch (activation) {
    case Activation::identity: break;
    case Activation::sigmoid: {
      const double f = logistic(z);
      return {f, steepness * f * (1 - f)};
    }
    case Activation::soft_plus:
      return {(z > 0 ? z : 0) + logarithm_of_one_plus(exponential(-std::abs(z))), steepness * logistic(z)};
    case Activation::swish: {
      const double f = logistic(z);
      return {mu * f, f + z * f * (1 - f)};
    }
  }
  return {mu, 1};
}

}   // namespace protea
