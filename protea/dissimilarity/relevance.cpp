#include <protea/dissimilarity/relevance.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/kernels.hpp>
#include <protea/base/lanes.hpp>
#include <protea/dissimilarity/first_relevances.hpp>

namespace protea {

double Relevance::value(Row x, Row w, Row theta) const {
  return lane_sum(x.size(), [&](std::size_t i) { return theta[i] * ((x[i] - w[i]) * (x[i] - w[i])); });
}

// ∂d/∂w = 2λ(w − x), ∂d/∂λ = (x − w)², unless the options say otherwise
void Relevance::add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const {
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double difference = w[i] - x[i];
    gw[i] += 2 * pull * (step == PrototypeStep::gradient ? theta[i] : 1) * difference;
    if (!gtheta.empty())
      gtheta[i] += pull * (update == RelevanceUpdate::squared ? difference * difference : std::abs(difference));
  }
}

void Relevance::initialize(MutableRow theta, std::size_t n, Random&) const {
  std::fill(theta.begin(), theta.end(), 1 / static_cast<double>(n));
  if (!relevances.empty()) set_relevances(relevances, theta);
}

void Relevance::project(MutableRow theta) const {
  double sum = 0;
  for (double& lambda : theta) {
    lambda = lambda > 0 ? lambda : 0;
    sum += lambda;
  }
  // All relevances driven to zero carry no information: start again from equal ones.
  if (!(sum > 0)) {
    std::fill(theta.begin(), theta.end(), 1 / static_cast<double>(theta.size()));
  } else if (std::abs(sum - 1) > 1e-15 * static_cast<double>(theta.size())) {
    for (double& lambda : theta) lambda /= sum;
  }
}

void Relevance::values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch&) const {
  for (std::size_t i = 0; i < x.rows; ++i) {
    kernels().weighted_squared_distances(x.row(i).data(), w.data, theta.data(), w.rows, w.columns, d.row(i).data());
  }
}

void Relevance::relevance_matrix(Row theta, std::size_t n, MutableMatrixView lambda) const {
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) lambda.row(i)[j] = i == j ? theta[i] : 0;
  }
}

void Relevance::from_free(MutableRow theta) const {
  double sum = 0;
  for (const double u : theta) sum += u * u;
  for (double& u : theta) u = u * u / sum;
}

void Relevance::to_free(MutableRow theta) const {
  for (double& lambda : theta) lambda = std::sqrt(lambda);
}

// ∂λ_l/∂u_m = 2u_m(δ_lm − λ_l)/Σu², so ∂/∂u_m = 2u_m (g_m − Σ_l g_l λ_l)/Σu²
void Relevance::pull_back(Row free, MutableRow gradient) const {
  double sum = 0;
  double mean = 0;
  for (std::size_t i = 0; i < free.size(); ++i) {
    sum += free[i] * free[i];
    mean += gradient[i] * free[i] * free[i];
  }
  mean /= sum;
  for (std::size_t i = 0; i < free.size(); ++i) gradient[i] = 2 * free[i] * (gradient[i] - mean) / sum;
}

}   // namespace protea
