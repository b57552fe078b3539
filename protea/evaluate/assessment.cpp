#include <protea/evaluate/assessment.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/option.hpp>
#include <protea/base/text.hpp>

namespace protea {

Assessment assess(std::span<const Label> truth, const Predictions& predictions, const AssessmentOptions& options) {
  Assessment result;
  const MatrixView scores = predictions.scores.view();
  result.samples = truth.size();
  const bool has_scores = scores.columns > 0;
  std::size_t classes = has_scores ? scores.columns : options.classes;
  for (std::size_t i = 0; !has_scores && i < truth.size(); ++i)
    classes = std::max(classes, static_cast<std::size_t>(std::max(truth[i], predictions.labels[i])) + 1);
  result.confusion = Confusion(truth, predictions.labels, classes);
  result.coverage = static_cast<double>(result.confusion.samples()) / static_cast<double>(truth.size());
  result.measures = measures_of(result.confusion, options.beta);
  if (!has_scores) return result;
  result.ranking = ranking_of(beyond_rounding(scores).view(), truth);
  result.calibration = calibration_of(scores, truth, predictions.labels, options.bins);
  return result;
}

bool is_loss(Measure measure) {
  return measure == Measure::log_loss || measure == Measure::brier || measure == Measure::rmse ||
         measure == Measure::mae;
}

bool needs_scores(Measure measure) {
  return measure == Measure::auc || measure == Measure::log_loss || measure == Measure::brier;
}

bool is_of_numbers(Measure measure) {
  return measure == Measure::rmse || measure == Measure::mae || measure == Measure::r2;
}

void demand_fitting(Measure measure, TargetKind targets) {
  if (is_of_numbers(measure) == (targets == TargetKind::numbers)) return;
  std::vector<std::string> fitting;
  for (const auto& [name, each] : names_of(measure))
    if (is_of_numbers(each) != is_of_numbers(measure)) fitting.emplace_back(name);
  throw UsageError(fmt::format("measure = {}: it is one of {}, and the targets are {}: use {}", choice_name(measure),
                               is_of_numbers(measure) ? "numbers" : "classes",
                               is_of_numbers(measure) ? "classes" : "numbers", join(fitting, ", ")));
}

double value_of(Measure measure, const NumberMeasures& measures) {
  if (measure == Measure::rmse) return measures.rmse;
  return measure == Measure::mae ? measures.mae : measures.r2.value_or(0);
}

double value_of(Measure measure, std::span<const Label> truth, const Predictions& predictions, std::size_t classes) {
  const MatrixView scores = predictions.scores.view();
  const auto confusion = [&] { return Confusion(truth, predictions.labels, classes); };
  switch (measure) {
    case Measure::accuracy: return confusion().accuracy_of_all();
    case Measure::balanced_accuracy: return confusion().balanced_accuracy_of_all();
    case Measure::auc:
      return ranking_of(beyond_rounding(scores).view(), truth).hand_till.value_or(0.5);   // one class: nothing to rank
    case Measure::f: return measures_of(confusion()).macro_f;
    case Measure::matthews: return measures_of(confusion()).matthews;
    case Measure::kappa: return measures_of(confusion()).kappa;
    case Measure::log_loss: return calibration_of(scores, truth, predictions.labels).log_loss;
    case Measure::brier: return calibration_of(scores, truth, predictions.labels).brier;
    case Measure::rmse:
    case Measure::mae:
    case Measure::r2: break;   // of numbers
  }
  return 0;
}

}   // namespace protea
