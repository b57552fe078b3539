// Gradient descent of the costs H[k], wherever the examples are: whoever has them tells cost and gradient.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/perceptron/dichotomy.hpp>
#include <protea/perceptron/unit_trainer.hpp>

namespace PROTEA_EXPORT protea {

// H[k] at some weights, −∂H/∂w, and how the examples pull.
struct CostAt {
  double cost = 0;
  std::vector<double> slope = {};   // Σ pull ξ S
  std::size_t pulled = 0;           // examples short of the margin
  std::vector<double> pulls = {};   // of each example; empty: nobody keeps them
};
CostAt cost_at(const CostDescent& trainer, const Dichotomy& dichotomy, Row w);

using CostsOf = std::function<CostAt(Row w)>;
// `largest_curvature`: no less than any eigenvalue of the correlations, such as Σ C_μμ. The unit has no κ yet.
TrainedUnit descend(const CostDescent& trainer, std::size_t dimension, double largest_curvature, const CostsOf& costs);

}   // namespace protea
