// AdaTron in the feature space of a kernel, whose options are given or chosen by cross-validation.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <tuple>

#include <protea/base/export.hpp>
#include <protea/dissimilarity/kernel_distance.hpp>
#include <protea/perceptron/kernel_model.hpp>
#include <protea/perceptron/machine_training.hpp>

namespace PROTEA_EXPORT protea {

struct KernelAdatronMethod {
  using Model = KernelModel;

  KernelKind kernel = KernelKind::rbf;
  double gamma = 0;
  std::int64_t degree = 2;
  double cost = 0;
  double tolerance = 1e-9;
  std::int64_t steps = 0;
  std::int64_t cache = 256;
  ClassCoding classes = ClassCoding::one_vs_one;

  static constexpr std::string_view name = "kernel-adatron";
  static constexpr std::string_view summary = "AdaTron in the feature space of a kernel, with soft margins";
  static constexpr MethodTraits traits{
      .weighs_samples = true,
      .keeps_progress = true,
      .formula = "sign Σ x S K(ξ, input), x ← min(γ, max(0, x + (1 − E)/K(ξ, ξ)))",
      .source = "lecture notes, sections 4.3.3 and 4.3.4, errata N4, N23; Frieß, Cristianini, Campbell 1998"};
  static constexpr auto options() {
    return std::tuple{
        option("kernel", &KernelAdatronMethod::kernel, "rbf e^(−γ|ξ − ξ'|²), polynomial (1 + ξ·ξ')^q, linear ξ·ξ'"),
        option(
            "gamma", &KernelAdatronMethod::gamma,
            "of the rbf kernel, for prepared features; 0: ¼, 1 or 4 over their number, by threefold cross-validation",
            {.at_least = 0}),
        option("degree", &KernelAdatronMethod::degree, "of the polynomial kernel", {.at_least = 1, .at_most = 20}),
        option(
            "cost", &KernelAdatronMethod::cost,
            "the bound of the strengths; inf: none, for what is separable; 0: 1, 10 or 100, by threefold cross-validation",
            {.at_least = 0, .or_infinite = true}),
        option("tolerance", &KernelAdatronMethod::tolerance, "of the conditions of optimality", {.above = 0}),
        option("steps", &KernelAdatronMethod::steps,
               "of each machine at most; 0: a hundred for each example, a million at least", {.at_least = 0}),
        option("cache", &KernelAdatronMethod::cache, "MiB for values of the kernel", {.at_least = 1}),
        option("classes", &KernelAdatronMethod::classes,
               "more than two: a machine for every pair, or for each against the rest")};
  }
  std::unique_ptr<protea::Model> train(const PreparedSamples& samples, Runtime& runtime) const;
};

}   // namespace protea
