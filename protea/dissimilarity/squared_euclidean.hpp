// Squared Euclidean distance: d = Σ (x − w)².
#pragma once

#include <protea/base/export.hpp>
#include <protea/dissimilarity/dissimilarity.hpp>

namespace PROTEA_EXPORT protea {

struct SquaredEuclidean {
  static constexpr std::string_view name = "squared-euclidean";
  static constexpr std::string_view summary = "Squared Euclidean distance: every feature counts alike.";
  static constexpr DissimilarityTraits traits{.symmetric = true,
                                              .bregman = true,
                                              .is_squared_euclidean = true,
                                              .masking = Masking::sum,
                                              .is_quadratic_form = true,
                                              .formula = "d = Σ_l (x_l − w_l)²",
                                              .source = "lecture notes, section 5.1"};
  static constexpr auto options() { return std::tuple{}; }

  double value(Row x, Row w, Row theta) const;
  void add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const;
  std::size_t parameter_count(std::size_t) const { return 0; }
  void initialize(MutableRow, std::size_t, Random&) const {}
  void project(MutableRow) const {}

  void values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch& scratch) const;
  void relevance_matrix(Row theta, std::size_t n, MutableMatrixView lambda) const;
};

}   // namespace protea
