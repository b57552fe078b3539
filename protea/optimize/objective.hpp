// What is minimized, or followed: a sum over samples on the flat parameter buffer.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <protea/base/error.hpp>
#include <protea/base/export.hpp>
#include <protea/optimize/gradient.hpp>
#include <protea/optimize/pull_moments.hpp>

namespace PROTEA_EXPORT protea {

// Buffers of one worker; an objective casts its own back.
struct Workspace {
  virtual ~Workspace() = default;
};

// What is asked of a sum beside its value; nothing else is computed.
struct Wanted {
  Gradient* gradient = nullptr;
  PullMoments* moments = nullptr;
  bool without_penalty = false;   // which is added to the sum of several parts, once

  constexpr Wanted() = default;
  constexpr Wanted(Gradient& to) : gradient(&to) {}
  constexpr Wanted(PullMoments& to) : moments(&to) {}
};
inline constexpr Wanted value_only{};

class Objective {
 public:
  virtual ~Objective() = default;

  virtual const ParameterLayout& layout() const = 0;
  virtual std::size_t sample_count() const = 0;
  virtual double total_weight() const { return static_cast<double>(sample_count()); }   // of the samples
  virtual std::span<const Label> sample_labels() const { return {}; }                   // empty where there are none
  virtual std::size_t values_per_sample() const { return 0; }    // that are read; 0 where that does not matter
  virtual bool has_cost() const = 0;                             // accumulate() returns a cost and adds its gradient
  virtual bool changes_with_progress() const { return false; }   // what accumulate() sums
  virtual std::unique_ptr<Workspace> make_workspace() const = 0;

  // Returns the sum of the losses of the given samples, and adds their pull to what is wanted. Thread-safe.
  virtual double accumulate(std::span<const std::uint32_t> samples, Row parameters, double progress, Wanted wanted,
                            Workspace& workspace) const = 0;

  virtual bool has_penalty() const { return false; }
  // What the parameters themselves cost where these samples are summed, of which accumulate() has nothing where it is not wanted.
  virtual double add_penalty(std::span<const std::uint32_t> /*samples*/, Row /*parameters*/, Wanted) const { return 0; }
  // How many samples, with gradients in factors, take as much time as that does.
  virtual std::size_t samples_per_penalty() const { return 1; }

  // Where the samples are not in this process, whoever has them is asked for the sum over these, or over all where none are
  // named; what is wanted arrives zero. `accumulate` is then not called. Batches are announced, in this order.
  virtual bool is_elsewhere() const { return false; }
  virtual double sum_elsewhere(std::span<const std::uint32_t> /*samples*/, Row /*parameters*/, double /*progress*/,
                               Wanted) const {
    throw UsageError("the samples of this objective are nowhere else");
  }
  virtual void come_next(std::span<const std::uint32_t> /*samples*/) const {}

  // Can the gradient of a single sample come in factors (GradientForm)? Units that are touched in factors then change as
  // `products` of these say, and no others do. It is without the penalty, which has none.
  virtual bool gives_factors() const { return false; }

  // Announces samples that will be accumulated one at a time, next and in this order. An objective may prepare
  // for them, and what it has kept of units is made anew; results are the same, to the bit unless a gradient comes in
  // factors. From the first announcement to a workspace on, units change only when a gradient has touched them.
  virtual void look_ahead(std::span<const std::uint32_t>, Row, Workspace&) const {}

  // For objectives whose units are prototypes that can be means of samples: moments of the right shape, zero, and the
  // step to the means Σ pull·x / Σ pull; a prototype without a pull stays where it is. Others throw a UsageError.
  virtual PullMoments make_moments() const {
    throw UsageError("this objective has no moments: its parameters are no means of samples");
  }
  // Once all samples are in: until then, moments are sums that can be added, of the samples that each unit has won where
  // that decides who else is pulled.
  virtual void finish_moments(double /*progress*/, PullMoments&) const {}
  virtual void move_to_means(const PullMoments&, MutableRow /*parameters*/) const {
    throw UsageError("this objective has no moments: its parameters are no means of samples");
  }
  // Prototypes on which nothing pulled, with `before` as parameters, to samples that are far from their own, where a
  // sample pulls on one prototype alone. Returns how many.
  virtual std::size_t seed_again(const PullMoments&, Row /*before*/, MutableRow /*parameters*/) const { return 0; }
};

}   // namespace protea
