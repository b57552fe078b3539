// A pool of threads that take tasks by number; the calling thread works too. Any number of threads may call `run` at
// once, and a task may call it again, on this pool or another: every caller works on its own tasks until all are taken,
// so none depends on a free worker, and what it then waits for are tasks already under way.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/runtime/runtime.hpp>

namespace PROTEA_EXPORT protea {

class Threads final : public Runtime {
 public:
  explicit Threads(std::size_t count);
  ~Threads() override;

  std::size_t threads() const override { return workers_.size() + 1; }
  void run(std::size_t count, const std::function<void(std::size_t)>& task) override;

 private:
  struct Batch;

  void open(Batch& batch);
  void close(Batch& batch);
  void withdraw(Batch& batch);   // under the lock
  void serve();
  void stop();

  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Batch*> open_;                  // with tasks to take, oldest first: the tasks of a task wait behind it
  std::atomic<std::size_t> open_count_ = 0;   // as many, to be looked at without the lock
  std::size_t idle_ = 0;                      // workers that wait for a batch
  bool is_stopping_ = false;
  std::vector<std::jthread> workers_;   // last: joined before the rest goes
};

}   // namespace protea
