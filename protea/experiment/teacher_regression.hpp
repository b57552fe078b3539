// Linear regression from the examples of a teacher (lecture notes, section 2.4.2): y = w*·ξ + σ·z with Gaussian ξ ∈ R^N
// and |w*| = 1, learned by the pseudo-inverse and with the price γ = σ²/τ², for P below, at and above N.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/runtime/runtime.hpp>

namespace PROTEA_EXPORT protea {

struct TeacherRegressionOptions {
  std::uint64_t seed = 1;
  std::size_t inputs = 50;   // N
  std::size_t trials = 400;
  double noise = 0.5;   // σ
};

// For inputs with unit covariance the error for new samples, beyond their noise, is |w − w*|².
struct TeacherPoint {
  std::size_t samples = 0;   // P
  double recovery = 0;       // |w − w*|² without noise, the largest of the trials for P ≥ N, else their mean
  double exact_recovery = 0;
  double training = 0;   // mean squared training error, with noise
  double exact_training = 0;
  double excess = 0;   // |w − w*|² with noise: mean, its standard error, median
  double excess_error = 0;
  double excess_median = 0;
  // σ²N/(P − N − 1) for P > N + 1, (1 − P/N) + σ²P/(N − P − 1) for P < N − 1; in between there is no mean.
  std::optional<double> exact_excess = {};
  double ridge = 0;   // |w − w*|² with γ = σ²/τ², τ² = 1/N
  double ridge_error = 0;
  double ridge_limit = 0;   // for N → ∞ at this P/N, see ridge_excess_limit
};

// σ²·G with λG² + (λ + α − 1)G = 1, α = P/N, λ = γ/N: σ² times the trace of (XᵀX + γ)⁻¹ by the law of Marchenko and
// Pastur (1967). With γ = σ²/τ² the posterior of w has that variance.
double ridge_excess_limit(double alpha, double strength_per_input, double noise_variance);

// 1 − P/N, and 0 from P = N on; σ²(1 − N/P), 0 for P ≤ N; the mean of |w − w*|² with noise, see TeacherPoint.
double exact_recovery(std::size_t samples, std::size_t inputs);
double exact_training_error(std::size_t samples, const TeacherRegressionOptions& options);
std::optional<double> exact_excess_error(std::size_t samples, const TeacherRegressionOptions& options);

std::vector<TeacherPoint> teacher_regression(const TeacherRegressionOptions& options, Runtime& runtime);

}   // namespace protea
