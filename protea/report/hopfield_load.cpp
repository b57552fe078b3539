// The load that a Hopfield network bears, beside the theory.
#include <iterator>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/experiment/hopfield_load.hpp>
#include <protea/report/experiments.hpp>
#include <protea/report/tables.hpp>

namespace protea {
namespace {

Json load_json(const HopfieldLoad& each) {
  return {{"load", each.load},
          {"patterns", each.patterns},
          {"overlap", each.overlap},
          {"standard_error", each.standard_error},
          {"kept", each.kept},
          {"sweeps", each.sweeps},
          {"theory", each.theory ? Json(*each.theory) : Json(nullptr)}};
}

Json loads_json(const std::vector<HopfieldLoad>& loads, const HopfieldLoadOptions& options,
                const ReproductionRequest& request) {
  Json list = Json::array();
  for (const HopfieldLoad& each : loads) list.push_back(load_json(each));
  const double capacity = retrieval_capacity();
  return {{"experiment", request.name},
          {"seed", request.seed},
          {"units", options.units},
          {"runs", options.runs},
          {"starts", options.starts},
          {"noise", options.noise},
          {"capacity", capacity},
          {"overlap_at_capacity", *retrieval_overlap(capacity)},
          {"loads", list}};
}

std::string loads_text(const std::vector<HopfieldLoad>& loads, const HopfieldLoadOptions& options,
                       const ReproductionRequest& request) {
  const double capacity = retrieval_capacity();
  std::string text = fmt::format(
      "{}: {} units, Hebb's weights, {} of {} each, {:.0f} % of the units turned over at the start, seed {}\n"
      "overlap with the pattern at the end, beside the theory for N → ∞ (retrieval ends at {:.4f}, with m = {:.4f})\n\n"
      "{:>6}{:>10}{:>10}{:>8}{:>10}{:>8}{:>8}\n",
      title_of(request), options.units, counted(options.runs, "network"), counted(options.starts, "start"),
      100 * options.noise, request.seed, capacity, *retrieval_overlap(capacity), "load", "patterns", "measured", "±",
      "theory", "kept", "sweeps");
  for (const HopfieldLoad& each : loads) {
    fmt::format_to(std::back_inserter(text), "{:>6.2f}{:>10}{:>10.4f}{:>8.4f}{:>10}{:>8}{:>8.1f}\n", each.load,
                   each.patterns, each.overlap, each.standard_error,
                   each.theory ? fmt::format("{:.4f}", *each.theory) : "none", percent(each.kept), each.sweeps);
  }
  return text;
}

std::string loads_csv(const std::vector<HopfieldLoad>& loads) {
  std::vector<std::vector<double>> rows;
  for (const HopfieldLoad& each : loads) {
    rows.push_back({each.load, static_cast<double>(each.patterns), each.overlap, each.standard_error, each.kept,
                    each.sweeps, each.theory.value_or(0)});
  }
  return csv_text({"load", "patterns", "overlap", "standard_error", "kept", "sweeps", "theory"}, rows);
}

}   // namespace

Reproduction reproduce_hopfield_load(const ReproductionRequest& request, Runtime& runtime,
                                     const ReproductionProgress& progress) {
  HopfieldLoadOptions options{.seed = request.seed};
  if (request.is_quick) {
    options.units = 500;
    options.loads = {0.04, 0.08, 0.12, 0.14, 0.16, 0.20};
    options.runs = 3;
    options.starts = 5;
  }
  const std::vector<HopfieldLoad> loads = hopfield_load(options, runtime, progress);
  return {loads_json(loads, options, request), loads_text(loads, options, request), loads_csv(loads)};
}

}   // namespace protea
