// Students of a perceptron: generalization against the number of examples.
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
          students_csv(curves, options)};
}

}   // namespace protea
