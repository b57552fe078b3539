#include "dynamics_text.hpp"

#include <fmt/format.h>

namespace protea::app {
namespace {

std::string averages(const Dynamics& dynamics) {
  if (!is_winner_takes_all(dynamics)) {
    return "  δ is Gaussian in each cluster, ⟨δ⟩ = Q_rr − Q_ww − 2λ(R_rσ − R_wσ), variance s² = 4v_σ(Q₊₊ + Q₋₋ − 2Q₊₋), so that\n"
           "  ⟨f⟩ = ∫Dz f(⟨δ⟩ + sz)      ⟨f x⟩ = ⟨x⟩⟨f⟩ + Cov(x, δ)/s · ∫Dz z f(⟨δ⟩ + sz)      by Gauss–Legendre quadrature\n";
  }
  if (dynamics.labels.size() == 3) {
    return "  Θ_l = 1 where both rivals m are farther, u_m = d_m − d_l > 0; the two u_m are a normal pair, and\n"
           "  ⟨Θ_l⟩ = Φ₂(two means in units of their deviations; their correlation)      the orthant probability, by Owen's T\n"
           "  ⟨Θ_l x⟩ = ⟨x⟩⟨Θ_l⟩ + Σ_m Cov(x, u_m) · density(u_m = 0) · P(the other u > 0 | u_m = 0)\n";
  }
  return "  ⟨Θ_l⟩_σ = Φ(β/α)      ⟨Θ_l x⟩_σ = ⟨x⟩_σ Φ(β/α) + (C_σ a_l)/(√2π α) e^{−β²/2α²}      for x = h_m or b_s, with\n"
         "  a_l·x = 2(h_l − h_{−l}),  α² = 4v_σ(Q₊₊ + Q₋₋ − 2Q₊₋),  β = 2λ(R_lσ − R_{−l,σ}) − (Q_ll − Q_{−l,−l}),\n"
         "  C_σ = v_σ [[Q, R], [Rᵀ, 1]] the covariance of (h₊, h₋, b₊, b₋)\n";
}

}   // namespace

std::string explanation(const Dynamics& dynamics) {
  const ClusterModel& model = dynamics.model;
  std::string text = fmt::format(
      "Model    ξ in N dimensions, class σ = ±1 with probability p_σ, ξ ~ N(λB_σ, v_σ 1), B₊ and B₋ orthonormal\n"
      "         p₊ = {}, p₋ = {:.6g}, λ = {}, v₊ = {}, v₋ = {}\n"
      "Step     w_l ← w_l + (η/N) f_l (ξ − w_l), η = {}{}, prototypes of class",
      model.p_plus, model.p(1), model.lambda, model.v_plus, model.v_minus, dynamics.eta,
      dynamics.schedule == Schedule::constant ? "" : fmt::format(" at first, then {}", choice_name(dynamics.schedule)));
  for (const std::size_t label : dynamics.labels) text += label == 0 ? " +" : " −";
  text += fmt::format("\nRule     {}: {}\n", dynamics_name(dynamics), law_text(dynamics));
  text +=
      "\nAs N → ∞ the learning process is described by\n"
      "  α = P/N         number of samples seen per dimension\n"
      "  R_ls = w_l·B_s  overlap of prototype l with the direction of cluster s\n"
      "  Q_lm = w_l·w_m  squared lengths of the prototypes, and their inner products\n"
      "  h_l = w_l·ξ, b_s = B_s·ξ: projections of a sample, Gaussian in each cluster: ⟨h_l⟩_σ = λR_lσ, ⟨b_s⟩_σ = λδ_sσ\n"
      "  d_l = ξ² − 2h_l + Q_ll: squared distance;  ⟨…⟩_σ: average over cluster σ;  ⟨…⟩ = Σ_σ p_σ ⟨…⟩_σ\n"
      "and follows\n"
      "  dR_ls/dα = η (⟨f_l b_s⟩ − ⟨f_l⟩ R_ls)\n"
      "  dQ_lm/dα = η (⟨f_l h_m⟩ + ⟨f_m h_l⟩ − ⟨f_l + f_m⟩ Q_lm) + η² Σ_σ p_σ v_σ ⟨f_l f_m⟩_σ\n"
      "with\n";
  text += averages(dynamics);
  text +=
      "\n  ε_g = Σ_σ p_σ Σ_l [c_l ≠ σ] ⟨Θ_l⟩_σ: generalization error, the probability that the nearest prototype has the wrong class;\n"
      "  for two prototypes ε_σ = Φ((Q_σσ − Q_−σ−σ − 2λ(R_σσ − R_−σσ)) / (2√(v_σ(Q₊₊ + Q₋₋ − 2Q₊₋))))\n"
      "  Φ(x) = ∫ up to x of e^{−t²/2}/√2π;  Dz = e^{−z²/2}/√2π dz;  Θ_l = 1 where prototype l is the nearest, else 0\n"
      "  η → 0: the η² part vanishes, and in the time ηα the states end in a fixed point of the rest (--asymptotic)\n";
  return text;
}

}   // namespace protea::app
