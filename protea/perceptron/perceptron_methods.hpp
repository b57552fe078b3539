// The perceptrons of the lecture notes as methods of the catalogue: each names a trainer, and all share what follows it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <tuple>
#include <utility>

#include <protea/base/export.hpp>
#include <protea/dissimilarity/kernel_distance.hpp>
#include <protea/perceptron/kernel_model.hpp>
#include <protea/perceptron/linear_model.hpp>
#include <protea/perceptron/unit_trainer.hpp>

namespace PROTEA_EXPORT protea {

// How classes become two sides, and whether planes may miss the origin.
struct MachineOptions {
  bool threshold = true;
  ClassCoding classes = ClassCoding::one_vs_one;

  static constexpr auto machine_options() {
    return std::tuple{
        option("threshold", &MachineOptions::threshold, "learn a threshold, as the weight of an input clamped to 1"),
        option("classes", &MachineOptions::classes,
               "more than two: a machine for every pair, or for each against the rest")};
  }
};

// What is common to methods of one perceptron to a machine.
template <class Own>
struct UnitMethod : MachineOptions {
  using Model = LinearModel;
  std::unique_ptr<protea::Model> train(const PreparedSamples& samples, Runtime& runtime) const;
};

struct PerceptronMethod : UnitMethod<PerceptronMethod> {
  double margin = 0;
  std::int64_t epochs = 1000;

  static constexpr std::string_view name = "perceptron";
  static constexpr std::string_view summary = "Rosenblatt's perceptron: learning from mistakes until there are none";
  static constexpr bool has_support = false;
  static constexpr bool has_scale = false;
  static constexpr MethodTraits traits{.formula = "w ← w + ξS/N where E = S w·ξ ≤ c, example by example",
                                       .source = "lecture notes (3.15), errata N1, N2; Rosenblatt 1958"};
  static constexpr auto options() {
    return std::tuple_cat(
        std::tuple{option("margin", &PerceptronMethod::margin, "learn while E ≤ c, this c", {.at_least = 0}),
                   option("epochs", &PerceptronMethod::epochs, "passes over the examples at most", {.at_least = 1})},
        machine_options());
  }
  TrainedUnit train_one(const Dichotomy& dichotomy, std::uint64_t seed) const;
};

struct MinOverMethod : UnitMethod<MinOverMethod> {
  std::int64_t epochs = 1000;
  double tolerance = 1e-3;
  MarginStop stop = MarginStop::stabilities;

  static constexpr std::string_view name = "minover";
  static constexpr std::string_view summary =
      "the perceptron of optimal stability, by learning the example of the smallest potential";
  static constexpr bool has_support = true;
  static constexpr bool has_scale = false;
  static constexpr MethodTraits traits{.formula = "w ← w + ξS/N for the example with the smallest E = S w·ξ",
                                       .source = "lecture notes, section 3.5.2; Krauth, Mézard 1987"};
  static constexpr auto options() {
    return std::tuple_cat(
        std::tuple{
            option("epochs", &MinOverMethod::epochs, "of as many steps as there are examples, at most",
                   {.at_least = 1}),
            option(
                "tolerance", &MinOverMethod::tolerance,
                "how far κ may be below the largest possible, relative to it; with angles: the turn in an epoch, over π",
                {.above = 0, .below = 1}),
            option("stop", &MinOverMethod::stop, "what tells the end: stabilities, or the angle the weights turn by")},
        machine_options());
  }
  TrainedUnit train_one(const Dichotomy& dichotomy, std::uint64_t seed) const;
};

struct AdalineMethod : UnitMethod<AdalineMethod> {
  Form form = Form::parallel;
  double rate = 0;
  std::int64_t epochs = 0;
  double tolerance = 1e-9;

  static constexpr std::string_view name = "adaline";
  static constexpr std::string_view summary = "adaptive linear neuron: least squares by gradient descent";
  static constexpr bool has_support = false;
  static constexpr bool has_scale = true;
  static constexpr MethodTraits traits{.weighs_samples = true,
                                       .formula = "x ← x + η(1 − E), w = (1/N) Σ x ξ S",
                                       .source = "lecture notes, section 3.6.2, errata N4, N22; Widrow, Hoff 1960"};
  static constexpr auto options() {
    return std::tuple_cat(
        std::tuple{
            option("form", &AdalineMethod::form, "all examples at once, or one after the other"),
            option("rate", &AdalineMethod::rate, "η; 0: half of what is admissible on the data", {.at_least = 0}),
            option("epochs", &AdalineMethod::epochs, "passes over the examples at most; 0: as many as it takes",
                   {.at_least = 0}),
            option("tolerance", &AdalineMethod::tolerance,
                   "how near the weights have to come to their end, relative to them", {.above = 0})},
        machine_options());
  }
  TrainedUnit train_one(const Dichotomy& dichotomy, std::uint64_t seed) const;
};

struct AdatronMethod : UnitMethod<AdatronMethod> {
  double rate = 0;
  std::int64_t epochs = 10000;
  double tolerance = 1e-9;

  static constexpr std::string_view name = "adatron";
  static constexpr std::string_view summary = "the perceptron of optimal stability, in embedding strengths";
  static constexpr bool has_support = true;
  static constexpr bool has_scale = true;
  static constexpr MethodTraits traits{.formula = "x ← max(0, x + η(1 − E)), w = (1/N) Σ x ξ S",
                                       .source = "lecture notes (3.76), errata N4; Anlauf, Biehl 1989"};
  static constexpr auto options() {
    return std::tuple_cat(
        std::tuple{
            option("rate", &AdatronMethod::rate, "η; 0: N/|ξ|², the exact step for each example", {.at_least = 0}),
            option("epochs", &AdatronMethod::epochs, "passes over the examples at most", {.at_least = 1}),
            option("tolerance", &AdatronMethod::tolerance, "of the conditions of optimality", {.above = 0})},
        machine_options());
  }
  TrainedUnit train_one(const Dichotomy& dichotomy, std::uint64_t seed) const;
};

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

struct PocketMethod : UnitMethod<PocketMethod> {
  std::int64_t epochs = 100;

