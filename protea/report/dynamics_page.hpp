// Exact learning curves beside simulations, as a page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/experiment/dynamics.hpp>
#include <protea/experiment/simulation.hpp>
#include <protea/report/page.hpp>
#include <protea/runtime/runtime.hpp>
#include <protea/theory/small_rate_limit.hpp>

namespace PROTEA_EXPORT protea {

struct DynamicsFindings {
  const Dynamics& dynamics;
  const Overlaps& start;
  const LearningCurve& curve;
  const Simulation& simulation;   // of the α of the curve, as far as it comes; empty: none
  std::size_t dimension = 0;      // of the simulation
  std::size_t runs = 0;
  const std::optional<SmallRateLimit>& limit;
  std::vector<std::string> remarks = {};
};

// "R++", "Q+-": by class where each has one prototype, otherwise by number.
std::vector<std::string> overlap_names(const std::vector<std::size_t>& labels);

// With the limit of small rates against the priors where that limit was found.
Page dynamics_page(const DynamicsFindings& findings, Runtime& runtime);

}   // namespace protea
