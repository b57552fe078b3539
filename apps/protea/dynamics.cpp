// protea dynamics: exact learning curves of rules in the two-cluster model, beside simulations.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <mutex>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <protea/experiment/dynamics.hpp>
#include <protea/experiment/simulation.hpp>
#include <protea/theory/small_rate_limit.hpp>

#include "commands.hpp"
#include "dynamics_text.hpp"
#include "flags.hpp"
#include "json.hpp"
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
  std::vector<std::string> rule_settings;  // those of --rule.NAME that were given
  bool is_decay_given = false;
};

struct Results {
  LearningCurve curve;
  Simulation simulation;                   // of the α that the curve has reached, as far as the runs come
  double seconds = 0;
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
  if (results.curve.points.empty()) return;
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  Progress progress("runs", !flags.common.quiet);
  std::mutex mutex;
  std::size_t done = 0;
  const auto begin = std::chrono::steady_clock::now();
  // To the end of the schedule, also where the curve ends before.
  results.simulation = simulate(task, flags.alphas, *runtime, [&] {
    const std::lock_guard lock(mutex);
    progress.show(++done, task.runs);
  });
  results.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  auto& points = results.simulation.points;
  points.resize(std::min(points.size(), results.curve.points.size()));
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
  if (!limit.is_at_rest) return {{"diverges", false}, {"at_rest", false}, {"stable", false}, {"stability", nullptr}, {"eg", nullptr}, {"residual", limit.residual}};
  Json json = {{"diverges", false}, {"at_rest", true}, {"stable", limit.is_stable()}, {"stability", stability_name(limit)}};
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
  json["notes"] = results.notes;
  return json;
}

// By class where each has one prototype, otherwise by number.
std::vector<std::string> overlap_names(const std::vector<std::size_t>& labels) {
  const bool is_by_class = labels.size() == 2 && labels[0] != labels[1];
  const auto name = [&](std::size_t l) { return is_by_class ? std::string(labels[l] == 0 ? "+" : "-") : std::to_string(l + 1); };
  std::vector<std::string> names;
  for (std::size_t l = 0; l < labels.size(); ++l) {
    for (const char* const cluster : {"+", "-"}) names.push_back("R" + name(l) + cluster);
  }
  for (std::size_t l = 0; l < labels.size(); ++l) {
    for (std::size_t m = l; m < labels.size(); ++m) names.push_back("Q" + name(l) + name(m));
  }
  return names;
}

void print_row(const std::string& name, const LearningPoint& point) {
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
  for (const LearningPoint& point : learning_curve(flags.dynamics, start_of(flags), alphas).points) {
    theory.x.push_back(point.alpha);
    theory.y.push_back(point.error.total);
  }
  std::vector<PlotSeries> series{theory};
  PlotSeries points{"simulation", {}, {}};
  for (const SimulatedPoint& point : results.simulation.points) {
    points.x.push_back(point.mean.alpha);
    points.y.push_back(point.mean.error.total);
  }
  if (!points.x.empty()) series.push_back(points);
  fmt::print("{}", plot(series, "generalization error", "alpha"));
}

void print_result(const Flags& flags, const Results& results) {
  const ClusterModel& model = flags.dynamics.model;
  fmt::print("{}: {}\n\n{:>8}  {:>8} {:>8} {:>8} ", dynamics_name(flags.dynamics), law_text(flags.dynamics), "alpha", "eg", "eg+", "eg-");
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
  fmt::print("\nbest hyperplane {:.5f}, by the priors alone {:.5f}\n", best_hyperplane(model).error, trivial_error(model));
  if (!results.simulation.points.empty()) {
    fmt::print("simulation: {} runs in {} dimensions\n", flags.runs, flags.dimension);
  }
}

// What was given and has no effect.
void collect_idle_settings(const Flags& flags, Results& results) {
  for (const std::string& setting : flags.rule_settings) {
    if (reads_setting(flags.dynamics, setting)) continue;
    results.notes.push_back(fmt::format("--rule.{} has no effect: {} does not read it", setting, dynamics_name(flags.dynamics)));
  }
  const Schedule schedule = flags.dynamics.schedule;
  if (flags.is_decay_given && (schedule == Schedule::constant || schedule == Schedule::linear)) {
    results.notes.push_back(fmt::format("--decay has no effect on a schedule that is {}", choice_name(schedule)));
  }
}

void collect_limit_note(const SmallRateLimit& limit, Results& results) {
  if (limit.is_diverged) results.notes.push_back("there is no asymptotic state for eta -> 0: the prototypes run away");
  else if (!limit.is_at_rest) {
    results.notes.push_back(fmt::format("no stable state was found for eta -> 0, so there is no asymptotic error: the flow from this start still moves, by {:.2g} "
                                        "per unit of eta*alpha, when {:g} units or {} steps are over", limit.residual, longest_rest_time, most_rest_steps));
  } else if (limit.is_detoured) {
    results.notes.push_back("for eta -> 0 the flow from this start does not rest: the asymptotic state is the stable one, to which small rates lead");
  } else if (limit.stability() == Stability::neutral) {
    results.notes.push_back("the asymptotic state is one of a continuous family of states at rest: another start ends in another one");
  } else if (limit.stability() == Stability::unstable) {
    results.notes.push_back("the asymptotic state is not stable: another start ends elsewhere");
  }
}

