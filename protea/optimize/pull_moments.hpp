// Sums of pulls: how much pulls on each prototype, and where to. Batch means, of Lloyd's iteration or of a map, are
// made of nothing else.
#pragma once

#include <algorithm>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

struct PullMoments {
  std::vector<double> pulls;   // Σ pull, per prototype
  Matrix samples;              // Σ pull·x, a row per prototype
  Matrix observed;             // Σ pull over the samples in which the feature was observed; empty where it always is

  PullMoments(std::size_t prototypes, std::size_t width, bool has_gaps = false)
      : pulls(prototypes), samples(prototypes, width), observed(has_gaps ? prototypes : 0, has_gaps ? width : 0) {}

  void clear() {
    std::fill(pulls.begin(), pulls.end(), 0.0);
    std::fill(samples.values().begin(), samples.values().end(), 0.0);
    std::fill(observed.values().begin(), observed.values().end(), 0.0);
  }
  void add(const PullMoments& other) {
    add(other.pulls, pulls);
    add(other.samples.values(), samples.values());
    add(other.observed.values(), observed.values());
  }

 private:
  static void add(Row from, MutableRow to) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
  }
};

}   // namespace protea
