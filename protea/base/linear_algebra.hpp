// Decompositions, solutions of linear equations and the sums around them: the only door to Eigen.
// Vectors that belong together are rows: eigenvectors, columns to fit with, a basis.
#pragma once

#include <complex>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

// A symmetric matrix in its own coordinates: A = V·diag(a)·Vᵀ.
struct Spectrum {
  std::vector<double> values;   // a, ascending
  Matrix vectors;               // row r belongs to value r
};
// Only the lower triangle is read.
Spectrum spectrum_of(const Matrix& symmetric);
// The values alone.
std::vector<double> eigenvalues_of_symmetric(const Matrix& symmetric);
std::vector<std::complex<double>> eigenvalues_of(const Matrix& square);

// Any matrix in its own coordinates: A = U·diag(s)·Vᵀ, as many values as the shorter side is long.
struct SingularValues {
  std::vector<double> values;   // s, descending
  Matrix left;                  // row r of Uᵀ belongs to value r
  Matrix right;                 // row r of Vᵀ likewise
};
// Precondition: finite.
SingularValues singular_values_of(const Matrix& a);

// x with Ax = b, by a QR decomposition with pivots; not finite where A is singular.
std::vector<double> solve(const Matrix& a, Row b);
// The combination of the `columns` that comes nearest to the target, by Householder's QR decomposition; one row per
// row of targets.
std::vector<double> least_squares(const Matrix& columns, Row target);
Matrix least_squares(const Matrix& columns, const Matrix& targets);
// The same from the products of the columns, by LDLᵀ: quick where they are few and at large angles.
std::vector<double> combination_nearest_to(Row target, const Matrix& columns);

Matrix product(const Matrix& a, const Matrix& b);
std::vector<double> product(MatrixView a, Row x);
Matrix products_of_rows(const Matrix& a);   // aaᵀ
// As many orthonormal rows, with the same span: the rows are independent.
Matrix orthonormal_basis(const Matrix& rows);
// Each row by its projection onto the span of orthonormal ones.
void project_rows(MutableMatrixView rows, const Matrix& basis);

double dot(Row a, Row b);
double length_of(Row values);
double mean_of(Row values);
double mean_square(Row values);
std::vector<double> mean_row(const Matrix& rows);
double mean_square_about(Row centre, const Matrix& rows);   // over all numbers of all rows
double mean_square_of_columns(const Matrix& rows);          // the mean over the columns of their squared lengths

}   // namespace protea
