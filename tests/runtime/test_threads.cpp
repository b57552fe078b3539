#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <latch>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <protea/runtime/runtime.hpp>

namespace protea {
namespace {

// Does the work end in time? What hangs is left to hang, so the work must own all it touches.
bool ends_within(std::chrono::seconds limit, std::function<void()> work) {
  std::packaged_task<void()> task(std::move(work));
  std::future<void> done = task.get_future();
  std::thread(std::move(task)).detach();
  if (done.wait_for(limit) != std::future_status::ready) return false;
  done.get();
  return true;
}

// Generous: a sanitizer on a busy machine takes seconds where a plain build takes a tenth.
constexpr std::chrono::seconds time_limit{100};

// A pool and what its callers count, kept by all who use it.
struct Shared {
  std::shared_ptr<Runtime> runtime;
  std::atomic<std::size_t> done{0};

  explicit Shared(std::size_t threads) : runtime(make_runtime(threads)) {}
};

void call_from_threads(std::size_t callers, const std::function<void(std::size_t)>& call) {
  std::vector<std::jthread> threads;
  std::latch all_there(static_cast<std::ptrdiff_t>(callers));
  for (std::size_t c = 0; c < callers; ++c) {
    threads.emplace_back([&, c] {
      all_there.arrive_and_wait();
      call(c);
    });
  }
}

TEST(Threads, DoEveryTaskOnce) {
  for (const std::size_t threads : {1, 2, 3, 8}) {
    const auto runtime = make_runtime(threads);
    EXPECT_EQ(runtime->threads(), threads);
    for (const std::size_t count : {0, 1, 2, 5, 1000}) {
      std::vector<std::atomic<int>> done(count);
      runtime->run(count, [&](std::size_t i) { ++done[i]; });
      for (const auto& each : done) EXPECT_EQ(each, 1);
    }
  }
}

TEST(Threads, ThrowTheFailureOfTheLowestTask) {
  for (const std::size_t threads : {2, 5}) {
    const auto runtime = make_runtime(threads);
    for (int repeat = 0; repeat < 50; ++repeat) {
      try {
        runtime->run(20, [](std::size_t i) {
          if (i % 7 == 3) throw std::runtime_error(std::to_string(i));
        });
        FAIL() << "no exception";
      } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "3");
      }
    }
  }
}

TEST(Threads, GoOnAfterAFailure) {
  const auto runtime = make_runtime(3);
  std::atomic<int> done{0};
  EXPECT_THROW(runtime->run(1, [](std::size_t) { throw std::runtime_error("the only one"); }), std::runtime_error);
  EXPECT_THROW(runtime->run(30, [](std::size_t) { throw std::runtime_error("all"); }), std::runtime_error);
  runtime->run(30, [&](std::size_t) { ++done; });
  EXPECT_EQ(done, 30);
}

// Two tasks that wait for one another end only when two threads run them.
TEST(Threads, WorkAtTheSameTime) {
  const bool has_ended = ends_within(time_limit, [shared = std::make_shared<Shared>(2)] {
    for (int repeat = 0; repeat < 200; ++repeat) {
      std::latch both(2);
      shared->runtime->run(2, [&](std::size_t) { both.arrive_and_wait(); });
    }
  });
  EXPECT_TRUE(has_ended);
}

// As many tasks that wait for one another as there are threads, again and again: one lost wake-up and it hangs.
TEST(Threads, AreAllWokenEveryTime) {
  constexpr std::size_t threads = 4;
  const bool has_ended = ends_within(time_limit, [shared = std::make_shared<Shared>(threads)] {
    for (int repeat = 0; repeat < 500; ++repeat) {
      std::latch all(threads);
      shared->runtime->run(threads, [&](std::size_t) { all.arrive_and_wait(); });
    }
  });
  EXPECT_TRUE(has_ended);
}

TEST(Threads, ServeSeveralCallersAtOnce) {
  constexpr std::size_t callers = 4;
  constexpr std::size_t rounds = 500;
  for (const std::size_t threads : {2, 5}) {
    const auto shared = std::make_shared<Shared>(threads);
    const bool has_ended = ends_within(time_limit, [shared] {
      call_from_threads(callers, [&](std::size_t caller) {
        for (std::size_t round = 0; round < rounds; ++round) {
          std::vector<std::size_t> own(16);   // a plain vector: whatever wrote into it must be over when run returns
          shared->runtime->run(own.size(), [&](std::size_t i) { own[i] += caller + i + 1; });
          for (std::size_t i = 0; i < own.size(); ++i) shared->done += own[i] == caller + i + 1 ? 1 : 0;
        }
      });
    });
    ASSERT_TRUE(has_ended) << "callers wait for one another, with " << threads << " threads";
    EXPECT_EQ(shared->done, callers * rounds * 16);
  }
}

TEST(Threads, ThrowAFailureToTheCallerWhoseTaskItWas) {
  const auto shared = std::make_shared<Shared>(3);
  const bool has_ended = ends_within(time_limit, [shared] {
    call_from_threads(3, [&](std::size_t caller) {
      for (int round = 0; round < 200; ++round) {
        std::string heard = "nothing";
        try {
          shared->runtime->run(12, [&](std::size_t i) {
            if (caller > 0 && i >= 4 + caller)
              throw std::runtime_error(std::to_string(caller) + ":" + std::to_string(i));
          });
        } catch (const std::runtime_error& error) {
          heard = error.what();
        }
        const std::string expected[] = {"nothing", "1:5", "2:6"};
        shared->done += heard == expected[caller] ? 1 : 0;
      }
    });
  });
  ASSERT_TRUE(has_ended);
  EXPECT_EQ(shared->done, 600U);
}

TEST(Threads, RunTheTasksOfATask) {
  const auto shared = std::make_shared<Shared>(3);
  const auto other = std::make_shared<Shared>(2);
  const bool has_ended = ends_within(time_limit, [shared, other] {
    call_from_threads(2, [&](std::size_t) {
      for (int round = 0; round < 20; ++round) {
        shared->runtime->run(8, [&](std::size_t) {
          shared->runtime->run(5, [&](std::size_t) {
            other->runtime->run(3, [&](std::size_t) { shared->runtime->run(2, [&](std::size_t) { ++shared->done; }); });
          });
        });
      }
    });
  });
  ASSERT_TRUE(has_ended);
  EXPECT_EQ(shared->done, 2U * 20 * 8 * 5 * 3 * 2);
}

TEST(Threads, ThrowAFailureOfATaskOfATaskThroughBoth) {
  const auto runtime = make_runtime(3);
  for (int repeat = 0; repeat < 50; ++repeat) {
    try {
      runtime->run(6, [&](std::size_t outer) {
        runtime->run(6, [&](std::size_t inner) {
          if (outer >= 2 && inner >= 3) throw std::runtime_error(std::to_string(outer) + "." + std::to_string(inner));
        });
      });
      FAIL() << "no exception";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "2.3");
    }
  }
}

// A worker without a task of its own helps with the tasks of a task: these two end only together. Three threads,
// because one may have the task and the caller may wait for it: a caller helps nobody else.
TEST(Threads, HelpWithTheTasksOfATask) {
  const bool has_ended = ends_within(time_limit, [shared = std::make_shared<Shared>(3)] {
    shared->runtime->run(2, [&](std::size_t outer) {
      if (outer == 1) return;
      std::latch both(2);
      shared->runtime->run(2, [&](std::size_t) { both.arrive_and_wait(); });
    });
  });
  EXPECT_TRUE(has_ended);
}

}   // namespace
}   // namespace protea
