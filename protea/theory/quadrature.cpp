#include <protea/theory/quadrature.hpp>

#include <cmath>
#include <numbers>

namespace protea {
namespace {

// The roots of the Legendre polynomial P_n by Newton's method; the weights are 2/((1 − x²) P_n′(x)²).
QuadratureRule make_rule() {
  constexpr std::size_t n = QuadratureRule::points;
  QuadratureRule rule;
  for (std::size_t i = 0; i < n; ++i) {
    double x = std::cos(std::numbers::pi * (static_cast<double>(i) + 0.75) / (static_cast<double>(n) + 0.5));
    double slope = 1;
    for (int iteration = 0; iteration < 20; ++iteration) {
      double before = 1;
      double value = x;
      for (std::size_t k = 2; k <= n; ++k) {
        const double degree = static_cast<double>(k);
        const double next = ((2 * degree - 1) * x * value - (degree - 1) * before) / degree;
        before = value;
        value = next;
      }
      slope = static_cast<double>(n) * (x * value - before) / (x * x - 1);
      x -= value / slope;
    }
    rule.nodes[i] = x;
    rule.weights[i] = 2 / ((1 - x * x) * slope * slope);
  }
  return rule;
}

}   // namespace

const QuadratureRule& gauss_legendre() {
  static const QuadratureRule rule = make_rule();
  return rule;
}

}   // namespace protea
