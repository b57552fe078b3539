#include <protea/dissimilarity/projection.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/kernels.hpp>
#include <protea/base/lanes.hpp>

namespace protea {
namespace {

double squared_norm(Row values) {
  double sum = 0;
  kernels().products(values.data(), 1, values.data(), 1, values.size(), &sum, 1);
  return sum;
}

double row_product(Row omega_row, Row x, Row w) {
  return lane_sum(x.size(), [&](std::size_t i) { return omega_row[i] * (x[i] - w[i]); });
}

enum Buffer : std::size_t {
  vectors,       // prototypes, then samples
  projections,   // of both
  sample_sums,
  prototype_sums,
  columns_of_omega,
  difference,
  left_factors,
  right_factors
};

ProjectedBlock block_in(MatrixView x, MatrixView w, Row omega, Scratch& scratch) {
  const std::size_t n = x.columns;
  const std::size_t height = omega.size() / n;
  const MutableRow both = scratch.take(vectors, (w.rows + x.rows) * n);
  const MutableRow projected = scratch.take(projections, (w.rows + x.rows) * height);
  return {height,
          both.subspan(w.rows * n),
          both.first(w.rows * n),
          projected.subspan(w.rows * height),
          projected.first(w.rows * height),
          scratch.take(sample_sums, x.rows * height),
          scratch.take(prototype_sums, w.rows * height)};
}

}   // namespace

double projected_distance(Row x, Row w, Row omega) {
  const std::size_t n = x.size();
  return lane_sum(omega.size() / n, [&](std::size_t r) {
    const double projected = row_product(omega.subspan(r * n, n), x, w);
    return projected * projected;
  });
}

// ∂d/∂w = 2Λ(w − x), ∂d/∂Ω = 2Ω(x − w)(x − w)ᵀ
void add_projected_gradient(Row x, Row w, Row omega, double pull, MutableRow gw, MutableRow gomega) {
  const std::size_t n = x.size();
  for (std::size_t r = 0; r < omega.size() / n; ++r) {
    const Row omega_row = omega.subspan(r * n, n);
    const double factor = 2 * pull * row_product(omega_row, x, w);
    for (std::size_t i = 0; i < n; ++i) gw[i] -= factor * omega_row[i];
    for (std::size_t i = 0; i < n && !gomega.empty(); ++i) gomega[r * n + i] += factor * (x[i] - w[i]);
  }
}

ProjectedBlock projected_block(MatrixView x, MatrixView w, Row omega, Scratch& scratch) {
  const ProjectedBlock block = block_in(x, w, omega, scratch);
  std::fill(block.sample_sums.begin(), block.sample_sums.end(), 0.0);
  std::fill(block.prototype_sums.begin(), block.prototype_sums.end(), 0.0);
  return block;
}

ProjectedBlock project_block(MatrixView x, MatrixView w, Row omega, Origin origin, Scratch& scratch) {
  const std::size_t n = x.columns;
  const ProjectedBlock block = block_in(x, w, omega, scratch);
  const Row reference = w.row(0);
  const auto take = [&](MatrixView from, MutableRow to) {
    for (std::size_t i = 0; i < from.rows; ++i) {
      const Row row = from.row(i);
      for (std::size_t j = 0; j < n; ++j) to[i * n + j] = origin == Origin::zero ? row[j] : row[j] - reference[j];
    }
    if (origin != Origin::observed) return;
    for (double& value : to.first(from.rows * n)) value = std::isnan(value) ? 0 : value;
  };
  take(x, block.x);
  const bool has_prototypes = scratch.keeps_prototypes && origin == Origin::reference;
  if (has_prototypes) {
    kernels().products(block.x.data(), x.rows, omega.data(), block.height, n, block.omega_x.data(), block.height);
  } else {   // side by side: Ω passes once
    take(w, block.w);
    kernels().products(block.w.data(), w.rows + x.rows, omega.data(), block.height, n, block.omega_w.data(),
                       block.height);
  }
  return block;
}

// With s_k = ∂/∂(Ωw_k) and v_i = ∂/∂(Ωx_i): ∂/∂w_k = Ωᵀs_k and ∂/∂Ω = Σ_k s_k w_kᵀ + Σ_i v_i x_iᵀ, over the prototypes
// that are pulled on.
void add_block_gradients(const ProjectedBlock& block, Row omega, MutableMatrixView gw, MutableRow gomega,
                         Scratch& scratch) {
  const std::size_t height = block.height;
  const std::size_t n = gw.columns;
  std::vector<std::uint32_t>& pulled = scratch.pulled;
  pulled.clear();
  for (std::uint32_t k = 0; k < gw.rows; ++k) {
    const Row sums = block.prototype_sums.subspan(k * height, height);
    if (std::any_of(sums.begin(), sums.end(), [](double value) { return value != 0; })) pulled.push_back(k);
  }
  const std::size_t samples = block.x.size() / n;
  const std::size_t rows = pulled.size() + samples;
  const MutableRow left = scratch.take(left_factors, std::max(rows, pulled.size()) * height);
  const MutableRow right = scratch.take(right_factors, rows * n);
  const Kernels& use = kernels();

  for (std::size_t r = 0; r < height; ++r) {
    for (std::size_t p = 0; p < pulled.size(); ++p)
      left[r * pulled.size() + p] = block.prototype_sums[pulled[p] * height + r];
  }
  std::fill(right.begin(), right.begin() + static_cast<std::ptrdiff_t>(pulled.size() * n), 0.0);
  use.add_outer_products(left.data(), height, pulled.size(), omega.data(), n, right.data());
  for (std::size_t p = 0; p < pulled.size(); ++p) use.add_scaled(1, right.data() + p * n, n, gw.row(pulled[p]).data());
  if (gomega.empty()) return;

  for (std::size_t p = 0; p < pulled.size(); ++p) {
    std::copy_n(block.prototype_sums.data() + pulled[p] * height, height, left.data() + p * height);
    std::copy_n(block.w.data() + pulled[p] * n, n, right.data() + p * n);
  }
  std::copy_n(block.sample_sums.data(), samples * height, left.data() + pulled.size() * height);
  std::copy_n(block.x.data(), samples * n, right.data() + pulled.size() * n);
  use.add_outer_products(left.data(), rows, height, right.data(), n, gomega.data());
}

// Projects samples and prototypes once, then takes plain distances between the projections.
void projected_distances(MatrixView x, MatrixView w, Row omega, MutableMatrixView d, Scratch& scratch) {
  const ProjectedBlock block = project_block(x, w, omega, Origin::reference, scratch);
  for (std::size_t i = 0; i < x.rows; ++i) {
    kernels().squared_distances(block.omega_x.data() + i * block.height, block.omega_w.data(), w.rows, block.height,
                                d.row(i).data());
  }
}

// ∂d_ik/∂(Ωw_k) = 2Ω(w_k − x_i) = −∂d_ik/∂(Ωx_i). Samples without a pull, most of them with a matrix per prototype, are
// left
// out: pulls come sample by sample, so the others move up in place.
void add_projected_gradients(MatrixView x, MatrixView w, Row omega, Pulls pulls, MutableMatrixView gw,
                             MutableRow gomega, Scratch& scratch) {
  ProjectedBlock block = projected_block(x, w, omega, scratch);
  const std::size_t height = block.height;
  const std::size_t n = x.columns;
  std::size_t pulled = 0;
  for (std::size_t p = 0; p < pulls.size(); ++p) {
    const auto [i, k, value] = pulls[p];
    if (p == 0 || i != pulls[p - 1].sample) {
      if (pulled != i) std::copy_n(block.x.data() + i * n, n, block.x.data() + pulled * n);
      ++pulled;
    }
    const double* const from = block.omega_x.data() + i * height;
    const double* const to = block.omega_w.data() + k * height;
    double* const sum = block.prototype_sums.data() + k * height;
    double* const own = block.sample_sums.data() + (pulled - 1) * height;
    kernels().add_scaled_difference(2 * value, to, from, height, sum);
    kernels().add_scaled_difference(-2 * value, to, from, height, own);
  }
  block.x = block.x.first(pulled * n);
  block.sample_sums = block.sample_sums.first(pulled * height);
  add_block_gradients(block, omega, gw, gomega, scratch);
}

namespace {

// A block of samples with missing coordinates, projected with zeros there, and what the prototypes have too much. The
// columns of Ω lie one after another.
struct ObservedBlock {
  ProjectedBlock projected;
  const MissingColumns& missing;
  Row columns;
  std::size_t n;

