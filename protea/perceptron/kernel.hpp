// Kernels K(ξ, ξ') for machines that see inputs through their products alone.
#pragma once

#include <cstdint>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/dissimilarity/kernel_distance.hpp>

namespace PROTEA_EXPORT protea {

struct Kernel {
  KernelKind kind = KernelKind::rbf;
  double gamma = 1;          // rbf: e^(−γ|ξ − ξ'|²)
  std::int64_t degree = 2;   // polynomial: (1 + ξ·ξ')^q

  // K(x, row) for all rows, of which the squared lengths are known.
  void values(Row x, double squared_length, MatrixView rows, Row squared_lengths, MutableRow to) const;
};

std::vector<double> squared_lengths(MatrixView rows);

}   // namespace protea
