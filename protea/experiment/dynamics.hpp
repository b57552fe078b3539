// The theory laboratory: one description of a model situation and a rule object, from which the equations and the
// simulation follow.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <protea/base/export.hpp>
#include <protea/experiment/dynamics_rules.hpp>
#include <protea/base/schedule.hpp>
#include <protea/theory/learning_curve.hpp>

namespace PROTEA_EXPORT protea {

struct Dynamics {
  std::shared_ptr<const AnyRule> rule = dynamics_rules().make("lvq1", {});   // options in units of the theory
  ClusterModel model;
  double eta = 0.2;
  Schedule schedule = Schedule::constant;
  double decay = 100;
  std::optional<double> a;   // of a general winner-takes-all g = a + b·c·σ, instead of the rule's own
  std::optional<double> b;
  std::vector<std::size_t> labels = {0, 1};   // classes of the prototypes, 0 for + and 1 for −
};

bool is_winner_takes_all(const Dynamics& dynamics);
// What to call it: the rule, or winner-takes-all where a or b is given.
std::string dynamics_name(const Dynamics& dynamics);
// The law of the rule in one line.
std::string law_text(const Dynamics& dynamics);

// Throws a UsageError for what does not exist or does not fit together.
void demand_valid(const Dynamics& dynamics);

// The rule as the equations see it …
std::unique_ptr<TheoryRule> theory_rule(const Dynamics& dynamics);
// … and the very object that trains models, in N dimensions.
std::shared_ptr<const AnyRule> training_rule(const Dynamics& dynamics, std::size_t dimension);

// η(α), for a training that ends at `last`.
std::function<double(double)> learning_rate(const Dynamics& dynamics, double last);

LearningCurve learning_curve(const Dynamics& dynamics, const Overlaps& start, std::span<const double> alphas);

// Settings in these sentences are marked: spelled() of base/error.hpp writes them out.
// Why prototypes run away: a sentence for rules that move both for every sample alike, as lvq2.1 without a window;
// nothing for others.
std::optional<std::string> known_divergence(const Dynamics& dynamics);
// The sentence for a start whose symmetry the rule keeps for ever, and how to break it; nothing otherwise.
std::optional<std::string> known_symmetry(const Dynamics& dynamics, const Overlaps& start);

}   // namespace protea
