// Bregman's divergence of any convex function of one number: D = Σ_l Φ(p_l) − Φ(ρ_l) − Φ′(ρ_l)(p_l − ρ_l). Whoever
// needs one writes Φ with its derivatives as a small type; examples/own_divergence.cpp shows it.
#pragma once

#include <algorithm>

#include <protea/base/export.hpp>
#include <protea/base/lanes.hpp>
#include <protea/dissimilarity/divergence_theta.hpp>

namespace PROTEA_EXPORT protea {

// Φ, Φ′ and Φ″; Φ is convex where the domain says that data may lie.
template <class F>
concept BregmanGenerator = std::default_initializable<F> && std::copyable<F> && requires(const F phi, double x) {
  { F::name } -> std::convertible_to<std::string_view>;
  { F::formula } -> std::convertible_to<std::string_view>;
  { F::domain } -> std::convertible_to<Domain>;
  { phi.value(x) } -> std::same_as<double>;
  { phi.slope(x) } -> std::same_as<double>;
  { phi.curvature(x) } -> std::same_as<double>;
};

template <BregmanGenerator Phi>
struct Bregman : DivergenceBase<Bregman<Phi>> {
  Phi phi = {};

  static constexpr std::string_view name = Phi::name;
  static constexpr std::string_view summary = "Bregman's divergence of a function given in C++.";
  static constexpr DissimilarityTraits traits{.bregman = true,
                                              .masking = Masking::sum_with_rows,
                                              .domain = Phi::domain,
                                              .formula = Phi::formula,
                                              .source = "Villmann, Haase (2.1), (3.1)"};
  static constexpr auto options() { return DivergenceBase<Bregman>::shared_options(); }

  double value(Row x, Row w, Row theta) const {
    return lane_sum(x.size(), [&](std::size_t l) {
      const double a = weighed(x, theta, l);
      const double b = weighed(w, theta, l);
      return std::max(phi.value(a) - phi.value(b) - phi.slope(b) * (a - b), 0.0);
    });
  }

  // ∂/∂ρ = λΦ″(λρ)·λ(ρ − p), ∂/∂λ = p(Φ′(λp) − Φ′(λρ)) + ρΦ″(λρ)·λ(ρ − p)
  void add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const {
    for (std::size_t l = 0; l < x.size(); ++l) {
      const double a = weighed(x, theta, l);
      const double b = weighed(w, theta, l);
      const double by_b = phi.curvature(b) * (b - a);
      gw[l] += pull * by_b * (theta.empty() ? 1 : theta[l]);
      if (!gtheta.empty()) gtheta[l] += pull * ((x[l] == 0 ? 0 : x[l] * (phi.slope(a) - phi.slope(b))) + w[l] * by_b);
    }
  }

  DivergenceTheta own_theta() const { return {}; }
  bool allows_zeros() const { return Phi::domain != Domain::positive; }

 private:
  static double weighed(Row x, Row theta, std::size_t l) { return theta.empty() ? x[l] : theta[l] * x[l]; }
};

}   // namespace protea
