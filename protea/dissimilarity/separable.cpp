#include <protea/dissimilarity/separable.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/kernels.hpp>
#include <protea/base/lanes.hpp>
#include <protea/dissimilarity/power_functions.hpp>

namespace protea {
namespace {

constexpr double least_relevance = 1e-12;  // λ^κ and its slope stay finite where a relevance was clipped to 0

double weight_of(double lambda, double degree) {
  return degree == 1 ? lambda : std::pow(std::max(lambda, least_relevance), degree);
}

double sum_of(Row values) {
  return lane_sum(values.size(), [&](std::size_t i) { return values[i]; });
}

double dot(Row a, Row b) {
  return lane_sum(a.size(), [&](std::size_t i) { return a[i] * b[i]; });
}

// Where the factors of a block stand in the scratch.
struct Layout {
  std::size_t samples;
  std::size_t prototypes;
  std::size_t n;
  bool has_slopes;
  Scratch& scratch;

  std::size_t sample_parts() const { return has_slopes ? 4 : 2; }
  std::size_t prototype_parts() const { return has_slopes ? 6 : 4; }
  MutableRow all_of_samples() const { return scratch.take(0, sample_parts() * samples * n); }
  MutableRow all_of_prototypes() const { return scratch.take(1, prototype_parts() * prototypes * n); }
  MutableRow sample_part(std::size_t part, std::size_t i) const { return all_of_samples().subspan((part * samples + i) * n, n); }
  MutableRow prototype_part(std::size_t part, std::size_t k) const {
    return all_of_prototypes().subspan((part * prototypes + k) * n, n);
  }
  SampleFactors sample(std::size_t i) const {
    SampleFactors result{sample_part(0, i), sample_part(1, i), {}, {}};
    if (has_slopes) {
      result.u_slope = sample_part(2, i);
      result.s_slope = sample_part(3, i);
    }
    return result;
  }
  PrototypeFactors prototype(std::size_t k) const {
    PrototypeFactors result{prototype_part(0, k), prototype_part(1, k), prototype_part(2, k), prototype_part(3, k), {}, {}};
    if (has_slopes) {
      result.v_slope = prototype_part(4, k);
      result.t_slope = prototype_part(5, k);
    }
    return result;
  }
  // Σs, Σs_slope, Σλp of a sample; Σt, Σt_slope, Σλρ of a prototype.
  MutableRow sample_sums(std::size_t i) const { return scratch.take(2, 3 * (samples + prototypes)).subspan(3 * i, 3); }
  MutableRow prototype_sums(std::size_t k) const { return scratch.take(2, 3 * (samples + prototypes)).subspan(3 * (samples + k), 3); }
  MutableRow spare(std::size_t which) const { return scratch.take(3, 4 * n).subspan(which * n, n); }
  MutableRow weights() const { return spare(2); }
  MutableRow log_lambda() const { return spare(3); }
  MutableMatrixView products() const { return matrix_view(scratch.take(4, samples * prototypes), samples, prototypes); }
};

void multiply(MutableRow values, Row weights) {
  for (std::size_t i = 0; i < values.size(); ++i) values[i] *= weights[i];
}

// slope of λ^κ·f by the parameter: λ^κ(f_slope + κ′ ln λ·f); follows the weighing of f.
void weigh_slope(MutableRow slope, Row weighed, const Layout& layout, double degree_slope) {
  multiply(slope, layout.weights());
  if (degree_slope == 0) return;
  const Row log_lambda = layout.log_lambda();
  for (std::size_t i = 0; i < slope.size(); ++i) slope[i] += degree_slope * log_lambda[i] * weighed[i];
}

double clipped(const SeparableFamily& family, double core) { return family.is_non_negative ? std::max(core, 0.0) : core; }

void prepare_weights(const SeparableCall& call, const Layout& layout) {
  if (call.lambda.empty()) return;
  const double degree = call.family.degree(call.parameter);
  for (std::size_t l = 0; l < layout.n; ++l) {
    layout.weights()[l] = weight_of(call.lambda[l], degree);
    layout.log_lambda()[l] = std::log(std::max(call.lambda[l], least_relevance));
  }
}

void prepare_sample(const SeparableCall& call, Row x, std::size_t i, const Layout& layout) {
  const MutableRow logs = layout.spare(0);
  if (call.family.uses_logs) take_logs(x, logs);
  const SampleFactors f = layout.sample(i);
  call.family.of_sample({x, logs, call.parameter, layout.spare(1)}, f);
  if (!call.lambda.empty()) {
    multiply(f.s, layout.weights());
    if (layout.has_slopes) weigh_slope(f.s_slope, f.s, layout, call.family.degree_slope);
  }
  const MutableRow sums = layout.sample_sums(i);
  sums[0] = sum_of(f.s);
  sums[1] = layout.has_slopes ? sum_of(f.s_slope) : 0;
  sums[2] = call.uses_sums ? dot(call.lambda, x) : 1;
}

void prepare_prototype(const SeparableCall& call, Row w, std::size_t k, const Layout& layout) {
  const MutableRow logs = layout.spare(0);
  if (call.family.uses_logs) take_logs(w, logs);
  const PrototypeFactors f = layout.prototype(k);
  call.family.of_prototype({w, logs, call.parameter, layout.spare(1)}, f);
  if (!call.lambda.empty()) {
    for (const MutableRow part : {f.v, f.t, f.v_by_rho, f.t_by_rho}) multiply(part, layout.weights());
    if (layout.has_slopes) {
      weigh_slope(f.v_slope, f.v, layout, call.family.degree_slope);
      weigh_slope(f.t_slope, f.t, layout, call.family.degree_slope);
    }
  }
  const MutableRow sums = layout.prototype_sums(k);
  sums[0] = sum_of(f.t);
  sums[1] = layout.has_slopes ? sum_of(f.t_slope) : 0;
  sums[2] = call.uses_sums ? dot(call.lambda, w) : 1;
}

Sums sums_of(const SeparableCall& call, std::size_t i, std::size_t k, const Layout& layout) {
  const Row own = layout.sample_sums(i);
  const Row other = layout.prototype_sums(k);
  return {clipped(call.family, own[0] + other[0] - layout.products().row(i)[k]), own[2], other[2]};
}

}  // namespace

double SeparableCall::value(Row x, Row w) const {
  const double degree = family.degree(parameter);
  Sums sums{lane_sum(x.size(), [&](std::size_t l) {
    const double t = family.term(x[l], w[l], parameter).value;
    return lambda.empty() ? t : weight_of(lambda[l], degree) * t;
  })};
  sums.core = clipped(family, sums.core);
  if (uses_sums) {
    sums.a = dot(lambda, x);
    sums.b = dot(lambda, w);
  }
  return outer(parameter, sums).value;
}

// With D_c = ∂F/∂core and so on:
//   ∂/∂ρ = D_c λ^κ ∂t/∂ρ + D_b λ,   ∂/∂λ = D_c κ λ^{κ−1} t + D_a p + D_b ρ,   ∂/∂parameter = F′ + D_c Σ λ^κ (t′ + κ′ ln λ·t)
void SeparableCall::add_gradient(Row x, Row w, double pull, MutableRow gw, MutableRow gtheta) const {
  const double degree = family.degree(parameter);
  Sums sums{0};
  double core_slope = 0;
  for (std::size_t l = 0; l < x.size(); ++l) {
    const Term t = family.term(x[l], w[l], parameter);
    const double weight = lambda.empty() ? 1 : weight_of(lambda[l], degree);
    sums.core += weight * t.value;
    core_slope += weight * t.by_parameter;
    if (!lambda.empty()) core_slope += weight * family.degree_slope * std::log(std::max(lambda[l], least_relevance)) * t.value;
  }
  sums.core = clipped(family, sums.core);
  if (uses_sums) {
    sums.a = dot(lambda, x);
    sums.b = dot(lambda, w);
  }
  const Outer f = outer(parameter, sums);
  if (learns_parameter && !gtheta.empty()) gtheta[0] += pull * (f.by_parameter + f.by_core * core_slope);
  for (std::size_t l = 0; l < x.size(); ++l) {
    const Term t = family.term(x[l], w[l], parameter);
    const double weight = lambda.empty() ? 1 : weight_of(lambda[l], degree);
    gw[l] += pull * (f.by_core * weight * t.by_rho + (uses_sums ? f.by_b * lambda[l] : 0));
    if (lambda.empty() || gtheta.empty()) continue;
    gtheta[l + (learns_parameter ? 1 : 0)] += pull * (f.by_core * degree * weight / std::max(lambda[l], least_relevance) * t.value +
                                                      (uses_sums ? f.by_a * x[l] + f.by_b * w[l] : 0));
  }
}

void SeparableCall::values(MatrixView x, MatrixView w, MutableMatrixView d, Scratch& scratch) const {
  const Layout layout{x.rows, w.rows, x.columns, learns_parameter, scratch};
  prepare_weights(*this, layout);
  for (std::size_t i = 0; i < x.rows; ++i) prepare_sample(*this, x.row(i), i, layout);
  for (std::size_t k = 0; k < w.rows; ++k) prepare_prototype(*this, w.row(k), k, layout);
  const MutableMatrixView products = layout.products();
  kernels().products(layout.sample_part(0, 0).data(), x.rows, layout.prototype_part(0, 0).data(), w.rows, x.columns, products.data,
                     products.stride);
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t k = 0; k < w.rows; ++k) d.row(i)[k] = outer(parameter, sums_of(*this, i, k, layout)).value;
  }
}

