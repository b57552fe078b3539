// Figure 4 of "Margin analysis of the LVQ algorithm": OLVQ1 lowers the hinge loss of the hypothesis margins.
#pragma once

#include <cstdint>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/data/dataset.hpp>
#include <protea/runtime/runtime.hpp>

namespace PROTEA_EXPORT protea {

struct HingeOptions {
  std::uint64_t seed = 1;
  std::size_t samples = 1000;    // in three classes
  std::size_t prototypes = 10;   // of each class
  std::size_t epochs = 20;
};

struct HingeRun {
  std::vector<double> loss;     // Σ (1 − θ_l)₊ at the start and after each pass over the samples
  std::vector<double> errors;   // share of wrong answers
};

// Three Gaussian classes around (0, 0), (2, 0) and (1, √3) with deviation 0.6; the paper says no more than "three
// classes".
Dataset three_gaussians(std::size_t samples, std::uint64_t seed);

HingeRun margin_hinge(const HingeOptions& options, Runtime& runtime);

}   // namespace protea
