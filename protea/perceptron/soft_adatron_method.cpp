#include <protea/perceptron/soft_adatron_method.hpp>

#include <algorithm>

#include <protea/perceptron/unit_trainer.hpp>

namespace protea {

std::unique_ptr<Model> SoftAdatronMethod::train(const PreparedSamples& samples, Runtime& runtime) const {
  const auto inputs = static_cast<double>(samples.x.columns() + (threshold ? 1 : 0));
  const LinearPlan plan{classes, threshold, Assembly::single, true};
  const auto with_bound = [&](double bound, const PreparedSamples& rows, Precision precision, Runtime& on) {
    const Adatron trainer{bound, rate, static_cast<std::size_t>(epochs), tolerance_for(precision, tolerance)};
    return train_linear(
        rows, plan,
        [&](const Dichotomy& dichotomy, std::uint64_t seed) {
          return machine_of(train_unit(trainer, dichotomy, seed), dichotomy, precision);
        },
        on);
  };
  double bound = cost > 0 ? cost : inputs;
  if (!(cost > 0) && can_choose(samples)) {
    const std::vector<double> candidates{0.01 * inputs, 0.1 * inputs, inputs, 10 * inputs};
    bound = best_by_folds<double>(
        candidates, samples,
        [&](double candidate, const PreparedSamples& part) {
          return with_bound(candidate, part, Precision::coarse, runtime);
        },
        runtime);
  }
  return train_with_scores(
      samples,
      [&](const PreparedSamples& rows, Precision precision, Runtime& on) {
        return with_bound(bound, rows, precision, on);
      },
      runtime);
}

}   // namespace protea
