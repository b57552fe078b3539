// Generalized LVQ as the program behind the printed Fisher tables had it: not gradients of any cost, and nothing for
// use elsewhere. The right rule is `glvq`.
#pragma once

#include <protea/base/export.hpp>
#include <protea/rule/activation.hpp>
#include <protea/rule/winners.hpp>

namespace PROTEA_EXPORT protea {

// The column GLVQ: the slope t of the logistic function is the number of the training step, and ν = f(1 − f) lacks the
// factor t of its derivative, so that learning freezes within an epoch:
// w_J ← w_J + αν d_K/(d_J + d_K)² (x − w_J), w_K ← w_K − αν d_J/(d_J + d_K)² (x − w_K).
struct FreezingGlvq {
  double steps = 1;    // of the whole training
  double growth = 1;   // of the slope, per step; 0 keeps it at 1, without the artefact
  double slope = 1;

  static constexpr std::string_view name = "freezing-glvq";
  static constexpr std::string_view summary = "Generalized LVQ with a slope that grows with every step.";
  static constexpr RuleTraits traits{.needs_own_prototype = true,
                                     .needs_other_prototype = true,
                                     .reads = Reads::nearest_right_and_wrong,
                                     .formula = {},
                                     .source = {}};
  static constexpr auto options() { return std::tuple{}; }

  bool changes_with_progress() const { return true; }
  FreezingGlvq at(double progress) const { return {steps, growth, growth * progress * steps + 1}; }

  double pull(Row d, Labels labels, Label y, MutableRow pull) const {
    const auto [right, wrong] = nearest_pair(d, labels, y);
    const double sum = d[right] + d[wrong];
    if (!(sum > 0)) return 0.5;
    const double f = logistic(slope * (d[right] - d[wrong]) / sum);
    const double nu = f * (1 - f);
    pull[right] = 0.5 * nu * (d[wrong] / sum) / sum;   // the squared Euclidean gradient brings a factor 2
    pull[wrong] = -0.5 * nu * (d[right] / sum) / sum;
    return f;
  }
};

// The columns GRLVQ, FC1GLVQ and FC2GLVQ: slope 10 and the first power of the denominator,
// w_J ← w_J + 4αν d_K/(d_J + d_K) Λ(x − w_J), ν = 10 f(1 − f), and so for w_K and λ.
struct FirstPowerGlvq : Steady<FirstPowerGlvq> {
  double slope = 10;

  static constexpr std::string_view name = "first-power-glvq";
  static constexpr std::string_view summary = "Generalized LVQ with the first power of the denominator.";
  static constexpr RuleTraits traits{.needs_own_prototype = true,
                                     .needs_other_prototype = true,
                                     .reads = Reads::nearest_right_and_wrong,
                                     .formula = {},
                                     .source = {}};
  static constexpr auto options() { return std::tuple{}; }

  double pull(Row d, Labels labels, Label y, MutableRow pull) const {
    const auto [right, wrong] = nearest_pair(d, labels, y);
    const double sum = d[right] + d[wrong];
    if (!(sum > 0)) return 0.5;
    const double f = logistic(slope * (d[right] - d[wrong]) / sum);
    const double nu = slope * f * (1 - f);
    pull[right] = 2 * nu * d[wrong] / sum;
    pull[wrong] = -2 * nu * d[right] / sum;
    return f;
  }
};

}   // namespace protea
