// The order parameters: what the dynamics of prototypes looks like when N is large [winner-takes-all dynamics, (4)].
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/theory/cluster_model.hpp>

namespace PROTEA_EXPORT protea {

inline constexpr std::size_t most_prototypes = 3;
inline constexpr std::size_t most_projections = most_prototypes + cluster_count;

// R_ls = w_l·B_s and Q_lm = w_l·w_m of two or three prototypes.
struct Overlaps {
  std::size_t prototypes = 2;
  std::array<std::array<double, cluster_count>, most_prototypes> r{};
  std::array<std::array<double, most_prototypes>, most_prototypes> q{};   // symmetric

  // A sample enters through its projections x = (h_1 … h_K, b₊, b₋), h_l = w_l·ξ, b_s = B_s·ξ.
  std::size_t projections() const { return prototypes + cluster_count; }
  // The inner product of the vectors behind x_n and x_m; Cov(x_n, x_m) in cluster s is v_s times it (16).
  double gram(std::size_t n, std::size_t m) const;
  // ⟨x_n⟩ in a cluster is λ times this (12).
  double towards_centre(std::size_t n, std::size_t cluster) const;
};

// All R row by row, then the upper triangle of Q row by row: 7 numbers for two prototypes, 12 for three.
std::vector<double> to_vector(const Overlaps& overlaps);
Overlaps to_overlaps(std::span<const double> values, std::size_t prototypes);

// Coordinates of vectors that have these overlaps, with B₊ and B₋ on the first two axes: row l is w_l, of length 2 + K.
// Throws a UsageError where no vectors have them: Q − RRᵀ must not have a negative eigenvalue.
std::array<std::array<double, most_projections>, most_prototypes> vectors_with(const Overlaps& overlaps);

// Throws a UsageError where no vectors have these overlaps, or where two prototypes coincide.
void demand_valid(const Overlaps& overlaps);

}   // namespace protea
