// Linear regression from the examples of a teacher, below, at and above P = N.
#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>

#include <fmt/format.h>

#include <protea/experiment/teacher_regression.hpp>
#include <protea/report/experiments.hpp>
#include <protea/report/tables.hpp>

namespace protea {
namespace {

double samples_per_input(const TeacherPoint& point, const TeacherRegressionOptions& options) {
  return static_cast<double>(point.samples) / static_cast<double>(options.inputs);
}

Json teacher_json(const TeacherPoint& point, const TeacherRegressionOptions& options) {
  return {{"samples", point.samples},
          {"samples_per_input", samples_per_input(point, options)},
          {"recovery", point.recovery},
          {"exact_recovery", point.exact_recovery},
          {"training_error", point.training},
          {"exact_training_error", point.exact_training},
          {"excess_error", point.excess},
          {"excess_standard_error", point.excess_error},
          {"excess_median", point.excess_median},
          {"exact_excess_error", point.exact_excess ? Json(*point.exact_excess) : Json(nullptr)},
          {"ridge_excess_error", point.ridge},
          {"ridge_standard_error", point.ridge_error},
          {"ridge_limit", point.ridge_limit}};
}

Json regression_json(const std::vector<TeacherPoint>& points, const TeacherRegressionOptions& options,
                     const ReproductionRequest& request) {
  Json list = Json::array();
  for (const TeacherPoint& point : points) list.push_back(teacher_json(point, options));
  return {{"experiment", request.name}, {"seed", request.seed},   {"inputs", options.inputs},
          {"trials", options.trials},   {"noise", options.noise}, {"points", list}};
}

std::vector<std::string> regression_row(const TeacherPoint& point, const TeacherRegressionOptions& options) {
  const auto number = [](double value) { return fmt::format("{:.4f}", value); };
  const bool is_recovered = point.recovery < 1e-9;
  return {fmt::format("{:.1f}", samples_per_input(point, options)),
          is_recovered ? "0" : number(point.recovery),
          number(point.exact_recovery),
          number(point.training),
          number(point.exact_training),
          fmt::format("{:.4g}", point.excess),
          fmt::format("{:.2g}", point.excess_error),
          fmt::format("{:.4g}", point.excess_median),
          point.exact_excess ? fmt::format("{:.4g}", *point.exact_excess) : "none",
          number(point.ridge),
          number(point.ridge_limit)};
}

std::string regression_text(const std::vector<TeacherPoint>& points, const TeacherRegressionOptions& options,
                            const ReproductionRequest& request) {
  std::vector<std::vector<std::string>> rows{
      {"P/N", "σ = 0", "exact", "training", "exact", "excess", "± error", "median", "exact", "ridge", "N → ∞"}};
  for (const TeacherPoint& point : points) rows.push_back(regression_row(point, options));
  return fmt::format(
      "{}: N = {} Gaussian inputs, a teacher of length 1, noise σ = {}, {} trials, seed {}\n"
      "|w − w*|², which is the error for new samples beyond their noise; the training error includes it\n\n"
      "{}\nridge has γ = σ²/τ² with τ² = 1/N; at P = N − 1, N, N + 1 least squares have no mean error\n",
      title_of(request), options.inputs, options.noise, options.trials, request.seed, text_table(rows));
}

std::string regression_csv(const std::vector<TeacherPoint>& points) {
  std::string text =
      "samples,recovery,exact_recovery,training_error,exact_training_error,excess_error,excess_standard_error,"
      "excess_median,exact_excess_error,ridge_excess_error,ridge_standard_error,ridge_limit\n";
  for (const TeacherPoint& point : points) {
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{},{},{},{},{}\n", point.samples, point.recovery,
                   point.exact_recovery, point.training, point.exact_training, point.excess, point.excess_error,
                   point.excess_median, point.exact_excess ? fmt::format("{}", *point.exact_excess) : "", point.ridge,
                   point.ridge_error, point.ridge_limit);
  }
  return text;
}

// The theory for every P between the first and the last.
Series regression_theory(const std::string& name, const std::vector<TeacherPoint>& points,
                         const TeacherRegressionOptions& options, const std::function<double(std::size_t)>& value) {
  Series series{.name = name};
  for (std::size_t p = points.front().samples; p <= points.back().samples; ++p) {
    series.x.push_back(static_cast<double>(p) / static_cast<double>(options.inputs));
    series.y.push_back(value(p));
  }
  return series;
}

Plot excess_plot(const std::vector<TeacherPoint>& points, const TeacherRegressionOptions& options) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  Series pseudo{.name = "pseudo-inverse", .mark = Mark::points};
  Series median{.name = "median", .mark = Mark::points};
  Series ridge{.name = "ridge", .mark = Mark::points};
  const auto add = [](Series& series, double x, double y, double deviation) {
    series.x.push_back(x);
    series.y.push_back(y);
    series.low.push_back(y - deviation);
    series.high.push_back(y + deviation);
  };
  for (const TeacherPoint& point : points) {
    const double load = samples_per_input(point, options);
    // Around P = N there is no mean, only the median of what happened.
    if (point.exact_excess) add(pseudo, load, point.excess, point.excess_error);
    median.x.push_back(load);
    median.y.push_back(point.excess_median);
    add(ridge, load, point.ridge, point.ridge_error);
  }
  const double variance = options.noise * options.noise;
  Plot plot{{.label = "P/N, examples for each input", .kind = AxisKind::log},
            {.label = "|w − w*|²", .kind = AxisKind::log, .low = 0.05, .high = 100}};
  plot.series = {{.name = "P = N", .mark = Mark::rule, .x = {1}, .is_vertical = true},
                 regression_theory("pseudo-inverse, exact", points, options,
                                   [&](std::size_t p) { return exact_excess_error(p, options).value_or(none); }),
                 std::move(pseudo),
                 std::move(median),
                 regression_theory("ridge, N → ∞", points, options,
                                   [&](std::size_t p) {
                                     return ridge_excess_limit(
                                         static_cast<double>(p) / static_cast<double>(options.inputs), variance,
                                         variance);
                                   }),
                 std::move(ridge)};
  return plot;
}

