#include <protea/experiment/polynomials.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/linear_algebra.hpp>
#include <protea/base/random.hpp>

namespace protea {
namespace {

std::vector<double> equidistant(std::size_t count) {
  std::vector<double> x(count);
  const double step = 2 / static_cast<double>(count - 1);
  for (std::size_t i = 0; i < count; ++i) x[i] = i + 1 == count ? 1 : -1 + static_cast<double>(i) * step;
  return x;
}

// Row j: x₁ʲ, x₂ʲ, …
Matrix powers(Row x, std::size_t degree) {
  Matrix result(degree + 1, x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    result(0, i) = 1;
    for (std::size_t j = 1; j <= degree; ++j) result(j, i) = result(j - 1, i) * x[i];
  }
  return result;
}

std::vector<double> target(Row x) {
  std::vector<double> values;
  for (const double each : x) values.push_back(each * each * each);
  return values;
}

std::vector<double> difference(Row a, Row b) {
  std::vector<double> result(a.begin(), a.end());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] -= b[i];
  return result;
}

// One row of labels per data set.
Matrix noisy_labels(const PolynomialOptions& options, Row x) {
  Matrix labels(options.data_sets, x.size());
  const std::vector<double> truth = target(x);
  for (std::size_t set = 0; set < labels.rows(); ++set) {
    Random random(options.seed, Purpose::generator, static_cast<std::uint32_t>(set));
    for (std::size_t i = 0; i < x.size(); ++i) labels(set, i) = truth[i] + options.noise * random.normal();
  }
  return labels;
}

// Row μ: 1 at place μ, 0 elsewhere.
Matrix units(std::size_t count) {
  Matrix result(count, count);
  for (std::size_t i = 0; i < count; ++i) result(i, i) = 1;
  return result;
}

PolynomialPoint study_degree(const PolynomialOptions& options, Row x, const Matrix& labels, std::size_t degree) {
  const Matrix design = powers(x, degree);
  const Matrix coefficients = least_squares(design, labels);   // data sets × powers
  const std::vector<double> places = equidistant(201);
  const Matrix at_places = powers(places, degree);
  const Matrix answers = product(coefficients, at_places);   // data sets × places
  const std::vector<double> truth = target(places);
  const std::vector<double> mean = mean_row(answers);
  const Matrix weights = product(least_squares(design, units(x.size())), at_places);   // row μ: h_μ at the places
  Matrix goal(1, x.size());
  const std::vector<double> on_x = target(x);
  std::copy(on_x.begin(), on_x.end(), goal.row(0).begin());
  const Matrix outside = product(coefficients, powers(std::vector{1.1}, degree));
  const std::vector<double> outside_mean(outside.rows(), mean_of(outside.values()));

  PolynomialPoint point;
  point.degree = degree;
  point.training_error = mean_square(difference(product(coefficients, design).values(), labels.values()));
  point.error = mean_square_about(truth, answers);
  point.bias = mean_square(difference(truth, mean));
  point.variance = mean_square_about(mean, answers);
  point.exact_bias = mean_square(difference(truth, product(goal, weights).values()));
  point.exact_variance = options.noise * options.noise * mean_square_of_columns(weights);
  point.variance_outside = mean_square(difference(outside.values(), outside_mean));
  return point;
}

}   // namespace

PolynomialStudy study_polynomials(const PolynomialOptions& options) {
  if (options.points <= options.largest_degree) {
    throw UsageError(fmt::format("points = {}: a polynomial of degree {} needs {} at least", options.points,
                                 options.largest_degree, options.largest_degree + 1));
  }
  if (options.data_sets < 3) throw UsageError(fmt::format("data_sets = {}: must be at least 3", options.data_sets));
  const std::vector<double> x = equidistant(options.points);
  const Matrix labels = noisy_labels(options, x);
  PolynomialStudy study;
  for (std::size_t degree = 0; degree <= options.largest_degree; ++degree) {
    study.points.push_back(study_degree(options, x, labels, degree));
  }
  for (std::size_t set = 0; set < 3; ++set) {
    for (const std::size_t degree : {1, 3, 7}) {
      if (degree > options.largest_degree) continue;
      study.fits.push_back({std::string(1, "ABC"[set]), degree,
                            fit_polynomial(x, {labels.row(set).begin(), labels.row(set).end()}, degree)});
    }
  }
  return study;
}

std::vector<double> fit_polynomial(const std::vector<double>& x, const std::vector<double>& y, std::size_t degree) {
  if (x.size() != y.size() || x.size() <= degree) {
    throw UsageError(fmt::format("a polynomial of degree {} cannot be fitted to {} places and {} values", degree,
                                 x.size(), y.size()));
  }
  return least_squares(powers(x, degree), y);
}

}   // namespace protea
