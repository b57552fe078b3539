// Eigenvalues and eigenvectors of a symmetric matrix, for the interpretation of learned metrics.
#pragma once

#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

// Largest first; values that are negative only by rounding are 0.
std::vector<double> eigenvalues(const Matrix& symmetric);

struct Directions {
  std::vector<double> values;   // largest first, as above
  Matrix vectors;               // row r belongs to value r; its largest number is positive
};
Directions directions_of(const Matrix& symmetric);

}   // namespace protea
