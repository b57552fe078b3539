#include <protea/theory/performance.hpp>

#include <protea/theory/winners.hpp>

namespace protea {

GeneralizationError generalization_error(const ClusterModel& model, const Overlaps& overlaps,
                                         const std::vector<std::size_t>& labels) {
  std::array<double, cluster_count> errors{};
  for (std::size_t cluster = 0; cluster < cluster_count; ++cluster) {
    const Wins wins = average_wins(model, overlaps, cluster);
    for (std::size_t l = 0; l < overlaps.prototypes; ++l) {
      if (labels[l] != cluster) errors[cluster] += wins.share[l];
    }
  }
  return {model.p(0) * errors[0] + model.p(1) * errors[1], errors[0], errors[1]};
}

double quantization_error(const ClusterModel& model, const Overlaps& overlaps) {
  double sum = 0;
  for (std::size_t cluster = 0; cluster < cluster_count; ++cluster) {
    const Wins wins = average_wins(model, overlaps, cluster);
    for (std::size_t l = 0; l < overlaps.prototypes; ++l) {
      sum += model.p(cluster) * (overlaps.q[l][l] * wins.share[l] / 2 - wins.x[l][l]);
    }
  }
  return sum;
}

}   // namespace protea
