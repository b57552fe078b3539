#include <protea/dissimilarity/separable.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/exact_math.hpp>
#include <protea/base/kernels.hpp>
#include <protea/base/lanes.hpp>
#include <protea/dissimilarity/power_functions.hpp>

namespace protea {
namespace {

constexpr double least_relevance = 1e-12;   // λ^κ and its slope stay finite where a relevance was clipped to 0

// Of the sums of a block: below this share of what was added up, the pair form has more digits.
constexpr double least_share = 1e-6;

constexpr double equal_sums = 1e-12;   // sums of probability vectors differ by rounding only

double weight_of(double lambda, double degree) {
  if (degree == 1) return lambda;
  return lambda == 0 && degree > 0 ? 0 : power(std::max(lambda, least_relevance), degree);
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
  MutableRow sample_part(std::size_t part, std::size_t i) const {
    return all_of_samples().subspan((part * samples + i) * n, n);
  }
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
    PrototypeFactors result{
        prototype_part(0, k), prototype_part(1, k), prototype_part(2, k), prototype_part(3, k), {}, {}};
    if (has_slopes) {
      result.v_slope = prototype_part(4, k);
      result.t_slope = prototype_part(5, k);
    }
    return result;
  }
  // Σs, Σs_slope, Σλp, Σ|s|; of a prototype those of t and ρ, see KeptPrototypes.
  MutableRow sample_sums(std::size_t i) const { return scratch.take(2, 4 * samples).subspan(4 * i, 4); }
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

void prepare_weights(const SeparableCall& call, const Layout& layout) {
  if (call.lambda.empty()) return;
  const double degree = call.family.degree(call.parameter);
  const MutableRow weights = layout.weights();
  const MutableRow log_lambda = layout.log_lambda();
  for (std::size_t l = 0; l < layout.n; ++l) log_lambda[l] = std::max(call.lambda[l], least_relevance);
  kernels().powers(log_lambda.data(), layout.n, degree, weights.data());
  kernels().logs(log_lambda.data(), layout.n, log_lambda.data());
  for (std::size_t l = 0; l < layout.n; ++l) {   // see weight_of
    if (degree == 1 || (call.lambda[l] == 0 && degree > 0)) weights[l] = call.lambda[l];
  }
}

double magnitude(Row values) {
  return lane_sum(values.size(), [&](std::size_t i) { return std::abs(values[i]); });
}

double weighed_sum(const SeparableCall& call, Row x) {
  if (!call.is_of_shares) return 1;
  return call.lambda.empty() ? lane_sum(x) : lane_dot(call.lambda, x);
}

void keep_sums(const SeparableCall& call, Row x, Row terms, Row slopes, MutableRow sums) {
  sums[0] = lane_sum(terms);
  sums[1] = lane_sum(slopes);
  sums[2] = weighed_sum(call, x);
  sums[3] = magnitude(terms);
}

using Gaps = std::span<const std::uint32_t>;   // coordinates of a sample that are missing

void clear(MutableRow values, Gaps gaps) {
  for (const std::uint32_t l : gaps) values[l] = 0;
}

// The sample with something else in its gaps.
Row filled(Row x, Row others, MutableRow into) {
  for (std::size_t l = 0; l < x.size(); ++l) into[l] = std::isnan(x[l]) ? others[l] : x[l];
  return into;
}

void prepare_sample(const SeparableCall& call, Row x, std::size_t i, const Layout& layout, Gaps gaps = {}) {
  const MutableRow logs = layout.spare(0);
  if (call.family.uses_logs) take_logs(x, logs);
  const SampleFactors f = layout.sample(i);
  call.family.of_sample({x, logs, call.parameter, layout.spare(1)}, f);
  if (!call.lambda.empty()) {
    multiply(f.s, layout.weights());
    if (layout.has_slopes) weigh_slope(f.s_slope, f.s, layout, call.family.degree_slope);
  }
  for (const MutableRow part : {f.u, f.s}) clear(part, gaps);
  for (const MutableRow part : {f.u_slope, f.s_slope}) clear(part, layout.has_slopes ? gaps : Gaps{});
  keep_sums(call, x, f.s, f.s_slope, layout.sample_sums(i));
}

void prepare_prototype(const SeparableCall& call, Row w, std::size_t k, const Layout& layout, MutableRow sums) {
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
  keep_sums(call, w, f.t, f.t_slope, sums);
}

// A pair of a block. Where `is_exact` is false, too few digits are left and the pair form has to be asked.
struct BlockPair {
  Sums sums;
  double slope;   // Σs_slope + Σt_slope
  bool is_exact;
};

BlockPair block_pair(const SeparableCall& call, std::size_t i, std::size_t k, const Layout& layout, Gaps gaps = {}) {
  const Row own = layout.sample_sums(i);
  const Row other = layout.scratch.kept.sums(k);
  double core = own[0] + other[0] - layout.products().row(i)[k];
  double slope = own[1] + other[1];
  const double size = own[3] + other[3];
  for (const std::uint32_t l : gaps) {
    const PrototypeFactors f = layout.prototype(k);
    core -= f.t[l];
    if (layout.has_slopes) slope -= f.t_slope[l];
  }
  return {call.completed(core, own[2], other[2]), slope, core > least_share * size};
}

void prepare_prototypes(const SeparableCall& call, MatrixView w, const Layout& layout) {
  KeptPrototypes& kept = layout.scratch.kept;
  kept.begin({&call.family, call.learns_parameter, call.parameter, call.lambda}, w);
  for (std::size_t k = 0; k < w.rows; ++k) {
    if (!kept.holds(k, w.row(k))) prepare_prototype(call, w.row(k), k, layout, kept.sums(k));
  }
  const MutableMatrixView products = layout.products();
  kernels().products(layout.sample_part(0, 0).data(), layout.samples, layout.prototype_part(0, 0).data(), w.rows,
                     w.columns, products.data, products.stride);
}

// A gradient in which some coordinates stay as they are.
class Sheltered {
 public:
  Sheltered(MutableRow values, Gaps gaps, std::vector<double>& kept) : values_(values), gaps_(gaps), kept_(kept) {
    kept_.clear();
    for (const std::uint32_t l : gaps_) kept_.push_back(values_[l]);
  }
  void restore() const {
    for (std::size_t g = 0; g < gaps_.size(); ++g) values_[gaps_[g]] = kept_[g];
  }

