// Vector quantization from bad starts: competitive learning, k-means and neural gas on clusters, all prototypes
// beginning in one of them (lecture notes, sections 2.1 and 5.1).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/runtime/runtime.hpp>

namespace PROTEA_EXPORT protea {

struct BadStartOptions {
  std::uint64_t seed = 1;
  std::size_t trials = 20;
  std::size_t clusters = 9;   // on a square, one prototype for each
  std::size_t samples = 900;
};

struct BadStartRun {
  std::string method;
  std::vector<double> errors;        // mean squared distance to the nearest prototype, per trial
  std::vector<std::size_t> unused;   // prototypes without a sample
};

struct BadStarts {
  std::vector<BadStartRun> runs;   // vq, k-means, neural-gas
  double reference = 0;            // with a prototype at the centre of each cluster, in the mean over trials

  // In how many trials the first has the smaller error.
  std::size_t wins(std::size_t first, std::size_t second) const;
};

// Gaussian clusters of deviation 0.25 on a grid of unit steps.
Matrix clusters_on_a_square(const BadStartOptions& options, std::uint64_t seed);

BadStarts bad_starts(const BadStartOptions& options, Runtime& runtime);

}   // namespace protea
