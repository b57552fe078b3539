#include <protea/dissimilarity/mahalanobis.hpp>

#include <algorithm>

#include <protea/dissimilarity/projection.hpp>
#include <protea/dissimilarity/statistics.hpp>

namespace protea {

double Mahalanobis::value(Row x, Row w, Row theta) const { return projected_distance(x, w, theta); }

void Mahalanobis::add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow) const {
  add_projected_gradient(x, w, theta, pull, gw, {});
}

void Mahalanobis::initialize(MutableRow theta, std::size_t n, Random&) const {
  std::fill(theta.begin(), theta.end(), 0.0);
  for (std::size_t i = 0; i < n; ++i) theta[i * n + i] = 1;
}

void Mahalanobis::start(MutableRow theta, const StartingRows& rows) const {
  const Matrix omega = inverse_root(covariance_of(rows.own), regularization);
  std::copy(omega.values().begin(), omega.values().end(), theta.begin());
}

void Mahalanobis::values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch& scratch) const {
  projected_distances(x, w, theta, d, scratch);
}

void Mahalanobis::add_gradients(MatrixView x, MatrixView w, Row theta, Pulls pulls, MutableMatrixView gw, MutableRow,
                                Scratch& scratch) const {
  add_projected_gradients(x, w, theta, pulls, gw, {}, scratch);
}

void Mahalanobis::observed_values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch& scratch) const {
  observed_projected_distances(x, w, theta, d, scratch);
}

void Mahalanobis::add_observed_gradients(MatrixView x, MatrixView w, Row theta, Pulls pulls, MutableMatrixView gw,
                                         MutableRow, Scratch& scratch) const {
  add_observed_projected_gradients(x, w, theta, pulls, gw, {}, scratch);
}

void Mahalanobis::relevance_matrix(Row theta, std::size_t n, MutableMatrixView lambda) const {
  relevances_of(theta, n, lambda);
}

}   // namespace protea
