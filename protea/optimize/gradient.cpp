#include <protea/optimize/gradient.hpp>

#include <algorithm>

namespace protea {

std::size_t parameter_count(const ParameterLayout& layout) {
  return layout.empty() ? 0 : layout.back().first + layout.back().size;
}

std::vector<ParameterRun> runs_of(const ParameterLayout& layout) {
  std::vector<ParameterRun> runs;
  const auto add = [&](std::size_t first, std::size_t size, Kind kind) {
    if (size > 0) runs.push_back({first, size, kind});
  };
  for (std::size_t b = 0; b < layout.size(); ++b) {
    const ParameterBlock& block = layout[b];
    if (block.own == 0) {
      add(block.first, block.size, static_cast<Kind>(b));
      continue;
    }
    for (std::size_t first = block.first; first < block.first + block.size; first += block.unit) {
      add(first, block.own, Kind::parameter);
      add(first + block.own, block.unit - block.own, Kind::metric);
    }
  }
  return runs;
}

Gradient::Gradient(const ParameterLayout& layout)
    : unit_(layout.front().unit),
      dense_first_(layout.front().size),
      values_(parameter_count(layout)),
      is_touched_(layout.front().size / layout.front().unit) {
  touched_.reserve(is_touched_.size());
}

void Gradient::clear() {
  for (const std::uint32_t k : touched_) {
    std::fill_n(values_.begin() + static_cast<std::ptrdiff_t>(k * unit_), unit_, 0.0);
    is_touched_[k] = 0;
  }
  touched_.clear();
  std::fill(values_.begin() + static_cast<std::ptrdiff_t>(dense_first_), values_.end(), 0.0);
}

void Gradient::add(const Gradient& other) {
  for (const std::uint32_t k : other.touched_) {
    touch(k);
    for (std::size_t i = k * unit_; i < (k + 1) * unit_; ++i) values_[i] += other.values_[i];
  }
  for (std::size_t i = dense_first_; i < values_.size(); ++i) values_[i] += other.values_[i];
}

}  // namespace protea
