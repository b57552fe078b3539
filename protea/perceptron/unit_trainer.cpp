#include <protea/perceptron/unit_trainer.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/exact_math.hpp>
#include <protea/base/lanes.hpp>
#include <protea/base/linear_algebra.hpp>
#include <protea/base/weights.hpp>
#include <protea/perceptron/iterate.hpp>
#include <protea/perceptron/nearest_point.hpp>
#include <protea/perceptron/trained_unit.hpp>

namespace protea {
namespace {

constexpr std::size_t most_products = 4000;   // examples of which all products are kept: 128 MB
constexpr std::size_t patience = 200;         // epochs before it is asked whether the aim can be reached at all

std::vector<double> copy_of(Row values) { return {values.begin(), values.end()}; }

std::optional<bool> judged(const NearestPoint& nearest, const Dichotomy& dichotomy) {
  if (kappa(dichotomy, nearest.point) > 0) return true;
  double longest = 0;
  for (std::size_t i = 0; i < dichotomy.size(); ++i) longest = std::max(longest, length_of(dichotomy.inputs.row(i)));
  if (nearest.length <= 1e-10 * longest) return false;   // zero, but for rounding
  return std::nullopt;
}

std::optional<bool> is_separable(const Dichotomy& dichotomy) {
  if (find_conflict(dichotomy)) return false;
  const std::optional<NearestPoint> nearest = nearest_point_of(dichotomy);
  return nearest ? judged(*nearest, dichotomy) : std::nullopt;
}

// Asks once, after a while, whether there is a solution at all, and ends the search where there is none.
class Doubt {
 public:
  explicit Doubt(const Dichotomy& dichotomy) : dichotomy_(dichotomy) {}

  bool operator()(std::size_t epoch, Row w) {
    if (epoch != patience || kappa(dichotomy_, w) > 0) return false;
    separable_ = is_separable(dichotomy_);
    return separable_ && !*separable_;
  }
  std::optional<bool> separable() const { return separable_; }

