// Prototypes in the coordinates in which a model's distance is Euclidean.
#pragma once

#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/model/prototype_model.hpp>

namespace PROTEA_EXPORT protea {

// z = Ω(x − reference) with ΩᵀΩ = Λ and Ω of full row rank, so that d(x, w) = ‖z_x − z_w‖² and every
// z belongs to some x.
struct MetricSpace {
  Matrix omega;   // rank × features
  Matrix back;    // features × rank: the pseudoinverse, Ω·back = 1
  std::vector<double> reference;
  Matrix prototypes;   // K × rank
  std::vector<Label> labels;
  double largest_singular = 1;   // of Ω
  double smallest_singular =
      1;                   // the smallest that is not 0; all are equal where they equal each other and rank = features
  double form_error = 0;   // ‖Λ − ΩᵀΩ‖ is at most this share of ‖Λ‖
  std::vector<double> spread;   // ‖w_k − reference‖, in model units

  std::size_t rank() const { return omega.rows(); }
  Matrix transform(MatrixView x) const;   // rows in model units
};

// Λ with d = (x − w)ᵀΛ(x − w), or d² for the distance `euclidean`.
Matrix quadratic_form_of(const PrototypeModel& model, std::size_t group);

// Throws a UsageError with the reason where answers are not those of the nearest prototype under quadratic forms:
// another dissimilarity, combinations of samples, a decision other than nearest, a threshold, prototypes of
// one class only.
void demand_nearest_under_quadratic_forms(const PrototypeModel& model);

// Throws a UsageError with the reason where the model's answers are not cells of one such space: one of those
// above, or metrics per class or per prototype.
MetricSpace metric_space_of(const PrototypeModel& model);

}   // namespace protea
