#include <protea/optimize/sgd.hpp>

namespace protea {

void Sgd::step(MutableRow parameters, Gradient& gradient, double scale, double progress) {
  const Row g = gradient.values();
  const double prototype_rate = at(Kind::prototype, progress) * scale;
  for (const std::uint32_t k : gradient.touched()) {
    const std::size_t end = (k + 1) * gradient.unit();
    for (std::size_t i = k * gradient.unit(); i < end; ++i) parameters[i] -= prototype_rate * g[i];
  }
  for (const ParameterRun& run : runs_) {
    if (run.kind == Kind::prototype) continue;
    const double step_rate = at(run.kind, progress) * scale;
    for (std::size_t i = run.first; i < run.end(); ++i) parameters[i] -= step_rate * g[i];
  }
  gradient.clear();
}

}  // namespace protea
