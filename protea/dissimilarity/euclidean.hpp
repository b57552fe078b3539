// Euclidean distance: d = √Σ(x − w)². Where a formula wants squared distances, squared-euclidean is the one to take.
#pragma once

#include <protea/base/export.hpp>
#include <protea/dissimilarity/dissimilarity.hpp>

namespace PROTEA_EXPORT protea {

struct Euclidean {
  static constexpr std::string_view name = "euclidean";
  static constexpr std::string_view summary = "Euclidean distance, not squared: far prototypes count less.";
  static constexpr DissimilarityTraits traits{.symmetric = true,
                                              .masking = Masking::root_of_sum,
                                              .is_root_of_quadratic_form = true,
                                              .formula = "d = √Σ_l (x_l − w_l)²",
                                              .source = "lecture notes, section 5.1"};
  static constexpr auto options() { return std::tuple{}; }

  double value(Row x, Row w, Row theta) const;
  void add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const;
  std::size_t parameter_count(std::size_t) const { return 0; }
  void initialize(MutableRow, std::size_t, Random&) const {}
  void project(MutableRow) const {}

  void values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch& scratch) const;
};

}   // namespace protea
