// What the tests of the theory share: random model situations and states that vectors can have.
#pragma once

#include <cmath>

#include <gtest/gtest.h>

#include <theory/sampled_flow.hpp>

namespace protea::testing {

inline ClusterModel random_model(Random& random) {
  return {random.uniform(0.15, 0.85), random.uniform(0.5, 2), random.uniform(0.4, 2), random.uniform(0.4, 2)};
}

inline Overlaps random_overlaps(Random& random, std::size_t prototypes = 2) {
  std::array<std::array<double, most_projections>, most_prototypes> w{};
  Overlaps result{.prototypes = prototypes};
  for (std::size_t l = 0; l < prototypes; ++l) {
    for (double& each : w[l]) each = random.uniform(-0.8, 0.8);
    result.r[l] = {w[l][0], w[l][1]};
  }
  for (std::size_t l = 0; l < prototypes; ++l) {
    for (std::size_t m = 0; m < prototypes; ++m) {
      for (std::size_t i = 0; i < most_projections; ++i) result.q[l][m] += w[l][i] * w[m][i];
    }
  }
  return result;
}

// R = 0 and prototypes at right angles.
inline Overlaps small_start(double squared_length, std::size_t prototypes = 2) {
  Overlaps result{.prototypes = prototypes};
  for (std::size_t l = 0; l < prototypes; ++l) result.q[l][l] = squared_length;
  return result;
}

inline std::vector<double> changes(const Flow& flow, double eta) {
  std::vector<double> result = to_vector(flow.linear);
  const std::vector<double> quadratic = to_vector(flow.quadratic);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = eta * (result[i] + eta * quadratic[i]);
  return result;
}

// The largest deviation from sampled averages, in standard errors.
inline double deviation(const std::vector<double>& change, const SampledFlow& sampled) {
  const std::vector<double> mean = to_vector(sampled.mean);
  const std::vector<double> error = to_vector(sampled.standard_error);
  double worst = 0;
  for (std::size_t i = 0; i < change.size(); ++i)
    worst = std::max(worst, std::abs(change[i] - mean[i]) / std::max(error[i], 1e-12));
  return worst;
}

inline double largest_difference(const Overlaps& a, const Overlaps& b) {
  const std::vector<double> x = to_vector(a);
  const std::vector<double> y = to_vector(b);
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) worst = std::max(worst, std::abs(x[i] - y[i]));
  return worst;
}

}   // namespace protea::testing
