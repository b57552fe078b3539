// A matrix G as a sum of few outer products, Σ left_a right_aᵀ: what one sample makes of the gradient of a metric Ω. A step along it
// costs one pass over Ω, and whoever keeps projections Ωw reads from it how they have changed.
#pragma once

#include <cstddef>
#include <vector>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

struct OuterProducts {
  std::size_t count = 0;
  std::vector<double> left = {};    // count rows, as long as Ω is high
  std::vector<double> right = {};   // count rows, as long as Ω is wide
  double along = 0;                 // ⟨Ω, G⟩
  double squared_norm = -1;         // ‖G‖²; negative: not known
  // Who takes a step turns the gradient into the change: Ω has become scale·Ω + Σ left_a right_aᵀ.
  double scale = 1;
};

}   // namespace protea
