// Gauss–Legendre quadrature with sixteen points: exact for polynomials up to degree 31.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

struct QuadratureRule {
  static constexpr std::size_t points = 16;
  std::array<double, points> nodes{};   // in (−1, 1)
  std::array<double, points> weights{};
};

const QuadratureRule& gauss_legendre();

// ∫ f over [low, high].
template <std::invocable<double> F>
double integrate(F f, double low, double high) {
  const QuadratureRule& rule = gauss_legendre();
  const double centre = (low + high) / 2;
  const double half = (high - low) / 2;
  double sum = 0;
  for (std::size_t i = 0; i < QuadratureRule::points; ++i) sum += rule.weights[i] * f(centre + half * rule.nodes[i]);
  return half * sum;
}

}   // namespace protea
