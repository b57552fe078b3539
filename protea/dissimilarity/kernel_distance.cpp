#include <protea/dissimilarity/kernel_distance.hpp>

#include <cmath>

#include <protea/base/exact_math.hpp>
#include <protea/base/kernels.hpp>
#include <protea/base/lanes.hpp>

namespace protea {
namespace {

double squared_distance(Row x, Row w) {
  double d = 0;
  kernels().squared_distances(x.data(), w.data(), 1, x.size(), &d);
  return d;
}

}   // namespace

// z-scored features differ by ‖x − x'‖² = 2n on average: with σ² = n that is e⁻¹.
double KernelDistance::width(std::size_t n) const { return sigma > 0 ? sigma : std::sqrt(static_cast<double>(n)); }

double KernelDistance::inverse_square_width(Row theta, std::size_t n) const {
  return theta.empty() ? 1 / (width(n) * width(n)) : exponential(-2 * theta[0]);
}

double KernelDistance::polynomial(double product) const {
  return whole_power(1 + product, static_cast<double>(degree));
}

double KernelDistance::polynomial_slope(double product) const {
  return static_cast<double>(degree) * whole_power(1 + product, static_cast<double>(degree) - 1);
}

// rbf: 2 − 2κ, linear: ‖x − w‖²; written so that near prototypes lose no digits
double KernelDistance::value(Row x, Row w, Row theta) const {
  if (kind == KernelKind::rbf)
    return -2 * exponential_minus_one(-squared_distance(x, w) * inverse_square_width(theta, x.size()) / 2);
  if (kind == KernelKind::linear) return squared_distance(x, w);
  return polynomial(lane_dot(w, w)) + polynomial(lane_dot(x, x)) - 2 * polynomial(lane_dot(x, w));
}

// rbf: ∂d/∂w = 2κ(w − x)/σ², ∂d/∂ln σ = −2κ‖x − w‖²/σ²; polynomial: ∂d/∂w = 2κ'(w·w)w − 2κ'(x·w)x; linear: 2(w − x)
void KernelDistance::add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const {
  if (kind == KernelKind::rbf) {
    const double scale = inverse_square_width(theta, x.size());
    const double squared = squared_distance(x, w);
    const double kappa = exponential(-squared * scale / 2);
    kernels().add_scaled_difference(2 * pull * kappa * scale, w.data(), x.data(), x.size(), gw.data());
    if (!theta.empty()) gtheta[0] -= 2 * pull * kappa * squared * scale;
    return;
  }
  if (kind == KernelKind::linear)
    return kernels().add_scaled_difference(2 * pull, w.data(), x.data(), x.size(), gw.data());
  const double to_itself = polynomial_slope(lane_dot(w, w));
  const double to_sample = polynomial_slope(lane_dot(x, w));
  for (std::size_t i = 0; i < x.size(); ++i) gw[i] += 2 * pull * (to_itself * w[i] - to_sample * x[i]);
}

void KernelDistance::values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch&) const {
  const double scale = inverse_square_width(theta, x.columns);
  for (std::size_t i = 0; i < x.rows; ++i) {
    if (kind == KernelKind::polynomial) {
      const double own = polynomial(lane_dot(x.row(i), x.row(i)));
      for (std::size_t k = 0; k < w.rows; ++k) {
        d.row(i)[k] = polynomial(lane_dot(w.row(k), w.row(k))) + own - 2 * polynomial(lane_dot(x.row(i), w.row(k)));
      }
      continue;
    }
    kernels().squared_distances(x.row(i).data(), w.data, w.rows, w.columns, d.row(i).data());
    if (kind == KernelKind::linear) continue;
    for (double& each : d.row(i)) each = -2 * exponential_minus_one(-each * scale / 2);
  }
}

void KernelDistance::initialize(MutableRow theta, std::size_t n, Random&) const {
  if (!theta.empty()) theta[0] = logarithm(width(n));
}

}   // namespace protea
