// Everything that can be said about answers and scores when the truth is known.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include <protea/base/export.hpp>
#include <protea/evaluate/calibration.hpp>
#include <protea/evaluate/measures.hpp>
#include <protea/evaluate/number_measures.hpp>
#include <protea/evaluate/ranking.hpp>
#include <protea/model/model.hpp>

namespace PROTEA_EXPORT protea {

struct AssessmentOptions {
  double beta = 1;           // of F_β
  std::size_t bins = 10;     // of the reliability
  std::size_t classes = 0;   // that there are, where there are no scores; those that occur, unless there are more
};

struct Assessment {
  std::size_t samples = 0;
  double coverage = 1;      // share of the samples that got an answer
  Confusion confusion{0};   // of those with an answer, and so are the measures
  Measures measures;
  Ranking ranking;           // of the scores of all samples, see beyond_rounding()
  Calibration calibration;   // of the scores of all samples
};

// Precondition: at least one sample. Without scores there is neither ranking nor calibration.
Assessment assess(std::span<const Label> truth, const Predictions& predictions, const AssessmentOptions& options = {});

// What is to be best when something is chosen. Losses are the better the smaller.
enum class Measure { accuracy, balanced_accuracy, auc, f, matthews, kappa, log_loss, brier, rmse, mae, r2 };
constexpr auto names_of(Measure) {
  return std::array{std::pair<std::string_view, Measure>{"accuracy", Measure::accuracy},
                    std::pair<std::string_view, Measure>{"balanced-accuracy", Measure::balanced_accuracy},
                    std::pair<std::string_view, Measure>{"auc", Measure::auc},
                    std::pair<std::string_view, Measure>{"f", Measure::f},
                    std::pair<std::string_view, Measure>{"matthews", Measure::matthews},
                    std::pair<std::string_view, Measure>{"kappa", Measure::kappa},
                    std::pair<std::string_view, Measure>{"log-loss", Measure::log_loss},
                    std::pair<std::string_view, Measure>{"brier", Measure::brier},
                    std::pair<std::string_view, Measure>{"rmse", Measure::rmse},
                    std::pair<std::string_view, Measure>{"mae", Measure::mae},
                    std::pair<std::string_view, Measure>{"r2", Measure::r2}};
}
bool is_loss(Measure measure);
bool needs_scores(Measure measure);
bool is_of_numbers(Measure measure);   // all others are of classes
// Throws a UsageError where the targets of the data are of the other sort.
void demand_fitting(Measure measure, TargetKind targets);

// Of all samples together; for accuracy and balanced accuracy a rejected one is not right, and the area under
// the curve is that of chance where there is one class only.
double value_of(Measure measure, std::span<const Label> truth, const Predictions& predictions, std::size_t classes);
// R² is 0 where all targets are the same.
double value_of(Measure measure, const NumberMeasures& measures);

}   // namespace protea
