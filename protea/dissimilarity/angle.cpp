#include <protea/dissimilarity/angle.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/lanes.hpp>

namespace protea {
namespace {

struct Products {
  double xx;
  double ww;
  double xw;

  // 1 − cos, from the difference of the unit vectors where they are close: ½‖x/‖x‖ − w/‖w‖‖².
  double one_minus_cosine(Row x, Row w) const {
    const double scale = std::sqrt(xx) * std::sqrt(ww);
    if (!(scale > 0)) return 1;   // a vector without direction is at right angles to all
    const double plain = 1 - xw / scale;
    if (plain > 0.1) return plain;
    const double a = 1 / std::sqrt(xx);
    const double b = 1 / std::sqrt(ww);
    return lane_sum(x.size(), [&](std::size_t i) { return (x[i] * a - w[i] * b) * (x[i] * a - w[i] * b); }) / 2;
  }
};

Products products_of(Row x, Row w) {
  const auto dot = [](Row a, Row b) { return lane_sum(a.size(), [&](std::size_t i) { return a[i] * b[i]; }); };
  return {dot(x, x), dot(w, w), dot(x, w)};
}

}  // namespace

double Angle::value(Row x, Row w, Row) const {
  const double difference = products_of(x, w).one_minus_cosine(x, w);
  return shape > 0 ? std::expm1(shape * difference) / std::expm1(2 * shape) : difference;
}

// ∂c/∂w = x/(‖x‖‖w‖) − c·w/‖w‖²
void Angle::add_gradient(Row x, Row w, Row, double pull, MutableRow gw, MutableRow) const {
  const Products products = products_of(x, w);
  const double scale = std::sqrt(products.xx) * std::sqrt(products.ww);
  if (!(scale > 0)) return;
  const double cosine = products.xw / scale;
  const double slope = shape > 0 ? shape * std::exp(shape * products.one_minus_cosine(x, w)) / std::expm1(2 * shape) : 1;
  for (std::size_t i = 0; i < x.size(); ++i) gw[i] -= pull * slope * (x[i] / scale - cosine * w[i] / products.ww);
}

}  // namespace protea
