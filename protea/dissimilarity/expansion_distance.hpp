// The dissimilarity of a sample to a combination of samples, as an inner product of two rows: (d(x,x_1) … d(x,x_N), 1)
// for the sample, (α_1 … α_N, −½ αᵀDα) for the prototype. Models make such rows (model/expansion.hpp); people
// cannot choose it.
#pragma once

#include <protea/base/export.hpp>
#include <protea/base/lanes.hpp>
#include <protea/dissimilarity/dissimilarity.hpp>

namespace PROTEA_EXPORT protea {

struct ExpansionDistance {
  static constexpr std::string_view name = "expansion";
  static constexpr std::string_view summary = "Dissimilarity to a combination of samples.";
  static constexpr DissimilarityTraits traits{
      .formula = "d = Σ_j α_j d(x,x_j) − ½ Σ_ij α_i α_j d(x_i,x_j)",
      .source =
          "margin analysis, section 6; Hammer, Hofmann, Schleif, Zhu 2014, learning vector quantization for (dis-)similarities"};
  static constexpr auto options() { return std::tuple{}; }

  double value(Row x, Row w, Row) const {
    return lane_sum(x.size(), [&](std::size_t i) { return x[i] * w[i]; });
  }
  void add_gradient(Row x, Row, Row, double pull, MutableRow gw, MutableRow) const {
    for (std::size_t i = 0; i < x.size(); ++i) gw[i] += pull * x[i];
  }
  std::size_t parameter_count(std::size_t) const { return 0; }
  void initialize(MutableRow, std::size_t, Random&) const {}
  void project(MutableRow) const {}
};

}   // namespace protea
