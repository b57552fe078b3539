#include <protea/evaluate/repeated_folds.hpp>

#include <fmt/format.h>

#include <protea/base/error.hpp>

namespace protea {

std::vector<Split> repeated_folds(const Dataset& dataset, const CrossValidationPlan& plan) {
  if (plan.folds < 2) throw UsageError(fmt::format("folds = {}: must be at least 2", plan.folds));
  std::vector<Split> splits;
  for (std::size_t repeat = 0; repeat < plan.repeats; ++repeat) {
    const Random random(plan.seed, Purpose::folds, static_cast<std::uint32_t>(repeat));
    for (Split& split : stratified_folds(dataset.y, dataset.class_names, plan.folds, random)) splits.push_back(std::move(split));
  }
  return splits;
}

}  // namespace protea
