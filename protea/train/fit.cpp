#include <protea/train/fit.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include <protea/base/random.hpp>
#include <protea/runtime/accumulator.hpp>
#include <protea/train/shuffle.hpp>
#include <protea/train/step_through.hpp>

namespace protea {
namespace {

Indices all_samples(const Objective& objective, std::span<const std::uint32_t> presented = {}) {
  if (!presented.empty()) return {presented.begin(), presented.end()};
  if (objective.is_elsewhere()) return {};
  Indices samples(objective.sample_count());
  std::iota(samples.begin(), samples.end(), 0U);
  return samples;
}

class WholeCost final : public Cost {
 public:
  WholeCost(const Objective& objective, Runtime& runtime, std::span<const std::uint32_t> presented = {})
      : objective_(objective), accumulator_(objective, runtime), samples_(all_samples(objective, presented)) {}

  double value(Row parameters) override { return accumulator_.value(samples_, parameters, 1); }
  WithGradient with_gradient(Row parameters) override {
    const MutableRow gradient = accumulator_.gradient().values();
    std::ranges::fill(gradient, 0.0);   // of what was not touched, too: others may have changed it
    accumulator_.gradient().clear();
    const double loss = accumulator_.accumulate(samples_, parameters, 1);
    make_tangential(objective_.layout(), parameters, accumulator_.gradient().values());
    return {loss, accumulator_.gradient().values()};
  }
  const Objective& objective() const override { return objective_; }

 private:
  const Objective& objective_;
  Accumulator accumulator_;
  Indices samples_;
};

// The samples of one epoch in the order of presentation: a function of seed and epoch alone.
class Order {
 public:
  explicit Order(const FitTask& task)
      : plan_(task.plan),
        values_per_sample_(task.objective.values_per_sample()),
        all_(all_in_order(task)),
        samples_(all_) {
    const Objective& objective = task.objective;
    if (plan_.presentation != Presentation::balanced) return;
    if (objective.sample_labels().empty()) throw UsageError("presentation = balanced needs samples with labels");
    std::map<Label, std::vector<std::uint32_t>> members;
    for (const std::uint32_t i : all_) members[objective.sample_labels()[i]].push_back(i);
    for (auto& [label, own] : members) classes_.push_back(std::move(own));
  }

  std::span<const std::uint32_t> of_epoch(std::size_t epoch) {
    if (plan_.batch == 0 && plan_.presentation == Presentation::shuffled) return all_;   // as they are: one step of all
    Random random(static_cast<std::uint64_t>(plan_.seed), Purpose::presentation, static_cast<std::uint32_t>(epoch));
    samples_ = all_;
    if (plan_.presentation == Presentation::shuffled) shuffle_by_windows(samples_, values_per_sample_, random);
    if (plan_.presentation == Presentation::random) {
      for (std::uint32_t& sample : samples_) sample = all_[random.below(all_.size())];
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
  // Samples that are elsewhere are called by their numbers only where a step takes some of them.
  static Indices all_in_order(const FitTask& task) {
    if (!task.objective.is_elsewhere() || task.plan.batch == 0) return all_samples(task.objective, task.presented);
    Indices samples(task.objective.sample_count());
    std::iota(samples.begin(), samples.end(), 0U);
    return samples;
  }

  const Plan& plan_;
  std::size_t values_per_sample_;
  Indices all_;
  Indices samples_;
  std::vector<std::vector<std::uint32_t>> classes_;   // for balanced presentation
};

// Numbers that are no longer finite, or that run away from where they started: nothing of that may be kept. Only what
// moves at the first rate may not run: a metric or a rule may have a good use for large numbers.
class Watch {
 public:
  Watch(const FitTask& task, const TrainingState& state)
      : layout_(task.objective.layout()),
        remedy_(task.optimizer.needs_cost()
                    ? "scale the data, or choose milder options of the rule and the dissimilarity"
                    : "use a smaller learning rate, or scale the data") {
    for (const ParameterBlock& block : layout_) {
      const bool may_run = block.group != RateGroup::prototype;
      farthest_.push_back(may_run ? std::numeric_limits<double>::infinity()
                                  : 1e9 * (1 + largest(numbers_of(block, state))));
    }
  }

  void demand_sound(const TrainingState& state, double cost) const {
    if (!std::isfinite(cost)) fail(state, "the cost is no longer finite");
    for (const ParameterBlock& block : layout_) {
      const Row values = numbers_of(block, state);
      if (!std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); })) {
        fail(state, fmt::format("the block '{}' of the parameters is no longer finite", block.name));
      }
    }
    auto farthest = farthest_.begin();
    for (const ParameterBlock& block : layout_) {
      const double size = largest(numbers_of(block, state));
      if (size > *farthest++)
        fail(state, fmt::format("the block '{}' of the parameters has run away, to {:.2g}", block.name, size));
    }
  }

