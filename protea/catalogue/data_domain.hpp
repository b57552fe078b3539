// Data that a dissimilarity cannot take are refused where they stand, or lifted to its floor.
#pragma once

#include <protea/data/dataset.hpp>
#include <protea/dissimilarity/lifted.hpp>

namespace protea {

// `x` holds the rows of `dataset` in model units. Throws a DataError with row, column and remedy for values outside the domain of the
// dissimilarity; lifts those below its floor, and brings rows of probabilities to sum 1 again. Missing values (NaN) stay.
void bring_into_domain(Matrix& x, const Dataset& dataset, const AnyDissimilarity& dissimilarity);

}  // namespace protea
