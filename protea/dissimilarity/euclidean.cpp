#include <protea/dissimilarity/euclidean.hpp>

#include <cmath>

#include <protea/base/kernels.hpp>

namespace protea {

double Euclidean::value(Row x, Row w, Row) const {
  double squared = 0;
  kernels().squared_distances(x.data(), w.data(), 1, x.size(), &squared);
  return std::sqrt(squared);
}

// ∂d/∂w = (w − x)/d; at d = 0 there is no slope and nothing moves
void Euclidean::add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow) const {
  const double d = value(x, w, theta);
  if (d > 0) kernels().add_scaled_difference(pull / d, w.data(), x.data(), x.size(), gw.data());
}

void Euclidean::values(MatrixView x, MatrixView w, Row, MutableMatrixView d, Scratch&) const {
  for (std::size_t i = 0; i < x.rows; ++i) {
    kernels().squared_distances(x.row(i).data(), w.data, w.rows, w.columns, d.row(i).data());
    for (double& each : d.row(i)) each = std::sqrt(each);
  }
}

}   // namespace protea
