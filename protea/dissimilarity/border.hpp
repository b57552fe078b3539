// Divergences where coordinates of the prototype are 0, where training never lets them be.
#pragma once

#include <protea/dissimilarity/lifted.hpp>

namespace protea {

// The limit of D(x‖w) as the zeros of w ≥ 0 are approached from above, infinite where D grows without bound. Without a zero in w, and
// for dissimilarities of any numbers, this is the value itself.
double value_at_border(const AnyDissimilarity& dissimilarity, Row x, Row w, Row theta);

}  // namespace protea
