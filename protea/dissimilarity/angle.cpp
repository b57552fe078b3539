#include <protea/dissimilarity/angle.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/exact_math.hpp>
#include <protea/base/lanes.hpp>
#include <protea/dissimilarity/matrix_distance.hpp>
#include <protea/dissimilarity/projection.hpp>
#include <protea/dissimilarity/relevance.hpp>

namespace protea {
namespace {

// Σ λ a b, or Σ a b where there are no weights.
double product(Row a, Row b, Row weights) {
  if (weights.empty()) return lane_sum(a.size(), [&](std::size_t i) { return a[i] * b[i]; });
  return lane_sum(a.size(), [&](std::size_t i) { return weights[i] * (a[i] * b[i]); });
}

// What the cosine of two vectors and its derivatives are made of.
struct Corner {
  double xx;
  double ww;
  double xw;

  double scale() const { return std::sqrt(xx) * std::sqrt(ww); }

  // 1 − cos, from the difference of the unit vectors where they are close: ½‖x/‖x‖ − w/‖w‖‖².
  double one_minus_cosine(Row x, Row w, Row weights) const {
    if (!(scale() > 0)) return 1;   // a vector without direction is at right angles to all
    const double plain = 1 - xw / scale();
    if (plain > 0.1) return plain;
    const double a = 1 / std::sqrt(xx);
    const double b = 1 / std::sqrt(ww);
    const auto square = [&](std::size_t i) { return (x[i] * a - w[i] * b) * (x[i] * a - w[i] * b); };
    if (weights.empty()) return lane_sum(x.size(), square) / 2;
    return lane_sum(x.size(), [&](std::size_t i) { return weights[i] * square(i); }) / 2;
  }
};

Corner corner_of(Row x, Row w, Row weights) {
  return {product(x, x, weights), product(w, w, weights), product(x, w, weights)};
}

}   // namespace

double Angle::shaped(double difference) const {
  return shape > 0 ? exponential_minus_one(shape * difference) / exponential_minus_one(2 * shape) : difference;
}

double Angle::slope_of_shape(double difference) const {
  return shape > 0 ? shape * exponential(shape * difference) / exponential_minus_one(2 * shape) : 1;
}

double Angle::value(Row x, Row w, Row theta) const {
  if (metric != AngleMetric::matrix) return shaped(corner_of(x, w, theta).one_minus_cosine(x, w, theta));
  Scratch scratch;
  double d = 0;
  values(matrix_view(x, 1, x.size()), matrix_view(w, 1, w.size()), theta, {&d, 1, 1, 1}, scratch);
  return d;
}

// ∂c/∂w_l = λ_l(x_l/(‖x‖‖w‖) − c·w_l/‖w‖²), ∂c/∂λ_l = x_l w_l/(‖x‖‖w‖) − ½c(x_l²/‖x‖² + w_l²/‖w‖²), norms with λ
void Angle::add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const {
  if (metric == AngleMetric::matrix) {
    Scratch scratch;
    const MatrixView one_x = matrix_view(x, 1, x.size());
    const MatrixView one_w = matrix_view(w, 1, w.size());
    const Pull only{0, 0, pull};
    project_block(one_x, one_w, theta, Origin::zero, scratch);
    return add_gradients(one_x, one_w, theta, {&only, 1}, matrix_view(gw, 1, gw.size()), gtheta, scratch);
  }
  const Corner corner = corner_of(x, w, theta);
  const double scale = corner.scale();
  if (!(scale > 0)) return;
  const double cosine = corner.xw / scale;
  const double factor = pull * slope_of_shape(corner.one_minus_cosine(x, w, theta));
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double weight = theta.empty() ? 1 : theta[i];
    gw[i] -= factor * weight * (x[i] / scale - cosine * w[i] / corner.ww);
    if (gtheta.empty()) continue;
    gtheta[i] -= factor * (x[i] * w[i] / scale - cosine / 2 * (x[i] * x[i] / corner.xx + w[i] * w[i] / corner.ww));
  }
}

