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
      .formula = "loss = ½·min_k d_k",
      .source = "winner-takes-all dynamics, III; divergence based vector quantization, 4.3"};
  static constexpr auto options() { return std::tuple{}; }

  double pull(Row d, Labels, Label, MutableRow pull) const {
    const std::size_t winner = nearest(d);
    pull[winner] = 0.5;
    return 0.5 * d[winner];
  }
};

}   // namespace protea
