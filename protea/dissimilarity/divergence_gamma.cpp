#include <protea/dissimilarity/divergence_gamma.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <protea/base/exact_math.hpp>
#include <protea/base/kernels.hpp>
#include <protea/base/lanes.hpp>
#include <protea/dissimilarity/power_functions.hpp>

namespace protea {
namespace {

// For a small γ, sums are kept as Σ â q(γ, ·); else as powers, of which 1 would take digits where γ is large: see
// is_plain().

// What D is a function of, and D with its partial derivatives. The sums are of q, or of powers; `power_*` always
// of powers.
struct PairSums {
  double s, t, c;
};
struct Parts {
  double value, by_s, by_t, by_c, by_gamma;
  double power_s, power_t, power_c;
};

Parts parts_of(double gamma, const PairSums& sums) {
  const auto [s, t, c] = sums;
  const double next = gamma + 1;
  if (is_plain(gamma)) {
    const double log_s = logarithm(s);
    const double log_t = logarithm(t);
    const double log_c = logarithm(c);
    return {std::max((log_s - log_c) / gamma + (log_t - log_s) / next, 0.0),
            1 / (gamma * next * s),
            1 / (next * t),
            -1 / (gamma * c),
            -(2 * gamma + 1) / (gamma * gamma * next * next) * log_s - log_t / (next * next) + log_c / (gamma * gamma),
            s,
            t,
            c};
  }
  const double log_s = log_quotient(gamma, s);
  const double log_t = log_quotient(gamma, t);
  const double log_c = log_quotient(gamma, c);
  const double power_s = 1 + gamma * s;
  const double power_t = 1 + gamma * t;
  const double power_c = 1 + gamma * c;
  return {std::max((log_s - log_c) + gamma / next * (log_t - log_s), 0.0),
          1 / (next * power_s),
          gamma / (next * power_t),
          -1 / power_c,
          (log_t - log_s) / (next * next) +
              (log_quotient_slope(gamma, s) + gamma * log_quotient_slope(gamma, t)) / next -
              log_quotient_slope(gamma, c),
          power_s,
          power_t,
          power_c};
}

// A vector divided by its sum, and its powers.
struct Powers {
  MutableRow unit;    // â
  MutableRow power;   // q(γ, â), or â^γ
  MutableRow slope;   // its derivative by γ; empty unless γ is learned
};

// Returns the sum, Σ â·power and Σ â·slope.
struct PowerSums {
  double total, powers, slopes;
};

PowerSums raise(const GammaCall& call, Row x, const Powers& out) {
  for (std::size_t l = 0; l < x.size(); ++l) out.unit[l] = call.lambda.empty() ? x[l] : call.lambda[l] * x[l];
  double total = lane_sum(out.unit);
  if (total == 0) {   // relevances have left nothing of the row: no share is known
    std::fill(out.unit.begin(), out.unit.end(), 1.0);
    total = static_cast<double>(x.size());
  }
  for (double& value : out.unit) value /= total;
  const bool has_powers = is_plain(call.gamma);
  const bool has_slopes = !out.slope.empty();
  if (has_powers && call.gamma == 1 && !has_slopes) {
    std::copy(out.unit.begin(), out.unit.end(), out.power.begin());
    return {total, lane_dot(out.unit, out.power), 0};
  }
  const MutableRow logs = has_slopes ? out.slope : out.power;
  take_logs(out.unit, logs);
  if (has_powers) take_powers(logs, call.gamma, out.power);
  else take_quotients(logs, call.gamma, out.power);
  if (has_slopes) {
    if (!has_powers) take_quotient_slopes(logs, call.gamma, out.slope);
    for (std::size_t l = 0; l < x.size() && has_powers; ++l) out.slope[l] *= out.power[l];
  }
  for (std::size_t l = 0; l < x.size(); ++l) {
    if (out.unit[l] != 0) continue;
    const bool is_without_power =
        has_powers || (!call.lambda.empty() && call.lambda[l] == 0);   // there both vectors are 0
    out.power[l] = is_without_power ? 0 : -1 / call.gamma;
    if (has_slopes) out.slope[l] = is_without_power ? 0 : 1 / (call.gamma * call.gamma);
  }
  const auto sum = [&](Row values) {
    return lane_sum(values.size(), [&](std::size_t l) { return out.unit[l] == 0 ? 0 : out.unit[l] * values[l]; });
  };
  return {total, sum(out.power), sum(out.slope)};
}

struct Pair {
  Powers a;
  Powers b;
  PowerSums a_sums;
  PowerSums b_sums;
  double c;   // Σ â·power(b̂)
};

// Σ â·power(b̂), also where a power is −∞: γ = 0 and b̂ = 0.
double product_sum(Row unit, Row power) {
  return lane_sum(unit.size(), [&](std::size_t l) { return unit[l] == 0 ? 0 : unit[l] * power[l]; });
}

// ∂D/∂ρ = (λ/Σb)(b̂^γ/I₂ − â b̂^{γ−1}/I₃), ∂D/∂λ = (p/Σa)(â^γ/I₁ − b̂^γ/I₃)/γ + (ρ/λ)·∂D/∂ρ, with I the sums of powers;
// where those are 1 + γs and 1 + γc, the first bracket is (q(γ,â)I₃ − q(γ,b̂)I₁ + c − s)/(I₁I₃).
struct GradientTarget {
  double pull;
  MutableRow gw;
  MutableRow gtheta;
};

void add_pair(const GammaCall& call, Row x, Row w, const Pair& pair, const GradientTarget& to) {
  const Parts d = parts_of(call.gamma, {pair.a_sums.powers, pair.b_sums.powers, pair.c});
  const bool has_powers = is_plain(call.gamma);
  const bool has_lambda = !call.lambda.empty();
  const MutableRow by_lambda =
      has_lambda && !to.gtheta.empty() ? to.gtheta.subspan(call.learns_gamma ? 1 : 0) : MutableRow{};
  for (std::size_t l = 0; l < x.size(); ++l) {
    const double power = has_powers ? pair.b.power[l] : 1 + call.gamma * pair.b.power[l];
    const double slope = pair.b.unit[l] > 0 ? power / pair.b.unit[l] : protea::power(0.0, call.gamma - 1);   // b̂^{γ−1}
    const double by_b =
        (power / d.power_t - (pair.a.unit[l] == 0 ? 0 : pair.a.unit[l] * slope) / d.power_c) / pair.b_sums.total;
    if (has_lambda && !(call.lambda[l] > 0)) continue;   // b̂ = 0: nothing depends on this feature
    to.gw[l] += to.pull * (has_lambda ? call.lambda[l] * by_b : by_b);
    if (by_lambda.empty()) continue;
    const double by_a =
        has_powers ? (pair.a.power[l] / d.power_s - pair.b.power[l] / d.power_c) / call.gamma
                   : (pair.a.power[l] * d.power_c - pair.b.power[l] * d.power_s + pair.c - pair.a_sums.powers) /
                         (d.power_s * d.power_c);
    by_lambda[l] += to.pull * ((x[l] == 0 ? 0 : x[l] * by_a / pair.a_sums.total) + w[l] * by_b);
  }
  if (!call.learns_gamma || to.gtheta.empty()) return;
  to.gtheta[0] += to.pull * (d.by_gamma + d.by_s * pair.a_sums.slopes + d.by_t * pair.b_sums.slopes +
                             d.by_c * product_sum(pair.a.unit, pair.b.slope));
}

// Where the vectors of a block stand in the scratch.
struct Layout {
  std::size_t samples;
  std::size_t prototypes;
  std::size_t n;
  bool has_slopes;
  Scratch& scratch;