Plot training_plot(const std::vector<TeacherPoint>& points, const TeacherRegressionOptions& options) {
  std::vector<double> loads;
  std::vector<double> training;
  std::vector<double> recovery;
  for (const TeacherPoint& point : points) {
    loads.push_back(samples_per_input(point, options));
    training.push_back(point.training);
    recovery.push_back(point.recovery);
  }
  Plot plot{{.label = "P/N, examples for each input", .kind = AxisKind::log}, {.label = "error", .low = -0.02}};
  plot.series = {{.name = "P = N", .mark = Mark::rule, .x = {1}, .is_vertical = true},
                 regression_theory("training error with noise, exact", points, options,
                                   [&](std::size_t p) { return exact_training_error(p, options); }),
                 measured_points("training error with noise", loads, training),
                 regression_theory("|w − w*|² without noise, exact", points, options,
                                   [&](std::size_t p) { return exact_recovery(p, options.inputs); }),
                 measured_points("|w − w*|² without noise", loads, recovery)};
  return plot;
}

std::vector<Figure> regression_figures(const std::vector<TeacherPoint>& points,
                                       const TeacherRegressionOptions& options) {
  return {{"notes-regression-excess", "Learning from a noisy teacher",
           fmt::format("How far learned weights are from those of the teacher, N = {}, noise {}, {} trials, with "
                       "standard errors. The pseudo-inverse is worst where there are as many examples as inputs, and "
                       "has no mean error there; the price of ridge regression takes the peak away. Lines are exact, "
                       "or the limit of large N. After section 2.4.2 of the lecture notes (Biehl 2023).",
                       options.inputs, options.noise, options.trials),
           excess_plot(points, options)},
          {"notes-regression-training", "Below, at and above P = N",
           "Up to P = N noisy outputs are learned without error, above it what cannot be learned is left over. Without "
           "noise the teacher is found as soon as there are N examples. Lines are exact, points are measured.",
           training_plot(points, options)}};
}

double largest_excess_deviation(const std::vector<TeacherPoint>& points) {
  double largest = 0;
  for (const TeacherPoint& point : points) {
    if (point.exact_excess && point.excess_error > 0)
      largest = std::max(largest, std::abs(point.excess - *point.exact_excess) / point.excess_error);
  }
  return largest;
}

}   // namespace

Reproduction reproduce_teacher_regression(const ReproductionRequest& request, Runtime& runtime,
                                          const ReproductionProgress&) {
  TeacherRegressionOptions options{.seed = request.seed};
  if (request.is_quick) {
    options.inputs = 20;
    options.trials = 100;
  }
  const std::vector<TeacherPoint> points = teacher_regression(options, runtime);
  return {regression_json(points, options, request), regression_text(points, options, request), regression_csv(points),
          fmt::format("Weights learned from {} inputs and a noisy teacher, for P below, at and above N: where the "
                      "pseudo-inverse has a mean error it is that of theory, the largest deviation {:.1f} standard "
                      "errors.",
                      options.inputs, largest_excess_deviation(points)),
          regression_figures(points, options)};
}

}   // namespace protea
