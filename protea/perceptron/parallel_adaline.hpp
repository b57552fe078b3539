// Adaline with all examples at once: what it sums over them, and where it ends.
#pragma once

#include <cstddef>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/linear_algebra.hpp>
#include <protea/perceptron/dichotomy.hpp>
#include <protea/perceptron/unit_trainer.hpp>

namespace PROTEA_EXPORT protea {

// Σ ξξᵀ/N and Σ ξS/N, examples by their weights.
struct Correlations {
  Matrix c;
  std::vector<double> aim;

  explicit Correlations(std::size_t dimension) : c(dimension, dimension), aim(dimension) {}
  void add(const Dichotomy& some);
};

// y ← y + η(b − Cy) from 0, for the weights, or where the examples are fewer for their strengths. In the directions of the eigenvectors of C each
// epoch multiplies what is left by 1 − ηλ, so that the state after any number of epochs is known without going through them.
struct ParallelDescent {
  std::vector<double> y = {};
  std::vector<double> sum = {};   // of all y before
  double rate = 0;
  std::size_t epochs = 0;
  bool converged = false;
};
enum class DescentOf { weights, strengths };
// Throws a UsageError for a rate that is not below the admissible one.
ParallelDescent descend(const Adaline& trainer, const Matrix& c, Row aim, DescentOf what);

}   // namespace protea
