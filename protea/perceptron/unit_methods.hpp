// Methods of one perceptron to a machine: each names a trainer and its options.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <tuple>

#include <protea/base/error.hpp>
#include <protea/base/export.hpp>
#include <protea/perceptron/examples_in_groups.hpp>
#include <protea/perceptron/machine_training.hpp>
#include <protea/perceptron/unit_trainer.hpp>

namespace PROTEA_EXPORT protea {

// What they share: `train_one` gives the unit of a dichotomy, and `has_scale` says whether the length of its weights means something.
template <class Own>
struct UnitMethod : MachineOptions {
  using Model = LinearModel;

  std::unique_ptr<protea::Model> train(const PreparedSamples& samples, Runtime& runtime) const {
    const Own& own = static_cast<const Own&>(*this);
    const LinearPlan plan{classes, threshold, Assembly::single, Own::has_scale};
    return train_with_scores(
        samples,
        [&](const PreparedSamples& rows, Precision precision, Runtime& on) {
          return train_linear(
              rows, plan,
              [&](const Dichotomy& dichotomy, std::uint64_t seed) {
                return machine_of(own.train_one(dichotomy, seed), dichotomy, precision);
              },
              on);
        },
        runtime);
  }
};

// … and can be trained on rows in groups (SumsOverGroups in method/lifted_method.hpp): `train_one` takes examples in groups too.
template <class Own>
struct GroupedUnitMethod : UnitMethod<Own> {
  using UnitMethod<Own>::train;

  std::string needs_all_rows() const { return {}; }
  std::vector<double> answer_of(const RowsOfGroup& group, std::size_t what, Row parameters) const {
    return answer_about_examples(group, what, parameters);
  }
  std::unique_ptr<protea::Model> train(GroupedRows& rows) const {
    const Own& own = static_cast<const Own&>(*this);
    return train_in_groups(rows, {this->classes, this->threshold, Assembly::single, Own::has_scale},
                           [&](const ExamplesInGroups& examples) { return own.train_one(examples); });
  }
};

struct PerceptronMethod : UnitMethod<PerceptronMethod> {
  double margin = 0;
  std::int64_t epochs = 1000;

  static constexpr std::string_view name = "perceptron";
  static constexpr std::string_view summary = "Rosenblatt's perceptron: learning from mistakes until there are none";
  static constexpr bool has_scale = false;
  static constexpr MethodTraits traits{.formula = "w ← w + ξS/N where E = S w·ξ ≤ c, example by example",
                                       .source = "lecture notes (3.15), errata N1, N2; Rosenblatt 1958"};
  static constexpr auto options() {
    return std::tuple_cat(
        std::tuple{option("margin", &PerceptronMethod::margin, "learn while E ≤ c, this c", {.at_least = 0}),
                   option("epochs", &PerceptronMethod::epochs, "passes over the examples at most", {.at_least = 1})},
        machine_options());
  }
  TrainedUnit train_one(const Dichotomy& dichotomy, std::uint64_t seed) const {
    return train_unit(Rosenblatt{margin, static_cast<std::size_t>(epochs)}, dichotomy, seed);
  }
};

struct MinOverMethod : UnitMethod<MinOverMethod> {
  std::int64_t epochs = 1000;
  double tolerance = 1e-3;
  MarginStop stop = MarginStop::stabilities;

  static constexpr std::string_view name = "minover";
  static constexpr std::string_view summary =
      "the perceptron of optimal stability, by learning the example of the smallest potential";
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
  TrainedUnit train_one(const Dichotomy& dichotomy, std::uint64_t seed) const {
    return train_unit(MinOver{static_cast<std::size_t>(epochs), tolerance, stop}, dichotomy, seed);
  }
};

struct AdalineMethod : GroupedUnitMethod<AdalineMethod> {
  Form form = Form::parallel;
  double rate = 0;
  std::int64_t epochs = 0;
  double tolerance = 1e-9;

  static constexpr std::string_view name = "adaline";
  static constexpr std::string_view summary = "adaptive linear neuron: least squares by gradient descent";
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
  TrainedUnit train_one(const Dichotomy& dichotomy, std::uint64_t seed) const {
    return train_unit(trainer(), dichotomy, seed);
  }
  TrainedUnit train_one(const ExamplesInGroups& examples) const { return train_unit(trainer(), examples); }
  std::string needs_all_rows() const {
    return form == Form::sequential ? setting("adaline.form", "sequential") + " presents one example after the other"
                                    : "";
  }
  Adaline trainer() const { return {form, rate, static_cast<std::size_t>(epochs), tolerance}; }
};

struct AdatronMethod : UnitMethod<AdatronMethod> {
  double rate = 0;
  std::int64_t epochs = 10000;
  double tolerance = 1e-9;

  static constexpr std::string_view name = "adatron";
  static constexpr std::string_view summary = "the perceptron of optimal stability, in embedding strengths";
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
  TrainedUnit train_one(const Dichotomy& dichotomy, std::uint64_t seed) const {
    return train_unit(Adatron{.rate = rate, .epochs = static_cast<std::size_t>(epochs), .tolerance = tolerance},
                      dichotomy, seed);
  }
};

struct PocketMethod : UnitMethod<PocketMethod> {
  std::int64_t epochs = 100;

  static constexpr std::string_view name = "pocket";
  static constexpr std::string_view summary =
      "Rosenblatt's perceptron on examples drawn at random, the best weights in the pocket";
  static constexpr bool has_scale = false;
  static constexpr MethodTraits traits{.formula = "w ← w + ξS/N where E ≤ 0; ŵ ← w where it errs less than ŵ",
                                       .source = "lecture notes (4.2), errata N3; Gallant 1990"};
  static constexpr auto options() {
    return std::tuple_cat(
        std::tuple{option("epochs", &PocketMethod::epochs, "of as many draws as there are examples", {.at_least = 1})},
        machine_options());
  }
  TrainedUnit train_one(const Dichotomy& dichotomy, std::uint64_t seed) const {
    return train_unit(Pocket{static_cast<std::size_t>(epochs)}, dichotomy, seed);
  }
};

struct CostMethod : GroupedUnitMethod<CostMethod> {
  double power = 2;
  double margin = 1;
  double rate = 0;
  std::int64_t epochs = 10000;
  double tolerance = 1e-6;

  static constexpr std::string_view name = "cost-perceptron";
  static constexpr std::string_view summary = "gradient descent of the costs H[k] of examples short of a margin";
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
  TrainedUnit train_one(const Dichotomy& dichotomy, std::uint64_t seed) const {
    return train_unit(trainer(), dichotomy, seed);
  }
  TrainedUnit train_one(const ExamplesInGroups& examples) const { return train_unit(trainer(), examples); }
  CostDescent trainer() const { return {power, margin, rate, static_cast<std::size_t>(epochs), tolerance}; }
};

}   // namespace protea
