// The figures of the dynamics paper, for `protea reproduce`.
#pragma once

#include <string>
#include <vector>

#include "flags.hpp"

namespace protea::app {

struct FigureRequest {
  std::string name;
  std::string csv;   // a file for the numbers; empty: none
  std::int64_t seed = 1;
  bool is_quick = false;   // fewer runs of a simulation
  CommonFlags common;
};

void reproduce_dynamics(const FigureRequest& request);

// Numbers with a header as CSV, every number readable back.
std::string csv_text(const std::vector<std::string>& columns, const std::vector<std::vector<double>>& rows);

}   // namespace protea::app
