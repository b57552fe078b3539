#include "dynamics_show.hpp"

#include <cmath>
#include <cstdio>

#include <fmt/format.h>

#include <protea/report/dynamics_page.hpp>
#include <protea/report/figure_text.hpp>

#include "show.hpp"

namespace protea::app {
namespace {

Json matrix_json(const Overlaps& overlaps, char which) {
  Json rows = Json::array();
  for (std::size_t l = 0; l < overlaps.prototypes; ++l) {
    Json row = Json::array();
    const std::size_t columns = which == 'R' ? cluster_count : overlaps.prototypes;
    for (std::size_t m = 0; m < columns; ++m) row.push_back(which == 'R' ? overlaps.r[l][m] : overlaps.q[l][m]);
    rows.push_back(row);
  }
  return rows;
}

void add_point(Json& json, const LearningPoint& point, const std::string& suffix) {
  json["eg" + suffix] = point.error.total;
  json["eg_plus" + suffix] = point.error.plus;
  json["eg_minus" + suffix] = point.error.minus;
  json["R" + suffix] = matrix_json(point.overlaps, 'R');
  json["Q" + suffix] = matrix_json(point.overlaps, 'Q');
  json["quantization_error" + suffix] = point.quantization;
}

Json number_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

std::string stability_name(const SmallRateLimit& limit) {
  switch (limit.stability()) {
    case Stability::stable: return "stable";
    case Stability::neutral: return "neutral";
    case Stability::unstable: return "unstable";
  }
  return {};
}

Json limit_json(const SmallRateLimit& limit) {
  if (limit.is_diverged) return {{"diverges", true}};
  if (!limit.is_at_rest) {
    Json json = {{"diverges", false}, {"at_rest", false},           {"stable", false},  {"stability", nullptr},
                 {"eg", nullptr},     {"residual", limit.residual}, {"escape", nullptr}};
    if (limit.escape) {
      json["escape"] = {{"prototype", limit.escape->prototype + 1},
                        {"growth", limit.escape->growth},
                        {"exponent", limit.escape->exponent},
                        {"is", limit.escape->exponent > 0 ? "algebraic" : "logarithmic"}};
    }
    return json;
  }
  Json json = {
      {"diverges", false}, {"at_rest", true}, {"stable", limit.is_stable()}, {"stability", stability_name(limit)}};
  add_point(json, {0, limit.overlaps, limit.error, limit.quantization}, "");
  json["residual"] = limit.residual;
  return json;
}

void print_row(const std::string& name, const LearningPoint& point) {
  fmt::print("{:>8}  {:8.5f} {:8.5f} {:8.5f} ", name, point.error.total, point.error.plus, point.error.minus);
  for (const double value : to_vector(point.overlaps))
    fmt::print(" {:>8}", std::abs(value) < 1000 ? fmt::format("{:.4f}", value) : fmt::format("{:.3g}", value));
  fmt::print("\n");
}

void print_curve_plot(const DynamicsFlags& flags, const DynamicsResults& results) {
  if (results.curve.points.size() < 2) return;
  const double last = results.curve.points.back().alpha;
  std::vector<double> alphas;
  for (int i = 0; i <= 72; ++i) alphas.push_back(last * i / 72);
  Series theory{.name = "eg"};
  for (const LearningPoint& point : learning_curve(flags.dynamics, start_of(flags), alphas).points) {
    theory.x.push_back(point.alpha);
    theory.y.push_back(point.error.total);
  }
  Plot plot{{.label = "alpha"}, {}, {theory}};
  Series points{.name = "eg, simulation", .mark = Mark::points};
  for (const SimulatedPoint& point : results.simulation.points) {
    points.x.push_back(point.mean.alpha);
    points.y.push_back(point.mean.error.total);
  }
  if (!points.x.empty()) plot.series.push_back(points);
  fmt::print("\n{}", figure_text({"curve", "generalization error", "", plot}));
}

}   // namespace

Json result_json(const DynamicsFlags& flags, const DynamicsResults& results) {
  const Dynamics& dynamics = flags.dynamics;
  Json curve = Json::array();
  for (std::size_t i = 0; i < results.curve.points.size(); ++i) {
    Json json = {{"alpha", results.curve.points[i].alpha}};
    add_point(json, results.curve.points[i], "");
    if (i < results.simulation.points.size()) {
      const SimulatedPoint& point = results.simulation.points[i];
      add_point(json, point.mean, "_mean");
      add_point(json, point.standard_error, "_se");
      add_point(json, point.deviation, "_sd");
    }
    curve.push_back(json);
  }
  const BestHyperplane best = best_hyperplane(dynamics.model);
  Json json = {{"rule", dynamics_name(dynamics)},
               {"law", law_text(dynamics)},
               {"p_plus", dynamics.model.p_plus},
               {"lambda", dynamics.model.lambda},
               {"v_plus", dynamics.model.v_plus},
               {"v_minus", dynamics.model.v_minus},
               {"eta", dynamics.eta},
               {"schedule", choice_name(dynamics.schedule)},
               {"curve", curve},
               {"diverged_at", number_or_null(results.curve.diverged_at)},
               {"stopped_at", number_or_null(results.curve.stopped_at)},
               {"diverges", results.curve.diverged_at || known_divergence(dynamics)},
               {"eg_min", best.error},
               {"eg_trivial", trivial_error(dynamics.model)}};
  if (results.limit) json["asymptotic"] = limit_json(*results.limit);
  if (flags.is_simulated) {
    json["monte_carlo"] = {{"dimension", flags.dimension},
                           {"runs", flags.runs},
                           {"seed", flags.seed},
                           {"noise", choice_name(flags.noise)},
                           {"diverged_at", number_or_null(results.simulation.diverged_at)}};
  }
  json["notes"] = in_flags(results.notes);
  return json;
}

void print_result(const DynamicsFlags& flags, const DynamicsResults& results) {
  const ClusterModel& model = flags.dynamics.model;
  fmt::print("{}: {}\n\n{:>8}  {:>8} {:>8} {:>8} ", dynamics_name(flags.dynamics), law_text(flags.dynamics), "alpha",
             "eg", "eg+", "eg-");
  for (const std::string& name : overlap_names(flags.dynamics.labels)) fmt::print(" {:>8}", name);
  fmt::print("\n");
  for (std::size_t i = 0; i < results.curve.points.size(); ++i) {
    print_row(fmt::format("{:g}", results.curve.points[i].alpha), results.curve.points[i]);
    if (i >= results.simulation.points.size()) continue;
    print_row("mean", results.simulation.points[i].mean);
    print_row("+-", results.simulation.points[i].standard_error);
  }
  if (results.limit && !results.limit->is_diverged && results.limit->is_at_rest) {
    print_row("eta -> 0", {0, results.limit->overlaps, results.limit->error, results.limit->quantization});
  }
  print_curve_plot(flags, results);
  fmt::print("\nbest hyperplane {:.5f}, by the priors alone {:.5f}\n", best_hyperplane(model).error,
             trivial_error(model));
  if (!results.simulation.points.empty()) {
    fmt::print("simulation: {} runs in {} dimensions\n", flags.runs, flags.dimension);
  }
}

}   // namespace protea::app
