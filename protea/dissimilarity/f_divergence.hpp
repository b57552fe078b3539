// Csiszár's divergence of any convex function of a ratio: D = Σ_l ρ_l (f(u_l) − f′(1)(u_l − 1)), u = p/ρ, f(1) = 0. The
// second term vanishes between vectors of equal sums and keeps D ≥ 0 between others.
#pragma once

#include <algorithm>

#include <protea/base/export.hpp>
#include <protea/base/lanes.hpp>
#include <protea/dissimilarity/divergence_theta.hpp>

namespace PROTEA_EXPORT protea {

// f and f′ for u > 0, and at 0 where the domain allows zeros; f is convex, f(1) = 0.
template <class F>
concept RatioGenerator = std::default_initializable<F> && std::copyable<F> && requires(const F f, double u) {
  { F::name } -> std::convertible_to<std::string_view>;
  { F::formula } -> std::convertible_to<std::string_view>;
  { F::domain } -> std::convertible_to<Domain>;
  { f.value(u) } -> std::same_as<double>;
  { f.slope(u) } -> std::same_as<double>;
};

template <RatioGenerator F>
requires(F::domain != Domain::any) struct FDivergence : DivergenceBase<FDivergence<F>> {
  F f = {};

  static constexpr std::string_view name = F::name;
  static constexpr std::string_view summary = "Csiszár's divergence of a function given in C++.";
  static constexpr DissimilarityTraits traits{.masking = Masking::sum_with_rows,
                                              .domain = F::domain,
                                              .formula = F::formula,
                                              .source = "Villmann, Haase (2.10), (3.7)"};
  static constexpr auto options() { return DivergenceBase<FDivergence>::shared_options(); }

  double value(Row x, Row w, Row theta) const {
    return lane_sum(x.size(), [&](std::size_t l) { return (theta.empty() ? 1 : theta[l]) * term(x[l], w[l]); });
  }

  // ∂/∂ρ = λ(f(u) − u f′(u) + f′(1)), ∂/∂λ = the term itself
  void add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const {
    for (std::size_t l = 0; l < x.size(); ++l) {
      const double u = x[l] / w[l];
      const double by_rho = f.value(u) - (u == 0 ? 0 : u * f.slope(u)) + f.slope(1);
      gw[l] += pull * by_rho * (theta.empty() ? 1 : theta[l]);
      if (!gtheta.empty()) gtheta[l] += pull * term(x[l], w[l]);
    }
  }

  DivergenceTheta own_theta() const { return {}; }
  bool allows_zeros() const { return F::domain != Domain::positive; }

 private:
  double term(double p, double rho) const {
    const double u = p / rho;
    return std::max(rho * (f.value(u) - f.slope(1) * (u - 1)), 0.0);
  }
};

}   // namespace protea
