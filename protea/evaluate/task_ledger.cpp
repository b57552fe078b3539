#include <protea/evaluate/task_ledger.hpp>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/checksum.hpp>
#include <protea/base/error.hpp>
#include <protea/base/file.hpp>
#include <protea/base/safetensors.hpp>

namespace protea {
namespace {

constexpr const char* mark = "protea.tasks";

TaskResult result_of(const TaskLedger::Task& task, std::size_t i) {
  try {
    return {task(i)};
  } catch (const UsageError& error) {
    return {{}, Failure::usage, error.marked()};
  } catch (const DataError& error) {
    return {{}, Failure::data, error.marked()};
  } catch (const NumericalError& error) {
    return {{}, Failure::numbers, error.marked()};
  }
}

}   // namespace

void throw_failure(const TaskResult& result) {
  if (result.failure == Failure::usage) throw UsageError(result.sentence);
  if (result.failure == Failure::data) throw DataError(result.sentence);
  throw NumericalError(result.sentence);
}

TaskLedger::TaskLedger(std::size_t count, std::string identity, LedgerPlan plan)
    : identity_(std::move(identity)), plan_(std::move(plan)), results_(count), is_done_(count) {
  if (plan_.resume && std::filesystem::exists(plan_.path)) load();
}

void TaskLedger::run(std::size_t first, std::size_t last, const Task& task, Runtime& runtime,
                     const Progress& progress) {
  std::vector<std::size_t> tasks(last - first);
  std::iota(tasks.begin(), tasks.end(), first);
  run(tasks, task, runtime, progress);
}

void TaskLedger::run(const std::vector<std::size_t>& tasks, const Task& task, Runtime& runtime,
                     const Progress& progress) {
  if (!plan_.only.empty()) {
    TheseAlone these{std::vector<TaskResult>(plan_.only.size())};
    runtime.run(plan_.only.size(), [&](std::size_t o) { these.results[o] = result_of(task, plan_.only[o]); });
    throw these;
  }
  std::vector<std::size_t> open;
  std::ranges::copy_if(tasks, std::back_inserter(open), [&](std::size_t i) { return !is_done_[i]; });
  const auto keep = [&](std::size_t o, TaskResult result) {
    const std::lock_guard lock(mutex_);
    results_[open[o]] = std::move(result);
    is_done_[open[o]] = 1;
    ++done_;
    if (!plan_.path.empty() && done_ - saved_ >= plan_.every) {
      save();
      saved_ = done_;
    }
    if (progress) progress(done_, results_.size());
  };
  if (plan_.elsewhere && !open.empty()) {
    std::vector<TaskResult> results = plan_.elsewhere(open);
    for (std::size_t o = 0; o < open.size(); ++o) keep(o, std::move(results.at(o)));
  } else {
    runtime.run(open.size(), [&](std::size_t o) { keep(o, result_of(task, open[o])); });
  }
  if (!plan_.path.empty() && !open.empty()) save();
}

// Values of all tasks lie one behind the other; sentences are metadata.
void TaskLedger::save() const {
  TensorFile file;
  file.metadata.emplace_back(mark, identity_);
  std::vector<std::int32_t> states;   // −1: open, else the failure
  std::vector<std::int32_t> lengths;
  std::vector<double> values;
  for (std::size_t i = 0; i < results_.size(); ++i) {
    const TaskResult& result = results_[i];
    states.push_back(is_done_[i] ? static_cast<std::int32_t>(result.failure) : -1);
    lengths.push_back(static_cast<std::int32_t>(result.values.size()));
    values.insert(values.end(), result.values.begin(), result.values.end());
    if (result.has_failed()) file.metadata.emplace_back(fmt::format("sentence.{}", i), result.sentence);
  }
  file.tensors.push_back({"states", {states.size()}, states});
  file.tensors.push_back({"lengths", {lengths.size()}, lengths});
  file.tensors.push_back({"values", {values.size()}, values});
  write_file_atomically(plan_.path, encode_tensors(file));
}

void TaskLedger::load() {
  const TensorFile file = decode_tensors(read_file(plan_.path), plan_.path);
  if (!file.has_metadata(mark)) throw DataError(fmt::format("{}: not a checkpoint of such a run", plan_.path));
  if (file.metadata_text(mark) != identity_) {
    throw UsageError(fmt::format("{}: this checkpoint belongs to a run with other data or options", plan_.path));
  }
  const auto& states = file.integer_values("states");
  const auto& lengths = file.integer_values("lengths");
  const auto& values = file.real_values("values");
  const auto demand = [&](bool fits) {
    if (!fits) throw DataError(fmt::format("{}: the checkpoint does not fit together", plan_.path));
  };
  demand(states.size() == results_.size() && lengths.size() == results_.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < results_.size(); ++i) {
    demand(lengths[i] >= 0 && static_cast<std::size_t>(lengths[i]) <= values.size() - next);
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(next);
    results_[i].values.assign(begin, begin + lengths[i]);
    next += static_cast<std::size_t>(lengths[i]);
    if (states[i] < 0) continue;
    demand(states[i] == 0 || (states[i] >= 2 && states[i] <= 4));
    is_done_[i] = 1;
    ++done_;
    results_[i].failure = static_cast<Failure>(states[i]);
    if (results_[i].has_failed()) results_[i].sentence = file.metadata_text(fmt::format("sentence.{}", i));
  }
  demand(next == values.size());
  saved_ = done_;
}

std::string fingerprint(const Dataset& dataset) {
  const auto sum = []<class Number>(std::span<const Number> values) {
    return checksum({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Number)});
  };
  const Matrix x = dataset.x.to_matrix();
  return fmt::format("{}×{};{};{};{};{};", dataset.x.rows(), dataset.x.columns(), sum(x.values()),
                     sum(std::span<const Label>(dataset.y)), sum(std::span<const double>(dataset.weights)),
                     sum(std::span<const std::uint32_t>(dataset.groups))) +
         (dataset.numbers.empty() ? "" : fmt::format("{};", sum(std::span<const double>(dataset.numbers))));
}

}   // namespace protea
