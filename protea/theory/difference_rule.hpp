// Rules of two prototypes that move both, by the difference of distances and the label alone; their averages need one-dimensional
// Gaussian quadrature only.
#pragma once

#include <functional>
#include <vector>

#include <protea/theory/theory_rule.hpp>

namespace protea {

// The factors f of the prototype of the sample's class and of the other one.
struct Strength {
  double right = 0;
  double wrong = 0;
};

// One law: the factors as functions of δ = d(right) − d(wrong), negative for a correctly classified sample.
struct DifferenceLaw {
  std::function<Strength(double difference, std::size_t cluster)> strength;
  // Where they jump or bend, in ascending order; between two of these they are smooth.
  std::function<std::vector<double>(std::size_t cluster)> breaks = [](std::size_t) { return std::vector<double>{}; };
  // Bounds their growth: |f(δ)| ≤ constant · e^{growth·|δ|}.
  double growth = 0;
};

class DifferenceRule final : public TheoryRule {
 public:
  explicit DifferenceRule(DifferenceLaw law) : law_(std::move(law)) {}

  const std::vector<std::size_t>& labels() const override { return labels_; }
  std::array<double, most_prototypes> factors(const std::array<double, most_prototypes>& d, std::size_t cluster) const override;
  Moments moments(const ClusterModel& model, const Overlaps& overlaps, std::size_t cluster) const override;

 private:
  DifferenceLaw law_;
  std::vector<std::size_t> labels_{0, 1};
};

// The rules of the library in the limit of large N, where d⁺ + d⁻ is 2N·v_σ up to a vanishing share. Their pulls are ½f.
// lvq2.1 with window_on = difference; an infinite window is no window.
DifferenceLaw lvq2_1_law(double window);
DifferenceLaw rslvq_law(double sigma);
// A margin √d is of order 1/√N here: β = beta·√N makes βθ = beta·(d⁻ − d⁺)/(4√v) and f of order 1.
DifferenceLaw margin_hinge_law(double beta, const ClusterModel& model);
DifferenceLaw margin_broken_linear_law(double beta, const ClusterModel& model);
DifferenceLaw margin_exponential_law(double beta, const ClusterModel& model);
// GLVQ with the logistic function of slope steepness·N: f = (steepness/v)·L′(steepness·(d⁺ − d⁻)/(2v)).
DifferenceLaw glvq_law(double steepness, const ClusterModel& model);

}  // namespace protea
