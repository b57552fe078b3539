// The flat parameter buffer's named blocks, and a gradient over it that knows which prototypes it touched, so that an on-line
// step costs what it changes and not what exists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <protea/base/matrix.hpp>

namespace protea {

struct ParameterBlock {
  std::string name;
  std::size_t first = 0;
  std::size_t size = 0;
  std::size_t unit = 1;            // of the first block: numbers per prototype; of the metric: numbers per group of prototypes
  std::size_t own = 0;             // of the metric: numbers at the head of each unit that shape the dissimilarity itself, such as γ
};

// The first block is made of units that may be touched one by one; the others are always taken whole.
using ParameterLayout = std::vector<ParameterBlock>;

std::size_t parameter_count(const ParameterLayout& layout);

// What a number is for; each kind has a rate of its own.
enum class Kind : std::uint8_t { prototype, metric, rule, parameter };
inline constexpr std::size_t kind_count = 4;

struct ParameterRun {
  std::size_t first;
  std::size_t size;
  Kind kind;

  std::size_t end() const { return first + size; }
};

// The layout as stretches of one kind, in order, none empty.
std::vector<ParameterRun> runs_of(const ParameterLayout& layout);

class Gradient {
 public:
  explicit Gradient(const ParameterLayout& layout);

  MutableRow values() { return values_; }
  Row values() const { return values_; }
  std::span<const std::uint32_t> touched() const { return touched_; }
  std::size_t unit() const { return unit_; }
  std::size_t dense_first() const { return dense_first_; }   // everything from here on is dense

  void touch(std::size_t unit_index) {
    if (is_touched_[unit_index]) return;
    is_touched_[unit_index] = 1;
    touched_.push_back(static_cast<std::uint32_t>(unit_index));
  }
  void clear();
  void add(const Gradient& other);

 private:
  std::size_t unit_;
  std::size_t dense_first_;
  std::vector<double> values_;
  std::vector<std::uint32_t> touched_;
  std::vector<char> is_touched_;
};

}  // namespace protea
