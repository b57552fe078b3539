#include <protea/dissimilarity/minkowski.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/kernels.hpp>
#include <protea/base/lanes.hpp>

namespace protea {
namespace {

constexpr std::size_t stretch = 64;   // numbers raised at once: a multiple of the lanes

struct Stretch {
  std::size_t first;
  std::size_t count;
  double size[stretch];     // |x − w|
  double raised[stretch];   // to the power
};

// Calls act(stretch) for one after the other.
template <class Act>
void for_each_stretch(Row x, Row w, double power, Act act) {
  Stretch part;
  for (part.first = 0; part.first < x.size(); part.first += stretch) {
    part.count = std::min(stretch, x.size() - part.first);
    for (std::size_t i = 0; i < part.count; ++i) part.size[i] = std::abs(x[part.first + i] - w[part.first + i]);
    kernels().powers(part.size, part.count, power, part.raised);
    act(part);
  }
}

}   // namespace

double Minkowski::value(Row x, Row w, Row theta) const {
  const double power = theta.empty() ? p : theta[0];
  if (std::isinf(power)) {
    double largest = 0;
    for (std::size_t i = 0; i < x.size(); ++i) largest = std::max(largest, std::abs(x[i] - w[i]));
    return largest;
  }
  double lane[lane_count] = {};
  for_each_stretch(x, w, power, [&](const Stretch& part) {
    for (std::size_t i = 0; i < part.count; ++i) lane[i % lane_count] += part.raised[i];
  });
  return join_lanes(lane);
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
  for_each_stretch(x, w, power, [&](Stretch& part) {
    for (std::size_t i = 0; i < part.count; ++i) {
      const std::size_t l = part.first + i;
      if (part.size[i] != 0) gw[l] += pull * power * std::copysign(part.raised[i] / part.size[i], w[l] - x[l]);
    }
    if (theta.empty()) return;
    kernels().logs(part.size, part.count, part.size);
    for (std::size_t i = 0; i < part.count; ++i) {
      if (part.raised[i] != 0) slope += part.raised[i] * part.size[i];
    }
  });
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

void Minkowski::from_free(MutableRow theta) const {
  if (!theta.empty()) theta[0] = 1 + theta[0] * theta[0];
}

void Minkowski::to_free(MutableRow theta) const {
  if (!theta.empty()) theta[0] = std::sqrt(theta[0] - 1);
}

void Minkowski::pull_back(Row free, MutableRow gradient) const {
  if (!free.empty()) gradient[0] *= 2 * free[0];
}

}   // namespace protea
