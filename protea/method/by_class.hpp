// Numbers for classes, by name: of prototypes, weights, costs of confusion. Which number each class has is settled when
// the classes of the data are known.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/data/dataset.hpp>

namespace PROTEA_EXPORT protea {

struct NumberOfClass {
  std::string name;
  double number = 1;
};
using NumbersOfClasses = std::vector<NumberOfClass>;

// Prototypes: so many for each class, or by name, where unnamed classes get one. Without classes, `each` is the number
// of all, and 0 leaves it to the data ("auto").
struct PrototypeCounts {
  std::size_t each = 1;
  NumbersOfClasses by_class = {};

  std::vector<std::size_t> of(const std::vector<std::string>& class_names) const;
};

// Weights of the samples by their class: all one, N/(C·N_c), or by name, where unnamed classes have one.
struct ClassWeights {
  bool is_balanced = false;
  NumbersOfClasses by_class = {};
};

// What it costs to take a sample of a class for one of another; pairs not named cost one.
struct ConfusionCost {
  std::string truth;
  std::string answer;
  double cost = 1;
};
using ConfusionCosts = std::vector<ConfusionCost>;

// One weight per row: its own, times that of its class. Empty when every weight is one.
std::vector<double> row_weights(const Dataset& dataset, const ClassWeights& class_weights);
// What the rows of each class are multiplied by; `totals` are the weights that they have together.
std::vector<double> class_factors(const ClassWeights& class_weights, const std::vector<std::string>& class_names,
                                  const std::vector<double>& totals);
// A row for the true class, a column for the answer; empty where all costs are one.
Matrix cost_matrix(const ConfusionCosts& costs, const std::vector<std::string>& class_names);

// "2" or "setosa=1,virginica=3"; "none", "balanced" or "sick=5,healthy=1"; "sick>healthy=5". Names may hold commas and
// equal signs. These throw a UsageError for what cannot be read; a name that no class has is found when the
// classes are known.
PrototypeCounts parse_prototype_counts(std::string_view text);
ClassWeights parse_class_weights(std::string_view text);
ConfusionCosts parse_costs(std::string_view text);
std::string text_of(const PrototypeCounts& counts);
std::string text_of(const ClassWeights& weights);
std::string text_of(const ConfusionCosts& costs);

}   // namespace protea