 private:
  MutableRow values_;
  Gaps gaps_;
  std::vector<double>& kept_;
};

// A pair of the block whose sums have digits enough.
void add_pair(const SeparableCall& call, const BlockPair& pair, const Pull& at, Row x, Row w, const Layout& layout,
              MutableMatrixView gw, MutableRow gtheta) {
  const auto [i, k, pull] = at;
  const double degree = call.family.degree(call.parameter);
  const MutableRow g = gw.row(k);
  const Outer f = call.outer_of(pair.sums);
  const SampleFactors own = layout.sample(i);
  const PrototypeFactors other = layout.prototype(k);
  const double scale = pull * f.by_core;
  for (std::size_t l = 0; l < g.size(); ++l) g[l] += scale * (other.t_by_rho[l] - own.u[l] * other.v_by_rho[l]);
  if (call.is_of_shares) {
    for (std::size_t l = 0; l < g.size(); ++l) g[l] += pull * f.by_b * (call.lambda.empty() ? 1 : call.lambda[l]);
  }
  if (gtheta.empty()) return;
  if (call.learns_parameter) {
    const double slope = pair.slope - lane_dot(own.u_slope, other.v) - lane_dot(own.u, other.v_slope);
    gtheta[0] += pull * f.by_parameter + scale * slope;
  }
  if (call.lambda.empty()) return;
  const MutableRow by_lambda = gtheta.subspan(call.learns_parameter ? 1 : 0);
  for (std::size_t l = 0; l < g.size(); ++l) {
    by_lambda[l] += pull * (f.by_a * x[l] + f.by_b * w[l]);
    if (call.lambda[l] == 0) {   // the factors know nothing of this feature
      by_lambda[l] +=
          scale * degree * power(least_relevance, degree - 1) * call.family.term_value(x[l], w[l], call.parameter);
      continue;
    }
    const double t = own.s[l] + other.t[l] - own.u[l] * other.v[l];
    by_lambda[l] += scale * degree / call.lambda[l] * t;
  }
}

}   // namespace

Sums SeparableCall::completed(double core, double a, double b) const {
  if (family.is_non_negative) core = std::max(core, 0.0);
  if (!is_of_shares) return {core};
  if (!lambda.empty()) return {core, a, b};
  return {std::abs(a - b) > equal_sums ? core + (a - b) : core};
}

Outer SeparableCall::outer_of(const Sums& sums) const {
  if (!(sums.a > 0 && sums.b > 0)) return {};   // relevances have left nothing to compare
  Outer result = outer(parameter, sums);
  if (!is_of_shares) return result;
  if (lambda.empty()) result.by_b = -result.by_core;   // of p − ρ beside t
  else result.value = std::max(result.value, 0.0);
  return result;
}

Sums SeparableCall::sums_of_pair(Row x, Row w) const {
  const double degree = family.degree(parameter);
  const double core = lane_sum(x.size(), [&](std::size_t l) {
    const double t = family.term_value(x[l], w[l], parameter);
    return lambda.empty() ? t : weight_of(lambda[l], degree) * t;
  });
  return completed(core, weighed_sum(*this, x), weighed_sum(*this, w));
}

double SeparableCall::value(Row x, Row w) const { return outer_of(sums_of_pair(x, w)).value; }

// With D_c = ∂F/∂core and so on:
//   ∂/∂ρ = D_c λ^κ ∂t/∂ρ + D_b λ,   ∂/∂λ = D_c κ λ^{κ−1} t + D_a p + D_b ρ,
//   ∂/∂parameter = F′ + D_c Σ λ^κ (t′ + κ′ ln λ·t)
void SeparableCall::add_gradient(Row x, Row w, double pull, MutableRow gw, MutableRow gtheta) const {
  const double degree = family.degree(parameter);
  const Outer f = outer_of(sums_of_pair(x, w));
  double core_slope = 0;
  for (std::size_t l = 0; l < x.size(); ++l) {
    const Term t = family.term(x[l], w[l], parameter);
    if (lambda.empty()) {
      core_slope += t.by_parameter;
      gw[l] += pull * (f.by_core * t.by_rho + f.by_b);
      continue;
    }
    const double positive = std::max(lambda[l], least_relevance);
    const double weight = weight_of(lambda[l], degree);
    core_slope += weight * (t.by_parameter + family.degree_slope * logarithm(positive) * t.value);
    gw[l] += pull * (f.by_core * weight * t.by_rho + f.by_b * lambda[l]);
    if (gtheta.empty()) continue;
    gtheta[l + (learns_parameter ? 1 : 0)] +=
        pull * (f.by_core * degree * weight_of(positive, degree) / positive * t.value + f.by_a * x[l] + f.by_b * w[l]);
  }
  if (learns_parameter && !gtheta.empty()) gtheta[0] += pull * (f.by_parameter + f.by_core * core_slope);
}

void SeparableCall::values(MatrixView x, MatrixView w, MutableMatrixView d, Scratch& scratch) const {
  const Layout layout{x.rows, w.rows, x.columns, learns_parameter, scratch};
  prepare_weights(*this, layout);
  for (std::size_t i = 0; i < x.rows; ++i) prepare_sample(*this, x.row(i), i, layout);
  prepare_prototypes(*this, w, layout);
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t k = 0; k < w.rows; ++k) {
      const BlockPair pair = block_pair(*this, i, k, layout);
      d.row(i)[k] = pair.is_exact ? outer_of(pair.sums).value : value(x.row(i), w.row(k));
    }
  }
}

