// Itakura and Saito's divergence of spectra.
#pragma once

#include <protea/base/export.hpp>
#include <protea/dissimilarity/divergence_beta.hpp>

namespace PROTEA_EXPORT protea {

struct ItakuraSaito : Separable<ItakuraSaito> {
  static constexpr std::string_view name = "itakura-saito";
  static constexpr std::string_view summary = "Itakura–Saito divergence: only ratios count, feature by feature.";
  static constexpr DissimilarityTraits traits{
      .bregman = true,
      .masking = Masking::sum_with_rows,
      .domain = Domain::positive,
      .formula = "D = Σ_l p_l/ρ_l − ln(p_l/ρ_l) − 1",
      .limits =
          "data must be positive: give a floor where they are 0; the same for λp and λρ, so that there are no relevances to learn",
      .source = "Villmann, Haase (2.6)"};
  static constexpr auto options() { return shared_options(); }

  static const SeparableFamily& family(double) { return beta_family; }
  static Outer outer(double parameter, const Sums& sums) { return the_sum_itself(parameter, sums); }
  DivergenceTheta own_theta() const { return {.start = 0}; }
  bool allows_zeros() const { return false; }
  void demand_sense() const {
    if (!relevances) return;
    throw UsageError(
        "dissimilarity.relevances = true: itakura-saito is the same for every λ, so that there are no relevances to learn: use "
        "another divergence, such as beta");
  }
};

}   // namespace protea
