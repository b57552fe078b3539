#include <protea/runtime/threads.hpp>

#include <algorithm>
#include <atomic>
#include <exception>
#include <system_error>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {

// The tasks of one call of run(); lives on the stack of its caller.
struct Threads::Batch {
  const std::function<void(std::size_t)>& task;
  const std::size_t count;
  std::atomic<std::size_t> next{0};
  std::atomic<std::size_t> helpers =
      0;   // workers inside; written under the mutex of the pool, as `left` is waited for under it
  std::condition_variable left = {};
  std::mutex of_failure = {};
  std::size_t failed = count;   // the lowest task that threw
  std::exception_ptr failure = nullptr;

  // Takes tasks until there are none.
  void work() {
    for (std::size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) {
      try {
        task(i);
      } catch (...) {
        const std::lock_guard lock(of_failure);
        if (i >= failed) continue;
        failed = i;
        failure = std::current_exception();
      }
    }
  }
};

namespace {

// What comes next often comes within microseconds: a thread that has just worked looks for it a while before it sleeps.
template <class Condition>
bool comes_soon(Condition condition) {
  constexpr int looks = 2000;
  for (int look = 0; look < looks; ++look) {
    if (condition()) return true;
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
  return false;
}

// It is held for a few instructions at a time: to sleep, and to be woken, takes a hundred times as long as to try again.
std::unique_lock<std::mutex> lock_soon(std::mutex& mutex) {
  std::unique_lock lock(mutex, std::try_to_lock);
  if (!lock.owns_lock() && !comes_soon([&] { return lock.try_lock(); })) lock.lock();
  return lock;
}

}   // namespace

Threads::Threads(std::size_t count) {
  try {
    for (std::size_t i = 1; i < count; ++i) workers_.emplace_back([this] { serve(); });
  } catch (...) {
    stop();   // those that did start are joined
    throw;
  }
}

Threads::~Threads() { stop(); }

void Threads::stop() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  wake_.notify_all();
}

void Threads::serve() {
  std::unique_lock lock = lock_soon(mutex_);
  for (;;) {
    if (open_.empty() && !is_stopping_) {
      lock.unlock();
      comes_soon([&] { return open_count_.load(std::memory_order_relaxed) > 0; });
      lock = lock_soon(mutex_);
    }
    ++idle_;
    wake_.wait(lock, [&] { return is_stopping_ || !open_.empty(); });
    --idle_;
    if (open_.empty()) return;
    Batch& batch = *open_.front();
    ++batch.helpers;
    lock.unlock();
    batch.work();
    lock = lock_soon(mutex_);
    withdraw(batch);
    // Under the lock: as soon as it is free, the caller may be gone and the batch with it.
    if (--batch.helpers == 0) batch.left.notify_one();
  }
}

void Threads::open(Batch& batch) {
  std::size_t wanted = 0;
  {
    const std::unique_lock lock = lock_soon(mutex_);
    open_.push_back(&batch);
    open_count_ = open_.size();
    wanted = std::min(idle_, batch.count - 1);
  }
  for (std::size_t i = 0; i < wanted; ++i) wake_.notify_one();
}

void Threads::withdraw(Batch& batch) {
  std::erase(open_, &batch);
  open_count_ = open_.size();
}

void Threads::close(Batch& batch) {
  std::unique_lock lock = lock_soon(mutex_);
  withdraw(batch);
  if (batch.helpers > 0) {
    lock.unlock();
    comes_soon([&] { return batch.helpers.load(std::memory_order_relaxed) == 0; });
    lock = lock_soon(mutex_);
  }
  batch.left.wait(lock, [&] { return batch.helpers == 0; });
}

void Threads::run(std::size_t count, const std::function<void(std::size_t)>& task) {
  if (count <= 1 || workers_.empty()) return Serial().run(count, task);
  Batch batch{task, count};
  open(batch);
  batch.work();
  close(batch);
  if (batch.failure) std::rethrow_exception(batch.failure);
}

std::unique_ptr<Runtime> make_runtime(std::size_t threads) {
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  if (threads == 1) return std::make_unique<Serial>();
  try {
    return std::make_unique<Threads>(threads);
  } catch (const std::system_error&) {
    throw UsageError(fmt::format("threads = {}: the system cannot start so many", threads));
  }
}

}   // namespace protea
