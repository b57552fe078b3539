// Relevances from statistics: something that watches samples, winners and prototypes beside any rule, and writes the
// relevances λ of the shared metric itself. No gradient is involved.
#pragma once

#include <string_view>
#include <vector>

#include <protea/optimize/optimizer.hpp>
#include <protea/rule/rule.hpp>

namespace protea {

struct EstimatorTraits {
  std::string_view formula;
  std::string_view source;
};

// One presented sample, before anything has moved.
struct Observation {
  Row x;
  Label y;
  Row d;                                   // distances to all prototypes
  MatrixView w;                            // the prototypes
};

class RelevanceEstimator {
 public:
  virtual ~RelevanceEstimator() = default;

  virtual void start(std::size_t features, Labels prototypes, std::size_t classes) = 0;
  // Leaves λ ≥ 0 and Σλ = 1 as it found them.
  virtual void observe(const Observation& seen, MutableRow lambda) = 0;
  // What must survive a stop; the sizes stay as start() made them.
  virtual std::vector<StateBuffer> state() = 0;
};

}  // namespace protea
