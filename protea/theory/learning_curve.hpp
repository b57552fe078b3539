// Learning curves: the flow, integrated with control of the local error.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <protea/theory/flow.hpp>
#include <protea/theory/performance.hpp>

namespace protea {

enum class Integrator { dormand_prince, fehlberg };   // orders 5(4) and 8(7)

struct LearningTask {
  ClusterModel model;
  const TheoryRule& rule;
  std::function<double(double alpha)> eta;             // the learning rate, which may change with α
  Overlaps start;
  Integrator integrator = Integrator::dormand_prince;
  double tolerance = 1e-11;                            // of a step, absolute and relative: the curve is then right to 1e-9
};

struct CurvePoint {
  double alpha = 0;
  Overlaps overlaps;
  GeneralizationError error;
  double quantization = 0;
};

struct LearningCurve {
  std::vector<CurvePoint> points;
  // A squared length passed `most_overlap` at this α: the prototypes run away, and the curve ends before.
  std::optional<double> diverged_at;
};
inline constexpr double most_overlap = 1e6;

// The states at the given α, ascending and not negative. Throws a UsageError for an impossible start.
LearningCurve learning_curve(const LearningTask& task, std::span<const double> alphas);
// The same from a state that is known to be one, up to rounding: nothing is checked.
LearningCurve follow(const LearningTask& task, std::span<const double> alphas);

// The point of a curve for given overlaps.
CurvePoint curve_point(const ClusterModel& model, const Overlaps& overlaps, const std::vector<std::size_t>& labels, double alpha);

// Do the prototypes start in a state that they cannot tell from its mirror image, R₊σ = R₋σ and Q₊₊ = Q₋₋? A rule without labels never
// leaves it.
bool is_symmetric(const Overlaps& overlaps);

}  // namespace protea
