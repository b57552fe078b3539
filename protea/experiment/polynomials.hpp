// The bias–variance dilemma of the lecture notes (figures 6.1 and 6.2): polynomials of degree K fitted by least squares
// to noisy values of x³ at equidistant points of [−1, 1]. The notes leave the noise open; the caption of figure 6.1
// says ten points, the text eleven, which is what we take.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

struct PolynomialOptions {
  std::size_t points = 11;
  double noise = 0.1;   // ρ: the deviation of the labels from the target
  std::size_t data_sets = 2000;
  std::size_t largest_degree = 9;   // less than `points`
  std::uint64_t seed = 1;
};

// Means over [−1, 1], at 201 equidistant places, but for the training error and `outside`.
struct PolynomialPoint {
  std::size_t degree = 0;
  double training_error = 0;   // mean squared deviation from the labels fitted to
  double error = 0;            // (6.4): ⟨(f_H − f)²⟩, which is bias + variance (6.7)
  double bias = 0;             // squared
  double variance = 0;
  // A least-squares fit is linear in the labels, f_H(x) = Σ_μ h_μ(x) y_μ: bias f(x) − Σ h_μ f(x_μ), variance ρ² Σ h_μ².
  double exact_bias = 0;
  double exact_variance = 0;
  double variance_outside = 0;   // at x = 1.1, where the notes look
};

struct PolynomialFit {
  std::string set;                    // A, B, C: the first three data sets
  std::size_t degree = 0;             // 1, 3, 7, as in figure 6.1
  std::vector<double> coefficients;   // of x⁰, x¹, …
};

struct PolynomialStudy {
  std::vector<PolynomialPoint> points;   // degree 0, 1, …
  std::vector<PolynomialFit> fits;
};

PolynomialStudy study_polynomials(const PolynomialOptions& options);

// Coefficients of the least-squares polynomial of that degree, by Householder QR. Throws a UsageError for fewer values
// than coefficients.
std::vector<double> fit_polynomial(const std::vector<double>& x, const std::vector<double>& y, std::size_t degree);

}   // namespace protea
