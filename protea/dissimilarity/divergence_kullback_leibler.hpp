// Kullback and Leibler's divergence, between positive vectors and between probability vectors.
#pragma once

#include <protea/base/export.hpp>
#include <protea/dissimilarity/divergence_alpha.hpp>
#include <protea/dissimilarity/divergence_beta.hpp>

namespace PROTEA_EXPORT protea {

struct GeneralizedKullbackLeibler : Separable<GeneralizedKullbackLeibler> {
  static constexpr std::string_view name = "generalized-kullback-leibler";
  static constexpr std::string_view summary = "Kullback–Leibler divergence of positive vectors, whatever they sum to.";
  static constexpr DissimilarityTraits traits{.bregman = true,
                                              .masking = Masking::sum_with_rows,
                                              .domain = Domain::non_negative,
                                              .formula = "D = Σ_l p_l ln(p_l/ρ_l) − p_l + ρ_l",
                                              .limits = "data may be 0; the limit of alpha and beta at 1",
                                              .source = "Villmann, Haase (2.3), (3.2)"};
  static constexpr auto options() { return shared_options(); }

  static const SeparableFamily& family(double) { return beta_family; }
  static Outer outer(double parameter, const Sums& sums) { return the_sum_itself(parameter, sums); }
  DivergenceTheta own_theta() const { return {.start = 1}; }
};

struct KullbackLeibler : Separable<KullbackLeibler> {
  static constexpr std::string_view name = "kullback-leibler";
  static constexpr std::string_view summary = "Kullback–Leibler divergence of probability vectors.";
  static constexpr DissimilarityTraits traits{
      .bregman = true,   // among probability vectors
      .domain = Domain::probability,
      .formula = "D = Σ_l p_l ln(p_l/ρ_l), Σp = Σρ = 1",
      .limits = "data may be 0; the limit of tsallis and renyi at 1 and of gamma at 0",
      .source = "Villmann, Haase (2.4), (3.3)"};
  static constexpr auto options() { return shared_options(); }

  static const SeparableFamily& family(double) { return closed_ratio_family; }
  static Outer outer(double parameter, const Sums& sums) { return normalised_ratio(parameter, sums); }
  DivergenceTheta own_theta() const { return {.start = 1}; }
};

}   // namespace protea
