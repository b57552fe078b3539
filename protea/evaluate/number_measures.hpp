// How well numbers are told: what can be said about answers when the true numbers are known.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

struct NumberMeasures {
  std::size_t samples = 0;
  double rmse = 0;   // √ of the mean squared error
  double mae = 0;    // the mean absolute error
  // 1 − Σ (y − answer)²/Σ (y − ȳ)²: the share of the spread that is told, below 0 where the mean of these targets would
  // tell more. Absent where all targets are the same.
  std::optional<double> r2 = {};
};

// Every sample counts as it weighs; no weights: all one. Precondition: one sample at least.
NumberMeasures number_measures(Row truth, Row answers, Row weights = {});

}   // namespace protea
