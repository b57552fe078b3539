#include <protea/optimize/momentum.hpp>

namespace protea {

void Momentum::start(const ParameterLayout& layout) {
  layout_ = layout;
  velocity_.assign(parameter_count(layout), 0.0);
}

void Momentum::step(MutableRow parameters, Gradient& gradient, double scale, double progress) {
  const Row g = gradient.values();
  for (std::size_t b = 0; b < layout_.size(); ++b) {
    const double step_rate = at(b, progress);
    const std::size_t end = layout_[b].first + layout_[b].size;
    for (std::size_t i = layout_[b].first; i < end; ++i) {
      velocity_[i] = momentum * velocity_[i] + scale * g[i];
      parameters[i] -= step_rate * velocity_[i];
    }
  }
  gradient.clear();
}

}  // namespace protea
