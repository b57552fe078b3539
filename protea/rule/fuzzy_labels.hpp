// Maps and gases whose units learn label vectors too: (1 − β)·E_map + β·½·Σ_k g_k·ψ_k, with g_k = exp(−d_k/2γ²) and ψ_k
// the dissimilarity of a sample's memberships from the label vector of unit k. Units are pulled to samples, and pushed
// from those whose labels are unlike theirs.
#pragma once

#include <cmath>

#include <protea/base/export.hpp>
#include <protea/base/kernels.hpp>
#include <protea/rule/neural_gas.hpp>
#include <protea/rule/som.hpp>

namespace PROTEA_EXPORT protea {

struct FuzzyLabelOptions {
  double balance = 0.5;
  double kernel = 0;

  static constexpr auto options() {
    return std::tuple{option("balance", &FuzzyLabelOptions::balance,
                             "β, between the map of the data (0) and the labels (1); 0 is the plain map",
                             {.at_least = 0, .at_most = 1}),
                      option("kernel", &FuzzyLabelOptions::kernel,
                             "width γ of g = exp(−d/2γ²), within which labels are compared; 0: chosen from the data",
                             {.at_least = 0})};
  }

  // The root of the typical distance of a sample to its nearest unit.
  void choose_kernel(double typical_distance) {
    if (kernel == 0 && typical_distance > 0) kernel = std::sqrt(typical_distance);
  }

  // From the loss and the pulls of the plain map to those with labels; d and pull have K numbers for the units, then
  // K for label vectors.
  double add_labels(double loss, Row d, MutableRow pull) const {
    const std::size_t units = d.size() / 2;
    const double slope = 1 / (2 * (kernel > 0 ? kernel * kernel : 1));
    const MutableRow closeness = pull.subspan(units);
    for (std::size_t k = 0; k < units; ++k) closeness[k] = -slope * d[k];
    kernels().exponentials(closeness.data(), units, closeness.data());
    double of_labels = 0;
    for (std::size_t k = 0; k < units; ++k) {
      const double g = closeness[k];
      const double psi = d[units + k];
      of_labels += 0.5 * g * psi;
      pull[k] = (1 - balance) * pull[k] - balance * (0.5 * slope * g * psi);
      pull[units + k] = balance * (0.5 * g);
    }
    return (1 - balance) * loss + balance * of_labels;
  }
};

struct FlSom : Map<FlSom>, FuzzyLabelOptions {
  static constexpr std::string_view name = "fl-som";
  static constexpr std::string_view summary =
      "Fuzzy-labelled map: Heskes' map whose units learn label vectors beside their places.";
  static constexpr RuleTraits traits{
      .has_cost = true,
      .supervised = false,
      .learns_label_vectors = true,
      .formula = "loss = (1−β)·½·min_s Σ_k h(s, k)·d_k + β·½·Σ_k g_k·ψ_k, g = exp(−d/2γ²), ψ of the labels",
      .source = "divergence based vector quantization, 4.20 to 4.24"};
  static constexpr auto options() { return std::tuple_cat(MapOptions::options(), FuzzyLabelOptions::options()); }

  FlSom with_typical_distance(double distance) const {
    FlSom result = *this;
    result.choose_kernel(distance);
    return result;
  }

  double pull(Row d, Labels, Label, MutableRow pull) const {
    const std::size_t units = d.size() / 2;
    const Winner winner = heskes_winner(*cooperation, d.first(units));
    cooperation->set_row(winner.unit, 0.5, pull.first(units));
    return add_labels(winner.loss, d, pull);
  }
};

struct FlNg : GasOptions, FuzzyLabelOptions {
  static constexpr std::string_view name = "fl-ng";
  static constexpr std::string_view summary =
      "Fuzzy-labelled neural gas: a gas whose units learn label vectors beside their places.";
  static constexpr RuleTraits traits{
      .has_cost = true,
      .supervised = false,
      .learns_label_vectors = true,
      .formula = "loss = (1−β)·½·Σ_k h(rank_k)·d_k + β·½·Σ_k g_k·ψ_k, g = exp(−d/2γ²), ψ of the labels",
      .source = "divergence based vector quantization, 4.20 to 4.24"};
  static constexpr auto options() { return std::tuple_cat(GasOptions::options(), FuzzyLabelOptions::options()); }

  FlNg at(double t) const {
    FlNg result = *this;
    result.progress = t;
    return result;
  }
  FlNg with_typical_distance(double distance) const {
    FlNg result = *this;
    result.choose_kernel(distance);
    return result;
  }

  double pull(Row d, Labels, Label, MutableRow pull) const {
    const std::size_t units = d.size() / 2;
    return add_labels(loss_by_rank(d.first(units), pull.first(units)), d, pull);
  }
};

}   // namespace protea
