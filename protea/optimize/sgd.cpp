#include <protea/optimize/sgd.hpp>

#include <protea/base/kernels.hpp>

namespace protea {

void Sgd::step(MutableRow parameters, Gradient& gradient, double scale, double progress) {
  const Row g = gradient.values();
  for (const ParameterRun& run : runs_) {
    const double step_rate = at(run.group, progress) * scale;
    const auto step_over = [&](std::size_t first, std::size_t end) {
      kernels().add_scaled(-step_rate, g.data() + first, end - first, parameters.data() + first);
    };
    if (gradient.holds_factors_of(run.touch)) continue;
    if (run.touch != Touch::by_unit) {
      step_over(run.first, run.end());
      continue;
    }
    for (const std::uint32_t k : gradient.touched())
      step_over(gradient.first_of(k), gradient.first_of(k) + gradient.unit());
  }
  gradient.clear();
}

}   // namespace protea