 private:
  static Row numbers_of(const ParameterBlock& block, const TrainingState& state) {
    return Row(state.parameters).subspan(block.first, block.size);
  }
  static double largest(Row values) {
    double result = 0;
    for (const double value : values) result = std::max(result, std::abs(value));
    return result;
  }
  [[noreturn]] void fail(const TrainingState& state, const std::string& what) const {
    throw NumericalError(fmt::format("epoch {}: {}: {}", state.epoch, what, remedy_));
  }

  const ParameterLayout& layout_;
  std::string remedy_;
  std::vector<double> farthest_;   // of the blocks in turn
};

// Numbers with a name, such as the α of a divergence or the width of a rule. The cost may hardly feel them and still
// draw them far, a little in each iteration, so a minimizer is not done while one moves.
class NamedNumbers {
 public:
  explicit NamedNumbers(const FitTask& task) {
    if (!dynamic_cast<const Minimizer*>(&task.optimizer)) return;   // steps get shorter by themselves
    for (const ParameterBlock& block : task.objective.layout()) {
      for (std::size_t i = 0; i < block.size; ++i) {
        if (block.group == RateGroup::rule || i % block.unit < block.own) places_.push_back(block.first + i);
      }
    }
  }

  void remember(Row parameters) {
    before_.clear();
    for (const std::size_t place : places_) before_.push_back(parameters[place]);
  }
  bool have_moved(Row parameters, double tolerance) const {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const double now = parameters[places_[i]];
      if (std::abs(now - before_[i]) > tolerance * std::max(1.0, std::abs(now))) return true;
    }
    return false;
  }

 private:
  std::vector<std::size_t> places_;
  std::vector<double> before_;
};

// Keeps the best parameters on the held-out part; true when patience has run out.
bool is_out_of_patience(double loss, const Plan& plan, TrainingState& state) {
  if (state.best_parameters.empty() || loss < state.best_loss) {
    state.best_parameters = state.parameters;
    state.best_loss = loss;
    state.best_epoch = state.epoch;
  }
  return state.epoch - state.best_epoch >= static_cast<std::size_t>(plan.patience);
}

// One pass of batch means, with the neighbourhood of that moment: the first has that of the start, the last
// that of the end.
class MeanSteps {
 public:
  MeanSteps(const FitTask& task, Averager& averager)
      : objective_(task.objective),
        averager_(averager),
        accumulator_(task.objective, task.runtime),
        samples_(all_samples(task.objective)),
        moments_(task.objective.make_moments()),
        last_(std::max<double>(1, static_cast<double>(task.plan.epochs) - 1)) {}

  Iteration step(std::size_t epoch, MutableRow parameters) {
    moments_.clear();
    const double progress = std::min(1.0, static_cast<double>(epoch) / last_);
    const double cost = accumulator_.sum_moments(samples_, parameters, progress, moments_);
    const bool has_moved = averager_.average(objective_, moments_, parameters);
    return {cost, !has_moved && !objective_.changes_with_progress()};
  }

 private:
  const Objective& objective_;
  Averager& averager_;
  Accumulator accumulator_;
  Indices samples_;
  PullMoments moments_;
  double last_;
};

}   // namespace

