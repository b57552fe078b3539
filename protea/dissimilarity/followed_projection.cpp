#include <protea/dissimilarity/followed_projection.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <protea/base/kernels.hpp>
#include <protea/dissimilarity/projection.hpp>

namespace protea {
namespace {

MutableRow room(Numbers& buffer, std::size_t size) {
  if (buffer.size() < size) buffer.resize(size);
  return MutableRow(buffer).first(size);
}

void begin_anew(MatrixView w, std::size_t height, Followed& followed) {
  followed.is_fresh = false;
  followed.gradient.count = 0;
  followed.reference.assign(w.row(0).begin(), w.row(0).end());
  followed.w.resize(w.rows * w.columns);
  followed.omega_w.resize(w.rows * height);
  followed.moved.resize(w.rows);
  std::iota(followed.moved.begin(), followed.moved.end(), 0U);
}

// All projections after the last step of Ω; those of prototypes that moved are replaced afterwards.
void catch_up(std::size_t prototypes, std::size_t n, std::size_t height, Followed& followed) {
  const OuterProducts& g = followed.gradient;
  if (g.count == 0 || followed.moved.size() == prototypes) return;
  const MutableRow along = room(followed.spare, g.count * prototypes);
  const Kernels& use = kernels();
  use.products(g.right.data(), g.count, followed.w.data(), prototypes, n, along.data(), prototypes);
  use.scale_add_outer_products(g.scale, along.data(), g.count, prototypes, g.left.data(), height,
                               followed.omega_w.data());
}

double squared_length(Row v) {
  double sum = 0;
  kernels().products(v.data(), 1, v.data(), 1, v.size(), &sum, 1);
  return sum;
}

constexpr std::size_t few = 8;   // outer products, whose norm is quickly known

// ⟨Ω, G⟩ = Σ_a ‖u_a‖²/(2·pull_a) and, of few, ‖G‖² = Σ_ab (u_a·u_b)(v_a·v_b)
void measure(Pulls pulls, std::size_t height, std::size_t n, OuterProducts& g) {
  g.along = 0;
  g.squared_norm = -1;
  if (g.count > few) {
    for (std::size_t a = 0; a < g.count; ++a)
      g.along += squared_length({g.left.data() + a * height, height}) / (2 * pulls[a].value);
    return;
  }
  double left[few * few];
  double right[few * few];
  kernels().products(g.left.data(), g.count, g.left.data(), g.count, height, left, g.count);
  kernels().products(g.right.data(), g.count, g.right.data(), g.count, n, right, g.count);
  for (std::size_t a = 0; a < g.count; ++a) g.along += left[a * g.count + a] / (2 * pulls[a].value);
  g.squared_norm = 0;
  for (std::size_t i = 0; i < g.count * g.count; ++i) g.squared_norm += left[i] * right[i];
}

}   // namespace

void followed_distances(Row x, MatrixView w, Row omega, MutableRow d, Followed& followed) {
  const std::size_t n = x.size();
  const std::size_t height = omega.size() / n;
  if (followed.is_fresh) begin_anew(w, height, followed);
  else catch_up(w.rows, n, height, followed);

  const std::size_t rows = 1 + followed.moved.size();
  const MutableRow vectors = room(followed.vectors, rows * n);
  const MutableRow projections = room(followed.projections, rows * height);
  const auto take = [&](Row from, double* to) {
    for (std::size_t j = 0; j < n; ++j) to[j] = from[j] - followed.reference[j];
  };
  take(x, vectors.data());
  for (std::size_t p = 1; p < rows; ++p) {
    const std::size_t k = followed.moved[p - 1];
    take(w.row(k), vectors.data() + p * n);
    std::copy_n(vectors.data() + p * n, n, followed.w.data() + k * n);
  }
  kernels().products(vectors.data(), rows, omega.data(), height, n, projections.data(), height);
  for (std::size_t p = 1; p < rows; ++p)
    std::copy_n(projections.data() + p * height, height, followed.omega_w.data() + followed.moved[p - 1] * height);
  kernels().squared_distances(projections.data(), followed.omega_w.data(), w.rows, height, d.data());
  followed.moved.clear();
  followed.gradient.count = 0;
}

// With u_k = 2·pull·Ω(w_k − x): ∂/∂w_k = Ωᵀu_k, ∂/∂Ω = Σ_k u_k (w_k − x)ᵀ, and ⟨Ω, ∂/∂Ω⟩ = Σ_k ‖u_k‖²/(2·pull).
void add_followed_projected_gradients(Row omega, Pulls pulls, MutableMatrixView gw, Followed& followed) {
  const std::size_t n = gw.columns;
  const std::size_t height = omega.size() / n;
  const std::size_t count = pulls.size();
  OuterProducts& g = followed.gradient;
  g.count = count;
  g.left.resize(count * height);
  g.right.resize(count * n);
  const MutableRow columns = room(followed.spare, count * (height + n));
  const MutableRow slopes = columns.subspan(count * height);
  for (std::size_t p = 0; p < count; ++p) {
    const auto [i, k, value] = pulls[p];
    const double* const projected = followed.omega_w.data() + k * height;
    double* const left = g.left.data() + p * height;
    for (std::size_t r = 0; r < height; ++r) {
      left[r] = 2 * value * (projected[r] - followed.projections[r]);
      columns[r * count + p] = left[r];
    }
    for (std::size_t j = 0; j < n; ++j) g.right[p * n + j] = followed.w[k * n + j] - followed.vectors[j];
    followed.moved.push_back(k);
  }
  measure(pulls, height, n, g);
  std::fill(slopes.begin(), slopes.end(), 0.0);
  constexpr std::size_t rows_at_once = 16;   // of Ω, which then passes in the order of memory
  for (std::size_t r = 0; r < height; r += rows_at_once) {
    kernels().add_outer_products(columns.data() + r * count, std::min(rows_at_once, height - r), count,
                                 omega.data() + r * n, n, slopes.data());
  }
  for (std::size_t p = 0; p < count; ++p)
    kernels().add_scaled(1, slopes.data() + p * n, n, gw.row(pulls[p].prototype).data());
}

// ‖Ω − ηG‖² = 1 − 2η⟨Ω, G⟩ + η²‖G‖² is known before the pass, unless little is left of it or G is hardly a sum of few.
void step_with_unit_norm(OuterProducts& gradient, double rate, MutableRow omega) {
  if (gradient.count == 0) return;
  const std::size_t height = gradient.left.size() / gradient.count;
  const std::size_t n = gradient.right.size() / gradient.count;
  const double squared = 1 - 2 * rate * gradient.along + rate * rate * gradient.squared_norm;
  const bool is_known = gradient.squared_norm >= 0 && squared > 0.25 && std::isfinite(squared);
  gradient.scale = is_known ? 1 / std::sqrt(squared) : 1;
  kernels().multiply(-gradient.scale * rate, gradient.left.size(), gradient.left.data());
  kernels().scale_add_outer_products(gradient.scale, gradient.left.data(), gradient.count, height,
                                     gradient.right.data(), n, omega.data());
  if (is_known) return;
  gradient.scale = 1 / std::sqrt(squared_length(omega));
  project_to_unit_norm(omega);
  kernels().multiply(gradient.scale, gradient.left.size(), gradient.left.data());
}

}   // namespace protea
