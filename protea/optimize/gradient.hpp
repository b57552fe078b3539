// A gradient over the flat parameter buffer that knows which units it touched, so that an on-line step costs what it
// changes and not what exists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/large_memory.hpp>
#include <protea/base/matrix.hpp>
#include <protea/optimize/parameter_layout.hpp>

namespace PROTEA_EXPORT protea {

// What is held of the block that may come in factors: all of its numbers, or a sum of few outer products for each of its
// units that was touched.
enum class GradientForm : std::uint8_t { whole, factors };

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

  // From a cleared gradient on. What is not held is zero in values().
  void expect(GradientForm form) { form_ = form; }
  GradientForm form() const { return form_; }
  bool holds_factors_of(Touch touch) const { return touch == Touch::in_factors && form_ == GradientForm::factors; }
  // Units of that block and their factors, which belong to whoever adds them and stay until the next gradient.
  struct Factors {
    std::size_t unit_index;
    OuterProducts* products;
  };
  std::span<const Factors> factors() const { return factors_; }
  void add(const Factors& factors) { factors_.push_back(factors); }

  void clear();
  void add(const Gradient& other) { add(other.touched_, other.values_); }
  void add(std::span<const std::uint32_t> touched, Row values);   // of another

 private:
  std::size_t first_ = 0;   // of the block that is touched by unit
  std::size_t end_ = 0;
  std::size_t unit_ = 1;
  GradientForm form_ = GradientForm::whole;
  std::size_t factored_first_ = 0;   // of the block that may come in factors
  std::size_t factored_end_ = 0;
  std::vector<Factors> factors_;
  Numbers values_;
  std::vector<std::uint32_t> touched_;
  std::vector<char> is_touched_;
};

}   // namespace protea
