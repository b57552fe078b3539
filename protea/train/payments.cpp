#include <protea/train/payments.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/kernels.hpp>
#include <protea/base/lanes.hpp>

namespace protea {
namespace {

// The size of a step along the gradient of what may come in factors, over that of the parameters there.
double step_length(const Passage& passage, Row parameters, double progress) {
  double step = 0;
  double all = 0;
  for (const ParameterBlock& block : passage.accumulator.objective().layout()) {
    if (block.touch != Touch::in_factors) continue;
    const double rate = passage.stepper.plain_rate(block.group, progress).value() / passage.mean_weight;
    const Row slope = passage.accumulator.gradient().values().subspan(block.first, block.size);
    const Row own = parameters.subspan(block.first, block.size);
    step += rate * rate * lane_sum(slope.size(), [&](std::size_t i) { return slope[i] * slope[i]; });
    all += lane_sum(own.size(), [&](std::size_t i) { return own[i] * own[i]; });
  }
  return std::sqrt(step / all);
}

}   // namespace

Payments::Payments(const Passage& passage, std::span<const std::uint32_t> order, GradientForm form)
    : passage_(passage),
      order_(order),
      form_(form),
      most_(passage.accumulator.objective().samples_per_penalty(form)),
      together_(most_) {}

double Payments::pay(double progress, MutableRow parameters) {
  const Objective& objective = passage_.accumulator.objective();
  Gradient& gradient = passage_.accumulator.gradient();
  gradient.expect(GradientForm::whole);
  double price = 0;
  std::size_t count = 0;
  do {
    gradient.clear();
    count = std::min(together_, order_.size() - next_);
    price = objective.add_penalty(order_.subspan(next_, count), parameters, gradient);
  } while (form_ == GradientForm::factors && is_long(count, progress, parameters));
  if (form_ == GradientForm::factors) {
    passage_.steps.step(passage_.stepper, parameters, gradient, 1 / passage_.mean_weight, progress);
  } else {
    share_.assign(gradient.values().begin(), gradient.values().end());
    kernels().multiply(1 / static_cast<double>(count), share_.size(), share_.data());
    gradient.clear();
  }
  gradient.expect(form_);
  next_ += count;
  return price;
}

// Is it too long for so many samples? Says how many it is for the next time.
bool Payments::is_long(std::size_t count, double progress, Row parameters) {
  constexpr double longest = 0.02;
  const double length = step_length(passage_, parameters, progress);
  if (length > longest && count > 1) {
    together_ = static_cast<std::size_t>(std::max(1.0, static_cast<double>(count) * longest / length));
    return true;
  }
  if (length < longest / 2) together_ = std::min(most_, 2 * together_);
  return false;
}

void Payments::add_share() {
  if (form_ == GradientForm::whole) passage_.accumulator.gradient().add(std::span<const std::uint32_t>{}, share_);
}

}   // namespace protea
