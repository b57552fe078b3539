#include <protea/evaluate/cross_validation.hpp>

#include <cmath>
#include <mutex>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/data/split.hpp>

namespace protea {

MeanAndDeviation mean_and_deviation(std::span<const double> values) {
  MeanAndDeviation result;
  for (const double value : values) result.mean += value;
  result.mean /= static_cast<double>(values.size());
  for (const double value : values) result.deviation += (value - result.mean) * (value - result.mean);
  result.deviation = values.size() > 1 ? std::sqrt(result.deviation / static_cast<double>(values.size() - 1)) : 0;
  return result;
}

CrossValidation cross_validate(const Dataset& dataset, const TrainAndPredict& method, const CrossValidationPlan& plan,
                               Runtime& runtime, const std::function<void(std::size_t, std::size_t)>& progress) {
  if (plan.folds < 2) throw UsageError(fmt::format("folds = {}: must be at least 2", plan.folds));
  std::vector<Split> splits;
  for (std::size_t repeat = 0; repeat < plan.repeats; ++repeat) {
    const Random random(plan.seed, Purpose::folds, static_cast<std::uint32_t>(repeat));
    for (Split& split : stratified_folds(dataset.y, dataset.class_names, plan.folds, random)) splits.push_back(std::move(split));
  }
  const std::size_t classes = dataset.class_names.size();
  std::vector<Confusion> results(splits.size(), Confusion(classes));
  std::mutex mutex;
  std::size_t done = 0;
  runtime.run(splits.size(), [&](std::size_t f) {
    const Dataset test = dataset.subset(splits[f].test);
    results[f] = Confusion(test.y, method(dataset.subset(splits[f].training), test), classes);
    const std::lock_guard lock(mutex);
    ++done;
    if (progress) progress(done, splits.size());
  });
  CrossValidation result{{}, {}, Confusion(classes)};
  for (const Confusion& fold : results) {
    result.accuracy.push_back(fold.accuracy());
    result.balanced_accuracy.push_back(fold.balanced_accuracy());
    result.confusion.add(fold);
  }
  return result;
}

}  // namespace protea
