#include <protea/train/manifold_steps.hpp>

#include <algorithm>
#include <numeric>

namespace protea {

ManifoldSteps::ManifoldSteps(const Objective& objective)
    : layout_(objective.layout()), has_cost_(objective.has_cost()) {
  for (const ParameterBlock& block : layout_) {
    is_shaped_ = is_shaped_ || (!block.is_plain() && block.size > 0);
    if (!block.manifold->guides_steps()) continue;
    guided_.push_back({block, std::vector<double>(block.size), {}});
    guided_.back().units.reserve(block.unit_count());
  }
}

void ManifoldSteps::find_units(Guided& guided, const Stepper& stepper, const Gradient& gradient) {
  if (guided.block.touch == Touch::by_unit && stepper.changes_only_touched()) {
    guided.units.assign(gradient.touched().begin(), gradient.touched().end());
  } else if (guided.units.empty()) {
    guided.units.resize(guided.block.unit_count());
    std::iota(guided.units.begin(), guided.units.end(), 0U);
  }
}

void ManifoldSteps::step(Stepper& stepper, MutableRow parameters, Gradient& gradient, double scale, double progress) {
  // Steps of a given length, such as adam's, mean nothing in plain numbers of any size.
  const bool is_plain = stepper.steps_linearly() && (!has_cost_ || stepper.steps_in() == Chart::plain);
  const StepCoordinates coordinates = is_plain ? StepCoordinates::plain : StepCoordinates::natural;
  for (Guided& guided : guided_) {
    const ParameterBlock& block = guided.block;
    find_units(guided, stepper, gradient);
    for (const std::uint32_t index : guided.units) {
      const MutableRow unit = block.unit_of(parameters, index);
      const MutableRow slope = block.unit_of(gradient.values(), index);
      std::copy(unit.begin(), unit.end(), guided.before.begin() + static_cast<std::ptrdiff_t>(index * block.unit));
      block.manifold->make_tangential(unit, slope);
      block.manifold->prepare_step(coordinates, unit, slope);
    }
  }
  step_in_factors(stepper, parameters, gradient, scale, progress);
  if (is_shaped_) touched_.assign(gradient.touched().begin(), gradient.touched().end());
  stepper.step(parameters, gradient, scale, progress);
  for (const Guided& guided : guided_) {
    const ParameterBlock& block = guided.block;
    for (const std::uint32_t index : guided.units) {
      block.manifold->finish_step(coordinates, Row(guided.before).subspan(index * block.unit, block.unit),
                                  block.unit_of(parameters, index));
    }
  }
  if (is_shaped_) project_changed(stepper, gradient, parameters);
}

void ManifoldSteps::step_in_factors(const Stepper& stepper, MutableRow parameters, const Gradient& gradient,
                                    double scale, double progress) const {
  if (gradient.form() == GradientForm::whole) return;
  for (const ParameterBlock& block : layout_) {
    if (block.touch != Touch::in_factors) continue;
    const double rate = stepper.plain_rate(block.group, progress).value() * scale;
    for (const auto& [index, products] : gradient.factors())
      block.manifold->step_along(*products, rate, block.unit_of(parameters, index));
  }
}

void ManifoldSteps::settle(MutableRow parameters) const {
  for (const ParameterBlock& block : layout_) {
    if (block.touch != Touch::in_factors) continue;
    for (std::size_t index = 0; index < block.unit_count(); ++index)
      block.manifold->project(block.unit_of(parameters, index));
  }
}

// A step costs what it changes, and not what exists.
void ManifoldSteps::project_changed(const Stepper& stepper, const Gradient& gradient, MutableRow parameters) const {
  for (const ParameterBlock& block : layout_) {
    if (block.is_plain() || gradient.holds_factors_of(block.touch)) continue;
    if (block.touch == Touch::by_unit && stepper.changes_only_touched()) {
      for (const std::uint32_t index : touched_) block.manifold->project(block.unit_of(parameters, index));
      continue;
    }
    for (std::size_t index = 0; index < block.unit_count(); ++index)
      block.manifold->project(block.unit_of(parameters, index));
  }
}

}   // namespace protea
