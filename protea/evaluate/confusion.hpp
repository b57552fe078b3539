// Counts of true against predicted classes, and what follows from them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <protea/base/matrix.hpp>

namespace protea {

// Rows are true classes, columns predicted ones.
class Confusion {
 public:
  explicit Confusion(std::size_t classes) : classes_(classes), counts_(classes * classes) {}
  // Samples without an answer (no_label) are left out.
  Confusion(std::span<const Label> truth, std::span<const Label> predicted, std::size_t classes);

  std::size_t classes() const { return classes_; }
  std::size_t operator()(std::size_t truth, std::size_t predicted) const { return counts_[truth * classes_ + predicted]; }
  std::size_t samples() const;
  std::size_t samples_of(std::size_t truth) const;
  void add(const Confusion& other);

  double accuracy() const;                 // 0 without samples
  // Mean of the class-wise accuracies over the classes that have samples.
  double balanced_accuracy() const;

 private:
  std::size_t classes_;
  std::vector<std::size_t> counts_;
};

}  // namespace protea
