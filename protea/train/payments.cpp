#include <protea/train/payments.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/kernels.hpp>
#include <protea/base/lanes.hpp>

namespace protea {
namespace {

constexpr double largest_payment = 0.02;   // a step that pays, as a share of what it changes
constexpr double largest_step = 0.25;      // of a sample
constexpr double largest_debt = 1;         // steps of samples that are not paid for, with the one that goes beyond:
                                           // of a direction they leave 0.75⁵, more than a fifth

double norm(Row values) {
  return std::sqrt(lane_sum(values.size(), [&](std::size_t i) { return values[i] * values[i]; }));
}

// ‖Σ u vᵀ‖, or Σ ‖u‖‖v‖ where it is not known.
double size_of(const OuterProducts& products) {
  if (products.squared_norm >= 0) return std::sqrt(products.squared_norm);
  const std::size_t count = products.count;
  const std::size_t height = count == 0 ? 0 : products.left.size() / count;
  const std::size_t n = count == 0 ? 0 : products.right.size() / count;
  double size = 0;
  for (std::size_t a = 0; a < count; ++a)
    size += norm(Row(products.left).subspan(a * height, height)) * norm(Row(products.right).subspan(a * n, n));
  return size;
}

}   // namespace

Payments::Payments(const Passage& passage, std::span<const std::uint32_t> order)
    : passage_(passage), order_(order), most_(passage.accumulator.objective().samples_per_penalty()), together_(most_) {
  for (const ParameterBlock& block : passage.accumulator.objective().layout()) {
    if (block.touch == Touch::in_factors) metrics_ = &block;
  }
  changes_.resize(metrics_->unit_count());
}

double Payments::rate_of(const ParameterBlock& block, double progress) const {
  return passage_.stepper.plain_rate(block.group, progress).value() / passage_.mean_weight;
}

bool Payments::owe(double progress) {
  const double rate = rate_of(*metrics_, progress);
  for (const auto& [index, products] : passage_.accumulator.gradient().factors()) {
    const double step = rate * size_of(*products);
    if (!(step <= largest_step)) return false;
    changes_[index] += step;
  }
  ++owed_;
  return true;
}

bool Payments::are_due() const {
  return owed_ >= together_ || std::ranges::any_of(changes_, [](double change) { return change > largest_debt; });
}

double Payments::pay(double progress, MutableRow parameters) {
  const Objective& objective = passage_.accumulator.objective();
  Gradient& gradient = passage_.accumulator.gradient();
  gradient.expect(GradientForm::whole);
  double paid = 0;
  std::size_t together = owed_;
  while (owed_ > 0) {
    std::size_t count = std::min(together, owed_);
    for (;;) {
      const double price = objective.add_penalty(order_.subspan(paid_, count), parameters, gradient);
      const double change = largest_change(parameters, progress);
      if (count == 1 || !(change > largest_payment)) {
        paid += price;
        break;
      }
      count = std::max<std::size_t>(1, static_cast<std::size_t>(static_cast<double>(count) * largest_payment / change));
      gradient.clear();
    }
    passage_.steps.step(passage_.stepper, parameters, gradient, 1 / passage_.mean_weight, progress);
    together = count;
    owed_ -= count;
    paid_ += count;
    together_ = std::min(most_, 2 * count);
  }
  gradient.expect(GradientForm::factors);
  std::ranges::fill(changes_, 0.0);
  return paid;
}

// The largest share of itself by which the step would change a metric, its return to the manifold included.
double Payments::largest_change(Row parameters, double progress) {
  const double rate = rate_of(*metrics_, progress);
  double largest = 0;
  for (std::size_t index = 0; index < metrics_->unit_count(); ++index) {
    const Row before = metrics_->unit_of(parameters, index);
    const Row slope = metrics_->unit_of(Row(passage_.accumulator.gradient().values()), index);
    changed_.assign(before.begin(), before.end());
    kernels().add_scaled(-rate, slope.data(), slope.size(), changed_.data());
    metrics_->manifold->project(changed_);
    kernels().add_scaled(-1, before.data(), before.size(), changed_.data());
    largest = std::max(largest, norm(changed_) / norm(before));
  }
  return largest;
}

}   // namespace protea
