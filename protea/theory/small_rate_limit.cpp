#include <protea/theory/small_rate_limit.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/error.hpp>
#include <protea/base/linear_algebra.hpp>

namespace protea {
namespace {

using State = std::vector<double>;   // as to_vector() gives it

State linear_flow(const ClusterModel& model, const TheoryRule& rule, const State& state) {
  return to_vector(flow(model, rule, to_overlaps(state, rule.labels().size())).linear);
}

State moved(const State& state, double share, const State& step) {
  State result = state;
  for (std::size_t i = 0; i < result.size(); ++i) result[i] -= share * step[i];
  return result;
}

bool is_finite(const State& state) {
  return std::all_of(state.begin(), state.end(), [](double value) { return std::isfinite(value); });
}

double largest_size(const State& state) {
  double largest = 0;
  for (const double value : state) largest = std::max(largest, std::abs(value));
  return largest;
}

Matrix jacobian(const ClusterModel& model, const TheoryRule& rule, const State& state) {
  constexpr double step = 1e-5;
  Matrix result(state.size(), state.size());
  for (std::size_t j = 0; j < state.size(); ++j) {
    State up = state;
    State down = state;
    up[j] += step;
    down[j] -= step;
    const State after = linear_flow(model, rule, up);
    const State before = linear_flow(model, rule, down);
    for (std::size_t i = 0; i < state.size(); ++i) result(i, j) = (after[i] - before[i]) / (2 * step);
  }
  return result;
}

// The largest real part of the eigenvalues of the Jacobian.
double largest_rate(const ClusterModel& model, const TheoryRule& rule, const State& state) {
  const auto values = eigenvalues_of(jacobian(model, rule, state));
  return std::max_element(values.begin(), values.end(),
                          [](const auto& a, const auto& b) { return a.real() < b.real(); })
      ->real();
}

// The flow without its quadratic part, as a rule whose factors have vanishing squares.
class Noiseless final : public TheoryRule {
 public:
  explicit Noiseless(const TheoryRule& rule) : rule_(rule) {}
  const std::vector<std::size_t>& labels() const override { return rule_.labels(); }
  std::array<double, most_prototypes> factors(const std::array<double, most_prototypes>& d,
                                              std::size_t cluster) const override {
    return rule_.factors(d, cluster);
  }
  Moments moments(const ClusterModel& model, const Overlaps& overlaps, std::size_t cluster) const override {
    Moments result = rule_.moments(model, overlaps, cluster);
    result.ff = {};
    return result;
  }

 private:
  const TheoryRule& rule_;
};

// A rule whose factors are divided by a number: the same way, in another time.
class Divided final : public TheoryRule {
 public:
  Divided(const TheoryRule& rule, double unit) : rule_(rule), unit_(unit) {}
  const std::vector<std::size_t>& labels() const override { return rule_.labels(); }
  std::array<double, most_prototypes> factors(const std::array<double, most_prototypes>& d,
                                              std::size_t cluster) const override {
    auto result = rule_.factors(d, cluster);
    for (double& f : result) f /= unit_;
    return result;
  }
  Moments moments(const ClusterModel& model, const Overlaps& overlaps, std::size_t cluster) const override {
    Moments result = rule_.moments(model, overlaps, cluster);
    for (double& f : result.f) f /= unit_;
    for (auto& row : result.fx) {
      for (double& fx : row) fx /= unit_;
    }
    for (auto& row : result.ff) {
      for (double& ff : row) ff /= unit_ * unit_;
    }
    return result;
  }