Outcome fit(const FitTask& task, TrainingState& state) {
  if (task.optimizer.needs_cost() && !task.objective.has_cost()) {
    throw UsageError("this optimizer needs a rule with a cost function: use sgd, or the rule glvq");
  }
  auto* const stepper = dynamic_cast<Stepper*>(&task.optimizer);
  auto* const minimizer = dynamic_cast<Minimizer*>(&task.optimizer);
  auto* const averager = dynamic_cast<Averager*>(&task.optimizer);
  if (task.companion && (!stepper || task.plan.batch != 1)) {
    throw UsageError(
        "what learns beside the optimizer sees one sample at a time: use sgd, momentum or adam with batch = 1");
  }
  if (state.epoch == 0) task.optimizer.start(task.objective.layout());

  WholeCost whole(task.objective, task.runtime, task.presented);
  std::optional<Accumulator> accumulator;   // of steps: others have gradients of their own
  if (stepper) accumulator.emplace(task.objective, task.runtime);
  ManifoldSteps steps(task.objective);
  std::unique_ptr<WholeCost> held_out;
  if (task.validation) held_out = std::make_unique<WholeCost>(*task.validation, task.runtime);
  std::optional<Order> order;
  if (stepper) order.emplace(task);
  std::optional<MeanSteps> means;
  if (averager) means.emplace(task, *averager);

  const Watch watch(task, state);
  NamedNumbers named(task);
  Outcome outcome;
  const auto epochs = static_cast<std::size_t>(task.plan.epochs);
  const double mean_weight = task.objective.total_weight() / static_cast<double>(task.objective.sample_count());
  while (state.epoch < epochs && !state.is_converged) {
    double cost = 0;
    bool is_stationary = false;
    named.remember(state.parameters);
    try {
      if (stepper) {
        const Passage passage{*stepper,       steps,      *accumulator, static_cast<std::size_t>(task.plan.batch),
                              task.companion, mean_weight};
        cost = step_through(passage, order->of_epoch(state.epoch),
                            {static_cast<double>(state.epoch), static_cast<double>(epochs)}, state.parameters);
      } else {
        const Iteration iteration =
            means ? means->step(state.epoch, state.parameters) : minimizer->iterate(whole, state.parameters);
        cost = iteration.cost;
        is_stationary = iteration.is_stationary;
      }
    } catch (const NumericalError& error) {
      throw NumericalError(fmt::format("epoch {}: {}", state.epoch + 1, error.marked()));
    }
    ++state.epoch;
    const auto verdict =
        task.between ? task.between->act(state.epoch, state.parameters) : BetweenEpochs::Verdict::may_end;
    watch.demand_sound(state, cost);
    const bool is_still =
        state.has_cost && std::abs(cost - state.cost) <= task.plan.tolerance * std::max(std::abs(cost), 1e-12) &&
        !named.have_moved(state.parameters, task.plan.tolerance) && !task.objective.changes_with_progress();
    const bool may_end = verdict != BetweenEpochs::Verdict::goes_on;
    if (may_end && (is_stationary || (task.plan.tolerance > 0 && is_still))) {
      state.is_converged = true;
      outcome.reason = is_stationary ? StopReason::stationary : StopReason::tolerance;
    }
    if (verdict == BetweenEpochs::Verdict::is_reached) {
      state.is_converged = true;
      outcome.reason = StopReason::reached;
    }
    state.cost = cost;
    state.has_cost = true;
    std::optional<double> held_out_cost;
    if (held_out) {
      const double loss = held_out->value(state.parameters);
      held_out_cost = loss * task.objective.total_weight() / task.validation->total_weight();
      if (is_out_of_patience(loss, task.plan, state)) {
        state.is_converged = true;
        outcome.reason = StopReason::validation;
      }
    }
    if (task.observer && !task.observer({state, epochs, cost, held_out_cost})) {
      outcome.reason = StopReason::observer;
      break;
    }
  }
  if (!state.best_parameters.empty()) state.parameters = state.best_parameters;
  outcome.epochs = state.epoch;
  outcome.converged = state.is_converged;
  if (averager) outcome.seeded_again = averager->seeded_again();
  if (task.wants_cost) outcome.cost = whole.value(state.parameters);
  watch.demand_sound(state, outcome.cost);
  return outcome;
}

}   // namespace protea
