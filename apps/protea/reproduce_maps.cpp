#include "reproduce_maps.hpp"

#include <cstdio>

#include <fmt/format.h>

#include <protea/base/file.hpp>
#include <protea/base/linear_algebra.hpp>
#include <protea/base/text.hpp>
#include <protea/experiment/bad_starts.hpp>
#include <protea/experiment/divergence_chain.hpp>

#include "json.hpp"
#include "measure.hpp"

namespace protea::app {
namespace {

std::string curves_csv(const std::vector<ChainCurve>& curves) {
  std::vector<std::string> columns{"unit"};
  std::vector<std::vector<double>> rows;
  for (const ChainCurve& curve : curves) {
    columns.push_back(fmt::format("{} {}", curve.divergence, number_text(curve.parameter)));
    columns.push_back(columns.back() + " limit");
  }
  for (std::size_t k = 0; k < curves.front().online.size(); ++k) {
    rows.push_back({static_cast<double>(k + 1)});
    for (const ChainCurve& curve : curves) {
      rows.back().push_back(curve.online[k]);
      rows.back().push_back(curve.limit[k]);
    }
  }
  return csv_text(columns, rows);
}

}   // namespace

void reproduce_divergence_som(const FigureRequest& request, std::int64_t samples) {
  constexpr std::size_t shown[] = {1, 10, 25, 50, 75, 90, 100};
  ChainOptions options{.seed = static_cast<std::uint64_t>(request.seed)};
  std::vector<ChainCase> cases = chain_cases();
  if (request.is_quick) {
    options.samples = 20'000;
    options.grid = 300;
    cases = {{"beta", 1}, {"gamma", 1}};
  }
  if (samples > 0) options.samples = static_cast<std::size_t>(samples);
  const auto curves = measure({request.common, "curves", request.csv}, [&](Runtime& runtime, const Report& report) {
    return divergence_chain(cases, options, runtime, report);
  });
  if (!request.csv.empty()) write_file_atomically(request.csv, curves_csv(curves));
  if (request.common.json) {
    Json list = Json::array();
    for (const ChainCurve& curve : curves) {
      list.push_back({{"divergence", curve.divergence},
                      {"parameter", curve.parameter},
                      {"online", curve.online},
                      {"limit", curve.limit},
                      {"deviation", curve.deviation()}});
    }
    return print_json(
        {{"experiment", request.name}, {"samples", options.samples}, {"seed", request.seed}, {"curves", list}});
  }
  fmt::print(
      "{}{}: a chain of 100 units, {} samples with density 2v₁, seed {}\nw₁/(w₁ + w₂) of some units, on-line above the batch limit\n\n"
      "{:<12}",
      request.name, request.is_quick ? ", quick" : "", options.samples, request.seed, "unit");
  for (const std::size_t unit : shown) fmt::print("{:>8}", unit);
  fmt::print("   deviation\n");
  for (const ChainCurve& curve : curves) {
    fmt::print("{:<12}", fmt::format("{} {}", curve.divergence, number_text(curve.parameter)));
    for (const std::size_t unit : shown) fmt::print("{:>8.4f}", curve.online[unit - 1]);
    fmt::print("   {:>9.4f}\n{:<12}", curve.deviation(), "  limit");
    for (const std::size_t unit : shown) fmt::print("{:>8.4f}", curve.limit[unit - 1]);
    fmt::print("\n");
  }
}

void reproduce_bad_starts(const FigureRequest& request) {
  const BadStartOptions options{.seed = static_cast<std::uint64_t>(request.seed),
                                .trials = request.is_quick ? 5UL : 20UL};
  const BadStarts result = measure({request.common, "trials", request.csv},
                                   [&](Runtime& runtime, const Report&) { return bad_starts(options, runtime); });
  if (!request.csv.empty()) {
    std::vector<std::vector<double>> rows;
    for (std::size_t t = 0; t < options.trials; ++t) {
      rows.push_back({static_cast<double>(t + 1)});
      for (const BadStartRun& run : result.runs) {
        rows.back().push_back(run.errors[t]);
        rows.back().push_back(static_cast<double>(run.unused[t]));
      }
    }
    std::vector<std::string> columns{"trial"};
    for (const BadStartRun& run : result.runs) {
      columns.push_back(run.method);
      columns.push_back(run.method + " unused");
    }
    write_file_atomically(request.csv, csv_text(columns, rows));
  }
  if (request.common.json) {
    Json runs = Json::array();
    for (const BadStartRun& run : result.runs)
      runs.push_back({{"method", run.method}, {"errors", run.errors}, {"unused", run.unused}});
    return print_json({{"experiment", request.name},
                       {"seed", request.seed},
                       {"reference", result.reference},
                       {"runs", runs},
                       {"gas_beats_k_means", result.wins(2, 1)},
                       {"trials", options.trials}});
  }
  fmt::print(
      "{}{}: {} clusters, {} prototypes that all start in one of them, {}, seed {}\n\n{:<12}{:>12}{:>12}{:>12}{:>10}\n",
      request.name, request.is_quick ? ", quick" : "", options.clusters, options.clusters,
      counted(options.trials, "trial"), request.seed, "", "mean error", "smallest", "largest", "unused");
  for (const BadStartRun& run : result.runs) {
    std::vector<double> unused(run.unused.begin(), run.unused.end());
    const auto [smallest, largest] = std::minmax_element(run.errors.begin(), run.errors.end());
    fmt::print("{:<12}{:>12.4f}{:>12.4f}{:>12.4f}{:>10.2f}\n", run.method, mean_of(Row(run.errors)), *smallest,
               *largest, mean_of(Row(unused)));
  }
  fmt::print("{:<12}{:>12.4f}\n\nneural gas is better than k-means in {} of {}\n", "the centres", result.reference,
             result.wins(2, 1), counted(options.trials, "trial"));
}

}   // namespace protea::app
