// Samples of the two-cluster model in N dimensions, with B₊ and B₋ along the first two axes.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/base/random.hpp>
#include <protea/theory/cluster_model.hpp>

namespace PROTEA_EXPORT protea {

// exact: N fresh normal numbers per sample. recycled: fresh random signs on magnitudes from a pool of normal numbers
// drawn per run, read from a random place. Every coordinate is then as normal as the pool, and samples are uncorrelated
// with all before them whatever the magnitudes; drawing costs a tenth, so that a simulation spends its time on
// learning.
enum class Noise { exact, recycled };
constexpr auto names_of(Noise) {
  return std::array{std::pair<std::string_view, Noise>{"exact", Noise::exact},
                    std::pair<std::string_view, Noise>{"recycled", Noise::recycled}};
}

class ClusterSamples {
 public:
  struct Source {
    Noise noise = Noise::recycled;
    std::uint64_t seed = 1;
    std::uint32_t run = 0;
  };
  ClusterSamples(const ClusterModel& model, std::size_t dimension, const Source& source);

  // Fills the rows of x with the next samples, and y with their clusters.
  void draw(MutableMatrixView x, std::span<Label> y);

 private:
  ClusterModel model_;
  Source source_;
  std::uint32_t draws_ = 0;                                // one stream of random numbers each
  std::array<std::vector<double>, cluster_count> pools_;   // in units of the cluster's deviation
};

}   // namespace protea
