// The rules of the theory laboratory: one row each, from which the equations, the object that trains and the words follow.
#pragma once

#include <span>

#include <protea/experiment/dynamics.hpp>
#include <protea/theory/difference_rule.hpp>

namespace protea {

// The factor of a winner: a + b for a sample of its class, a − b for any other.
struct WinnerFactor {
  double a = 0;
  double b = 0;
};

struct DynamicsRule {
  std::string_view name;
  std::optional<WinnerFactor> winner = std::nullopt;                          // of a winner-takes-all rule; the others have a law
  std::string_view option = {};                                               // the setting it reads
  DifferenceLaw (*law)(const Dynamics&) = nullptr;
  Settings (*settings)(const Dynamics&, double dimension) = nullptr;          // of the rule that trains, in N dimensions
  std::string (*text)(const Dynamics&) = nullptr;                             // f(δ) in words
};

std::span<const DynamicsRule> dynamics_rule_table();
// Throws a UsageError for an unknown name.
const DynamicsRule& dynamics_rule(const Dynamics& dynamics);
// Of a winner-takes-all rule: its own, or the a and b that were given.
WinnerFactor winner_factor(const Dynamics& dynamics);
// A window that no difference of distances reaches before the prototypes have run away is none.
bool has_window(const Dynamics& dynamics);

}  // namespace protea
