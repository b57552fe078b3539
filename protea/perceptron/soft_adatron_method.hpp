// Large margins with errors: AdaTron with bounded strengths, whose bound is given or chosen by cross-validation.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <tuple>

#include <protea/base/export.hpp>
#include <protea/perceptron/machine_training.hpp>

namespace PROTEA_EXPORT protea {

struct SoftAdatronMethod : MachineOptions {
  using Model = LinearModel;

  double cost = 0;
  double rate = 0;
  std::int64_t epochs = 10000;
  double tolerance = 1e-9;

  static constexpr std::string_view name = "soft-adatron";
  static constexpr std::string_view summary = "large margins with errors: AdaTron with bounded embedding strengths";
  static constexpr MethodTraits traits{.weighs_samples = true,
                                       .formula = "x ← min(γ, max(0, x + η(1 − E))), w = (1/N) Σ x ξ S",
                                       .source = "lecture notes (4.6), errata N4"};
  static constexpr auto options() {
    return std::tuple_cat(
        std::tuple{
            option(
                "cost", &SoftAdatronMethod::cost,
                "the bound γ of the strengths, N times the C of others; 0: 0.01 N to 10 N, by threefold cross-validation",
                {.at_least = 0, .or_infinite = true}),
            option("rate", &SoftAdatronMethod::rate, "η; 0: N/|ξ|², the exact step for each example", {.at_least = 0}),
            option("epochs", &SoftAdatronMethod::epochs, "passes over the examples at most", {.at_least = 1}),
            option("tolerance", &SoftAdatronMethod::tolerance, "of the conditions of optimality", {.above = 0})},
        machine_options());
  }
  std::unique_ptr<protea::Model> train(const PreparedSamples& samples, Runtime& runtime) const;
};

}   // namespace protea
