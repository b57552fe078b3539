// Eigenvalues of a symmetric matrix, for the interpretation of learned metrics.
#pragma once

#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

// Largest first; values that are negative only by rounding are 0.
std::vector<double> eigenvalues(const Matrix& symmetric);

}   // namespace protea
