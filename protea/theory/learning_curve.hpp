// Learning curves: the flow, integrated with control of the local error.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/theory/flow.hpp>
#include <protea/theory/performance.hpp>

namespace PROTEA_EXPORT protea {

enum class Integrator { dormand_prince, fehlberg };   // orders 5(4) and 8(7)

struct LearningTask {
  ClusterModel model;
  const TheoryRule& rule;
  std::function<double(double alpha)> eta;   // the learning rate, which may change with α
  Overlaps start;
  Integrator integrator = Integrator::dormand_prince;
  double tolerance = 1e-11;          // of a step, absolute and relative: the curve is then right to 1e-9
  std::size_t most_steps = 50'000;   // seconds at most, whatever the rule
};

struct LearningPoint {
  double alpha = 0;
  Overlaps overlaps;
  GeneralizationError error;
  double quantization = 0;
};

struct LearningCurve {
  std::vector<LearningPoint> points;   // those of the α that were reached
  // An overlap passed `most_overlap` at this α, or grew without bound towards it: the prototypes run away, and the
  // curve ends before.
  std::optional<double> diverged_at;
  // The steps were used up at this α: the flow is too stiff to be followed further in a reasonable time.
  std::optional<double> stopped_at;
  Overlaps last;   // the state that was reached
  std::size_t steps = 0;
};
inline constexpr double most_overlap = 1e6;

// The states at the given α, ascending and not negative. Throws a UsageError for an impossible start.
LearningCurve learning_curve(const LearningTask& task, std::span<const double> alphas);
// The same from a state that is known to be one, up to rounding: nothing is checked.
LearningCurve follow(const LearningTask& task, std::span<const double> alphas);

// The point of a curve for given overlaps.
LearningPoint curve_point(const ClusterModel& model, const Overlaps& overlaps, const std::vector<std::size_t>& labels,
                          double alpha);

// Does exchanging two prototypes change no overlap? A rule that treats them alike keeps it so for ever.
bool are_exchangeable(const Overlaps& overlaps, std::size_t l, std::size_t m);
// Does exchanging the clusters change nothing, equal priors and variances and R_l₊ = R_l₋ for every prototype? A rule
// without labels keeps it so for ever.
bool are_clusters_exchangeable(const ClusterModel& model, const Overlaps& overlaps);

}   // namespace protea
