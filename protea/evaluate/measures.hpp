// What follows from a confusion matrix: rates of each class against the rest, and figures for all classes together.
#pragma once

#include <optional>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/evaluate/confusion.hpp>

namespace PROTEA_EXPORT protea {

// One class against the rest. A ratio of nothing to nothing has no value: the rates of a class without samples (or with
// all of them), the precision of a class that is never answered, F where the class neither occurs nor is answered.
struct ClassMeasures {
  std::size_t samples = 0;     // that are of the class
  std::size_t answered = 0;    // that are said to be of the class
  std::optional<double> tpr;   // true positives among the positives: recall, the class-wise accuracy
  std::optional<double> fnr;
  std::optional<double> fpr;   // false positives among the negatives
  std::optional<double> tnr;
  std::optional<double> precision;
  std::optional<double> f;   // (1 + β²)·TP / ((1 + β²)·TP + β²·FN + FP)
};

struct Measures {
  double beta = 1;
  std::vector<ClassMeasures> classes;
  double macro_precision = 0;   // means over the classes that have samples; a precision without a value counts as 0
  double macro_f = 0;
  // The correlation of truth and answer for any number of classes [Gorodkin 2004]; 0 where either never changes.
  double matthews = 0;
  // Agreement beyond chance, (p − p_chance)/(1 − p_chance) [Cohen 1960]; 0 where chance alone agrees always.
  double kappa = 0;
};

Measures measures_of(const Confusion& confusion, double beta = 1);

}   // namespace protea
