// Means of many samples: Lloyd's iteration over a part of them, until it comes to rest, and then over all of them, which
// have little left to do.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

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

// Samples that may be elsewhere: how many, a part of them by their places from 0, and for each centre Σ weight·x and
// then Σ weight over those that it is nearest to, all of them.
struct ManySamples {
  struct Part {
    MatrixView x;
    std::vector<std::uint32_t> samples;   // of x
    Row weights = {};                     // of the rows of x
    Matrix own = {};                      // what x looks at, where nobody else holds it
    std::vector<double> own_weights = {};
  };
  std::size_t count = 0;
  std::function<Part(std::span<const std::uint32_t> places)> part = {};
  std::function<Matrix(MatrixView centres)> sums = {};
};

// Rows of x without gaps; empty weights are all one. Every sample counts for the nearest centre, by squared Euclidean
// distance, the first of equals. A centre that is nobody's nearest stays. The same bits on any runtime, and wherever the samples
// are. Returns how often the centres moved.
std::size_t means_of_many(MatrixView x, std::span<const std::uint32_t> samples, Row weights, Random& random,
                          Runtime& runtime, MutableMatrixView centres, const MeansOptions& options = {});
std::size_t means_of_many(const ManySamples& samples, Random& random, Runtime& runtime, MutableMatrixView centres,
                          const MeansOptions& options = {});

// Those sums for samples, in ascending order, of which the ones in a group of rows are added up first.
Matrix winner_sums(MatrixView x, std::span<const std::uint32_t> samples, Row weights, MatrixView centres,
                   Runtime& runtime);

// k-means++ seeds among the samples, copied to the centres.
void seed_k_means(MatrixView x, std::span<const std::uint32_t> samples, Row weights, Random& random,
                  MutableMatrixView centres);

// Places among many samples from which to start: one of every few neighbours, drawn by chance. All of them, as an empty list,
// where they are not that many.
std::vector<std::uint32_t> part_of_many(std::size_t samples, std::size_t centres, Random& random,
                                        const MeansOptions& options = {});
std::vector<std::uint32_t> samples_at(std::span<const std::uint32_t> samples, std::span<const std::uint32_t> places);

}   // namespace protea
