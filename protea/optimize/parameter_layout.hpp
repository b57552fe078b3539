// The flat parameter buffer as a list of named blocks: which numbers share a rate, and on which manifold each unit
// of them lives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/optimize/manifold.hpp>

namespace PROTEA_EXPORT protea {

// Numbers that an optimizer moves at one rate, or by steps of one length.
enum class RateGroup : std::uint8_t { prototype, metric, rule, parameter };
inline constexpr std::size_t rate_group_count = 4;

// How a gradient of the block is made: all of it each time, or only the units that were touched; or all of it unless the
// gradient is asked for in factors (GradientForm), which units that were touched then have.
enum class Touch : std::uint8_t { whole, by_unit, in_factors };

struct ParameterBlock {
  std::string name = {};
  std::size_t size = 0;
  std::size_t unit = 1;   // numbers that belong together: those of a prototype, of a metric, a single number
  RateGroup group = RateGroup::prototype;
  std::shared_ptr<const Manifold> manifold = plain_manifold();   // of each unit
  std::size_t own = 0;   // numbers at the head of each unit that move as RateGroup::parameter, such as γ
  Touch touch = Touch::whole;
  std::size_t first = 0;   // where it starts in the buffer; the layout says

  std::size_t end() const { return first + size; }
  std::size_t unit_count() const { return size / unit; }
  bool is_plain() const { return manifold == plain_manifold(); }
  template <class Numbers>
  Numbers unit_of(Numbers buffer, std::size_t index) const {
    return buffer.subspan(first + index * unit, unit);
  }
};

class ParameterLayout {
 public:
  ParameterLayout() = default;
  // One block after the other. Throws a UsageError where two are touched by unit, or one that has numbers of
  // its own rate.
  explicit ParameterLayout(std::vector<ParameterBlock> blocks);
  ParameterLayout(std::initializer_list<ParameterBlock> blocks) : ParameterLayout(std::vector(blocks)) {}

  auto begin() const { return blocks_.begin(); }
  auto end() const { return blocks_.end(); }
  std::size_t block_count() const { return blocks_.size(); }
  std::size_t parameter_count() const { return blocks_.empty() ? 0 : blocks_.back().end(); }
  // Throws a UsageError where there is none of that name.
  const ParameterBlock& block(std::string_view name) const;
  // The block whose units are touched one by one; none where all are whole.
  const ParameterBlock* touched_by_unit() const;

 private:
  std::vector<ParameterBlock> blocks_;
};

inline std::size_t parameter_count(const ParameterLayout& layout) { return layout.parameter_count(); }

// The layout as stretches of one group, in order, none empty.
struct ParameterRun {
  std::size_t first;
  std::size_t size;
  RateGroup group;
  Touch touch;

  std::size_t end() const { return first + size; }
};
std::vector<ParameterRun> runs_of(const ParameterLayout& layout);

// The manifolds of all blocks at work on a whole buffer.
void project(const ParameterLayout& layout, MutableRow parameters);
void make_tangential(const ParameterLayout& layout, Row parameters, MutableRow gradient);
void to_free(const ParameterLayout& layout, MutableRow parameters);
void from_free(const ParameterLayout& layout, MutableRow parameters);
void pull_back(const ParameterLayout& layout, Row free, MutableRow gradient);

}   // namespace protea
