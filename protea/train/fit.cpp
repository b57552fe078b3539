#include <protea/train/fit.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/random.hpp>
#include <protea/runtime/accumulator.hpp>

namespace protea {
namespace {

std::vector<std::uint32_t> all_samples(std::size_t count) {
  std::vector<std::uint32_t> samples(count);
  std::iota(samples.begin(), samples.end(), 0U);
  return samples;
}

class WholeCost final : public Cost {
 public:
  WholeCost(const Objective& objective, Runtime& runtime)
      : objective_(objective), accumulator_(objective, runtime), samples_(all_samples(objective.sample_count())) {}

  double value(Row parameters) override {
    const double loss = accumulator_.accumulate(samples_, parameters, 1);
    accumulator_.gradient().clear();
    return loss;
  }
  double value_and_gradient(Row parameters, MutableRow gradient) override {
    const double loss = accumulator_.accumulate(samples_, parameters, 1);
    if (objective_.has_bounded_units()) objective_.make_tangential(parameters, accumulator_.gradient());
    const Row sum = accumulator_.gradient().values();
    std::copy(sum.begin(), sum.end(), gradient.begin());
    accumulator_.gradient().clear();
    return loss;
  }
  const Objective& objective() const override { return objective_; }

 private:
  const Objective& objective_;
  Accumulator accumulator_;
  std::vector<std::uint32_t> samples_;
};

// The samples of one epoch in the order of presentation: a function of seed and epoch alone.
class Order {
 public:
  Order(const Objective& objective, const Plan& plan) : plan_(plan), samples_(objective.sample_count()) {
    if (plan.presentation != Presentation::balanced) return;
    if (objective.sample_labels().empty()) throw UsageError("presentation = balanced needs samples with labels");
    std::map<Label, std::vector<std::uint32_t>> members;
    for (std::size_t i = 0; i < samples_.size(); ++i) members[objective.sample_labels()[i]].push_back(static_cast<std::uint32_t>(i));
    for (auto& [label, own] : members) classes_.push_back(std::move(own));
  }

  std::span<const std::uint32_t> of_epoch(std::size_t epoch) {
    Random random(static_cast<std::uint64_t>(plan_.seed), Purpose::presentation, static_cast<std::uint32_t>(epoch));
    std::iota(samples_.begin(), samples_.end(), 0U);
    if (plan_.presentation == Presentation::shuffled) random.shuffle(std::span(samples_));
    if (plan_.presentation == Presentation::random) {
      for (std::uint32_t& sample : samples_) sample = static_cast<std::uint32_t>(random.below(samples_.size()));
    }
    if (plan_.presentation == Presentation::balanced) {
      for (std::uint32_t& sample : samples_) {
        const std::vector<std::uint32_t>& own = classes_[random.below(classes_.size())];
        sample = own[random.below(own.size())];
      }
    }
    return samples_;
  }

 private:
  const Plan& plan_;
  std::vector<std::uint32_t> samples_;
  std::vector<std::vector<std::uint32_t>> classes_;   // for balanced presentation
};

void demand_finite(const TrainingState& state, std::size_t epoch, double cost, const ParameterLayout& layout) {
  std::string what;
  if (!std::isfinite(cost)) what = "the cost";
  for (const ParameterBlock& block : layout) {
    const Row values = Row(state.parameters).subspan(block.first, block.size);
    if (what.empty() && !std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); })) {
      what = fmt::format("the block '{}' of the parameters", block.name);
    }
  }
  if (what.empty()) return;
  throw NumericalError(fmt::format("epoch {}: {} is no longer finite: use a smaller learning rate, or scale the data", epoch, what));
}

// Steps of prototypes that live in a bounded domain: keeps those a step may change, and limits the change.
class BoundedSteps {
 public:
  explicit BoundedSteps(const Objective& objective) : objective_(objective), is_needed_(objective.has_bounded_units()) {
    if (!is_needed_) return;
    const ParameterBlock& block = objective.layout().front();
    before_.resize(block.size);
    units_.reserve(block.size / block.unit);
  }

  void step(Stepper& stepper, MutableRow parameters, Gradient& gradient, double scale, double progress) {
    if (!is_needed_) return stepper.step(parameters, gradient, scale, progress);
    objective_.make_tangential(parameters, gradient);
    const std::size_t unit = gradient.unit();
    if (stepper.changes_only_touched()) {
      units_.assign(gradient.touched().begin(), gradient.touched().end());
    } else if (units_.empty()) {
      units_ = all_samples(before_.size() / unit);
    }
    for (const std::uint32_t k : units_) {
      std::copy_n(parameters.begin() + static_cast<std::ptrdiff_t>(k * unit), unit, before_.begin() + static_cast<std::ptrdiff_t>(k * unit));
    }
    stepper.step(parameters, gradient, scale, progress);
    for (const std::uint32_t k : units_) objective_.limit_step(Row(before_).subspan(k * unit, unit), parameters.subspan(k * unit, unit));
  }

