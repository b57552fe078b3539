// Relevances from the Fisher criterion score between single prototypes: each keeps mean and variance of the samples it
// won rightly, and those of the nearest ones, of different classes, are compared. Copes with classes of several
// clusters.
#pragma once

#include <array>
#include <utility>

#include <protea/base/export.hpp>
#include <protea/relevance/estimator.hpp>
#include <protea/relevance/fisher_score.hpp>

namespace PROTEA_EXPORT protea {

enum class Rivals { nearest, every_class };
constexpr auto names_of(Rivals) {
  return std::array{std::pair<std::string_view, Rivals>{"nearest", Rivals::nearest},
                    std::pair<std::string_view, Rivals>{"every-class", Rivals::every_class}};
}

class Fisher2 final : public DescribedEstimator<Fisher2> {
 public:
  Rivals rivals = Rivals::nearest;
  Fallback fallback = Fallback::separating;

  static constexpr std::string_view name = "fisher-2";
  static constexpr std::string_view summary =
      "Fisher score of each feature between the nearest prototypes of different classes.";
  static constexpr EstimatorTraits traits{
      .formula = "F = Σ_k (μ_k − μ̄)² / Σ_k s_k, μ_k and s_k of the samples won rightly, λ ← running mean of F/ΣF",
      .source = "Fisher relevances (19)–(27)"};
  static constexpr auto options() {
    return std::tuple{
        option(
            "rivals", &Fisher2::rivals,
            "compared: the winner and the nearest of another class that has won rightly, or, as printed in (22), the nearest of every class, "
            "which waits until all of them have"),
        option("fallback", &Fisher2::fallback,
               "which feature without spread makes S_B the score of all: separating ones, or any")};
  }

  void start(std::size_t features, Labels prototypes, std::size_t classes) override;
  void observe(const Observation& seen, MutableRow lambda) override;
  std::vector<StateBuffer> state() override {
    return {{"wins", &wins_}, {"means", &means_}, {"squares", &squares_}, {"updates", &score_.updates()}};
  }

 private:
  void add_to(std::size_t k, Row x, double weight);
  void find_compared(Row d, std::size_t winner);

  std::vector<std::size_t> labels_;
  std::vector<double> wins_;           // correct ones, per prototype
  std::vector<double> means_;          // of the samples won rightly, prototypes × features
  std::vector<double> squares_;        // sums of their squared deviations
  std::vector<std::size_t> nearest_;   // per class, the nearest prototype with statistics
  std::vector<std::size_t> compared_;
  std::vector<double> mean_;
  FisherScore score_;
};

}   // namespace protea
