// Counter-based random numbers: the stream is a pure function of (seed, purpose, epoch, shard), so nothing depends on
// thread timing or on the standard library. Philox4x32-10 [Salmon, Moraes, Dror, Shaw 2011].
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

// What a stream is for. Streams of different purposes never overlap; numbers are part of the reproducibility promise.
enum class Purpose : std::uint32_t {
  prototypes = 1,
  metric = 2,
  presentation = 3,
  split = 4,
  folds = 5,
  generator = 6,
  simulation = 7
};

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key);

class Random {
 public:
  Random(std::uint64_t seed, Purpose purpose, std::uint32_t epoch = 0, std::uint32_t shard = 0);

  std::uint64_t bits();
  double uniform();   // in [0, 1), 53 random bits
  double uniform(double low, double high);
  std::size_t below(std::size_t bound);   // in {0, …, bound − 1}, unbiased; bound > 0
  double normal();                        // mean 0, variance 1 (Box–Muller)

  template <class T>
  void shuffle(std::span<T> values) {   // Fisher–Yates
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
  }

 private:
  std::array<std::uint32_t, 2> key_;
  std::array<std::uint32_t, 4> counter_;
  std::array<std::uint32_t, 4> output_{};
  int used_ = 4;
  double spare_normal_ = 0;
  bool has_spare_normal_ = false;
};

}   // namespace protea
