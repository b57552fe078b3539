#include <protea/train/principal_plane.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/kernels.hpp>
#include <protea/base/linear_algebra.hpp>
#include <protea/base/random.hpp>
#include <protea/base/weights.hpp>

namespace protea {
namespace {

// Rows of `to` = C·rows of `directions`, C the covariance of the rows about the centre.
void apply_covariance(MatrixView x, Row weights, Row centre, const Matrix& directions, Matrix& to) {
  const std::size_t n = x.columns;
  std::fill(to.values().begin(), to.values().end(), 0.0);
  std::vector<double> centred(n);
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t j = 0; j < n; ++j) centred[j] = x.row(i)[j] - centre[j];
    for (std::size_t r = 0; r < directions.rows(); ++r) {
      const double along = weight_at(weights, i) * dot(directions.row(r), centred);
      const MutableRow sum = to.row(r);
      for (std::size_t j = 0; j < n; ++j) sum[j] += along * centred[j];
    }
  }
  const double total = total_weight(weights, x.rows);
  for (double& value : to.values()) value /= total;
}

// Gram and Schmidt, twice for the digits; a direction that depends on those before becomes zero.
void make_orthonormal(Matrix& directions) {
  for (std::size_t r = 0; r < directions.rows(); ++r) {
    const MutableRow own = directions.row(r);
    const double before = length_of(own);
    for (int pass = 0; pass < 2; ++pass) {
      for (std::size_t q = 0; q < r; ++q) {
        const double along = dot(directions.row(q), own);
        for (std::size_t j = 0; j < own.size(); ++j) own[j] -= along * directions(q, j);
      }
    }
    const double length = length_of(own);
    const double factor = length > 1e-12 * before && length > 0 ? 1 / length : 0;
    for (double& value : own) value *= factor;
  }
}

}   // namespace

double PrincipalPlane::ratio() const {
  if (deviations[1] > 1e-9 * deviations[0]) return deviations[0] / deviations[1];
  return deviations[0] > 0 ? infinity : 1;
}

std::size_t step_of_plane(std::size_t rows) {
  constexpr std::size_t enough = 5000;
  return std::max<std::size_t>(1, (rows + enough - 1) / enough);
}

PrincipalPlane principal_plane(MatrixView all, Row all_weights) {
  const std::size_t step = step_of_plane(all.rows);
  const MatrixView x{all.data, (all.rows + step - 1) / step, all.columns, all.stride * step};
  std::vector<double> weights;
  for (std::size_t i = 0; i < all_weights.size(); i += step) weights.push_back(all_weights[i]);
  const std::size_t n = x.columns;
  PrincipalPlane plane{std::vector<double>(n), Matrix(2, n), {0, 0}};
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t j = 0; j < n; ++j) plane.centre[j] += weight_at(weights, i) * x.row(i)[j];
  }
  const double total = total_weight(weights, x.rows);
  for (double& value : plane.centre) value /= total;

  constexpr std::size_t spare = 4;   // further directions make the first two settle sooner
  constexpr int most = 100;
  Matrix directions(std::min(n, 2 + spare), n);
  Random random(1, Purpose::prototypes);
  for (double& value : directions.values()) value = random.normal();
  make_orthonormal(directions);
  Matrix image(directions.rows(), n);
  std::vector<double> before(directions.rows(), 0);
  for (int iteration = 0; iteration < most; ++iteration) {
    apply_covariance(x, weights, plane.centre, directions, image);
    // In the span of the directions, C is a small matrix with a spectrum of its own.
    Matrix small(directions.rows(), directions.rows());
    for (std::size_t r = 0; r < small.rows(); ++r) {
      for (std::size_t q = 0; q <= r; ++q) small(r, q) = small(q, r) = dot(directions.row(r), image.row(q));
    }
    const Spectrum spectrum = spectrum_of(small);
    std::vector<double> values(spectrum.values.rbegin(), spectrum.values.rend());
    Matrix turned(directions.rows(), n);
    for (std::size_t r = 0; r < turned.rows(); ++r) {
      const Row by = spectrum.vectors.row(turned.rows() - 1 - r);
      for (std::size_t q = 0; q < turned.rows(); ++q) {
        for (std::size_t j = 0; j < n; ++j) turned(r, j) += by[q] * image(q, j);
      }
    }
    const bool is_settled = std::abs(values[0] - before[0]) <= 1e-10 * values[0] &&
                            (values.size() < 2 || std::abs(values[1] - before[1]) <= 1e-10 * values[0]);
    before = values;
    directions = std::move(turned);
    make_orthonormal(directions);
    if (is_settled) break;
  }
  for (std::size_t r = 0; r < std::min<std::size_t>(2, directions.rows()); ++r) {
    const Row axis = directions.row(r);
    const auto largest =
        std::max_element(axis.begin(), axis.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
    const double sign = *largest < 0 ? -1 : 1;
    for (std::size_t j = 0; j < n; ++j) plane.axes(r, j) = sign * axis[j];
    plane.deviations[r] = std::sqrt(std::max(0.0, before[r]));
  }
  return plane;
}

}   // namespace protea
