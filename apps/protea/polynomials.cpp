// protea reproduce bias-variance: figures 6.1 and 6.2 of the lecture notes in numbers.
#include "json.hpp"
#include "polynomials.hpp"

#include <cstdio>

#include <fmt/format.h>

#include <protea/base/file.hpp>
#include <protea/experiment/polynomials.hpp>

#include "reproduce_dynamics.hpp"
#include "selection.hpp"

namespace protea::app {
namespace {

Json point_json(const PolynomialPoint& point) {
  return {{"degree", point.degree},
          {"training_error", point.training_error},
          {"error", point.error},
          {"bias", point.bias},
          {"variance", point.variance},
          {"exact_bias", point.exact_bias},
          {"exact_variance", point.exact_variance},
          {"variance_outside", point.variance_outside}};
}

void print_as_json(const PolynomialStudy& study, const PolynomialOptions& options) {
  Json points = Json::array();
  for (const PolynomialPoint& point : study.points) points.push_back(point_json(point));
  Json fits = Json::array();
  for (const PolynomialFit& fit : study.fits) {
    fits.push_back({{"set", fit.set}, {"degree", fit.degree}, {"coefficients", fit.coefficients}});
  }
  print_json({{"experiment", "bias-variance"},
              {"target", "x^3"},
              {"points_per_set", options.points},
              {"noise", options.noise},
              {"data_sets", options.data_sets},
              {"seed", options.seed},
              {"degrees", points},
              {"fits", fits}});
}

std::string points_csv(const PolynomialStudy& study) {
  std::vector<std::vector<double>> rows;
  for (const PolynomialPoint& point : study.points) {
    rows.push_back({static_cast<double>(point.degree), point.training_error, point.error, point.bias, point.variance,
                    point.exact_bias, point.exact_variance, point.variance_outside});
  }
  return csv_text(
      {"degree", "training_error", "error", "bias", "variance", "exact_bias", "exact_variance", "variance_outside"},
      rows);
}

void print_as_text(const PolynomialStudy& study, const PolynomialOptions& options) {
  fmt::print("polynomials of degree K fitted to y = x³ + noise of deviation {}: {} data sets of {} points in [-1, 1]\n",
             options.noise, options.data_sets, options.points);
  std::vector<CsvRow> rows{
      {"K", "training error", "error", "bias²", "variance", "exact bias²", "exact variance", "variance at 1.1"}};
  for (const PolynomialPoint& point : study.points) {
    CsvRow row{fmt::format("{}", point.degree)};
    for (const double value : {point.training_error, point.error, point.bias, point.variance, point.exact_bias,
                               point.exact_variance, point.variance_outside}) {
      row.push_back(fmt::format("{:.5f}", value));
    }
    rows.push_back(row);
  }
  fmt::print("{}\nfits to the first three data sets, coefficients from x⁰ on\n", text_table(rows));
  for (const PolynomialFit& fit : study.fits) {
    fmt::print("  {}  K = {} ", fit.set, fit.degree);
    for (const double coefficient : fit.coefficients) fmt::print(" {:.3f}", coefficient);
    fmt::print("\n");
  }
  fmt::print("\nerrors are squared deviations from x³ in the mean over [-1, 1]; error = bias² + variance (eq. 6.7)\n");
}

}   // namespace

void show_polynomials(const CommonFlags& common, const PolynomialFlags& flags) {
  PolynomialOptions options;
  options.seed = flags.seed;
  if (flags.is_quick) options.data_sets = 200;
  if (!flags.csv.empty()) demand_writable_place(flags.csv, {});
  const PolynomialStudy study = study_polynomials(options);
  if (!flags.csv.empty()) write_file_atomically(flags.csv, points_csv(study));
  if (common.json) print_as_json(study, options);
  else print_as_text(study, options);
}

}   // namespace protea::app