  static constexpr std::string_view name = "pocket";
  static constexpr std::string_view summary =
      "Rosenblatt's perceptron on examples drawn at random, the best weights in the pocket";
  static constexpr bool has_support = false;
  static constexpr bool has_scale = false;
  static constexpr MethodTraits traits{.formula = "w ← w + ξS/N where E ≤ 0; ŵ ← w where it errs less than ŵ",
                                       .source = "lecture notes (4.2), errata N3; Gallant 1990"};
  static constexpr auto options() {
    return std::tuple_cat(
        std::tuple{option("epochs", &PocketMethod::epochs, "of as many draws as there are examples", {.at_least = 1})},
        machine_options());
  }
  TrainedUnit train_one(const Dichotomy& dichotomy, std::uint64_t seed) const;
};

struct CostMethod : UnitMethod<CostMethod> {
  double power = 2;
  double margin = 1;
  double rate = 0;
  std::int64_t epochs = 10000;
  double tolerance = 1e-6;

  static constexpr std::string_view name = "cost-perceptron";
  static constexpr std::string_view summary = "gradient descent of the costs H[k] of examples short of a margin";
  static constexpr bool has_support = false;
  static constexpr bool has_scale = true;
  static constexpr MethodTraits traits{.weighs_samples = true,
                                       .formula = "H[k] = Σ (c − E)^k Θ[c − E]",
                                       .source = "lecture notes, section 4.1.1, errata N24"};
  static constexpr auto options() {
    return std::tuple_cat(
        std::tuple{option("power", &CostMethod::power, "k: 1 the perceptron cost, 2 that of large margins",
                          {.at_least = 1, .at_most = 10}),
                   option("margin", &CostMethod::margin, "c", {.above = 0}),
                   option("rate", &CostMethod::rate, "of the descent; 0: as large as lowers the cost", {.at_least = 0}),
                   option("epochs", &CostMethod::epochs, "steps at most", {.at_least = 1}),
                   option("tolerance", &CostMethod::tolerance, "of the gradient, relative to that of the start",
                          {.above = 0})},
        machine_options());
  }
  TrainedUnit train_one(const Dichotomy& dichotomy, std::uint64_t seed) const;
};

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

struct CommitteeMethod : MachineOptions {
  using Model = LinearModel;

  std::int64_t units = 3;
  std::int64_t epochs = 200;

  static constexpr std::string_view name = "committee";
  static constexpr std::string_view summary = "committee machine: the majority of perceptrons, trained by least action";
  static constexpr MethodTraits traits{.formula = "S = sign Σ_k sign(w_k·ξ − θ_k)",
                                       .source = "lecture notes (4.7); Mitchison, Durbin 1989"};
  static constexpr auto options() {
    return std::tuple_cat(
        std::tuple{option("units", &CommitteeMethod::units, "odd, of each machine", {.at_least = 1, .at_most = 9999}),
                   option("epochs", &CommitteeMethod::epochs, "passes over the examples at most", {.at_least = 1})},
        machine_options());
  }
  std::unique_ptr<protea::Model> train(const PreparedSamples& samples, Runtime& runtime) const;
};

// Which trainer a parity machine has for its units.
enum class UnitKind { pocket, soft_adatron, perceptron, adaline };
constexpr auto names_of(UnitKind) {
  return std::array{std::pair<std::string_view, UnitKind>{"pocket", UnitKind::pocket},
                    std::pair<std::string_view, UnitKind>{"soft-adatron", UnitKind::soft_adatron},
                    std::pair<std::string_view, UnitKind>{"perceptron", UnitKind::perceptron},
                    std::pair<std::string_view, UnitKind>{"adaline", UnitKind::adaline}};
}

struct ParityMethod {
  using Model = LinearModel;

  UnitKind unit = UnitKind::pocket;
  std::int64_t most_units = 0;
  double validation = 0;
  std::int64_t epochs = 100;
  double cost = 0;
  ClassCoding classes = ClassCoding::one_vs_one;

  static constexpr std::string_view name = "parity";
  static constexpr std::string_view summary =
      "parity machine: the product of perceptrons, grown until all examples are right";
  static constexpr MethodTraits traits{
      .formula = "S = Π_k sign(w_k·ξ − θ_k)",
      .source = "lecture notes (4.8) to (4.15), errata N11, N12, N28; Biehl, Opper 1991"};
  static constexpr auto options() {
    return std::tuple{
        option("unit", &ParityMethod::unit, "how units are trained"),
        option("most_units", &ParityMethod::most_units, "of each machine; 0: as many as it takes", {.at_least = 0}),
        option("validation", &ParityMethod::validation,
               "share of the examples held out, by which the number of units is chosen; 0: none",
               {.at_least = 0, .below = 1}),
        option("epochs", &ParityMethod::epochs, "of each unit", {.at_least = 1}),
        option("cost", &ParityMethod::cost,
               "soft-adatron: the bound of the strengths; 0: ten times the number of inputs", {.at_least = 0}),
        option("classes", &ParityMethod::classes,
               "more than two: a machine for every pair, or for each against the rest")};
  }
  std::unique_ptr<protea::Model> train(const PreparedSamples& samples, Runtime& runtime) const;
};

}   // namespace protea
