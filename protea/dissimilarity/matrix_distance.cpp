#include <protea/dissimilarity/matrix_distance.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <protea/base/exact_math.hpp>
#include <protea/base/kernels.hpp>
#include <protea/base/linear_algebra.hpp>
#include <protea/dissimilarity/cholesky.hpp>
#include <protea/dissimilarity/followed_projection.hpp>
#include <protea/dissimilarity/projection.hpp>
#include <protea/dissimilarity/first_relevances.hpp>
#include <protea/dissimilarity/statistics.hpp>

namespace protea {

std::size_t MatrixDistance::rows(std::size_t n) const {
  const auto wanted = static_cast<std::size_t>(rank);
  if (wanted > n)
    throw UsageError(fmt::format("dissimilarity.rank = {}: must be at most the number of features, {}", rank, n));
  return wanted == 0 ? n : wanted;
}

// A full matrix of thousands of features takes gigabytes and hours, and is right no more often (docs/training.md). Rows enough
// for most of the variance of the data are.
MatrixDistance MatrixDistance::chosen_for(MatrixView x) const {
  constexpr std::size_t wide = 500;
  MatrixDistance result = *this;
  if (rank != 0 || x.columns <= wide || !relevances.empty() || !learn) return result;
  constexpr double share = 0.95;
  constexpr std::size_t fewest = 10;
  constexpr std::size_t most = 200;
  result.rank = static_cast<std::int64_t>(std::clamp(axes_holding(share, x), fewest, most));
  return result;
}

double MatrixDistance::value(Row x, Row w, Row theta) const { return projected_distance(x, w, theta); }

void MatrixDistance::add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const {
  add_projected_gradient(x, w, theta, pull, gw, gtheta);
}

void MatrixDistance::initialize(MutableRow theta, std::size_t n, Random& random) const {
  const std::size_t height = rows(n);
  std::fill(theta.begin(), theta.end(), 0.0);
  if (!relevances.empty()) {
    if (height != n || first != MatrixStart::identity) {
      throw UsageError(
          "dissimilarity.relevances give a full first matrix: leave out dissimilarity.rank and dissimilarity.start");
    }
    std::vector<double> lambda(n);
    set_relevances(relevances, lambda);
    for (std::size_t i = 0; i < n; ++i) theta[i * n + i] = std::sqrt(lambda[i]);
  } else if (first != MatrixStart::random && height == n) {
    for (std::size_t i = 0; i < n; ++i) theta[i * n + i] = 1;
  } else {
    for (double& entry : theta) entry = random.uniform(-1, 1);
  }
  project(theta);
}

// ∂d/∂Ω = 2Ω(x − w)(x − w)ᵀ has its rows in the span of the differences, and so has Ω ever after once it starts there.
// What it held outside of the span changed no distance [Strickert et al. 2013].
void MatrixDistance::start(MutableRow theta, const StartingRows& rows) const {
  if (!starts_from_rows()) return;
  const std::size_t n = std::max(rows.all.x.columns, rows.prototypes.columns);
  if (correct_null_space && rows.all.covariance)
    throw UsageError(fmt::format("{} looks at all rows at once, and these rows are in several processes",
                                 setting("dissimilarity.correct_null_space", "true")));
  if (first == MatrixStart::pca) {
    const Matrix axes = principal_axes(rows.all, theta.size() / n);
    std::copy(axes.values().begin(), axes.values().end(), theta.begin());
  }
  if (correct_null_space) project_onto_span(theta, rows.all.x, rows.prototypes);
  project(theta);
}

void MatrixDistance::project(MutableRow theta) const { project_to_unit_norm(theta); }

namespace {

constexpr double no_eigenvalue = 1e-8;   // of the trace: below, a direction that Ω does not have

// ½ ln det ΩΩᵀ where the rows of Ω depend on one another, as after correct_null_space or with relevances of 0: over the
// directions that there are; one that came to be would have its whole price at once, and line searches do not go there.
// Replaces Ω by its gradient (ΩΩᵀ)⁺Ω.
double half_log_determinant_of_span(const Matrix& gram, double least, MutableRow omega) {
  const Spectrum spectrum = spectrum_of(gram);
  const std::size_t rows = gram.rows();
  const std::size_t n = omega.size() / rows;
  const std::vector<double> before(omega.begin(), omega.end());
  std::fill(omega.begin(), omega.end(), 0.0);
  double sum = 0;
  std::vector<double> along(n);
  for (std::size_t r = 0; r < rows; ++r) {
    if (!(spectrum.values[r] > least)) continue;
    sum += logarithm(spectrum.values[r]) / 2;
    std::fill(along.begin(), along.end(), 0.0);
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < n; ++j) along[j] += spectrum.vectors(r, i) * before[i * n + j];
    }
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < n; ++j) omega[i * n + j] += spectrum.vectors(r, i) * along[j] / spectrum.values[r];
    }
  }
  return sum;
}

}   // namespace

