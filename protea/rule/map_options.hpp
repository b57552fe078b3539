// What the rules of maps share: a lattice, and a neighbourhood on it whose range shrinks while training goes on.
#pragma once

#include <algorithm>

#include <protea/base/export.hpp>
#include <protea/base/schedule.hpp>
#include <protea/rule/cooperation.hpp>
#include <protea/rule/rule.hpp>

namespace PROTEA_EXPORT protea {

struct MapOptions : Lattice {
  Falloff neighbourhood = Falloff::gaussian;
  double range = 0;
  double final_range = 1;
  Schedule schedule = Schedule::exponential;

  static constexpr auto options() {
    return std::tuple{
        option("topology", &MapOptions::topology, "how the units are placed: in a chain, a grid, or as a matrix says"),
        option("columns", &MapOptions::columns, "columns of the lattice; 0: chosen from the data", {.at_least = 0}),
        option("rows", &MapOptions::rows, "rows of the lattice; 0: chosen from the data", {.at_least = 0}),
        option("neighbourhood", &MapOptions::neighbourhood,
               "how h falls with the distance on the lattice: exp(−r²/2σ²), or 1 up to σ"),
        option("range", &MapOptions::range, "range σ at the start; 0: half the extent of the lattice", {.at_least = 0}),
        option("final_range", &MapOptions::final_range, "range σ at the end", {.at_least = 1e-3}),
        option("schedule", &MapOptions::schedule, "how the range goes from the first to the last; constant: the last")};
  }

  static constexpr std::pair<std::string_view, std::string_view> steady_setting{"schedule", "constant"};
  bool is_annealed() const { return schedule != Schedule::constant; }
  double range_at(double t) const {
    const double first = range > 0 ? range : std::max(final_range, extent() / 2);
    return annealed(schedule, first, final_range, t);
  }
};

}   // namespace protea
