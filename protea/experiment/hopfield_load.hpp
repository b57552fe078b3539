// How much a Hopfield network with Hebb's weights keeps of random patterns, beside what statistical physics says of it
// for N → ∞ (lecture notes, section 1.3.1: up to a load of about 0.14).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/perceptron/hopfield.hpp>

namespace PROTEA_EXPORT protea {

// The retrieval state at temperature 0 (Amit, Gutfreund, Sompolinsky 1985): with the load α, m = erf(m/√(2αr)),
// r = (1 − C)⁻², C = √(2/(παr)) e^(−m²/2αr).
// With y = m/√(2αr), √(αr)·(1 − C) = √α becomes √(2αr) = √(2α) + 2/√π e^(−y²), and all is one equation,
// √(2α) = erf(y)/y − 2/√π e^(−y²). Its right side rises to a maximum, at the capacity, and falls again; retrieval is
// the solution behind the maximum.
double retrieval_capacity();
// m, or nothing above the capacity.
std::optional<double> retrieval_overlap(double load);

struct HopfieldLoadOptions {
  std::uint64_t seed = 1;
  std::size_t units = 1000;
  std::vector<double> loads{0.02, 0.04, 0.06, 0.08, 0.10, 0.12, 0.13, 0.14, 0.15, 0.16, 0.18, 0.20};
  std::size_t runs = 10;     // networks for each load
  std::size_t starts = 10;   // patterns of each network that recall begins near
  double noise = 0.1;        // share of the values that are turned over at the start
  HopfieldDynamics dynamics = HopfieldDynamics::sequential;
};

struct HopfieldLoad {
  double load = 0;
  std::size_t patterns = 0;
  double overlap = 0;          // with the pattern at the end, in the mean of runs and starts
  double standard_error = 0;   // of it, over runs
  double kept = 0;             // share of starts that end at an overlap above 0.9
  double sweeps = 0;           // in the mean
  std::optional<double> theory = {};
};

std::vector<HopfieldLoad> hopfield_load(const HopfieldLoadOptions& options, Runtime& runtime,
                                        const std::function<void(std::size_t done, std::size_t all)>& report = {});

}   // namespace protea
