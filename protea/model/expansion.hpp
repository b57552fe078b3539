// Prototypes that are combinations of training samples, w = Σ_j α_j φ(x_j) with Σ_j α_j = 1: what a model keeps of
// those samples, and how new ones become rows that ExpansionDistance can compare with coefficients.
// Only d(x, x') = ‖φ(x) − φ(x')‖² = κ(x,x) − 2κ(x,x') + κ(x',x') is ever needed, since Σ_j α_j = 1 gives
//   ‖φ(x) − w‖² = Σ_j α_j d(x,x_j) − ½ Σ_ij α_i α_j d(x_i,x_j),
// in which, unlike in the form with κ, the offset of the data costs no digits.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/data/dataset.hpp>
#include <protea/dissimilarity/lifted.hpp>

namespace PROTEA_EXPORT protea {

// Where prototypes live.
enum class Space { features, combinations, kernel_matrix, dissimilarity_matrix };
constexpr auto names_of(Space) {
  return std::array{std::pair<std::string_view, Space>{"features", Space::features},
                    std::pair<std::string_view, Space>{"combinations", Space::combinations},
                    std::pair<std::string_view, Space>{"kernel-matrix", Space::kernel_matrix},
                    std::pair<std::string_view, Space>{"dissimilarity-matrix", Space::dissimilarity_matrix}};
}
constexpr bool is_given_matrix(Space space) {
  return space == Space::kernel_matrix || space == Space::dissimilarity_matrix;
}

// The column of κ(x,x) that rows of a kernel matrix may have behind the others.
inline constexpr std::string_view self_column = "self";

struct Expansion {
  Space space = Space::combinations;
  std::shared_ptr<const AnyDissimilarity> dissimilarity;   // combinations: between samples, without parameters
  Matrix samples;                                          // combinations: those with a coefficient, in model units
  std::vector<double> self;                                // kernel matrix: κ(x_j, x_j)
  std::vector<std::int32_t> rows;   // of each sample in the training table, from 0; for a given matrix its column too

  std::size_t columns = 0;   // that new samples have, κ(x,x) not counted

  std::size_t size() const { return rows.size(); }

  // (d(x,x_1) … d(x,x_N), 1) for every row: samples in model units, or values of a given matrix to all training
  // samples. Such rows of a kernel matrix may end with κ(x,x); without it, it is taken as the mean of the κ(x_j,x_j),
  // or as the smallest value that κ(x,x_j)² ≤ κ(x,x) κ(x_j,x_j) allows where that is larger. It shifts all distances of
  // x alike and changes no label.
  Matrix rows_for(const Dataset& dataset, const Matrix& x) const;
};

}   // namespace protea
