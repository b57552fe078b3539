// Students of a perceptron: generalization against the number of examples.
#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/experiment/perceptron_lessons.hpp>
#include <protea/report/experiments.hpp>
#include <protea/report/tables.hpp>

namespace protea {
namespace {

Json students_json(const std::vector<StudentCurve>& curves, const StudentOptions& options, const std::string& name) {
  Json list = Json::array();
  for (const StudentCurve& curve : curves) {
    Json one = {{"student", curve.student}, {"errors", curve.errors}, {"standard_errors", curve.deviations}};
    if (!curve.theory.empty()) one["theory"] = curve.theory;
    list.push_back(std::move(one));
  }
  return {{"experiment", name},
          {"dimensions", options.dimensions},
          {"trials", options.trials},
          {"loads", options.loads},
          {"students", list}};
}

std::string students_text(const std::vector<StudentCurve>& curves, const StudentOptions& options,
                          const ReproductionRequest& request) {
  std::string text =
      fmt::format("{}: ε_g = arccos(overlap)/π of students of a perceptron, N = {}, {}, seed {}\n\n{:<18}",
                  title_of(request), options.dimensions, counted(options.trials, "trial"), request.seed, "P/N");
  const auto out = std::back_inserter(text);
  for (const double load : options.loads) fmt::format_to(out, "{:>9}", number_text(load));
  text += "\n";
  const auto add_row = [&](const std::string& name, const std::vector<double>& errors) {
    fmt::format_to(out, "{:<18}", name);
    for (const double error : errors) fmt::format_to(out, "{:>9.4f}", error);
    text += "\n";
  };
  for (const StudentCurve& curve : curves) {
    add_row(curve.student, curve.errors);
    if (!curve.theory.empty()) add_row("  N → ∞", curve.theory);
  }
  return text;
}

std::string students_csv(const std::vector<StudentCurve>& curves, const StudentOptions& options) {
  std::vector<std::string> columns{"load"};
  for (const StudentCurve& curve : curves) {
    columns.push_back(curve.student);
    columns.push_back(curve.student + " standard error");
  }
  std::vector<std::vector<double>> rows;
  for (std::size_t l = 0; l < options.loads.size(); ++l) {
    rows.push_back({options.loads[l]});
    for (const StudentCurve& curve : curves) {
      rows.back().push_back(curve.errors[l]);
      rows.back().push_back(curve.deviations[l]);
    }
  }
  return csv_text(columns, rows);
}

// The curve of a theory, from the smallest load to the largest.
Series theory_curve(const std::string& name, const std::vector<double>& loads, double (*error_of)(double)) {
  constexpr std::size_t steps = 30;
  const auto [low, high] = std::ranges::minmax(loads);
  Series series{.name = name};
  for (std::size_t i = 0; i <= steps; ++i) {
    series.x.push_back(low * std::pow(high / low, static_cast<double>(i) / steps));
    series.y.push_back(error_of(series.x.back()));
  }
  return series;
}

std::vector<Figure> students_figures(const std::vector<StudentCurve>& curves, const StudentOptions& options) {
  Plot known{{.label = "P/N, examples for each dimension", .kind = AxisKind::log},
             {.label = "generalization error", .low = 0}};
  Plot all = known;
  for (const StudentCurve& curve : curves) {
    const Series points = measured_points(curve.student, options.loads, curve.errors, curve.deviations);
    all.series.push_back(points);
    all.series.back().mark = Mark::line;
    if (curve.theory.empty()) continue;
    known.series.push_back(
        theory_curve(curve.student + ", N → ∞", options.loads, curve.student == "hebb" ? hebb_error : centre_error));
    known.series.push_back(points);
  }
  return {{"notes-student-teacher-theory", "Students beside the theory",
           fmt::format("How often a student and its teacher disagree, N = {}, with standard errors over {}; lines "
                       "are the theory of infinite N (Watkin, Rau and Biehl 1993). The centre of mass of all "
                       "students without error learns fastest of all, Hebb's rule slowly. After section 3.4 of the "
                       "lecture notes (Biehl 2023).",
                       options.dimensions, counted(options.trials, "trial")),
           std::move(known)},
          {"notes-student-teacher", "Six students of one teacher",
           "The same for six ways to learn. Those that make no error on their examples fall fast; minover and "
           "adatron, which both look for the largest stability, lie on each other.",
           std::move(all)}};
}

}   // namespace

Reproduction reproduce_student_teacher(const ReproductionRequest& request, Runtime& runtime,
                                       const ReproductionProgress& progress) {
  StudentOptions options{.seed = request.seed};
  if (request.is_quick) {
    options.dimensions = 20;
    options.trials = 4;
    options.loads = {1, 4};
    options.centre_samples = 100;
  }
  const std::vector<StudentCurve> curves = student_teacher(options, runtime, progress);
  return {students_json(curves, options, request.name), students_text(curves, options, request),
          students_csv(curves, options),
          fmt::format("With P = {} N examples in N = {} dimensions Hebb's rule disagrees with its teacher in {} of "
                      "new examples (theory for N → ∞: {}), the centre of mass of version space in {} ({}).",
                      number_text(options.loads.back()), options.dimensions, percent(curves.front().errors.back()),
                      percent(curves.front().theory.back()), percent(curves.back().errors.back()),
                      percent(curves.back().theory.back())),
          students_figures(curves, options)};
}

}   // namespace protea
