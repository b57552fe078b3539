// Projections Ωw from sample to sample. A step turns Ω into sΩ + Σ u vᵀ, and Ωw into sΩw + Σ u (v·w): only
// prototypes that moved themselves are projected again, so that a step costs a few passes over Ω however many prototypes there are.
#pragma once

#include <protea/base/export.hpp>
#include <protea/dissimilarity/dissimilarity.hpp>

namespace PROTEA_EXPORT protea {

// ‖Ω(x − w)‖² for all prototypes, after the step that `followed` holds.
void followed_distances(Row x, MatrixView w, Row omega, MutableRow d, Followed& followed);

// … and the gradients at the same place: ∂/∂w is added to gw, ∂/∂Ω is left in `followed`.
void add_followed_projected_gradients(Row omega, Pulls pulls, MutableMatrixView gw, Followed& followed);

// From Ω with ‖Ω‖ = 1 to s·(Ω − rate·gradient) with the same norm, in one pass; the gradient becomes the change.
void step_with_unit_norm(OuterProducts& gradient, double rate, MutableRow omega);

}   // namespace protea
