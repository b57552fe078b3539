#include <protea/perceptron/unit_trainer.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include <protea/base/error.hpp>
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

std::optional<NearestPoint> nearest_of(const Dichotomy& dichotomy) {
  Matrix signed_inputs(dichotomy.size(), dichotomy.dimension());
  for (std::size_t i = 0; i < dichotomy.size(); ++i) {
    for (std::size_t j = 0; j < dichotomy.dimension(); ++j)
      signed_inputs(i, j) = dichotomy.outputs[i] * dichotomy.inputs.row(i)[j];
  }
  return nearest_point_to_origin(signed_inputs.view());
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
  const std::optional<NearestPoint> nearest = nearest_of(dichotomy);
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

void demand_rate(double rate, double admissible) {
  if (rate < admissible) return;
  throw UsageError(fmt::format("rate = {}: on these data it cannot converge: it must be below {:.6g}; 0 chooses it",
                               rate, admissible));
}

double largest_self(const Dichotomy& dichotomy) { return WeightField(dichotomy).largest_self(); }

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

struct Extremes {
  double largest = 0;
  double smallest = 0;   // but for those that are zero
};
Extremes extremes_of(const Matrix& symmetric) {
  const std::vector<double> values = eigenvalues_of_symmetric(symmetric);
  Extremes result;
  if (values.empty()) return result;
  result.largest = values.back();
  const auto first = std::ranges::find_if(values, [&](double value) { return value > 1e-12 * result.largest; });
  result.smallest = first == values.end() ? 0 : *first;
  return result;
}

// All examples at once: in weights where they are fewer than the examples, in strengths otherwise.
TrainedUnit parallel_adaline(const Adaline& trainer, const Dichotomy& dichotomy) {
  const std::size_t count = dichotomy.size();
  const std::size_t n = dichotomy.dimension();
  const Matrix c = correlations(dichotomy);
  const Extremes extremes = extremes_of(c);
  if (trainer.rate > 0) demand_rate(trainer.rate, 2 / extremes.largest);
  const bool in_weights = count >= n;
  const std::size_t size = c.rows();
  // Both are y ← y + η(b − Cy) from 0; the end of the weights is at most |their gradient|/(least eigenvalue) away. Strengths are kept over the roots of
  // the weights of examples, and as a matter of weights: where an example cannot be met, they grow for ever (errata N22).
  std::vector<double> aim(size);
  for (std::size_t i = 0; i < count; ++i) {
    const double weight = weight_at(dichotomy.weights, i);
    if (in_weights) {
      kernels().add_scaled(weight * dichotomy.outputs[i] / static_cast<double>(n), dichotomy.inputs.row(i).data(), n,
                           aim.data());
    } else {
      aim[i] = std::sqrt(weight) * dichotomy.outputs[i];
    }
  }
  const double rate = trainer.rate > 0 ? trainer.rate : (extremes.largest > 0 ? 1 / extremes.largest : 0);
  std::vector<double> y(size);
  std::vector<double> sum(size);     // of all y that were left behind
  std::vector<double> image(size);   // Cy
  std::vector<double> left(size);    // b − Cy
  std::vector<double> image_of_left(size);
  const auto times_c = [&](const std::vector<double>& v, std::vector<double>& to) {
    kernels().products(v.data(), 1, c.values().data(), size, size, to.data(), size);
  };
  TrainedUnit unit;
  while (unit.epochs < trainer.epochs) {
    ++unit.epochs;
    times_c(y, image);
    for (std::size_t j = 0; j < size; ++j) left[j] = aim[j] - image[j];
    if (!in_weights) times_c(left, image_of_left);
    const double gradient = in_weights ? dot(left, left) : dot(left, image_of_left);
    const double length = in_weights ? dot(y, y) : dot(y, image);
    if (gradient <= std::pow(trainer.tolerance * extremes.smallest, 2) * length) {
      unit.converged = true;
      break;
    }
    for (std::size_t j = 0; j < size; ++j) {
      sum[j] += y[j];
      y[j] += rate * left[j];
    }
    unit.updates += count;
  }
  unit.strengths.resize(count);
  const auto steps = static_cast<double>(unit.updates / std::max<std::size_t>(1, count));
  if (in_weights) {   // x = Σ_t η(1 − E_t)
    const std::vector<double> summed = potentials(dichotomy, sum);
    for (std::size_t i = 0; i < count; ++i)
      unit.strengths[i] = rate * weight_at(dichotomy.weights, i) * (steps - summed[i]);
    unit.weights = std::move(y);
  } else {
    for (std::size_t i = 0; i < count; ++i)
      unit.strengths[i] = std::sqrt(weight_at(dichotomy.weights, i)) * y[i] * dichotomy.outputs[i];
    unit.weights = weights_of(dichotomy, unit.strengths);
  }
  return unit;
}

// The strengths of the largest margin: w = p/|p|² has E ≥ 1, with p the point of the hull of all ξS that is nearest to 0.
void embed_nearest(WeightField& field, const NearestPoint& nearest, std::size_t inputs) {
  const double scale = static_cast<double>(inputs) / (nearest.length * nearest.length);
  for (std::size_t i = 0; i < field.size(); ++i) field.embed(i, scale * nearest.shares[i] - field.strengths()[i]);
}

// H[k].
double cost_of(const CostDescent& trainer, const Dichotomy& dichotomy, Row w) {
  const std::vector<double> all = potentials(dichotomy, w);
  double cost = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double short_of = trainer.margin - all[i];
    if (short_of > 0) cost += weight_at(dichotomy.weights, i) * std::pow(short_of, trainer.power);
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
  return unit;
}

TrainedUnit train_unit(const MinOver& trainer, const Dichotomy& dichotomy, std::uint64_t seed) {
  Doubt doubt(dichotomy);
  bool is_reached = false;
  std::vector<double> before;
  // The largest stability there is cannot exceed |Σ x ξ S|/Σ x.
  const auto has_settled = [&](Row w, Row strengths) {
    if (trainer.stop == MarginStop::stabilities) {
      const double bound = kappa_bound(dichotomy, strengths);
      is_reached = kappa(dichotomy, w) >= (1 - trainer.tolerance) * bound;
    } else {
      const double lengths = length_of(w) * (before.empty() ? 0 : length_of(before));
      const double cosine = lengths > 0 ? std::clamp(dot(w, before) / lengths, -1.0, 1.0) : -1;
      is_reached = std::acos(cosine) <= trainer.tolerance * std::numbers::pi && kappa(dichotomy, w) > 0;
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
  unit.separable = doubt.separable();
  return unit;
}

double admissible_rate(const Dichotomy& dichotomy, Form form) {
  if (form == Form::sequential) return 2 / largest_self(dichotomy);
  return 2 / extremes_of(correlations(dichotomy)).largest;
}

TrainedUnit train_unit(const Adaline& trainer, const Dichotomy& dichotomy, std::uint64_t seed) {
  if (trainer.form == Form::parallel) {
    TrainedUnit unit = parallel_adaline(trainer, dichotomy);
    unit.kappa = kappa(dichotomy, unit.weights);
    return unit;
  }
  const double admissible = admissible_rate(dichotomy, Form::sequential);
  if (trainer.rate > 0) demand_rate(trainer.rate, admissible);
  WeightField field(dichotomy);
  std::vector<double> before(dichotomy.dimension());
  bool is_still = false;
  IterationPlan plan{
      .order = Order::sequential, .epochs = trainer.epochs, .tolerance = trainer.tolerance, .seed = seed};
  plan.is_over = [&](std::size_t) {
    double moved = 0;
    for (std::size_t j = 0; j < before.size(); ++j) moved += std::pow(field.weights()[j] - before[j], 2);
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
  if (trainer.rate > 0) demand_rate(trainer.rate, 2 / field.largest_self());
  std::optional<bool> separable;
  IterationPlan plan{.order = Order::shuffled, .epochs = trainer.epochs, .tolerance = trainer.tolerance, .seed = seed};
  if (trainer.upper == infinity) {
    // Without a solution strengths grow for ever, and with a thin margin they settle slowly: after a while the end is found another way.
    plan.is_over = [&](std::size_t epoch) {
      if (epoch != patience) return false;
      if (find_conflict(dichotomy)) separable = false;
      const std::optional<NearestPoint> nearest = separable ? std::nullopt : nearest_of(dichotomy);
      if (nearest) separable = judged(*nearest, dichotomy);
      if (separable && *separable) embed_nearest(field, *nearest, dichotomy.dimension());
      return separable && !*separable;
    };
  }
  const IterationOutcome outcome = iterate(field, AdaptWithinBox{trainer.rate, trainer.upper}, plan);
  TrainedUnit unit = unit_of(field.weights(), field.strengths(), outcome, dichotomy);
  unit.separable = separable;
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

TrainedUnit train_unit(const CostDescent& trainer, const Dichotomy& dichotomy, std::uint64_t) {
  LowerTheCost f{.rate = trainer.rate, .margin = trainer.margin, .power = trainer.power};
  const bool finds_rate = !(trainer.rate > 0);
  if (finds_rate) f.rate = 1 / std::max(1e-300, largest_self(dichotomy) * static_cast<double>(dichotomy.size()));
  WeightField field(dichotomy);
  double cost = cost_of(trainer, dichotomy, field.weights());
  IterationOutcome total;
  const double first = cost;
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
                      total.epochs + 1, setting("rate")));
    const bool is_still = cost - new_cost <= trainer.tolerance * first && cost - new_cost >= 0;
    field = std::move(next);
    cost = new_cost;
    ++total.epochs;
    total.updates += outcome.updates;
    if (is_still) {
      total.is_settled = true;
      break;
    }
    if (finds_rate) f.rate *= 1.5;
  }
  total.is_settled = total.is_settled || cost == 0;
  return unit_of(field.weights(), field.strengths(), total, dichotomy);
}

}   // namespace protea
