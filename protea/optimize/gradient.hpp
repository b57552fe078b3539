// A gradient over the flat parameter buffer that knows which units it touched, so that an on-line step costs what it
// changes and not what exists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/optimize/parameter_layout.hpp>

namespace PROTEA_EXPORT protea {

class Gradient {
 public:
  explicit Gradient(const ParameterLayout& layout);

  MutableRow values() { return values_; }
  Row values() const { return values_; }

  // Of the block that is touched by unit; everything else is always taken whole.
  std::span<const std::uint32_t> touched() const { return touched_; }
  std::size_t unit() const { return unit_; }
  std::size_t unit_count() const { return is_touched_.size(); }
  std::size_t first_of(std::size_t unit_index) const { return first_ + unit_index * unit_; }
  void touch(std::size_t unit_index) {
    if (is_touched_[unit_index]) return;
    is_touched_[unit_index] = 1;
    touched_.push_back(static_cast<std::uint32_t>(unit_index));
  }

  void clear();
  void add(const Gradient& other);

 private:
  std::size_t first_ = 0;   // of the block that is touched by unit
  std::size_t end_ = 0;
  std::size_t unit_ = 1;
  std::vector<double> values_;
  std::vector<std::uint32_t> touched_;
  std::vector<char> is_touched_;
};

}   // namespace protea
