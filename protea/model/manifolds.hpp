// What a dissimilarity says of prototypes and of its own parameters, as manifolds of parameter blocks.
#pragma once

#include <memory>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/dissimilarity/lifted.hpp>
#include <protea/optimize/manifold.hpp>

namespace PROTEA_EXPORT protea {

// Of a prototype: where the domain of the dissimilarity is bounded, positive numbers or probability vectors. Natural
// steps are then those of ln w, no coordinate changes by more than 30 % in a step, and the size of a prototype stays
// where it is nothing to the dissimilarity.
std::shared_ptr<const Manifold> prototype_manifold(const AnyDissimilarity& dissimilarity);

// Of a prototype among all numbers that stays between two corners, coordinate by coordinate. A minimizer sees a cost
// that is flat beyond.
std::shared_ptr<const Manifold> box_manifold(std::vector<double> low, std::vector<double> high);

// Of the parameters θ of one metric: its own projection and chart.
std::shared_ptr<const Manifold> metric_manifold(std::shared_ptr<const AnyDissimilarity> dissimilarity);

}   // namespace protea
