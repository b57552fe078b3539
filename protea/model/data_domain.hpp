// Data that a dissimilarity cannot take are refused where they stand, or lifted to its floor.
#pragma once

#include <string>

#include <protea/base/error.hpp>
#include <protea/data/dataset.hpp>
#include <protea/dissimilarity/lifted.hpp>

namespace PROTEA_EXPORT protea {

// What becomes of a zero where the dissimilarity needs positive numbers: refused, or left to whoever takes the
// value there.
enum class Zeros { refused, left };

struct Admission {
  Zeros zeros = Zeros::refused;
  // Of a negative number.
  std::string remedy =
      "set it to 0, leave the column out, or use " + setting("scale", "min-max") + " or another dissimilarity";
};

// `x` holds the rows of `dataset` in model units. Throws a DataError with row, column and remedy for values outside the
// domain of the dissimilarity; lifts those below its floor, and brings rows of probabilities to sum 1 again. Missing
// values (NaN) stay.
void bring_into_domain(Matrix& x, const Dataset& dataset, const AnyDissimilarity& dissimilarity,
                       const Admission& admission = {});

}   // namespace protea
