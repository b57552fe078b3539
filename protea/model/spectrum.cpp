#include <protea/model/spectrum.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/linear_algebra.hpp>

namespace protea {

std::vector<double> eigenvalues(const Matrix& symmetric) {
  std::vector<double> values = eigenvalues_of_symmetric(symmetric);
  std::reverse(values.begin(), values.end());
  const double rounding = 1e-14 * std::abs(values.front());
  for (double& value : values) {
    if (std::abs(value) < rounding) value = 0;
  }
  return values;
}

}   // namespace protea
