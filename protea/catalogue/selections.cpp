#include <protea/catalogue/selections.hpp>

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include <protea/base/error.hpp>

namespace protea {
namespace {

Selection selection_of(const Dataset& dataset, Samples rows, const SplitPlan& plan) {
  const Dataset own = dataset.subset(rows);
  Selection result{std::move(rows), make_test_parts(own, plan)};
  demand_two_classes_left(own, result.tests);
  for (Samples& test : result.tests) {
    for (std::uint32_t& row : test) row = result.rows[row];
  }
  return result;
}

}   // namespace

Samples Selection::training(std::size_t fold) const {
  Samples result;
  std::set_difference(rows.begin(), rows.end(), tests[fold].begin(), tests[fold].end(), std::back_inserter(result));
  return result;
}

Selections make_selections(const Dataset& dataset, const SplitPlan& plan, std::size_t inner_folds,
                           std::size_t outer_folds, std::size_t repeats) {
  if (inner_folds < 2) throw UsageError(fmt::format("folds = {}: must be at least 2", inner_folds));
  if (outer_folds == 1) throw UsageError("outer = 1: must be 0 for none, or at least 2");
  if (dataset.y.empty() && dataset.numbers.empty()) throw UsageError("tuning needs a column of labels or numbers");
  SplitPlan inner = plan;
  inner.folds = inner_folds;
  inner.repeats = 1;
  SplitPlan outer = inner;
  inner.repeats = repeats;
  inner.first_repeat = 1;   // parts that the outer validation has not
  Selections result;
  result.inner.push_back(selection_of(dataset, training_part({}, dataset.size()), inner));
  if (outer_folds > 0) {
    outer.folds = outer_folds;
    result.outer = make_test_parts(dataset, outer);
    demand_two_classes_left(dataset, result.outer);
  }
  for (const Samples& test : result.outer) {
    ++inner.stream;
    result.inner.push_back(selection_of(dataset, training_part(test, dataset.size()), inner));
  }
  return result;
}

}   // namespace protea
