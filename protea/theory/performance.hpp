// What a state is worth.
#pragma once

#include <protea/base/export.hpp>
#include <protea/theory/theory_rule.hpp>

namespace PROTEA_EXPORT protea {

struct GeneralizationError {
  double total = 0;   // ε_g = p₊ε₊ + p₋ε₋
  double plus = 0;    // of the samples of class +
  double minus = 0;
};

// The probability that the nearest prototype has the wrong class (30), exact for every N.
GeneralizationError generalization_error(const ClusterModel& model, const Overlaps& overlaps,
                                         const std::vector<std::size_t>& labels);

// ½⟨min_l d_l⟩ − ½⟨ξ²⟩ (2): the part that depends on the prototypes, Σ_l ⟨Θ_l (½Q_ll − h_l)⟩; ½⟨ξ²⟩ grows with N.
double quantization_error(const ClusterModel& model, const Overlaps& overlaps);

}   // namespace protea