  Row column(std::size_t j) const { return columns.subspan(j * projected.height, projected.height); }

  // v = Ω(m∘(x_i − w_k)) = Ωx̃_i − Ωw_k + Σ_{j missing} w_kj Ω_j, or the sum over the others where they are fewer.
  void project_difference(std::size_t i, std::size_t k, MutableRow v) const {
    const std::size_t height = projected.height;
    const std::span<const std::uint32_t> gaps = missing.of(i);
    const Row w = projected.w.subspan(k * n, n);
    if (2 * gaps.size() > n) {
      const Row x = projected.x.subspan(i * n, n);
      std::fill(v.begin(), v.end(), 0.0);
      auto gap = gaps.begin();
      for (std::size_t j = 0; j < n; ++j) {
        if (gap != gaps.end() && *gap == j) ++gap;
        else add_column(j, x[j] - w[j], v);
      }
      return;
    }
    const double* const from = projected.omega_x.data() + i * height;
    const double* const to = projected.omega_w.data() + k * height;
    for (std::size_t r = 0; r < height; ++r) v[r] = from[r] - to[r];
    for (const std::uint32_t j : gaps) add_column(j, w[j], v);
  }

 private:
  void add_column(std::size_t j, double factor, MutableRow v) const {
    const Row own = column(j);
    for (std::size_t r = 0; r < v.size(); ++r) v[r] += factor * own[r];
  }
};

}   // namespace

void observed_projected_distances(MatrixView x, MatrixView w, Row omega, MutableMatrixView d, Scratch& scratch) {
  const std::size_t n = x.columns;
  scratch.missing.find(x);
  const ProjectedBlock block = project_block(x, w, omega, Origin::observed, scratch);
  const MutableRow columns = scratch.take(columns_of_omega, omega.size());
  for (std::size_t r = 0; r < block.height; ++r) {
    for (std::size_t j = 0; j < n; ++j) columns[j * block.height + r] = omega[r * n + j];
  }
  const ObservedBlock observed{block, scratch.missing, columns, n};
  const MutableRow v = scratch.take(difference, block.height);
  for (std::size_t i = 0; i < x.rows; ++i) {
    const double factor = scratch.missing.factor(i);
    for (std::size_t k = 0; k < w.rows; ++k) {
      observed.project_difference(i, k, v);
      d.row(i)[k] = factor * squared_norm(v);
    }
  }
}

// With s = 2·pull·n/observed·v: ∂/∂w_k = −m∘Ωᵀs and ∂/∂Ω = s(m∘(x − w))ᵀ. Both are those of zeros in place of the
// missing, less what the prototypes add there.
void add_observed_projected_gradients(MatrixView x, MatrixView w, Row omega, Pulls pulls, MutableMatrixView gw,
                                      MutableRow gomega, Scratch& scratch) {
  const ProjectedBlock block = projected_block(x, w, omega, scratch);
  const std::size_t n = x.columns;
  const std::size_t height = block.height;
  const ObservedBlock observed{block, scratch.missing, scratch.take(columns_of_omega, omega.size()), n};
  const MutableRow s = scratch.take(difference, height);
  for (const auto& [i, k, pull] : pulls) {
    observed.project_difference(i, k, s);
    const double scale = 2 * pull * scratch.missing.factor(i);
    double* const of_prototype = block.prototype_sums.data() + k * height;
    double* const of_sample = block.sample_sums.data() + i * height;
    for (std::size_t r = 0; r < height; ++r) {
      s[r] *= scale;
      of_prototype[r] -= s[r];
      of_sample[r] += s[r];
    }
    for (const std::uint32_t j : scratch.missing.of(i)) {
      gw.row(k)[j] += lane_dot(observed.column(j), s);
      for (std::size_t r = 0; r < height && !gomega.empty(); ++r) gomega[r * n + j] += s[r] * block.w[k * n + j];
    }
  }
  add_block_gradients(block, omega, gw, gomega, scratch);
}

void relevances_of(Row omega, std::size_t n, MutableMatrixView lambda) {
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      double sum = 0;
      for (std::size_t r = 0; r < omega.size() / n; ++r) sum += omega[r * n + i] * omega[r * n + j];
      lambda.row(i)[j] = sum;
    }
  }
}

void project_to_unit_norm(MutableRow omega) {
  const double norm = std::sqrt(squared_norm(omega));
  if (!(norm > 0) || !std::isfinite(norm)) {
    throw NumericalError(
        "the matrix of the distance has no finite norm: use smaller steps (optimizer.rate and optimizer.metric_rate, or metric_step)");
  }
  if (std::abs(norm - 1) > 1e-14) {
    kernels().multiply(1 / norm, omega.size(), omega.data());
  }
}

void unit_norm_from_free(MutableRow omega) {
  const double norm = std::sqrt(squared_norm(omega));
  for (double& each : omega) each /= norm;
}

// With Ω = U/‖U‖: ∂/∂U = (g − Ω⟨g, Ω⟩)/‖U‖
void unit_norm_pull_back(Row free, MutableRow gradient) {
  const double norm = std::sqrt(squared_norm(free));
  const double along = lane_sum(free.size(), [&](std::size_t i) { return gradient[i] * free[i]; }) / norm;
  for (std::size_t i = 0; i < free.size(); ++i) gradient[i] = (gradient[i] - along * free[i] / norm) / norm;
}

}   // namespace protea
