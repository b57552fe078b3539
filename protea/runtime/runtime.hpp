// Where work runs: on the calling thread, or on a pool. Both do the same tasks; what a task computes depends on its
// number alone, so results never depend on the runtime.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

class Runtime {
 public:
  virtual ~Runtime() = default;
  virtual std::size_t threads() const = 0;
  // Runs task(0) … task(count − 1), each once, in any order; returns when all are done. If tasks throw, the exception
  // of the lowest-numbered one is thrown here.
  virtual void run(std::size_t count, const std::function<void(std::size_t)>& task) = 0;
};

// 1 thread: serial. 0: as many as the machine has.
std::unique_ptr<Runtime> make_runtime(std::size_t threads);

}   // namespace protea
