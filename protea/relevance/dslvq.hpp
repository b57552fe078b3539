// Distinction sensitive relevances [PregenzerPfurtschellerFlotzinger1996]: a feature gains where it holds the nearest
// wrong prototype farther away than the nearest right one.
#pragma once

#include <protea/base/export.hpp>
#include <protea/relevance/estimator.hpp>

namespace PROTEA_EXPORT protea {

class Dslvq final : public DescribedEstimator<Dslvq> {
 public:
  double rate = 0.01;

  static constexpr std::string_view name = "dslvq";
  static constexpr std::string_view summary =
      "Distinction sensitive: features gain that part the nearest right and wrong prototype.";
  static constexpr EstimatorTraits traits{
      .formula = "v = (|x − w_K| − |x − w_J|)/max(·, ·), λ ← λ + rate·(v/Σ|v| − λ), then λ ≥ 0, Σλ = 1",
      .source = "Pregenzer, Pfurtscheller, Flotzinger 1996"};
  static constexpr auto options() {
    return std::tuple{option("rate", &Dslvq::rate, "how fast the relevances follow", {.above = 0, .at_most = 1})};
  }

  void start(std::size_t features, Labels prototypes, std::size_t classes) override;
  void observe(const Observation& seen, MutableRow lambda) override;
  std::vector<StateBuffer> state() override { return {}; }

 private:
  std::vector<Label> labels_;
  std::vector<double> v_;
};

}   // namespace protea
