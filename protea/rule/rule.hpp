// What the author of a rule writes: from the K distances of one sample to a loss and K pulls ∂loss/∂d.
// A rule never sees a vector.
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/base/named_number.hpp>
#include <protea/base/option.hpp>

namespace PROTEA_EXPORT protea {

using Labels = std::span<const Label>;

// Which distances a rule looks at; the others only need to be larger than those.
enum class Reads { all, nearest, nearest_two, nearest_right_and_wrong };

// What the pulls depend on, beside labels: the distances; who is nearest, alone; or, with one prototype of each class, d⁺ − d⁻ alone, if
// need be in the limit of many dimensions (rule/limit.hpp). The theory of learning treats the last two.
enum class DependsOn { distances, winner, difference };

struct RuleTraits {
  bool has_cost = false;                // the pull is the gradient of the returned loss
  bool supervised = true;               // needs labels
  bool needs_own_prototype = false;     // every sample needs a prototype of its class
  bool needs_other_prototype = false;   // … and one of another class
  Reads reads = Reads::all;
  DependsOn depends_on = DependsOn::distances;
  bool sets_own_rates = false;   // carries learning rates as parameters: one sample at a time, with sgd of rate 1
  std::string_view formula = {};
  std::string_view source = {};
};

template <class R>
concept Rule = Described<R> && requires(const R r, Row d, Labels labels, Label y, MutableRow pull) {
  { R::traits } -> std::convertible_to<RuleTraits>;
  { r.at(0.5) } -> std::same_as<R>;   // annealed copy at progress t in [0, 1]
  { r.changes_with_progress() } -> std::same_as<bool>;
} &&(
    requires(const R r, Row d, Labels labels, Label y, MutableRow pull) {
      { r.pull(d, labels, y, pull) } -> std::same_as<double>;   // returns the loss; `pull` arrives zeroed
    } ||
    requires(const R r, Row d, Labels labels, Label y, MutableRow pull, Row theta, MutableRow gtheta, std::size_t k) {
      { r.pull(d, labels, y, pull, theta, gtheta) } -> std::same_as<double>;   // a rule with parameters of its own
      { r.parameter_count(k) } -> std::same_as<std::size_t>;
      r.initialize(gtheta);
    });

// Optional: parameters θ of the rule itself (rates, widths); gθ is added to, as for a dissimilarity.
template <class R>
concept HasRuleParameters = requires(const R r, std::size_t prototypes, MutableRow theta) {
  { r.parameter_count(prototypes) } -> std::same_as<std::size_t>;
  r.initialize(theta);
};

// Optional: what to call the number that θ holds, if it holds one.
template <class R>
concept HasNamedRuleParameter = requires(const R r, Row theta) {
  { r.named_parameter(theta) } -> std::same_as<std::optional<NamedNumber>>;
};

// Optional: why an option has no effect, as the rest of a sentence that begins with its name; empty where it has one.
template <class R>
concept HasRuleCaveat = requires(const R r, std::string_view option) {
  { r.caveat(option) } -> std::convertible_to<std::string_view>;
};

// The base of rules that do not change while training.
template <class R>
struct Steady {
  R at(double) const { return static_cast<const R&>(*this); }
  bool changes_with_progress() const { return false; }
};

}   // namespace protea
