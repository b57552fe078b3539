// The rows of a training run: those it learns from and those held out, as read and in model units.
#pragma once

#include <vector>

#include <protea/base/export.hpp>
#include <protea/method/configuration.hpp>
#include <protea/train/prototype_objective.hpp>

namespace PROTEA_EXPORT protea {

struct Part {
  Dataset rows;
  Matrix x = {};                      // in model units: the only copy of the values
  std::vector<double> weights = {};   // empty: all one
};

struct TrainingParts {
  Part training;
  Part held_out;   // empty without one
  Matrix costs;    // of confusing classes; empty: all alike
  std::size_t dropped_rows = 0;
  bool are_weights_absolute = false;   // a stream does not know the mean of its weights

  bool has_held_out() const { return held_out.rows.size() > 0; }
  Importance importance_of(const Part& part) const { return {part.weights, costs.view(), are_weights_absolute}; }
  TrainingRows rows_of(const Part& part) const { return {part.x.view(), part.rows.y, importance_of(part)}; }
};

// Drops rows with missing values where the configuration says so, and holds a share of each class out.
TrainingParts cut_into_parts(const Configuration& configuration, const Dataset& dataset);

// Brings all parts into model units and weighs their rows. Throws a NumericalError for values too large to square.
void prepare_parts(TrainingParts& parts, const Configuration& configuration, const Preparation& preparation);

}   // namespace protea
