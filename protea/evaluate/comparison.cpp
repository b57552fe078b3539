#include <protea/evaluate/comparison.hpp>

#include <fmt/format.h>

#include <protea/evaluate/repeated_folds.hpp>

namespace protea {
namespace {

std::string identity_of(const Dataset& dataset, const std::vector<Contender>& contenders, const CrossValidationPlan& plan) {
  std::string text = fmt::format("compare;{};{};{};{};", plan.folds, plan.repeats, plan.seed, fingerprint(dataset));
  for (const Contender& contender : contenders) text += contender.name + ":" + contender.identity + ";";
  return text;
}

// Answers of every method for every split; task = split · methods + method.
struct Answers {
  const Dataset& dataset;
  const std::vector<Split>& splits;
  const TaskLedger& ledger;
  std::size_t methods;

  Label answer(std::size_t split, std::size_t method, std::size_t i) const {
    return static_cast<Label>(ledger[split * methods + method].values[i]);
  }
  Confusion confusion(std::size_t split, std::size_t method) const {
    std::vector<Label> truth;
    std::vector<Label> given;
    for (std::size_t i = 0; i < splits[split].test.size(); ++i) {
      truth.push_back(dataset.y[splits[split].test[i]]);
      given.push_back(answer(split, method, i));
    }
    return {truth, given, dataset.class_names.size()};
  }
};

CrossValidation summary_of(const Answers& answers, std::size_t method) {
  CrossValidation result{{}, {}, Confusion(answers.dataset.class_names.size()), {}, {}};
  for (std::size_t s = 0; s < answers.splits.size(); ++s) {
    const Confusion fold = answers.confusion(s, method);
    result.accuracy.push_back(fold.accuracy());
    result.balanced_accuracy.push_back(fold.balanced_accuracy());
    result.confusion.add(fold);
  }
  return result;
}

McNemar discordance(const Answers& answers, std::size_t folds, std::size_t first, std::size_t second) {
  std::size_t only_first = 0;
  std::size_t only_second = 0;
  for (std::size_t s = 0; s < folds; ++s) {
    for (std::size_t i = 0; i < answers.splits[s].test.size(); ++i) {
      const Label y = answers.dataset.y[answers.splits[s].test[i]];
      const bool is_first_right = answers.answer(s, first, i) == y;
      const bool is_second_right = answers.answer(s, second, i) == y;
      if (is_first_right && !is_second_right) ++only_first;
      if (!is_first_right && is_second_right) ++only_second;
    }
  }
  return mcnemar(only_first, only_second);
}

}  // namespace

Comparison compare(const Dataset& dataset, const std::vector<Contender>& contenders, const CrossValidationPlan& plan, Runtime& runtime,
                   const LedgerPlan& ledger_plan, const TaskLedger::Progress& progress) {
  const std::vector<Split> splits = repeated_folds(dataset, plan);
  const std::size_t methods = contenders.size();
  TaskLedger ledger(splits.size() * methods, identity_of(dataset, contenders, plan), ledger_plan);
  const auto task = [&](std::size_t i) {
    const Split& split = splits[i / methods];
    const std::vector<Label> given = contenders[i % methods].run(dataset.subset(split.training), dataset.subset(split.test));
    return std::vector<double>(given.begin(), given.end());
  };
  ledger.run(0, ledger.size(), task, runtime, progress);
  for (std::size_t i = 0; i < ledger.size(); ++i) {
    if (!ledger[i].has_failed()) continue;
    throw_failure({{}, ledger[i].failure, fmt::format("{}: {}", contenders[i % methods].name, ledger[i].sentence)});
  }
  const Answers answers{dataset, splits, ledger, methods};
  Comparison result;
  for (std::size_t m = 0; m < methods; ++m) result.methods.push_back(summary_of(answers, m));
  const double test_per_training = 1 / (static_cast<double>(plan.folds) - 1);
  for (std::size_t a = 0; a < methods; ++a) {
    for (std::size_t b = a + 1; b < methods; ++b) {
      std::vector<double> differences;
      for (std::size_t s = 0; s < splits.size(); ++s) differences.push_back(result.methods[a].accuracy[s] - result.methods[b].accuracy[s]);
      result.pairs.push_back({a, b, discordance(answers, plan.folds, a, b), corrected_resampled_t(differences, test_per_training)});
    }
  }
  return result;
}

}  // namespace protea
