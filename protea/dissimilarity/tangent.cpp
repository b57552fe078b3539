#include <protea/dissimilarity/tangent.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include <protea/base/kernels.hpp>
#include <protea/base/lanes.hpp>
#include <protea/dissimilarity/cholesky.hpp>
#include <protea/dissimilarity/statistics.hpp>

namespace protea {
namespace {

enum Buffer : std::size_t { residual_x, residual_w, coordinates_x, coordinates_w };

// b = Tv, then v ← v − Tᵀb
void take_out_tangents(Row theta, MutableRow v, MutableRow b) {
  const std::size_t n = v.size();
  for (std::size_t r = 0; r < b.size(); ++r) b[r] = lane_dot(theta.subspan(r * n, n), v);
  for (std::size_t r = 0; r < b.size(); ++r) {
    for (std::size_t i = 0; i < n; ++i) v[i] -= b[r] * theta[r * n + i];
  }
}

bool is_orthonormal(Row theta, std::size_t rows) {
  const std::size_t n = theta.size() / rows;
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t s = 0; s <= r; ++s) {
      const double product = lane_dot(theta.subspan(r * n, n), theta.subspan(s * n, n));
      if (!(std::abs(product - (r == s ? 1 : 0)) <= 1e-14)) return false;
    }
  }
  return true;
}

// Takes the earlier rows out of row r, twice to the last digit; the length that is left.
double orthogonalize(MutableRow theta, std::size_t r, std::size_t n) {
  const MutableRow row = theta.subspan(r * n, n);
  for (int pass = 0; pass < 2; ++pass) {
    for (std::size_t s = 0; s < r; ++s) {
      const Row earlier = theta.subspan(s * n, n);
      const double along = lane_dot(row, earlier);
      for (std::size_t i = 0; i < n; ++i) row[i] -= along * earlier[i];
    }
  }
  return std::sqrt(lane_dot(row, row));
}

// L with UUᵀ = LLᵀ
Matrix factor_of(Row free, std::size_t rows) {
  Matrix factor = gram_of(free, rows);
  if (!factor_cholesky(factor)) {
    throw NumericalError("the tangents of the distance have become dependent: use fewer dissimilarity.tangents");
  }
  return factor;
}

}   // namespace

std::size_t Tangent::parameter_count(std::size_t n) const {
  if (rows() >= n) {
    throw UsageError(
        fmt::format("dissimilarity.tangents = {}: must be less than the number of features, {}", tangents, n));
  }
  return rows() * n;
}

double Tangent::value(Row x, Row w, Row theta) const {
  std::vector<double> e(x.size());
  std::vector<double> b(rows());
  for (std::size_t i = 0; i < x.size(); ++i) e[i] = x[i] - w[i];
  take_out_tangents(theta, e, b);
  return lane_dot(e, e);
}

// With b = T(x − w), e = (x − w) − Tᵀb: ∂d/∂w = −2e, ∂d/∂T = −2beᵀ, since Te = 0
void Tangent::add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const {
  const std::size_t n = x.size();
  std::vector<double> e(n);
  std::vector<double> b(rows());
  for (std::size_t i = 0; i < n; ++i) e[i] = x[i] - w[i];
  take_out_tangents(theta, e, b);
  for (std::size_t i = 0; i < n; ++i) gw[i] -= 2 * pull * e[i];
  if (!gtheta.empty()) {
    for (std::size_t r = 0; r < b.size(); ++r) {
      for (std::size_t i = 0; i < n; ++i) gtheta[r * n + i] -= 2 * pull * b[r] * e[i];
    }
  }
}

void Tangent::initialize(MutableRow theta, std::size_t n, Random&) const {
  std::fill(theta.begin(), theta.end(), 0.0);
  for (std::size_t r = 0; r < rows(); ++r) theta[r * n + r] = 1;
}

void Tangent::start(MutableRow theta, const StartingRows& starting) const {
  const Matrix axes = principal_axes(starting.own, rows());
  std::copy(axes.values().begin(), axes.values().end(), theta.begin());
  project(theta);
}

