// Is one method better than another, or is it chance? Tests for pairs of classifiers, and the distributions they need.
#pragma once

#include <cstddef>
#include <span>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

// The regularized incomplete beta function I_x(a, b) for a, b > 0 and 0 ≤ x ≤ 1, by its continued fraction (DLMF
// 8.17.22).
double incomplete_beta(double a, double b, double x);

// P(|T| ≥ |t|) for Student's distribution: I_{ν/(ν+t²)}(ν/2, 1/2).
double student_two_sided(double t, double degrees_of_freedom);

// McNemar's test in its exact form: of the samples that only one of two classifiers gets right, those of the first are
// binomial with probability ½ if both are equally good. Two-sided, p = min(1, 2 P(X ≤ min(b, c))); exact for any number
// of samples, so the χ² approximation is not needed [McNemar 1947; Dietterich 1998].
struct McNemar {
  std::size_t only_first = 0;    // b: samples that only the first gets right
  std::size_t only_second = 0;   // c
  double p = 1;
};
McNemar mcnemar(std::size_t only_first, std::size_t only_second);

// The corrected resampled t-test [Nadeau, Bengio 2003]: t = m / √((1/J + n₂/n₁) s²) with J − 1 degrees of freedom,
// m and s² the mean and the variance (with J − 1) of the J differences, n₂/n₁ the test samples per training sample.
// Without the correction, training sets that overlap make the differences look independent. Where all differences are
// equal, p is 1 if they are 0, else 0.
struct ResampledT {
  double mean = 0;
  double t = 0;   // infinite where s = 0 and m ≠ 0
  double degrees_of_freedom = 0;
  double p = 1;
};
// Precondition: at least two differences, else p = 1.
ResampledT corrected_resampled_t(std::span<const double> differences, double test_per_training);

}   // namespace protea
