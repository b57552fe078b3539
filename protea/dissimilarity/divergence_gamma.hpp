// Fujisawa and Eguchi's γ-divergence, robust against outliers and blind to the scale of either vector; Cauchy and
// Schwarz's at γ = 1.
#pragma once

#include <protea/base/export.hpp>
#include <protea/dissimilarity/divergence_theta.hpp>

namespace PROTEA_EXPORT protea {

// With the vectors, weighed by λ, divided by their sums to â and b̂:
//   D = ln(Σ â^{γ+1})/(γ(γ+1)) + ln(Σ b̂^{γ+1})/(γ+1) − ln(Σ â b̂^γ)/γ
// For small γ each sum is 1 + γ·Σ â q(γ, ·), so that nothing is divided by γ.
struct GammaCall {
  double gamma;
  Row lambda;   // empty: all 1
  bool learns_gamma;

  double value(Row x, Row w) const;
  void add_gradient(Row x, Row w, double pull, MutableRow gw, MutableRow gtheta) const;
  void values(MatrixView x, MatrixView w, MutableMatrixView d, Scratch& scratch) const;
  void add_gradients(MatrixView x, MatrixView w, Pulls pulls, MutableMatrixView gw, MutableRow gtheta,
                     Scratch& scratch) const;
};

template <class D>
struct GammaMembers : DivergenceMembers<D> {
  GammaCall call(Row values) const {
    const DivergenceTheta theta = this->theta();
    return {theta.parameter(values), theta.has_relevances ? theta.relevances(values) : Row{}, theta.has_parameter};
  }
};

struct Gamma : GammaMembers<Gamma> {
  double gamma = 0.5;
  bool learn = false;

  static constexpr std::string_view name = "gamma";
  static constexpr std::string_view summary =
      "Gamma divergence: robust against outliers, the same for vectors of any scale.";
  static constexpr DissimilarityTraits traits{
      .scale_invariant = true,
      .domain = Domain::non_negative,
      .formula = "D = ln[(Σ_l p_l^(γ+1))^(1/(γ(γ+1))) · (Σ_l ρ_l^(γ+1))^(1/(γ+1)) / (Σ_l p_l ρ_l^γ)^(1/γ)], γ ≥ 0",
      .limits =
          "γ → 0: kullback-leibler of the vectors divided by their sums; γ = 1: cauchy-schwarz; data may be 0, but not all of a row",
      .source = "Villmann, Haase (2.25), (3.14)"};
  static constexpr auto options() {
    return std::tuple_cat(std::tuple{option("gamma", &Gamma::gamma, "the parameter γ", {.at_least = 0, .at_most = 10}),
                                     option("learn", &Gamma::learn, "learn γ by its gradient, from 0 to 5")},
                          shared_options());
  }

  DivergenceTheta own_theta() const { return {"gamma", gamma, {0, 5}, learn}; }
};

struct CauchySchwarz : GammaMembers<CauchySchwarz> {
  static constexpr std::string_view name = "cauchy-schwarz";
  static constexpr std::string_view summary =
      "Cauchy–Schwarz divergence: minus the logarithm of the cosine between the vectors.";
  static constexpr DissimilarityTraits traits{.symmetric = true,
                                              .scale_invariant = true,
                                              .domain = Domain::non_negative,
                                              .formula = "D = ½ ln(Σ_l p_l² · Σ_l ρ_l²) − ln(Σ_l p_l ρ_l)",
                                              .limits = "gamma at 1; data may be 0, but not all of a row",
                                              .source = "Villmann, Haase (2.27), (3.15)"};
  static constexpr auto options() { return shared_options(); }

  // The cosine as 1 − ½‖p/‖p‖ − ρ/‖ρ‖‖²: symmetric to the bit, and exact for nearly parallel vectors.
  double value(Row x, Row w, Row theta) const;
  DivergenceTheta own_theta() const { return {.start = 1}; }
};

}   // namespace protea
