#include <protea/model/spectrum.hpp>

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>

namespace protea {

std::vector<double> eigenvalues(const Matrix& symmetric) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto size = static_cast<Eigen::Index>(symmetric.rows());
  const Eigen::Map<const RowMajor> matrix(symmetric.values().data(), size, size);
  const Eigen::SelfAdjointEigenSolver<RowMajor> solver(matrix, Eigen::EigenvaluesOnly);
  std::vector<double> values(solver.eigenvalues().data(), solver.eigenvalues().data() + size);
  std::reverse(values.begin(), values.end());
  const double rounding = 1e-14 * std::abs(values.front());
  for (double& value : values) {
    if (std::abs(value) < rounding) value = 0;
  }
  return values;
}

}  // namespace protea
