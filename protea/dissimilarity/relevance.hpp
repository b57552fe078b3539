// Weighted squared Euclidean distance with learned relevances: d = Σ λ (x − w)², λ ≥ 0, Σλ = 1.
#pragma once

#include <array>
#include <string>
#include <utility>

#include <protea/base/export.hpp>
#include <protea/dissimilarity/dissimilarity.hpp>

namespace PROTEA_EXPORT protea {

// How relevances change: along ∂d/∂λ = (x − w)², or along |x − w|, as some programs have it.
enum class RelevanceUpdate { squared, absolute };
constexpr auto names_of(RelevanceUpdate) {
  return std::array{std::pair<std::string_view, RelevanceUpdate>{"squared", RelevanceUpdate::squared},
                    std::pair<std::string_view, RelevanceUpdate>{"absolute", RelevanceUpdate::absolute}};
}

// How prototypes move: along ∂d/∂w = 2λ(w − x), or along 2(w − x), as in the first papers on relevance LVQ.
enum class PrototypeStep { gradient, plain };
constexpr auto names_of(PrototypeStep) {
  return std::array{std::pair<std::string_view, PrototypeStep>{"gradient", PrototypeStep::gradient},
                    std::pair<std::string_view, PrototypeStep>{"plain", PrototypeStep::plain}};
}

struct Relevance {
  std::vector<double> relevances = {};
  bool learn = true;
  RelevanceUpdate update = RelevanceUpdate::squared;
  PrototypeStep step = PrototypeStep::gradient;

  static constexpr std::string_view name = "relevance";
  static constexpr std::string_view summary = "Squared distance with one learned relevance per feature.";
  static constexpr DissimilarityTraits traits{.symmetric = true,
                                              .bregman = true,
                                              .masking = Masking::sum_with_rows,
                                              .is_quadratic_form = true,
                                              .has_relevances = true,
                                              .formula = "d = Σ_l λ_l (x_l − w_l)², λ_l ≥ 0, Σ_l λ_l = 1",
                                              .source = "Fisher relevances (1); lecture notes, section 5.2.2"};
  static constexpr auto options() {
    return std::tuple{
        option("relevances", &Relevance::relevances, "first relevances, such as 0.5,0.3,0.2; empty: all equal",
               {.at_least = 0}),
        option("learn", &Relevance::learn, "learn the relevances; otherwise they stay as they start"),
        option("update", &Relevance::update, "relevances change by (x − w)², the gradient, or by |x − w|"),
        option("step", &Relevance::step, "prototypes move along the gradient, by λ(x − w), or plainly by x − w")};
  }

  double value(Row x, Row w, Row theta) const;
  void add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const;
  static constexpr std::string_view instead_of_gradient =
      "dissimilarity.update = absolute or dissimilarity.step = plain";
  bool has_gradient() const { return update == RelevanceUpdate::squared && step == PrototypeStep::gradient; }
  std::size_t parameter_count(std::size_t n) const { return n; }
  void initialize(MutableRow theta, std::size_t n, Random& random) const;
  bool is_fixed() const { return !learn; }
  void project(MutableRow theta) const;   // clip at 0, then normalise to sum 1

  void values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch& scratch) const;
  void relevance_matrix(Row theta, std::size_t n, MutableMatrixView lambda) const;

  // λ_l = u_l²/Σu²
  void from_free(MutableRow theta) const;
  void to_free(MutableRow theta) const;
  void pull_back(Row free, MutableRow gradient) const;
};

}   // namespace protea
