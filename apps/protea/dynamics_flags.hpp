// The flags of `protea dynamics`.
#pragma once

#include <protea/experiment/dynamics.hpp>
#include <protea/experiment/simulation.hpp>

#include "flags.hpp"
#include "page_files.hpp"

namespace protea::app {

struct DynamicsFlags {
  CommonFlags common;
  Dynamics dynamics;   // its rule as take_rule() sets it
  std::string rule = "lvq1";
  Settings rule_settings;   // rule.NAME and its value, of those that were given
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
  bool is_decay_given = false;
  PageFlags page;
};

void add_dynamics_flags(Command& command, DynamicsFlags& flags);

// Makes the rule from its name and those settings that it reads; returns the names of the others.
std::vector<std::string> take_rule(DynamicsFlags& flags);
// The overlaps at the start.
Overlaps start_of(const DynamicsFlags& flags);

}   // namespace protea::app
