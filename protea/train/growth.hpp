// Units that are added between epochs, where the error is largest: growing neural gas.
#pragma once

#include <cstdint>

#include <protea/base/export.hpp>
#include <protea/model/prototype_space.hpp>
#include <protea/rule/rule.hpp>
#include <protea/runtime/runtime.hpp>
#include <protea/train/between_epochs.hpp>

namespace PROTEA_EXPORT protea {

class GrowingUnits final : public BetweenEpochs {
 public:
  // The rule's first parameter is the number of units that take part.
  GrowingUnits(const PrototypeSpace& space, const Growth& growth, MatrixView x, Row weights, Runtime& runtime)
      : space_(space), growth_(growth), x_(x), weights_(weights), runtime_(runtime) {}

  Verdict act(std::size_t epochs, MutableRow parameters) override;

 private:
  const PrototypeSpace& space_;
  Growth growth_;
  MatrixView x_;
  Row weights_;
  Runtime& runtime_;
};

}   // namespace protea
