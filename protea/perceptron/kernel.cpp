#include <protea/perceptron/kernel.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/kernels.hpp>
#include <protea/base/lanes.hpp>

namespace protea {

void Kernel::values(Row x, double squared_length, MatrixView rows, Row squared_lengths, MutableRow to) const {
  if (rows.rows == 0) return;
  kernels().products(x.data(), 1, rows.data, rows.rows, rows.columns, to.data(), rows.rows);
  switch (kind) {
    case KernelKind::linear: return;
    case KernelKind::polynomial:
      for (double& value : to) {
        const double base = 1 + value;
        value = 1;
        for (std::int64_t q = 0; q < degree; ++q) value *= base;
      }
      return;
    case KernelKind::rbf:
      // Differences of large numbers: never above 0 in the exponent, and exactly 0 for equal rows, whose products are the same to the bit.
      for (std::size_t i = 0; i < to.size(); ++i)
        to[i] = std::min(0.0, gamma * (2 * to[i] - (squared_length + squared_lengths[i])));
      kernels().exponentials(to.data(), to.size(), to.data());
  }
}

std::vector<double> squared_lengths(MatrixView rows) {
  std::vector<double> result(rows.rows);
  for (std::size_t i = 0; i < rows.rows; ++i) {
    // By the kernel with which products are made, so that a row and itself have distance 0.
    kernels().products(rows.row(i).data(), 1, rows.row(i).data(), 1, rows.columns, &result[i], 1);
  }
  return result;
}

}   // namespace protea
