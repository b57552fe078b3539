// Prototypes in the coordinates in which a model's distance is Euclidean.
#pragma once

#include <string>
#include <vector>

#include <protea/model/model.hpp>

namespace protea {

// z = Ω(x − reference) with ΩᵀΩ = Λ and Ω of full row rank, so that d(x, w) = ‖z_x − z_w‖² and every z belongs to some x.
struct MetricSpace {
  Matrix omega;                            // rank × features
  Matrix back;                             // features × rank: the pseudoinverse, Ω·back = 1
  std::vector<double> reference;
  Matrix prototypes;                       // K × rank
  std::vector<Label> labels;
  double largest_singular = 1;             // of Ω
  double smallest_singular = 1;            // the smallest that is not 0; all are equal where they equal each other and rank = features

  std::size_t rank() const { return omega.rows(); }
  Matrix transform(MatrixView x) const;    // rows in model units
};

// Throws a UsageError with the reason where the model's answers are not cells of one such space: another dissimilarity, metrics per
// class or per prototype, combinations of samples, a decision other than nearest, a threshold, missing values that are masked.
MetricSpace metric_space_of(const Model& model);

}  // namespace protea
