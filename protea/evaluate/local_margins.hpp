// Margins where every prototype, or every class, has a metric of its own, so that cells are bounded by quadrics.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/model/prototype_model.hpp>

namespace PROTEA_EXPORT protea {

// One number per sample; w⁺ and w⁻ are the nearest prototypes of the sample's class and of any other, each by
// its own metric.
// Positive where the answer is right. A class without prototypes gives −∞.
struct LocalMargins {
  // (√d⁻ − √d⁺)/2. If every prototype moves by less than this, measured by its own metric, ‖Ω_k Δw_k‖, then no √d_k
  // changes by as much (the triangle inequality), and the answer stays right, or wrong: Lemma 1 word for word.
  std::vector<double> hypothesis;
  std::vector<double> prediction;   // the same for the answer instead of the class, never negative
  // There is no metric in common to measure a step of the sample by; these are in Euclidean norm, in model units.
  std::vector<double>
      bisector;   // to the nearest quadric d_k = d_winner of a prototype k across; at most the sample margin
  std::vector<std::optional<double>>
      sample;   // the same where the nearest point of that quadric belongs to the cell of k, hence exact
  // No perturbation shorter than this changes the answer: the bisector for the answer instead of the class.
  std::vector<double> certificate;
  std::vector<std::optional<double>> exact_certificate;
  Matrix steps;                      // row i leads from sample i to the nearest quadric of the certificate
  std::vector<std::size_t> rivals;   // the prototype that the quadric belongs to
};

// Λ_k − Λ_winner is indefinite, and the distance to {d_k ≤ d_winner} is that of quadric.hpp. Who wants to be answered
// otherwise has to reach one of these sets, but being there is not enough where a third prototype is nearer still; then
// the sample margin is left out. Throws a UsageError where answers are not those of the nearest prototype
// (demand_nearest_under_quadratic_forms) or a value is missing.
LocalMargins local_margins_of(const PrototypeModel& model, MatrixView x, std::span<const Label> y, Runtime& runtime);

}   // namespace protea
