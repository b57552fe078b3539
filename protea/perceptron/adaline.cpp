#include <algorithm>
#include <cmath>

#include <protea/base/exact_math.hpp>
#include <protea/base/kernels.hpp>
#include <protea/base/weights.hpp>
#include <protea/perceptron/parallel_adaline.hpp>
#include <protea/perceptron/trained_unit.hpp>

namespace protea {
namespace {

// Rows √w·ξ/√N.
Matrix scaled(const Dichotomy& dichotomy) {
  const auto inputs = static_cast<double>(dichotomy.dimension());
  Matrix result(dichotomy.size(), dichotomy.dimension());
  for (std::size_t i = 0; i < result.rows(); ++i) {
    const double root = std::sqrt(weight_at(dichotomy.weights, i) / inputs);
    for (std::size_t j = 0; j < result.columns(); ++j) result(i, j) = root * dichotomy.inputs.row(i)[j];
  }
  return result;
}

// Of XᵀX/N or XXᵀ/N, whichever is smaller, examples by their weights; they share all eigenvalues but zeros.
Matrix correlations_of(const Dichotomy& dichotomy, std::vector<double>& aim) {
  const std::size_t count = dichotomy.size();
  const std::size_t n = dichotomy.dimension();
  if (count >= n) {
    Correlations all(n);
    all.add(dichotomy);
    aim = std::move(all.aim);
    return std::move(all.c);
  }
  aim.clear();
  for (std::size_t i = 0; i < count; ++i)   // strengths are kept over the roots of the weights
    aim.push_back(std::sqrt(weight_at(dichotomy.weights, i)) * dichotomy.outputs[i]);
  return products_of_rows(scaled(dichotomy));
}

TrainedUnit parallel_adaline(const Adaline& trainer, const Dichotomy& dichotomy) {
  const std::size_t count = dichotomy.size();
  const bool in_weights = count >= dichotomy.dimension();
  std::vector<double> aim;
  const Matrix c = correlations_of(dichotomy, aim);
  const ParallelDescent end = descend(trainer, c, aim, in_weights ? DescentOf::weights : DescentOf::strengths);
  TrainedUnit unit;
  unit.epochs = end.epochs;
  unit.updates = end.epochs * count;
  unit.converged = end.converged;
  unit.strengths.resize(count);
  if (in_weights) {   // x = Σ_t η(1 − E_t)
    const std::vector<double> summed = potentials(dichotomy, end.sum);
    for (std::size_t i = 0; i < count; ++i)
      unit.strengths[i] = end.rate * weight_at(dichotomy.weights, i) * (static_cast<double>(end.epochs) - summed[i]);
    unit.weights = end.y;
  } else {
    for (std::size_t i = 0; i < count; ++i)
      unit.strengths[i] = std::sqrt(weight_at(dichotomy.weights, i)) * end.y[i] * dichotomy.outputs[i];
    unit.weights = weights_of(dichotomy, unit.strengths);
  }
  return unit;
}

}   // namespace

void Correlations::add(const Dichotomy& some) {
  const std::size_t n = some.dimension();
  const Matrix rows = scaled(some);
  const double* const all = rows.values().data();
  kernels().add_outer_products(all, rows.rows(), n, all, n, c.values().data());
  for (std::size_t i = 0; i < some.size(); ++i)
    kernels().add_scaled(weight_at(some.weights, i) * some.outputs[i] / static_cast<double>(n),
                         some.inputs.row(i).data(), n, aim.data());
}

ParallelDescent descend(const Adaline& trainer, const Matrix& c, Row aim, DescentOf what) {
  const Spectrum spectrum = spectrum_of(c);
  const double largest = spectrum.values.empty() ? 0 : spectrum.values.back();
  if (trainer.rate > 0) demand_rate("adaline.rate", trainer.rate, 2 / largest);
  const double rate = trainer.rate > 0 ? trainer.rate : (largest > 0 ? 1 / largest : 0);
  const double least = 1e-12 * largest;   // below it is none
  double slowest = 0;                     // the largest |1 − ηλ|
  for (const double value : spectrum.values) {
    if (value > least) slowest = std::max(slowest, std::abs(1 - rate * value));
  }
  constexpr double many = 1e15;
  const double needed = slowest > 0 ? std::ceil(logarithm(trainer.tolerance) / logarithm(slowest)) : 1;
  const double allowed = trainer.epochs > 0 ? static_cast<double>(trainer.epochs) : many;
  const double t = std::clamp(needed, 1.0, allowed);
  ParallelDescent result{std::vector<double>(aim.size()), std::vector<double>(aim.size()), rate,
                         static_cast<std::size_t>(t), needed <= allowed};
  for (std::size_t k = 0; k < spectrum.values.size(); ++k) {
    const double value = spectrum.values[k];
    const Row direction = spectrum.vectors.row(k);
    const double along = dot(direction, aim);
    // Where λ = 0 nothing is ever met: strengths grow by η each epoch, and no weight follows (errata N22). Of weights there is then no aim but
    // rounding.
    const double unmet = what == DescentOf::strengths ? rate * t * along : 0;
    const double left = value > least ? whole_power(1 - rate * value, t) : 1;
    const double here = value > least ? along * (1 - left) / value : unmet;
    const double before = value > least ? along * (t - (1 - left) / (rate * value)) / value : 0;
    kernels().add_scaled(here, direction.data(), aim.size(), result.y.data());
    kernels().add_scaled(before, direction.data(), aim.size(), result.sum.data());
  }
  return result;
}

double admissible_rate(const Dichotomy& dichotomy, Form form) {
  if (form == Form::sequential) return 2 / largest_self(dichotomy);
  std::vector<double> aim;
  const std::vector<double> values = eigenvalues_of_symmetric(correlations_of(dichotomy, aim));
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
    before = {field.weights().begin(), field.weights().end()};
    is_still = std::sqrt(moved) <= trainer.tolerance * length_of(before);
    return is_still;
  };
  const double rate = trainer.rate > 0 ? trainer.rate : admissible / 2;
  const IterationOutcome outcome = iterate(field, AdaptToOne{rate}, plan);
  TrainedUnit unit = unit_of(field.weights(), field.strengths(), outcome, dichotomy);
  unit.converged = unit.converged || is_still;
  return unit;
}

}   // namespace protea
