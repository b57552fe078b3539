#include <protea/dissimilarity/cholesky.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/kernels.hpp>

namespace protea {
namespace {

constexpr double singular = 1e-13;   // of the largest diagonal entry

// row_i −= factor·row_j
void subtract(MutableRow b, std::size_t width, std::size_t i, std::size_t j, double factor) {
  for (std::size_t c = 0; c < width; ++c) b[i * width + c] -= factor * b[j * width + c];
}

}   // namespace

Matrix gram_of(Row a, std::size_t rows) {
  Matrix result(rows, rows);
  kernels().products(a.data(), rows, a.data(), rows, a.size() / rows, result.values().data(), rows);
  return result;
}

bool factor_cholesky(Matrix& a) {
  double largest = 0;
  for (std::size_t i = 0; i < a.rows(); ++i) largest = std::max(largest, a(i, i));
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double rest = a(i, j);
      for (std::size_t k = 0; k < j; ++k) rest -= a(i, k) * a(j, k);
      if (i != j) {
        a(i, j) = rest / a(j, j);
      } else {
        if (!(rest > singular * largest)) return false;
        a(i, i) = std::sqrt(rest);
      }
    }
  }
  return true;
}

void solve_lower(const Matrix& l, MutableRow b) {
  const std::size_t width = b.size() / l.rows();
  for (std::size_t i = 0; i < l.rows(); ++i) {
    for (std::size_t j = 0; j < i; ++j) subtract(b, width, i, j, l(i, j));
    for (double& entry : b.subspan(i * width, width)) entry /= l(i, i);
  }
}

void solve_lower_transposed(const Matrix& l, MutableRow b) {
  const std::size_t width = b.size() / l.rows();
  for (std::size_t i = l.rows(); i-- > 0;) {
    for (std::size_t j = i + 1; j < l.rows(); ++j) subtract(b, width, i, j, l(j, i));
    for (double& entry : b.subspan(i * width, width)) entry /= l(i, i);
  }
}

}   // namespace protea
