#include <protea/dissimilarity/cholesky.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <protea/base/kernels.hpp>

namespace protea {
namespace {

constexpr double singular = 1e-13;   // of the largest diagonal entry

// Rows that are taken together. Every number is subtracted from in the order of a plain loop, block or not.
constexpr std::size_t block = 32;

// −l of `count` rows from `first` on, transposed: those of its columns before `end`.
std::vector<double> negative_columns(const Matrix& l, std::size_t first, std::size_t count, std::size_t end) {
  std::vector<double> result(end * count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < end; ++k) result[k * count + i] = -l(first + i, k);
  }
  return result;
}

}   // namespace

Matrix gram_of(Row a, std::size_t rows) {
  Matrix result(rows, rows);
  kernels().products(a.data(), rows, a.data(), rows, a.size() / rows, result.values().data(), rows);
  return result;
}

// By blocks of columns, each held as rows: a_ij − Σ_k l_ik·l_jk in the order of k, first over the blocks before, then within.
bool factor_cholesky(Matrix& a) {
  const std::size_t n = a.rows();
  const Kernels& own = kernels();
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, a(i, i));
  std::vector<double> before;   // l of the columns before, of the rows from `first` on
  std::vector<double> columns;
  double row[block];   // −l of one row, of the columns within
  for (std::size_t first = 0; first < n; first += block) {
    const std::size_t count = std::min(block, n - first);
    const std::size_t length = n - first;
    columns.resize(count * length);
    for (std::size_t j = 0; j < count; ++j) {
      for (std::size_t i = j; i < length; ++i) columns[j * length + i] = a(first + i, first + j);
    }
    before.resize(first * length);
    for (std::size_t i = 0; i < length; ++i) {
      for (std::size_t k = 0; k < first; ++k) before[k * length + i] = a(first + i, k);
    }
    const std::vector<double> factors = negative_columns(a, first, count, first);
    if (first > 0) own.add_outer_products(factors.data(), first, count, before.data(), length, columns.data());
    for (std::size_t j = 0; j < count; ++j) {
      double* const column = columns.data() + j * length;
      // What stands above the diagonal may be anything: nobody reads it.
      for (std::size_t k = 0; k < j; ++k) row[k] = -columns[k * length + j];
      own.add_outer_products(row, j, 1, columns.data(), length, column);
      if (!(column[j] > singular * largest)) return false;
      column[j] = std::sqrt(column[j]);
      own.divide(column[j], length - j - 1, column + j + 1);
    }
    for (std::size_t j = 0; j < count; ++j) {
      for (std::size_t i = j; i < length; ++i) a(first + i, first + j) = columns[j * length + i];
    }
  }
  return true;
}

void solve_lower(const Matrix& l, MutableRow b) {
  const std::size_t n = l.rows();
  const std::size_t width = b.size() / n;
  const Kernels& own = kernels();
  for (std::size_t first = 0; first < n; first += block) {
    const std::size_t count = std::min(block, n - first);
    double* const rows = b.data() + first * width;
    const std::vector<double> factors = negative_columns(l, first, count, first);
    if (first > 0) own.add_outer_products(factors.data(), first, count, b.data(), width, rows);
    for (std::size_t i = 0; i < count; ++i) {
      double row[block];
      for (std::size_t j = 0; j < i; ++j) row[j] = -l(first + i, first + j);
      own.add_outer_products(row, i, 1, rows, width, rows + i * width);
      own.divide(l(first + i, first + i), width, rows + i * width);
    }
  }
}

void solve_lower_transposed(const Matrix& l, MutableRow b) {
  const std::size_t n = l.rows();
  const std::size_t width = b.size() / n;
  std::vector<double> factors(n);
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t j = i + 1; j < n; ++j) factors[j] = -l(j, i);
    kernels().add_outer_products(factors.data() + i + 1, n - i - 1, 1, b.data() + (i + 1) * width, width,
                                 b.data() + i * width);
    kernels().divide(l(i, i), width, b.data() + i * width);
  }
}

}   // namespace protea
