// A matrix G as a sum of few outer products, Σ left_a right_aᵀ: what one sample makes of the gradient of a metric Ω. A step along it
// costs one pass over Ω, and whoever keeps projections Ωw reads from it how they have changed.
#pragma once

#include <cstddef>

#include <protea/base/export.hpp>
#include <protea/base/large_memory.hpp>

namespace PROTEA_EXPORT protea {

struct OuterProducts {
  std::size_t count = 0;
  Numbers left = {};          // count rows, as long as Ω is high
  Numbers right = {};         // count rows, as long as Ω is wide
  double along = 0;           // ⟨Ω, G⟩
  double squared_norm = -1;   // ‖G‖²; negative: not known
  // Who takes a step turns the gradient into the change: Ω has become scale·Ω + Σ left_a right_aᵀ.
  double scale = 1;
};

}   // namespace protea