 private:
  const TheoryRule& rule_;
  double unit_;
};

// The size of the factors at the start, by which limits of speed and time are to be measured; 1 where it is
// nearly that.
double unit_of(const ClusterModel& model, const TheoryRule& rule, const Overlaps& start) {
  double square = 0;
  for (const std::size_t cluster : {0, 1}) {
    const Moments moments = rule.moments(model, start, cluster);
    for (std::size_t l = 0; l < rule.labels().size(); ++l) square += moments.ff[l][l] / 2;
  }
  const double size = std::sqrt(square);
  constexpr double moderate = 10;
  return size > 0 && (size < 1 / moderate || size > moderate) ? size : 1;
}

constexpr double rest_speed = 1e-8;         // below it a state counts as at rest
constexpr double first_stretch = 50;        // of the flow; the next ones double, and nine make the longest time
constexpr double small_rate = 0.02;         // of the flow whose noise ends the circling, …
constexpr double small_rate_time = 400;     // … and how long, in units of ηα
constexpr double most_newton_step = 1e-3;   // of a polish
constexpr int most_polish_steps = 10;
constexpr int most_newton_steps = 60;
constexpr double newton_rest = 1e-13;   // of the flow
constexpr double least_share = 1e-3;    // of a step of Newton's method, and of λ in a step of the continuation
constexpr double least_centres = 0.1;
constexpr double farthest_centres = 8;   // in deviations: clusters that hardly overlap
constexpr double first_share = 0.9;      // of λ, from one step of the continuation to the next

double speed_of(const ClusterModel& model, const TheoryRule& rule, const Overlaps& overlaps) {
  return largest_size(to_vector(flow(model, rule, overlaps).linear));
}

using Lengths = std::array<double, most_prototypes>;   // Q_ll, of one prototype after the other

Lengths squared_lengths(const Overlaps& overlaps) {
  Lengths result{};
  for (std::size_t l = 0; l < overlaps.prototypes; ++l) result[l] = overlaps.q[l][l];
  return result;
}

// Where the flow without its quadratic part goes from a state.
struct Journey {
  Overlaps overlaps;
  bool is_at_rest = false;
  bool is_diverged = false;
  std::vector<Lengths> lengths = {};   // at times that double
};

// What prototype escapes, by its growth g in each of the last three doublings of the time: it must not shrink by more
// than a third from one to the next, as it does on the way to a rest. Q ~ t^e has growths in the ratio 2^e, Q ~ log
// t equal ones, and lengths with powers of log t a ratio that tends to 1 from either side.
std::optional<Escape> escape_of(const std::vector<Lengths>& lengths) {
  constexpr std::size_t doublings = 3;
  constexpr double least_ratio = 0.6;
  constexpr double least_growth = 1e-3;        // of Q itself, in a doubling
  constexpr double logarithmic_ratio = 1.15;   // t^0.2 has this ratio
  if (lengths.size() <= doublings) return std::nullopt;
  const std::size_t last = lengths.size() - 1;
  std::optional<Escape> found;
  for (std::size_t l = 0; l < most_prototypes; ++l) {
    std::array<double, doublings> growth{};
    for (std::size_t i = 0; i < doublings; ++i) growth[i] = lengths[last - i][l] - lengths[last - i - 1][l];
    bool is_escaping = growth.front() > least_growth * lengths[last][l];
    for (std::size_t i = 1; i < doublings; ++i)
      is_escaping = is_escaping && growth[i] > 0 && growth[i - 1] > least_ratio * growth[i];
    if (!is_escaping || (found && found->growth > growth[0])) continue;
    const double ratio = growth[0] / growth[1];
    found = {l, growth[0], ratio > logarithmic_ratio ? std::log2(ratio) : 0};
  }
  return found;
}

// The state with the smallest change of Q that vectors have: the eigenvalues of Q − RRᵀ must not be negative, and along
// a border that prototypes reach, in the plane of the centres, errors of the integration bring them there.
Overlaps possible(Overlaps overlaps) {
  const std::size_t count = overlaps.prototypes;
  Matrix rest(count, count);
  for (std::size_t l = 0; l < count; ++l) {
    for (std::size_t m = 0; m < count; ++m) {
      rest(l, m) = overlaps.q[l][m];
      for (std::size_t s = 0; s < cluster_count; ++s) rest(l, m) -= overlaps.r[l][s] * overlaps.r[m][s];
    }
  }
  const Spectrum spectrum = spectrum_of(rest);
  for (std::size_t k = 0; k < count; ++k) {
    if (spectrum.values[k] >= 0) continue;
    for (std::size_t l = 0; l < count; ++l) {
      for (std::size_t m = 0; m < count; ++m)
        overlaps.q[l][m] -= spectrum.values[k] * spectrum.vectors(k, l) * spectrum.vectors(k, m);
    }
  }
  return overlaps;
}

bool is_possible(const State& state, std::size_t prototypes) {
  const Overlaps overlaps = to_overlaps(state, prototypes);
  const State nearest = to_vector(possible(overlaps));
  constexpr double rounding = 1e-9;
  double change = 0;
  for (std::size_t i = 0; i < state.size(); ++i) change = std::max(change, std::abs(state[i] - nearest[i]));
  return change <= rounding * (1 + largest_size(state));
}

Journey until_rest(const ClusterModel& model, const TheoryRule& rule, const Overlaps& start) {
  const Noiseless noiseless(rule);
  Journey journey{.overlaps = start};
  std::size_t steps = 0;
  double time = 0;
  // Ever longer stretches: a weakly unstable state is left slowly.
  for (double stretch = first_stretch; time < longest_rest_time && steps < most_rest_steps; stretch *= 2) {
    const LearningCurve curve = follow({.model = model,
                                        .rule = noiseless,
                                        .eta = [](double) { return 1.0; },
                                        .start = journey.overlaps,
                                        .tolerance = 1e-10,
                                        .most_steps = most_rest_steps - steps},
                                       std::array{stretch});
    journey.overlaps = curve.last;
    if (!curve.stopped_at) journey.lengths.push_back(squared_lengths(curve.last));
    journey.is_diverged = curve.diverged_at.has_value();
    journey.is_at_rest = !journey.is_diverged && speed_of(model, rule, journey.overlaps) < rest_speed;
    if (journey.is_diverged || journey.is_at_rest) break;
    steps += curve.steps;
    time += stretch;
  }
  return journey;
}

// Newton polishes what is drawn to a point. Along a family of states at rest it would run off, at the end to states
// that no vectors have: there the state stays where the flow came to rest.
State polished(const ClusterModel& model, const TheoryRule& rule, State state) {
  if (std::abs(largest_rate(model, rule, state)) <= neutral_rate) return state;
  for (int iteration = 0; iteration < most_polish_steps; ++iteration) {
    const State change = linear_flow(model, rule, state);
    const State step = solve(jacobian(model, rule, state), change);
    if (!is_finite(step) || length_of(step) > most_newton_step) break;
    const State next = moved(state, 1, step);
    if (length_of(linear_flow(model, rule, next)) >= length_of(change)) break;
    if (!is_possible(next, rule.labels().size())) break;
    state = next;
  }
  return state;
}

// The fixed point that Newton's method finds from afar, where every step must lower the flow; not at rest if there is
// none, or none that vectors can have and the flow is drawn to. A prototype that never wins any more is at rest too,
// but drawn to nothing.
Journey by_newton(const ClusterModel& model, const TheoryRule& rule, const Overlaps& start) {
  State state = to_vector(start);
  State change = linear_flow(model, rule, state);
  for (int iteration = 0; iteration < most_newton_steps && length_of(change) > newton_rest; ++iteration) {
    const State step = solve(jacobian(model, rule, state), change);
    if (!is_finite(step)) return {.overlaps = start};
    double share = 1;
    State next = linear_flow(model, rule, moved(state, share, step));
    while (!(length_of(next) < length_of(change)) && share > least_share) {
      share /= 2;
      next = linear_flow(model, rule, moved(state, share, step));
    }
    if (!(length_of(next) < length_of(change))) break;
    state = moved(state, share, step);
    change = next;
  }
  Journey journey{.overlaps = to_overlaps(state, start.prototypes)};
  if (!(length_of(change) < rest_speed) || !(largest_size(state) < most_overlap)) return journey;
  try {
    demand_valid(journey.overlaps);
  } catch (const UsageError&) {
    return journey;
  }
  journey.is_at_rest = largest_rate(model, rule, state) < -neutral_rate;
  return journey;
}

// The flow with a small rate, whose noise drives the prototypes apart, then Newton's method.
Journey by_a_small_rate(const ClusterModel& model, const TheoryRule& rule, const Overlaps& start) {
  const auto go = [&](const Overlaps& from, double time) {
    return follow({.model = model,
                   .rule = rule,
                   .eta = [](double) { return small_rate; },
                   .start = from,
                   .tolerance = 1e-8,
                   .most_steps = most_rest_steps},
                  std::array{time / small_rate});
  };
  LearningCurve curve = go(start, small_rate_time);
  Journey journey = by_newton(model, rule, curve.last);
  // Nothing to be found: perhaps a prototype goes ever farther, ever more slowly.
  for (double stretch = small_rate_time; !journey.is_at_rest && stretch <= 8 * small_rate_time; stretch *= 2) {
    if (curve.diverged_at || curve.stopped_at) break;
    journey.lengths.push_back(squared_lengths(curve.last));
    curve = go(curve.last, stretch);
  }
  if (!journey.is_at_rest && !curve.diverged_at && !curve.stopped_at)
    journey.lengths.push_back(squared_lengths(curve.last));
  return journey;
}

// From clusters far enough apart for the flow to rest, step by step to where they are.
Journey from_farther_clusters(const ClusterModel& model, const TheoryRule& rule, const Overlaps& start) {
  constexpr Journey nowhere{};
  ClusterModel farther = model;
  Journey journey;
  while (!journey.is_at_rest) {
    farther.lambda = std::max(2 * farther.lambda, least_centres);
    if (farther.lambda > farthest_centres * std::sqrt(std::max(model.v_plus, model.v_minus))) return nowhere;
    journey = until_rest(farther, rule, start);
    if (!journey.is_at_rest && !journey.is_diverged) journey = by_newton(farther, rule, journey.overlaps);
    journey.is_at_rest = journey.is_at_rest && largest_rate(farther, rule, to_vector(journey.overlaps)) < -neutral_rate;
  }
  double share = first_share;
  while (farther.lambda > model.lambda) {
    ClusterModel nearer = farther;
    nearer.lambda = std::max(model.lambda, share * farther.lambda);
    const Journey next = by_newton(nearer, rule, journey.overlaps);
    if (next.is_at_rest) {
      farther = nearer;
      journey = next;
      continue;
    }
    share = (1 + share) / 2;
    if (share > 1 - least_share) return nowhere;
  }
  return journey;
}

SmallRateLimit limit_at(const ClusterModel& model, const TheoryRule& rule, const Journey& journey) {
  SmallRateLimit result;
  result.overlaps = journey.overlaps;
  result.is_at_rest = journey.is_at_rest;
  result.is_diverged = journey.is_diverged;
  if (!journey.is_at_rest) result.escape = escape_of(journey.lengths);
  if (journey.is_diverged) return result;
  State state = to_vector(journey.overlaps);
  if (journey.is_at_rest) state = polished(model, rule, state);
  result.overlaps = possible(to_overlaps(state, journey.overlaps.prototypes));
  state = to_vector(result.overlaps);
  result.error = generalization_error(model, result.overlaps, rule.labels());
  result.quantization = quantization_error(model, result.overlaps);
  result.residual = largest_size(linear_flow(model, rule, state));
  result.slowest = largest_rate(model, rule, state);
  return result;
}

}   // namespace

SmallRateLimit small_rate_limit(const ClusterModel& model, const TheoryRule& given, const Overlaps& start) {
  demand_valid(model);
  demand_valid(start);
  const Divided rule(given, unit_of(model, given, start));
  Journey journey = until_rest(model, rule, start);
  SmallRateLimit direct = limit_at(model, rule, journey);
  // A state that creeps along a neutral direction has nowhere else to go.
  if (direct.is_diverged || direct.is_at_rest || direct.stability() == Stability::neutral) return direct;
  journey = by_newton(model, rule, direct.overlaps);
  if (journey.is_at_rest && direct.stability() == Stability::stable) return limit_at(model, rule, journey);
  if (!journey.is_at_rest) {
    journey = by_a_small_rate(model, rule, start);
    if (!journey.is_at_rest && !direct.escape) direct.escape = escape_of(journey.lengths);
  }
  if (!journey.is_at_rest) journey = from_farther_clusters(model, rule, start);
  if (!journey.is_at_rest) return direct;
  SmallRateLimit limit = limit_at(model, rule, journey);
  limit.is_detoured = true;
  return limit;
}

}   // namespace protea
