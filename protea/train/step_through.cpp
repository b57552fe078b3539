#include <protea/train/step_through.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>

#include <protea/base/large_memory.hpp>
#include <protea/train/payments.hpp>

namespace protea {
namespace {

double take_steps(const Passage& passage, std::span<const std::uint32_t> order, const Stretch& stretch,
                  MutableRow parameters) {
  const Objective& objective = passage.accumulator.objective();
  const bool is_of_all = objective.is_elsewhere() && order.empty();
  const std::size_t count = is_of_all ? objective.sample_count() : order.size();
  const std::size_t batch = passage.batch == 0 ? count : std::min(passage.batch, count);
  double loss = 0;
  double progress = 0;
  constexpr std::size_t ahead = 1024;
  bool is_in_factors = batch == 1 && passage.stepper.changes_only_touched() && !passage.companion &&
                       objective.gives_factors() && passage.stepper.plain_rate(RateGroup::metric, 0).has_value();
  passage.accumulator.gradient().expect(is_in_factors ? GradientForm::factors : GradientForm::whole);
  std::optional<Payments> payments;
  if (is_in_factors && objective.has_penalty()) payments.emplace(passage, order);
  objective.come_next(order);
  for (std::size_t first = 0; first < count; first += batch) {
    const std::size_t size = std::min(batch, count - first);
    progress = (stretch.done + static_cast<double>(first) / static_cast<double>(count)) / stretch.all;
    const bool pays = payments && payments->are_due();
    const bool begins_anew = pays || first % ahead == 0;
    if (is_in_factors && begins_anew) passage.steps.settle(parameters);
    if (pays) loss += payments->pay(progress, parameters);
    if (batch == 1 && passage.stepper.changes_only_touched() && begins_anew)
      passage.accumulator.look_ahead(order.subspan(first, std::min(ahead - first % ahead, count - first)), parameters);
    const auto own = is_of_all ? order : order.subspan(first, size);
    double own_loss = passage.accumulator.accumulate(own, parameters, progress);
    if (payments && !payments->owe(progress)) {   // from here on, each sample pays for itself
      passage.accumulator.gradient().clear();
      loss += payments->pay(progress, parameters);
      payments.reset();
      is_in_factors = false;
      passage.accumulator.gradient().expect(GradientForm::whole);
      own_loss = passage.accumulator.accumulate(own, parameters, progress);
    }
    loss += own_loss;
    if (passage.companion) passage.companion->observe(order[first], parameters);
    const double scale = 1 / (static_cast<double>(size) * passage.mean_weight);
    passage.steps.step(passage.stepper, parameters, passage.accumulator.gradient(), scale, progress);
  }
  if (is_in_factors) passage.steps.settle(parameters);
  if (payments) loss += payments->pay(progress, parameters);
  passage.accumulator.gradient().expect(GradientForm::whole);
  return loss;
}

}   // namespace

// Many steps are taken in a copy that begins at a line of the cache, where registers load faster.
double step_through(const Passage& passage, std::span<const std::uint32_t> order, const Stretch& stretch,
                    MutableRow parameters) {
  constexpr std::size_t many = 16;
  const std::size_t steps = passage.batch == 0 ? 1 : order.size() / passage.batch;
  const bool is_at_line = reinterpret_cast<std::uintptr_t>(parameters.data()) % cache_line == 0;
  if (is_at_line || steps < many) return take_steps(passage, order, stretch, parameters);
  Numbers own(parameters.begin(), parameters.end());
  const double loss = take_steps(passage, order, stretch, own);
  std::ranges::copy(own, parameters.begin());
  return loss;
}

}   // namespace protea
