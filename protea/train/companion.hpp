// Something that learns beside the optimizer, one sample at a time.
#pragma once

#include <cstdint>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/optimize/optimizer.hpp>

namespace PROTEA_EXPORT protea {

class Companion {
 public:
  virtual ~Companion() = default;
  // Called with each presented sample after its gradient has been taken and before the step: both learn from
  // what it found.
  virtual void observe(std::uint32_t sample, MutableRow parameters) = 0;
  // What must survive a stop; the sizes never change.
  virtual std::vector<StateBuffer> state() = 0;
};

}   // namespace protea
