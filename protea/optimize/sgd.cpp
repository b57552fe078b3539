#include <protea/optimize/sgd.hpp>

namespace protea {

void Sgd::step(MutableRow parameters, Gradient& gradient, double scale, double progress) {
  const Row g = gradient.values();
  const double prototype_rate = at(0, progress) * scale;
  for (const std::uint32_t k : gradient.touched()) {
    const std::size_t end = (k + 1) * gradient.unit();
    for (std::size_t i = k * gradient.unit(); i < end; ++i) parameters[i] -= prototype_rate * g[i];
  }
  for (std::size_t b = 1; b < layout_.size(); ++b) {
    const double step_rate = at(b, progress) * scale;
    const std::size_t end = layout_[b].first + layout_[b].size;
    for (std::size_t i = layout_[b].first; i < end; ++i) parameters[i] -= step_rate * g[i];
  }
  gradient.clear();
}

}  // namespace protea
