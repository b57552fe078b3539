// The theory laboratory by name: one description of a model situation and a rule, from which the equations and the simulation follow.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>

#include <protea/base/option.hpp>
#include <protea/optimize/schedule.hpp>
#include <protea/rule/lifted.hpp>
#include <protea/theory/learning_curve.hpp>

namespace protea {

struct Dynamics {
  std::string rule = "lvq1";
  ClusterModel model;
  double eta = 0.2;
  Schedule schedule = Schedule::constant;
  double decay = 100;
  std::optional<double> a;                 // of a general winner-takes-all g = a + b·c·σ, instead of the rule's own
  std::optional<double> b;
  double window = std::numeric_limits<double>::infinity();   // of lvq2.1, on |d⁺ − d⁻|
  double sigma = 0.5;                      // of rslvq
  double beta = 1;                         // of the margin losses, times √N
  double steepness = 1;                    // of glvq, times N
  std::vector<std::size_t> labels = {0, 1};   // classes of the prototypes, 0 for + and 1 for −
};

// The rules that can be named.
std::vector<std::string> dynamics_rules();
bool is_winner_takes_all(const Dynamics& dynamics);
// What to call it: the rule, or winner-takes-all where a or b is given.
std::string dynamics_name(const Dynamics& dynamics);
// The law of the rule in one line.
std::string law_text(const Dynamics& dynamics);
// Does the rule read the setting "window", "sigma", "beta" or "steepness"?
bool reads_setting(const Dynamics& dynamics, std::string_view setting);

// Throws a UsageError for what does not exist or does not fit together.
void demand_valid(const Dynamics& dynamics);

// The rule as the equations see it …
std::unique_ptr<TheoryRule> theory_rule(const Dynamics& dynamics);
// … and the very object that trains models, in N dimensions.
std::shared_ptr<const AnyRule> training_rule(const Dynamics& dynamics, std::size_t dimension);

// η(α), for a training that ends at `last`.
std::function<double(double)> learning_rate(const Dynamics& dynamics, double last);

LearningCurve learning_curve(const Dynamics& dynamics, const Overlaps& start, std::span<const double> alphas);

// Why prototypes run away, or may: a sentence for lvq2.1 without a window; nothing for the others.
std::optional<std::string> known_divergence(const Dynamics& dynamics);
// The sentence for a start whose symmetry the rule keeps for ever, and how to break it; nothing otherwise.
std::optional<std::string> known_symmetry(const Dynamics& dynamics, const Overlaps& start);

}  // namespace protea
