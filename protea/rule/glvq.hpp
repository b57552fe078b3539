// Generalized LVQ [SatoYamada1996]: loss = Φ(μ), μ = (d⁺ − d⁻)/(d⁺ + d⁻), Φ one of the activations.
// ∂μ/∂d⁺ = 2d⁻/(d⁺+d⁻)², ∂μ/∂d⁻ = −2d⁺/(d⁺+d⁻)²; 0/0 is defined as 0.
// Precondition: a same-class and an other-class prototype exist (PrototypeObjective checks it).
#pragma once

#include <cmath>

#include <protea/base/exact_math.hpp>
#include <protea/base/export.hpp>
#include <protea/rule/activation.hpp>
#include <protea/rule/limit.hpp>
#include <protea/rule/winners.hpp>

namespace PROTEA_EXPORT protea {

struct Glvq {
  Activation activation = Activation::sigmoid;
  double steepness = 1;
  double annealing = 1;

  static constexpr std::string_view name = "glvq";
  static constexpr std::string_view summary = "Generalized LVQ: minimizes the relative distance difference.";
  static constexpr RuleTraits traits{.has_cost = true,
                                     .needs_own_prototype = true,
                                     .needs_other_prototype = true,
                                     .reads = Reads::nearest_right_and_wrong,
                                     .depends_on = DependsOn::difference,
                                     .formula = "loss = Φ(μ), μ = (d⁺ − d⁻)/(d⁺ + d⁻)",
                                     .source = "lecture notes (5.5)–(5.7)"};
  static constexpr auto options() {
    return std::tuple{
        option("activation", &Glvq::activation, "the function Φ of the relative margin"),
        option("steepness", &Glvq::steepness, "slope of sigmoid, soft+ and swish", {.above = 0}),
        option("annealing", &Glvq::annealing, "factor on the steepness by the end of training", {.above = 0})};
  }

  static constexpr std::pair<std::string_view, std::string_view> steady_setting{"annealing", "1"};
  bool changes_with_progress() const { return annealing != 1 && activation != Activation::identity; }
  Glvq at(double t) const {
    Glvq result = *this;
    if (changes_with_progress()) result.steepness *= power(annealing, t);
    return result;
  }

  std::string_view caveat(std::string_view option) const {
    return option == "steepness" && activation == Activation::identity ? "has no effect: the identity has none" : "";
  }

  // In N dimensions μ = δ/2Nv is of order 1/N: a steepness of order N makes Φ′(μ) of that order too, and the pulls
  // Φ′(μ)/2Nv of order 1.
  Glvq in_dimensions(double n) const {
    Glvq result = *this;
    result.steepness *= n;
    return result;
  }
  PairPull limit_pull(double difference, double v) const {
    const double pull = activate(activation, difference / (2 * v), steepness).slope / (2 * v);
    return {pull, -pull};
  }
  void demand_limit() const {
    if (activation == Activation::sigmoid || activation == Activation::soft_plus) return;
    throw UsageError("rule.activation = " + std::string(choice_name(activation)) +
                     ": must be sigmoid or soft+, for the pulls of others vanish in many dimensions");
  }
  std::vector<double> breaks(double v) const { return logistic_breaks(2 * v / steepness); }
  std::string law_text() const {
    const bool is_sigmoid = activation == Activation::sigmoid;
    return std::string("f = (k/v) ") + (is_sigmoid ? "L′" : "L") +
           "(kδ/2v), L the logistic function, k = " + number_text(steepness) + " (times N in the rule)";
  }

  double pull(Row d, Labels labels, Label y, MutableRow pull) const {
    const auto [right, wrong] = nearest_pair(d, labels, y);
    const double sum = d[right] + d[wrong];
    const double mu = sum > 0 ? (d[right] - d[wrong]) / sum : 0;
    const auto [loss, slope] = activate(activation, mu, steepness);
    if (sum > 0) {
      pull[right] = slope * 2 * (d[wrong] / sum) / sum;
      pull[wrong] = -slope * 2 * (d[right] / sum) / sum;
    }
    return loss;
  }
};

}   // namespace protea
