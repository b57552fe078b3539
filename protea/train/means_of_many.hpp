// Means of many samples: Lloyd's iteration over a part of them, until it comes to rest, and then over all of them, which
// have little left to do.
#pragma once

#include <cstdint>
#include <span>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/base/random.hpp>
#include <protea/runtime/runtime.hpp>

namespace PROTEA_EXPORT protea {

struct MeansOptions {
  std::size_t part = 20'000;      // samples to begin with, or more where there are many centres
  std::size_t per_centre = 500;   // … as many
  std::size_t most = 300;         // iterations over the part, and over all
  double still = 1e-5;            // squared moves, of the squared spread of the means, that end those of the part
  double still_enough = 3e-5;     // … and of all, where means of a part came to rest before
};

// Rows of x without gaps; empty weights are all one. Every sample counts for the nearest centre, by squared Euclidean
// distance, the first of equals. A centre that is nobody's nearest stays. The same bits on any runtime. Returns how often the
// centres moved.
std::size_t means_of_many(MatrixView x, std::span<const std::uint32_t> samples, Row weights, Random& random,
                          Runtime& runtime, MutableMatrixView centres, const MeansOptions& options = {});

// k-means++ seeds among the samples, copied to the centres.
void seed_k_means(MatrixView x, std::span<const std::uint32_t> samples, Row weights, Random& random,
                  MutableMatrixView centres);

}   // namespace protea
