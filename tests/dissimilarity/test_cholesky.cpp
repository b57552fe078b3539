#include <protea/dissimilarity/cholesky.hpp>

#include <cmath>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include <protea/base/random.hpp>

namespace protea {
namespace {

Matrix random_matrix(std::size_t rows, std::size_t columns, std::uint64_t seed) {
  Random random(seed, Purpose::generator);
  Matrix result(rows, columns);
  for (double& value : result.values()) value = random.normal();
  return result;
}

bool equal_bits(Row a, Row b) { return std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0; }

// The loops that everybody knows.
Matrix plain_factor(Matrix a) {
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double rest = a(i, j);
      for (std::size_t k = 0; k < j; ++k) rest -= a(i, k) * a(j, k);
      a(i, j) = i == j ? std::sqrt(rest) : rest / a(j, j);
    }
  }
  return a;
}

void plain_solve(const Matrix& l, bool is_transposed, Matrix& b) {
  const std::size_t n = l.rows();
  for (std::size_t step = 0; step < n; ++step) {
    const std::size_t i = is_transposed ? n - 1 - step : step;
    for (std::size_t c = 0; c < b.columns(); ++c) {
      double rest = b(i, c);
      for (std::size_t j = is_transposed ? i + 1 : 0; j < (is_transposed ? n : i); ++j)
        rest -= (is_transposed ? l(j, i) : l(i, j)) * b(j, c);
      b(i, c) = rest / l(i, i);
    }
  }
}

TEST(Cholesky, HasTheBitsOfPlainLoopsForAnySize) {
  for (const std::size_t n : {1, 2, 7, 31, 32, 33, 64, 65, 97, 150}) {
    const Matrix root = random_matrix(n, n + 3, n);
    Matrix factor = gram_of(root.values(), n);
    const Matrix expected = plain_factor(factor);
    ASSERT_TRUE(factor_cholesky(factor)) << n;
    EXPECT_TRUE(equal_bits(factor.values(), expected.values())) << n;
    for (const std::size_t width : {1, 5, 32, 101}) {
      Matrix found = random_matrix(n, width, 7);
      Matrix wanted = found;
      solve_lower(factor, found.values());
      plain_solve(factor, false, wanted);
      EXPECT_TRUE(equal_bits(std::as_const(found).values(), std::as_const(wanted).values())) << n << ", " << width;
      solve_lower_transposed(factor, found.values());
      plain_solve(factor, true, wanted);
      EXPECT_TRUE(equal_bits(std::as_const(found).values(), std::as_const(wanted).values())) << n << ", " << width;
    }
  }
}

TEST(Cholesky, SaysWhereAMatrixIsSingular) {
  for (const std::size_t n : {3, 40, 70}) {
    Matrix root = random_matrix(n, n, 5);
    for (std::size_t j = 0; j < n; ++j) root(n - 1, j) = root(0, j);
    Matrix gram = gram_of(root.values(), n);
    EXPECT_FALSE(factor_cholesky(gram)) << n;
  }
}

}   // namespace
}   // namespace protea
