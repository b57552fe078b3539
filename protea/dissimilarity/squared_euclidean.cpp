#include <protea/dissimilarity/squared_euclidean.hpp>

#include <protea/base/kernels.hpp>

namespace protea {

double SquaredEuclidean::value(Row x, Row w, Row) const {
  double d = 0;
  kernels().squared_distances(x.data(), w.data(), 1, x.size(), &d);
  return d;
}

// ∂d/∂w = 2(w − x)
void SquaredEuclidean::add_gradient(Row x, Row w, Row, double pull, MutableRow gw, MutableRow) const {
  kernels().add_scaled_difference(2 * pull, w.data(), x.data(), x.size(), gw.data());
}

void SquaredEuclidean::values(MatrixView x, MatrixView w, Row, MutableMatrixView d, Scratch&) const {
  for (std::size_t i = 0; i < x.rows; ++i) {
    kernels().squared_distances(x.row(i).data(), w.data, w.rows, w.columns, d.row(i).data());
  }
}

void SquaredEuclidean::relevance_matrix(Row, std::size_t n, MutableMatrixView lambda) const {
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) lambda.row(i)[j] = i == j ? 1 : 0;
  }
}

}   // namespace protea
