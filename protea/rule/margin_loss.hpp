// Losses of the hypothesis margin θ = ½(√d⁻ − √d⁺) [Crammer et al., section 5]: descent, both prototypes move (errata M1–M3).
// ∂θ/∂d⁺ = −1/(4√d⁺), ∂θ/∂d⁻ = 1/(4√d⁻); at d = 0 a distance has no slope and its prototype stays.
#pragma once

#include <algorithm>
#include <cmath>

#include <protea/rule/activation.hpp>
#include <protea/rule/winners.hpp>

namespace protea {

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

constexpr RuleTraits margin_traits(std::string_view formula) {
  return {.has_cost = true,
          .needs_own_prototype = true,
          .needs_other_prototype = true,
          .reads = Reads::nearest_right_and_wrong,
          .formula = formula,
          .source = "margin analysis of the LVQ algorithm, section 5, errata M1–M3, M11"};
}

struct MarginHinge : Steady<MarginHinge> {
  double beta = 1;

  static constexpr std::string_view name = "margin-hinge";
  static constexpr std::string_view summary = "Hinge loss of the hypothesis margin.";
  static constexpr RuleTraits traits = margin_traits("loss = (1 − βθ)₊, θ = ½(√d⁻ − √d⁺)");
  static constexpr auto options() {
    return std::tuple{option("beta", &MarginHinge::beta, "slope: the margin 1/β is enough", {.above = 0})};
  }

  double pull(Row d, Labels labels, Label y, MutableRow pull) const {
    return pull_by_margin(d, labels, y, pull, [this](double theta) {
      return beta * theta < 1 ? ValueAndSlope{1 - beta * theta, -beta} : ValueAndSlope{};
    });
  }
};

struct MarginBrokenLinear : Steady<MarginBrokenLinear> {
  double beta = 1;

  static constexpr std::string_view name = "margin-broken-linear";
  static constexpr std::string_view summary = "Hinge loss of the hypothesis margin, cut off at 2: outliers stop counting.";
  static constexpr RuleTraits traits = margin_traits("loss = min(2, (1 − βθ)₊), θ = ½(√d⁻ − √d⁺)");
  static constexpr auto options() {
    return std::tuple{option("beta", &MarginBrokenLinear::beta, "slope: the margin 1/β is enough, −1/β is given up", {.above = 0})};
  }

  double pull(Row d, Labels labels, Label y, MutableRow pull) const {
    return pull_by_margin(d, labels, y, pull, [this](double theta) {
      if (beta * theta <= -1) return ValueAndSlope{2, 0};
      return beta * theta < 1 ? ValueAndSlope{1 - beta * theta, -beta} : ValueAndSlope{};
    });
  }
};

struct MarginExponential : Steady<MarginExponential> {
  double beta = 1;

  static constexpr std::string_view name = "margin-exponential";
  static constexpr std::string_view summary = "Exponential loss of the hypothesis margin.";
  static constexpr RuleTraits traits = margin_traits("loss = e^{−βθ}, θ = ½(√d⁻ − √d⁺)");
  static constexpr auto options() {
    return std::tuple{option("beta", &MarginExponential::beta, "how fast the loss falls with the margin", {.above = 0})};
  }

  double pull(Row d, Labels labels, Label y, MutableRow pull) const {
    return pull_by_margin(d, labels, y, pull, [this](double theta) {
      const double value = std::exp(-beta * theta);
      return ValueAndSlope{value, -beta * value};
    });
  }
};

}  // namespace protea
