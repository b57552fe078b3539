// Something that acts when an epoch is over, before the next begins.
#pragma once

#include <cstddef>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

class BetweenEpochs {
 public:
  virtual ~BetweenEpochs() = default;

  enum class Verdict { goes_on, may_end, is_reached };
  // After `epochs` of them. A run that may not end goes on though nothing moves any more; one that has reached what it
  // was for ends. What is done depends on these arguments alone, so that a run may stop and go on.
  virtual Verdict act(std::size_t epochs, MutableRow parameters) = 0;
};

}   // namespace protea