 private:
  const Dichotomy& dichotomy_;
  std::optional<bool> separable_;
};

// The strengths of the largest margin: w = p/|p|² has E ≥ 1, with p the point of the hull of all ξS that is nearest to 0.
void embed_nearest(WeightField& field, const NearestPoint& nearest, std::size_t inputs) {
  const double scale = static_cast<double>(inputs) / (nearest.length * nearest.length);
  for (std::size_t i = 0; i < field.size(); ++i) field.embed(i, scale * nearest.shares[i] - field.strengths()[i]);
}

}   // namespace

std::size_t count_errors(const Dichotomy& dichotomy, Row w) {
  const std::vector<double> all = potentials(dichotomy, w);
  return static_cast<std::size_t>(std::ranges::count_if(all, [](double potential) { return !(potential > 0); }));
}

void judge(TrainedUnit& unit, const Dichotomy& dichotomy) {
  unit.kappa = kappa(dichotomy, unit.weights);
  if (unit.kappa > 0) unit.separable = true;
  else if (!unit.separable) unit.separable = is_separable(dichotomy);
}

TrainedUnit train_unit(const Rosenblatt& trainer, const Dichotomy& dichotomy, std::uint64_t seed) {
  WeightField field(dichotomy);
  Doubt doubt(dichotomy);
  IterationPlan plan{.order = Order::sequential, .epochs = trainer.epochs, .seed = seed};
  plan.is_over = [&](std::size_t epoch) { return doubt(epoch, field.weights()); };
  const IterationOutcome outcome = iterate(field, LearnFromErrors{trainer.margin}, plan);
  TrainedUnit unit = unit_of(field.weights(), field.strengths(), outcome, dichotomy);
  unit.separable = doubt.separable();
  if (unit.kappa > 0) unit.bound = update_bound(dichotomy, trainer.margin, unit.kappa);
  return unit;
}

TrainedUnit train_unit(const MinOver& trainer, const Dichotomy& dichotomy, std::uint64_t seed) {
  Doubt doubt(dichotomy);
  bool is_reached = false;
  std::vector<double> before;
  const double widest = sine_and_cosine(std::min(1.0, trainer.tolerance) / 2).cosine;   // of an angle that is no change
  // The largest stability there is cannot exceed |Σ x ξ S|/Σ x.
  const auto has_settled = [&](Row w, Row strengths) {
    if (trainer.stop == MarginStop::stabilities) {
      const double bound = kappa_bound(dichotomy, strengths);
      const double least = kappa(dichotomy, w);
      is_reached = least > 0 && least >= (1 - trainer.tolerance) * bound;
    } else {
      const double lengths = length_of(w) * (before.empty() ? 0 : length_of(before));
      const double cosine = lengths > 0 ? std::clamp(dot(w, before) / lengths, -1.0, 1.0) : -1;
      is_reached = cosine >= widest && kappa(dichotomy, w) > 0;
      before = copy_of(w);
    }
    return is_reached;
  };
  IterationPlan plan{.order = Order::smallest, .epochs = trainer.epochs, .seed = seed};
  const LearnFromErrors always{infinity};
  IterationOutcome outcome;
  TrainedUnit unit;
  if (dichotomy.size() <= most_products) {
    const Matrix products = products_of(dichotomy);
    ProductField field(products);
    plan.is_over = [&](std::size_t epoch) {
      const std::vector<double> w = weights_of(dichotomy, field.strengths());
      return has_settled(w, field.strengths()) || doubt(epoch, w);
    };
    outcome = iterate(field, always, plan);
    unit = unit_of(weights_of(dichotomy, field.strengths()), field.strengths(), outcome, dichotomy);
  } else {
    WeightField field(dichotomy);
    plan.is_over = [&](std::size_t epoch) {
      return has_settled(field.weights(), field.strengths()) || doubt(epoch, field.weights());
    };
    outcome = iterate(field, always, plan);
    unit = unit_of(field.weights(), field.strengths(), outcome, dichotomy);
  }
  unit.converged = is_reached;
  unit.has_support = true;
  unit.separable = doubt.separable();
  return unit;
}

TrainedUnit train_unit(const Adatron& trainer, const Dichotomy& dichotomy, std::uint64_t seed) {
  WeightField field(dichotomy);
  const bool is_soft = trainer.upper < infinity;
  if (trainer.rate > 0)
    demand_rate(is_soft ? "soft-adatron.rate" : "adatron.rate", trainer.rate, 2 / field.largest_self());
  std::optional<bool> separable;
  IterationPlan plan{.order = Order::shuffled, .epochs = trainer.epochs, .tolerance = trainer.tolerance, .seed = seed};
  if (trainer.upper == infinity) {
    // Without a solution strengths grow for ever, and with a thin margin they settle slowly: after a while the end is found another way.
    plan.is_over = [&](std::size_t epoch) {
      if (epoch != patience) return false;
      if (find_conflict(dichotomy)) separable = false;
      const std::optional<NearestPoint> nearest = separable ? std::nullopt : nearest_point_of(dichotomy);
      if (nearest) separable = judged(*nearest, dichotomy);
      if (separable && *separable) embed_nearest(field, *nearest, dichotomy.dimension());
      return separable && !*separable;
    };
  }
  const IterationOutcome outcome = iterate(field, AdaptWithinBox{trainer.rate, trainer.upper}, plan);
  TrainedUnit unit = unit_of(field.weights(), field.strengths(), outcome, dichotomy);
  unit.separable = separable;
  unit.has_support = true;
  unit.residual = kkt_residual(potentials(dichotomy, unit.weights), unit.strengths, trainer.upper, dichotomy.weights);
  return unit;
}

TrainedUnit train_unit(const Pocket& trainer, const Dichotomy& dichotomy, std::uint64_t seed) {
  WeightField field(dichotomy);
  std::vector<double> pocket(dichotomy.dimension());
  std::size_t fewest = dichotomy.size();
  std::vector<double> strengths(dichotomy.size());
  IterationPlan plan{.order = Order::drawn, .epochs = trainer.epochs, .seed = seed};
  plan.after_update = [&](std::size_t) {
    std::size_t errors = 0;   // as many as in the pocket are too many: no need to count on
    for (std::size_t i = 0; i < dichotomy.size() && errors < fewest; ++i) errors += field.potential(i) > 0 ? 0 : 1;
    if (errors >= fewest) return;
    fewest = errors;
    pocket = copy_of(field.weights());
    strengths = copy_of(field.strengths());
  };
  plan.is_over = [&](std::size_t) { return fewest == 0; };
  const IterationOutcome outcome = iterate(field, LearnFromErrors{}, plan);
  TrainedUnit unit = unit_of(pocket, strengths, outcome, dichotomy);
  unit.converged = fewest == 0;
  return unit;
}

}   // namespace protea
