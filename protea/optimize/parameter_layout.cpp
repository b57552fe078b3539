#include <protea/optimize/parameter_layout.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/base/error.hpp>

namespace protea {
namespace {

// Calls visit(block, index) for every unit that does not live among all numbers.
template <class Visit>
void for_each_shaped_unit(const ParameterLayout& layout, Visit&& visit) {
  for (const ParameterBlock& block : layout) {
    if (block.is_plain()) continue;
    for (std::size_t index = 0; index < block.unit_count(); ++index) visit(block, index);
  }
}

}   // namespace

ParameterLayout::ParameterLayout(std::vector<ParameterBlock> blocks) : blocks_(std::move(blocks)) {
  std::size_t first = 0;
  bool has_touched = false;
  bool has_factors = false;
  for (ParameterBlock& block : blocks_) {
    block.first = first;
    first = block.end();
    if (block.touch == Touch::in_factors && (has_factors || block.own > 0)) {
      throw UsageError(
          fmt::format("parameter block '{}': one block at most comes in factors, and all of its numbers have one rate",
                      block.name));
    }
    has_factors = has_factors || block.touch == Touch::in_factors;
    if (block.touch != Touch::by_unit) continue;
    if (has_factors) {
      throw UsageError(
          fmt::format("parameter block '{}': a block that is touched by unit comes before one in factors", block.name));
    }
    if (has_touched || block.own > 0) {
      throw UsageError(fmt::format(
          "parameter block '{}': one block at most is touched by unit, and all of its numbers have one rate",
          block.name));
    }
    has_touched = true;
  }
}

const ParameterBlock& ParameterLayout::block(std::string_view name) const {
  const auto found =
      std::find_if(blocks_.begin(), blocks_.end(), [&](const ParameterBlock& each) { return each.name == name; });
  if (found == blocks_.end()) throw UsageError(fmt::format("there is no parameter block '{}'", name));
  return *found;
}

const ParameterBlock* ParameterLayout::touched_by_unit() const {
  const auto found = std::find_if(blocks_.begin(), blocks_.end(),
                                  [](const ParameterBlock& each) { return each.touch == Touch::by_unit; });
  return found == blocks_.end() ? nullptr : &*found;
}

std::vector<ParameterRun> runs_of(const ParameterLayout& layout) {
  std::vector<ParameterRun> runs;
  const auto add = [&](std::size_t first, std::size_t size, RateGroup group, Touch touch) {
    if (size > 0) runs.push_back({first, size, group, touch});
  };
  for (const ParameterBlock& block : layout) {
    if (block.own == 0) {
      add(block.first, block.size, block.group, block.touch);
      continue;
    }
    for (std::size_t first = block.first; first < block.end(); first += block.unit) {
      add(first, block.own, RateGroup::parameter, block.touch);
      add(first + block.own, block.unit - block.own, block.group, block.touch);
    }
  }
  return runs;
}

void project(const ParameterLayout& layout, MutableRow parameters) {
  for_each_shaped_unit(layout, [&](const ParameterBlock& block, std::size_t index) {
    block.manifold->project(block.unit_of(parameters, index));
  });
}

void make_tangential(const ParameterLayout& layout, Row parameters, MutableRow gradient) {
  for_each_shaped_unit(layout, [&](const ParameterBlock& block, std::size_t index) {
    block.manifold->make_tangential(block.unit_of(parameters, index), block.unit_of(gradient, index));
  });
}

void to_free(const ParameterLayout& layout, MutableRow parameters) {
  for_each_shaped_unit(layout, [&](const ParameterBlock& block, std::size_t index) {
    block.manifold->to_free(block.unit_of(parameters, index));
  });
}

void from_free(const ParameterLayout& layout, MutableRow parameters) {
  for_each_shaped_unit(layout, [&](const ParameterBlock& block, std::size_t index) {
    block.manifold->from_free(block.unit_of(parameters, index));
  });
}

void pull_back(const ParameterLayout& layout, Row free, MutableRow gradient) {
  for_each_shaped_unit(layout, [&](const ParameterBlock& block, std::size_t index) {
    block.manifold->pull_back(block.unit_of(free, index), block.unit_of(gradient, index));
  });
}

}   // namespace protea
