// protea dynamics: exact learning curves of rules in the two-cluster model, beside simulations.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <mutex>

#include <fmt/format.h>

#include <protea/experiment/dynamics.hpp>
#include <protea/experiment/simulation.hpp>
#include <protea/theory/small_rate_limit.hpp>

#include "commands.hpp"
#include "dynamics_text.hpp"
#include "flags.hpp"
#include "plot.hpp"
#include "show.hpp"

namespace protea::app {
namespace {

struct Flags {
  CommonFlags common;
  Dynamics dynamics;
  std::vector<double> alphas{0.5, 1, 2, 5, 10, 20, 50, 100, 200};
  std::vector<double> q0{1e-4};
  std::vector<double> r0;
  bool is_explained = false;
  bool is_asymptotic = false;
  bool is_simulated = false;
  std::int64_t dimension = 200;
  std::int64_t runs = 100;
  std::int64_t seed = 1;
  Noise noise = Noise::recycled;
};

struct Results {
  LearningCurve curve;
  std::vector<SimulatedPoint> simulated;   // as long as the curve, or empty
  double seconds = 0;
  double training_share = 0;
  std::optional<SmallRateLimit> limit;
  std::vector<std::string> notes;
};

std::vector<double> parse_list(const std::string& where, const std::string& text) {
  std::vector<double> values;
  for (const std::string_view each : split(text, ',')) values.push_back(parse_limited(where, trim(each), {}));
  return values;
}

// "+-+" or "+,-,+"
std::vector<std::size_t> parse_classes(const std::string& text) {
  std::vector<std::size_t> labels;
  for (const char c : text) {
    if (c == '+' || c == '-') labels.push_back(c == '+' ? 0 : 1);
    else if (c != ',' && c != ' ') throw UsageError(fmt::format("prototypes = {}: write the class of each, + or -, as in +,-,+", text));
  }
  if (labels.size() < 2 || labels.size() > most_prototypes) throw UsageError(fmt::format("prototypes = {}: must be 2 or 3 classes, as in +,-", text));
  return labels;
}

Overlaps start_of(const Flags& flags) {
  const std::size_t count = flags.dynamics.labels.size();
  const std::size_t pairs = count * (count + 1) / 2;
  std::vector<double> values(count * cluster_count);
  if (!flags.r0.empty()) {
    if (flags.r0.size() != values.size()) {
      throw UsageError(fmt::format("r0 has {} numbers: must be {}, the overlaps of each prototype with B+ and B- in turn", flags.r0.size(), values.size()));
    }
    values = flags.r0;
  }
  if (flags.q0.size() != 1 && flags.q0.size() != pairs) {
    throw UsageError(fmt::format("q0 has {} numbers: must be one squared length for all, or the {} numbers {}", flags.q0.size(), pairs,
                                 count == 2 ? "Q++,Q+-,Q--" : "Q11,Q12,Q13,Q22,Q23,Q33"));
  }
  values.resize(values.size() + pairs);
  Overlaps start = to_overlaps(values, count);
  std::size_t next = 0;
  for (std::size_t l = 0; l < count; ++l) {
    for (std::size_t m = l; m < count; ++m) {
      start.q[l][m] = flags.q0.size() > 1 ? flags.q0[next++] : l == m ? flags.q0[0] : 0;
      start.q[m][l] = start.q[l][m];
    }
  }
  return start;
}

void simulate_points(const Flags& flags, const Overlaps& start, Results& results) {
  const auto n = static_cast<std::size_t>(flags.dimension);
  SimulationTask task{.model = flags.dynamics.model, .rule = training_rule(flags.dynamics, n), .labels = flags.dynamics.labels, .start = start};
  task.eta = flags.dynamics.eta;
  task.schedule = flags.dynamics.schedule;
  task.decay = flags.dynamics.decay;
  task.dimension = n;
  task.runs = static_cast<std::size_t>(flags.runs);
  task.seed = static_cast<std::uint64_t>(flags.seed);
  task.noise = flags.noise;
  std::vector<double> alphas;
  for (const CurvePoint& point : results.curve.points) alphas.push_back(point.alpha);
  if (alphas.empty()) return;
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  Progress progress("runs", !flags.common.quiet);
  std::mutex mutex;
  std::size_t done = 0;
  const auto begin = std::chrono::steady_clock::now();
  Simulation simulation = simulate(task, alphas, *runtime, [&] {
    const std::lock_guard lock(mutex);
    progress.show(++done, task.runs);
  });
  results.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  results.training_share = simulation.training_share;
  results.simulated = std::move(simulation.points);
}

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

void add_point(Json& json, const CurvePoint& point, const std::string& suffix) {
  json["eg" + suffix] = point.error.total;
  json["eg_plus" + suffix] = point.error.plus;
  json["eg_minus" + suffix] = point.error.minus;
  json["R" + suffix] = matrix_json(point.overlaps, 'R');
  json["Q" + suffix] = matrix_json(point.overlaps, 'Q');
  json["quantization_error" + suffix] = point.quantization;
}

Json limit_json(const SmallRateLimit& limit) {
  if (limit.is_diverged) return {{"diverges", true}};
  Json json = {{"diverges", false}, {"at_rest", limit.is_at_rest}, {"stable", limit.is_stable()}};
  add_point(json, {0, limit.overlaps, limit.error, limit.quantization}, "");
  json["residual"] = limit.residual;
  return json;
}

Json result_json(const Flags& flags, const Results& results) {
  const Dynamics& dynamics = flags.dynamics;
  Json curve = Json::array();
  for (std::size_t i = 0; i < results.curve.points.size(); ++i) {
    Json json = {{"alpha", results.curve.points[i].alpha}};
    add_point(json, results.curve.points[i], "");
    if (!results.simulated.empty()) {
      add_point(json, results.simulated[i].mean, "_mean");
      add_point(json, results.simulated[i].standard_error, "_se");
      add_point(json, results.simulated[i].deviation, "_sd");
    }
    curve.push_back(json);
  }
  const BestHyperplane best = best_hyperplane(dynamics.model);
  Json json = {{"rule", dynamics.rule},
               {"law", law_text(dynamics)},
               {"p_plus", dynamics.model.p_plus},
               {"lambda", dynamics.model.lambda},
               {"v_plus", dynamics.model.v_plus},
               {"v_minus", dynamics.model.v_minus},
               {"eta", dynamics.eta},
               {"schedule", choice_name(dynamics.schedule)},
               {"curve", curve},
               {"diverged_at", results.curve.diverged_at ? Json(*results.curve.diverged_at) : Json(nullptr)},
               {"diverges", results.curve.diverged_at || known_divergence(dynamics)},
               {"eg_min", best.error},
               {"eg_trivial", trivial_error(dynamics.model)}};
  if (results.limit) json["asymptotic"] = limit_json(*results.limit);
  if (flags.is_simulated) {
    json["monte_carlo"] = {{"dimension", flags.dimension}, {"runs", flags.runs}, {"seed", flags.seed}, {"noise", choice_name(flags.noise)}};
  }
  json["notes"] = results.notes;
  return json;
}

std::vector<std::string> overlap_names(std::size_t count) {
  if (count == 2) return {"R++", "R+-", "R-+", "R--", "Q++", "Q+-", "Q--"};
  return {"R1+", "R1-", "R2+", "R2-", "R3+", "R3-", "Q11", "Q12", "Q13", "Q22", "Q23", "Q33"};
}

void print_row(const std::string& name, const CurvePoint& point) {
  fmt::print("{:>8}  {:8.5f} {:8.5f} {:8.5f} ", name, point.error.total, point.error.plus, point.error.minus);
  for (const double value : to_vector(point.overlaps)) fmt::print(" {:>8}", std::abs(value) < 1000 ? fmt::format("{:.4f}", value) : fmt::format("{:.3g}", value));
  fmt::print("\n");
}

void print_curve_plot(const Flags& flags, const Results& results) {
  if (results.curve.points.size() < 2) return;
  const double last = results.curve.points.back().alpha;
  std::vector<double> alphas;
  for (int i = 0; i <= 72; ++i) alphas.push_back(last * i / 72);
  PlotSeries theory{"eg", {}, {}};
  for (const CurvePoint& point : learning_curve(flags.dynamics, start_of(flags), alphas).points) {
    theory.x.push_back(point.alpha);
    theory.y.push_back(point.error.total);
  }
  std::vector<PlotSeries> series{theory};
  PlotSeries points{"simulation", {}, {}};
  for (const SimulatedPoint& point : results.simulated) {
    points.x.push_back(point.mean.alpha);
    points.y.push_back(point.mean.error.total);
  }
  if (!points.x.empty()) series.push_back(points);
  fmt::print("{}", plot(series, "generalization error", "alpha"));
}

void print_result(const Flags& flags, const Results& results) {
  const ClusterModel& model = flags.dynamics.model;
  fmt::print("{}: {}\n\n{:>8}  {:>8} {:>8} {:>8} ", flags.dynamics.rule, law_text(flags.dynamics), "alpha", "eg", "eg+", "eg-");
  for (const std::string& name : overlap_names(flags.dynamics.labels.size())) fmt::print(" {:>8}", name);
  fmt::print("\n");
  for (std::size_t i = 0; i < results.curve.points.size(); ++i) {
    print_row(fmt::format("{:g}", results.curve.points[i].alpha), results.curve.points[i]);
    if (results.simulated.empty()) continue;
    print_row("mean", results.simulated[i].mean);
    print_row("+-", results.simulated[i].standard_error);
  }
  if (results.limit && !results.limit->is_diverged) {
    print_row("eta -> 0", {0, results.limit->overlaps, results.limit->error, results.limit->quantization});
  }
  print_curve_plot(flags, results);
  fmt::print("\nbest hyperplane {:.5f}, by the priors alone {:.5f}\n", best_hyperplane(model).error, trivial_error(model));
  if (!results.simulated.empty()) {
    fmt::print("simulation: {} runs in {} dimensions, {:.2f} s, {} of it in the training step\n", flags.runs, flags.dimension, results.seconds,
               percent(results.training_share));
  }
}

void collect_notes(const Flags& flags, const Overlaps& start, Results& results) {
  if (const auto sentence = known_divergence(flags.dynamics)) results.notes.push_back(*sentence);
  if (const auto sentence = known_symmetry(flags.dynamics, start)) results.notes.push_back(*sentence);
  if (results.curve.diverged_at) {
    results.notes.push_back(fmt::format("the prototypes run away: an overlap passed {:g} at alpha = {:.4g}, and the curve ends before", most_overlap,
                                        *results.curve.diverged_at));
  }
  if (!results.limit) return;
  if (results.limit->is_diverged) results.notes.push_back("there is no asymptotic state for eta -> 0: the prototypes run away");
  else if (!results.limit->is_at_rest) {
    results.notes.push_back(fmt::format("for eta -> 0 the state still moves, by {:.2g} per unit of eta*alpha, after eta*alpha = 25000: the values are "
                                        "of that time", results.limit->residual));
  } else if (!results.limit->is_stable()) {
    results.notes.push_back("the asymptotic state is not stable: another start ends elsewhere");
  }
}

void run(const Flags& flags) {
  demand_valid(flags.dynamics);
  const auto rule = theory_rule(flags.dynamics);
  if (flags.is_explained) {
    if (flags.common.json) print_json({{"rule", flags.dynamics.rule}, {"explanation", explanation(flags.dynamics)}});
    else fmt::print("{}", explanation(flags.dynamics));
    return;
  }
  const Overlaps start = start_of(flags);
  Results results;
  results.curve = learning_curve(flags.dynamics, start, flags.alphas);
  if (flags.is_asymptotic) results.limit = small_rate_limit(flags.dynamics.model, *rule, start);
  collect_notes(flags, start, results);
  if (flags.is_simulated) simulate_points(flags, start, results);
  for (const std::string& note : results.notes) warn(note);
  if (flags.common.json) print_json(result_json(flags, results));
  else print_result(flags, results);
}

void add_number(Command& command, const std::string& name, double& value, const std::string& help, const Limits& limits, const std::string& group) {
  const std::string where = name.substr(2);
  command.setting(name, [&value, where, limits](const std::string& text) { value = parse_limited(where, text, limits); }, help, group);
}

void add_model_flags(Command& command, Dynamics& dynamics) {
  const std::string group = "Model";
  add_number(command, "--p-plus", dynamics.model.p_plus, "prior p+ of class + [0.5]", {.above = 0, .below = 1}, group);
  add_number(command, "--lambda", dynamics.model.lambda, "distance of the cluster centres from the origin [1]", {.at_least = 0}, group);
  add_number(command, "--v-plus", dynamics.model.v_plus, "variance of cluster + in each direction [1]", {.above = 0}, group);
  add_number(command, "--v-minus", dynamics.model.v_minus, "variance of cluster - [1]", {.above = 0}, group);
}

void add_rule_flags(Command& command, Dynamics& dynamics) {
  const std::string group = "Rule";
  command.text("--rule", dynamics.rule, fmt::format("{} [lvq1]", join(dynamics_rules(), ", ")));
  add_number(command, "--eta", dynamics.eta, "learning rate; a step is eta/N [0.2]", {.above = 0}, group);
  command.setting("--schedule", [&dynamics](const std::string& text) { dynamics.schedule = parse_choice<Schedule>("schedule", text); },
                  fmt::format("how eta falls up to the last alpha: {} [constant]", join(choice_names<Schedule>(), ", ")), group);
  add_number(command, "--decay", dynamics.decay, "strength of the inverse-time and exponential schedules [100]", {.above = 1}, group);
  command.setting("--a", [&dynamics](const std::string& text) { dynamics.a = parse_limited("a", text, {}); },
                  "of a general winner-takes-all rule, g = a + b for the right class and a - b for the wrong one", group);
  command.setting("--b", [&dynamics](const std::string& text) { dynamics.b = parse_limited("b", text, {}); }, "see --a", group);
  command.setting("--prototypes", [&dynamics](const std::string& text) { dynamics.labels = parse_classes(text); },
                  "classes of two or three prototypes, as in +,-,+ [+,-]", group);
  add_number(command, "--rule.window", dynamics.window, "lvq2.1: window on |d+ - d-| [none]", {.above = 0, .or_infinite = true}, group);
  add_number(command, "--rule.sigma", dynamics.sigma, "rslvq: width [0.5]", {.above = 0}, group);
  add_number(command, "--rule.beta", dynamics.beta, "margin losses: beta/sqrt(N) [1]", {.above = 0}, group);
  add_number(command, "--rule.steepness", dynamics.steepness, "glvq: steepness/N [1]", {.above = 0}, group);
}

}  // namespace

void add_dynamics(CLI::App& app) {
  Command command = add_command(app, "dynamics", "Exact learning curves of two Gaussian clusters in many dimensions, beside simulations");
  auto flags = std::make_shared<Flags>();
  add_rule_flags(command, flags->dynamics);
  add_model_flags(command, flags->dynamics);
  const std::string group = "Curve";
  command.setting("--alpha", [f = flags.get()](const std::string& text) { f->alphas = parse_list("alpha", text); },
                  "samples per dimension at which to look, ascending [0.5,1,2,5,10,20,50,100,200]", group);
  command.setting("--q0", [f = flags.get()](const std::string& text) { f->q0 = parse_list("q0", text); },
                  "squared length of all prototypes at the start, or Q++,Q+-,Q-- [1e-4]", group);
  command.setting("--r0", [f = flags.get()](const std::string& text) { f->r0 = parse_list("r0", text); }, "R++,R+-,R-+,R-- at the start [0,0,0,0]", group);
  command.toggle("--asymptotic", flags->is_asymptotic, "also the state for eta -> 0, eta*alpha -> infinity");
  command.toggle("--explain", flags->is_explained, "print the equations in use and what each symbol means");
  command.toggle("--monte-carlo", flags->is_simulated, "also simulate the process in N dimensions");
  command.integer("--dimension", flags->dimension, "N of the simulation [200]", 4, 1'000'000);
  command.integer("--runs", flags->runs, "independent runs of the simulation [100]", 2, 1'000'000);
  command.integer("--seed", flags->seed, "seed of the simulation [1]", 0, 1'000'000'000'000);
  command.setting("--noise", [f = flags.get()](const std::string& text) { f->noise = parse_choice<Noise>("noise", text); },
                  "exact: fresh normal numbers; recycled: fresh signs on pooled magnitudes, several times faster [recycled]", group);
  for (const char* const flag : {"--dimension", "--runs", "--seed", "--noise"}) command.needs(flag, "--monte-carlo");
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}  // namespace protea::app
