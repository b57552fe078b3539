// Angle between sample and prototype: d = 1 − cos(Ωx, Ωw), or shaped exponentially as in angle LVQ; Ω is the identity,
// the roots of learned relevances, or a learned matrix. Lengths do not count.
#pragma once

#include <array>
#include <cstdint>

#include <protea/base/export.hpp>
#include <protea/dissimilarity/dissimilarity.hpp>

namespace PROTEA_EXPORT protea {

enum class AngleMetric { none, relevance, matrix };
constexpr auto names_of(AngleMetric) {
  return std::array{std::pair<std::string_view, AngleMetric>{"none", AngleMetric::none},
                    std::pair<std::string_view, AngleMetric>{"relevance", AngleMetric::relevance},
                    std::pair<std::string_view, AngleMetric>{"matrix", AngleMetric::matrix}};
}

struct Angle {
  double shape = 0;
  AngleMetric metric = AngleMetric::none;
  std::int64_t rank = 0;

  static constexpr std::string_view name = "angle";
  static constexpr std::string_view summary =
      "One minus the cosine of the angle between sample and prototype; a metric may be learned.";
  static constexpr DissimilarityTraits traits{
      .symmetric = true,
      .scale_invariant = true,
      .formula = "d = 1 − c, or (e^{β(1−c)} − 1)/(e^{2β} − 1), c = xᵀΛw/√(xᵀΛx · wᵀΛw), Λ = I, diag λ or ΩᵀΩ",
      .source = "lecture notes, section 5.2; angle LVQ (Bunte et al. 2016)"};
  static constexpr auto options() {
    return std::tuple{
        option("shape", &Angle::shape, "β of the exponential form; 0 gives 1 − cos", {.at_least = 0, .at_most = 100}),
        option("metric", &Angle::metric, "what is learned: nothing, a relevance per feature, or a matrix"),
        option("rank", &Angle::rank, "matrix: its rows; 0 means as many as features", {.at_least = 0})};
  }

  double value(Row x, Row w, Row theta) const;
  void add_gradient(Row x, Row w, Row theta, double pull, MutableRow gw, MutableRow gtheta) const;
  std::size_t parameter_count(std::size_t n) const;
  void initialize(MutableRow theta, std::size_t n, Random& random) const;
  void project(MutableRow theta) const;   // as for relevance and matrix

  void values(MatrixView x, MatrixView w, Row theta, MutableMatrixView d, Scratch& scratch) const;
  void add_gradients(MatrixView x, MatrixView w, Row theta, Pulls pulls, MutableMatrixView gw, MutableRow gtheta,
                     Scratch& scratch) const;
  bool has_relevance_matrix() const { return metric != AngleMetric::none; }
  void relevance_matrix(Row theta, std::size_t n, MutableMatrixView lambda) const;

  void from_free(MutableRow theta) const;
  void to_free(MutableRow theta) const;
  void pull_back(Row free, MutableRow gradient) const;

 private:
  double shaped(double difference) const;
  double slope_of_shape(double difference) const;
};

}   // namespace protea
