#include <protea/perceptron/layered_methods.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/random.hpp>
#include <protea/data/split.hpp>
#include <protea/perceptron/layered.hpp>

namespace protea {
namespace {

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
struct DichotomyPart {
  Matrix rows;
  Dichotomy dichotomy;
};
DichotomyPart part_of(const Dichotomy& dichotomy, const std::vector<std::uint32_t>& places) {
  DichotomyPart part;
  part.rows = Matrix(places.size(), dichotomy.dimension());
  for (std::size_t k = 0; k < places.size(); ++k) {
    std::ranges::copy(dichotomy.inputs.row(places[k]), part.rows.row(k).begin());
    part.dichotomy.outputs.push_back(dichotomy.outputs[places[k]]);
  }
  part.dichotomy.inputs = part.rows.view();
  return part;
}

TrainedMachine machine_of(LayeredMachine machine) {
  return {std::move(machine.weights),
          {.updates = machine.updates, .epochs = machine.epochs, .converged = machine.errors == 0}};
}

TrainedMachine grown(const ParityMethod& method, const Dichotomy& dichotomy, std::uint64_t seed) {
  Tiling plan{unit_trainer_of(method, dichotomy.dimension()), static_cast<std::size_t>(method.most_units)};
  if (method.validation > 0 && dichotomy.size() > 2) {
    std::vector<Label> y(dichotomy.size());
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = dichotomy.outputs[i] > 0 ? 1 : 0;
    const Split split = stratified_split(y, {"0", "1"}, method.validation, Random(seed, Purpose::split));
    const DichotomyPart training = part_of(dichotomy, split.training);
    const DichotomyPart held_out = part_of(dichotomy, split.test);
    const LayeredMachine tried = grow_parity(plan, training.dichotomy, seed);
    plan.most_units = best_unit_count(tried.weights.view(), held_out.dichotomy);
  }
  return machine_of(grow_parity(plan, dichotomy, seed));
}

}   // namespace

std::unique_ptr<Model> CommitteeMethod::train(const PreparedSamples& samples, Runtime& runtime) const {
  const Committee committee = committee_of(*this);
  const LinearPlan plan{classes, threshold, Assembly::committee, true};
  return train_with_scores(
      samples,
      [&](const PreparedSamples& rows, Precision, Runtime& on) {
        return train_linear(
            rows, plan,
            [&](const Dichotomy& dichotomy, std::uint64_t seed) {
              return machine_of(train_committee(committee, dichotomy, seed));
            },
            on);
      },
      runtime);
}

std::unique_ptr<Model> ParityMethod::train(const PreparedSamples& samples, Runtime& runtime) const {
  const LinearPlan plan{classes, true, Assembly::parity, true};
  return train_with_scores(
      samples,
      [&](const PreparedSamples& rows, Precision, Runtime& on) {
        return train_linear(
            rows, plan, [&](const Dichotomy& dichotomy, std::uint64_t seed) { return grown(*this, dichotomy, seed); },
            on);
      },
      runtime);
}

}   // namespace protea
