// Linear regression from the examples of a teacher, below, at and above P = N.
#include <iterator>

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

}   // namespace

Reproduction reproduce_teacher_regression(const ReproductionRequest& request, Runtime& runtime,
                                          const ReproductionProgress&) {
  TeacherRegressionOptions options{.seed = request.seed};
  if (request.is_quick) {
    options.inputs = 20;
    options.trials = 100;
  }
  const std::vector<TeacherPoint> points = teacher_regression(options, runtime);
  return {regression_json(points, options, request), regression_text(points, options, request), regression_csv(points)};
}

}   // namespace protea
