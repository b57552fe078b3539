#include <protea/theory/flow.hpp>

namespace protea {

Flow flow(const ClusterModel& model, const TheoryRule& rule, const Overlaps& overlaps) {
  const std::size_t count = overlaps.prototypes;
  Flow result{{.prototypes = count}, {.prototypes = count}};
  for (std::size_t cluster = 0; cluster < cluster_count; ++cluster) {
    const Moments moments = rule.moments(model, overlaps, cluster);
    const double p = model.p(cluster);
    for (std::size_t l = 0; l < count; ++l) {
      for (std::size_t s = 0; s < cluster_count; ++s) {
        result.linear.r[l][s] += p * (moments.fx[l][count + s] - moments.f[l] * overlaps.r[l][s]);
      }
      for (std::size_t m = 0; m < count; ++m) {
        result.linear.q[l][m] +=
            p * (moments.fx[l][m] + moments.fx[m][l] - (moments.f[l] + moments.f[m]) * overlaps.q[l][m]);
        result.quadratic.q[l][m] += p * model.v(cluster) * moments.ff[l][m];
      }
    }
  }
  return result;
}

}   // namespace protea
