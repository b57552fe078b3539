#include <protea/evaluate/assessment.hpp>

namespace protea {

Assessment assess(std::span<const Label> truth, const Predictions& predictions, const AssessmentOptions& options) {
  Assessment result;
  const MatrixView scores = predictions.scores.view();
  result.samples = truth.size();
  result.confusion = Confusion(truth, predictions.labels, scores.columns);
  result.coverage = static_cast<double>(result.confusion.samples()) / static_cast<double>(truth.size());
  result.measures = measures_of(result.confusion, options.beta);
  result.ranking = ranking_of(beyond_rounding(scores).view(), truth);
  result.calibration = calibration_of(scores, truth, predictions.labels, options.bins);
  return result;
}

bool is_loss(Measure measure) { return measure == Measure::log_loss || measure == Measure::brier; }

bool needs_scores(Measure measure) { return measure == Measure::auc || is_loss(measure); }

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
  }
  return 0;
}

}   // namespace protea
