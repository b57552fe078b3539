// Any smooth function of a few numbers as an objective, to try optimizers on.
#pragma once

#include <functional>

#include <protea/optimize/optimizer.hpp>

namespace protea::testing {

using Function = std::function<double(Row, MutableRow)>;   // value; writes the gradient

class FunctionObjective final : public Objective {
 public:
  FunctionObjective(ParameterLayout layout, Function function)
      : layout_(std::move(layout)), function_(std::move(function)) {}

  const ParameterLayout& layout() const override { return layout_; }
  std::size_t sample_count() const override { return 1; }
  bool has_cost() const override { return true; }
  std::unique_ptr<Workspace> make_workspace() const override { return std::make_unique<Workspace>(); }
  double accumulate(std::span<const std::uint32_t>, Row parameters, double, Wanted wanted, Workspace&) const override {
    std::vector<double> g(parameters.size());
    const double value = function_(parameters, g);
    if (!wanted.gradient) return value;
    for (std::size_t k = 0; k < wanted.gradient->unit_count(); ++k) wanted.gradient->touch(k);
    for (std::size_t i = 0; i < g.size(); ++i) wanted.gradient->values()[i] += g[i];
    return value;
  }

 private:
  ParameterLayout layout_;
  Function function_;
};

// Minimum 0 at (1, 1).
inline double rosenbrock(Row p, MutableRow g) {
  const double a = 1 - p[0];
  const double b = p[1] - p[0] * p[0];
  g[0] = -2 * a - 400 * p[0] * b;
  g[1] = 200 * b;
  return a * a + 100 * b * b;
}

// Minimum 0 at (3, −1, 2) with very different curvatures.
inline double long_valley(Row p, MutableRow g) {
  const double target[] = {3, -1, 2};
  const double curvature[] = {1, 100, 10'000};
  double value = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    g[i] = curvature[i] * (p[i] - target[i]);
    value += 0.5 * g[i] * (p[i] - target[i]);
  }
  return value;
}

}   // namespace protea::testing