// Gram–Schmidt. A row that the earlier ones explain is replaced by the first axis they do not.
void Tangent::project(MutableRow theta) const {
  const std::size_t n = theta.size() / rows();
  if (!std::all_of(theta.begin(), theta.end(), [](double value) { return std::isfinite(value); })) {
    throw NumericalError("the tangents of the distance are no longer finite: use a smaller optimizer.metric_rate");
  }
  if (is_orthonormal(theta, rows())) return;
  for (std::size_t r = 0; r < rows(); ++r) {
    const MutableRow row = theta.subspan(r * n, n);
    const double before = std::sqrt(lane_dot(row, row));
    double length = orthogonalize(theta, r, n);
    for (std::size_t axis = 0; axis < n && !(length > 1e-10 * before); ++axis) {
      std::fill(row.begin(), row.end(), 0.0);
      row[axis] = 1;
      length = orthogonalize(theta, r, n);
      if (length < 0.1) length = 0;
    }
    for (double& entry : row) entry /= length;
  }
}

// x − w without its tangential part is the difference of x and w without theirs, so each is projected once, relative to
// a reference point so that an offset of the data costs no digits.
void Tangent::values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch& scratch) const {
  const std::size_t n = x.columns;
  const Row reference = w.row(0);
  const MutableRow xs = scratch.take(residual_x, x.rows * n);
  const MutableRow ws = scratch.take(residual_w, w.rows * n);
  const MutableRow bx = scratch.take(coordinates_x, x.rows * rows());
  const MutableRow bw = scratch.take(coordinates_w, w.rows * rows());
  const auto take_out = [&](MatrixView from, MutableRow residual, MutableRow coordinates) {
    for (std::size_t i = 0; i < from.rows; ++i) {
      const MutableRow row = residual.subspan(i * n, n);
      for (std::size_t j = 0; j < n; ++j) row[j] = from.row(i)[j] - reference[j];
      take_out_tangents(theta, row, coordinates.subspan(i * rows(), rows()));
    }
  };
  take_out(x, xs, bx);
  take_out(w, ws, bw);
  for (std::size_t i = 0; i < x.rows; ++i)
    kernels().squared_distances(xs.data() + i * n, ws.data(), w.rows, n, d.row(i).data());
}

void Tangent::add_gradients(MatrixView x, MatrixView w, Row, Pulls pulls, MutableMatrixView gw, MutableRow gtheta,
                            Scratch& scratch) const {
  const std::size_t n = x.columns;
  const Row xs = scratch.take(residual_x, x.rows * n);
  const Row ws = scratch.take(residual_w, w.rows * n);
  const Row bx = scratch.take(coordinates_x, x.rows * rows());
  const Row bw = scratch.take(coordinates_w, w.rows * rows());
  for (const auto& [i, k, value] : pulls) {
    const double* const ex = xs.data() + i * n;
    const double* const ew = ws.data() + k * n;
    kernels().add_scaled_difference(2 * value, ew, ex, n, gw.row(k).data());
    for (std::size_t r = 0; r < rows() && !gtheta.empty(); ++r) {
      const double b = bx[i * rows() + r] - bw[k * rows() + r];
      kernels().add_scaled_difference(2 * value * b, ew, ex, n, gtheta.data() + r * n);
    }
  }
}

void Tangent::relevance_matrix(Row theta, std::size_t n, MutableMatrixView lambda) const {
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      double sum = i == j ? 1 : 0;
      for (std::size_t r = 0; r < rows(); ++r) sum -= theta[r * n + i] * theta[r * n + j];
      lambda.row(i)[j] = sum;
    }
  }
}

void Tangent::from_free(MutableRow theta) const {
  const Matrix factor = factor_of(theta, rows());
  solve_lower(factor, theta);
}

// d depends on the row space alone, so ∂/∂U = L⁻ᵀ∂/∂T
void Tangent::pull_back(Row free, MutableRow gradient) const {
  const Matrix factor = factor_of(free, rows());
  solve_lower_transposed(factor, gradient);
}

}   // namespace protea
