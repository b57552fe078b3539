#include <protea/evaluate/calibration.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace protea {
namespace {

std::size_t bin_of(double confidence, std::size_t bins) {
  const auto above = static_cast<std::size_t>(std::ceil(confidence * static_cast<double>(bins)));
  return std::clamp<std::size_t>(above, 1, bins) - 1;
}

}   // namespace

Calibration calibration_of(MatrixView scores, std::span<const Label> y, std::span<const Label> answers,
                           std::size_t bins) {
  Calibration result;
  result.bins.resize(bins);
  const auto all = static_cast<double>(scores.rows);
  double answered = 0;
  for (std::size_t i = 0; i < scores.rows; ++i) {
    const Row s = scores.row(i);
    const auto right = static_cast<std::size_t>(y[i]);
    const Label answer =
        answers.empty() ? static_cast<Label>(std::max_element(s.begin(), s.end()) - s.begin()) : answers[i];
    if (answer != no_label) {
      const double confidence = s[static_cast<std::size_t>(answer)];
      ReliabilityBin& bin = result.bins[bin_of(confidence, bins)];
      ++bin.samples;
      ++answered;
      bin.confidence += confidence;
      bin.accuracy += answer == y[i] ? 1 : 0;
    }
    for (std::size_t c = 0; c < s.size(); ++c) {
      const double gap = s[c] - (c == right ? 1 : 0);
      result.brier += gap * gap / all;
    }
    result.log_loss -= std::log(std::max(s[right], std::numeric_limits<double>::epsilon())) / all;
  }
  for (std::size_t b = 0; b < bins; ++b) {
    ReliabilityBin& bin = result.bins[b];
    bin.low = static_cast<double>(b) / static_cast<double>(bins);
    bin.high = static_cast<double>(b + 1) / static_cast<double>(bins);
    if (bin.samples == 0) continue;
    bin.confidence /= static_cast<double>(bin.samples);
    bin.accuracy /= static_cast<double>(bin.samples);
    result.expected_error += static_cast<double>(bin.samples) / answered * std::abs(bin.accuracy - bin.confidence);
  }
  return result;
}

}   // namespace protea
