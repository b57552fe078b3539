#include <protea/optimize/momentum.hpp>

#include <protea/base/kernels.hpp>

namespace protea {

void Momentum::start(const ParameterLayout& layout) {
  runs_ = runs_of(layout);
  velocity_.assign(parameter_count(layout), 0.0);
}

void Momentum::step(MutableRow parameters, Gradient& gradient, double scale, double progress) {
  const Row g = gradient.values();
  for (const ParameterRun& run : runs_) {
    kernels().momentum_step(scale, momentum, at(run.group, progress), g.data() + run.first, run.end() - run.first,
                            velocity_.data() + run.first, parameters.data() + run.first);
  }
  gradient.clear();
}

}   // namespace protea
