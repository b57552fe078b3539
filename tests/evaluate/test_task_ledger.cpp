// Tasks that are kept: none is run twice, a failure is a result, and a file of another run is refused.
#include <protea/evaluate/task_ledger.hpp>

#include <gtest/gtest.h>

#include <unistd.h>

#include <atomic>
#include <filesystem>

#include <protea/base/error.hpp>
#include <protea/base/file.hpp>
#include <protea/runtime/serial.hpp>

#include <support/change_values.hpp>

namespace protea {
namespace {

struct Place {
  std::string path =
      (std::filesystem::temp_directory_path() / ("protea_ledger_" + std::to_string(::getpid()))).string();
  Place() { std::filesystem::remove(path); }
  ~Place() { std::filesystem::remove(path); }
};

// As many values as the number of the task.
std::vector<double> numbers(std::size_t task) {
  if (task == 3) throw NumericalError("three diverged");
  return std::vector<double>(task, 0.5 + static_cast<double>(task));
}

TEST(TaskLedger, KeepsValuesAndFailuresThroughAFile) {
  const Place place;
  const auto runtime = make_runtime(3);
  TaskLedger first(6, "this run", {.path = place.path});
  first.run(0, 5, numbers, *runtime);
  TaskLedger second(6, "this run", {.path = place.path, .resume = true});
  std::atomic<int> runs = 0;
  std::vector<std::size_t> seen;
  Serial serial;
  second.run(
      0, 6,
      [&](std::size_t task) {
        ++runs;
        return numbers(task);
      },
      serial,
      [&](std::size_t done, std::size_t all) {
        seen.push_back(done);
        EXPECT_EQ(all, 6u);
      });
  EXPECT_EQ(runs, 1) << "only the task that was open";
  EXPECT_EQ(seen, std::vector<std::size_t>{6});
  for (std::size_t i = 0; i < 6; ++i) {
    if (i == 3) continue;
    EXPECT_EQ(second[i].values, numbers(i));
    EXPECT_FALSE(second[i].has_failed());
  }
  EXPECT_EQ(second[3].failure, Failure::numbers);
  EXPECT_EQ(second[3].sentence, "three diverged");
  EXPECT_THROW(throw_failure(second[3]), NumericalError);
}

TEST(TaskLedger, RefusesAnotherRunAndADamagedFile) {
  const Place place;
  Serial serial;
  TaskLedger(4, "this run", {.path = place.path}).run(0, 2, numbers, serial);
  EXPECT_THROW(TaskLedger(4, "another", {.path = place.path, .resume = true}), UsageError);
  EXPECT_THROW(TaskLedger(5, "this run", {.path = place.path, .resume = true}), DataError);
  EXPECT_NO_THROW(TaskLedger(5, "another", {.path = place.path})) << "without resume the file is not read";
  write_file_atomically(place.path, read_file(place.path).substr(0, 40));
  EXPECT_THROW(TaskLedger(4, "this run", {.path = place.path, .resume = true}), DataError);
}

TEST(TaskLedger, PassesOnWhatIsNoErrorOfOurs) {
  Serial serial;
  TaskLedger ledger(2, "", {});
  EXPECT_THROW(ledger.run(
                   0, 2, [](std::size_t) -> std::vector<double> { throw std::bad_alloc(); }, serial),
               std::bad_alloc);
}

TEST(Fingerprint, ChangesWithEveryPartOfTheData) {
  Dataset data;
  data.x = Matrix(2, 2);
  data.y = {0, 1};
  const std::string before = fingerprint(data);
  testing::change_values(data, [](Matrix& x) { x(1, 1) = 1; });
  const std::string other_value = fingerprint(data);
  EXPECT_NE(other_value, before);
  data.y = {1, 0};
  const std::string other_label = fingerprint(data);
  EXPECT_NE(other_label, other_value);
  data.weights = {1, 2};
  EXPECT_NE(fingerprint(data), other_label);
}

}   // namespace
}   // namespace protea
