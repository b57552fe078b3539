// Repeated stratified k-fold cross-validation around any trainer.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <protea/data/dataset.hpp>
#include <protea/evaluate/confusion.hpp>
#include <protea/runtime/runtime.hpp>

namespace protea {

// Trains on the first data set and answers for the rows of the second; sees nothing else.
using TrainAndPredict = std::function<std::vector<Label>(const Dataset& training, const Dataset& test)>;

struct CrossValidationPlan {
  std::size_t folds = 10;
  std::size_t repeats = 1;
  std::uint64_t seed = 1;
};

struct MeanAndDeviation {
  double mean = 0;
  double deviation = 0;                    // of the folds, with n − 1
};
MeanAndDeviation mean_and_deviation(std::span<const double> values);

struct CrossValidation {
  std::vector<double> accuracy;            // one per fold, repeat by repeat
  std::vector<double> balanced_accuracy;
  Confusion confusion;                     // summed over all folds
};

// Folds run in parallel; the result does not depend on the number of threads.
CrossValidation cross_validate(const Dataset& dataset, const TrainAndPredict& method, const CrossValidationPlan& plan,
                               Runtime& runtime, const std::function<void(std::size_t done, std::size_t all)>& progress = {});

}  // namespace protea
