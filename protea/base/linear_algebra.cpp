#include <protea/base/linear_algebra.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Eigen/SVD>

namespace protea {
namespace {

using ByColumns = Eigen::MatrixXd;
using ByRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

Eigen::Map<const ByRows> as_rows(const Matrix& a) { return {a.values().data(), index(a.rows()), index(a.columns())}; }
// The same numbers as the transpose, without moving any.
Eigen::Map<const ByColumns> as_columns(const Matrix& a) {
  return {a.values().data(), index(a.columns()), index(a.rows())};
}
Eigen::Map<ByColumns> as_columns(Matrix& a) { return {a.values().data(), index(a.columns()), index(a.rows())}; }
Eigen::Map<const Vector> as_vector(Row values) { return {values.data(), index(values.size())}; }

std::vector<double> to_numbers(const Vector& values) { return {values.data(), values.data() + values.size()}; }

}   // namespace

Spectrum spectrum_of(const Matrix& symmetric) {
  const Eigen::SelfAdjointEigenSolver<ByColumns> solver{ByColumns(as_rows(symmetric))};
  Spectrum result{to_numbers(solver.eigenvalues()), Matrix(symmetric.rows(), symmetric.rows())};
  as_columns(result.vectors) = solver.eigenvectors();
  return result;
}

std::vector<double> eigenvalues_of_symmetric(const Matrix& symmetric) {
  return to_numbers(
      Eigen::SelfAdjointEigenSolver<ByColumns>(ByColumns(as_rows(symmetric)), Eigen::EigenvaluesOnly).eigenvalues());
}

std::vector<std::complex<double>> eigenvalues_of(const Matrix& square) {
  const Eigen::VectorXcd values = ByColumns(as_rows(square)).eigenvalues();
  return {values.data(), values.data() + values.size()};
}

SingularValues singular_values_of(const Matrix& a) {
  const bool is_tall = a.rows() >= a.columns();
  ByColumns tall = is_tall ? ByColumns(as_rows(a)) : ByColumns(as_columns(a));
  const double largest = tall.size() > 0 ? tall.cwiseAbs().maxCoeff() : 0;
  if (largest > 0) tall /= largest;   // squares neither overflow nor vanish
  const Eigen::Index n = tall.cols();
  // Of the triangle of a QR decomposition: the long side costs one pass.
  const Eigen::HouseholderQR<ByColumns> qr(tall);
  const ByColumns triangle = qr.matrixQR().topRows(n).triangularView<Eigen::Upper>();
  const Eigen::BDCSVD<ByColumns> svd(triangle, Eigen::ComputeFullU | Eigen::ComputeFullV);
  ByColumns long_side = ByColumns::Zero(tall.rows(), n);
  long_side.topRows(n) = svd.matrixU();
  long_side.applyOnTheLeft(qr.householderQ());
  const auto count = static_cast<std::size_t>(n);
  SingularValues result{to_numbers(svd.singularValues() * (largest > 0 ? largest : 1)), Matrix(count, a.rows()),
                        Matrix(count, a.columns())};
  as_columns(is_tall ? result.left : result.right) = long_side;
  as_columns(is_tall ? result.right : result.left) = svd.matrixV();
  return result;
}

std::vector<double> solve(const Matrix& a, Row b) {
  return to_numbers(ByColumns(as_rows(a)).colPivHouseholderQr().solve(as_vector(b)));
}

std::vector<double> least_squares(const Matrix& columns, Row target) {
  return to_numbers(Eigen::HouseholderQR<ByColumns>(as_columns(columns)).solve(as_vector(target)));
}

Matrix least_squares(const Matrix& columns, const Matrix& targets) {
  Matrix result(targets.rows(), columns.rows());
  as_columns(result) = Eigen::HouseholderQR<ByColumns>(as_columns(columns)).solve(as_columns(targets));
  return result;
}

std::vector<double> combination_nearest_to(Row target, const Matrix& columns) {
  const ByColumns rows = as_rows(columns);
  return to_numbers((rows * rows.transpose()).ldlt().solve(rows * as_vector(target)));
}

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix result(a.rows(), b.columns());
  as_columns(result).noalias() = as_columns(b) * as_columns(a);
  return result;
}

std::vector<double> product(MatrixView a, Row x) {
  const Eigen::Map<const ByRows, 0, Eigen::OuterStride<>> rows(a.data, index(a.rows), index(a.columns),
                                                               Eigen::OuterStride<>(index(a.stride)));
  return to_numbers(rows * as_vector(x));
}

Matrix products_of_rows(const Matrix& a) {
  Matrix result(a.rows(), a.rows());
  as_columns(result) = ByColumns(as_rows(a) * as_rows(a).transpose()).transpose();
  return result;
}

Matrix orthonormal_basis(const Matrix& rows) {
  const Eigen::HouseholderQR<ByColumns> qr(as_columns(rows));
  Matrix result(rows.rows(), rows.columns());
  as_columns(result) = qr.householderQ() * ByColumns::Identity(index(rows.columns()), index(rows.rows()));
  return result;
}

void project_rows(MutableMatrixView rows, const Matrix& basis) {
  Eigen::Map<ByRows, 0, Eigen::OuterStride<>> all(rows.data, index(rows.rows), index(rows.columns),
                                                  Eigen::OuterStride<>(index(rows.stride)));
  all = ByRows((all * as_columns(basis)) * as_columns(basis).transpose());
}

double dot(Row a, Row b) { return as_vector(a).dot(as_vector(b)); }
double length_of(Row values) { return as_vector(values).norm(); }
double mean_of(Row values) { return as_vector(values).mean(); }
double mean_square(Row values) { return as_vector(values).array().square().mean(); }

std::vector<double> mean_row(const Matrix& rows) { return to_numbers(as_columns(rows).rowwise().mean()); }

double mean_square_about(Row centre, const Matrix& rows) {
  return (as_columns(rows).colwise() - as_vector(centre)).array().square().mean();
}

double mean_square_of_columns(const Matrix& rows) { return as_columns(rows).rowwise().squaredNorm().mean(); }

}   // namespace protea
