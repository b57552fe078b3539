// The flow by drawing projections of samples, without any integral: what the averages of the theory are compared with.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <protea/base/random.hpp>
#include <protea/theory/flow.hpp>

namespace protea::testing {

using Projections = std::array<double, most_projections>;

// What one sample of a cluster does to the overlaps, as in to_vector().
inline void add_change(const Overlaps& overlaps, const Projections& x, const std::array<double, most_prototypes>& f,
                       double noise, std::vector<double>& change) {
  const std::size_t count = overlaps.prototypes;
  std::size_t next = 0;
  for (std::size_t l = 0; l < count; ++l) {
    for (std::size_t s = 0; s < cluster_count; ++s) change[next++] = f[l] * (x[count + s] - overlaps.r[l][s]);
  }
  for (std::size_t l = 0; l < count; ++l) {
    for (std::size_t m = l; m < count; ++m) {
      change[next++] = f[l] * (x[m] - overlaps.q[l][m]) + f[m] * (x[l] - overlaps.q[l][m]) + noise * f[l] * f[m];
    }
  }
}

// The mean of the one-step changes and its standard error, at rate η.
struct SampledFlow {
  Overlaps mean;
  Overlaps standard_error;
};
struct Sampling {
  double eta = 1;
  std::size_t samples = 1'000'000;
  std::uint64_t seed = 1;
};

inline SampledFlow sampled_flow(const ClusterModel& model, const TheoryRule& rule, const Overlaps& overlaps,
                                const Sampling& sampling) {
  const std::size_t count = overlaps.prototypes;
  const auto w = vectors_with(overlaps);
  std::vector<double> change(to_vector(overlaps).size());
  std::vector<double> sum(change.size());
  std::vector<double> squares(change.size());
  Random random(sampling.seed, Purpose::simulation);
  for (std::size_t sample = 0; sample < sampling.samples; ++sample) {
    const std::size_t cluster = random.uniform() < model.p_plus ? 0 : 1;
    Projections xi{};
    for (std::size_t i = 0; i < overlaps.projections(); ++i) xi[i] = std::sqrt(model.v(cluster)) * random.normal();
    xi[cluster] += model.lambda;
    Projections x{};
    std::array<double, most_prototypes> d{};
    for (std::size_t l = 0; l < count; ++l) {
      for (std::size_t i = 0; i < overlaps.projections(); ++i) x[l] += w[l][i] * xi[i];
      d[l] = overlaps.q[l][l] - 2 * x[l];
    }
    for (std::size_t s = 0; s < cluster_count; ++s) x[count + s] = xi[s];
    add_change(overlaps, x, rule.factors(d, cluster), sampling.eta * model.v(cluster), change);
    for (std::size_t i = 0; i < change.size(); ++i) {
      sum[i] += change[i];
      squares[i] += change[i] * change[i];
    }
  }
  const double n = static_cast<double>(sampling.samples);
  for (std::size_t i = 0; i < sum.size(); ++i) {
    const double mean = sum[i] / n;
    squares[i] = sampling.eta * std::sqrt(std::max(squares[i] / n - mean * mean, 0.0) / (n - 1));
    sum[i] = sampling.eta * mean;
  }
  return {to_overlaps(sum, count), to_overlaps(squares, count)};
}

}   // namespace protea::testing
