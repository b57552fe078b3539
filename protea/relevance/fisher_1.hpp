// Relevances from the Fisher criterion score over the prototypes of all classes, each weighted by its share of the
// correct wins of its class.
#pragma once

#include <array>
#include <utility>

#include <protea/base/export.hpp>
#include <protea/relevance/estimator.hpp>
#include <protea/relevance/fisher_score.hpp>

namespace PROTEA_EXPORT protea {

enum class Priors { running, uniform };
constexpr auto names_of(Priors) {
  return std::array{std::pair<std::string_view, Priors>{"running", Priors::running},
                    std::pair<std::string_view, Priors>{"uniform", Priors::uniform}};
}

class Fisher1 final : public DescribedEstimator<Fisher1> {
 public:
  Priors priors = Priors::running;
  Fallback fallback = Fallback::separating;

  static constexpr std::string_view name = "fisher-1";
  static constexpr std::string_view summary = "Fisher score of each feature over the prototypes of all classes.";
  static constexpr EstimatorTraits traits{
      .formula = "F = Σ_c P_c (ŵ_c − ŵ)² / Σ_c P_c Σ_k∈c p_k (w_k − ŵ_c)², λ ← running mean of F/ΣF",
      .source = "Fisher relevances (13)–(18)"};
  static constexpr auto options() {
    return std::tuple{option("priors", &Fisher1::priors, "weights P of the classes: their shares so far, or all equal"),
                      option("fallback", &Fisher1::fallback,
                             "which feature without spread makes S_B the score of all: separating ones, or any")};
  }

  void start(std::size_t features, Labels prototypes, std::size_t classes) override;
  void observe(const Observation& seen, MutableRow lambda) override;
  std::vector<StateBuffer> state() override {
    return {{"wins", &wins_}, {"samples", &samples_}, {"updates", &score_.updates()}};
  }

 private:
  double prior(std::size_t c) const;
  void weigh_prototypes();

  std::vector<std::size_t> labels_;
  std::vector<double> wins_;      // correct ones, per prototype
  std::vector<double> samples_;   // seen, per class
  std::vector<double> weights_;   // p_k
  Matrix means_;                  // classes × features
  std::vector<double> mean_;
  FisherScore score_;
};

}   // namespace protea
