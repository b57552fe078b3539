#include <protea/optimize/momentum.hpp>

namespace protea {

void Momentum::start(const ParameterLayout& layout) {
  runs_ = runs_of(layout);
  velocity_.assign(parameter_count(layout), 0.0);
}

void Momentum::step(MutableRow parameters, Gradient& gradient, double scale, double progress) {
  const Row g = gradient.values();
  for (const ParameterRun& run : runs_) {
    const double step_rate = at(run.group, progress);
    for (std::size_t i = run.first; i < run.end(); ++i) {
      velocity_[i] = momentum * velocity_[i] + scale * g[i];
      parameters[i] -= step_rate * velocity_[i];
    }
  }
  gradient.clear();
}

}   // namespace protea
