// Weighted squared Euclidean distance with learned relevances: d = Σ λ (x − w)², λ ≥ 0, Σλ = 1.
#pragma once

#include <string>

#include <protea/dissimilarity/dissimilarity.hpp>

namespace protea {

struct Relevance {
  std::string relevances = {};
  bool learn = true;

  static constexpr std::string_view name = "relevance";
  static constexpr std::string_view summary = "Squared distance with one learned relevance per feature.";
  static constexpr DissimilarityTraits traits{.symmetric = true,
                                              .bregman = true,
                                              .scale_free_parameters = true,
                                              .masking = Masking::sum_with_rows,
                                              .is_quadratic_form = true,
                                              .formula = "d = Σ_l λ_l (x_l − w_l)², λ_l ≥ 0, Σ_l λ_l = 1",
                                              .source = "Fisher relevances (1); lecture notes, section 5.2.2"};
  static constexpr auto options() {
    return std::tuple{option("relevances", &Relevance::relevances, "first relevances, such as 0.5,0.3,0.2; empty: all equal"),
                      option("learn", &Relevance::learn, "learn the relevances; otherwise they stay as they start")};
  }

  double value(Row x, Row w, Row theta) const;
  void add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const;
  std::size_t parameter_count(std::size_t n) const { return n; }
  void initialize(MutableRow theta, std::size_t n, Random& random) const;
  bool is_fixed() const { return !learn; }
  void project(MutableRow theta) const;   // clip at 0, then normalise to sum 1

  void values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch& scratch) const;
  void relevance_matrix(Row theta, std::size_t n, MutableMatrixView lambda) const;

  // λ_l = u_l²/Σu²
  void from_free(Row free, MutableRow theta) const;
  void to_free(MutableRow theta) const;
  void pull_back(Row free, MutableRow gradient) const;
};

}  // namespace protea
