// How much relevances owe to the choice of samples: the same training on many resamples of the rows.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/evaluate/task_ledger.hpp>
#include <protea/model/model.hpp>

namespace PROTEA_EXPORT protea {

// With replacement as many as there are [Efron 1979], or without a share of them [Meinshausen, Bühlmann 2010].
enum class Resampling { bootstrap, subsample };
constexpr auto names_of(Resampling) {
  return std::array{std::pair<std::string_view, Resampling>{"bootstrap", Resampling::bootstrap},
                    std::pair<std::string_view, Resampling>{"subsample", Resampling::subsample}};
}

struct StabilityPlan {
  std::size_t resamples = 100;
  Resampling kind = Resampling::bootstrap;
  double share = 0.8;   // of a subsample
  std::uint64_t seed = 1;
};

// A number of each run: its median, and between which values nine of ten lie.
struct Spread {
  double median = 0;
  double low = 0;    // 5 %
  double high = 0;   // 95 %
};
// Of values in any order; quantiles between two of them are on the straight line.
Spread spread_of(std::vector<double> values);

struct RelevanceStability {
  std::size_t runs = 0;
  std::size_t failed = 0;               // resamples that could not be learned from, which are left out
  std::string sentence = {};            // of the first of these
  Matrix relevances = {};               // runs × features, each row with sum 1
  std::vector<Spread> relevance = {};   // of each feature
  std::vector<Spread> rank = {};        // 1: the most relevant; equal ones share the mean of their ranks
  Matrix ahead = {};                    // (i, j): the share of the runs in which i is more relevant than j, ties half
  std::vector<double> accuracy = {};    // of each run, on the rows that its resample has not; NaN where it has all
  // exp of the mean of log Λ: the mean of matrices as the metrics they are, with sum 1 of its diagonal. Empty where
  // relevances have no pairs.
  Matrix mean_matrix = {};
};

// Trains on rows, for the model's relevances.
using TrainForStability = std::function<std::unique_ptr<Model>(const Dataset& rows)>;

// Rows of a resample, each class for itself, so that none is lost: numbers of rows, some of them several times.
std::vector<std::uint32_t> resample(const Dataset& dataset, const StabilityPlan& plan, std::size_t run);

// Relevances of several metrics are averaged. Results depend on neither threads nor interruptions. Throws a UsageError for
// models without relevances, a DataError where no resample could be learned from.
RelevanceStability relevance_stability(const Dataset& dataset, const TrainForStability& train,
                                       const StabilityPlan& plan, Runtime& runtime,
                                       const TaskLedger::Progress& progress = {}, const LedgerPlan& ledger = {},
                                       const std::string& identity = {});

}   // namespace protea
