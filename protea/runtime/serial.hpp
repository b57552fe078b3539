// Everything on the calling thread.
#pragma once

#include <protea/base/export.hpp>
#include <protea/runtime/runtime.hpp>

namespace PROTEA_EXPORT protea {

class Serial final : public Runtime {
 public:
  std::size_t threads() const override { return 1; }
  void run(std::size_t count, const std::function<void(std::size_t)>& task) override {
    for (std::size_t i = 0; i < count; ++i) task(i);
  }
};

}   // namespace protea
