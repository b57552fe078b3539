// Training and test error of a method against the size of the training set, or against any of its options.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/catalogue/grid.hpp>
#include <protea/evaluate/bias_variance.hpp>
#include <protea/evaluate/cross_validation.hpp>
#include <protea/evaluate/task_ledger.hpp>

namespace PROTEA_EXPORT protea {

inline constexpr std::string_view size_axis =
    "size";   // shares of the training part, in (0, 1], or whole numbers of samples above 1

struct CurvePlan {
  std::string method = std::string(default_method);
  Settings changes;
  GridAxis over;   // "size", or an option of make_method()
  CrossValidationPlan folds;
  bool has_decomposition = false;   // bias and variance of the answers; needs two repeats at least
};

struct CurvePoint {
  std::string value;
  double samples = 0;                // trained on, in the mean over folds and repeats
  double parameters = 0;             // of the models, in the mean
  MeanAndDeviation training_error;   // shares, of numbers root mean squares, over folds and repeats
  MeanAndDeviation test_error;       // a rejected sample is an error
  std::optional<ZeroOneDecomposition>
      decomposition;     // each sample is answered for once per repeat, never by a model that saw it
  std::string failure;   // why there are no numbers, settings marked; empty: there are
  double coverage = 1;   // share of the test samples that got an answer
};

// Folds are those of cross_validate(). Smaller training sets are nested in larger ones, each class with its share but
// never without a sample. The decomposition needs splits that test every sample once per repeat. A point whose training
// fails says so; the error is thrown where all fail.
std::vector<CurvePoint> measure_curve(const CurvePlan& plan, const EncodedTable& data, Runtime& runtime,
                                      const LedgerPlan& ledger = {}, const TaskLedger::Progress& progress = {});

}   // namespace protea
