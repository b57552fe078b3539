// Tangent distance: to the flat through w along r learned directions, d = ‖(I − TᵀT)(x − w)‖², T with orthonormal rows.
#pragma once

#include <cstdint>

#include <protea/base/export.hpp>
#include <protea/dissimilarity/dissimilarity.hpp>

namespace PROTEA_EXPORT protea {

struct Tangent {
  std::int64_t tangents = 1;

  static constexpr std::string_view name = "tangent";
  static constexpr std::string_view summary =
      "Squared distance to a flat through the prototype: learned directions cost nothing.";
  static constexpr DissimilarityTraits traits{.symmetric = true,
                                              .bregman = true,
                                              .is_quadratic_form = true,
                                              .formula = "d = ‖(I − TᵀT)(x − w)‖², TTᵀ = I",
                                              .source = "margin analysis, section 6; Saralajew and Villmann 2016"};
  static constexpr auto options() {
    return std::tuple{option("tangents", &Tangent::tangents, "directions r that cost nothing, fewer than features",
                             {.at_least = 1, .at_most = 32})};
  }

  double value(Row x, Row w, Row theta) const;
  void add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const;
  std::size_t parameter_count(std::size_t n) const;
  void initialize(MutableRow theta, std::size_t n, Random& random) const;   // the first axes
  void start(MutableRow theta, const StartingRows& rows) const;             // the leading principal axes of the class
  void project(MutableRow theta) const;                                     // orthonormal rows

  void values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch& scratch) const;
  void add_gradients(MatrixView x, MatrixView w, Row theta, Pulls pulls, MutableMatrixView gw, MutableRow gtheta,
                     Scratch& scratch) const;
  void relevance_matrix(Row theta, std::size_t n, MutableMatrixView lambda) const;   // I − TᵀT

  // T = L⁻¹U with UUᵀ = LLᵀ
  void from_free(MutableRow theta) const;
  void to_free(MutableRow) const {}
  void pull_back(Row free, MutableRow gradient) const;

 private:
  std::size_t rows() const { return static_cast<std::size_t>(tangents); }
};

}   // namespace protea
