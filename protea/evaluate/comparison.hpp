// Several methods on the same folds: how well each does, and whether a pair differs by more than chance.
#pragma once

#include <string>
#include <vector>

#include <protea/evaluate/cross_validation.hpp>
#include <protea/evaluate/significance.hpp>
#include <protea/evaluate/task_ledger.hpp>

namespace protea {

struct Contender {
  std::string name;
  TrainAndPredict run;
  std::string identity;                    // tells it from the same name with other options
};

struct PairTest {
  std::size_t first = 0;
  std::size_t second = 0;
  McNemar mcnemar;                         // each sample once: the answers of the first repeat
  ResampledT resampled;                    // accuracy of the first less that of the second, over all folds and repeats
};

struct Comparison {
  std::vector<CrossValidation> methods;    // in the order given
  std::vector<PairTest> pairs;             // (0,1), (0,2), … (1,2), …
};

// The folds are those of cross_validate() with the same plan. An Error of a method is thrown, with its name before the sentence.
Comparison compare(const Dataset& dataset, const std::vector<Contender>& contenders, const CrossValidationPlan& plan, Runtime& runtime,
                   const LedgerPlan& ledger = {}, const TaskLedger::Progress& progress = {});

}  // namespace protea
