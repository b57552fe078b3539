#include <protea/evaluate/cross_validation.hpp>

#include <algorithm>
#include <cmath>
#include <exception>
#include <set>

#include <fmt/format.h>

#include <protea/base/error.hpp>

namespace protea {
namespace {

// Passes through a ledger, which keeps errors as results: here the first one ends the run.
struct Stop {
  std::exception_ptr error;
};

}   // namespace

MeanAndDeviation mean_and_deviation(std::span<const double> values) {
  MeanAndDeviation result;
  for (const double value : values) result.mean += value;
  result.mean /= static_cast<double>(values.size());
  for (const double value : values) result.deviation += (value - result.mean) * (value - result.mean);
  result.deviation = values.size() > 1 ? std::sqrt(result.deviation / static_cast<double>(values.size() - 1)) : 0;
  return result;
}

std::vector<double> CrossValidation::rmse() const {
  std::vector<double> values;
  for (const NumberMeasures& part : number_parts) values.push_back(part.rmse);
  return values;
}

std::vector<double> to_values(const Predictions& predictions) {
  if (!predictions.numbers.empty()) return predictions.numbers;
  std::vector<double> values(predictions.labels.begin(), predictions.labels.end());
  const Row scores = predictions.scores.values();
  values.insert(values.end(), scores.begin(), scores.end());
  values.insert(values.end(), predictions.certainty.begin(), predictions.certainty.end());
  return values;
}

Predictions from_values(std::span<const double> values, std::size_t samples, std::size_t classes) {
  Predictions result;
  if (classes == 0) {
    result.numbers.assign(values.begin(), values.end());
    return result;
  }
  for (const double value : values.first(samples)) result.labels.push_back(static_cast<Label>(value));
  values = values.subspan(samples);
  if (values.empty()) return result;
  result.scores = Matrix(samples, classes);
  std::copy_n(values.begin(), samples * classes, result.scores.values().begin());
  values = values.subspan(samples * classes);
  result.certainty.assign(values.begin(), values.end());
  return result;
}

namespace {

TestedSample tested_sample(const Dataset& dataset, std::uint32_t row, std::size_t test, std::size_t tests,
                           std::size_t repeats) {
  const std::size_t repeat = test * repeats / tests;
  return {dataset.row_number(row), static_cast<std::uint32_t>(repeat),
          static_cast<std::uint32_t>(test - repeat * (tests / repeats))};
}

CrossValidation summarize_numbers(const Dataset& dataset, const std::vector<Samples>& tests, std::size_t repeats,
                                  std::span<const Predictions> answers) {
  CrossValidation result{.confusion = Confusion(0)};
  for (std::size_t s = 0; s < tests.size(); ++s) {
    const Dataset test = dataset.subset(tests[s]);
    result.number_parts.push_back(number_measures(test.numbers, answers[s].numbers, test.weights));
    for (const std::uint32_t row : tests[s])
      result.tested.push_back(tested_sample(dataset, row, s, tests.size(), repeats));
    const auto append = [](auto& all, const auto& more) { all.insert(all.end(), more.begin(), more.end()); };
    append(result.true_numbers, test.numbers);
    append(result.weights, test.weights);
    append(result.predictions.numbers, answers[s].numbers);
  }
  return result;
}

}   // namespace

CrossValidation summarize(const Dataset& dataset, const std::vector<Samples>& tests, std::size_t repeats,
                          std::span<const Predictions> answers) {
  if (dataset.target_kind() == TargetKind::numbers) return summarize_numbers(dataset, tests, repeats, answers);
  const std::size_t classes = dataset.class_names.size();
  const std::set<Label> present(dataset.y.begin(), dataset.y.end());
  CrossValidation result{.confusion = Confusion(classes)};
  std::vector<Confusion> of_repeat(repeats, Confusion(classes));
  bool has_every_class = true;
  std::vector<double> scores;
  for (std::size_t s = 0; s < tests.size(); ++s) {
    std::vector<Label> truth;
    for (const std::uint32_t row : tests[s]) truth.push_back(dataset.y[row]);
    has_every_class = has_every_class && std::set<Label>(truth.begin(), truth.end()).size() == present.size();
    const Confusion own(truth, answers[s].labels, classes);
    result.accuracy.push_back(own.accuracy_of_all());
    result.balanced_accuracy.push_back(own.balanced_accuracy_of_all());
    const std::size_t repeat = s * repeats / tests.size();
    of_repeat[repeat].add(own);
    for (const std::uint32_t row : tests[s])
      result.tested.push_back(tested_sample(dataset, row, s, tests.size(), repeats));
    result.truth.insert(result.truth.end(), truth.begin(), truth.end());
    const auto append = [](auto& all, const auto& more) { all.insert(all.end(), more.begin(), more.end()); };
    append(result.predictions.labels, answers[s].labels);
    append(result.predictions.certainty, answers[s].certainty);
    append(scores, answers[s].scores.values());
  }
  if (!has_every_class) result.balanced_accuracy.clear();
  for (const Confusion& each : of_repeat) {
    if (!has_every_class) result.balanced_accuracy.push_back(each.balanced_accuracy_of_all());
    result.confusion.add(each);
  }
  if (!scores.empty()) {
    result.predictions.scores = Matrix(result.truth.size(), classes);
    std::copy(scores.begin(), scores.end(), result.predictions.scores.values().begin());
  }
  return result;
}

CrossValidation cross_validate(const Dataset& dataset, const TrainAndScore& method, const CrossValidationPlan& plan,
                               Runtime& runtime, const std::function<void(std::size_t, std::size_t)>& progress,
                               const LedgerPlan& ledger_plan, const std::string& identity) {
  const std::vector<Samples> tests = make_test_parts(dataset, plan);
  demand_two_classes_left(dataset, tests);
  const std::string whole = ledger_plan.path.empty() ? ""
                                                     : fmt::format("cross-validate;{};{};{}", identity_of(plan),
                                                                   fingerprint(dataset), identity);
  TaskLedger ledger(tests.size(), whole, ledger_plan);
  const auto task = [&](std::size_t s) {
    try {
      return to_values(method(dataset.subset(training_part(tests[s], dataset.size())), dataset.subset(tests[s])));
    } catch (const Error&) {
      throw Stop{std::current_exception()};
    }
  };
  try {
    ledger.run(0, tests.size(), task, runtime, progress);
  } catch (const Stop& stop) {
    std::rethrow_exception(stop.error);
  }
  std::vector<Predictions> answers;
  for (std::size_t s = 0; s < tests.size(); ++s)
    answers.push_back(from_values(ledger[s].values, tests[s].size(), dataset.class_names.size()));
  return summarize(dataset, tests, plan.repeats, answers);
}

CrossValidation cross_validate(const Dataset& dataset, const TrainAndPredict& method, const CrossValidationPlan& plan,
                               Runtime& runtime, const std::function<void(std::size_t, std::size_t)>& progress) {
  const TrainAndScore without_scores = [&](const Dataset& training, const Dataset& test) {
    return Predictions{method(training, test), {}};
  };
  return cross_validate(dataset, without_scores, plan, runtime, progress);
}

}   // namespace protea
