#include <protea/model/spectrum.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include <protea/base/linear_algebra.hpp>

namespace protea {
namespace {

std::vector<double> largest_first(std::vector<double> values) {
  std::reverse(values.begin(), values.end());
  const double smallest = 1e-14 * std::abs(values.front());
  for (double& value : values) {
    if (std::abs(value) < smallest) value = 0;
  }
  return values;
}

// Features that are only weighted are directions themselves: nothing is to be computed.
bool is_diagonal_matrix(const Matrix& symmetric) {
  for (std::size_t i = 0; i < symmetric.rows(); ++i) {
    for (std::size_t j = 0; j < symmetric.columns(); ++j) {
      if (i != j && symmetric(i, j) != 0) return false;
    }
  }
  return true;
}

std::vector<std::size_t> largest_weights(const Matrix& diagonal) {
  std::vector<std::size_t> order(diagonal.rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t j) { return diagonal(j, j); });
  return order;
}

}   // namespace

std::vector<double> eigenvalues(const Matrix& symmetric) {
  if (is_diagonal_matrix(symmetric)) {
    std::vector<double> values;
    for (const std::size_t j : largest_weights(symmetric)) values.push_back(symmetric(j, j));
    return values;
  }
  return largest_first(eigenvalues_of_symmetric(symmetric));
}

Directions directions_of(const Matrix& symmetric) {
  if (is_diagonal_matrix(symmetric)) {
    Directions result{{}, Matrix(symmetric.rows(), symmetric.rows())};
    for (const std::size_t j : largest_weights(symmetric)) {
      result.vectors(result.values.size(), j) = 1;
      result.values.push_back(symmetric(j, j));
    }
    return result;
  }
  Spectrum spectrum = spectrum_of(symmetric);
  const std::size_t n = spectrum.values.size();
  Directions result{largest_first(std::move(spectrum.values)), Matrix(n, n)};
  for (std::size_t r = 0; r < n; ++r) {
    const Row v = spectrum.vectors.row(n - 1 - r);
    const double largest =
        *std::max_element(v.begin(), v.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
    for (std::size_t j = 0; j < n; ++j) result.vectors(r, j) = std::copysign(1.0, largest) * v[j];
  }
  return result;
}

}   // namespace protea
