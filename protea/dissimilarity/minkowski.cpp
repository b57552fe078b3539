#include <protea/dissimilarity/minkowski.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/lanes.hpp>

namespace protea {

double Minkowski::value(Row x, Row w, Row theta) const {
  const double power = theta.empty() ? p : theta[0];
  if (std::isinf(power)) {
    double largest = 0;
    for (std::size_t i = 0; i < x.size(); ++i) largest = std::max(largest, std::abs(x[i] - w[i]));
    return largest;
  }
  return lane_sum(x.size(), [&](std::size_t i) { return std::pow(std::abs(x[i] - w[i]), power); });
}

// ∂d/∂w = p|w − x|^(p−1)·sign(w − x), ∂d/∂p = Σ|x − w|ᵖ ln|x − w|, with 0·ln 0 = 0
void Minkowski::add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const {
  const double power = theta.empty() ? p : theta[0];
  if (std::isinf(power)) {   // a subgradient of the maximum, to judge by; nobody trains with it
    std::size_t largest = 0;
    for (std::size_t i = 1; i < x.size(); ++i)
      largest = std::abs(w[i] - x[i]) > std::abs(w[largest] - x[largest]) ? i : largest;
    if (w[largest] != x[largest]) gw[largest] += std::copysign(pull, w[largest] - x[largest]);
    return;
  }
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

std::size_t Minkowski::parameter_count(std::size_t) const {
  if (learn_p && std::isinf(p)) throw UsageError("dissimilarity.p = inf: learn_p needs a finite start, such as 2");
  return learn_p ? 1 : 0;
}

void Minkowski::initialize(MutableRow theta, std::size_t, Random&) const {
  if (!theta.empty()) theta[0] = std::max(p, 1.001);   // at 1 the chart p = 1 + u² has no slope to leave by
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

}   // namespace protea
