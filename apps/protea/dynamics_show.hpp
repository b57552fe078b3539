// The results of `protea dynamics`, as JSON and as text.
#pragma once

#include <protea/theory/small_rate_limit.hpp>

#include "dynamics_flags.hpp"
#include "json.hpp"

namespace protea::app {

struct DynamicsResults {
  LearningCurve curve;
  Simulation simulation;   // of the α that the curve has reached, as far as the runs come
  double seconds = 0;
  std::optional<SmallRateLimit> limit;
  std::vector<std::string> notes;
};

Json result_json(const DynamicsFlags& flags, const DynamicsResults& results);
void print_result(const DynamicsFlags& flags, const DynamicsResults& results);

}   // namespace protea::app