void collect_notes(const Flags& flags, const Overlaps& start, Results& results) {
  collect_idle_settings(flags, results);
  if (const auto sentence = known_divergence(flags.dynamics)) results.notes.push_back(*sentence);
  if (const auto sentence = known_symmetry(flags.dynamics, start)) results.notes.push_back(*sentence);
  if (results.curve.diverged_at) {
    results.notes.push_back(fmt::format("the prototypes run away: an overlap passed {:g}, or grew faster than any step can follow, at alpha = {:.4g}, "
                                        "and the curve ends before: use a smaller eta, or a rule that pulls less", most_overlap, *results.curve.diverged_at));
  }
  if (results.curve.stopped_at) {
    results.notes.push_back(fmt::format("the curve ends at alpha = {:.4g}: {} steps were not enough to come further, for the rule pulls so hard that only "
                                        "tiny ones are exact: use a smaller eta, or a wider rule", *results.curve.stopped_at, results.curve.steps));
  }
  if (results.limit) collect_limit_note(*results.limit, results);
}

void collect_simulation_note(const Flags& flags, Results& results) {
  if (!results.simulation.diverged_at) return;
  results.notes.push_back(fmt::format("in {} of {} runs of the simulation the prototypes run away: an overlap passed {:g} at alpha = {:g} or before, and the "
                                      "means end before", results.simulation.diverged_runs, flags.runs, most_overlap, *results.simulation.diverged_at));
}

void run(const Flags& flags) {
  demand_valid(flags.dynamics);
  const auto rule = theory_rule(flags.dynamics);
  if (flags.is_explained) {
    if (flags.common.json) print_json({{"rule", dynamics_name(flags.dynamics)}, {"explanation", explanation(flags.dynamics)}});
    else fmt::print("{}", explanation(flags.dynamics));
    return;
  }
  const Overlaps start = start_of(flags);
  Results results;
  results.curve = learning_curve(flags.dynamics, start, flags.alphas);
  if (flags.is_asymptotic) results.limit = small_rate_limit(flags.dynamics.model, *rule, start);
  collect_notes(flags, start, results);
  if (flags.is_simulated) simulate_points(flags, start, results);
  collect_simulation_note(flags, results);
  for (const std::string& note : results.notes) warn(note);
  if (flags.is_simulated && !flags.common.quiet) {
    warn(fmt::format("the simulation took {:.2f} s, {} of it in the training step", results.seconds, percent(results.simulation.training_share)));
  }
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

// --rule.NAME, remembered as given.
void add_rule_number(Command& command, const std::string& name, double& value, const std::string& help, const Limits& limits, Flags& flags) {
  const std::string where = "rule." + name;
  command.setting("--" + where, [&value, &flags, name, where, limits](const std::string& text) {
    value = parse_limited(where, text, limits);
    flags.rule_settings.push_back(name);
  }, help, "Rule");
}

void add_rule_flags(Command& command, Flags& flags) {
  Dynamics& dynamics = flags.dynamics;
  const std::string group = "Rule";
  command.text("--rule", dynamics.rule, fmt::format("{} [lvq1]", join(dynamics_rules(), ", ")));
  add_number(command, "--eta", dynamics.eta, "learning rate; a step is eta/N [0.2]", {.above = 0}, group);
  command.setting("--schedule", [&dynamics](const std::string& text) { dynamics.schedule = parse_choice<Schedule>("schedule", text); },
                  fmt::format("how eta falls up to the last alpha: {} [constant]", join(choice_names<Schedule>(), ", ")), group);
  command.setting("--decay", [&flags](const std::string& text) {
    flags.dynamics.decay = parse_limited("decay", text, {.above = 1});
    flags.is_decay_given = true;
  }, "strength of the inverse-time and exponential schedules [100]", group);
  command.setting("--a", [&dynamics](const std::string& text) { dynamics.a = parse_limited("a", text, {}); },
                  "of a general winner-takes-all rule, g = a + b for the right class and a - b for the wrong one", group);
  command.setting("--b", [&dynamics](const std::string& text) { dynamics.b = parse_limited("b", text, {}); }, "see --a", group);
  command.setting("--prototypes", [&dynamics](const std::string& text) { dynamics.labels = parse_classes(text); },
                  "classes of two or three prototypes, as in +,-,+ [+,-]", group);
  add_rule_number(command, "window", dynamics.window, "lvq2.1: window on |d+ - d-| [none]", {.above = 0, .or_infinite = true}, flags);
  add_rule_number(command, "sigma", dynamics.sigma, "rslvq: width [0.5]", {.above = 0}, flags);
  add_rule_number(command, "beta", dynamics.beta, "margin losses: beta/sqrt(N) [1]", {.above = 0}, flags);
  add_rule_number(command, "steepness", dynamics.steepness, "glvq: steepness/N [1]", {.above = 0}, flags);
}

}  // namespace

void add_dynamics(CLI::App& app) {
  Command command = add_command(app, "dynamics", "Exact learning curves of two Gaussian clusters in many dimensions, beside simulations");
  auto flags = std::make_shared<Flags>();
  add_rule_flags(command, *flags);
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
