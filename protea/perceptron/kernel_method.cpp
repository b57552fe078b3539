#include <protea/perceptron/kernel_method.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/large_memory.hpp>
#include <protea/perceptron/kernel_dual.hpp>

namespace protea {
namespace {

struct KernelChoice {
  double gamma;
  double cost;
};

// One machine: its dual, and what of it goes into the model.
struct KernelMachine {
  MachineRecord record;
  std::vector<double> coefficients;   // x S of all rows
};
KernelMachine train_kernel_machine(const OwnExamples& examples, const Kernel& kernel, const KernelDualPlan& plan,
                                   std::size_t rows) {
  // The same input with both outputs has no solution in any feature space: without a bound its strengths would grow for ever.
  const Conflict conflict = find_conflict(examples.dichotomy);
  const bool has_opposites = conflict && conflict.first != conflict.second;
  KernelDualPlan own_plan = plan;
  if (has_opposites && plan.upper == infinity && plan.steps == 0) own_plan.steps = 100 * examples.dichotomy.size();
  KernelDual dual = solve_kernel_dual(examples.dichotomy.inputs, examples.dichotomy.outputs, examples.dichotomy.weights,
                                      kernel, own_plan);
  double squared = 0;   // |w|² in feature space
  double least = infinity;
  std::vector<double> coefficients = dual.strengths;
  for (std::size_t i = 0; i < dual.strengths.size(); ++i) {
    squared += dual.strengths[i] * dual.potentials[i];
    least = std::min(least, dual.potentials[i]);
    coefficients[i] *= examples.dichotomy.outputs[i];
  }
  KernelMachine machine;
  machine.record = {.updates = dual.steps, .converged = dual.converged, .residual = dual.residual, .has_support = true};
  machine.record.kappa = squared > 0 ? least / std::sqrt(squared) : 0;
  if (least > 0) machine.record.separable = true;
  else if (has_opposites) machine.record.separable = false;
  machine.record.strengths = for_all_rows(examples, std::move(dual.strengths), rows);
  machine.coefficients = for_all_rows(examples, std::move(coefficients), rows);
  return machine;
}

std::unique_ptr<MachinesModel> train_kernel(const KernelAdatronMethod& method, const KernelChoice& choice,
                                            Precision precision, const PreparedSamples& samples, Runtime& runtime) {
  const std::vector<Sides> sides = sides_of(present_classes(samples.rows.y), method.classes);
  const Kernel kernel{method.kernel, choice.gamma, method.degree};
  const std::size_t at_once = std::min(sides.size(), std::max<std::size_t>(1, runtime.threads()));
  const std::size_t count = samples.x.rows();
  std::size_t cache = static_cast<std::size_t>(method.cache) << 20;
  if (memory_limit() > 0) cache = std::min(cache, memory_limit() / 4);
  std::vector<KernelMachine> machines(sides.size());
  runtime.run(sides.size(), [&](std::size_t m) {
    const OwnExamples examples = own_examples(sides[m], samples.x.view(), samples);
    KernelDualPlan plan{.upper = choice.cost,
                        .tolerance = tolerance_for(precision, method.tolerance),
                        .steps = static_cast<std::size_t>(method.steps),
                        .cache = cache / at_once};
    if (samples.progress) {
      plan.state = samples.progress->find(m).value_or(std::vector<double>());
      plan.report_every = std::max<std::size_t>(1, samples.save_every * examples.dichotomy.size());
      plan.report = [&](std::size_t, const std::vector<double>& state) {
        samples.progress->keep(m, state);
        return true;
      };
    }
    machines[m] = train_kernel_machine(examples, kernel, plan, count);
  });
  std::vector<std::uint32_t> support;   // of any of them
  for (std::size_t i = 0; i < count; ++i) {
    if (std::ranges::any_of(machines, [&](const KernelMachine& machine) { return machine.coefficients[i] != 0; }))
      support.push_back(static_cast<std::uint32_t>(i));
  }
  KernelModel::Expansion expansion{kernel, choice.cost == infinity ? 0 : choice.cost,
                                   Matrix(support.size(), samples.x.columns()), Matrix(sides.size(), support.size()),
                                   std::vector<double>(sides.size())};
  std::vector<MachineRecord> records;
  for (std::size_t m = 0; m < sides.size(); ++m) {
    for (std::size_t k = 0; k < support.size(); ++k)
      expansion.coefficients(m, k) = machines[m].coefficients[support[k]];
    records.push_back(std::move(machines[m].record));
  }
  for (std::size_t k = 0; k < support.size(); ++k)
    std::ranges::copy(samples.x.row(support[k]), expansion.vectors.row(k).begin());
  auto model = std::make_unique<KernelModel>(sides, std::move(records), std::move(expansion));
  sum_up(*model);
  return model;
}

KernelChoice chosen_kernel(const KernelAdatronMethod& method, const PreparedSamples& samples, Runtime& runtime) {
  const auto n = static_cast<double>(samples.x.columns());
  const bool chooses_gamma = method.kernel == KernelKind::rbf && !(method.gamma > 0);
  std::vector<double> gammas{method.gamma > 0 ? method.gamma : 1 / n};
  if (chooses_gamma) gammas = {0.25 / n, 1 / n, 4 / n};
  std::vector<double> costs{method.cost};
  if (!(method.cost > 0)) costs = {1, 10, 100};
  std::vector<KernelChoice> candidates;
  for (const double gamma : gammas) {
    for (const double cost : costs) candidates.push_back({gamma, cost});
  }
  if (candidates.size() == 1 || !can_choose(samples)) return {chooses_gamma ? 1 / n : gammas.front(), costs.front()};
  return best_by_folds<KernelChoice>(
      candidates, samples,
      [&](const KernelChoice& candidate, const PreparedSamples& part) {
        return train_kernel(method, candidate, Precision::coarse, part, runtime);
      },
      runtime);
}

}   // namespace

std::unique_ptr<Model> KernelAdatronMethod::train(const PreparedSamples& samples, Runtime& runtime) const {
  const KernelChoice chosen = chosen_kernel(*this, samples, runtime);
  return train_with_scores(
      samples,
      [&](const PreparedSamples& rows, Precision precision, Runtime& on) {
        return train_kernel(*this, chosen, precision, rows, on);
      },
      runtime);
}

}   // namespace protea
