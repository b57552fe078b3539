#include <protea/perceptron/regression.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/exact_math.hpp>
#include <protea/base/golden_section.hpp>
#include <protea/base/linear_algebra.hpp>
#include <protea/base/weights.hpp>

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

void demand_finite(Row values) {
  if (std::ranges::all_of(values, [](double value) { return std::isfinite(value); })) return;
  throw NumericalError("the numbers of the regression are too large to compute with: change their unit");
}

// Rows √w·(ξ − means) and √w·(y − level) in the coordinates of a singular value decomposition.
struct Problem {
  std::vector<double> weights;   // of the samples
  double total = 0;
  bool has_intercept = true;
  std::vector<double> means = {};
  double level = 0;
  std::vector<double> target = {};   // √w·(y − level)

  SingularValues svd = {};                // of the first `rank` values only
  std::vector<double> column_unit = {};   // by which columns were divided before; empty: 1
  std::vector<double> along = {};         // uᵀ·target
  std::vector<double> beside = {};        // what of the target no input can reach
  std::vector<double> own_beside = {};    // 1 − leverage for γ = 0
};

std::size_t rank_of(const SingularValues& svd, std::size_t samples) {
  const double side = static_cast<double>(std::max(samples, svd.right.columns()));
  const double least = svd.values.empty() ? 0 : svd.values.front() * side * std::numeric_limits<double>::epsilon();
  return static_cast<std::size_t>(std::ranges::count_if(svd.values, [&](double s) { return s > least; }));
}

