// The iterative perceptron: examples are presented, and each is embedded by as much as a modulation function says.
#pragma once

#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/random.hpp>
#include <protea/base/weights.hpp>
#include <protea/perceptron/dichotomy.hpp>
#include <protea/perceptron/fields.hpp>
#include <protea/perceptron/modulation.hpp>

namespace PROTEA_EXPORT protea {

// Which example is presented next.
enum class Order {
  sequential,   // 1, 2, …, P, again and again
  shuffled,     // every example once in an epoch, in a new order
  drawn,        // P examples in an epoch, each drawn from all
  smallest,     // the one of the smallest potential, P times in an epoch
  parallel      // all at once, once in an epoch
};

struct IterationPlan {
  Order order = Order::sequential;
  std::size_t epochs = 1000;
  double tolerance = 0;   // of what an example may miss at the end
  std::uint64_t seed = 1;
  // Asked after every epoch, which it may end; for what a modulation function alone does not know.
  std::function<bool(std::size_t epoch)> is_over = {};
  // Called after every change of one example, with how many there were.
  std::function<void(std::size_t updates)> after_update = {};
};

struct IterationOutcome {
  std::size_t epochs = 0;
  std::size_t updates = 0;   // presentations with f ≠ 0
  bool is_settled = false;   // no example misses more than the tolerance
};

// f of example i, carried out; whether it was any.
template <class Field, Modulation F>
bool present(Field& field, const F& f, std::size_t i) {
  const double change = f.step(field.example(i));
  if (change == 0) return false;
  field.embed(i, change);
  return true;
}

template <class Field, Modulation F>
double largest_missing(Field& field, const F& f) {
  double largest = 0;
  for (std::size_t i = 0; i < field.size(); ++i) largest = std::max(largest, f.missing(field.example(i)));
  return largest;
}

// An epoch over `active`, in place of which those that rest are put at the end; the number that do not. An example rests when it is beyond what the
// last epoch missed.
template <class Field, Modulation F>
class Epoch {
 public:
  Epoch(Field& field, const F& f, const IterationPlan& plan) : field_(field), f_(f), plan_(plan), order_(field.size()) {
    std::iota(order_.begin(), order_.end(), 0U);
    active_ = order_.size();
  }

  // What the examples missed when their turn came, at most.
  double run(std::size_t epoch, IterationOutcome& outcome) {
    Random random(plan_.seed, Purpose::presentation, static_cast<std::uint32_t>(epoch));
    switch (plan_.order) {
      case Order::parallel: return all_at_once(outcome);
      case Order::smallest: return smallest_first(outcome);
      case Order::drawn: return some(random, outcome);
      case Order::shuffled: random.shuffle(std::span(order_).first(active_)); break;
      case Order::sequential: break;
    }
    return one_by_one(outcome);
  }
  bool is_whole() const { return active_ == order_.size(); }
  void wake_all() {
    active_ = order_.size();
    far_ = infinity;
  }

 private:
  void count(bool changed, IterationOutcome& outcome) {
    if (!changed) return;
    ++outcome.updates;
    if (plan_.after_update) plan_.after_update(outcome.updates);
  }
  double one_by_one(IterationOutcome& outcome) {
    double largest = 0;
    for (std::size_t k = 0; k < active_;) {
      const std::size_t i = order_[k];
      const Presented example = field_.example(i);
      if constexpr (requires { f_.rests(example, far_); }) {
        if (plan_.order == Order::shuffled && f_.rests(example, far_)) {
          std::swap(order_[k], order_[--active_]);
          continue;
        }
      }
      ++k;
      largest = std::max(largest, f_.missing(example));
      const double change = f_.step(example);
      if (change != 0) field_.embed(i, change);
      count(change != 0, outcome);
    }
    far_ = largest > 0 ? largest : infinity;
    return largest;
  }
  double some(Random& random, IterationOutcome& outcome) {
    for (std::size_t k = 0; k < order_.size(); ++k) count(present(field_, f_, random.below(order_.size())), outcome);
    return largest_missing(field_, f_);
  }
  double smallest_first(IterationOutcome& outcome) {
    for (std::size_t k = 0; k < order_.size(); ++k) {
      const std::size_t i = field_.smallest();
      if (f_.missing(field_.example(i)) <= plan_.tolerance) return 0;
      count(present(field_, f_, i), outcome);
    }
    return f_.missing(field_.example(field_.smallest()));
  }
  double all_at_once(IterationOutcome& outcome) {
    changes_.resize(order_.size());
    double largest = 0;
    for (std::size_t i = 0; i < changes_.size(); ++i) {
      const Presented example = field_.example(i);
      largest = std::max(largest, f_.missing(example));
      changes_[i] = f_.step(example);
    }
    for (std::size_t i = 0; i < changes_.size(); ++i) {
      if (changes_[i] != 0) field_.embed(i, changes_[i]);
      count(changes_[i] != 0, outcome);
    }
    return largest;
  }

  Field& field_;
  const F& f_;
  const IterationPlan& plan_;
  std::vector<std::uint32_t> order_;
  std::size_t active_ = 0;
  double far_ = infinity;
  std::vector<double> changes_;
};

// Until no example misses more than the tolerance, `is_over` says so, or there are no epochs left.
template <class Field, Modulation F>
IterationOutcome iterate(Field& field, const F& f, const IterationPlan& plan) {
  IterationOutcome outcome;
  Epoch<Field, F> epoch(field, f, plan);
  while (outcome.epochs < plan.epochs) {
    const bool was_whole = epoch.is_whole();
    const double missed = epoch.run(outcome.epochs++, outcome);
    const bool is_quiet = missed <= plan.tolerance;
    if (is_quiet && was_whole && epoch.is_whole()) {
      outcome.is_settled = true;
      break;
    }
    if (is_quiet) epoch.wake_all();
    if (plan.is_over && plan.is_over(outcome.epochs)) break;
  }
  if (!outcome.is_settled) outcome.is_settled = largest_missing(field, f) <= plan.tolerance;
  return outcome;
}

}   // namespace protea