 private:
  const Objective& objective_;
  bool is_needed_;
  std::vector<double> before_;
  std::vector<std::uint32_t> units_;
};

double step_through_epoch(const FitTask& task, Stepper& stepper, Accumulator& accumulator, std::span<const std::uint32_t> order,
                          BoundedSteps& steps, TrainingState& state) {
  const std::size_t count = order.size();
  const double mean_weight = task.objective.total_weight() / static_cast<double>(count);
  const std::size_t batch = task.plan.batch == 0 ? count : std::min(static_cast<std::size_t>(task.plan.batch), count);
  double loss = 0;
  constexpr std::size_t ahead = 4;
  for (std::size_t first = 0; first < count; first += batch) {
    if (batch == 1 && stepper.changes_only_touched() && first % ahead == 0) {
      accumulator.look_ahead(order.subspan(first, std::min(ahead, count - first)), state.parameters);
    }
    const std::size_t size = std::min(batch, count - first);
    const double progress = (static_cast<double>(state.epoch) + static_cast<double>(first) / static_cast<double>(count)) /
                            static_cast<double>(task.plan.epochs);
    loss += accumulator.accumulate(order.subspan(first, size), state.parameters, progress);
    if (task.companion) task.companion->observe(order[first], state.parameters);
    steps.step(stepper, state.parameters, accumulator.gradient(), 1 / (static_cast<double>(size) * mean_weight), progress);
    task.objective.project(state.parameters);
  }
  return loss;
}

// Keeps the best parameters on the held-out part; true when patience has run out.
bool is_out_of_patience(Cost& held_out, const Plan& plan, TrainingState& state) {
  const double loss = held_out.value(state.parameters);
  if (state.best_parameters.empty() || loss < state.best_loss) {
    state.best_parameters = state.parameters;
    state.best_loss = loss;
    state.best_epoch = state.epoch;
  }
  return state.epoch - state.best_epoch >= static_cast<std::size_t>(plan.patience);
}

}  // namespace

Outcome fit(const FitTask& task, TrainingState& state) {
  if (task.optimizer.needs_cost() && !task.objective.has_cost()) {
    throw UsageError("this optimizer needs a rule with a cost function: use sgd, or the rule glvq");
  }
  auto* const stepper = dynamic_cast<Stepper*>(&task.optimizer);
  auto* const minimizer = dynamic_cast<Minimizer*>(&task.optimizer);
  if (task.companion && (!stepper || task.plan.batch != 1)) {
    throw UsageError("what learns beside the optimizer sees one sample at a time: use sgd, momentum or adam with batch = 1");
  }
  if (state.epoch == 0) task.optimizer.start(task.objective.layout());

  WholeCost whole(task.objective, task.runtime);
  Accumulator accumulator(task.objective, task.runtime);
  BoundedSteps steps(task.objective);
  std::unique_ptr<WholeCost> held_out;
  if (task.validation) held_out = std::make_unique<WholeCost>(*task.validation, task.runtime);
  Order order(task.objective, task.plan);

  Outcome outcome;
  const auto epochs = static_cast<std::size_t>(task.plan.epochs);
  while (state.epoch < epochs && !state.is_converged) {
    double cost = 0;
    bool is_stationary = false;
    try {
      if (stepper) {
        cost = step_through_epoch(task, *stepper, accumulator, order.of_epoch(state.epoch), steps, state);
      } else {
        const Iteration iteration = minimizer->iterate(whole, state.parameters);
        cost = iteration.cost;
        is_stationary = iteration.is_stationary;
      }
    } catch (const NumericalError& error) {
      throw NumericalError(fmt::format("epoch {}: {}", state.epoch + 1, error.what()));
    }
    ++state.epoch;
    demand_finite(state, state.epoch, cost, task.objective.layout());
    const bool is_still = state.has_cost && std::abs(cost - state.cost) <= task.plan.tolerance * std::max(std::abs(cost), 1e-12);
    if (is_stationary || (task.plan.tolerance > 0 && is_still)) {
      state.is_converged = true;
      outcome.reason = is_stationary ? StopReason::stationary : StopReason::tolerance;
    }
    state.cost = cost;
    state.has_cost = true;
    if (held_out && is_out_of_patience(*held_out, task.plan, state)) {
      state.is_converged = true;
      outcome.reason = StopReason::validation;
    }
    if (task.observer && !task.observer({state, epochs, cost})) {
      outcome.reason = StopReason::observer;
      break;
    }
  }
  if (!state.best_parameters.empty()) state.parameters = state.best_parameters;
  outcome.epochs = state.epoch;
  outcome.converged = state.is_converged;
  outcome.cost = whole.value(state.parameters);
  return outcome;
}

}  // namespace protea
