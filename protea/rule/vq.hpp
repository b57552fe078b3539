// Vector quantization: the winner moves towards the sample whatever its label. Cost: half the distance to the winner.
#pragma once

#include <protea/base/export.hpp>
#include <protea/rule/winners.hpp>

namespace PROTEA_EXPORT protea {

struct Vq : Steady<Vq> {
  static constexpr std::string_view name = "vq";
  static constexpr std::string_view summary =
      "Vector quantization: the winner moves towards the sample, labels are ignored.";
  static constexpr RuleTraits traits{
      .has_cost = true,
      .supervised = false,
      .reads = Reads::nearest,
      .depends_on = DependsOn::winner,
      .has_means = true,
      .formula = "loss = ½·min_k d_k",
      .source = "winner-takes-all dynamics, III; divergence based vector quantization, 4.3"};
  static constexpr auto options() { return std::tuple{}; }

  Winner winner(Row d) const {
    const std::size_t unit = nearest(d);
    return {unit, 0.5 * d[unit]};
  }
  double pull(Row d, Labels, Label, MutableRow pull) const {
    const auto [unit, loss] = winner(d);
    pull[unit] = 0.5;
    return loss;
  }
  void spread(MatrixView by_winner, MutableMatrixView to) const {
    for (std::size_t k = 0; k < to.rows; ++k) {
      for (std::size_t j = 0; j < to.columns; ++j) to.row(k)[j] += 0.5 * by_winner.row(k)[j];
    }
  }
};

}   // namespace protea
