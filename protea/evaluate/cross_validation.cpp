#include <protea/evaluate/cross_validation.hpp>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

namespace protea {

MeanAndDeviation mean_and_deviation(std::span<const double> values) {
  MeanAndDeviation result;
  for (const double value : values) result.mean += value;
  result.mean /= static_cast<double>(values.size());
  for (const double value : values) result.deviation += (value - result.mean) * (value - result.mean);
  result.deviation = values.size() > 1 ? std::sqrt(result.deviation / static_cast<double>(values.size() - 1)) : 0;
  return result;
}

CrossValidation cross_validate(const Dataset& dataset, const TrainAndScore& method, const CrossValidationPlan& plan,
                               Runtime& runtime, const std::function<void(std::size_t, std::size_t)>& progress) {
  const std::vector<Split> splits = make_splits(dataset, plan);
  const std::size_t classes = dataset.class_names.size();
  std::vector<Predictions> answers(splits.size());
  std::mutex mutex;
  std::size_t done = 0;
  runtime.run(splits.size(), [&](std::size_t f) {
    answers[f] = method(dataset.subset(splits[f].training), dataset.subset(splits[f].test));
    const std::lock_guard lock(mutex);
    ++done;
    if (progress) progress(done, splits.size());
  });
  CrossValidation result{{}, {}, Confusion(classes), {}, {}};
  std::vector<double> scores;
  for (std::size_t f = 0; f < splits.size(); ++f) {
    const std::vector<Label> truth = dataset.subset(splits[f].test).y;
    const Confusion fold(truth, answers[f].labels, classes);
    result.accuracy.push_back(fold.accuracy());
    result.balanced_accuracy.push_back(fold.balanced_accuracy());
    result.confusion.add(fold);
    result.truth.insert(result.truth.end(), truth.begin(), truth.end());
    result.predictions.labels.insert(result.predictions.labels.end(), answers[f].labels.begin(), answers[f].labels.end());
    const Row own = std::as_const(answers[f]).scores.values();
    scores.insert(scores.end(), own.begin(), own.end());
  }
  if (!scores.empty()) {
    result.predictions.scores = Matrix(result.truth.size(), classes);
    std::copy(scores.begin(), scores.end(), result.predictions.scores.values().begin());
  }
  return result;
}

CrossValidation cross_validate(const Dataset& dataset, const TrainAndPredict& method, const CrossValidationPlan& plan,
                               Runtime& runtime, const std::function<void(std::size_t, std::size_t)>& progress) {
  const TrainAndScore without_scores = [&](const Dataset& training, const Dataset& test) {
    return Predictions{method(training, test), {}};
  };
  return cross_validate(dataset, without_scores, plan, runtime, progress);
}

}  // namespace protea
