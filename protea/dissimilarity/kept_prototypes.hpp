// Prototypes whose factors a scratch still holds from the call before. On-line, a step changes one or two of them; only those are
// prepared anew.
#pragma once

#include <algorithm>

#include <protea/dissimilarity/dissimilarity.hpp>

namespace protea {

// Of which factors are made: of which family, and whether their slopes are among them.
struct FactorKind {
  const void* owner;
  bool has_slopes;
};

class KeptPrototypes {
 public:
  static constexpr std::size_t buffer = 5;   // of the scratch
  static constexpr std::size_t sum_count = 4;

  // The factors depend on w_k, the parameter and the relevances.
  KeptPrototypes(Scratch& scratch, const FactorKind& kind, double parameter, Row lambda, MatrixView w) : w_(w) {
    const std::size_t head_size = measure_count + lambda.size();
    numbers_ = scratch.take(buffer, head_size + w.rows * (w.columns + sum_count));
    const MutableRow head = numbers_.first(head_size);
    rows_ = numbers_.subspan(head_size);
    const double measures[measure_count] = {static_cast<double>(w.rows), static_cast<double>(w.columns), static_cast<double>(lambda.size()),
                                            kind.has_slopes ? 1.0 : 0.0, parameter};
    holds_some_ = scratch.owner == kind.owner && std::equal(std::begin(measures), std::end(measures), head.begin()) &&
                  std::equal(lambda.begin(), lambda.end(), head.begin() + measure_count);
    std::copy(std::begin(measures), std::end(measures), head.begin());
    std::copy(lambda.begin(), lambda.end(), head.begin() + measure_count);
    scratch.owner = kind.owner;
  }

  // Are the factors of w_k there? From now on they count as such.
  bool holds(std::size_t k) {
    const Row w = w_.row(k);
    const MutableRow kept = rows_.subspan(k * (w_.columns + sum_count), w_.columns);
    if (holds_some_ && std::equal(w.begin(), w.end(), kept.begin())) return true;
    std::copy(w.begin(), w.end(), kept.begin());
    return false;
  }
  // Numbers kept beside the factors of w_k.
  MutableRow sums(std::size_t k) const { return rows_.subspan(k * (w_.columns + sum_count) + w_.columns, sum_count); }

  // Those of a block for which `holds` was asked before.
  static Row sums_of(Scratch& scratch, std::size_t relevances, MatrixView w, std::size_t k) {
    const std::size_t stride = w.columns + sum_count;
    const std::size_t head_size = measure_count + relevances;
    return scratch.take(buffer, head_size + w.rows * stride).subspan(head_size + k * stride + w.columns, sum_count);
  }

 private:
  static constexpr std::size_t measure_count = 5;

  MatrixView w_;
  MutableRow numbers_;
  MutableRow rows_;
  bool holds_some_ = false;
};

}  // namespace protea