Matrix centred_rows(MatrixView x, const Problem& problem) {
  Matrix z(x.rows, x.columns);
  for (std::size_t i = 0; i < x.rows; ++i) {
    const double root = std::sqrt(weight_at(problem.weights, i));
    for (std::size_t j = 0; j < x.columns; ++j) z(i, j) = root * (x.row(i)[j] - problem.means[j]);
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
// one length; else it is the shortest in the units given.
void decompose(Problem& problem, const Matrix& z, bool is_plain) {
  const auto cut = [&](SingularValues svd) {
    problem.svd = std::move(svd);
    problem.svd.values.resize(rank_of(problem.svd, z.rows()));
  };
  if (is_plain) {
    Matrix even = z;
    std::vector<double> units = make_even(even);
    cut(singular_values_of(even));
    if (problem.svd.values.size() == z.columns()) {
      problem.column_unit = std::move(units);
      return;
    }
  }
  cut(singular_values_of(z));
}

Problem pose(MatrixView x, Row y, Row weights, const LinearFitOptions& options) {
  Problem problem{.weights = row_counts(weights, x.rows), .has_intercept = options.intercept};
  problem.total = total_weight(problem.weights, x.rows);
  problem.means.assign(x.columns, 0.0);
  if (options.intercept) {
    problem.level = weighted_mean(x.rows, problem.weights, [&](std::size_t i) { return y[i]; });
    for (std::size_t j = 0; j < x.columns; ++j)
      problem.means[j] = weighted_mean(x.rows, problem.weights, [&](std::size_t i) { return x.row(i)[j]; });
  }
  for (std::size_t i = 0; i < x.rows; ++i)
    problem.target.push_back(std::sqrt(weight_at(problem.weights, i)) * (y[i] - problem.level));
  decompose(problem, centred_rows(x, problem), options.strength == 0 && !options.chooses_strength);

  problem.beside = problem.target;
  problem.own_beside.assign(x.rows, 1.0);
  if (options.intercept)
    for (std::size_t i = 0; i < x.rows; ++i) problem.own_beside[i] -= weight_at(problem.weights, i) / problem.total;
  for (std::size_t r = 0; r < problem.svd.values.size(); ++r) {
    const Row u = problem.svd.left.row(r);
    problem.along.push_back(dot(u, problem.target));
    for (std::size_t i = 0; i < u.size(); ++i) {
      problem.beside[i] -= u[i] * problem.along[r];
      problem.own_beside[i] -= u[i] * u[i];
    }
  }
  // Rounding: no sample lies outside by less.
  constexpr double nothing = 1e-12;
  for (std::size_t i = 0; i < x.rows; ++i)
    if (problem.own_beside[i] <= nothing) problem.own_beside[i] = problem.beside[i] = 0;
  return problem;
}

// What γ leaves of each coordinate: γ/(s² + γ).
std::vector<double> shares_left(const Problem& problem, double strength) {
  std::vector<double> left;
  for (const double s : problem.svd.values) left.push_back(strength / (s * s + strength));
  return left;
}

struct Residuals {
  double squared = 0;   // Σ w r²
  std::optional<double> left_out;
};

Residuals residuals_of(const Problem& problem, double strength) {
  const std::vector<double> left = shares_left(problem, strength);
  const std::size_t samples = problem.target.size();
  const bool is_count = are_whole(problem.weights);
  Residuals result;
  double sum = 0;
  double counted = 0;
  for (std::size_t i = 0; i < samples; ++i) {
    double residual = problem.beside[i];    // times √w
    double share = problem.own_beside[i];   // 1 − h
    for (std::size_t r = 0; r < left.size(); ++r) {
      const double u = problem.svd.left(r, i);
      residual += left[r] * u * problem.along[r];
      share += left[r] * u * u;
    }
    result.squared += residual * residual;
    const double weight = weight_at(problem.weights, i);
    if (is_count && weight > 1) share = 1 - (1 - share) / weight;   // one of several is left out
    if (!(share > 0)) continue;
    sum += residual / share * (residual / share);
    counted += weight;
  }
  if (counted > 0) result.left_out = sum / counted;
  return result;
}

// The least error of samples left out, on a grid of ln γ and then between its neighbours.
double chosen_strength(const Problem& problem) {
  if (problem.svd.values.empty()) return 0;
  const double largest = logarithm(problem.svd.values.front() * problem.svd.values.front());
  const double least = logarithm(problem.svd.values.back() * problem.svd.values.back());
  const double low = std::max(least, largest - 30 * logarithm(10.0)) - logarithm(1e6);
  const double high = largest + logarithm(1e6);   // where the weights are as good as 0
  constexpr double step = 0.5;
  const auto error = [&](double log_strength) {
    return residuals_of(problem, exponential(log_strength)).left_out.value_or(0);
  };
  double best = high;   // of equals the strongest
  double least_error = error(high);
  for (double at = high - step; at > low; at -= step) {
    const double own = error(at);
    if (own >= least_error) continue;
    least_error = own;
    best = at;
  }
  return exponential(golden_section(error, best - step, best + step, 1e-6));
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
  const Problem problem = pose(x, y, weights, options);
  const SingularValues& svd = problem.svd;
  LinearFit fit;
  fit.strength = options.chooses_strength ? chosen_strength(problem) : options.strength;
  fit.has_intercept = options.intercept;
  fit.means = problem.means;
  fit.level = problem.level;
  fit.total_weight = problem.total;
  fit.rank = svd.values.size();
  fit.weights.assign(x.columns, 0.0);
  fit.parameters = options.intercept ? 1 : 0;
  for (std::size_t r = 0; r < fit.rank; ++r) {
    const double s = svd.values[r];
    const double factor = s / (s * s + fit.strength) * problem.along[r];
    for (std::size_t j = 0; j < x.columns; ++j) fit.weights[j] += factor * svd.right(r, j);
    fit.parameters += s * s / (s * s + fit.strength);
    fit.stiffness.push_back(s * s + fit.strength);
  }
  fit.directions = Matrix(fit.rank, x.columns);
  std::copy_n(svd.right.values().begin(), fit.directions.values().size(), fit.directions.values().begin());
  if (!problem.column_unit.empty()) {
    for (std::size_t j = 0; j < x.columns; ++j) {
      fit.weights[j] /= problem.column_unit[j];
      for (std::size_t r = 0; r < fit.rank; ++r) fit.directions(r, j) /= problem.column_unit[j];
    }
  }
  const Residuals residuals = residuals_of(problem, fit.strength);
  fit.squared_error = residuals.squared / problem.total;
  fit.left_out_error = residuals.left_out;
  const double freedom = problem.total - fit.parameters;
  if (freedom > 1e-9 * problem.total) fit.noise = residuals.squared / freedom;
  demand_finite(fit.weights);
  demand_finite(fit.directions.values());
  demand_finite(fit.stiffness);
  demand_finite(std::vector{fit.intercept(), fit.squared_error, fit.left_out_error.value_or(0), fit.noise.value_or(0)});
  return fit;
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
