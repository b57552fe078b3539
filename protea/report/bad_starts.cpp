// Vector quantization from bad starts, trial by trial.
#include <algorithm>
#include <iterator>
#include <numeric>

#include <fmt/format.h>

#include <protea/base/linear_algebra.hpp>
#include <protea/base/text.hpp>
#include <protea/experiment/bad_starts.hpp>
#include <protea/report/experiments.hpp>
#include <protea/report/tables.hpp>

namespace protea {
namespace {

Json bad_starts_json(const BadStarts& result, const BadStartOptions& options, const ReproductionRequest& request) {
  Json runs = Json::array();
  for (const BadStartRun& run : result.runs)
    runs.push_back({{"method", run.method}, {"errors", run.errors}, {"unused", run.unused}});
  return {{"experiment", request.name},
          {"seed", request.seed},
          {"reference", result.reference},
          {"runs", runs},
          {"gas_beats_k_means", result.wins(2, 1)},
          {"trials", options.trials}};
}

std::string bad_starts_text(const BadStarts& result, const BadStartOptions& options,
                            const ReproductionRequest& request) {
  std::string text = fmt::format(
      "{}: {} clusters, {} prototypes that all start in one of them, {}, seed {}\n\n{:<12}{:>12}{:>12}{:>12}{:>10}\n",
      title_of(request), options.clusters, options.clusters, counted(options.trials, "trial"), request.seed, "",
      "mean error", "smallest", "largest", "unused");
  const auto out = std::back_inserter(text);
  for (const BadStartRun& run : result.runs) {
    const std::vector<double> unused(run.unused.begin(), run.unused.end());
    const auto [smallest, largest] = std::minmax_element(run.errors.begin(), run.errors.end());
    fmt::format_to(out, "{:<12}{:>12.4f}{:>12.4f}{:>12.4f}{:>10.2f}\n", run.method, mean_of(Row(run.errors)), *smallest,
                   *largest, mean_of(Row(unused)));
  }
  fmt::format_to(out, "{:<12}{:>12.4f}\n\nneural gas is better than k-means in {} of {}\n", "the centres",
                 result.reference, result.wins(2, 1), counted(options.trials, "trial"));
  return text;
}

std::string bad_starts_csv(const BadStarts& result, std::size_t trials) {
  std::vector<std::string> columns{"trial"};
  for (const BadStartRun& run : result.runs) {
    columns.push_back(run.method);
    columns.push_back(run.method + " unused");
  }
  std::vector<std::vector<double>> rows;
  for (std::size_t t = 0; t < trials; ++t) {
    rows.push_back({static_cast<double>(t + 1)});
    for (const BadStartRun& run : result.runs) {
      rows.back().push_back(run.errors[t]);
      rows.back().push_back(static_cast<double>(run.unused[t]));
    }
  }
  return csv_text(columns, rows);
}

std::vector<Figure> bad_starts_figures(const BadStarts& result, std::size_t trials) {
  std::vector<double> numbers(trials);
  std::iota(numbers.begin(), numbers.end(), 1.0);
  Plot errors{{.label = "trial"}, {.label = "mean squared distance to the nearest prototype"}};
  errors.series.push_back({.name = "the centres of the clusters", .mark = Mark::rule, .y = {result.reference}});
  for (const BadStartRun& run : result.runs) {
    errors.series.push_back(measured_points(run.method, numbers, run.errors));
  }
  return {{"notes-vq-errors", "Errors after bad starts",
           "Each place is a trial, in which all methods begin with the same prototypes, all of them in one "
           "cluster. Look for the method that stays at the line of the cluster centres whatever the start: neural "
           "gas does, the others often end far above it. After sections 2.1 and 5.1 of the lecture notes (Biehl "
           "2023), which print no numbers.",
           std::move(errors)}};
}

}   // namespace

Reproduction reproduce_bad_starts(const ReproductionRequest& request, Runtime& runtime, const ReproductionProgress&) {
  const BadStartOptions options{.seed = request.seed, .trials = request.is_quick ? 5UL : 20UL};
  const BadStarts result = bad_starts(options, runtime);
  return {bad_starts_json(result, options, request), bad_starts_text(result, options, request),
          bad_starts_csv(result, options.trials),
          fmt::format("{} clusters and as many prototypes, which all start in one of the clusters: in {} of {} "
                      "neural gas ends with a smaller error than k-means.",
                      options.clusters, result.wins(2, 1), counted(options.trials, "trial")),
          bad_starts_figures(result, options.trials)};
}

}   // namespace protea
