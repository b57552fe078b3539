#include <protea/optimize/adam.hpp>

#include <cmath>

#include <protea/base/exact_math.hpp>
#include <protea/base/kernels.hpp>
#include <protea/base/random.hpp>

namespace protea {

namespace {

// Of the numbers of a unit, as its manifold has them.
double typical_size(const ParameterBlock& block) {
  std::vector<double> unit(block.unit);
  Random random(1, Purpose::metric);
  for (double& value : unit) value = random.uniform(0.5, 1.5);
  block.manifold->project(unit);
  double sum = 0;
  for (const double value : unit) sum += value * value;
  return std::sqrt(sum / static_cast<double>(unit.size()));
}

}   // namespace

namespace {

// 1 − momentᵗ, which is 1 as soon as the power is less than half a unit in its last place.
double correction(double moment, double t) {
  constexpr double nothing = -40;   // e⁻⁴⁰ < 2⁻⁵⁴, and ln β ≤ β − 1
  return t * (moment - 1) < nothing ? 1 : 1 - power(moment, t);
}

}   // namespace

// A step changes each number by about the rate: one that is a share of their size serves metrics of any size.
void Adam::start(const ParameterLayout& layout) {
  constexpr double share = 0.1;
  runs_ = runs_of(layout);
  for (const ParameterBlock& block : layout) {
    const bool is_metric = block.group == RateGroup::metric && block.size > 0 && !block.is_plain();
    if (is_metric && !metric_rate) open_metric_rate_ = share * typical_size(block);
  }
  mean_.assign(parameter_count(layout), 0.0);
  square_.assign(parameter_count(layout), 0.0);
  steps_.assign(1, 0.0);
}

void Adam::step(MutableRow parameters, Gradient& gradient, double scale, double progress) {
  const Row g = gradient.values();
  steps_[0] += 1;
  const double mean_correction = correction(first_moment, steps_[0]);
  const double square_correction = correction(second_moment, steps_[0]);
  for (const ParameterRun& run : runs_) {
    const double rate_now = first_of(run.group) * schedule_factor(schedule, decay, progress);
    const AdamStep step{scale, first_moment, second_moment, mean_correction, square_correction, rate_now, epsilon};
    kernels().adam_step(step, g.data() + run.first, run.end() - run.first, mean_.data() + run.first,
                        square_.data() + run.first, parameters.data() + run.first);
  }
  gradient.clear();
}

}   // namespace protea
