// Cross-validation around any trainer: training and test parts cut as a plan says.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/data/dataset.hpp>
#include <protea/evaluate/confusion.hpp>
#include <protea/evaluate/number_measures.hpp>
#include <protea/evaluate/splits.hpp>
#include <protea/evaluate/task_ledger.hpp>
#include <protea/model/model.hpp>
#include <protea/runtime/runtime.hpp>

namespace PROTEA_EXPORT protea {

// Trains on the first data set and answers for the rows of the second; sees nothing else.
using TrainAndPredict = std::function<std::vector<Label>(const Dataset& training, const Dataset& test)>;
// The same with the scores of every class.
using TrainAndScore = std::function<Predictions(const Dataset& training, const Dataset& test)>;

using CrossValidationPlan = SplitPlan;

struct MeanAndDeviation {
  double mean = 0;
  double deviation = 0;   // of the folds, with n − 1
};
MeanAndDeviation mean_and_deviation(std::span<const double> values);

// Where a tested sample came from.
struct TestedSample {
  std::uint32_t row;         // of the data, from 0
  std::uint32_t repeat;      // from 0
  std::uint32_t test_part;   // of the repeat, from 0
};

struct CrossValidation {
  std::vector<double> accuracy =
      {};   // of all samples of a test part, repeat by repeat; a rejected sample is not right
  // One for each test part where every one of them has samples of every class. Else one for each repeat, of its test
  // parts together: the mean over the classes that a part happens to have is no balanced accuracy (for a single sample
  // it is the accuracy).
  std::vector<double> balanced_accuracy = {};
  Confusion confusion;             // summed over all folds
  std::vector<Label> truth = {};   // of every tested sample, fold by fold
  Predictions predictions = {};    // for those; without scores where the method gives none
  std::vector<TestedSample> tested = {};

  // Where the targets are numbers, there is this in the place of accuracies, confusion and truth.
  std::vector<NumberMeasures> number_parts = {};   // of each test part, repeat by repeat
  std::vector<double> true_numbers = {};           // of every tested sample; `predictions` has the answers
  std::vector<double> weights = {};                // of these; empty: all one

  std::size_t parts() const { return number_parts.empty() ? accuracy.size() : number_parts.size(); }
  // Of all tested samples together.
  NumberMeasures of_numbers() const { return number_measures(true_numbers, predictions.numbers, weights); }
  std::vector<double> rmse() const;   // of each test part
};

// Test parts run in parallel; the result does not depend on the number of threads. A row of the test part is seen by
// `method` as its second argument only, so nothing that it learns can depend on it. With a ledger the answers are kept
// while working, and a run that was interrupted goes on; `identity` tells methods apart. Throws a DataError where a
// split leaves one class to learn from; a class that a training part has not is simply not known to its model.
CrossValidation cross_validate(const Dataset& dataset, const TrainAndScore& method, const CrossValidationPlan& plan,
                               Runtime& runtime,
                               const std::function<void(std::size_t done, std::size_t all)>& progress = {},
                               const LedgerPlan& ledger = {}, const std::string& identity = {});
CrossValidation cross_validate(const Dataset& dataset, const TrainAndPredict& method, const CrossValidationPlan& plan,
                               Runtime& runtime,
                               const std::function<void(std::size_t done, std::size_t all)>& progress = {});

// What follows from the answers for each test part.
CrossValidation summarize(const Dataset& dataset, const std::vector<Samples>& tests, std::size_t repeats,
                          std::span<const Predictions> answers);

// Predictions as the result of a task, and back: labels, then scores and certainty where there are any. Without
// classes: numbers.
std::vector<double> to_values(const Predictions& predictions);
Predictions from_values(std::span<const double> values, std::size_t samples, std::size_t classes);

}   // namespace protea
