// The perceptron of the largest (soft) margin in the feature space of a kernel, without a threshold: max Σx − ½ΣΣ x x' S S' K, 0 ≤ x ≤ γ. Each step is
// AdaTron's for the example that gains most by it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/perceptron/kernel.hpp>

namespace PROTEA_EXPORT protea {

struct KernelDualPlan {
  double upper = infinity;                      // γ
  double tolerance = 1e-9;                      // of the conditions of optimality
  std::size_t steps = 0;                        // at most; 0: as many as a hundred for each example, a million at least
  std::size_t cache = std::size_t{256} << 20;   // bytes for values of the kernel
  // Numbers that `report` was given: from there it goes on to the same end, to the bit. Throws a DataError where they do not fit.
  std::vector<double> state = {};
  // Called now and then with the state so far; `false` ends it.
  std::function<bool(std::size_t steps, const std::vector<double>& state)> report = {};
  std::size_t report_every = 0;   // steps; 0: never
};

struct KernelDual {
  std::vector<double> strengths;
  std::vector<double> potentials;   // E = S Σ x S' K
  std::size_t steps = 0;
  bool converged = false;
  double residual = 0;    // of the conditions of optimality
  double objective = 0;   // of the dual
};

// Weights of the examples multiply their γ; empty: all one.
KernelDual solve_kernel_dual(MatrixView inputs, std::span<const double> outputs, Row weights, const Kernel& kernel,
                             const KernelDualPlan& plan);

}   // namespace protea