void SeparableCall::add_gradients(MatrixView x, MatrixView w, Pulls pulls, MutableMatrixView gw, MutableRow gtheta,
                                  Scratch& scratch) const {
  for (const Pull& pull : pulls) {
    const Layout layout{x.rows, w.rows, x.columns, learns_parameter, scratch};
    const BlockPair pair = block_pair(*this, pull.sample, pull.prototype, layout);
    if (pair.is_exact) add_pair(*this, pair, pull, x.row(pull.sample), w.row(pull.prototype), layout, gw, gtheta);
    else add_gradient(x.row(pull.sample), w.row(pull.prototype), pull.value, gw.row(pull.prototype), gtheta);
  }
}

void SeparableCall::observed_values(MatrixView x, MatrixView w, MutableMatrixView d, Scratch& scratch) const {
  const Layout layout{x.rows, w.rows, x.columns, learns_parameter, scratch};
  prepare_weights(*this, layout);
  scratch.missing.find(x);
  const MutableRow whole = scratch.take(5, x.columns);
  for (std::size_t i = 0; i < x.rows; ++i)
    prepare_sample(*this, filled(x.row(i), w.row(0), whole), i, layout, scratch.missing.of(i));
  prepare_prototypes(*this, w, layout);
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t k = 0; k < w.rows; ++k) {
      const BlockPair pair = block_pair(*this, i, k, layout, scratch.missing.of(i));
      const double own = pair.is_exact ? outer_of(pair.sums).value : value(filled(x.row(i), w.row(k), whole), w.row(k));
      d.row(i)[k] = scratch.missing.factor(i) * own;
    }
  }
}

void SeparableCall::add_observed_gradients(MatrixView x, MatrixView w, Pulls pulls, MutableMatrixView gw,
                                           MutableRow gtheta, Scratch& scratch) const {
  const Layout layout{x.rows, w.rows, x.columns, learns_parameter, scratch};
  const MutableRow whole = scratch.take(5, x.columns);
  for (const auto& [i, k, value] : pulls) {
    const Gaps gaps = scratch.missing.of(i);
    const Pull pull{i, k, scratch.missing.factor(i) * value};
    const BlockPair pair = block_pair(*this, i, k, layout, gaps);
    const Row p = filled(x.row(i), w.row(k), whole);
    const Sheltered prototype(gw.row(k), gaps, scratch.observed.gw);
    const MutableRow by_lambda =
        lambda.empty() || gtheta.empty() ? MutableRow{} : gtheta.subspan(learns_parameter ? 1 : 0);
    const Sheltered relevances(by_lambda, by_lambda.empty() ? Gaps{} : gaps, scratch.observed.gtheta);
    if (pair.is_exact) add_pair(*this, pair, pull, p, w.row(k), layout, gw, gtheta);
    else add_gradient(p, w.row(k), pull.value, gw.row(k), gtheta);
    prototype.restore();
    relevances.restore();
  }
}

}   // namespace protea
