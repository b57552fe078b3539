// The load that a Hopfield network bears, beside the theory.
#include <algorithm>
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
      "overlap with the pattern at the end, beside the theory for N → ∞ (retrieval ends at {:.4f}, with m = "
      "{:.4f})\n\n"
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

std::vector<Figure> loads_figures(const std::vector<HopfieldLoad>& loads, const HopfieldLoadOptions& options) {
  const double capacity = retrieval_capacity();
  std::vector<double> x;
  std::vector<double> overlaps;
  std::vector<double> errors;
  std::vector<double> kept;
  for (const HopfieldLoad& each : loads) {
    x.push_back(each.load);
    overlaps.push_back(each.overlap);
    errors.push_back(each.standard_error);
    kept.push_back(each.kept);
  }
  Series theory{.name = "theory, N → ∞"};
  constexpr std::size_t steps = 40;
  for (std::size_t i = 1; i <= steps; ++i) {   // closer to each other where the curve falls
    const double left = 1 - static_cast<double>(i) / steps;
    const double load = capacity * (1 - left * left);
    theory.x.push_back(load);
    theory.y.push_back(*retrieval_overlap(load));
  }
  const Series limit{
      .name = fmt::format("capacity {:.4f}", capacity), .mark = Mark::rule, .x = {capacity}, .is_vertical = true};
  Plot overlap{{.label = "load P/N", .low = 0}, {.label = "overlap with the pattern", .low = 0, .high = 1.05}};
  overlap.series = {limit, std::move(theory),
                    measured_points(fmt::format("N = {}", options.units), x, overlaps, errors)};
  Plot share{{.label = "load P/N", .low = 0},
             {.label = "share of starts that end near the pattern", .low = 0, .high = 1.05}};
  share.series = {limit, {.name = fmt::format("N = {}", options.units), .x = x, .y = kept}};
  return {{"notes-hopfield-overlap", "How much a Hopfield network keeps",
           "The overlap with the pattern near which recall began, with standard errors, beside what statistical "
           "physics says of infinite networks. Up to the vertical line patterns are kept with few errors, behind "
           "it they are lost; a finite network turns the jump into a slope. After section 1.3.1 of the lecture "
           "notes (Biehl 2023), theory of Amit, Gutfreund and Sompolinsky (1985).",
           std::move(overlap)},
          {"notes-hopfield-kept", "Recalls that succeed",
           "The share of starts that end at an overlap above 0.9 with their pattern. It falls from all to none "
           "around the capacity.",
           std::move(share)}};
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
  double largest = 0;
  for (const HopfieldLoad& each : loads) {
    if (each.kept > 0.9) largest = std::max(largest, each.load);
  }
  return {loads_json(loads, options, request), loads_text(loads, options, request), loads_csv(loads),
          fmt::format("Hebb's weights on {} units, started near a stored pattern: up to a load of {} more than "
                      "nine of ten recalls succeed; for infinite networks theory says {:.4f}.",
                      options.units, number_text(largest), retrieval_capacity()),
          loads_figures(loads, options)};
}

}   // namespace protea
