#include "reproduce_regression.hpp"

#include <cstdio>

#include <fmt/format.h>

#include <protea/base/file.hpp>
#include <protea/experiment/teacher_regression.hpp>

#include "json.hpp"
#include "measure.hpp"
#include "selection.hpp"

namespace protea::app {
namespace {

Json point_json(const TeacherPoint& point, std::size_t inputs) {
  return {{"samples", point.samples},
          {"samples_per_input", static_cast<double>(point.samples) / static_cast<double>(inputs)},
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

std::string points_csv(const std::vector<TeacherPoint>& points) {
  std::string text =
      "samples,recovery,exact_recovery,training_error,exact_training_error,excess_error,excess_standard_error,"
      "excess_median,exact_excess_error,ridge_excess_error,ridge_standard_error,ridge_limit\n";
  for (const TeacherPoint& point : points)
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", point.samples, point.recovery, point.exact_recovery,
                        point.training, point.exact_training, point.excess, point.excess_error, point.excess_median,
                        point.exact_excess ? fmt::format("{}", *point.exact_excess) : "", point.ridge,
                        point.ridge_error, point.ridge_limit);
  return text;
}

}   // namespace

void reproduce_regression(const FigureRequest& request) {
  TeacherRegressionOptions options{.seed = static_cast<std::uint64_t>(request.seed)};
  if (request.is_quick) {
    options.inputs = 20;
    options.trials = 100;
  }
  const auto points = measure({request.common, "lessons", request.csv},
                              [&](Runtime& runtime, const Report&) { return teacher_regression(options, runtime); });
  if (!request.csv.empty()) write_file_atomically(request.csv, points_csv(points));
  if (request.common.json) {
    Json list = Json::array();
    for (const TeacherPoint& point : points) list.push_back(point_json(point, options.inputs));
    return print_json({{"experiment", request.name},
                       {"seed", request.seed},
                       {"inputs", options.inputs},
                       {"trials", options.trials},
                       {"noise", options.noise},
                       {"points", list}});
  }
  fmt::print(
      "{}{}: N = {} Gaussian inputs, a teacher of length 1, noise σ = {}, {} trials, seed {}\n"
      "|w − w*|², which is the error for new samples beyond their noise; the training error includes it\n\n",
      request.name, request.is_quick ? ", quick" : "", options.inputs, options.noise, options.trials, request.seed);
  std::vector<CsvRow> rows{
      {"P/N", "σ = 0", "exact", "training", "exact", "excess", "± error", "median", "exact", "ridge", "N → ∞"}};
  for (const TeacherPoint& point : points) {
    const auto number = [](double value) { return fmt::format("{:.4f}", value); };
    const bool is_recovered = point.recovery < 1e-9;
    rows.push_back({fmt::format("{:.1f}", static_cast<double>(point.samples) / static_cast<double>(options.inputs)),
                    is_recovered ? "0" : number(point.recovery), number(point.exact_recovery), number(point.training),
                    number(point.exact_training), fmt::format("{:.4g}", point.excess),
                    fmt::format("{:.2g}", point.excess_error), fmt::format("{:.4g}", point.excess_median),
                    point.exact_excess ? fmt::format("{:.4g}", *point.exact_excess) : "none", number(point.ridge),
                    number(point.ridge_limit)});
  }
  fmt::print("{}\nridge has γ = σ²/τ² with τ² = 1/N; at P = N − 1, N, N + 1 least squares have no mean error\n",
             text_table(rows));
}

}   // namespace protea::app
