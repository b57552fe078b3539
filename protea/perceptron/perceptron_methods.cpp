#include <protea/perceptron/perceptron_methods.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/random.hpp>
#include <protea/base/weights.hpp>
#include <protea/data/split.hpp>
#include <protea/perceptron/kernel_dual.hpp>
#include <protea/perceptron/layered.hpp>

namespace protea {
namespace {

constexpr std::size_t most_rows_for_choices = 5000;   // beyond, options are not chosen by cross-validation

// Weights of the clamped input come last.
struct TrainedMachine {
  Matrix weights;
  MachineRecord record;
};
using MachineTrainer = std::function<TrainedMachine(const Dichotomy&, bool is_whole, std::uint64_t seed)>;

// The examples of one machine, with rows of their own where they are not all.
struct OwnExamples {
  Matrix rows;
  Dichotomy dichotomy;
  std::vector<std::uint32_t> places;   // empty: all rows
};
OwnExamples own_examples(const Sides& sides, MatrixView inputs, const PreparedSamples& samples) {
  OwnExamples result;
  SidedExamples examples = examples_of(sides, samples.rows.y);
  result.dichotomy.outputs = std::move(examples.outputs);
  result.places = std::move(examples.rows);
  if (result.dichotomy.outputs.size() == inputs.rows) {
    result.places.clear();
    result.dichotomy.inputs = inputs;
    result.dichotomy.weights.assign(samples.weights.begin(), samples.weights.end());
    return result;
  }
  result.rows = Matrix(result.places.size(), inputs.columns);
  for (std::size_t k = 0; k < result.places.size(); ++k) {
    std::ranges::copy(inputs.row(result.places[k]), result.rows.row(k).begin());
    if (!samples.weights.empty()) result.dichotomy.weights.push_back(samples.weights[result.places[k]]);
  }
  result.dichotomy.inputs = result.rows.view();
  return result;
}

std::vector<double> for_all_rows(const OwnExamples& examples, std::vector<double> strengths, std::size_t rows) {
  if (examples.places.empty() || strengths.empty()) return strengths;
  std::vector<double> all(rows);
  for (std::size_t k = 0; k < strengths.size(); ++k) all[examples.places[k]] = strengths[k];
  return all;
}

void sum_up(MachinesModel& model) {
  model.record.converged = true;
  for (const MachineRecord& machine : model.records()) {
    model.record.epochs = std::max(model.record.epochs, machine.epochs);
    model.record.converged = model.record.converged && machine.converged;
  }
}

std::unique_ptr<MachinesModel> train_linear(const PreparedSamples& samples, ClassCoding coding, bool threshold,
                                            Assembly assembly, bool has_scale, bool is_whole,
                                            const MachineTrainer& train, Runtime& runtime) {
  const std::vector<Sides> sides = sides_of(present_classes(samples.rows.y), coding);
  const Matrix clamped = threshold ? with_clamped_input(samples.x.view()) : Matrix();
  const MatrixView inputs = threshold ? clamped.view() : samples.x.view();
  std::vector<TrainedMachine> machines(sides.size());
  runtime.run(sides.size(), [&](std::size_t m) {
    const OwnExamples examples = own_examples(sides[m], inputs, samples);
    machines[m] = train(examples.dichotomy, is_whole, samples.seed + m);
    machines[m].record.strengths = for_all_rows(examples, std::move(machines[m].record.strengths), samples.x.rows());
  });
  LinearModel::Units units{.assembly = assembly, .has_scale = has_scale};
  std::vector<MachineRecord> records;
  std::vector<double> weights;
  for (TrainedMachine& machine : machines) {
    units.counts.push_back(machine.weights.rows());
    for (std::size_t k = 0; k < machine.weights.rows(); ++k) {
      const Row w = machine.weights.row(k);
      weights.insert(weights.end(), w.begin(), w.begin() + static_cast<std::ptrdiff_t>(samples.x.columns()));
      units.thresholds.push_back(threshold ? -w.back() : 0);
    }
    records.push_back(std::move(machine.record));
  }
  units.weights = Matrix(units.thresholds.size(), samples.x.columns());
  std::ranges::copy(weights, units.weights.values().begin());
  auto model = std::make_unique<LinearModel>(sides, std::move(records), std::move(units));
  sum_up(*model);
  return model;
}

TrainedMachine machine_of(TrainedUnit unit, const Dichotomy& dichotomy, bool is_whole) {
  if (is_whole) judge(unit, dichotomy);
  TrainedMachine machine;
  machine.weights = Matrix(1, unit.weights.size());
  std::ranges::copy(unit.weights, machine.weights.row(0).begin());
  machine.record = {.updates = unit.updates,
                    .epochs = unit.epochs,
                    .converged = unit.converged,
                    .kappa = unit.kappa,
                    .separable = unit.separable,
                    .residual = unit.residual,
                    .strengths = std::move(unit.strengths)};
  return machine;
}

// Right answers of what is trained on two thirds of the rows, for each candidate; the best, of equals the first.
template <class Candidate>
Candidate best_by_folds(
    const std::vector<Candidate>& candidates, const PreparedSamples& samples,
    const std::function<std::unique_ptr<MachinesModel>(const Candidate&, const PreparedSamples&)>& train,
    Runtime& runtime) {
  const std::vector<PreparedFold> folds = prepared_folds(samples);
  std::vector<double> right(candidates.size() * folds.size());
  runtime.run(right.size(), [&](std::size_t task) {
    const PreparedFold& fold = folds[task % folds.size()];
    const PreparedSamples part{fold.training, fold.x, fold.weights, fold.preparation, samples.seed};
    const std::unique_ptr<MachinesModel> model = train(candidates[task / folds.size()], part);
    const Matrix values = model->values(fold.test_x.view());
    std::vector<double> scores(samples.rows.class_names.size());
    for (std::size_t i = 0; i < values.rows(); ++i)
      right[task] +=
          answer_of(values.row(i), model->sides(), 1, scores) == fold.test.y[i] ? weight_at(fold.test_weights, i) : 0;
  });
  std::size_t best = 0;
  double most = -1;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    double own = 0;
    for (std::size_t f = 0; f < folds.size(); ++f) own += right[c * folds.size() + f];
    if (own <= most) continue;
    most = own;
    best = c;
  }
  return candidates[best];
}

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
                                            double tolerance, const PreparedSamples& samples, Runtime& runtime) {
  const std::vector<Sides> sides = sides_of(present_classes(samples.rows.y), method.classes);
  const Kernel kernel{method.kernel, choice.gamma, method.degree};
  const std::size_t at_once = std::min(sides.size(), std::max<std::size_t>(1, runtime.threads()));
  const std::size_t count = samples.x.rows();
  std::vector<KernelMachine> machines(sides.size());
  runtime.run(sides.size(), [&](std::size_t m) {
    const OwnExamples examples = own_examples(sides[m], samples.x.view(), samples);
    KernelDualPlan plan{.upper = choice.cost,
                        .tolerance = tolerance,
                        .steps = static_cast<std::size_t>(method.steps),
                        .cache = (static_cast<std::size_t>(method.cache) << 20) / at_once};
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

KernelChoice chosen_kernel(const KernelAdatronMethod& method, const PreparedSamples& samples, double tolerance,
                           Runtime& runtime) {
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
  const bool can_choose = samples.rows.size() > 1 && samples.rows.size() <= most_rows_for_choices;
  if (candidates.size() == 1 || !can_choose) return {chooses_gamma ? 1 / n : gammas.front(), costs.front()};
  return best_by_folds<KernelChoice>(
      candidates, samples,
      [&](const KernelChoice& candidate, const PreparedSamples& part) {
        return train_kernel(method, candidate, tolerance, part, runtime);
      },
      runtime);
}

Committee committee_of(const CommitteeMethod& method) {
  if (method.units % 2 == 0)
    throw UsageError(fmt::format("committee.units = {}: a majority needs an odd number: use {}", method.units,
                                 setting("committee.units", fmt::format("{}", method.units + 1))));
  return {static_cast<std::size_t>(method.units), static_cast<std::size_t>(method.epochs)};
}

UnitTrainer unit_trainer_of(const ParityMethod& method, std::size_t inputs) {
  const auto epochs = static_cast<std::size_t>(method.epochs);
  const double cost = method.cost > 0 ? method.cost : 10 * static_cast<double>(inputs);
  switch (method.unit) {
    case UnitKind::pocket:
      return [=](const Dichotomy& d, std::uint64_t seed) { return train_unit(Pocket{epochs}, d, seed); };
    case UnitKind::soft_adatron:
      return [=](const Dichotomy& d, std::uint64_t seed) {
        return train_unit(Adatron{.upper = cost, .epochs = epochs, .tolerance = 1e-3}, d, seed);
      };
    case UnitKind::perceptron:
      return [=](const Dichotomy& d, std::uint64_t seed) { return train_unit(Rosenblatt{0, epochs}, d, seed); };
    case UnitKind::adaline:
      return [=](const Dichotomy& d, std::uint64_t seed) { return train_unit(Adaline{.tolerance = 1e-6}, d, seed); };
  }
  return {};
}

// Rows of a dichotomy.
struct Part {
  Matrix rows;
  Dichotomy dichotomy;
};
Part part_of(const Dichotomy& dichotomy, const std::vector<std::uint32_t>& places) {
  Part part;
  part.rows = Matrix(places.size(), dichotomy.dimension());
  for (std::size_t k = 0; k < places.size(); ++k) {
    std::ranges::copy(dichotomy.inputs.row(places[k]), part.rows.row(k).begin());
    part.dichotomy.outputs.push_back(dichotomy.outputs[places[k]]);
  }
  part.dichotomy.inputs = part.rows.view();
  return part;
}

TrainedMachine grown(const ParityMethod& method, const Dichotomy& dichotomy, std::uint64_t seed) {
  Tiling plan{unit_trainer_of(method, dichotomy.dimension()), static_cast<std::size_t>(method.most_units)};
  if (method.validation > 0 && dichotomy.size() > 2) {
    std::vector<Label> y(dichotomy.size());
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = dichotomy.outputs[i] > 0 ? 1 : 0;
    const Split split = stratified_split(y, {"0", "1"}, method.validation, Random(seed, Purpose::split));
    const Part training = part_of(dichotomy, split.training);
    const Part held_out = part_of(dichotomy, split.test);
    const LayeredMachine tried = grow_parity(plan, training.dichotomy, seed);
    plan.most_units = best_unit_count(tried.weights.view(), held_out.dichotomy);
  }
  const LayeredMachine machine = grow_parity(plan, dichotomy, seed);
  TrainedMachine result;
  result.weights = machine.weights;
  result.record = {.updates = machine.updates, .epochs = machine.epochs, .converged = machine.errors == 0};
  return result;
}

}   // namespace

template <class Own>
std::unique_ptr<Model> UnitMethod<Own>::train(const PreparedSamples& samples, Runtime& runtime) const {
  const Own& own = static_cast<const Own&>(*this);
  return train_with_scores(
      samples,
      [&](const PreparedSamples& rows, bool is_whole, Runtime& on) {
        return train_linear(
            rows, classes, threshold, Assembly::single, Own::has_scale, is_whole,
            [&](const Dichotomy& dichotomy, bool whole, std::uint64_t seed) {
              TrainedMachine machine = machine_of(own.train_one(dichotomy, seed), dichotomy, whole);
              machine.record.has_support = Own::has_support;
              if constexpr (std::same_as<Own, PerceptronMethod>) {
                if (machine.record.kappa && *machine.record.kappa > 0)
                  machine.record.bound = update_bound(dichotomy, own.margin, *machine.record.kappa);
              }
              return machine;
            },
            on);
      },
      runtime);
}
template struct UnitMethod<PerceptronMethod>;
template struct UnitMethod<MinOverMethod>;
template struct UnitMethod<AdalineMethod>;
template struct UnitMethod<AdatronMethod>;
template struct UnitMethod<PocketMethod>;
template struct UnitMethod<CostMethod>;

TrainedUnit PerceptronMethod::train_one(const Dichotomy& dichotomy, std::uint64_t seed) const {
  return train_unit(Rosenblatt{margin, static_cast<std::size_t>(epochs)}, dichotomy, seed);
}
TrainedUnit MinOverMethod::train_one(const Dichotomy& dichotomy, std::uint64_t seed) const {
  return train_unit(MinOver{static_cast<std::size_t>(epochs), tolerance, stop}, dichotomy, seed);
}
TrainedUnit AdalineMethod::train_one(const Dichotomy& dichotomy, std::uint64_t seed) const {
  return train_unit(Adaline{form, rate, static_cast<std::size_t>(epochs), tolerance}, dichotomy, seed);
}
TrainedUnit AdatronMethod::train_one(const Dichotomy& dichotomy, std::uint64_t seed) const {
  return train_unit(Adatron{.rate = rate, .epochs = static_cast<std::size_t>(epochs), .tolerance = tolerance},
                    dichotomy, seed);
}
TrainedUnit PocketMethod::train_one(const Dichotomy& dichotomy, std::uint64_t seed) const {
  return train_unit(Pocket{static_cast<std::size_t>(epochs)}, dichotomy, seed);
}
TrainedUnit CostMethod::train_one(const Dichotomy& dichotomy, std::uint64_t seed) const {
  return train_unit(CostDescent{power, margin, rate, static_cast<std::size_t>(epochs), tolerance}, dichotomy, seed);
}

std::unique_ptr<Model> SoftAdatronMethod::train(const PreparedSamples& samples, Runtime& runtime) const {
  const auto inputs = static_cast<double>(samples.x.columns() + (threshold ? 1 : 0));
  const auto with_cost = [&](double bound, double precision, const PreparedSamples& rows, bool is_whole, Runtime& on) {
    return train_linear(
        rows, classes, threshold, Assembly::single, true, is_whole,
        [&](const Dichotomy& dichotomy, bool whole, std::uint64_t seed) {
          TrainedMachine machine =
              machine_of(train_unit(Adatron{bound, rate, static_cast<std::size_t>(epochs), precision}, dichotomy, seed),
                         dichotomy, whole);
          machine.record.has_support = true;
          return machine;
        },
        on);
  };
  double bound = cost > 0 ? cost : inputs;
  if (!(cost > 0) && samples.rows.size() <= most_rows_for_choices && samples.rows.size() > 1) {
    const std::vector<double> candidates{0.01 * inputs, 0.1 * inputs, inputs, 10 * inputs};
    bound = best_by_folds<double>(
        candidates, samples,
        [&](double candidate, const PreparedSamples& part) {
          return with_cost(candidate, std::max(tolerance, 1e-3), part, false, runtime);
        },
        runtime);
  }
  auto model = train_with_scores(
      samples,
      [&](const PreparedSamples& rows, bool is_whole, Runtime& on) {
        return with_cost(bound, is_whole ? tolerance : std::max(tolerance, 1e-3), rows, is_whole, on);
      },
      runtime);
  return model;
}

std::unique_ptr<Model> KernelAdatronMethod::train(const PreparedSamples& samples, Runtime& runtime) const {
  const double coarse = std::max(tolerance, 1e-3);   // enough for choices and for scores
  const KernelChoice chosen = chosen_kernel(*this, samples, coarse, runtime);
  return train_with_scores(
      samples,
      [&](const PreparedSamples& rows, bool is_whole, Runtime& on) {
        return train_kernel(*this, chosen, is_whole ? tolerance : coarse, rows, on);
      },
      runtime);
}

std::unique_ptr<Model> CommitteeMethod::train(const PreparedSamples& samples, Runtime& runtime) const {
  const Committee plan = committee_of(*this);
  return train_with_scores(
      samples,
      [&](const PreparedSamples& rows, bool is_whole, Runtime& on) {
        return train_linear(
            rows, classes, threshold, Assembly::committee, true, is_whole,
            [&](const Dichotomy& dichotomy, bool, std::uint64_t seed) {
              LayeredMachine trained = train_committee(plan, dichotomy, seed);
              TrainedMachine machine;
              machine.weights = std::move(trained.weights);
              machine.record = {.updates = trained.updates, .epochs = trained.epochs, .converged = trained.errors == 0};
              return machine;
            },
            on);
      },
      runtime);
}

std::unique_ptr<Model> ParityMethod::train(const PreparedSamples& samples, Runtime& runtime) const {
  return train_with_scores(
      samples,
      [&](const PreparedSamples& rows, bool is_whole, Runtime& on) {
        return train_linear(
            rows, classes, true, Assembly::parity, true, is_whole,
            [&](const Dichotomy& dichotomy, bool, std::uint64_t seed) { return grown(*this, dichotomy, seed); }, on);
      },
      runtime);
}

}   // namespace protea
