// Decompositions and solutions by their defining properties.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <protea/base/linear_algebra.hpp>
#include <protea/base/random.hpp>

namespace protea {
namespace {

Matrix random_matrix(std::size_t rows, std::size_t columns, std::uint64_t seed) {
  Random random(seed, Purpose::generator);
  Matrix result(rows, columns);
  for (double& value : result.values()) value = random.normal();
  return result;
}

double product_of(Row a, Row b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

TEST(Spectrum, HasOrthonormalVectorsThatTheMatrixStretchesByTheirValues) {
  for (const std::size_t n : {1u, 2u, 7u, 20u}) {
    const Matrix a = products_of_rows(random_matrix(n, n + 3, n));
    const Spectrum spectrum = spectrum_of(a);
    EXPECT_TRUE(std::is_sorted(spectrum.values.begin(), spectrum.values.end()));
    EXPECT_EQ(eigenvalues_of_symmetric(a), spectrum.values);
    for (std::size_t r = 0; r < n; ++r) {
      const std::vector<double> stretched = product(a.view(), spectrum.vectors.row(r));
      for (std::size_t j = 0; j < n; ++j)
        EXPECT_NEAR(stretched[j], spectrum.values[r] * spectrum.vectors(r, j), 1e-12 * spectrum.values.back());
      for (std::size_t s = 0; s < n; ++s)
        EXPECT_NEAR(product_of(spectrum.vectors.row(r), spectrum.vectors.row(s)), r == s ? 1 : 0, 1e-13);
    }
  }
}

// x² − 2x + 5 has the roots 1 ± 2i.
TEST(Eigenvalues, OfACompanionMatrixAreTheRootsOfItsPolynomial) {
  Matrix companion(2, 2);
  companion(0, 1) = -5;
  companion(1, 0) = 1;
  companion(1, 1) = 2;
  auto roots = eigenvalues_of(companion);
  std::sort(roots.begin(), roots.end(), [](const auto& a, const auto& b) { return a.imag() < b.imag(); });
  EXPECT_NEAR(std::abs(roots[0] - std::complex<double>(1, -2)), 0, 1e-14);
  EXPECT_NEAR(std::abs(roots[1] - std::complex<double>(1, 2)), 0, 1e-14);
}

TEST(Solve, GivesBackWhatTheMatrixWasAppliedTo) {
  const Matrix a = random_matrix(6, 6, 3);
  const std::vector<double> x{1, -2, 0.5, 3, 0, 7};
  const std::vector<double> solved = solve(a, product(a.view(), x));
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(solved[i], x[i], 1e-12);
}

// What is left of the target is at right angles to every column.
TEST(LeastSquares, LeavesARestAtRightAnglesToTheColumns) {
  const Matrix columns = random_matrix(3, 9, 4);
  const Matrix targets = random_matrix(2, 9, 5);
  const Matrix both = least_squares(columns, targets);
  for (std::size_t t = 0; t < targets.rows(); ++t) {
    const std::vector<double> one = least_squares(columns, targets.row(t));
    const std::vector<double> quick = combination_nearest_to(targets.row(t), columns);
    std::vector<double> rest(targets.row(t).begin(), targets.row(t).end());
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_NEAR(both(t, j), one[j], 1e-13);
      EXPECT_NEAR(quick[j], one[j], 1e-12);
      for (std::size_t i = 0; i < rest.size(); ++i) rest[i] -= one[j] * columns(j, i);
    }
    for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(product_of(rest, columns.row(j)), 0, 1e-13);
  }
}

TEST(OrthonormalBasis, SpansTheRowsItIsMadeOf) {
  const Matrix rows = random_matrix(3, 8, 6);
  const Matrix basis = orthonormal_basis(rows);
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t s = 0; s < 3; ++s) EXPECT_NEAR(product_of(basis.row(r), basis.row(s)), r == s ? 1 : 0, 1e-14);
  }
  Matrix projected = rows;
  project_rows(projected.view(), basis);
  for (std::size_t i = 0; i < rows.values().size(); ++i) EXPECT_NEAR(projected.values()[i], rows.values()[i], 1e-13);
}

