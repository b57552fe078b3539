// protea dynamics: exact learning curves of rules in the two-cluster model, beside simulations.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include <fmt/format.h>

#include <protea/report/dynamics_page.hpp>

#include "commands.hpp"
#include "dynamics_show.hpp"
#include "dynamics_text.hpp"
#include "json.hpp"
#include "measure.hpp"
#include "show.hpp"

namespace protea::app {
namespace {

void simulate_points(const DynamicsFlags& flags, const Overlaps& start, DynamicsResults& results) {
  const auto n = static_cast<std::size_t>(flags.dimension);
  const Dynamics& dynamics = flags.dynamics;
  const SimulationTask task{.model = dynamics.model,
                            .rule = training_rule(dynamics, n),
                            .labels = dynamics.labels,
                            .start = start,
                            .eta = dynamics.eta,
                            .schedule = dynamics.schedule,
                            .decay = dynamics.decay,
                            .dimension = n,
                            .runs = static_cast<std::size_t>(flags.runs),
                            .seed = static_cast<std::uint64_t>(flags.seed),
                            .noise = flags.noise};
  if (results.curve.points.empty()) return;
  const auto begin = std::chrono::steady_clock::now();
  // To the end of the schedule, also where the curve ends before.
  results.simulation = measure({flags.common, "runs"}, [&](Runtime& runtime, const Report& report) {
    return simulate(task, flags.alphas, runtime, report);
  });
  results.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  auto& points = results.simulation.points;
  points.resize(std::min(points.size(), results.curve.points.size()));
}

// What was given and has no effect.
void collect_idle_settings(const DynamicsFlags& flags, const std::vector<std::string>& idle, DynamicsResults& results) {
  for (const std::string& setting : idle) {
    results.notes.push_back(
        fmt::format("--rule.{} has no effect: {} does not read it", setting, dynamics_name(flags.dynamics)));
  }
  const Schedule schedule = flags.dynamics.schedule;
  if (flags.is_decay_given && (schedule == Schedule::constant || schedule == Schedule::linear)) {
    results.notes.push_back(fmt::format("--decay has no effect on a schedule that is {}", choice_name(schedule)));
  }
}

std::string escape_text(const Escape& escape) {
  const std::string growth =
      escape.exponent > 0 ? fmt::format("like a power of eta*alpha, about {:.2f}", escape.exponent)
                          : fmt::format("logarithmically, by {:.3g} in the last doubling of eta*alpha", escape.growth);
  return fmt::format("prototype {} escapes: its squared length grows without end, {}", escape.prototype + 1, growth);
}

void collect_limit_note(const SmallRateLimit& limit, DynamicsResults& results) {
  if (limit.is_diverged) results.notes.push_back("there is no asymptotic state for eta -> 0: the prototypes run away");
  else if (!limit.is_at_rest) {
    results.notes.push_back(fmt::format(
        "no stable state was found for eta -> 0, so there is no asymptotic error: the flow from this start still moves, by {:.2g} "
        "per unit of eta*alpha, when {:g} units or {} steps are over",
        limit.residual, longest_rest_time, most_rest_steps));
    if (limit.escape) results.notes.push_back(escape_text(*limit.escape));
  } else if (limit.is_detoured) {
    results.notes.push_back(
        "for eta -> 0 the flow from this start does not rest: the asymptotic state is the stable one, to which small rates lead");
  } else if (limit.stability() == Stability::neutral) {
    results.notes.push_back(
        "the asymptotic state is one of a continuous family of states at rest: another start ends in another one");
  } else if (limit.stability() == Stability::unstable) {
    results.notes.push_back("the asymptotic state is not stable: another start ends elsewhere");
  }
}

void collect_notes(const DynamicsFlags& flags, const Overlaps& start, DynamicsResults& results) {
  if (const auto sentence = known_divergence(flags.dynamics)) results.notes.push_back(*sentence);
  if (const auto sentence = known_symmetry(flags.dynamics, start)) results.notes.push_back(*sentence);
  if (results.curve.diverged_at) {
    results.notes.push_back(fmt::format(
        "the prototypes run away: an overlap passed {:g}, or grew faster than any step can follow, at alpha = {:.4g}, "
        "and the curve ends before: use a smaller eta, or a rule that pulls less",
        most_overlap, *results.curve.diverged_at));
  }
  if (results.curve.stopped_at) {
    results.notes.push_back(fmt::format(
        "the curve ends at alpha = {:.4g}: {} steps were not enough to come further, for the rule pulls so hard that only "
        "tiny ones are exact: use a smaller eta, or a wider rule",
        *results.curve.stopped_at, results.curve.steps));
  }
  if (results.limit) collect_limit_note(*results.limit, results);
}

void collect_simulation_note(const DynamicsFlags& flags, DynamicsResults& results) {
  if (!results.simulation.diverged_at) return;
  results.notes.push_back(fmt::format(
      "in {} of {} runs of the simulation the prototypes run away: an overlap passed {:g} at alpha = {:g} or before, and the "
      "means end before",
      results.simulation.diverged_runs, flags.runs, most_overlap, *results.simulation.diverged_at));
}

void show_on_page(const DynamicsFlags& flags, const Overlaps& start, const DynamicsResults& results) {
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  write_page(dynamics_page(
                 {flags.dynamics, start, results.curve, results.simulation, static_cast<std::size_t>(flags.dimension),
                  static_cast<std::size_t>(flags.runs), results.limit, in_flags(results.notes)},
                 *runtime),
             flags.page);
}

void run(DynamicsFlags& flags) {
  demand_page_place(flags.page, {});
  const std::vector<std::string> idle = take_rule(flags);
  demand_valid(flags.dynamics);
  const auto rule = theory_rule(flags.dynamics);
  if (flags.is_explained) {
    if (flags.common.json)
      print_json({{"rule", dynamics_name(flags.dynamics)}, {"explanation", explanation(flags.dynamics)}});
    else fmt::print("{}", explanation(flags.dynamics));
    return;
  }
  const Overlaps start = start_of(flags);
  DynamicsResults results;
  results.curve = learning_curve(flags.dynamics, start, flags.alphas);
  if (flags.is_asymptotic) results.limit = small_rate_limit(flags.dynamics.model, *rule, start);
  collect_idle_settings(flags, idle, results);
  collect_notes(flags, start, results);
  if (flags.is_simulated) simulate_points(flags, start, results);
  collect_simulation_note(flags, results);
  for (const std::string& note : results.notes) warn(note);
  if (flags.is_simulated && !flags.common.quiet) {
    warn(fmt::format("the simulation took {:.2f} s, {} of it in the training step", results.seconds,
                     percent(results.simulation.training_share)));
  }
  if (flags.page.are_given()) show_on_page(flags, start, results);
  if (flags.common.json) return print_json(result_json(flags, results));
  print_result(flags, results);
  say_where(flags.page);
}

}   // namespace

void add_dynamics(CLI::App& app) {
  Command command = add_command(
      app, "dynamics", "Exact learning curves of two Gaussian clusters in many dimensions, beside simulations");
  auto flags = std::make_shared<DynamicsFlags>();
  add_dynamics_flags(command, *flags);
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
