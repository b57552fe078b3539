// A two-class problem as the lecture notes pose it: inputs ξ, of which one may be clamped to 1 for a threshold, and outputs S = ±1.
#pragma once

#include <span>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

struct Dichotomy {
  MatrixView inputs;                  // P × N, contiguous
  std::vector<double> outputs;        // +1 or −1
  std::vector<double> weights = {};   // of the examples; empty: all one

  std::size_t size() const { return inputs.rows; }
  std::size_t dimension() const { return inputs.columns; }
};

// Rows with a last input of 1.
Matrix with_clamped_input(MatrixView x);

// Local potentials E = S w·ξ.
std::vector<double> potentials(const Dichotomy& dichotomy, Row w);

// Stabilities E/|w|: signed distances from the hyperplane; all 0 for w = 0.
std::vector<double> stabilities(const Dichotomy& dichotomy, Row w);

// The least stability κ.
double kappa(const Dichotomy& dichotomy, Row w);

// No hyperplane separates better: κ ≤ |Σ x ξ S|/Σ x for any x ≥ 0 that is not 0. Infinite for x = 0.
double kappa_bound(const Dichotomy& dichotomy, Row strengths);

// The perceptron convergence theorem: with a solution of stability κ, learning from E ≤ c takes no more than (max|ξ|² + 2cN)/κ² steps. Infinite where
// κ is not positive.
double update_bound(const Dichotomy& dichotomy, double margin, double kappa);

// How far strengths 0 ≤ x ≤ upper are from those of the largest (soft) margin: max over all examples of what is left of 1 − E where x could still
// follow it.
double kkt_residual(Row potentials, Row strengths, double upper, Row weights = {});

// What no weights can store: an input of zeros, or the same input with both outputs. Two examples, the same one twice for zeros; none: −1.
struct Conflict {
  std::ptrdiff_t first = -1;
  std::ptrdiff_t second = -1;
  explicit operator bool() const { return first >= 0; }
};
Conflict find_conflict(const Dichotomy& dichotomy);

}   // namespace protea