void Angle::values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch& scratch) const {
  if (metric != AngleMetric::matrix) {
    for (std::size_t i = 0; i < x.rows; ++i) {
      for (std::size_t k = 0; k < w.rows; ++k) d.row(i)[k] = value(x.row(i), w.row(k), theta);
    }
    return;
  }
  const ProjectedBlock block = project_block(x, w, theta, Origin::zero, scratch);
  for (std::size_t i = 0; i < x.rows; ++i) {
    const Row u = block.omega_x.subspan(i * block.height, block.height);
    for (std::size_t k = 0; k < w.rows; ++k) {
      const Row v = block.omega_w.subspan(k * block.height, block.height);
      d.row(i)[k] = shaped(corner_of(u, v, {}).one_minus_cosine(u, v, {}));
    }
  }
}

// With u = Ωx, v = Ωw: ∂c/∂v = u/(‖u‖‖v‖) − c·v/‖v‖², and the same for u with the parts exchanged.
void Angle::add_gradients(MatrixView x, MatrixView w, Row theta, Pulls pulls, MutableMatrixView gw, MutableRow gtheta,
                          Scratch& scratch) const {
  if (metric != AngleMetric::matrix) {
    for (const auto& [i, k, value] : pulls) add_gradient(x.row(i), w.row(k), theta, value, gw.row(k), gtheta);
    return;
  }
  const ProjectedBlock block = projected_block(x, w, theta, scratch);
  const std::size_t height = block.height;
  for (const auto& [i, k, value] : pulls) {
    const Row u = block.omega_x.subspan(i * height, height);
    const Row v = block.omega_w.subspan(k * height, height);
    const Corner corner = corner_of(u, v, {});
    const double scale = corner.scale();
    if (!(scale > 0)) continue;
    const double cosine = corner.xw / scale;
    const double factor = value * slope_of_shape(corner.one_minus_cosine(u, v, {}));
    for (std::size_t r = 0; r < height; ++r) {
      block.prototype_sums[k * height + r] -= factor * (u[r] / scale - cosine * v[r] / corner.ww);
      block.sample_sums[i * height + r] -= factor * (v[r] / scale - cosine * u[r] / corner.xx);
    }
  }
  add_block_gradients(block, theta, gw, gtheta, scratch);
}

std::size_t Angle::parameter_count(std::size_t n) const {
  if (metric == AngleMetric::none) return 0;
  return metric == AngleMetric::relevance ? n : MatrixDistance{.rank = rank}.parameter_count(n);
}

void Angle::initialize(MutableRow theta, std::size_t n, Random& random) const {
  if (metric == AngleMetric::relevance) Relevance{}.initialize(theta, n, random);
  if (metric == AngleMetric::matrix) MatrixDistance{.rank = rank}.initialize(theta, n, random);
}

void Angle::project(MutableRow theta) const {
  if (metric == AngleMetric::relevance) Relevance{}.project(theta);
  if (metric == AngleMetric::matrix) project_to_unit_norm(theta);
}

void Angle::relevance_matrix(Row theta, std::size_t n, MutableMatrixView lambda) const {
  if (metric == AngleMetric::none) throw UsageError("angle has no relevance matrix: dissimilarity.metric is none");
  if (metric == AngleMetric::relevance) Relevance{}.relevance_matrix(theta, n, lambda);
  else relevances_of(theta, n, lambda);
}

void Angle::from_free(MutableRow theta) const {
  if (metric == AngleMetric::relevance) Relevance{}.from_free(theta);
  if (metric == AngleMetric::matrix) unit_norm_from_free(theta);
}

void Angle::to_free(MutableRow theta) const {
  if (metric == AngleMetric::relevance) Relevance{}.to_free(theta);
}

void Angle::pull_back(Row free, MutableRow gradient) const {
  if (metric == AngleMetric::relevance) Relevance{}.pull_back(free, gradient);
  if (metric == AngleMetric::matrix) unit_norm_pull_back(free, gradient);
}

}   // namespace protea
