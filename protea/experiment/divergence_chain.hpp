// Section 5 of "Mathematical aspects of divergence based vector quantization": a chain of 100 units learns samples
// v = (v₁, 1 − v₁) with density 2v₁ by Heskes' map with α, β, γ and η divergences (figures 2 to 5), on-line and in the
// limit of batch steps.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/runtime/runtime.hpp>

namespace PROTEA_EXPORT protea {

struct ChainOptions {
  std::size_t samples = 10'000'000;
  std::uint64_t seed = 1;
  std::size_t grid = 1000;   // on which the batch limit looks for winners
};

// The place w₁/(w₁ + w₂) of every unit, rising along the chain.
struct ChainCurve {
  std::string divergence;
  double parameter = 0;
  std::vector<double> online;
  std::vector<double> limit;

  double deviation() const;   // the largest, of a unit
};

struct ChainCase {
  std::string divergence;
  double parameter;
};
// Those of the four figures, several parameters each.
std::vector<ChainCase> chain_cases();

// `samples` one after the other, the range of the neighbourhood and the rate falling to 1 and 10⁻⁴.
std::vector<double> learn_chain(const ChainCase& divergence, std::size_t samples, std::uint64_t seed);
// Where batch steps at the range 1 come to rest: cells and units in turn, samples of the cells by quadrature, winners
// looked for on a grid.
std::vector<double> chain_limit(const ChainCase& divergence, std::size_t grid);

std::vector<ChainCurve> divergence_chain(const std::vector<ChainCase>& cases, const ChainOptions& options,
                                         Runtime& runtime,
                                         const std::function<void(std::size_t done, std::size_t all)>& report = {});

}   // namespace protea
