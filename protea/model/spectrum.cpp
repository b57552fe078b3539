#include <protea/model/spectrum.hpp>

#include <algorithm>
#include <cmath>

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

}   // namespace

std::vector<double> eigenvalues(const Matrix& symmetric) { return largest_first(eigenvalues_of_symmetric(symmetric)); }

Directions directions_of(const Matrix& symmetric) {
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
