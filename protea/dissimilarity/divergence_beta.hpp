// The β-divergences and their relatives: D_β = Σ p (p^{β−1} − ρ^{β−1})/(β−1) − (p^β − ρ^β)/β, which is Bregman's for
// every β, the generalized Kullback–Leibler divergence at 1 and Itakura and Saito's at 0; and η(η−1) times it, the
// η-divergence.
#pragma once

#include <protea/base/export.hpp>
#include <protea/dissimilarity/separable.hpp>

namespace PROTEA_EXPORT protea {

// t = p (q(β−1, p) − q(β−1, ρ)) − (q(β, p) − q(β, ρ)), of degree β
extern const SeparableFamily beta_family;

inline Outer the_sum_itself(double, const Sums& sums) { return {sums.core, 1, 0}; }

struct Beta : Separable<Beta> {
  double beta = 1.5;
  bool learn = false;

  static constexpr std::string_view name = "beta";
  static constexpr std::string_view summary =
      "Beta divergence: from Itakura–Saito over Kullback–Leibler to the Euclidean distance.";
  static constexpr DissimilarityTraits traits{
      .bregman = true,
      .masking = Masking::sum_with_rows,
      .domain = Domain::non_negative,
      .formula = "D = Σ_l p_l (p_l^(β−1) − ρ_l^(β−1))/(β−1) − (p_l^β − ρ_l^β)/β",
      .limits =
          "β → 1: generalized-kullback-leibler; β → 0: itakura-saito; β = 2: half the squared Euclidean distance; data may be 0 for β > 0",
      .source = "Villmann, Haase (2.8), (3.6)"};
  static constexpr auto options() {
    return std::tuple_cat(std::tuple{option("beta", &Beta::beta, "the parameter β", {.at_least = -10, .at_most = 10}),
                                     option("learn", &Beta::learn, "learn β by its gradient, from 0.05 to 5")},
                          shared_options());
  }

  static const SeparableFamily& family(double) { return beta_family; }
  static Outer outer(double parameter, const Sums& sums) { return the_sum_itself(parameter, sums); }
  DivergenceTheta own_theta() const { return {"beta", beta, {0.05, 5}, learn}; }
  bool allows_zeros() const { return beta > 0; }
  void demand_sense() const {
    if (!relevances || beta > 0) return;
    throw UsageError("dissimilarity.relevances = true: beta weighs features by λ^β, which for β = " +
                     number_text(beta) + " does not grow with λ: use a dissimilarity.beta greater than 0");
  }
};

struct Eta : Separable<Eta> {
  double eta = 1.5;
  bool learn = false;

  static constexpr std::string_view name = "eta";
  static constexpr std::string_view summary =
      "Eta divergence: the Bregman divergence of the power η; η(η−1) times the beta divergence.";
  static constexpr DissimilarityTraits traits{.bregman = true,
                                              .masking = Masking::sum_with_rows,
                                              .domain = Domain::non_negative,
                                              .formula = "D = Σ_l p_l^η + (η−1) ρ_l^η − η p_l ρ_l^(η−1), η > 1",
                                              .limits = "η = 2: the squared Euclidean distance; D = η(η−1)·beta(η)",
                                              .source = "Villmann, Haase (2.7), (3.4)"};
  static constexpr auto options() {
    return std::tuple_cat(std::tuple{option("eta", &Eta::eta, "the power η", {.above = 1, .at_most = 10}),
                                     option("learn", &Eta::learn, "learn η by its gradient, from 1.05 to 6")},
                          shared_options());
  }

  static const SeparableFamily& family(double) { return beta_family; }
  static Outer outer(double eta, const Sums& sums) {
    return {eta * (eta - 1) * sums.core, eta * (eta - 1), (2 * eta - 1) * sums.core};
  }
  DivergenceTheta own_theta() const { return {"eta", eta, {1.05, 6}, learn}; }
};

}   // namespace protea
