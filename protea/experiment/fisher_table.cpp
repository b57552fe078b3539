#include <protea/experiment/fisher_table.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>

#include <fmt/format.h>

#include <protea/base/random.hpp>
#include <protea/evaluate/cross_validation.hpp>
#include <protea/experiment/fisher_printed.hpp>

namespace protea {
namespace {

constexpr std::size_t folds = 10;

// Everything random about one fold of one trial: the same for all methods, so that they are compared on equal terms.
std::uint64_t seed_of(std::uint64_t seed, std::size_t trial, std::size_t fold) {
  return Random(seed, Purpose::folds, static_cast<std::uint32_t>(trial), static_cast<std::uint32_t>(fold + 1)).bits() >>
         1;
}

std::vector<FisherCondition> conditions_of(const FisherOptions& options) {
  std::vector<FisherCondition> conditions = fisher_conditions();
  if (!options.is_quick) return conditions;
  for (FisherCondition& condition : conditions) {
    condition.trials = condition.epochs == 1 ? 2 : 1;
    condition.epochs = std::min<std::int64_t>(condition.epochs, 15);
  }
  return conditions;
}

// One trial of one cell.
struct Task {
  std::size_t set;
  std::size_t condition;
  FisherMethod method;
  std::size_t trial;
};

struct TrialResult {
  std::array<FisherRun, folds> runs;
};

TrialResult run_trial(const FisherSet& set, const FisherCondition& condition, const Task& task,
                      const FisherOptions& options) {
  const std::vector<Split> splits =
      stratified_folds(set.dataset.y, set.dataset.class_names, folds,
                       Random(options.seed, Purpose::folds, static_cast<std::uint32_t>(task.trial)));
  TrialResult result;
  for (std::size_t f = 0; f < folds; ++f) {
    result.runs[f] =
        run_fisher_fold(set, splits[f], {condition, task.method, seed_of(options.seed, task.trial, f), options.slope});
  }
  return result;
}

std::vector<double> mean_relevances(const std::vector<const FisherRun*>& runs) {
  std::vector<double> mean(runs.front()->relevances.size());
  for (const FisherRun* const run : runs) {
    for (std::size_t l = 0; l < mean.size(); ++l) mean[l] += run->relevances[l] / static_cast<double>(runs.size());
  }
  return mean;
}

void add_cell(FisherTable& table, const FisherSet& set, const Task& task, const std::vector<const FisherRun*>& runs) {
  std::vector<double> accuracies;
  for (const FisherRun* const run : runs) accuracies.push_back(100 * run->accuracy);
  const auto stopped =
      std::count_if(runs.begin(), runs.end(), [](const FisherRun* run) { return run->stopped_after.has_value(); });
  const MeanAndDeviation accuracy = mean_and_deviation(accuracies);
  const std::string name(fisher_method_name(task.method));
  table.cells.push_back({set.name, table.conditions[task.condition].name, name, accuracy.mean, accuracy.deviation,
                         printed_accuracy(set.name, table.conditions[task.condition].place, task.method),
                         static_cast<std::size_t>(stopped)});
  if (stopped > 0) {
    table.notes.push_back(fmt::format(
        "{}, {}, {}: in {} of {} folds the prototypes ran away; such a fold is answered by its model after the last "
        "epoch before",
        set.name, table.conditions[task.condition].name, name, stopped, runs.size()));
  }
  const bool has_estimate = task.method == FisherMethod::fc1_glvq || task.method == FisherMethod::fc2_glvq;
  if (table.conditions[task.condition].place == 3 && has_estimate) {
    table.relevances.push_back({set.name, name, mean_relevances(runs), printed_relevances(set.name, name)});
  }
}

// Fills the table for its conditions and methods.
void measure(FisherTable& table, const FisherOptions& options, Runtime& runtime, const FisherProgress& progress) {
  const FisherSets data = load_fisher_sets(options.data, options.seed);
  table.notes = data.notes;
  std::vector<Task> tasks;
  for (std::size_t c = 0; c < table.conditions.size(); ++c) {
    for (std::size_t s = 0; s < data.sets.size(); ++s) {
      for (const FisherMethod method : table.methods) {
        for (std::size_t t = 0; t < table.conditions[c].trials; ++t) tasks.push_back({s, c, method, t});
      }
    }
  }
  std::vector<TrialResult> results(tasks.size());
  std::mutex mutex;
  std::size_t done = 0;
  runtime.run(tasks.size(), [&](std::size_t i) {
    results[i] = run_trial(data.sets[tasks[i].set], table.conditions[tasks[i].condition], tasks[i], options);
    const std::lock_guard lock(mutex);
    ++done;
    if (progress) progress(done, tasks.size());
  });
  for (std::size_t first = 0; first < tasks.size();) {
    const std::size_t trials = table.conditions[tasks[first].condition].trials;
    std::vector<const FisherRun*> runs;
    for (std::size_t i = first; i < first + trials; ++i) {
      for (const FisherRun& run : results[i].runs) runs.push_back(&run);
    }
    add_cell(table, data.sets[tasks[first].set], tasks[first], runs);
    first += trials;
  }
}

}   // namespace

std::optional<double> FisherTable::mean_absolute_deviation(const std::string& condition) const {
  double sum = 0;
  double count = 0;
  for (const FisherCell& cell : cells) {
    const bool is_compared = cell.set == "Iris" || cell.set == "Wine" || cell.set == "WBC" || cell.set == "Ionosphere";
    if (!is_compared || (!condition.empty() && cell.condition != condition)) continue;
    sum += std::abs(cell.measured - cell.printed);
    count += 1;
  }
  if (count == 0) return std::nullopt;
  return sum / count;
}

double FisherTable::share_of_first_two(const std::string& method) const {
  for (const FisherRelevances& each : relevances) {
    if (each.set == "Simulated" && each.method == method) return each.measured[0] + each.measured[1];
  }
  return 0;
}

FisherTable fisher_table_2(const FisherOptions& options, Runtime& runtime, const FisherProgress& progress) {
  FisherTable table;
  table.conditions = conditions_of(options);
  table.methods = {FisherMethod::lvq1, FisherMethod::rlvq1, FisherMethod::fc1_lvq1, FisherMethod::fc2_lvq1,
                   FisherMethod::glvq, FisherMethod::grlvq, FisherMethod::fc1_glvq, FisherMethod::fc2_glvq};
  measure(table, options, runtime, progress);
  return table;
}

FisherTable fisher_table_3(const FisherOptions& options, Runtime& runtime, const FisherProgress& progress) {
  FisherTable table;
  table.conditions = {conditions_of(options).back()};
  table.methods = {FisherMethod::fc1_glvq, FisherMethod::fc2_glvq, FisherMethod::svm};
  measure(table, options, runtime, progress);
  return table;
}

}   // namespace protea
