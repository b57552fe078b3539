// The folds of a plan, repeat by repeat.
#pragma once

#include <vector>

#include <protea/data/split.hpp>
#include <protea/evaluate/cross_validation.hpp>

namespace protea {

// Those of cross_validate() with the same plan. Throws a UsageError for fewer than two folds.
std::vector<Split> repeated_folds(const Dataset& dataset, const CrossValidationPlan& plan);

}  // namespace protea
