// Linear regression: the weights with the least sum of squared errors, by pseudo-inverse, or with a price on their length.
// Lecture notes, section 2.4.2, with X of P rows and N columns (errata N16).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

struct LinearFitOptions {
  bool intercept = true;   // by a clamped input (2.4), whose weight has no price
  // γ of ½ Σ (w·ξ + b − y)² + ½ γ w² (2.10). 0: the pseudo-inverse (2.8), for P ≥ N as for P < N (errata N25), of all solutions the shortest.
  double strength = 0;
  bool chooses_strength = false;   // by leave-one-out, instead of `strength`
};

struct LinearFit {
  std::vector<double> weights;
  std::vector<double> means;   // of the inputs, 0 without an intercept: the answer is level + w·(ξ − means)
  bool has_intercept = true;
  double level = 0;           // the mean of the targets; 0 without an intercept
  double strength = 0;        // γ
  std::size_t rank = 0;       // of the inputs, from which their means are taken
  double total_weight = 0;    // Σ weights of the samples, after a common unit is taken out: see fit_linear
  double parameters = 0;      // effective number: the trace of the matrix that makes answers of targets
  double squared_error = 0;   // mean of the training errors' squares
  // The mean square of the errors for samples left out one by one, with everything but weights and intercept kept: r/(1 − h) with the
  // leverage h. Of a sample of whole weight one is left out. Absent where no sample can be left out.
  std::optional<double> left_out_error;
  // σ² = Σ r²/(P − parameters), absent where nothing is left to estimate it from; γ = σ²/τ² (errata N29) then gives τ.
  std::optional<double> noise;

  // The posterior of the weights has the covariance σ²·(Σ_r v_r v_rᵀ/stiffness_r + (1 − Σ_r v_r v_rᵀ)/γ); for γ = 0 and full rank it is that of
  // least squares.
  Matrix directions;               // row r: v_r
  std::vector<double> stiffness;   // s_r² + γ

  double intercept() const;
  double answer(Row x) const;
  // Are all weights determined: by the data, or by the price?
  bool is_determined() const { return strength > 0 || rank == weights.size(); }
  // The square of the standard error of a prediction in units of σ²: 1 + 1/P + zᵀ(ZᵀZ + γ)⁻¹z, z = ξ − means.
  double spread_of_answer(Row x) const;
  // Of each weight, in units of σ: √((ZᵀZ + γ)⁻¹)_jj.
  std::vector<double> spread_of_weights() const;
};

// One row of x for each y. Whole weights count rows; of others the common unit says nothing, and their mean is taken as one.
LinearFit fit_linear(MatrixView x, Row y, Row weights, const LinearFitOptions& options);

// Monomials of features: powers 1 … degree of each, and with interactions all products of total degree ≤ `degree`. Those of lower
// degree come first.
struct PolynomialTerms {
  std::vector<std::vector<std::size_t>> factors;   // of each term: its features, one as often as its power, ascending

  std::size_t size() const { return factors.size(); }
  void evaluate(Row x, MutableRow terms) const;
};
// Throws a UsageError for more terms than `most_terms`, unless the degree is 1.
PolynomialTerms polynomial_terms(std::size_t features, std::size_t degree, bool interactions);
inline constexpr std::size_t most_terms = 10'000;

}   // namespace protea
