// LVQ+ (learning from correct classifications): only a winner of the sample's class moves.
#pragma once

#include <protea/base/export.hpp>
#include <protea/rule/winners.hpp>

namespace PROTEA_EXPORT protea {

struct LvqPlus : Steady<LvqPlus> {
  static constexpr std::string_view name = "lvq+";
  static constexpr std::string_view summary = "LVQ+: only a correct winner moves, towards the sample.";
  static constexpr RuleTraits traits{.reads = Reads::nearest,
                                     .depends_on = DependsOn::winner,
                                     .formula = "w_J ← w_J − η·½∂d/∂w if c_J = y",
                                     .source = "winner-takes-all dynamics, II, (a, b) = (½, ½)"};
  static constexpr auto options() { return std::tuple{}; }

  double pull(Row d, Labels labels, Label y, MutableRow pull) const {
    const std::size_t winner = nearest(d);
    if (labels[winner] != y) return 1;
    pull[winner] = 0.5;
    return 0;
  }
};

}   // namespace protea
