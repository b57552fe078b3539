#include <protea/perceptron/kernel_dual.hpp>

#include <algorithm>
#include <cmath>
#include <list>
#include <numeric>

#include <protea/base/error.hpp>
#include <protea/base/kernels.hpp>
#include <protea/base/weights.hpp>
#include <protea/perceptron/dichotomy.hpp>

namespace protea {
namespace {

// Rows of the kernel, those used last, within a number of bytes.
class RowCache {
 public:
  explicit RowCache(std::size_t bytes) : bytes_(bytes) {}

  void forget(std::size_t rows) {
    rows_.assign(rows, {});
    places_.assign(rows, used_.end());
    used_.clear();
    std::fill(places_.begin(), places_.end(), used_.end());
    most_ = std::max<std::size_t>(2, bytes_ / (sizeof(double) * std::max<std::size_t>(1, rows)));
  }
  // The row, and whether it has to be filled first.
  std::pair<MutableRow, bool> row(std::size_t i) {
    if (places_[i] != used_.end()) {
      used_.splice(used_.begin(), used_, places_[i]);
      return {rows_[i], false};
    }
    std::vector<double> buffer;
    if (used_.size() >= most_) {
      const std::size_t oldest = used_.back();
      used_.pop_back();
      places_[oldest] = used_.end();
      buffer = std::move(rows_[oldest]);
      rows_[oldest] = {};
    }
    buffer.resize(rows_.size());
    rows_[i] = std::move(buffer);
    used_.push_front(i);
    places_[i] = used_.begin();
    return {rows_[i], true};
  }
  // The row where it is there, as if nobody had looked.
  const std::vector<double>* find(std::size_t i) const { return places_[i] != used_.end() ? &rows_[i] : nullptr; }
  // Only these rows and columns, in their order.
  void keep(const std::vector<std::uint32_t>& kept) {
    std::list<std::size_t> used;
    std::vector<std::ptrdiff_t> to(rows_.size(), -1);
    for (std::size_t k = 0; k < kept.size(); ++k) to[kept[k]] = static_cast<std::ptrdiff_t>(k);
    std::vector<std::vector<double>> rows(kept.size());
    for (const std::size_t i : used_) {
      if (to[i] < 0) continue;
      std::vector<double>& old = rows_[i];
      for (std::size_t k = 0; k < kept.size(); ++k) old[k] = old[kept[k]];   // kept is ascending
      old.resize(kept.size());
      old.shrink_to_fit();
      rows[static_cast<std::size_t>(to[i])] = std::move(old);
      used.push_back(static_cast<std::size_t>(to[i]));
    }
    rows_ = std::move(rows);
    used_ = std::move(used);
    places_.assign(rows_.size(), used_.end());
    for (auto place = used_.begin(); place != used_.end(); ++place) places_[*place] = place;
    most_ = std::max<std::size_t>(2, bytes_ / (sizeof(double) * std::max<std::size_t>(1, rows_.size())));
  }

 private:
  std::size_t bytes_;
  std::size_t most_ = 2;
  std::vector<std::vector<double>> rows_;
  std::list<std::size_t> used_;   // the last used first
  std::vector<std::list<std::size_t>::iterator> places_;
};

// What is looked at: all examples, or those that are not sure of their bound.
class Solver {
 public:
  Solver(MatrixView inputs, std::span<const double> outputs, Row weights, const Kernel& kernel,
         const KernelDualPlan& plan)
      : inputs_(inputs), outputs_(outputs), kernel_(kernel), plan_(plan), cache_(plan.cache) {
    const std::size_t count = inputs.rows;
    lengths_ = squared_lengths(inputs);
    all_strengths_.resize(count);
    upper_.resize(count);
    diagonal_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      upper_[i] = plan.upper * weight_at(weights, i);
      kernel_.values(inputs.row(i), lengths_[i], {inputs.row(i).data(), 1, inputs.columns, inputs.columns},
                     Row(&lengths_[i], 1), MutableRow(&diagonal_[i], 1));
    }
    look_at_all();
    if (!plan.state.empty()) restore(plan.state);
  }

