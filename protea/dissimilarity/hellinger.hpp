// Hellinger's divergence: the squared Euclidean distance of square roots.
#pragma once

#include <protea/base/export.hpp>
#include <protea/dissimilarity/divergence_beta.hpp>

namespace PROTEA_EXPORT protea {

extern const SeparableFamily hellinger_family;

struct Hellinger : Separable<Hellinger> {
  static constexpr std::string_view name = "hellinger";
  static constexpr std::string_view summary = "Hellinger divergence: squared Euclidean distance of the square roots.";
  static constexpr DissimilarityTraits traits{.symmetric = true,
                                              .masking = Masking::sum_with_rows,
                                              .domain = Domain::non_negative,
                                              .formula = "D = Σ_l (√p_l − √ρ_l)²",
                                              .limits = "data may be 0; half of alpha at 1/2",
                                              .source = "Villmann, Haase (2.14), (3.8)"};
  static constexpr auto options() { return shared_options(); }

  static const SeparableFamily& family(double) { return hellinger_family; }
  static Outer outer(double parameter, const Sums& sums) { return the_sum_itself(parameter, sums); }
  DivergenceTheta own_theta() const { return {}; }
};

}   // namespace protea
