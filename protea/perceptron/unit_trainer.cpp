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

namespace protea {
namespace {

constexpr std::size_t most_products = 4000;   // examples of which all products are kept: 128 MB
constexpr std::size_t patience = 200;         // epochs before it is asked whether the aim can be reached at all

std::vector<double> copy_of(Row values) { return {values.begin(), values.end()}; }

TrainedUnit unit_of(Row weights, Row strengths, const IterationOutcome& outcome, const Dichotomy& dichotomy) {
  TrainedUnit unit;
  unit.weights = copy_of(weights);
  unit.strengths = copy_of(strengths);
  unit.updates = outcome.updates;
  unit.epochs = outcome.epochs;
  unit.converged = outcome.is_settled;
  unit.kappa = kappa(dichotomy, unit.weights);
  return unit;
}

std::vector<double> weights_of(const Dichotomy& dichotomy, Row strengths) {
  std::vector<double> w(dichotomy.dimension());
  const double per_input = 1 / static_cast<double>(w.size());
  for (std::size_t i = 0; i < dichotomy.size(); ++i) {
    if (strengths[i] == 0) continue;
    kernels().add_scaled(strengths[i] * dichotomy.outputs[i] * per_input, dichotomy.inputs.row(i).data(), w.size(),
                         w.data());
  }
  return w;
}

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

void demand_rate(std::string_view name, double rate, double admissible) {
  if (rate < admissible) return;
  throw UsageError(fmt::format("{}: on these data it cannot converge: it must be below {:.6g}; 0 chooses it",
                               setting(name, fmt::format("{}", rate)), admissible));
}

// The largest C_μμ, by the weights of the examples.
double largest_self(const Dichotomy& dichotomy) {
  double largest = 0;
  for (std::size_t i = 0; i < dichotomy.size(); ++i)
    largest =
        std::max(largest, weight_at(dichotomy.weights, i) * lane_dot(dichotomy.inputs.row(i), dichotomy.inputs.row(i)));
  return largest / static_cast<double>(std::max<std::size_t>(1, dichotomy.dimension()));
}

// Σ C_μμ, no less than any eigenvalue of C.
double sum_of_selves(const Dichotomy& dichotomy) {
  double sum = 0;
  for (std::size_t i = 0; i < dichotomy.size(); ++i)
    sum += weight_at(dichotomy.weights, i) * lane_dot(dichotomy.inputs.row(i), dichotomy.inputs.row(i));
  return sum / static_cast<double>(std::max<std::size_t>(1, dichotomy.dimension()));
}

// Of XᵀX/N or XXᵀ/N, whichever is smaller, examples by their weights; they share all eigenvalues but zeros.
Matrix correlations(const Dichotomy& dichotomy) {
  const std::size_t count = dichotomy.size();
  const std::size_t n = dichotomy.dimension();
  const auto inputs = static_cast<double>(n);
  Matrix scaled(count, n);
  for (std::size_t i = 0; i < count; ++i) {
    const double root = std::sqrt(weight_at(dichotomy.weights, i) / inputs);
    for (std::size_t j = 0; j < n; ++j) scaled(i, j) = root * dichotomy.inputs.row(i)[j];
  }
  if (count < n) return products_of_rows(scaled);
  Matrix result(n, n);
  kernels().add_outer_products(scaled.values().data(), count, n, scaled.values().data(), n, result.values().data());
  return result;
}

// All examples at once: y ← y + η(b − Cy) from 0, for the weights, or where the examples are fewer for their strengths. In the directions of the eigenvectors of C each
// epoch multiplies what is left by 1 − ηλ, so that the state after any number of epochs is known without going through them.
struct ParallelDescent {
  std::vector<double> y;
  std::vector<double> sum;   // of all y before
  std::size_t epochs = 0;
  bool converged = false;
};
ParallelDescent descend(const Spectrum& spectrum, Row aim, double rate, const Adaline& trainer) {
  const double largest = spectrum.values.empty() ? 0 : spectrum.values.back();
  const double least = 1e-12 * largest;   // below it is none
  double slowest = 0;                     // the largest |1 − ηλ|
  for (const double value : spectrum.values) {
    if (value > least) slowest = std::max(slowest, std::abs(1 - rate * value));
  }
  constexpr double many = 1e15;
  const double needed = slowest > 0 ? std::ceil(logarithm(trainer.tolerance) / logarithm(slowest)) : 1;
  const double allowed = trainer.epochs > 0 ? static_cast<double>(trainer.epochs) : many;
  const double t = std::clamp(needed, 1.0, allowed);
  ParallelDescent result{std::vector<double>(aim.size()), std::vector<double>(aim.size()), static_cast<std::size_t>(t),
                         needed <= allowed};
  for (std::size_t k = 0; k < spectrum.values.size(); ++k) {
    const double value = spectrum.values[k];
    const Row direction = spectrum.vectors.row(k);
    const double along = dot(direction, aim);
    // Where λ = 0 nothing is ever met: strengths grow by η each epoch, and no weight follows (errata N22).
    const double left = value > least ? whole_power(1 - rate * value, t) : 1;
    const double here = value > least ? along * (1 - left) / value : rate * t * along;
    const double before = value > least ? along * (t - (1 - left) / (rate * value)) / value : 0;
    kernels().add_scaled(here, direction.data(), aim.size(), result.y.data());
    kernels().add_scaled(before, direction.data(), aim.size(), result.sum.data());
  }
  return result;
}

TrainedUnit parallel_adaline(const Adaline& trainer, const Dichotomy& dichotomy) {
  const std::size_t count = dichotomy.size();
  const std::size_t n = dichotomy.dimension();
  const Matrix c = correlations(dichotomy);
  const Spectrum spectrum = spectrum_of(c);
  const double largest = spectrum.values.empty() ? 0 : spectrum.values.back();
  if (trainer.rate > 0) demand_rate("adaline.rate", trainer.rate, 2 / largest);
  const double rate = trainer.rate > 0 ? trainer.rate : (largest > 0 ? 1 / largest : 0);
  const bool in_weights = count >= n;
  std::vector<double> aim(c.rows());
  for (std::size_t i = 0; i < count; ++i) {
    const double weight = weight_at(dichotomy.weights, i);
    if (in_weights) {
      kernels().add_scaled(weight * dichotomy.outputs[i] / static_cast<double>(n), dichotomy.inputs.row(i).data(), n,
                           aim.data());
    } else {
      aim[i] = std::sqrt(weight) * dichotomy.outputs[i];   // strengths are kept over the roots of the weights
    }
  }
  const ParallelDescent end = descend(spectrum, aim, rate, trainer);
  TrainedUnit unit;
  unit.epochs = end.epochs;
  unit.updates = end.epochs * count;
  unit.converged = end.converged;
  unit.strengths.resize(count);
  if (in_weights) {   // x = Σ_t η(1 − E_t)
    const std::vector<double> summed = potentials(dichotomy, end.sum);
    for (std::size_t i = 0; i < count; ++i)
      unit.strengths[i] = rate * weight_at(dichotomy.weights, i) * (static_cast<double>(end.epochs) - summed[i]);
    unit.weights = end.y;
  } else {
    for (std::size_t i = 0; i < count; ++i)
      unit.strengths[i] = std::sqrt(weight_at(dichotomy.weights, i)) * end.y[i] * dichotomy.outputs[i];
    unit.weights = weights_of(dichotomy, unit.strengths);
  }
  return unit;
}

// The strengths of the largest margin: w = p/|p|² has E ≥ 1, with p the point of the hull of all ξS that is nearest to 0.
void embed_nearest(WeightField& field, const NearestPoint& nearest, std::size_t inputs) {
  const double scale = static_cast<double>(inputs) / (nearest.length * nearest.length);
  for (std::size_t i = 0; i < field.size(); ++i) field.embed(i, scale * nearest.shares[i] - field.strengths()[i]);
}

double gradient_length(const LowerTheCost& f, const Dichotomy& dichotomy, Row w) {
  const std::vector<double> all = potentials(dichotomy, w);
  std::vector<double> gradient(w.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double pull = f.missing({all[i], 0, 0, weight_at(dichotomy.weights, i)});
    if (pull > 0)
      kernels().add_scaled(pull * dichotomy.outputs[i], dichotomy.inputs.row(i).data(), w.size(), gradient.data());
  }
  return length_of(gradient);
}

// H[k].
double cost_of(const CostDescent& trainer, const Dichotomy& dichotomy, Row w) {
  const std::vector<double> all = potentials(dichotomy, w);
  double cost = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double short_of = trainer.margin - all[i];
    if (short_of > 0) cost += weight_at(dichotomy.weights, i) * power(short_of, trainer.power);
  }
  return cost;
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

double admissible_rate(const Dichotomy& dichotomy, Form form) {
  if (form == Form::sequential) return 2 / largest_self(dichotomy);
  const std::vector<double> values = eigenvalues_of_symmetric(correlations(dichotomy));
  return 2 / (values.empty() ? 0 : values.back());
}

TrainedUnit train_unit(const Adaline& trainer, const Dichotomy& dichotomy, std::uint64_t seed) {
  if (trainer.form == Form::parallel) {
    TrainedUnit unit = parallel_adaline(trainer, dichotomy);
    unit.kappa = kappa(dichotomy, unit.weights);
    return unit;
  }
  const double admissible = admissible_rate(dichotomy, Form::sequential);
  if (trainer.rate > 0) demand_rate("adaline.rate", trainer.rate, admissible);
  WeightField field(dichotomy);
  std::vector<double> before(dichotomy.dimension());
  bool is_still = false;
  constexpr std::size_t usual_epochs = 100000;
  IterationPlan plan{.order = Order::sequential,
                     .epochs = trainer.epochs > 0 ? trainer.epochs : usual_epochs,
                     .tolerance = trainer.tolerance,
                     .seed = seed};
  plan.is_over = [&](std::size_t) {
    double moved = 0;
    for (std::size_t j = 0; j < before.size(); ++j) moved += whole_power(field.weights()[j] - before[j], 2);
    before = copy_of(field.weights());
    is_still = std::sqrt(moved) <= trainer.tolerance * length_of(before);
    return is_still;
  };
  const double rate = trainer.rate > 0 ? trainer.rate : admissible / 2;
  const IterationOutcome outcome = iterate(field, AdaptToOne{rate}, plan);
  TrainedUnit unit = unit_of(field.weights(), field.strengths(), outcome, dichotomy);
  unit.converged = unit.converged || is_still;
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

namespace {

// H[1] has corners, on which no step along the gradient lowers it: steps that would reach a level somewhat below the lowest cost so
// far, were there no corner (Polyak 1969), and a level nearer to it when that does not come nearer for a while.
TrainedUnit descend_corners(const CostDescent& trainer, const Dichotomy& dichotomy) {
  constexpr std::size_t while_steps = 20;
  LowerTheCost f{.margin = trainer.margin, .power = trainer.power};
  WeightField field(dichotomy);
  WeightField best = field;
  double lowest = cost_of(trainer, dichotomy, field.weights());
  double cost = lowest;
  double below = lowest / 2;
  const double enough = trainer.tolerance * lowest;
  std::size_t last_better = 0;
  IterationOutcome total;
  for (; total.epochs < trainer.epochs && lowest > 0 && below > enough; ++total.epochs) {
    const double slope = gradient_length(f, dichotomy, field.weights());
    f.rate = static_cast<double>(dichotomy.dimension()) * (cost - std::max(0.0, lowest - below)) / (slope * slope);
    total.updates += iterate(field, f, {.order = Order::parallel, .epochs = 1}).updates;
    cost = cost_of(trainer, dichotomy, field.weights());
    if (cost < lowest - below / 2) last_better = total.epochs;
    if (cost < lowest) {
      lowest = cost;
      best = field;
    }
    if (total.epochs - last_better < while_steps) continue;
    below /= 2;
    last_better = total.epochs;
    field = best;
    cost = lowest;
  }
  total.is_settled = total.epochs < trainer.epochs;
  return unit_of(best.weights(), best.strengths(), total, dichotomy);
}

}   // namespace

TrainedUnit train_unit(const CostDescent& trainer, const Dichotomy& dichotomy, std::uint64_t) {
  if (trainer.power == 1 && !(trainer.rate > 0)) return descend_corners(trainer, dichotomy);
  LowerTheCost f{.rate = trainer.rate, .margin = trainer.margin, .power = trainer.power};
  const bool finds_rate = !(trainer.rate > 0);
  if (finds_rate) f.rate = 1 / std::max(1e-300, sum_of_selves(dichotomy));
  WeightField field(dichotomy);
  double cost = cost_of(trainer, dichotomy, field.weights());
  IterationOutcome total;
  const double first = gradient_length(f, dichotomy, field.weights());
  while (total.epochs < trainer.epochs && cost > 0) {
    WeightField next = field;
    IterationPlan plan{.order = Order::parallel, .epochs = 1};
    const IterationOutcome outcome = iterate(next, f, plan);
    const double new_cost = cost_of(trainer, dichotomy, next.weights());
    if (!(new_cost < cost) && finds_rate) {
      f.rate /= 2;
      if (f.rate < 1e-300) break;
      ++total.epochs;
      // Where no step lowers the cost any more, it is as low as can be told.
      if (new_cost <= cost * (1 + 1e-15)) {
        total.is_settled = true;
        break;
      }
      continue;
    }
    if (!std::isfinite(new_cost))
      throw NumericalError(
          fmt::format("epoch {}: the cost has no finite value any more: a smaller {} helps, 0 finds one",
                      total.epochs + 1, "rate"));
    field = std::move(next);
    cost = new_cost;
    ++total.epochs;
    total.updates += outcome.updates;
    if (gradient_length(f, dichotomy, field.weights()) <= trainer.tolerance * first) {
      total.is_settled = true;
      break;
    }
    if (finds_rate) f.rate *= 1.5;
  }
  total.is_settled = total.is_settled || cost == 0;
  return unit_of(field.weights(), field.strengths(), total, dichotomy);
}

}   // namespace protea
