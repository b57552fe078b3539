// Samples and prototypes after a linear map Ω: what the matrix, the Mahalanobis and the angular distance share.
#pragma once

#include <protea/base/export.hpp>
#include <protea/dissimilarity/dissimilarity.hpp>

namespace PROTEA_EXPORT protea {

// ‖Ω(x − w)‖² of one pair, and its gradients; an empty gΩ is not wanted.
double projected_distance(Row x, Row w, Row omega);
void add_projected_gradient(Row x, Row w, Row omega, double pull, MutableRow gw, MutableRow gomega);

// The same for blocks; the gradients follow the distances on the same arguments.
void projected_distances(MatrixView x, MatrixView w, Row omega, MutableMatrixView d, Scratch& scratch);
void add_projected_gradients(MatrixView x, MatrixView w, Row omega, Pulls pulls, MutableMatrixView gw,
                             MutableRow gomega, Scratch& scratch);

// … and for samples with missing coordinates (NaN): d = n/observed·‖Ω(m∘(x − w))‖², m one where x was observed
// and else zero.
void observed_projected_distances(MatrixView x, MatrixView w, Row omega, MutableMatrixView d, Scratch& scratch);
void add_observed_projected_gradients(MatrixView x, MatrixView w, Row omega, Pulls pulls, MutableMatrixView gw,
                                      MutableRow gomega, Scratch& scratch);

// A block of samples and prototypes (rows of n numbers) and their projections (rows of `height`), in a Scratch.
struct ProjectedBlock {
  std::size_t height = 0;
  MutableRow x;
  MutableRow w;
  MutableRow omega_x;
  MutableRow omega_w;
  MutableRow sample_sums;   // ∂/∂(Ωx_i) and ∂/∂(Ωw_k): whoever has gradients adds them up here
  MutableRow prototype_sums;
};

// Measured from the first prototype, so that an offset costs no digits, with zeros there for what is missing or
// without; or as they are.
enum class Origin { reference, observed, zero };
ProjectedBlock project_block(MatrixView x, MatrixView w, Row omega, Origin origin, Scratch& scratch);
// The block that `project_block` left in the scratch, its sums zero.
ProjectedBlock projected_block(MatrixView x, MatrixView w, Row omega, Scratch& scratch);
// From the sums back to prototypes and Ω, as matrix products.
void add_block_gradients(const ProjectedBlock& block, Row omega, MutableMatrixView gw, MutableRow gomega,
                         Scratch& scratch);

// Λ = ΩᵀΩ
void relevances_of(Row omega, std::size_t n, MutableMatrixView lambda);

// The metric Ω of unit Frobenius norm, and its chart Ω = U/‖U‖.
void project_to_unit_norm(MutableRow omega);
void unit_norm_from_free(MutableRow omega);
void unit_norm_pull_back(Row free, MutableRow gradient);

}   // namespace protea
