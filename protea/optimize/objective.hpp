// What is minimized, or followed: a sum over samples on the flat parameter buffer.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <protea/optimize/gradient.hpp>

namespace protea {

// Buffers of one worker; an objective casts its own back.
struct Workspace {
  virtual ~Workspace() = default;
};

class Objective {
 public:
  virtual ~Objective() = default;

  virtual const ParameterLayout& layout() const = 0;
  virtual std::size_t sample_count() const = 0;
  virtual double total_weight() const { return static_cast<double>(sample_count()); }   // of the samples
  virtual std::span<const Label> sample_labels() const { return {}; }                  // empty where there are none
  virtual bool has_cost() const = 0;                 // accumulate() returns a cost and adds its gradient
  virtual std::unique_ptr<Workspace> make_workspace() const = 0;

  // Adds the pull of the given samples to the gradient and returns the sum of their losses. Thread-safe.
  virtual double accumulate(std::span<const std::uint32_t> samples, Row parameters, double progress, Gradient& gradient,
                            Workspace& workspace) const = 0;

  // Announces samples that will be accumulated one at a time, next and in this order. An objective may prepare for them;
  // results are the same to the bit. From the first announcement to a workspace on, prototypes change only when a gradient
  // has touched them.
  virtual void look_ahead(std::span<const std::uint32_t>, Row, Workspace&) const {}

  virtual void project(MutableRow parameters) const = 0;

  // An objective whose prototypes live in a bounded domain answers yes; then whoever steps makes the gradient tangential to the domain
  // before a step, and has the change of each prototype (a unit of the first block) limited after it, before projecting. A descent
  // of a cost steps in ln w instead, along w·∂/∂w: `step_in_logs` turns the changes of ln w in `unit` into the new w.
  virtual bool has_bounded_units() const { return false; }
  virtual void make_tangential(Row /*parameters*/, Gradient&) const {}
  virtual void limit_step(Row /*before*/, MutableRow /*unit*/) const {}
  virtual void step_in_logs(Row /*before*/, MutableRow /*unit*/) const {}

  // Unconstrained coordinates for minimizers that need them; see HasChart.
  virtual void to_free(MutableRow parameters) const = 0;
  virtual void from_free(Row free, MutableRow parameters) const = 0;
  virtual void pull_back(Row free, MutableRow gradient) const = 0;
};

}  // namespace protea
