// What a metric costs by itself (Objective::add_penalty), where samples come one at a time. It touches all numbers of the metric and
// takes as long as many samples do, so it is looked at once for as many of those that come next.
#pragma once

#include <cstdint>
#include <span>

#include <protea/base/export.hpp>
#include <protea/base/large_memory.hpp>
#include <protea/train/step_through.hpp>

namespace PROTEA_EXPORT protea {

class Payments {
 public:
  // Of the samples in this order; all must outlive it.
  Payments(const Passage& passage, std::span<const std::uint32_t> order, GradientForm form);

  // Is this the first sample that is not paid for?
  bool are_due(std::size_t first) const { return first == next_; }
  // Looks at what is to pay for some samples from there on, and returns it. Gradients in factors have no room for it, so a step
  // pays for all of these at once, for fewer where it would be a long one; others get their share with each sample.
  // The gradient is cleared before and after.
  double pay(double progress, MutableRow parameters);
  // … to the gradient of one of those samples.
  void add_share();

 private:
  bool is_long(std::size_t count, double progress, Row parameters);

  const Passage& passage_;
  std::span<const std::uint32_t> order_;
  GradientForm form_;
  std::size_t most_;       // samples that are looked at together
  std::size_t together_;   // … next time
  std::size_t next_ = 0;
  Numbers share_;
};

}   // namespace protea
