// Counts of true against predicted classes, and what follows from them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

// Rows are true classes, columns predicted ones. Samples without an answer (no_label) are counted apart.
class Confusion {
 public:
  explicit Confusion(std::size_t classes) : classes_(classes), counts_(classes * classes), rejected_(classes) {}
  Confusion(std::span<const Label> truth, std::span<const Label> predicted, std::size_t classes);

  std::size_t classes() const { return classes_; }
  std::size_t operator()(std::size_t truth, std::size_t predicted) const {
    return counts_[truth * classes_ + predicted];
  }
  std::size_t samples() const;   // with an answer
  std::size_t samples_of(std::size_t truth) const;
  std::size_t rejected() const;   // without one
  void add(const Confusion& other);

  double coverage() const;   // share of the samples that got an answer; 1 without samples

  // Of the samples with an answer; 0 without any.
  double accuracy() const;
  // Mean of the class-wise accuracies over the classes that have samples with an answer.
  double balanced_accuracy() const;

  // The same over all samples, a rejected one being not right: what validation and selection go by, since an answer
  // that is refused helps nobody, and the surest way to be right is to say nothing.
  double accuracy_of_all() const;
  double balanced_accuracy_of_all() const;

 private:
  double accuracy_with(std::size_t rejected) const;
  double balanced_accuracy_with(const std::vector<std::size_t>& rejected) const;

  std::size_t classes_;
  std::vector<std::size_t> counts_;
  std::vector<std::size_t> rejected_;   // of each true class
};

}   // namespace protea
