#include "reproduce_hopfield.hpp"

#include <cstdio>

#include <fmt/format.h>

#include <protea/base/file.hpp>
#include <protea/base/text.hpp>
#include <protea/experiment/hopfield_load.hpp>

#include "json.hpp"
#include "measure.hpp"

namespace protea::app {

void reproduce_hopfield_load(const FigureRequest& request) {
  HopfieldLoadOptions options{.seed = static_cast<std::uint64_t>(request.seed)};
  if (request.is_quick) {
    options.units = 500;
    options.loads = {0.04, 0.08, 0.12, 0.14, 0.16, 0.20};
    options.runs = 3;
    options.starts = 5;
  }
  const auto loads = measure({request.common, "networks", request.csv}, [&](Runtime& runtime, const Report& report) {
    return hopfield_load(options, runtime, report);
  });
  if (!request.csv.empty()) {
    std::vector<std::vector<double>> rows;
    for (const HopfieldLoad& each : loads) {
      rows.push_back({each.load, static_cast<double>(each.patterns), each.overlap, each.standard_error, each.kept,
                      each.sweeps, each.theory.value_or(0)});
    }
    write_file_atomically(
        request.csv, csv_text({"load", "patterns", "overlap", "standard_error", "kept", "sweeps", "theory"}, rows));
  }
  const double capacity = retrieval_capacity();
  if (request.common.json) {
    Json list = Json::array();
    for (const HopfieldLoad& each : loads) {
      list.push_back({{"load", each.load},
                      {"patterns", each.patterns},
                      {"overlap", each.overlap},
                      {"standard_error", each.standard_error},
                      {"kept", each.kept},
                      {"sweeps", each.sweeps},
                      {"theory", each.theory ? Json(*each.theory) : Json(nullptr)}});
    }
    return print_json({{"experiment", request.name},
                       {"seed", request.seed},
                       {"units", options.units},
                       {"runs", options.runs},
                       {"starts", options.starts},
                       {"noise", options.noise},
                       {"capacity", capacity},
                       {"overlap_at_capacity", *retrieval_overlap(capacity)},
                       {"loads", list}});
  }
  fmt::print(
      "{}{}: {} units, Hebb's weights, {} of {} each, {:.0f} % of the units turned over at the start, seed {}\n"
      "overlap with the pattern at the end, beside the theory for N → ∞ (retrieval ends at {:.4f}, with m = {:.4f})\n\n"
      "{:>6}{:>10}{:>10}{:>8}{:>10}{:>8}{:>8}\n",
      request.name, request.is_quick ? ", quick" : "", options.units, counted(options.runs, "network"),
      counted(options.starts, "start"), 100 * options.noise, request.seed, capacity, *retrieval_overlap(capacity),
      "load", "patterns", "measured", "±", "theory", "kept", "sweeps");
  for (const HopfieldLoad& each : loads) {
    fmt::print("{:>6.2f}{:>10}{:>10.4f}{:>8.4f}{:>10}{:>8}{:>8.1f}\n", each.load, each.patterns, each.overlap,
               each.standard_error, each.theory ? fmt::format("{:.4f}", *each.theory) : "none", percent(each.kept),
               each.sweeps);
  }
}

}   // namespace protea::app
