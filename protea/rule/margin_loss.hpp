// Losses of the hypothesis margin θ = ½(√d⁻ − √d⁺) [Crammer et al., section 5]: descent, both prototypes move
// (errata M1–M3).
// ∂θ/∂d⁺ = −1/(4√d⁺), ∂θ/∂d⁻ = 1/(4√d⁻); at d = 0 a distance has no slope and its prototype stays.
#pragma once

#include <algorithm>
#include <cmath>

#include <protea/base/exact_math.hpp>
#include <protea/base/export.hpp>
#include <protea/rule/activation.hpp>
#include <protea/rule/limit.hpp>
#include <protea/rule/winners.hpp>

namespace PROTEA_EXPORT protea {

// `loss(θ)` gives the value and the slope ∂loss/∂θ.
template <class Loss>
double pull_by_margin(Row d, Labels labels, Label y, MutableRow pull, Loss loss) {
  const auto [right, wrong] = nearest_pair(d, labels, y);
  const double to_right = std::sqrt(d[right]);
  const double to_wrong = std::sqrt(d[wrong]);
  const ValueAndSlope result = loss((to_wrong - to_right) / 2);
  if (to_right > 0) pull[right] = -result.slope / (4 * to_right);
  if (to_wrong > 0) pull[wrong] = result.slope / (4 * to_wrong);
  return result.value;
}

// The same for d⁺ + d⁻ = 2N·v and N → ∞, where θ = −δ/4√(Nv): a slope β of order √N makes βθ and the pulls of order 1,
// and N drops out.
template <class Loss>
PairPull limit_pull_by_margin(double difference, double v, Loss loss) {
  const double root = std::sqrt(v);
  const double pull = -loss(-difference / (4 * root)).slope / (4 * root);
  return {pull, -pull};
}

// The losses differ in their value and slope at a margin, and in how the theory is to treat them.
template <class R>
struct MarginRule : Steady<R> {
  double pull(Row d, Labels labels, Label y, MutableRow pull) const {
    return pull_by_margin(d, labels, y, pull, [this](double theta) { return self().loss(theta); });
  }
  R in_dimensions(double n) const {
    R result = self();
    result.beta *= std::sqrt(n);
    return result;
  }
  PairPull limit_pull(double difference, double v) const {
    return limit_pull_by_margin(difference, v, [this](double theta) { return self().loss(theta); });
  }

 protected:
  // |βθ| = 1, in δ.
  double unit(double v) const { return 4 * std::sqrt(v) / self().beta; }
  std::string text(std::string_view law) const {
    return std::string(law) + ", β = " + number_text(self().beta) + " (times √N in the rule)";
  }

 private:
  const R& self() const { return static_cast<const R&>(*this); }
};

constexpr RuleTraits margin_traits(std::string_view formula) {
  return {.has_cost = true,
          .needs_own_prototype = true,
          .needs_other_prototype = true,
          .reads = Reads::nearest_right_and_wrong,
          .depends_on = DependsOn::difference,
          .formula = formula,
          .source = "margin analysis of the LVQ algorithm, section 5, errata M1–M3, M11"};
}

struct MarginHinge : MarginRule<MarginHinge> {
  double beta = 1;

  static constexpr std::string_view name = "margin-hinge";
  static constexpr std::string_view summary = "Hinge loss of the hypothesis margin.";
  static constexpr RuleTraits traits = margin_traits("loss = (1 − βθ)₊, θ = ½(√d⁻ − √d⁺)");
  static constexpr auto options() {
    return std::tuple{option("beta", &MarginHinge::beta, "slope: the margin 1/β is enough", {.above = 0})};
  }

  ValueAndSlope loss(double theta) const {
    return beta * theta < 1 ? ValueAndSlope{1 - beta * theta, -beta} : ValueAndSlope{};
  }
  std::vector<double> breaks(double v) const { return {-unit(v)}; }
  std::string law_text() const { return text("f = β/2√v where −βδ/4√v < 1"); }
};

struct MarginBrokenLinear : MarginRule<MarginBrokenLinear> {
  double beta = 1;

  static constexpr std::string_view name = "margin-broken-linear";
  static constexpr std::string_view summary =
      "Hinge loss of the hypothesis margin, cut off at 2: outliers stop counting.";
  static constexpr RuleTraits traits = margin_traits("loss = min(2, (1 − βθ)₊), θ = ½(√d⁻ − √d⁺)");
  static constexpr auto options() {
    return std::tuple{
        option("beta", &MarginBrokenLinear::beta, "slope: the margin 1/β is enough, −1/β is given up", {.above = 0})};
  }

  ValueAndSlope loss(double theta) const {
    if (beta * theta <= -1) return {2, 0};
    return beta * theta < 1 ? ValueAndSlope{1 - beta * theta, -beta} : ValueAndSlope{};
  }
  std::vector<double> breaks(double v) const { return {-unit(v), unit(v)}; }
  std::string law_text() const { return text("f = β/2√v where |βδ/4√v| < 1"); }
};

struct MarginExponential : MarginRule<MarginExponential> {
  double beta = 1;

  static constexpr std::string_view name = "margin-exponential";
  static constexpr std::string_view summary = "Exponential loss of the hypothesis margin.";
  static constexpr RuleTraits traits = margin_traits("loss = e^{−βθ}, θ = ½(√d⁻ − √d⁺)");
  static constexpr auto options() {
    return std::tuple{
        option("beta", &MarginExponential::beta, "how fast the loss falls with the margin", {.above = 0})};
  }

  ValueAndSlope loss(double theta) const {
    const double value = exponential(-beta * theta);
    return {value, -beta * value};
  }
  double growth(double v) const { return beta / (4 * std::sqrt(v)); }
  std::string law_text() const { return text("f = β/2√v · e^(βδ/4√v)"); }
};

}   // namespace protea
