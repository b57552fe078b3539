// Growing neural gas: a gas that begins with two units and gets another where the error is largest, every few epochs,
// until the error is small enough [Fritzke 1995]. Here the neighbours of a unit are known by rank, as in the gas, and
// not by edges with an age.
// All units it may have are there from the start; the first θ of them take part.
#pragma once

#include <algorithm>
#include <cmath>

#include <protea/base/export.hpp>
#include <protea/rule/neural_gas.hpp>

namespace PROTEA_EXPORT protea {

struct GrowingNeuralGas : Steady<GrowingNeuralGas> {
  double range = 0.5;
  double error = 0;
  std::int64_t every = 3;

  static constexpr std::string_view name = "growing-neural-gas";
  static constexpr std::string_view summary =
      "Growing neural gas: units are added where the error is largest, until it is small enough.";
  static constexpr RuleTraits traits{.has_cost = true,
                                     .supervised = false,
                                     .has_means = true,
                                     .formula = "loss = ½·Σ_k h(rank_k)·d_k over the units so far, h = exp(−rank/σ)",
                                     .source = "divergence based vector quantization, 4.7 to 4.10; Fritzke 1995"};
  static constexpr auto options() {
    return std::tuple{
        option("range", &GrowingNeuralGas::range, "range σ of the neighbourhood, in ranks", {.above = 0}),
        option(
            "error", &GrowingNeuralGas::error,
            "the mean distance of samples to their nearest unit that is small enough; 0: as many units as there may be",
            {.at_least = 0}),
        option("every", &GrowingNeuralGas::every, "epochs from one new unit to the next", {.at_least = 1})};
  }

  std::size_t parameter_count(std::size_t) const { return 1; }
  void initialize(MutableRow theta) const {
    if (!theta.empty()) theta[0] = 2;
  }
  static std::size_t active(Row theta, std::size_t units) {
    return theta.empty() ? units : std::clamp(static_cast<std::size_t>(std::lround(theta[0])), std::size_t{1}, units);
  }
  Growth growth() const { return {error, static_cast<std::size_t>(every)}; }

  double pull(Row d, Labels, Label, MutableRow pull, Row theta, MutableRow) const {
    const std::size_t units = active(theta, d.size());
    GasOptions gas;
    gas.final_range = range;
    gas.schedule = Schedule::constant;
    return gas.loss_by_rank(d.first(units), pull.first(units));
  }
};

}   // namespace protea
