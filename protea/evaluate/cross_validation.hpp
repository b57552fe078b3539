// Cross-validation around any trainer: training and test parts cut as a plan says.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <protea/data/dataset.hpp>
#include <protea/evaluate/confusion.hpp>
#include <protea/evaluate/splits.hpp>
#include <protea/model/model.hpp>
#include <protea/runtime/runtime.hpp>

namespace protea {

// Trains on the first data set and answers for the rows of the second; sees nothing else.
using TrainAndPredict = std::function<std::vector<Label>(const Dataset& training, const Dataset& test)>;
// The same with the scores of every class.
using TrainAndScore = std::function<Predictions(const Dataset& training, const Dataset& test)>;

using CrossValidationPlan = SplitPlan;

struct MeanAndDeviation {
  double mean = 0;
  double deviation = 0;                    // of the folds, with n − 1
};
MeanAndDeviation mean_and_deviation(std::span<const double> values);

struct CrossValidation {
  std::vector<double> accuracy;            // one per fold, repeat by repeat
  std::vector<double> balanced_accuracy;
  Confusion confusion;                     // summed over all folds
  std::vector<Label> truth;                // of every tested sample, fold by fold
  Predictions predictions;                 // for those; without scores where the method gives none
};

// Test parts run in parallel; the result does not depend on the number of threads. A row of the test part is seen by `method` as
// its second argument only, so nothing that it learns can depend on it.
CrossValidation cross_validate(const Dataset& dataset, const TrainAndScore& method, const CrossValidationPlan& plan,
                               Runtime& runtime, const std::function<void(std::size_t done, std::size_t all)>& progress = {});
CrossValidation cross_validate(const Dataset& dataset, const TrainAndPredict& method, const CrossValidationPlan& plan,
                               Runtime& runtime, const std::function<void(std::size_t done, std::size_t all)>& progress = {});

}  // namespace protea
