#include <protea/perceptron/regression.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/linear_algebra.hpp>
#include <protea/base/weights.hpp>
#include <protea/perceptron/linear_frame.hpp>

namespace protea {
namespace {

// Counts as they are; others with mean one.
std::vector<double> row_counts(Row weights, std::size_t samples) {
  std::vector<double> counts(weights.begin(), weights.end());
  if (counts.empty() || are_whole(weights)) return counts;
  const double mean = total_weight(weights, samples) / static_cast<double>(samples);
  for (double& count : counts) count /= mean;
  return counts;
}

// Relative to the first, so that the mean of equal numbers is that number.
template <class Number>
double weighted_mean(std::size_t samples, Row weights, const Number& number) {
  const double first = number(0);
  double sum = 0;
  for (std::size_t i = 0; i < samples; ++i) sum += weight_at(weights, i) * (number(i) - first);
  return first + sum / total_weight(weights, samples);
}

Matrix centred_rows(MatrixView x, Row weights, const std::vector<double>& means) {
  Matrix z(x.rows, x.columns);
  for (std::size_t i = 0; i < x.rows; ++i) {
    const double root = std::sqrt(weight_at(weights, i));
    for (std::size_t j = 0; j < x.columns; ++j) z(i, j) = root * (x.row(i)[j] - means[j]);
  }
  demand_finite(z.values());
  return z;
}

// Columns of length one where they have one.
std::vector<double> make_even(Matrix& z) {
  std::vector<double> units(z.columns());
  for (std::size_t j = 0; j < units.size(); ++j) {
    double largest = 0;
    for (std::size_t i = 0; i < z.rows(); ++i) largest = std::max(largest, std::abs(z(i, j)));
    double sum = 0;
    for (std::size_t i = 0; i < z.rows() && largest > 0; ++i) sum += z(i, j) / largest * (z(i, j) / largest);
    units[j] = largest > 0 ? largest * std::sqrt(sum) : 1;
    for (std::size_t i = 0; i < z.rows(); ++i) z(i, j) /= units[j];
  }
  return units;
}

// The solution of least squares is one and the same in any units where the inputs have full rank, and rank is told best among columns of
// one length; else it is the shortest in the units given. Returns the rows of Uᵀ.
Matrix decompose(const Matrix& z, bool is_plain, LinearFrame& frame) {
  if (is_plain) {
    Matrix even = z;
    std::vector<double> units = make_even(even);
    SingularValues svd = singular_values_of(even);
    frame.set(svd, z.rows());
    if (frame.values.size() == z.columns()) {
      frame.column_unit = std::move(units);
      return std::move(svd.left);
    }
  }
  SingularValues svd = singular_values_of(z);
  frame.set(svd, z.rows());
  return std::move(svd.left);
}

}   // namespace

double LinearFit::intercept() const { return level - dot(weights, means); }

double LinearFit::answer(Row x) const {
  double sum = level;
  for (std::size_t j = 0; j < weights.size(); ++j) sum += weights[j] * (x[j] - means[j]);
  return sum;
}

double LinearFit::spread_of_answer(Row x) const {
  std::vector<double> z(x.begin(), x.end());
  for (std::size_t j = 0; j < z.size(); ++j) z[j] -= means[j];
  double sum = 0;
  double outside = dot(z, z);
  for (std::size_t r = 0; r < directions.rows(); ++r) {
    const double along = dot(directions.row(r), z);
    sum += along * along / stiffness[r];
    outside -= along * along;
  }
  if (strength > 0) sum += std::max(0.0, outside) / strength;
  return 1 + (has_intercept ? 1 / total_weight : 0) + sum;
}

std::vector<double> LinearFit::spread_of_weights() const {
  std::vector<double> result(weights.size());
  for (std::size_t j = 0; j < result.size(); ++j) {
    double sum = 0;
    double outside = 1;
    for (std::size_t r = 0; r < directions.rows(); ++r) {
      const double v = directions(r, j);
      sum += v * v / stiffness[r];
      outside -= v * v;
    }
    if (strength > 0) sum += std::max(0.0, outside) / strength;
    result[j] = std::sqrt(sum);
  }
  return result;
}

LinearFit fit_linear(MatrixView x, Row y, Row weights, const LinearFitOptions& options) {
  const std::vector<double> counts = row_counts(weights, x.rows);
  LinearFrame frame{options.intercept, total_weight(counts, x.rows), std::vector<double>(x.columns)};
  if (options.intercept) {
    frame.level = weighted_mean(x.rows, counts, [&](std::size_t i) { return y[i]; });
    for (std::size_t j = 0; j < x.columns; ++j)
      frame.means[j] = weighted_mean(x.rows, counts, [&](std::size_t i) { return x.row(i)[j]; });
  }
  std::vector<double> target;
  for (std::size_t i = 0; i < x.rows; ++i) target.push_back(std::sqrt(weight_at(counts, i)) * (y[i] - frame.level));
  const bool is_plain = options.strength == 0 && !options.chooses_strength;
  const Matrix left = decompose(centred_rows(x, counts, frame.means), is_plain, frame);
  for (std::size_t r = 0; r < frame.values.size(); ++r) frame.along.push_back(dot(left.row(r), target));
  const FramedRows rows{left.view(), target, counts, are_whole(counts)};
  return finished_fit(frame, options, [&](Row strengths) { return error_sums(frame, rows, strengths); });
}

void PolynomialTerms::evaluate(Row x, MutableRow terms) const {
  for (std::size_t t = 0; t < factors.size(); ++t) {
    double product = 1;
    for (const std::size_t j : factors[t]) product *= x[j];
    terms[t] = product;
  }
}

PolynomialTerms polynomial_terms(std::size_t features, std::size_t degree, bool interactions) {
  // Products of `degree` factors at most: (features + degree over degree) − 1.
  double count = static_cast<double>(features) * static_cast<double>(degree);
  if (interactions) {
    count = 1;
    for (std::size_t d = 1; d <= degree; ++d) count *= static_cast<double>(features + d) / static_cast<double>(d);
  }
  if (degree > 1 && count > static_cast<double>(most_terms)) {
    throw UsageError(fmt::format("degree = {}: {} features would give {:.0f} terms, more than {}: use a lower degree{}",
                                 degree, features, count, most_terms, interactions ? ", or no interactions" : ""));
  }
  PolynomialTerms result;
  for (std::size_t j = 0; j < features; ++j) result.factors.push_back({j});
  std::size_t first = 0;   // of the terms of the degree before
  for (std::size_t d = 2; d <= degree; ++d) {
    const std::size_t last = result.factors.size();
    for (std::size_t t = first; t < last; ++t) {
      for (std::size_t j = result.factors[t].back(); j < (interactions ? features : result.factors[t].back() + 1);
           ++j) {
        std::vector<std::size_t> longer = result.factors[t];
        longer.push_back(j);
        result.factors.push_back(std::move(longer));
      }
    }
    first = last;
  }
  return result;
}

}   // namespace protea