  KernelDual run() {
    const std::size_t count = inputs_.rows;
    const std::size_t most = plan_.steps > 0 ? plan_.steps : std::max<std::size_t>(1000000, 100 * count);
    const std::size_t between = std::clamp<std::size_t>(count, 100, 1000);   // looks at who may rest
    KernelDual result;
    result.steps = first_step_;
    std::size_t reported = first_step_;
    std::size_t since = 0;
    while (result.steps < most) {
      const Choice choice = best_choice();
      if (choice.missing <= plan_.tolerance) {
        if (active_.size() == count && is_exact_) break;
        look_at_all();   // with potentials as they are, not as sums of many small changes
        continue;
      }
      step(choice);
      ++result.steps;
      if (++since < between) continue;
      since = 0;
      rest(choice.missing);
      if (plan_.report_every == 0 || result.steps < reported + plan_.report_every) continue;
      reported = result.steps;
      if (!plan_.report(result.steps, state(result.steps))) break;
    }
    write_back();
    if (!is_exact_ || active_.size() != count) look_at_all();
    result.strengths = all_strengths_;
    result.potentials.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      result.potentials[i] = outputs_[i] * fields_[i];
      result.objective += result.strengths[i] * (1 - result.potentials[i] / 2);
    }
    for (std::size_t i = 0; i < count; ++i)
      result.residual = std::max(result.residual, missing_of(signs_[i], fields_[i], strengths_[i], bounds_[i]));
    result.converged = result.residual <= 2 * plan_.tolerance;
    return result;
  }

 private:
  struct Choice {
    std::size_t place = 0;
    double change = 0;
    double missing = 0;   // the most that any example misses
  };

  static double missing_of(double sign, double field, double strength, double bound) {
    const double left = 1 - sign * field;
    if (left > 0) return strength < bound ? left : 0;
    return strength > 0 ? -left : 0;
  }

  Choice best_choice() const {
    Choice best;
    double most = 0;
    for (std::size_t k = 0; k < active_.size(); ++k) {
      const double left = 1 - signs_[k] * fields_[k];
      const double strength = strengths_[k];
      const double change = std::clamp(strength + left * inverse_[k], 0.0, bounds_[k]) - strength;
      const double gain = change * (left - 0.5 * change * own_[k]);
      const double missing = change != 0 ? std::abs(left) : 0;
      best.missing = std::max(best.missing, missing);
      if (gain > most) {
        most = gain;
        best.place = k;
        best.change = change;
      }
    }
    if (!(most > 0)) best.missing = 0;   // steps too small to count
    return best;
  }

  void step(const Choice& choice) {
    const auto [row, is_new] = cache_.row(choice.place);
    if (is_new) {
      kernel_.values(data_.row(choice.place), own_lengths_[choice.place], data_.view(), own_lengths_, row);
    }
    strengths_[choice.place] += choice.change;
    kernels().add_scaled(choice.change * signs_[choice.place], row.data(), fields_.size(), fields_.data());
    is_exact_ = false;
  }

  // Examples at a bound that are further beyond 1 than any other is from it are left out for a while, with all that is kept of them.
  void rest(double far) {
    std::vector<std::uint32_t> kept;
    for (std::size_t k = 0; k < active_.size(); ++k) {
      const double left = 1 - signs_[k] * fields_[k];
      const bool rests = (strengths_[k] <= 0 && left < -far) || (strengths_[k] >= bounds_[k] && left > far);
      if (!rests) kept.push_back(static_cast<std::uint32_t>(k));
    }
    if (kept.size() > active_.size() - active_.size() / 10 || kept.empty()) return;   // not worth while
    write_back();
    look_at(kept);
  }

  // Only at these, by their places among those that were.
  void look_at(const std::vector<std::uint32_t>& kept) {
    const auto keep = [&](std::vector<double>& values) {
      for (std::size_t k = 0; k < kept.size(); ++k) values[k] = values[kept[k]];
      values.resize(kept.size());
    };
    for (std::vector<double>* values : {&signs_, &fields_, &strengths_, &bounds_, &own_, &inverse_, &own_lengths_})
      keep(*values);
    std::vector<std::uint32_t> active(kept.size());
    Matrix data(kept.size(), inputs_.columns);
    for (std::size_t k = 0; k < kept.size(); ++k) {
      active[k] = active_[kept[k]];
      std::ranges::copy(inputs_.row(active[k]), data.row(k).begin());
    }
    active_ = std::move(active);
    data_ = std::move(data);
    cache_.keep(kept);
  }

