// Mahalanobis distance: d = (x − w)ᵀS⁻¹(x − w), S the covariance of the training rows. θ is Ω with ΩᵀΩ = S⁻¹ and stays
// as it starts.
#pragma once

#include <protea/base/export.hpp>
#include <protea/dissimilarity/dissimilarity.hpp>

namespace PROTEA_EXPORT protea {

struct Mahalanobis {
  double regularization = 0.01;

  static constexpr std::string_view name = "mahalanobis";
  static constexpr std::string_view summary =
      "Squared distance in units of the spread of the data, with one fixed covariance per metric.";
  static constexpr DissimilarityTraits traits{.symmetric = true,
                                              .bregman = true,
                                              .masking = Masking::sum_with_rows,
                                              .is_quadratic_form = true,
                                              .formula = "d = (x − w)ᵀS⁻¹(x − w), S ← (1 − r)S + r·(tr S/n)·I",
                                              .source = "lecture notes, section 5.2.2; Mahalanobis 1936"};
  static constexpr auto options() {
    return std::tuple{option("regularization", &Mahalanobis::regularization,
                             "share r of a sphere in the covariance; more than 0 keeps it invertible",
                             {.at_least = 0, .at_most = 1})};
  }

  double value(Row x, Row w, Row theta) const;
  void add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const;
  std::size_t parameter_count(std::size_t n) const { return n * n; }
  void initialize(MutableRow theta, std::size_t n, Random& random) const;   // the identity: a covariance needs data
  void start(MutableRow theta, const StartingRows& rows) const;
  bool is_fixed() const { return true; }
  void project(MutableRow) const {}

  void values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch& scratch) const;
  void add_gradients(MatrixView x, MatrixView w, Row theta, Pulls pulls, MutableMatrixView gw, MutableRow gtheta,
                     Scratch& scratch) const;
  void observed_values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch& scratch) const;
  void add_observed_gradients(MatrixView x, MatrixView w, Row theta, Pulls pulls, MutableMatrixView gw,
                              MutableRow gtheta, Scratch& scratch) const;
  void relevance_matrix(Row theta, std::size_t n, MutableMatrixView lambda) const;
};

}   // namespace protea
