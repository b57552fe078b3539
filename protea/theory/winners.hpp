// Who wins, on average: Gaussian averages over the region where one prototype is the nearest.
#pragma once

#include <protea/base/export.hpp>
#include <protea/theory/overlaps.hpp>

namespace PROTEA_EXPORT protea {

struct Wins {
  std::array<double, most_prototypes> share{};                             // ⟨Θ_l⟩, they sum to one
  std::array<std::array<double, most_projections>, most_prototypes> x{};   // ⟨Θ_l x_n⟩
};

// In one cluster. Two prototypes: closed form (26), (27); three: orthant probabilities of a normal pair.
Wins average_wins(const ClusterModel& model, const Overlaps& overlaps, std::size_t cluster);

}   // namespace protea
