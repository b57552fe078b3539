// Figures 6.1 and 6.2 of the lecture notes in numbers: bias and variance of polynomials.
#include <iterator>

#include <fmt/format.h>

#include <protea/experiment/polynomials.hpp>
#include <protea/report/experiments.hpp>
#include <protea/report/tables.hpp>

namespace protea {
namespace {

Json polynomial_json(const PolynomialPoint& point) {
  return {{"degree", point.degree},
          {"training_error", point.training_error},
          {"error", point.error},
          {"bias", point.bias},
          {"variance", point.variance},
          {"exact_bias", point.exact_bias},
          {"exact_variance", point.exact_variance},
          {"variance_outside", point.variance_outside}};
}

Json polynomials_json(const PolynomialStudy& study, const PolynomialOptions& options) {
  Json points = Json::array();
  for (const PolynomialPoint& point : study.points) points.push_back(polynomial_json(point));
  Json fits = Json::array();
  for (const PolynomialFit& fit : study.fits) {
    fits.push_back({{"set", fit.set}, {"degree", fit.degree}, {"coefficients", fit.coefficients}});
  }
  return {{"experiment", "bias-variance"},
          {"target", "x^3"},
          {"points_per_set", options.points},
          {"noise", options.noise},
          {"data_sets", options.data_sets},
          {"seed", options.seed},
          {"degrees", points},
          {"fits", fits}};
}

std::string polynomials_text(const PolynomialStudy& study, const PolynomialOptions& options) {
  std::string text = fmt::format(
      "polynomials of degree K fitted to y = x³ + noise of deviation {}: {} data sets of {} points in [-1, 1]\n",
      options.noise, options.data_sets, options.points);
  std::vector<std::vector<std::string>> rows{
      {"K", "training error", "error", "bias²", "variance", "exact bias²", "exact variance", "variance at 1.1"}};
  for (const PolynomialPoint& point : study.points) {
    rows.push_back({fmt::format("{}", point.degree)});
    for (const double value : {point.training_error, point.error, point.bias, point.variance, point.exact_bias,
                               point.exact_variance, point.variance_outside}) {
      rows.back().push_back(fmt::format("{:.5f}", value));
    }
  }
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "{}\nfits to the first three data sets, coefficients from x⁰ on\n", text_table(rows));
  for (const PolynomialFit& fit : study.fits) {
    fmt::format_to(out, "  {}  K = {} ", fit.set, fit.degree);
    for (const double coefficient : fit.coefficients) fmt::format_to(out, " {:.3f}", coefficient);
    text += "\n";
  }
  return text +
         "\nerrors are squared deviations from x³ in the mean over [-1, 1]; error = bias² + variance (eq. 6.7)\n";
}

std::string polynomials_csv(const PolynomialStudy& study) {
  std::vector<std::vector<double>> rows;
  for (const PolynomialPoint& point : study.points) {
    rows.push_back({static_cast<double>(point.degree), point.training_error, point.error, point.bias, point.variance,
                    point.exact_bias, point.exact_variance, point.variance_outside});
  }
  return csv_text(
      {"degree", "training_error", "error", "bias", "variance", "exact_bias", "exact_variance", "variance_outside"},
      rows);
}

}   // namespace

Reproduction reproduce_polynomials(const ReproductionRequest& request, Runtime&, const ReproductionProgress&) {
  PolynomialOptions options{.seed = request.seed};
  if (request.is_quick) options.data_sets = 200;
  const PolynomialStudy study = study_polynomials(options);
  return {polynomials_json(study, options), polynomials_text(study, options), polynomials_csv(study)};
}

}   // namespace protea
