// What the author of a rule writes: from the K distances of one sample to a loss and K pulls ∂loss/∂d.
// A rule never sees a vector.
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/base/named_number.hpp>
#include <protea/base/option.hpp>
#include <protea/rule/lattice.hpp>

namespace PROTEA_EXPORT protea {

using Labels = std::span<const Label>;

// Which distances a rule looks at; the others only need to be larger than those.
enum class Reads { all, nearest, nearest_two, nearest_right_and_wrong };

// What the pulls depend on, beside labels: the distances; who is nearest, alone (and so does the loss of a rule without a cost); or, with one prototype of each class,
// d⁺ − d⁻ alone, if need be in the limit of many dimensions (rule/limit.hpp). The theory of learning treats
// the last two.
enum class DependsOn { distances, winner, difference };

struct RuleTraits {
  bool has_cost = false;                // the pull is the gradient of the returned loss
  bool supervised = true;               // needs labels
  bool needs_own_prototype = false;     // every sample needs a prototype of its class
  bool needs_other_prototype = false;   // … and one of another class
  Reads reads = Reads::all;
  DependsOn depends_on = DependsOn::distances;
  bool has_means = false;   // its pulls are weights, none negative: moving prototypes to weighted means makes sense
  bool learns_label_vectors =
      false;   // reads 2K numbers: distances to K prototypes, then those of memberships to their label vectors
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

// Optional: the setting with which the rule does not change while training, such as "schedule" and "constant".
template <class R>
concept HasSteadySetting = requires {
  { R::steady_setting } -> std::convertible_to<std::pair<std::string_view, std::string_view>>;
};

// Who wins a sample, and the loss that goes with it.
struct Winner {
  std::size_t unit;
  double loss;
};

// Optional: one unit wins, and how the others are pulled depends on who it is and on nothing else. Sums of pulls are
// then sums over the samples of each winner, which `spread` hands on: row k of `to` += Σ_w pull(w, k) · row w of
// `by_winner`.
template <class R>
concept HasWinner = requires(const R r, Row d, MatrixView by_winner, MutableMatrixView to) {
  { r.winner(d) } -> std::same_as<Winner>;
  r.spread(by_winner, to);
};

// Optional: units stand on a lattice, which may still have to be chosen; `on` gives a copy with another one.
template <class R>
concept HasLattice = requires(const R r, const Lattice& lattice) {
  { r.lattice() } -> std::convertible_to<const Lattice&>;
  { r.on(lattice) } -> std::same_as<R>;
};

// How units are added while training goes on: until the mean distance of samples to their nearest is small enough, one
// every few epochs.
struct Growth {
  double error = 0;   // 0: never small enough
  std::size_t every = 1;
};

// Optional: the first number of θ says how many units take part, and grows between epochs.
template <class R>
concept GrowsUnits = requires(const R r) {
  { r.growth() } -> std::same_as<Growth>;
};

// Optional: a width that was left open is chosen from how far samples typically are from their nearest
// prototype at the start.
template <class R>
concept HasOpenWidth = requires(const R r, double distance) {
  { r.with_typical_distance(distance) } -> std::same_as<R>;
};

// The base of rules that do not change while training.
template <class R>
struct Steady {
  R at(double) const { return static_cast<const R&>(*this); }
  bool changes_with_progress() const { return false; }
};

}   // namespace protea