void SeparableCall::add_gradients(MatrixView x, MatrixView w, Pulls pulls, MutableMatrixView gw, MutableRow gtheta,
                                  Scratch& scratch) const {
  const Layout layout{x.rows, w.rows, x.columns, learns_parameter, scratch};
  const double degree = family.degree(parameter);
  for (const auto& [i, k, pull] : pulls) {
    const Outer f = outer(parameter, sums_of(*this, i, k, layout));
    const SampleFactors own = layout.sample(i);
    const PrototypeFactors other = layout.prototype(k);
    const MutableRow g = gw.row(k);
    const double scale = pull * f.by_core;
    for (std::size_t l = 0; l < g.size(); ++l) g[l] += scale * (other.t_by_rho[l] - own.u[l] * other.v_by_rho[l]);
    if (uses_sums) {
      for (std::size_t l = 0; l < g.size(); ++l) g[l] += pull * f.by_b * lambda[l];
    }
    if (gtheta.empty()) continue;
    if (learns_parameter) {
      const double slope = layout.sample_sums(i)[1] + layout.prototype_sums(k)[1] - dot(own.u_slope, other.v) - dot(own.u, other.v_slope);
      gtheta[0] += pull * f.by_parameter + scale * slope;
    }
    if (lambda.empty()) continue;
    const MutableRow by_lambda = gtheta.subspan(learns_parameter ? 1 : 0);
    for (std::size_t l = 0; l < g.size(); ++l) {
      const double t = own.s[l] + other.t[l] - own.u[l] * other.v[l];
      by_lambda[l] += scale * degree / std::max(lambda[l], least_relevance) * t;
      if (uses_sums) by_lambda[l] += pull * (f.by_a * x.row(i)[l] + f.by_b * w.row(k)[l]);
    }
  }
}

}  // namespace protea
