// The general winner-takes-all rule of the theory, g = a + b·c·σ, as an object that trains: for simulations of rules
// without a name.
#pragma once

#include <protea/base/export.hpp>
#include <protea/rule/winners.hpp>

namespace PROTEA_EXPORT protea {

struct WinnerRule : Steady<WinnerRule> {
  double a = 0;
  double b = 1;

  static constexpr std::string_view name = "winner-takes-all";
  static constexpr std::string_view summary =
      "The winner moves by a + b towards a sample of its class, by a − b towards any other.";
  static constexpr RuleTraits traits{.reads = Reads::nearest, .formula = {}, .source = {}};
  static constexpr auto options() {
    return std::tuple{option("a", &WinnerRule::a, "the part that ignores labels"),
                      option("b", &WinnerRule::b, "the part that heeds them")};
  }

  double pull(Row d, Labels labels, Label y, MutableRow pull) const {
    const std::size_t winner = nearest(d);
    const bool is_right = labels[winner] == y;
    pull[winner] = 0.5 * (is_right ? a + b : a - b);
    return is_right ? 0 : 1;
  }
};

}   // namespace protea
