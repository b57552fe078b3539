#include <protea/dissimilarity/statistics.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include <protea/base/error.hpp>
#include <protea/base/kernels.hpp>

namespace protea {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Solver = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;

constexpr double negligible = 1e-12;   // an eigenvalue of rounding, relative to the largest

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

Eigen::Map<const RowMajor> as_eigen(const Matrix& matrix) {
  return {matrix.values().data(), index(matrix.rows()), index(matrix.columns())};
}

std::vector<double> mean_of(MatrixView x) {
  std::vector<double> mean(x.columns);
  std::vector<double> count(x.columns);
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t j = 0; j < x.columns; ++j) {
      if (std::isnan(x.row(i)[j])) continue;
      mean[j] += x.row(i)[j];
      count[j] += 1;
    }
  }
  for (std::size_t j = 0; j < x.columns; ++j) mean[j] /= std::max(1.0, count[j]);
  return mean;
}

// About the centre; a missing value is where the centre is.
void centre(MatrixView x, const std::vector<double>& mean, MutableMatrixView centred) {
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t j = 0; j < x.columns; ++j) centred.row(i)[j] = std::isnan(x.row(i)[j]) ? 0 : x.row(i)[j] - mean[j];
  }
}

// aᵀa
Matrix scatter_of(const Matrix& a) {
  Matrix result(a.columns(), a.columns());
  kernels().add_outer_products(a.values().data(), a.rows(), a.columns(), a.values().data(), a.columns(), result.values().data());
  return result;
}

// Eigenvectors of aᵀa whose eigenvalues exceed `least` times the largest, ascending, from those of the smaller aaᵀ where a has fewer
// rows than columns: aᵀu/‖aᵀu‖ for each u.
Eigen::MatrixXd spanning_axes(const Matrix& a, double least) {
  const Eigen::Map<const RowMajor> rows = as_eigen(a);
  const bool is_wide = a.rows() < a.columns();
  const Matrix scatter = is_wide ? Matrix() : scatter_of(a);
  const Solver solver(is_wide ? Eigen::MatrixXd(rows * rows.transpose()) : Eigen::MatrixXd(as_eigen(scatter)));
  const double enough = least * solver.eigenvalues().maxCoeff();
  const Eigen::Index rank = (solver.eigenvalues().array() > enough).count();
  const Eigen::MatrixXd kept = solver.eigenvectors().rightCols(least > 0 ? rank : solver.eigenvectors().cols());
  if (!is_wide) return kept;
  Eigen::MatrixXd axes = rows.transpose() * kept;
  for (Eigen::Index c = 0; c < axes.cols(); ++c) {
    if (axes.col(c).norm() > 0) axes.col(c).normalize();
  }
  return axes;
}

}  // namespace

Matrix covariance_of(MatrixView x) {
  Matrix centred(x.rows, x.columns);
  centre(x, mean_of(x), centred.view());
  Matrix covariance = scatter_of(centred);
  Matrix present(x.rows, x.columns);
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t j = 0; j < x.columns; ++j) present(i, j) = std::isnan(x.row(i)[j]) ? 0 : 1;
  }
  const Matrix counts = scatter_of(present);
  for (std::size_t i = 0; i < covariance.values().size(); ++i) {
    covariance.values()[i] /= std::max(1.0, counts.values()[i] - 1);
  }
  return covariance;
}

Matrix principal_axes(MatrixView x, std::size_t count) {
  Eigen::MatrixXd vectors;
  if (x.rows < x.columns && count <= x.rows) {
    Matrix centred(x.rows, x.columns);
    centre(x, mean_of(x), centred.view());
    vectors = spanning_axes(centred, 0).rightCols(index(count));
  } else {
    const Matrix covariance = covariance_of(x);
    vectors = Solver(as_eigen(covariance)).eigenvectors().rightCols(index(count));
  }
  Matrix axes(count, x.columns);
  for (std::size_t r = 0; r < count; ++r) {
    const Eigen::VectorXd axis = vectors.col(index(count - 1 - r));
    Eigen::Index largest = 0;
    axis.cwiseAbs().maxCoeff(&largest);
    const double sign = axis[largest] < 0 ? -1 : 1;
    for (std::size_t j = 0; j < x.columns; ++j) axes(r, j) = sign * axis[index(j)];
  }
  return axes;
}

Matrix inverse_root(const Matrix& s, double regularization) {
  const std::size_t n = s.rows();
  const Solver solver(as_eigen(s));
  // Entries from different rows may make S indefinite: what is negative counts as zero.
  const Eigen::VectorXd values = solver.eigenvalues().cwiseMax(0.0);
  Matrix result(n, n);
  if (!(values.maxCoeff() > 0)) {
    for (std::size_t i = 0; i < n; ++i) result(i, i) = 1;
    return result;
  }
  const Eigen::VectorXd regular = (1 - regularization) * values.array() + regularization * values.mean();
  if (!(regular.minCoeff() > negligible * regular.maxCoeff())) {
    throw NumericalError("the covariance of the samples is singular: set dissimilarity.regularization above 0, such as 0.01");
  }
  const Eigen::MatrixXd root = solver.eigenvectors() * regular.cwiseSqrt().cwiseInverse().asDiagonal() * solver.eigenvectors().transpose();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) result(i, j) = (root(index(i), index(j)) + root(index(j), index(i))) / 2;
  }
  return result;
}

// With the features brought to one size first, so that the unit of a feature does not decide what counts as rounding.
void project_onto_span(MutableRow omega, MatrixView x, MatrixView prototypes) {
  const std::size_t n = x.columns;
  const std::vector<double> mean = mean_of(x);
  Matrix rows(x.rows + prototypes.rows, n);
  centre(x, mean, {rows.values().data(), x.rows, n, n});
  centre(prototypes, mean, {rows.values().data() + x.rows * n, prototypes.rows, n, n});
  Eigen::VectorXd size = Eigen::VectorXd::Zero(index(n));
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    for (std::size_t j = 0; j < n; ++j) size[index(j)] += rows(i, j) * rows(i, j);
  }
  size = size.cwiseSqrt();
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    for (std::size_t j = 0; j < n; ++j) rows(i, j) = size[index(j)] > 0 ? rows(i, j) / size[index(j)] : 0;
  }
  const Eigen::MatrixXd axes = spanning_axes(rows, negligible);
  const Eigen::Index rank = axes.cols();
  if (rank == index(n) || rank == 0) return;
  const Eigen::MatrixXd spanning = size.asDiagonal() * axes;
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(spanning);
  const Eigen::MatrixXd basis = qr.householderQ() * Eigen::MatrixXd::Identity(index(n), rank);
  Eigen::Map<RowMajor> matrix(omega.data(), index(omega.size() / n), index(n));
  matrix = RowMajor((matrix * basis) * basis.transpose());
}

}  // namespace protea
