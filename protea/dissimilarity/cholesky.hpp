// Cholesky factors of small positive definite matrices, row-major and in place.
#pragma once

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

// A·Aᵀ for a matrix of `rows` rows.
Matrix gram_of(Row a, std::size_t rows);
// Replaces the lower triangle of `a` by L with a = LLᵀ; false where `a` is singular to rounding.
bool factor_cholesky(Matrix& a);
// b ← L⁻¹b and b ← L⁻ᵀb for b with as many rows as L.
void solve_lower(const Matrix& l, MutableRow b);
void solve_lower_transposed(const Matrix& l, MutableRow b);

}   // namespace protea
