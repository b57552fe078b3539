// Figures 6.1 and 6.2 of the lecture notes in numbers: bias and variance of polynomials.
#include <algorithm>
#include <functional>
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

double value_at(const PolynomialFit& fit, double x) {
  double value = 0;
  for (std::size_t j = fit.coefficients.size(); j-- > 0;) value = value * x + fit.coefficients[j];
  return value;
}

// One figure for each degree of figure 6.1, with the fits of all data sets.
std::vector<Figure> fit_figures(const PolynomialStudy& study) {
  constexpr int steps = 40;
  std::vector<Figure> figures;
  const auto curve = [&](const std::string& name, const std::function<double(double)>& value) {
    Series series{.name = name};
    for (int i = 0; i <= steps; ++i) {
      series.x.push_back(-1 + 2.0 * i / steps);
      series.y.push_back(value(series.x.back()));
    }
    return series;
  };
  for (const PolynomialFit& fit : study.fits) {
    const std::string id = fmt::format("bias-variance-degree-{}", fit.degree);
    auto found = std::ranges::find(figures, id, &Figure::id);
    if (found == figures.end()) {
      const char* const what =
          fit.degree == 1 ? "A straight line misses the bends of the target in the same way in each set: bias."
          : fit.degree == 3
              ? "A cubic polynomial can be the target, and is near it in each set."
              : "With this freedom the curve follows the noise, and each set gives another one: variance.";
      Plot plot{{.label = "x"}, {.label = "y", .low = -1.4, .high = 1.4}};
      plot.series.push_back(curve("x³, the target", [](double x) { return x * x * x; }));
      plot.series.back().is_dashed = true;
      figures.push_back(
          {id, fmt::format("Fits of degree {}", fit.degree),
           fmt::format("Least-squares polynomials of degree {} for three data sets with noise, beside the target. "
                       "{} After figure 6.1 of the lecture notes (Biehl 2023).",
                       fit.degree, what),
           std::move(plot)});
      found = figures.end() - 1;
    }
    std::get<Plot>(found->content).series.push_back(curve("data set " + fit.set, [&](double x) {
      return value_at(fit, x);
    }));
  }
  return figures;
}

Figure dilemma_figure(const PolynomialStudy& study) {
  Plot plot{{.label = "degree K"},
            {.label = "squared deviation from the target", .kind = AxisKind::log, .low = 1e-4, .high = 1}};
  std::vector<double> degrees;
  for (const PolynomialPoint& point : study.points) degrees.push_back(static_cast<double>(point.degree));
  const auto values = [&](double PolynomialPoint::*member) {
    std::vector<double> y;
    for (const PolynomialPoint& point : study.points) y.push_back(point.*member);
    return y;
  };
  plot.series = {{.name = "bias², exact", .x = degrees, .y = values(&PolynomialPoint::exact_bias)},
                 measured_points("bias²", degrees, values(&PolynomialPoint::bias)),
                 {.name = "variance, exact", .x = degrees, .y = values(&PolynomialPoint::exact_variance)},
                 measured_points("variance", degrees, values(&PolynomialPoint::variance)),
                 measured_points("error", degrees, values(&PolynomialPoint::error)),
                 measured_points("training error", degrees, values(&PolynomialPoint::training_error))};
  // What is nothing but rounding has no place on a logarithmic axis.
  for (Series& series : plot.series) {
    for (std::size_t k = series.y.size(); k-- > 0;) {
      if (series.y[k] >= *plot.y.low) continue;
      series.x.erase(series.x.begin() + static_cast<std::ptrdiff_t>(k));
      series.y.erase(series.y.begin() + static_cast<std::ptrdiff_t>(k));
    }
  }
  return {"bias-variance", "Bias and variance",
          "The error of a fit is the sum of squared bias, which more freedom takes away, and variance, which it "
          "adds: it is least at the degree of the target, 3, while the training error goes on falling. Points are "
          "means over data sets, lines what the equations say. Bias below 10⁻⁴ is left out. After figure 6.2 of "
          "the lecture notes (Biehl 2023), which is a sketch.",
          std::move(plot)};
}

}   // namespace

Reproduction reproduce_polynomials(const ReproductionRequest& request, Runtime&, const ReproductionProgress&) {
  PolynomialOptions options{.seed = request.seed};
  if (request.is_quick) options.data_sets = 200;
  const PolynomialStudy study = study_polynomials(options);
  const auto best = std::ranges::min_element(study.points, {}, &PolynomialPoint::error);
  std::vector<Figure> figures = fit_figures(study);
  figures.push_back(dilemma_figure(study));
  return {polynomials_json(study, options), polynomials_text(study, options), polynomials_csv(study),
          fmt::format("Polynomials fitted to noisy values of x³: the error is least at degree {}, where it is "
                      "{:.5f}, {:.5f} of it variance; degree {} has {:.5f}.",
                      best->degree, best->error, best->variance, study.points.back().degree, study.points.back().error),
          std::move(figures)};
}

}   // namespace protea
