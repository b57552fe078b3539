// Where learning ends when η → 0 and ηα → ∞: a stable fixed point of the flow without its quadratic part.
#pragma once

#include <protea/theory/learning_curve.hpp>

namespace protea {

struct SmallRateLimit {
  Overlaps overlaps;
  GeneralizationError error;
  double quantization = 0;
  double residual = 0;                     // largest number of the flow there
  double slowest = 0;                      // largest real part of the eigenvalues of its Jacobian; negative: stable
  bool is_at_rest = true;                  // false: the flow still moves, by `residual`, after a time ηα of 25 000
  bool is_diverged = false;                // there is no such point: a squared length passed `most_overlap`

  bool is_stable() const { return !is_diverged && is_at_rest && slowest < 0; }
};

// Follows the rescaled flow from the start until it comes to rest, then Newton's method.
SmallRateLimit small_rate_limit(const ClusterModel& model, const TheoryRule& rule, const Overlaps& start);

}  // namespace protea
