// Sums of pulls: how much pulls on each prototype, and where to. Batch means, of Lloyd's iteration or of a map, are made of nothing else.
#pragma once

#include <algorithm>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

struct PullMoments {
  std::vector<double> pulls;   // Σ pull, per prototype
  Matrix samples;              // Σ pull·x, a row per prototype

  PullMoments(std::size_t prototypes, std::size_t width) : pulls(prototypes), samples(prototypes, width) {}

  void clear() {
    std::fill(pulls.begin(), pulls.end(), 0.0);
    std::fill(samples.values().begin(), samples.values().end(), 0.0);
  }
  void add(const PullMoments& other) {
    for (std::size_t k = 0; k < pulls.size(); ++k) pulls[k] += other.pulls[k];
    const MutableRow own = samples.values();
    for (std::size_t i = 0; i < own.size(); ++i) own[i] += other.samples.values()[i];
  }
};

}   // namespace protea