  // Steps, examples that are looked at, strengths of all, fields of those.
  std::vector<double> state(std::size_t steps) {
    write_back();
    std::vector<double> numbers{static_cast<double>(steps), static_cast<double>(active_.size())};
    numbers.insert(numbers.end(), active_.begin(), active_.end());
    numbers.insert(numbers.end(), all_strengths_.begin(), all_strengths_.end());
    numbers.insert(numbers.end(), fields_.begin(), fields_.end());
    return numbers;
  }
  void restore(const std::vector<double>& numbers) {
    const DataError damaged("a state of kernel strengths does not fit the examples");
    const std::size_t count = inputs_.rows;
    const bool has_size = numbers.size() >= 2 && numbers[0] >= 0 && numbers[0] < 1e15 && numbers[1] >= 1 &&
                          numbers[1] <= static_cast<double>(count);
    if (!has_size) throw damaged;
    const auto size = static_cast<std::size_t>(numbers[1]);
    if (numbers.size() != 2 + size + count + size) throw damaged;
    const auto at = [&](std::size_t first) { return numbers.begin() + static_cast<std::ptrdiff_t>(first); };
    std::vector<std::uint32_t> active;
    for (std::size_t k = 0; k < size; ++k) {
      const double place = numbers[2 + k];
      const bool is_next = place >= 0 && place < static_cast<double>(count) &&
                           (active.empty() || place > static_cast<double>(active.back()));
      if (!is_next) throw damaged;
      active.push_back(static_cast<std::uint32_t>(place));
    }
    first_step_ = static_cast<std::size_t>(numbers[0]);
    all_strengths_.assign(at(2 + size), at(2 + size + count));
    for (std::size_t i = 0; i < count; ++i) {
      if (!(all_strengths_[i] >= 0 && all_strengths_[i] <= upper_[i])) throw damaged;
    }
    strengths_ = all_strengths_;
    if (size < count) look_at(active);
    fields_.assign(at(2 + size + count), numbers.end());
    is_exact_ = false;
  }

  void write_back() {
    for (std::size_t k = 0; k < active_.size(); ++k) all_strengths_[active_[k]] = strengths_[k];
  }

  // All examples again, with fields computed from the strengths.
  void look_at_all() {
    write_back();
    const std::size_t count = inputs_.rows;
    const bool were_all = active_.size() == count;
    active_.resize(count);
    std::iota(active_.begin(), active_.end(), 0U);
    strengths_ = all_strengths_;
    bounds_ = upper_;
    own_ = diagonal_;
    own_lengths_ = lengths_;
    signs_.assign(outputs_.begin(), outputs_.end());
    inverse_.resize(count);
    for (std::size_t i = 0; i < count; ++i)
      inverse_[i] = own_[i] > 0 ? 1 / own_[i] : (bounds_[i] < infinity ? 1e300 : 0);
    if (!were_all || data_.rows() != count) {
      data_ = Matrix(count, inputs_.columns);
      for (std::size_t i = 0; i < count; ++i) std::ranges::copy(inputs_.row(i), data_.row(i).begin());
      cache_.forget(count);
    }
    fields_.assign(count, 0.0);
    std::vector<double> row(count);
    for (std::size_t i = 0; i < count; ++i) {
      if (strengths_[i] == 0) continue;
      const std::vector<double>* const kept = cache_.find(i);
      if (!kept) kernel_.values(data_.row(i), lengths_[i], data_.view(), lengths_, row);
      kernels().add_scaled(strengths_[i] * signs_[i], kept ? kept->data() : row.data(), count, fields_.data());
    }
    is_exact_ = true;
  }

  MatrixView inputs_;
  std::span<const double> outputs_;
  Kernel kernel_;
  const KernelDualPlan& plan_;
  // Of all examples.
  std::vector<double> lengths_;
  std::vector<double> all_strengths_;
  std::vector<double> upper_;
  std::vector<double> diagonal_;
  // Of those that are looked at.
  std::vector<std::uint32_t> active_;
  Matrix data_;
  std::vector<double> own_lengths_;
  std::vector<double> signs_;
  std::vector<double> fields_;   // Σ x S K
  std::vector<double> strengths_;
  std::vector<double> bounds_;
  std::vector<double> own_;   // K(ξ, ξ)
  std::vector<double> inverse_;
  RowCache cache_;
  std::size_t first_step_ = 0;
  bool is_exact_ = false;   // fields are as computed from the strengths at once
};

}   // namespace

KernelDual solve_kernel_dual(MatrixView inputs, std::span<const double> outputs, Row weights, const Kernel& kernel,
                             const KernelDualPlan& plan) {
  if (inputs.rows == 0) return {};
  return Solver(inputs, outputs, weights, kernel, plan).run();
}

}   // namespace protea
