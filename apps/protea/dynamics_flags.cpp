#include "dynamics_flags.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace protea::app {
namespace {

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
    else if (c != ',' && c != ' ')
      throw UsageError(fmt::format("prototypes = {}: write the class of each, + or -, as in +,-,+", text));
  }
  if (labels.size() < 2 || labels.size() > most_prototypes)
    throw UsageError(fmt::format("prototypes = {}: must be 2 or 3 classes, as in +,-", text));
  return labels;
}

void add_number(Command& command, const std::string& name, double& value, const std::string& help, const Limits& limits,
                const std::string& group) {
  const std::string where = name.substr(2);
  command.setting(
      name, [&value, where, limits](const std::string& text) { value = parse_limited(where, text, limits); }, help,
      group);
}

void add_cluster_flags(Command& command, Dynamics& dynamics) {
  const std::string group = "Model";
  add_number(command, "--p-plus", dynamics.model.p_plus, "prior p+ of class + [0.5]", {.above = 0, .below = 1}, group);
  add_number(command, "--lambda", dynamics.model.lambda, "distance of the cluster centres from the origin [1]",
             {.at_least = 0}, group);
  add_number(command, "--v-plus", dynamics.model.v_plus, "variance of cluster + in each direction [1]", {.above = 0},
             group);
  add_number(command, "--v-minus", dynamics.model.v_minus, "variance of cluster - [1]", {.above = 0}, group);
}

void add_rule_flags(Command& command, DynamicsFlags& flags) {
  Dynamics& dynamics = flags.dynamics;
  const std::string group = "Rule";
  command.text("--rule", flags.rule, fmt::format("{} [lvq1]", join(dynamics_rules().names(), ", ")));
  add_number(command, "--eta", dynamics.eta, "learning rate; a step is eta/N [0.2]", {.above = 0}, group);
  command.setting(
      "--schedule",
      [&dynamics](const std::string& text) { dynamics.schedule = parse_choice<Schedule>("schedule", text); },
      fmt::format("how eta falls up to the last alpha: {} [constant]", join(choice_names<Schedule>(), ", ")), group);
  command.setting(
      "--decay",
      [&flags](const std::string& text) {
        flags.dynamics.decay = parse_limited("decay", text, {.above = 1});
        flags.is_decay_given = true;
      },
      "strength of the inverse-time and exponential schedules [100]", group);
  command.setting(
      "--a", [&dynamics](const std::string& text) { dynamics.a = parse_limited("a", text, {}); },
      "of a general winner-takes-all rule, g = a + b for the right class and a - b for the wrong one", group);
  command.setting(
      "--b", [&dynamics](const std::string& text) { dynamics.b = parse_limited("b", text, {}); }, "see --a", group);
  command.setting(
      "--prototypes", [&dynamics](const std::string& text) { dynamics.labels = parse_classes(text); },
      "classes of two or three prototypes, as in +,-,+ [+,-]", group);
  add_family_flags(command, dynamics_rules(), flags.rule_settings);
}

void add_curve_flags(Command& command, DynamicsFlags& flags) {
  const std::string group = "Curve";
  command.setting(
      "--alpha", [&flags](const std::string& text) { flags.alphas = parse_list("alpha", text); },
      "samples per dimension at which to look, ascending [0.5,1,2,5,10,20,50,100,200]", group);
  command.setting(
      "--q0", [&flags](const std::string& text) { flags.q0 = parse_list("q0", text); },
      "squared length of all prototypes at the start, or Q++,Q+-,Q-- [1e-4]", group);
  command.setting(
      "--r0", [&flags](const std::string& text) { flags.r0 = parse_list("r0", text); },
      "R++,R+-,R-+,R-- at the start [0,0,0,0]", group);
  command.toggle("--asymptotic", flags.is_asymptotic, "also the state for eta -> 0, eta*alpha -> infinity");
  command.toggle("--explain", flags.is_explained, "print the equations in use and what each symbol means");
  command.toggle("--monte-carlo", flags.is_simulated, "also simulate the process in N dimensions");
  command.integer("--dimension", flags.dimension, "N of the simulation [200]", 4, 1'000'000);
  command.integer("--runs", flags.runs, "independent runs of the simulation [100]", 2, 1'000'000);
  command.integer("--seed", flags.seed, "seed of the simulation [1]", 0, 1'000'000'000'000);
  command.setting(
      "--noise", [&flags](const std::string& text) { flags.noise = parse_choice<Noise>("noise", text); },
      "exact: fresh normal numbers; recycled: fresh signs on pooled magnitudes, several times faster [recycled]",
      group);
  for (const char* const flag : {"--dimension", "--runs", "--seed", "--noise"}) command.needs(flag, "--monte-carlo");
}

}   // namespace

void add_dynamics_flags(Command& command, DynamicsFlags& flags) {
  add_rule_flags(command, flags);
  add_cluster_flags(command, flags.dynamics);
  add_curve_flags(command, flags);
  add_page_flags(command, flags.page);
  add_common_flags(command, flags.common);
}

std::vector<std::string> take_rule(DynamicsFlags& flags) {
  const auto& chosen = dynamics_rules().find(flags.rule);
  Settings read;
  std::vector<std::string> idle;
  for (const auto& [key, text] : flags.rule_settings) {
    const std::string name = key.substr(key.find('.') + 1);
    const auto has_it = [&](const auto& entry) {
      return std::any_of(entry.options.begin(), entry.options.end(),
                         [&](const OptionDescription& option) { return option.name == name; });
    };
    if (has_it(chosen)) {
      read.emplace_back(name, text);
      continue;
    }
    idle.push_back(name);
    const auto& entries = dynamics_rules().entries();
    std::find_if(entries.begin(), entries.end(), has_it)->make({{name, text}});   // refuses what no rule could read
  }
  flags.dynamics.rule = chosen.make(read);
  return idle;
}

Overlaps start_of(const DynamicsFlags& flags) {
  const std::size_t count = flags.dynamics.labels.size();
  const std::size_t pairs = count * (count + 1) / 2;
  std::vector<double> values(count * cluster_count);
  if (!flags.r0.empty()) {
    if (flags.r0.size() != values.size()) {
      throw UsageError(
          fmt::format("r0 has {} numbers: must be {}, the overlaps of each prototype with B+ and B- in turn",
                      flags.r0.size(), values.size()));
    }
    values = flags.r0;
  }
  if (flags.q0.size() != 1 && flags.q0.size() != pairs) {
    throw UsageError(fmt::format("q0 has {} numbers: must be one squared length for all, or the {} numbers {}",
                                 flags.q0.size(), pairs, count == 2 ? "Q++,Q+-,Q--" : "Q11,Q12,Q13,Q22,Q23,Q33"));
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

}   // namespace protea::app
