#include <protea/dissimilarity/minkowski.hpp>

#include <cmath>

#include <protea/base/lanes.hpp>

namespace protea {

double Minkowski::value(Row x, Row w, Row theta) const {
  const double power = theta.empty() ? p : theta[0];
  return lane_sum(x.size(), [&](std::size_t i) { return std::pow(std::abs(x[i] - w[i]), power); });
}

// ∂d/∂w = p|w − x|^(p−1)·sign(w − x), ∂d/∂p = Σ|x − w|ᵖ ln|x − w|, with 0·ln 0 = 0
void Minkowski::add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const {
  const double power = theta.empty() ? p : theta[0];
  double slope = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double size = std::abs(w[i] - x[i]);
    if (size == 0) continue;
    const double raised = std::pow(size, power);
    gw[i] += pull * power * std::copysign(raised / size, w[i] - x[i]);
    slope += raised * std::log(size);
  }
  if (!theta.empty()) gtheta[0] += pull * slope;
}

void Minkowski::initialize(MutableRow theta, std::size_t, Random&) const {
  if (!theta.empty()) theta[0] = p;
}

void Minkowski::project(MutableRow theta) const {
  if (!theta.empty() && !(theta[0] >= 1)) theta[0] = 1;
}

void Minkowski::from_free(Row free, MutableRow theta) const {
  if (!free.empty()) theta[0] = 1 + free[0] * free[0];
}

void Minkowski::to_free(MutableRow theta) const {
  if (!theta.empty()) theta[0] = std::sqrt(theta[0] - 1);
}

void Minkowski::pull_back(Row free, MutableRow gradient) const {
  if (!free.empty()) gradient[0] *= 2 * free[0];
}

}  // namespace protea
