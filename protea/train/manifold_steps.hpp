// A stepper among manifolds: its gradient is made tangential, its step is taken in the coordinates that the manifold of
// each unit asks for, and every unit comes back to its manifold. A cost is descended in natural coordinates, so that
// one rate serves units of any size; rules without a cost take the plain steps of the papers, and so do others where
// the stepper is asked for them.
#pragma once

#include <cstdint>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/optimize/optimizer.hpp>

namespace PROTEA_EXPORT protea {

class ManifoldSteps {
 public:
  explicit ManifoldSteps(const Objective& objective);
  void step(Stepper& stepper, MutableRow parameters, Gradient& gradient, double scale, double progress);
  // Back to the manifolds for blocks whose gradients came in factors: such steps stay there but for rounding, which adds up.
  void settle(MutableRow parameters) const;

 private:
  // A block whose manifold has a say in steps.
  struct Guided {
    const ParameterBlock& block;
    std::vector<double> before;
    std::vector<std::uint32_t> units;   // that a step may change
  };
  static void find_units(Guided& guided, const Stepper& stepper, const Gradient& gradient);

  void step_in_factors(const Stepper& stepper, MutableRow parameters, const Gradient& gradient, double scale,
                       double progress) const;
  void project_changed(const Stepper& stepper, const Gradient& gradient, MutableRow parameters) const;

  const ParameterLayout& layout_;
  bool has_cost_;
  bool is_shaped_ = false;               // is there anything to come back to?
  std::vector<std::uint32_t> touched_;   // units of a step
  std::vector<Guided> guided_;
};

}   // namespace protea
