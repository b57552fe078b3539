#include <protea/dissimilarity/matrix_distance.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/kernels.hpp>
#include <protea/base/lanes.hpp>

namespace protea {
namespace {

double squared_norm(Row values) {
  return lane_sum(values.size(), [&](std::size_t i) { return values[i] * values[i]; });
}

double row_product(Row omega_row, Row x, Row w) {
  return lane_sum(x.size(), [&](std::size_t i) { return omega_row[i] * (x[i] - w[i]); });
}

enum Buffer : std::size_t { shifted_x, shifted_w, projected_x, projected_w, pulled_samples, prototype_sums };

// Runs of pulls on one sample: as many as samples, since pulls come sample by sample.
std::size_t count_samples(Pulls pulls) {
  std::size_t count = 0;
  for (std::size_t p = 0; p < pulls.size(); ++p) count += p == 0 || pulls[p].sample != pulls[p - 1].sample;
  return count;
}

}  // namespace

std::size_t MatrixDistance::rows(std::size_t n) const {
  const auto wanted = static_cast<std::size_t>(rank);
  if (wanted > n) throw UsageError(fmt::format("dissimilarity.rank = {}: must be at most the number of features, {}", rank, n));
  return wanted == 0 ? n : wanted;
}

double MatrixDistance::value(Row x, Row w, Row theta) const {
  const std::size_t n = x.size();
  return lane_sum(theta.size() / n, [&](std::size_t r) {
    const double projected = row_product(theta.subspan(r * n, n), x, w);
    return projected * projected;
  });
}

// ∂d/∂w = 2Λ(w − x), ∂d/∂Ω = 2Ω(x − w)(x − w)ᵀ
void MatrixDistance::add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const {
  const std::size_t n = x.size();
  for (std::size_t r = 0; r < theta.size() / n; ++r) {
    const Row omega_row = theta.subspan(r * n, n);
    const double factor = 2 * pull * row_product(omega_row, x, w);
    for (std::size_t i = 0; i < n; ++i) {
      gw[i] -= factor * omega_row[i];
      gtheta[r * n + i] += factor * (x[i] - w[i]);
    }
  }
}

void MatrixDistance::initialize(MutableRow theta, std::size_t n, Random& random) const {
  const std::size_t height = rows(n);
  std::fill(theta.begin(), theta.end(), 0.0);
  if (start == MatrixStart::identity && height == n) {
    for (std::size_t i = 0; i < n; ++i) theta[i * n + i] = 1;
  } else {
    for (double& entry : theta) entry = random.uniform(-1, 1);
  }
  project(theta);
}

void MatrixDistance::project(MutableRow theta) const {
  const double norm = std::sqrt(squared_norm(theta));
  if (!(norm > 0) || !std::isfinite(norm)) {
    throw NumericalError("the matrix of the distance has no finite norm: use a smaller optimizer.metric_rate");
  }
  if (std::abs(norm - 1) > 1e-14) {
    for (double& entry : theta) entry /= norm;
  }
}

// Projects samples and prototypes once, relative to a reference point so that an offset of the data costs no digits,
// then takes plain distances between the projections.
void MatrixDistance::values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch& scratch) const {
  const std::size_t n = x.columns;
  const std::size_t height = theta.size() / n;
  const Row reference = w.row(0);
  const MutableRow xs = scratch.take(shifted_x, x.rows * n);
  const MutableRow ws = scratch.take(shifted_w, w.rows * n);
  const auto shift = [&](MatrixView from, MutableRow to) {
    for (std::size_t i = 0; i < from.rows; ++i) {
      for (std::size_t j = 0; j < n; ++j) to[i * n + j] = from.row(i)[j] - reference[j];
    }
  };
  shift(x, xs);
  shift(w, ws);
  const MutableRow omega_x = scratch.take(projected_x, x.rows * height);
  const MutableRow omega_w = scratch.take(projected_w, w.rows * height);
  const Kernels& use = kernels();
  use.products(xs.data(), x.rows, theta.data(), height, n, omega_x.data(), height);
  use.products(ws.data(), w.rows, theta.data(), height, n, omega_w.data(), height);
  for (std::size_t i = 0; i < x.rows; ++i) {
    use.squared_distances(omega_x.data() + i * height, omega_w.data(), w.rows, height, d.row(i).data());
  }
}

