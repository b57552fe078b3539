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

}   // namespace protea