// −(μ/2) ln det ΩΩᵀ, gradient −μ(ΩΩᵀ)⁻¹Ω [Schneider et al. 2010]
double MatrixDistance::penalty(Row theta, std::size_t n, double scale, MutableRow gtheta) const {
  if (log_det == 0) return 0;
  const Matrix gram = gram_of(theta, theta.size() / n);
  double least = 0;
  for (std::size_t i = 0; i < gram.rows(); ++i) least += no_eigenvalue * gram(i, i);
  Matrix factor = gram;
  bool has_all = factor_cholesky(factor);
  for (std::size_t i = 0; i < factor.rows(); ++i) has_all = has_all && factor(i, i) * factor(i, i) > least;
  std::vector<double> slope(theta.begin(), theta.end());
  double half_log_det = 0;
  if (has_all) {
    std::vector<double> diagonal(factor.rows());
    for (std::size_t i = 0; i < factor.rows(); ++i) diagonal[i] = factor(i, i);
    kernels().logs(diagonal.data(), diagonal.size(), diagonal.data());
    for (const double each : diagonal) half_log_det += each;
    if (!gtheta.empty()) {
      solve_lower(factor, slope);
      solve_lower_transposed(factor, slope);
    }
  } else {
    half_log_det = half_log_determinant_of_span(gram, least, slope);
  }
  for (std::size_t i = 0; i < gtheta.size(); ++i) gtheta[i] -= scale * log_det * slope[i];
  return -log_det * half_log_det;
}

void MatrixDistance::values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch& scratch) const {
  projected_distances(x, w, theta, d, scratch);
}

void MatrixDistance::add_gradients(MatrixView x, MatrixView w, Row theta, Pulls pulls, MutableMatrixView gw,
                                   MutableRow gtheta, Scratch& scratch) const {
  add_projected_gradients(x, w, theta, pulls, gw, gtheta, scratch);
}

void MatrixDistance::observed_values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d,
                                     Scratch& scratch) const {
  observed_projected_distances(x, w, theta, d, scratch);
}

void MatrixDistance::add_observed_gradients(MatrixView x, MatrixView w, Row theta, Pulls pulls, MutableMatrixView gw,
                                            MutableRow gtheta, Scratch& scratch) const {
  add_observed_projected_gradients(x, w, theta, pulls, gw, gtheta, scratch);
}

void MatrixDistance::followed_values(Row x, MatrixView w, Row theta, MutableRow d, Followed& followed) const {
  followed_distances(x, w, theta, d, followed);
}

void MatrixDistance::add_followed_gradients(Row theta, Pulls pulls, MutableMatrixView gw, Followed& followed) const {
  add_followed_projected_gradients(theta, pulls, gw, followed);
}

void MatrixDistance::step_along(OuterProducts& gradient, double rate, MutableRow theta) const {
  step_with_unit_norm(gradient, rate, theta);
}

void MatrixDistance::relevance_matrix(Row theta, std::size_t n, MutableMatrixView lambda) const {
  relevances_of(theta, n, lambda);
}

void MatrixDistance::from_free(MutableRow theta) const { unit_norm_from_free(theta); }

void MatrixDistance::pull_back(Row free, MutableRow gradient) const { unit_norm_pull_back(free, gradient); }

}   // namespace protea
