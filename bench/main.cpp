// Runs the benchmarks, then prints what composing on-line LVQ1 costs and what the lane logarithm saves, as ratios of
// medians of one run.
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

namespace {

// Runs arrive in random order; the table comes at the end, in the order of the source, medians alone of repeated ones.
class Reporter final : public benchmark::ConsoleReporter {
 public:
  Reporter() : ConsoleReporter(OO_Tabular) {}

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type == Run::RT_Iteration || run.aggregate_name == "median") runs_.push_back(run);
    }
  }

  void Finalize() override {
    std::sort(runs_.begin(), runs_.end(), [](const Run& a, const Run& b) {
      return std::pair(a.family_index, a.per_family_instance_index) <
             std::pair(b.family_index, b.per_family_instance_index);
    });
    ConsoleReporter::ReportRuns(runs_);
    for (const Run& run : runs_) seconds_[run.run_name.function_name] = run.counters.at("per_sample").value;
    fmt::print("\n");
    print_ratio("BM_OnlineLvq1_Composed", "BM_OnlineLvq1_HandWritten");
    print_ratio("BM_OnlineLvq1_Composed", "BM_OnlineLvq1_HandWrittenWithKernel");
    print_ratio("BM_KullbackLeibler_Plain", "BM_KullbackLeibler_LaneLogs");
    print_ratio("BM_KullbackLeibler_Plain", "BM_KullbackLeibler_OneByOne");
    print_ratio("BM_KullbackLeibler_Plain", "BM_KullbackLeibler_Block");
    print_ratio("BM_Beta_Plain", "BM_Beta_OneByOne");
    print_ratio("BM_Beta_Plain", "BM_Beta_Block");
  }

 private:
  void print_ratio(const std::string& name, const std::string& reference) const {
    if (!seconds_.contains(name) || !seconds_.contains(reference)) return;   // filtered out
    fmt::print("{} / {}: {:.0f} ns / {:.0f} ns per sample = {:.2f}\n", name, reference, seconds_.at(name) * 1e9,
               seconds_.at(reference) * 1e9, seconds_.at(name) / seconds_.at(reference));
  }

  std::vector<Run> runs_;
  std::map<std::string, double> seconds_;   // per presented sample, processor time
};

}   // namespace

int main(int argc, char** argv) {
  // Repetitions of different benchmarks take turns, so that a busy moment of the machine hits all of them.
  std::vector<char*> arguments(argv, argv + argc);
  std::string interleave = "--benchmark_enable_random_interleaving=true";
  arguments.insert(arguments.begin() + 1, interleave.data());
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;

  Reporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  return 0;
}
