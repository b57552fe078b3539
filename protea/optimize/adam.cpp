#include <protea/optimize/adam.hpp>

#include <protea/base/exact_math.hpp>
#include <protea/base/kernels.hpp>

namespace protea {

void Adam::start(const ParameterLayout& layout) {
  runs_ = runs_of(layout);
  mean_.assign(parameter_count(layout), 0.0);
  square_.assign(parameter_count(layout), 0.0);
  steps_.assign(1, 0.0);
}

void Adam::step(MutableRow parameters, Gradient& gradient, double scale, double progress) {
  const Row g = gradient.values();
  steps_[0] += 1;
  const double mean_correction = 1 - power(first_moment, steps_[0]);
  const double square_correction = 1 - power(second_moment, steps_[0]);
  for (const ParameterRun& run : runs_) {
    const AdamStep step{
        scale, first_moment, second_moment, mean_correction, square_correction, at(run.group, progress), epsilon};
    kernels().adam_step(step, g.data() + run.first, run.end() - run.first, mean_.data() + run.first,
                        square_.data() + run.first, parameters.data() + run.first);
  }
  gradient.clear();
}

}   // namespace protea