// With u_ik = Ω(w_k − x_i), s_k = Σ_i pull_ik u_ik and v_i = Σ_k pull_ik u_ik:
// ∂/∂w_k = 2Ωᵀs_k and ∂/∂Ω = 2(Σ_k s_k w_kᵀ − Σ_i v_i x_iᵀ), both as matrix products. Samples without a pull are left out: with
// a matrix per prototype they are most.
void MatrixDistance::add_gradients(MatrixView x, MatrixView w, Row theta, Pulls pulls, MutableMatrixView gw, MutableRow gtheta,
                                   Scratch& scratch) const {
  const std::size_t n = x.columns;
  const std::size_t height = theta.size() / n;
  const Row xs = scratch.take(shifted_x, x.rows * n);
  const Row ws = scratch.take(shifted_w, w.rows * n);
  const Row omega_x = scratch.take(projected_x, x.rows * height);
  const Row omega_w = scratch.take(projected_w, w.rows * height);
  const std::size_t pulled = count_samples(pulls);
  const MutableRow rows = scratch.take(pulled_samples, pulled * (n + height));
  const MutableRow pulled_xs = rows.first(pulled * n);
  const MutableRow v = rows.subspan(pulled * n);
  const MutableRow s = scratch.take(prototype_sums, w.rows * height);
  std::fill(v.begin(), v.end(), 0.0);
  std::fill(s.begin(), s.end(), 0.0);
  std::size_t next = 0;
  for (std::size_t p = 0; p < pulls.size(); ++p) {
    const auto [i, k, value] = pulls[p];
    if (p == 0 || i != pulls[p - 1].sample) std::copy_n(xs.data() + i * n, n, pulled_xs.data() + next++ * n);
    const double* const from = omega_x.data() + i * height;
    const double* const to = omega_w.data() + k * height;
    double* const sum = s.data() + k * height;
    double* const own = v.data() + (next - 1) * height;
    for (std::size_t r = 0; r < height; ++r) {
      const double term = 2 * value * (to[r] - from[r]);
      sum[r] += term;
      own[r] -= term;
    }
  }
  const Kernels& use = kernels();
  for (std::size_t k = 0; k < w.rows; ++k) {
    const Row sums = s.subspan(k * height, height);
    if (std::all_of(sums.begin(), sums.end(), [](double value) { return value == 0; })) continue;
    use.add_outer_products(sums.data(), height, 1, theta.data(), n, gw.row(k).data());
  }
  use.add_outer_products(s.data(), w.rows, height, ws.data(), n, gtheta.data());
  use.add_outer_products(v.data(), pulled, height, pulled_xs.data(), n, gtheta.data());
}

void MatrixDistance::relevance_matrix(Row theta, std::size_t n, MutableMatrixView lambda) const {
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      double sum = 0;
      for (std::size_t r = 0; r < theta.size() / n; ++r) sum += theta[r * n + i] * theta[r * n + j];
      lambda.row(i)[j] = sum;
    }
  }
}

void MatrixDistance::from_free(Row free, MutableRow theta) const {
  const double norm = std::sqrt(squared_norm(free));
  for (std::size_t i = 0; i < free.size(); ++i) theta[i] = free[i] / norm;
}

// With Ω = U/‖U‖: ∂/∂U = (g − Ω⟨g, Ω⟩)/‖U‖
void MatrixDistance::pull_back(Row free, MutableRow gradient) const {
  const double norm = std::sqrt(squared_norm(free));
  const double along = lane_sum(free.size(), [&](std::size_t i) { return gradient[i] * free[i]; }) / norm;
  for (std::size_t i = 0; i < free.size(); ++i) gradient[i] = (gradient[i] - along * free[i] / norm) / norm;
}

}  // namespace protea
