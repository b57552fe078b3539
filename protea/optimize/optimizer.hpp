// How parameters change: steppers take one gradient at a time, minimizers drive the whole cost themselves.
#pragma once

#include <array>
#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/option.hpp>
#include <protea/optimize/objective.hpp>
#include <protea/base/schedule.hpp>

namespace PROTEA_EXPORT protea {

// A buffer that must survive a stop for the run to go on as if nothing had happened.
struct StateBuffer {
  std::string name;
  std::vector<double>* values;
};

class Optimizer {
 public:
  virtual ~Optimizer() = default;

  // Who it is, and a copy of it as it stands; DescribedOptimizer writes these.
  std::string_view name() const { return own_name(); }
  std::vector<std::pair<std::string, OptionValue>> options() const { return own_options(); }
  virtual std::unique_ptr<Optimizer> clone() const = 0;

  // What others may ask before they put it to work.
  virtual bool needs_cost() const = 0;
  virtual bool uses_all_samples() const { return false; }   // in every step, whatever the batch size
  virtual bool steps_linearly() const {
    return false;
  }   // what it adds to the parameters is linear in the gradients so far
  virtual bool steps_by_coordinate() const {
    return false;
  }   // each number by a scale of its own: steps leave the span of the gradients
  virtual bool steps_as_told() const {
    return false;
  }   // p ← p − g at all times: for rules that set rates of their own
  virtual bool moves(RateGroup) const { return true; }                  // is the rate of that group ever above 0?
  virtual std::unique_ptr<Optimizer> with_constant_rates() const = 0;   // a copy whose rates do not fall

  virtual void start(const ParameterLayout& layout) = 0;
  virtual std::vector<StateBuffer> state() = 0;
  // Do the buffers, read from a file, have sizes that a run over `parameters` numbers can have?
  virtual bool has_valid_state(std::size_t parameters) const = 0;

 private:
  // Under other names than the static members of an optimizer, which a virtual function of the same name would forbid.
  virtual std::string_view own_name() const = 0;
  virtual std::vector<std::pair<std::string, OptionValue>> own_options() const = 0;
};

// In what numbers a stepper steps where a manifold has natural ones and there is a cost: in those, or in the parameters
// themselves, as the papers do. A choice of steps that are linear in the gradient: others have a length of their own,
// which means nothing in plain numbers.
enum class Chart { natural, plain };
constexpr auto names_of(Chart) {
  return std::array{std::pair<std::string_view, Chart>{"natural", Chart::natural},
                    std::pair<std::string_view, Chart>{"plain", Chart::plain}};
}
inline constexpr std::string_view chart_help =
    "steps where the domain is bounded and the rule has a cost: natural, in ln w, or plain, in w itself";

// Steps along −gradient. `scale` turns the summed gradient of a batch into its mean; the gradient is left cleared.
class Stepper : public Optimizer {
 public:
  bool needs_cost() const override { return false; }
  virtual bool changes_only_touched() const { return false; }   // of the block that is touched by unit
  virtual Chart steps_in() const { return Chart::natural; }
  virtual void step(MutableRow parameters, Gradient& gradient, double scale, double progress) = 0;
  // The rate of a group where a step is p ← p − rate·scale·g and no more: whoever holds g in factors then takes the step
  // of these himself, and `step` leaves them alone.
  virtual std::optional<double> plain_rate(RateGroup, double /*progress*/) const { return {}; }
};

// The cost over all samples, as a minimizer sees it; its gradient is tangential to the manifolds of the blocks.
class Cost {
 public:
  virtual ~Cost() = default;
  virtual double value(Row parameters) = 0;
  // The gradient may be changed, and is there until anything else is asked: a copy has a size that matters.
  struct WithGradient {
    double value = 0;
    MutableRow gradient = {};
  };
  virtual WithGradient with_gradient(Row parameters) = 0;
  virtual const Objective& objective() const = 0;
};

struct Iteration {
  double cost = 0;
  bool is_stationary = false;   // nothing further can be gained
};

class Minimizer : public Optimizer {
 public:
  bool needs_cost() const override { return true; }
  bool uses_all_samples() const override { return true; }
  virtual Iteration iterate(Cost& cost, MutableRow parameters) = 0;
};

// Moves every prototype to the mean of what pulls on it, over all samples at once. An objective of the right kind gives
// the moments of the pulls, and takes the step.
class Averager : public Optimizer {
 public:
  bool needs_cost() const override { return false; }
  bool uses_all_samples() const override { return true; }
  // From the moments at `parameters` to the next parameters; false where nothing has moved.
  virtual bool average(const Objective& objective, const PullMoments& moments, MutableRow parameters) = 0;
  // Prototypes that began again, in all.
  virtual std::size_t seeded_again() const = 0;
};

// Rates shared by the steppers: one for prototypes, one for the metric, one for its own parameter, and how they fall.
struct Rates {
  double rate = 0.05;
  double metric_rate = 0.005;
  double parameter_rate = 0.05;
  Schedule schedule = Schedule::linear;
  double decay = 100;

  static constexpr auto options() {
    return std::tuple{
        option("rate", &Rates::rate, "learning rate of the prototypes", {.above = 0}),
        option("metric_rate", &Rates::metric_rate, "learning rate of relevances, matrices and tangents",
               {.at_least = 0}),
        option("parameter_rate", &Rates::parameter_rate,
               "learning rate of a dissimilarity's own parameter, such as γ or p", {.at_least = 0}),
        option("schedule", &Rates::schedule, "how the rates fall from the first step to the last"),
        option("decay", &Rates::decay, "strength of the inverse-time and exponential schedules", {.above = 1})};
  }
  // At progress t; the rule's own parameters move as fast as the prototypes.
  double at(RateGroup group, double t) const { return first_of(group) * schedule_factor(schedule, decay, t); }
  double first_of(RateGroup group) const {
    return group == RateGroup::metric ? metric_rate : group == RateGroup::parameter ? parameter_rate : rate;
  }
};

// The base of an optimizer O: a Stepper or Minimizer that knows O's name and options, and copies it.
template <class O, class Base>
class DescribedOptimizer : public Base {
 public:
  std::unique_ptr<Optimizer> clone() const final { return std::make_unique<O>(self()); }
  bool moves(RateGroup group) const final {
    if constexpr (std::derived_from<O, Rates>) return self().first_of(group) > 0;
    else return true;
  }
  std::unique_ptr<Optimizer> with_constant_rates() const final {
    auto copy = std::make_unique<O>(self());
    if constexpr (std::derived_from<O, Rates>) copy->schedule = Schedule::constant;
    return copy;
  }

 private:
  const O& self() const { return static_cast<const O&>(*this); }
  std::string_view own_name() const final { return O::name; }
  std::vector<std::pair<std::string, OptionValue>> own_options() const final {
    auto values = option_values(self());
    // Younger than the records of models, which keep their bytes where it is as it always was.
    if constexpr (std::derived_from<O, Stepper>) {
      const bool is_as_ever = self().steps_in() == Chart::natural;
      if (is_as_ever) std::erase_if(values, [](const auto& each) { return each.first == "chart"; });
    }
    return values;
  }
};

}   // namespace protea
