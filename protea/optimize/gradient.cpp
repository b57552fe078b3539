#include <protea/optimize/gradient.hpp>

#include <algorithm>

#include <protea/base/kernels.hpp>

namespace protea {

Gradient::Gradient(const ParameterLayout& layout) : values_(layout.parameter_count()) {
  for (const ParameterBlock& block : layout) {
    if (block.touch != Touch::in_factors) continue;
    factored_first_ = block.first;
    factored_end_ = block.end();
    factors_.reserve(block.unit_count());
  }
  const ParameterBlock* const block = layout.touched_by_unit();
  if (!block) return;
  first_ = block->first;
  end_ = block->end();
  unit_ = block->unit;
  is_touched_.resize(block->unit_count());
  touched_.reserve(is_touched_.size());
}

void Gradient::clear() {
  for (const std::uint32_t k : touched_) {
    std::fill_n(values_.begin() + static_cast<std::ptrdiff_t>(first_of(k)), unit_, 0.0);
    is_touched_[k] = 0;
  }
  touched_.clear();
  factors_.clear();
  const auto clear_range = [&](std::size_t first, std::size_t end) {
    std::fill(values_.begin() + static_cast<std::ptrdiff_t>(first), values_.begin() + static_cast<std::ptrdiff_t>(end),
              0.0);
  };
  clear_range(0, first_);
  if (form_ == GradientForm::whole) return clear_range(end_, values_.size());
  clear_range(end_, factored_first_);   // those are zero already
  clear_range(factored_end_, values_.size());
}

void Gradient::add(std::span<const std::uint32_t> touched, Row values) {
  const auto add_range = [&](std::size_t first, std::size_t end) {
    kernels().add_scaled(1, values.data() + first, end - first, values_.data() + first);
  };
  for (const std::uint32_t k : touched) {
    touch(k);
    add_range(first_of(k), first_of(k) + unit_);
  }
  add_range(0, first_);
  add_range(end_, values_.size());
}

}   // namespace protea
