// Where learning ends when η → 0 and ηα → ∞: a stable fixed point of the flow without its quadratic part.
#pragma once

#include <protea/base/export.hpp>
#include <protea/theory/learning_curve.hpp>

namespace PROTEA_EXPORT protea {

// By the largest real part of the eigenvalues of the Jacobian: negative, zero up to `neutral_rate`, positive. It is
// zero where fixed points form a continuous family, along which nothing drives the state.
enum class Stability { stable, neutral, unstable };
inline constexpr double neutral_rate = 1e-6;

// How long the flow is followed, in units of ηα and in steps, before the search for a state at rest is given up.
inline constexpr double longest_rest_time = 25'550;
inline constexpr std::size_t most_rest_steps = 4000;

// A prototype that goes ever farther, ever more slowly: its squared length grows like t^exponent with t = ηα, or like
// log t, or a power of it, where the exponent is 0.
struct Escape {
  std::size_t prototype = 0;
  double growth = 0;   // of the squared length in the last doubling of t
  double exponent = 0;
};

struct SmallRateLimit {
  Overlaps overlaps;
  GeneralizationError error;
  double quantization = 0;
  double residual = 0;      // largest number of the flow there; of factors brought to moderate size, as is `slowest`
  double slowest = 0;       // largest real part of the eigenvalues of its Jacobian
  bool is_at_rest = true;   // false: no fixed point was found, and the state is the last one of the flow from the start
  bool is_detoured = false;   // the flow from the start does not rest, and another way led to the state
  bool is_diverged = false;   // there is no such point: the prototypes run away
  // Why nothing rests, where that can be seen: of the flow from the start, or, where that circles, of the one with a
  // small rate.
  std::optional<Escape> escape = {};

  Stability stability() const {
    return slowest > neutral_rate    ? Stability::unstable
           : slowest < -neutral_rate ? Stability::stable
                                     : Stability::neutral;
  }
  bool is_stable() const { return !is_diverged && is_at_rest && stability() == Stability::stable; }
};

// Follows the rescaled flow from the start until it comes to rest, then Newton's method. Where that flow circles for
// ever, the flow with a small η, whose noise drives the prototypes apart, leads to the fixed point at which small rates
// end; then other starts are tried.
SmallRateLimit small_rate_limit(const ClusterModel& model, const TheoryRule& rule, const Overlaps& start);

}   // namespace protea
