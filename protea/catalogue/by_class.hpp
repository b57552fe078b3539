// Settings that give a number per class, "setosa=1,virginica=3", or per pair of classes, "sick>healthy=5".
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <protea/base/matrix.hpp>
#include <protea/data/dataset.hpp>

namespace protea {

// Index of the name and text of the number, in the order given. Names are matched from the known ones, longest first, so that they
// may hold commas and equal signs. Throws a UsageError that begins with `what`.
std::vector<std::pair<std::size_t, std::string>> parse_by_name(const std::string& what, const std::string& text,
                                                               const std::vector<std::string>& names);

// Prototypes per class from "2" or "setosa=1,virginica=3" (unnamed classes get one).
std::vector<std::size_t> prototype_counts(const std::string& text, const std::vector<std::string>& class_names);

// One weight per row: its own, times that of its class ("none", "balanced" for N/(C·N_c), or "sick=5,healthy=1", unnamed classes
// one). Empty when every weight is one.
std::vector<double> row_weights(const Dataset& dataset, const std::string& class_weights);

// Costs of taking a sample of the row's class for one of the column's, from "sick>healthy=5,…"; those not named are one.
// Empty for "".
Matrix cost_matrix(const std::string& text, const std::vector<std::string>& class_names);

}  // namespace protea
