// The α-divergences of Csiszár's family and those made of the same sum: Tsallis', Rényi's and Rényi's for
// positive vectors.
#pragma once

#include <protea/base/export.hpp>
#include <protea/dissimilarity/separable.hpp>

namespace PROTEA_EXPORT protea {

// With q(ε, x) = (xᵉ − 1)/ε and ε = α − 1, all of degree 1:
extern const SeparableFamily
    closed_ratio_family;   // t = p q(ε, p/ρ) − p + ρ = α·D_α, also for vectors of different sums
extern const SeparableFamily reverse_ratio_family;   // t = ρ q(−α, ρ/p) − ρ + p = (1 − α)·D_α, smooth at α = 0

// T = Σ p q(ε, p/ρ) of probability vectors, from the closed sum, in which p − ρ has not to cancel; of those weighed by
// λ and divided by their sums again, where there are relevances.
Outer normalised_ratio(double alpha, const Sums& sums);

struct Alpha : Separable<Alpha> {
  double alpha = 0.5;
  bool learn = false;

  static constexpr std::string_view name = "alpha";
  static constexpr std::string_view summary =
      "Alpha divergence: Csiszár's divergences of powers, with Kullback–Leibler both ways round.";
  static constexpr DissimilarityTraits traits{
      .masking = Masking::sum_with_rows,
      .domain = Domain::non_negative,
      .formula = "D = Σ_l (p_l^α ρ_l^(1−α) − α p_l + (α−1) ρ_l)/(α(α−1))",
      .limits =
          "α → 1: generalized-kullback-leibler; α → 0: the same with p and ρ exchanged; α = 1/2: twice hellinger; data may be 0 for α > 0",
      .source = "Villmann, Haase (2.15), (3.9)"};
  static constexpr auto options() {
    return std::tuple_cat(
        std::tuple{option("alpha", &Alpha::alpha, "the parameter α", {.at_least = -10, .at_most = 10}),
                   option("learn", &Alpha::learn, "learn α by its gradient, from 0.05 to 5")},
        shared_options());
  }

  static const SeparableFamily& family(double alpha) {
    return alpha < 0.5 ? reverse_ratio_family : closed_ratio_family;
  }
  static Outer outer(double alpha, const Sums& sums) {
    if (alpha < 0.5) return {sums.core / (1 - alpha), 1 / (1 - alpha), sums.core / ((1 - alpha) * (1 - alpha))};
    return {sums.core / alpha, 1 / alpha, -sums.core / (alpha * alpha)};
  }
  DivergenceTheta own_theta() const { return {"alpha", alpha, {0.05, 5}, learn}; }
  bool allows_zeros() const { return alpha > 0; }
};

struct Tsallis : Separable<Tsallis> {
  double alpha = 2;
  bool learn = false;

  static constexpr std::string_view name = "tsallis";
  static constexpr std::string_view summary = "Tsallis' divergence of probability vectors.";
  static constexpr DissimilarityTraits traits{.domain = Domain::probability,
                                              .formula = "D = (Σ_l p_l^α ρ_l^(1−α) − 1)/(α−1), α > 0, Σp = Σρ = 1",
                                              .limits = "α → 1: kullback-leibler; data may be 0",
                                              .source = "Villmann, Haase (2.19), (3.10), with the other sign"};
  static constexpr auto options() {
    return std::tuple_cat(std::tuple{option("alpha", &Tsallis::alpha, "the parameter α", {.above = 0, .at_most = 10}),
                                     option("learn", &Tsallis::learn, "learn α by its gradient, from 0.05 to 5")},
                          shared_options());
  }

  static const SeparableFamily& family(double) { return closed_ratio_family; }
  static Outer outer(double alpha, const Sums& sums) { return normalised_ratio(alpha, sums); }
  DivergenceTheta own_theta() const { return {"alpha", alpha, {0.05, 5}, learn}; }
};

struct Renyi : Separable<Renyi> {
  double alpha = 2;
  bool learn = false;

  static constexpr std::string_view name = "renyi";
  static constexpr std::string_view summary = "Rényi's divergence of probability vectors.";
  static constexpr DissimilarityTraits traits{.domain = Domain::probability,
                                              .formula = "D = ln(Σ_l p_l^α ρ_l^(1−α))/(α−1), α > 0, Σp = Σρ = 1",
                                              .limits = "α → 1: kullback-leibler; data may be 0",
                                              .source = "Villmann, Haase (2.23), (3.12)"};
  static constexpr auto options() {
    return std::tuple_cat(std::tuple{option("alpha", &Renyi::alpha, "the parameter α", {.above = 0, .at_most = 10}),
                                     option("learn", &Renyi::learn, "learn α by its gradient, from 0.05 to 5")},
                          shared_options());
  }

  static const SeparableFamily& family(double) { return closed_ratio_family; }
  static Outer outer(double alpha, const Sums& sums);
  DivergenceTheta own_theta() const { return {"alpha", alpha, {0.05, 5}, learn}; }
};

struct GeneralizedRenyi : Separable<GeneralizedRenyi> {
  double alpha = 2;
  bool learn = false;

  static constexpr std::string_view name = "generalized-renyi";
  static constexpr std::string_view summary = "Rényi's divergence of positive vectors, whatever they sum to.";
  static constexpr DissimilarityTraits traits{
      .domain = Domain::non_negative,
      .formula = "D = ln(1 + Σ_l [p_l^α ρ_l^(1−α) − α p_l + (α−1) ρ_l])/(α−1), α > 0",
      .limits =
          "α → 1: generalized-kullback-leibler; data may be 0; for α < 1 the logarithm's argument must be positive, as it is for rows that sum to 1",
      .source = "Villmann, Haase (2.22), (3.11), with 1 beside the sum"};
  static constexpr auto options() {
    return std::tuple_cat(
        std::tuple{option("alpha", &GeneralizedRenyi::alpha, "the parameter α", {.above = 0, .at_most = 10}),
                   option("learn", &GeneralizedRenyi::learn, "learn α by its gradient, from 1 to 5")},
        shared_options());
  }

  static const SeparableFamily& family(double) { return closed_ratio_family; }
  // Throws a NumericalError where the argument of the logarithm is not positive, which may be for α < 1 only.
  static Outer outer(double alpha, const Sums& sums);
  DivergenceTheta own_theta() const { return {"alpha", alpha, {1, 5}, learn}; }
};

}   // namespace protea