  Powers powers(std::size_t buffer, std::size_t count, std::size_t i) const {
    const MutableRow all = scratch.take(buffer, (has_slopes ? 3 : 2) * count * n);
    const auto part = [&](std::size_t which) { return all.subspan((which * count + i) * n, n); };
    return {part(0), part(1), has_slopes ? part(2) : MutableRow{}};
  }
  Powers sample(std::size_t i) const { return powers(0, samples, i); }
  Powers prototype(std::size_t k) const { return powers(1, prototypes, k); }
  MutableRow sample_sums(std::size_t i) const { return scratch.take(2, 3 * samples).subspan(3 * i, 3); }
  MutableMatrixView products() const { return matrix_view(scratch.take(4, samples * prototypes), samples, prototypes); }
};

void keep(const PowerSums& own, MutableRow to) {
  to[0] = own.total;
  to[1] = own.powers;
  to[2] = own.slopes;
}
PowerSums kept(Row from) { return {from[0], from[1], from[2]}; }

constexpr double least_exact = 1e-6;   // below, a difference of logarithms has lost too many digits

constexpr char owner = 0;   // of numbers kept in a scratch: its address

// Both vectors raised, in buffers of their own; for one pair at a time.
struct OnePair {
  std::vector<double> numbers;
  Pair pair;

