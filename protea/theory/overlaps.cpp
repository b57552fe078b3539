#include <protea/theory/overlaps.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <protea/base/error.hpp>

namespace protea {

double Overlaps::gram(std::size_t n, std::size_t m) const {
  if (n > m) std::swap(n, m);
  if (m < prototypes) return q[n][m];
  if (n < prototypes) return r[n][m - prototypes];
  return n == m ? 1 : 0;
}

double Overlaps::towards_centre(std::size_t n, std::size_t cluster) const { return gram(n, prototypes + cluster); }

std::vector<double> to_vector(const Overlaps& overlaps) {
  std::vector<double> values;
  values.reserve(12);
  for (std::size_t l = 0; l < overlaps.prototypes; ++l)
    values.insert(values.end(), overlaps.r[l].begin(), overlaps.r[l].end());
  for (std::size_t l = 0; l < overlaps.prototypes; ++l) {
    for (std::size_t m = l; m < overlaps.prototypes; ++m) values.push_back(overlaps.q[l][m]);
  }
  return values;
}

Overlaps to_overlaps(std::span<const double> values, std::size_t prototypes) {
  Overlaps result{.prototypes = prototypes};
  std::size_t next = 0;
  for (std::size_t l = 0; l < prototypes; ++l) {
    for (std::size_t s = 0; s < cluster_count; ++s) result.r[l][s] = values[next++];
  }
  for (std::size_t l = 0; l < prototypes; ++l) {
    for (std::size_t m = l; m < prototypes; ++m) result.q[l][m] = result.q[m][l] = values[next++];
  }
  return result;
}

// Cholesky factor of Q − RRᵀ, which is what the other axes have to bring about.
std::array<std::array<double, most_projections>, most_prototypes> vectors_with(const Overlaps& overlaps) {
  std::array<std::array<double, most_projections>, most_prototypes> w{};
  for (std::size_t l = 0; l < overlaps.prototypes; ++l) {
    for (std::size_t s = 0; s < cluster_count; ++s) w[l][s] = overlaps.r[l][s];
    for (std::size_t m = 0; m <= l; ++m) {
      double rest = overlaps.q[l][m];
      for (std::size_t i = 0; i < cluster_count + m; ++i) rest -= w[l][i] * w[m][i];
      const double rounding = 1e-12 * (1 + overlaps.q[l][l] + overlaps.q[m][m]);
      double& last = w[l][cluster_count + m];
      if (m == l) last = std::sqrt(std::max(rest, 0.0));
      else last = w[m][cluster_count + m] > 0 ? rest / w[m][cluster_count + m] : 0;
      const bool is_impossible = m == l ? rest < -rounding : w[m][cluster_count + m] == 0 && std::abs(rest) > rounding;
      if (!is_impossible) continue;
      throw UsageError(fmt::format(
          "no prototypes have these overlaps: Q - RR' must not have a negative eigenvalue, and row {} of it "
          "does not fit: raise the squared lengths (q0) or lower the overlaps with the centres (r0)",
          l + 1));
    }
  }
  return w;
}

void demand_valid(const Overlaps& overlaps) {
  const std::vector<double> values = to_vector(overlaps);
  if (!std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); }))
    throw UsageError("overlaps must be finite numbers");
  vectors_with(overlaps);
  for (std::size_t l = 0; l < overlaps.prototypes; ++l) {
    for (std::size_t m = 0; m < l; ++m) {
      if (overlaps.q[l][l] + overlaps.q[m][m] - 2 * overlaps.q[l][m] > 0) continue;
      throw UsageError(fmt::format(
          "prototypes {} and {} start at the same place, so that none is nearer: give q0 greater than 0, or "
          "different overlaps",
          m + 1, l + 1));
    }
  }
}

}   // namespace protea
