#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include <protea/runtime/runtime.hpp>

namespace protea {
namespace {

TEST(Threads, DoEveryTaskOnce) {
  for (const std::size_t threads : {1, 2, 3, 8}) {
    const auto runtime = make_runtime(threads);
    EXPECT_EQ(runtime->threads(), threads);
    for (const std::size_t count : {0, 1, 5, 1000}) {
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

// Two tasks that wait for one another end only when two threads run them.
TEST(Threads, WorkAtTheSameTime) {
  const auto runtime = make_runtime(2);
  std::atomic<int> arrived{0};
  runtime->run(2, [&](std::size_t) {
    ++arrived;
    while (arrived < 2) std::this_thread::yield();
  });
  EXPECT_EQ(arrived, 2);
}

TEST(Threads, RunATaskOfATaskOnTheSpot) {
  const auto runtime = make_runtime(3);
  std::atomic<int> done{0};
  runtime->run(8, [&](std::size_t) { runtime->run(5, [&](std::size_t) { ++done; }); });
  EXPECT_EQ(done, 40);
}

}  // namespace
}  // namespace protea
