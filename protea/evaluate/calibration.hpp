// Do scores mean what they say? Reliability of the score of the answer, and two losses of all of them.
#pragma once

#include <span>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

// Answered samples whose answer has a score in (low, high]; the first bin has its low end too.
struct ReliabilityBin {
  double low = 0;
  double high = 0;
  std::size_t samples = 0;
  double confidence = 0;   // mean score of the answers; 0 without samples
  double accuracy = 0;     // share of them that are right
};

struct Calibration {
  std::vector<ReliabilityBin> bins;
  double expected_error = 0;   // Σ share of samples · |accuracy − confidence| [Naeini, Cooper, Hauskrecht 2015]
  double brier = 0;            // mean of Σ_c (s_c − [c = y])², from 0 to 2 [Brier 1950]
  double log_loss = 0;         // mean of −ln s_y, with s_y at least 2⁻⁵²
};

// The bins count the `answers` a model gives, whatever its thresholds make of the scores, and none that it withholds;
// empty: the class of the largest score. Precondition: at least one sample, at least one bin.
Calibration calibration_of(MatrixView scores, std::span<const Label> y, std::span<const Label> answers = {},
                           std::size_t bins = 10);

}   // namespace protea
