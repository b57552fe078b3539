#include <protea/runtime/threads.hpp>

#include <system_error>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

// Is this thread inside a task of some pool? Then a further run stays on it: the pool is busy with the outer one.
thread_local bool is_inside_task = false;

}  // namespace


Threads::Threads(std::size_t count) {
  for (std::size_t i = 1; i < count; ++i) {
    workers_.emplace_back([this](const std::stop_token& stop) { serve(stop); });
  }
}

Threads::~Threads() {
  for (std::jthread& worker : workers_) worker.request_stop();
}

void Threads::work() {
  for (;;) {
    const std::size_t i = next_.fetch_add(1);
    if (i >= count_) return;
    is_inside_task = true;
    try {
      (*task_)(i);
    } catch (...) {
      failures_[i] = std::current_exception();
    }
    is_inside_task = false;
  }
}

void Threads::serve(const std::stop_token& stop) {
  std::size_t seen = 0;
  std::unique_lock lock(mutex_);
  while (wake_.wait(lock, stop, [&] { return round_ != seen; })) {
    seen = round_;
    lock.unlock();
    work();
    lock.lock();
    if (--busy_ == 0) done_.notify_one();
  }
}

void Threads::run(std::size_t count, const std::function<void(std::size_t)>& task) {
  if (is_inside_task) return Serial().run(count, task);
  {
    const std::lock_guard lock(mutex_);
    task_ = &task;
    count_ = count;
    next_ = 0;
    failures_.assign(count, nullptr);
    busy_ = workers_.size();
    ++round_;
  }
  wake_.notify_all();
  work();
  {
    std::unique_lock lock(mutex_);
    done_.wait(lock, [&] { return busy_ == 0; });
  }
  for (const std::exception_ptr& failure : failures_) {
    if (failure) std::rethrow_exception(failure);
  }
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

}  // namespace protea
