// The right-hand sides: how overlaps change with the number of samples per dimension, α = P/N, when N is large.
#pragma once

#include <protea/base/export.hpp>
#include <protea/theory/theory_rule.hpp>

namespace PROTEA_EXPORT protea {

// d(R, Q)/dα = η·linear + η²·quadratic; the latter has no part in R.
struct Flow {
  Overlaps linear;
  Overlaps quadratic;
};

// From the averages of the rule:
// dR_ls/dα = η Σ_σ p_σ (⟨f_l b_s⟩_σ − ⟨f_l⟩_σ R_ls)
// dQ_lm/dα = η Σ_σ p_σ (⟨f_l h_m⟩_σ + ⟨f_m h_l⟩_σ − (⟨f_l⟩_σ + ⟨f_m⟩_σ) Q_lm) + η² Σ_σ p_σ v_σ ⟨f_l f_m⟩_σ, since
// ξ²/N → v_σ.
Flow flow(const ClusterModel& model, const TheoryRule& rule, const Overlaps& overlaps);

}   // namespace protea
