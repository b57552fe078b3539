// Large arrays: on the heap or in a file, with the same contents, within a limit.
#include <protea/base/large_memory.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <numeric>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include <protea/base/error.hpp>
#include <protea/base/matrix.hpp>

namespace protea {
namespace {

// Takes the limit away again.
struct Limited {
  explicit Limited(std::size_t bytes) { limit_memory(bytes); }
  ~Limited() { limit_memory(0); }
};

std::size_t held() {
  std::ifstream counts("/proc/self/statm");
  std::size_t all = 0;
  std::size_t resident = 0;
  counts >> all >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::size_t file_maps() {
  std::ifstream maps("/proc/self/maps");
  std::size_t count = 0;
  for (std::string line; std::getline(maps, line);) count += line.find(".protea-") != std::string::npos ? 1 : 0;
  return count;
}

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(LargeMemory, BeginsAtALineOfTheCache) {
  for (const std::size_t count : {512, 1000, 200'000}) {
    const Numbers numbers(count);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(numbers.data()) % 64, 0U) << count;
  }
}

TEST(LargeMemory, IsOnTheHeapWithoutALimit) {
  const Numbers numbers(std::size_t{4} << 20);
  EXPECT_EQ(file_maps(), 0U);
}

#if !defined(__SANITIZE_ADDRESS__)   // which has a heap of its own
// A heap keeps what lies below something that is still in use, and after the first large arrays have gone asks for pages no more.
TEST(LargeMemory, OfManyPagesIsGivenBackAtOnce) {
  constexpr std::size_t numbers = std::size_t{1} << 20;   // 8 MiB
  for (int repeat = 0; repeat < 3; ++repeat) {
    std::vector<Numbers> arrays;
    for (int i = 0; i < 8; ++i) arrays.emplace_back(numbers, 1.0);
    const std::vector<double> above(500'000, 1.0);
    const std::size_t before = held();
    arrays.clear();
    EXPECT_LT(held() + (std::size_t{60} << 20), before) << above.size();
  }
}

// Where pages of their own begin, and beside it.
TEST(LargeMemory, IsGivenBackToWhereItCameFrom) {
  for (const std::size_t bytes : {(std::size_t{1} << 22) - 64, std::size_t{1} << 22, (std::size_t{1} << 22) + 64}) {
    for (int repeat = 0; repeat < 3; ++repeat) {
      void* const memory = take_large_memory(bytes);
      std::memset(memory, 1, bytes);
      give_large_memory(memory, bytes);
    }
  }
}

TEST(LargeMemory, ThatNobodyHasIsRefused) { EXPECT_THROW(take_large_memory(std::size_t{1} << 60), std::bad_alloc); }
#endif

// 128 MiB are written and read through less than half of that.
TEST(LargeMemory, BeyondTheLimitWaitsInAFileAndKeepsItsContents) {
  const std::size_t base = held();
  const std::size_t limit = base + (std::size_t{48} << 20);
  const Limited limited(limit);
  Numbers numbers(std::size_t{16} << 20);
  EXPECT_EQ(file_maps(), 1U);
  std::iota(numbers.begin(), numbers.end(), 1.0);
  std::size_t most = 0;
  double sum = 0;
  for (std::size_t first = 0; first < numbers.size(); first += 1U << 17) {
    for (std::size_t i = 0; i < 1U << 17; ++i) sum += numbers[first + i];
    if (first % (1U << 20) == 0) std::this_thread::sleep_for(std::chrono::milliseconds(3));
    most = std::max(most, held());
  }
  const auto n = static_cast<double>(numbers.size());
  EXPECT_EQ(sum, n * (n + 1) / 2);   // exact: below 2⁵³
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  EXPECT_LT(most, limit + (std::size_t{48} << 20));
#endif
  numbers = Numbers();
  EXPECT_EQ(file_maps(), 0U);
}

// 300 arrays of 100 kB are as much as one of 30 MB.
TEST(LargeMemory, ManyArraysOfModerateSizeWaitInFilesToo) {
  const Limited limited(std::size_t{16} << 20);
  std::vector<Numbers> columns(300, Numbers(12'500, 1.0));
  EXPECT_GT(file_maps(), 250U);
  for (const Numbers& column : columns) ASSERT_EQ(std::accumulate(column.begin(), column.end(), 0.0), 12'500);
}

TEST(LargeMemory, WithoutALimitPrefersTheHeapWhereAFileHasNoRoom) {
  use_files_beyond(std::size_t{1} << 20);
  {
    const Numbers in_file(std::size_t{1} << 20);
    EXPECT_EQ(file_maps(), 1U);
    EXPECT_EQ(memory_limit(), 0U);
    const char* const before = std::getenv("TMPDIR");
    const std::string kept = before ? before : "";
    ::setenv("TMPDIR", "/nowhere/at/all", 1);
    const Numbers on_heap(std::size_t{1} << 20);
    EXPECT_EQ(file_maps(), 1U);
    if (before) ::setenv("TMPDIR", kept.c_str(), 1);
    else ::unsetenv("TMPDIR");
  }
  limit_memory(0);   // and no files any more
  const Numbers on_heap(std::size_t{1} << 20);
  EXPECT_EQ(file_maps(), 0U);
}

TEST(LargeMemory, SmallArraysAndThoseThatFitStayOnTheHeap) {
  const Limited limited(std::size_t{64} << 20);
  const Numbers small(1000);
  const Numbers fits(std::size_t{1} << 20);   // 8 MiB of 16
  EXPECT_EQ(file_maps(), 0U);
  const Matrix more(1000, 2000);   // 16 MB beside it are more than a quarter
  EXPECT_EQ(file_maps(), 1U);
  EXPECT_EQ(more(999, 1999), 0);
}

TEST(LargeMemory, IsRefusedInASentenceWhereThereIsNoRoom) {
  const Limited limited(std::size_t{2} << 20);
  const char* const before = std::getenv("TMPDIR");
  const std::string kept = before ? before : "";
  ::setenv("TMPDIR", "/nowhere/at/all", 1);
  EXPECT_EQ(refusal([] { const Numbers numbers(std::size_t{1} << 20); }),
            "/nowhere/at/all: no room for 8 MiB that memory leaves no memory for: No such file or directory");
  if (before) ::setenv("TMPDIR", kept.c_str(), 1);
  else ::unsetenv("TMPDIR");
}

TEST(LargeMemory, SaysWhatCannotWaitInAFile) {
  EXPECT_NO_THROW(demand_memory(std::size_t{1} << 40, "knn keeps all samples"));   // no limit
  const Limited limited(std::size_t{100} << 20);
  EXPECT_NO_THROW(demand_memory(std::size_t{100} << 20, "knn keeps all samples"));
  EXPECT_EQ(refusal([] { demand_memory((std::size_t{100} << 20) + 1, "knn keeps all samples"); }),
            "knn keeps all samples: that takes 101 MiB at once, and memory allows 100 MiB");
}

TEST(MappedFile, ShowsTheBytesOfAFile) {
  const std::string path = ::testing::TempDir() + "/mapped.bin";
  std::ofstream(path, std::ios::binary) << std::string("abc\0def", 7);
  EXPECT_EQ(MappedFile(path).bytes(), std::string_view("abc\0def", 7));
  std::ofstream(path, std::ios::binary | std::ios::trunc).flush();
  EXPECT_EQ(MappedFile(path).bytes(), "");
  ::unlink(path.c_str());
  EXPECT_EQ(refusal([&] { MappedFile file(path); }), path + ": cannot be read: No such file or directory");
}

// How much of the map of a file the process holds.
std::size_t held_of(const std::string& path) {
  std::ifstream lines("/proc/self/smaps");
  bool is_own = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.find('/') != std::string::npos) is_own = line.ends_with(path);
    if (is_own && line.starts_with("Rss:")) return std::stoul(line.substr(4)) << 10;
  }
  return 0;
}

// What is passed over in pieces of 1½ pages goes page by page, as soon as nothing of a page is left to look at.
TEST(MappedFile, GivesBackThePagesThatWerePassedOverAndNoOther) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  constexpr std::size_t pages = 9;
  const std::string path = std::filesystem::canonical(::testing::TempDir()).string() + "/passed.bin";
  std::ofstream(path, std::ios::binary) << std::string(pages * page, 'x');
  const MappedFile map(path);
  const auto count = [&] { return std::ranges::count(map.bytes(), 'x'); };
  ASSERT_EQ(count(), static_cast<std::ptrdiff_t>(pages * page));
  ASSERT_EQ(held_of(path), pages * page);
  for (std::size_t piece = 0; piece < 6; ++piece) {
    map.pass_over(map.bytes().substr(piece * page * 3 / 2, page * 3 / 2));
    EXPECT_EQ(held_of(path), (pages - (piece + 1) * 3 / 2) * page) << piece;
  }
  EXPECT_EQ(count(), static_cast<std::ptrdiff_t>(pages * page));   // and they come back
  ::unlink(path.c_str());
}

}   // namespace
}   // namespace protea
