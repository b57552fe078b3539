// Committee and parity machines as methods.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <tuple>
#include <utility>

#include <protea/base/export.hpp>
#include <protea/perceptron/machine_training.hpp>

namespace PROTEA_EXPORT protea {

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
