// Numbered tasks and what they gave: run over a runtime, written to a file now and then, taken up again after a kill.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/data/dataset.hpp>
#include <protea/runtime/runtime.hpp>

namespace PROTEA_EXPORT protea {

enum class Failure { none = 0, usage = 2, data = 3, numbers = 4 };

struct TaskResult {
  std::vector<double> values;   // finite
  Failure failure = Failure::none;
  std::string sentence = {};   // of the failure, its settings marked

  bool has_failed() const { return failure != Failure::none; }
};

// Throws the error that the task has met.
[[noreturn]] void throw_failure(const TaskResult& result);

struct LedgerPlan {
  std::string path = {};    // empty: nothing is written
  std::size_t every = 20;   // finished tasks between two writings
  bool resume = false;      // take up what `path` holds where it exists
  // Runs tasks in other processes, which know the same study and are told which of it to run `only`.
  std::function<std::vector<TaskResult>(const std::vector<std::size_t>& tasks)> elsewhere = {};
  std::vector<std::size_t> only = {};   // then the study ends with TheseAlone as soon as it comes to its tasks
};

// What the tasks gave that alone were to be run.
struct TheseAlone {
  std::vector<TaskResult> results;
};

class TaskLedger {
 public:
  using Task = std::function<std::vector<double>(std::size_t)>;
  using Progress = std::function<void(std::size_t done, std::size_t all)>;

  // `identity` tells runs with other data or options apart. Throws where the file to take up is damaged or of
  // another run.
  TaskLedger(std::size_t count, std::string identity, LedgerPlan plan);

  // Runs the tasks first … last − 1 that are not done. An Error of a task is its result; anything else is passed on.
  // What a task gives depends on its number alone, so neither threads nor interruptions change a result.
  void run(std::size_t first, std::size_t last, const Task& task, Runtime& runtime, const Progress& progress = {});
  // The same for these tasks.
  void run(const std::vector<std::size_t>& tasks, const Task& task, Runtime& runtime, const Progress& progress = {});

  const TaskResult& operator[](std::size_t task) const { return results_[task]; }
  bool is_done(std::size_t task) const { return is_done_[task] != 0; }
  std::size_t size() const { return results_.size(); }

 private:
  void load();
  void save() const;

  std::string identity_;
  LedgerPlan plan_;
  std::vector<TaskResult> results_;
  std::vector<char> is_done_;
  std::size_t done_ = 0;
  std::size_t saved_ = 0;
  std::mutex mutex_;
};

// Checksums of rows, labels, weights and groups, for the identity of a run.
std::string fingerprint(const Dataset& dataset);

}   // namespace protea
