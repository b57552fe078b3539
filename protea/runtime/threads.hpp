// A pool of threads that take tasks by number; the calling thread works too.
#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

#include <protea/runtime/runtime.hpp>

namespace protea {

class Threads final : public Runtime {
 public:
  explicit Threads(std::size_t count);
  ~Threads() override;

  std::size_t threads() const override { return workers_.size() + 1; }
  void run(std::size_t count, const std::function<void(std::size_t)>& task) override;

 private:
  void serve(const std::stop_token& stop);
  void work();

  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::condition_variable done_;
  std::size_t round_ = 0;                  // number of the current run
  std::size_t busy_ = 0;                   // workers still inside it
  const std::function<void(std::size_t)>* task_ = nullptr;
  std::size_t count_ = 0;
  std::atomic<std::size_t> next_{0};
  std::vector<std::exception_ptr> failures_;
  std::vector<std::jthread> workers_;
};

}  // namespace protea
