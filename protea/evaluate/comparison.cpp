#include <protea/evaluate/comparison.hpp>

#include <fmt/format.h>

namespace protea {
namespace {

std::string identity_of(const Dataset& dataset, const std::vector<Contender>& contenders,
                        const CrossValidationPlan& plan) {
  std::string text = fmt::format("compare;{};{};", identity_of(plan), fingerprint(dataset));
  for (const Contender& contender : contenders) text += contender.name + ":" + contender.identity + ";";
  return text;
}

// Results of all tasks; task = split · methods + method.
struct Results {
  const Dataset& dataset;
  const std::vector<Samples>& tests;
  const TaskLedger& ledger;
  std::size_t methods;

  const TaskResult& of(std::size_t split, std::size_t method) const { return ledger[split * methods + method]; }
  const TaskResult* failure(std::size_t method) const {
    for (std::size_t s = 0; s < tests.size(); ++s) {
      if (of(s, method).has_failed()) return &of(s, method);
    }
    return nullptr;
  }
  CrossValidation summary(std::size_t method, std::size_t repeats) const {
    std::vector<Predictions> answers;
    for (std::size_t s = 0; s < tests.size(); ++s) {
      answers.push_back(from_values(of(s, method).values, tests[s].size(), dataset.class_names.size()));
    }
    return summarize(dataset, tests, repeats, answers);
  }
};

McNemar discordance(const Results& results, std::size_t first, std::size_t second) {
  std::size_t only_first = 0;
  std::size_t only_second = 0;
  std::vector<bool> is_counted(results.dataset.size());
  for (std::size_t s = 0; s < results.tests.size(); ++s) {
    for (std::size_t i = 0; i < results.tests[s].size(); ++i) {
      const std::uint32_t row = results.tests[s][i];
      if (is_counted[row]) continue;
      is_counted[row] = true;
      const bool is_first_right = static_cast<Label>(results.of(s, first).values[i]) == results.dataset.y[row];
      const bool is_second_right = static_cast<Label>(results.of(s, second).values[i]) == results.dataset.y[row];
      if (is_first_right && !is_second_right) ++only_first;
      if (!is_first_right && is_second_right) ++only_second;
    }
  }
  return mcnemar(only_first, only_second);
}

double test_per_training(const std::vector<Samples>& tests, std::size_t count) {
  double sum = 0;
  for (const Samples& test : tests) sum += static_cast<double>(test.size()) / static_cast<double>(count - test.size());
  return sum / static_cast<double>(tests.size());
}

}   // namespace

Comparison compare(const Dataset& dataset, const std::vector<Contender>& contenders, const CrossValidationPlan& plan,
                   Runtime& runtime, const LedgerPlan& ledger_plan, const TaskLedger::Progress& progress) {
  const std::vector<Samples> tests = make_test_parts(dataset, plan);
  demand_two_classes_left(dataset, tests);
  const std::size_t methods = contenders.size();
  TaskLedger ledger(tests.size() * methods, identity_of(dataset, contenders, plan), ledger_plan);
  const auto task = [&](std::size_t i) {
    const Samples& test = tests[i / methods];
    return to_values(
        contenders[i % methods].run(dataset.subset(training_part(test, dataset.size())), dataset.subset(test)));
  };
  ledger.run(0, ledger.size(), task, runtime, progress);
  const Results results{dataset, tests, ledger, methods};
  Comparison comparison;
  std::vector<std::size_t> finished;
  for (std::size_t m = 0; m < methods; ++m) {
    const TaskResult* const failure = results.failure(m);
    comparison.failures.push_back(failure ? failure->sentence : "");
    comparison.methods.push_back(failure ? summarize(dataset, {}, 0, {}) : results.summary(m, plan.repeats));
    if (!failure) finished.push_back(m);
  }
  if (finished.empty()) {
    throw_failure(
        {{}, results.failure(0)->failure, fmt::format("{}: {}", contenders[0].name, results.failure(0)->sentence)});
  }
  const bool has_numbers = dataset.target_kind() == TargetKind::numbers;
  const double ratio = test_per_training(tests, dataset.size());
  for (std::size_t a = 0; a < finished.size(); ++a) {
    for (std::size_t b = a + 1; b < finished.size(); ++b) {
      std::vector<double> differences;
      const CrossValidation& one = comparison.methods[finished[a]];
      const CrossValidation& other = comparison.methods[finished[b]];
      const std::vector<double> first = has_numbers ? one.rmse() : one.accuracy;
      const std::vector<double> second = has_numbers ? other.rmse() : other.accuracy;
      for (std::size_t s = 0; s < tests.size(); ++s) differences.push_back(first[s] - second[s]);
      comparison.pairs.push_back({finished[a], finished[b],
                                  has_numbers ? McNemar{} : discordance(results, finished[a], finished[b]),
                                  corrected_resampled_t(differences, ratio)});
    }
  }
  return comparison;
}

}   // namespace protea
