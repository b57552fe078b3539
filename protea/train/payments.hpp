// What metrics cost by themselves (Objective::add_penalty), where samples come one at a time and gradients in factors. It touches all
// numbers of all metrics and takes as long as many samples do, so a step of its own pays for some of them when they are over.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/train/step_through.hpp>

namespace PROTEA_EXPORT protea {

class Payments {
 public:
  // Of the samples in this order; all must outlive it.
  Payments(const Passage& passage, std::span<const std::uint32_t> order);

  // One more sample is to be paid for: the step along its gradient, which the accumulator has, comes next. False where this is so large
  // a step that its price cannot wait.
  bool owe(double progress);
  // Are they as many as take the same time? Or have their steps changed a metric so much that it is time to look at it?
  bool are_due() const;
  // Pays for all that is owed, and returns how much it was. The gradient is cleared before and after.
  double pay(double progress, MutableRow parameters);

 private:
  double rate_of(const ParameterBlock& block, double progress) const;
  double largest_change(Row parameters, double progress);

  const Passage& passage_;
  std::span<const std::uint32_t> order_;
  const ParameterBlock* metrics_ = nullptr;   // whose gradients come in factors
  std::size_t most_;                          // samples that are paid for at once
  std::size_t together_;                      // … next time
  std::size_t owed_ = 0;
  std::size_t paid_ = 0;
  std::vector<double> changes_;   // of each metric by steps that were not paid for, as shares of it
  std::vector<double> changed_;
};

}   // namespace protea
