// Answers for samples that were held out, gathered over folds.
#pragma once

#include <span>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/evaluate/assessment.hpp>

namespace PROTEA_EXPORT protea {

struct HeldOut {
  std::vector<Label> truth = {};
  std::vector<Label> labels = {};    // the answers
  std::vector<double> scores = {};   // of every class, where there are any
  // Where the targets are numbers, instead of labels:
  std::vector<double> true_numbers = {};
  std::vector<double> numbers = {};
  std::vector<double> weights = {};

  void add(const HeldOut& more);
  double value(Measure measure, std::size_t classes) const;
};

// How often each truth met each answer: all that matters without scores, and for large data much less to keep
// than the answers.
std::vector<double> to_counts(std::span<const Label> truth, std::span<const Label> answers, std::size_t classes);
HeldOut from_counts(std::span<const double> values, std::size_t classes);

}   // namespace protea
