// Several methods on the same folds: how well each does, and whether a pair differs by more than chance.
#pragma once

#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/evaluate/cross_validation.hpp>
#include <protea/evaluate/significance.hpp>
#include <protea/evaluate/task_ledger.hpp>

namespace PROTEA_EXPORT protea {

struct Contender {
  std::string name;
  TrainAndScore run;
  std::string identity;   // tells it from the same name with other options
};

struct PairTest {
  std::size_t first = 0;
  std::size_t second = 0;
  McNemar mcnemar;   // each sample once: its first test; nothing for numbers
  // Accuracy, or of numbers the root mean square error, of the first less that of the second, over all folds and
  // repeats, corrected by the mean ratio of the sizes of test and training parts.
  ResampledT resampled;
};

struct Comparison {
  std::vector<CrossValidation> methods;   // in the order given; nothing in those that failed
  std::vector<std::string> failures;      // of each method: why there are no numbers, settings marked; empty: there are
  std::vector<PairTest> pairs;            // (0,1), (0,2), … (1,2), … of those that did not fail
};

// The folds are those of cross_validate() with the same plan. A method that fails on a split says so and the others go
// on; where all fail, the error of the first is thrown, with its name before the sentence.
Comparison compare(const Dataset& dataset, const std::vector<Contender>& contenders, const CrossValidationPlan& plan,
                   Runtime& runtime, const LedgerPlan& ledger = {}, const TaskLedger::Progress& progress = {});

}   // namespace protea