  OnePair(const GammaCall& call, Row x, Row w) : numbers(6 * x.size()) {
    const auto part = [&](std::size_t which) { return MutableRow(numbers).subspan(which * x.size(), x.size()); };
    pair.a = {part(0), part(1), call.learns_gamma ? part(2) : MutableRow{}};
    pair.b = {part(3), part(4), call.learns_gamma ? part(5) : MutableRow{}};
    pair.a_sums = raise(call, x, pair.a);
    pair.b_sums = raise(call, w, pair.b);
    pair.c = product_sum(pair.a.unit, pair.b.power);
  }
};

}   // namespace

// With weights π = â^{γ+1}/Σâ^{γ+1} and r = b̂/(âc) for any c: D = ln(1 + (γ+1)A)/(γ+1) − ln(1 + γB)/γ, A = Σ π q(γ+1,
// r), B = Σ π q(γ, r).
// For c = Σ π b̂/â, r is 1 in the mean, and what is of first order in r − 1 can be left out of both: nothing cancels.
double GammaCall::value(Row x, Row w) const {
  const OnePair one(*this, x, w);
  const Row a = one.pair.a.unit;
  const Row b = one.pair.b.unit;
  const double total = lane_sum(a.size(), [&](std::size_t l) { return power(a[l], gamma + 1); });
  double c = lane_sum(a.size(), [&](std::size_t l) { return power(a[l], gamma) * b[l]; }) / total;
  if (!(c > 0)) return std::numeric_limits<double>::infinity();   // no feature in common
  constexpr double rounding = 1e-14;
  if (std::abs(c - 1) < rounding) c = 1;   // equal vectors have D = 0
  double first = 0;
  double second = 0;
  for (std::size_t l = 0; l < a.size(); ++l) {
    const double weight = power(a[l], gamma + 1) / total;
    const double scaled = b[l] / c;
    const double relative = (scaled - a[l]) / a[l];
    if (relative < 1) {
      const double log_r = std::abs(relative) < 0.5 ? logarithm_of_one_plus(relative) : logarithm(scaled / a[l]);
      first += weight * (power_quotient(gamma + 1, log_r) - relative);
      second += weight * (power_quotient(gamma, log_r) - relative);
    } else if (scaled > 0) {   // also â = 0, where r is infinite and π·r^{γ+1} is not
      const double linear = (power(a[l], gamma) * scaled - a[l] * power(a[l], gamma)) / total;
      first += (power(scaled, gamma + 1) / total - weight) / (gamma + 1) - linear;
      if (is_plain(gamma)) second += (a[l] * power(scaled, gamma) / total - weight) / gamma - linear;
      else second += (weight > 0 ? weight * power_quotient(gamma, logarithm(scaled) - logarithm(a[l])) : 0) - linear;
    }
  }
  return std::max(log_quotient(gamma + 1, first) - log_quotient(gamma, second), 0.0);
}

void GammaCall::add_gradient(Row x, Row w, double pull, MutableRow gw, MutableRow gtheta) const {
  const OnePair one(*this, x, w);
  add_pair(*this, x, w, one.pair, {pull, gw, gtheta});
}

void GammaCall::values(MatrixView x, MatrixView w, MutableMatrixView d, Scratch& scratch) const {
  const Layout layout{x.rows, w.rows, x.columns, learns_gamma, scratch};
  for (std::size_t i = 0; i < x.rows; ++i) keep(raise(*this, x.row(i), layout.sample(i)), layout.sample_sums(i));
  KeptPrototypes& prototypes = scratch.kept;
  prototypes.begin({&owner, learns_gamma, gamma, lambda}, w);
  for (std::size_t k = 0; k < w.rows; ++k) {
    if (!prototypes.holds(k, w.row(k))) keep(raise(*this, w.row(k), layout.prototype(k)), prototypes.sums(k));
  }
  const MutableMatrixView products = layout.products();
  kernels().products(layout.sample(0).unit.data(), x.rows, layout.prototype(0).power.data(), w.rows, x.columns,
                     products.data, products.stride);
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t k = 0; k < w.rows; ++k) {
      const double value =
          parts_of(gamma, {kept(layout.sample_sums(i)).powers, kept(prototypes.sums(k)).powers, products.row(i)[k]})
              .value;
      d.row(i)[k] = value > least_exact ? value : this->value(x.row(i), w.row(k));
    }
  }
}

void GammaCall::add_gradients(MatrixView x, MatrixView w, Pulls pulls, MutableMatrixView gw, MutableRow gtheta,
                              Scratch& scratch) const {
  const Layout layout{x.rows, w.rows, x.columns, learns_gamma, scratch};
  for (const auto& [i, k, pull] : pulls) {
    const PowerSums own = kept(layout.sample_sums(i));
    const PowerSums other = kept(scratch.kept.sums(k));
    const Pair pair{layout.sample(i), layout.prototype(k), own, other, layout.products().row(i)[k]};
    add_pair(*this, x.row(i), w.row(k), pair, {pull, gw.row(k), gtheta});
  }
}

double CauchySchwarz::value(Row x, Row w, Row theta) const {
  const auto length = [&](Row v) {
    const double largest = *std::max_element(v.begin(), v.end());   // a square may be too large or small for a number
    if (largest == 0) return 0.0;
    return largest * std::sqrt(lane_sum(v.size(), [&](std::size_t l) {
             const double weighed = (theta.empty() ? 1 : theta[l]) * (v[l] / largest);
             return weighed * weighed;
           }));
  };
  const double length_x = length(x);
  const double length_w = length(w);
  const double gap = lane_sum(x.size(), [&](std::size_t l) {
    const double difference = (x[l] / length_x - w[l] / length_w) * (theta.empty() ? 1 : theta[l]);
    return difference * difference;
  });
  return -logarithm_of_one_plus(-gap / 2);
}

}   // namespace protea
