#include <protea/perceptron/cost_descent.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/kernels.hpp>
#include <protea/base/linear_algebra.hpp>
#include <protea/base/weights.hpp>
#include <protea/perceptron/modulation.hpp>
#include <protea/perceptron/trained_unit.hpp>

namespace protea {
namespace {

// Weights, and the strengths of the examples where they are kept.
struct Place {
  std::vector<double> w;
  std::vector<double> strengths = {};
  CostAt at = {};

  double cost() const { return at.cost; }
  // x ← x + η·pull for all examples.
  void step(double rate) {
    kernels().add_scaled(rate / static_cast<double>(w.size()), at.slope.data(), w.size(), w.data());
    strengths.resize(at.pulls.size());
    for (std::size_t i = 0; i < strengths.size(); ++i) strengths[i] += rate * at.pulls[i];
  }
};

TrainedUnit unit_at(Place place, std::size_t epochs, std::size_t updates, bool is_settled) {
  TrainedUnit unit{.weights = std::move(place.w), .strengths = std::move(place.strengths)};
  unit.epochs = epochs;
  unit.updates = updates;
  unit.converged = is_settled;
  return unit;
}

// H[1] has corners, on which no step along the gradient lowers it: steps that would reach a level somewhat below the lowest cost so
// far, were there no corner (Polyak 1969), and a level nearer to it when that does not come nearer for a while.
TrainedUnit descend_corners(const CostDescent& trainer, Place here, const CostsOf& costs) {
  constexpr std::size_t while_steps = 20;
  Place best = here;
  double below = best.cost() / 2;
  const double enough = trainer.tolerance * best.cost();
  const double inputs = static_cast<double>(here.w.size());
  std::size_t last_better = 0;
  std::size_t epochs = 0;
  std::size_t updates = 0;
  for (; epochs < trainer.epochs && best.cost() > 0 && below > enough; ++epochs) {
    const double slope = length_of(here.at.slope);
    updates += here.at.pulled;
    here.step(inputs * (here.cost() - std::max(0.0, best.cost() - below)) / (slope * slope));
    here.at = costs(here.w);
    if (here.cost() < best.cost() - below / 2) last_better = epochs;
    if (here.cost() < best.cost()) best = here;
    if (epochs - last_better < while_steps) continue;
    below /= 2;
    last_better = epochs;
    here = best;
  }
  return unit_at(std::move(best), epochs, updates, epochs < trainer.epochs);
}

}   // namespace

CostAt cost_at(const CostDescent& trainer, const Dichotomy& dichotomy, Row w) {
  const LowerTheCost f{.margin = trainer.margin, .power = trainer.power};
  const std::vector<double> all = potentials(dichotomy, w);
  CostAt result{.slope = std::vector<double>(w.size()), .pulls = std::vector<double>(all.size())};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double short_of = trainer.margin - all[i];
    if (!(short_of > 0)) continue;
    const double weight = weight_at(dichotomy.weights, i);
    result.cost += weight * power(short_of, trainer.power);
    const double pull = f.missing({all[i], 0, 0, weight});
    result.pulls[i] = pull;
    ++result.pulled;
    kernels().add_scaled(pull * dichotomy.outputs[i], dichotomy.inputs.row(i).data(), w.size(), result.slope.data());
  }
  return result;
}

TrainedUnit descend(const CostDescent& trainer, std::size_t dimension, double largest_curvature, const CostsOf& costs) {
  Place here{std::vector<double>(dimension)};
  here.at = costs(here.w);
  here.strengths.resize(here.at.pulls.size());
  const bool finds_rate = !(trainer.rate > 0);
  if (trainer.power == 1 && finds_rate) return descend_corners(trainer, std::move(here), costs);
  double rate = finds_rate ? 1 / std::max(1e-300, largest_curvature) : trainer.rate;
  const double first = length_of(here.at.slope);
  std::size_t epochs = 0;
  std::size_t updates = 0;
  bool is_settled = false;
  while (epochs < trainer.epochs && here.cost() > 0 && !is_settled) {
    Place next = here;
    next.step(rate);
    next.at = costs(next.w);
    ++epochs;
    if (!(next.cost() < here.cost()) && finds_rate) {
      rate /= 2;
      if (rate < 1e-300) break;
      // Where no step lowers the cost any more, it is as low as can be told.
      is_settled = next.cost() <= here.cost() * (1 + 1e-15);
      continue;
    }
    if (!std::isfinite(next.cost()))
      throw NumericalError(fmt::format(
          "epoch {}: the cost has no finite value any more: a smaller {} helps, 0 finds one", epochs, "rate"));
    updates += here.at.pulled;
    here = std::move(next);
    is_settled = length_of(here.at.slope) <= trainer.tolerance * first;
    if (finds_rate) rate *= 1.5;
  }
  const bool is_nothing_left = here.cost() == 0;
  return unit_at(std::move(here), epochs, updates, is_settled || is_nothing_left);
}

TrainedUnit train_unit(const CostDescent& trainer, const Dichotomy& dichotomy, std::uint64_t) {
  TrainedUnit unit = descend(trainer, dichotomy.dimension(), sum_of_selves(dichotomy),
                             [&](Row w) { return cost_at(trainer, dichotomy, w); });
  unit.kappa = kappa(dichotomy, unit.weights);
  return unit;
}

}   // namespace protea
