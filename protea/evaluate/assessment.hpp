// Everything that can be said about answers and scores when the truth is known.
#pragma once

#include <protea/base/export.hpp>
#include <protea/evaluate/calibration.hpp>
#include <protea/evaluate/measures.hpp>
#include <protea/evaluate/ranking.hpp>
#include <protea/model/model.hpp>

namespace PROTEA_EXPORT protea {

struct AssessmentOptions {
  double beta = 1;         // of F_β
  std::size_t bins = 10;   // of the reliability
};

struct Assessment {
  std::size_t samples = 0;
  double coverage = 1;      // share of the samples that got an answer
  Confusion confusion{0};   // of those with an answer, and so are the measures
  Measures measures;
  Ranking ranking;           // of the scores of all samples, see beyond_rounding()
  Calibration calibration;   // of the scores of all samples
};

// Precondition: at least one sample.
Assessment assess(std::span<const Label> truth, const Predictions& predictions, const AssessmentOptions& options = {});

}   // namespace protea
