#include <protea/optimize/adam.hpp>

#include <cmath>

#include <protea/base/exact_math.hpp>

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
    const double step_rate = at(run.group, progress);
    for (std::size_t i = run.first; i < run.end(); ++i) {
      const double gi = scale * g[i];
      mean_[i] = first_moment * mean_[i] + (1 - first_moment) * gi;
      square_[i] = second_moment * square_[i] + (1 - second_moment) * gi * gi;
      parameters[i] -= step_rate * (mean_[i] / mean_correction) / (std::sqrt(square_[i] / square_correction) + epsilon);
    }
  }
  gradient.clear();
}

}   // namespace protea