TEST(Sums, AreThoseOfTheNumbersOneByOne) {
  const Matrix rows = random_matrix(4, 5, 7);
  const std::vector<double> mean = mean_row(rows);
  double about = 0;
  double squares = 0;
  for (std::size_t j = 0; j < 5; ++j) {
    EXPECT_NEAR(mean[j], (rows(0, j) + rows(1, j) + rows(2, j) + rows(3, j)) / 4, 1e-15);
    for (std::size_t i = 0; i < 4; ++i) {
      about += (rows(i, j) - mean[j]) * (rows(i, j) - mean[j]) / 20;
      squares += rows(i, j) * rows(i, j);
    }
  }
  EXPECT_NEAR(mean_square_about(mean, rows), about, 1e-14);
  EXPECT_NEAR(mean_square(rows.values()), squares / 20, 1e-14);
  EXPECT_NEAR(mean_square_of_columns(rows), squares / 5, 1e-13);
  EXPECT_NEAR(length_of(rows.values()), std::sqrt(squares), 1e-14);
  EXPECT_NEAR(dot(rows.row(0), rows.row(1)), product_of(rows.row(0), rows.row(1)), 1e-14);
  const Matrix other = random_matrix(5, 2, 8);
  const Matrix both = product(rows, other);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(both(i, 1),
                product_of(rows.row(i), std::array{other(0, 1), other(1, 1), other(2, 1), other(3, 1), other(4, 1)}),
                1e-14);
  }
}

// AAᵀ = (9 12; 12 41) has the eigenvalues 45 and 5.
TEST(SingularValues, AreTheRootsOfTheEigenvaluesOfTheProducts) {
  Matrix a(2, 2);
  a(0, 0) = 3;
  a(1, 0) = 4;
  a(1, 1) = 5;
  const SingularValues svd = singular_values_of(a);
  EXPECT_NEAR(svd.values[0], std::sqrt(45.0), 1e-14);
  EXPECT_NEAR(svd.values[1], std::sqrt(5.0), 1e-14);
}

TEST(SingularValues, WithTheirVectorsMakeTheMatrixAgain) {
  constexpr std::array<std::pair<std::size_t, std::size_t>, 5> shapes{{{1, 1}, {40, 3}, {3, 40}, {30, 30}, {200, 25}}};
  for (const double unit : {1.0, 1e180, 1e-180}) {   // squares would overflow, or vanish
    for (const auto& [rows, columns] : shapes) {
      Matrix a = random_matrix(rows, columns, rows + columns);
      for (double& value : a.values()) value *= unit;
      const SingularValues svd = singular_values_of(a);
      const std::size_t count = std::min(rows, columns);
      ASSERT_EQ(svd.values.size(), count);
      EXPECT_TRUE(std::is_sorted(svd.values.rbegin(), svd.values.rend()));
      for (std::size_t r = 0; r < count; ++r) {
        for (std::size_t s = 0; s <= r; ++s) {
          EXPECT_NEAR(product_of(svd.left.row(r), svd.left.row(s)), r == s ? 1 : 0, 1e-13);
          EXPECT_NEAR(product_of(svd.right.row(r), svd.right.row(s)), r == s ? 1 : 0, 1e-13);
        }
      }
      for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < columns; ++j) {
          double sum = 0;
          for (std::size_t r = 0; r < count; ++r) sum += svd.left(r, i) * (svd.values[r] / unit) * svd.right(r, j);
          ASSERT_NEAR(sum, a(i, j) / unit, 1e-12);
        }
      }
    }
  }
}

TEST(SingularValues, OfAMatrixOfZerosAreZero) {
  const SingularValues svd = singular_values_of(Matrix(4, 2));
  EXPECT_EQ(svd.values, (std::vector<double>{0, 0}));
}

}   // namespace
}   // namespace protea
