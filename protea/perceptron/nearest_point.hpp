// The point of a convex hull nearest to the origin [Wolfe 1976]: for the points ξS of a dichotomy its length is the largest margin κ, and it is 0 for
// what is not linearly separable.
#pragma once

#include <optional>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/perceptron/dichotomy.hpp>

namespace PROTEA_EXPORT protea {

struct NearestPoint {
  std::vector<double> point;
  std::vector<double> shares;   // of the points, not negative, with sum 1
  double length = 0;
};

// Nothing where more than `most_steps` would be taken, or more than `most_corners` points span the face on which it lies.
std::optional<NearestPoint> nearest_point_to_origin(MatrixView points, std::size_t most_steps = 20000,
                                                    std::size_t most_corners = 400);

// Of the points ξS of a dichotomy.
std::optional<NearestPoint> nearest_point_of(const Dichotomy& dichotomy);

}   // namespace protea
