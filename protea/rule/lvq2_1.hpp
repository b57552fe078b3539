// LVQ2.1 [Kohonen]: when one of the two nearest prototypes is right and the other wrong, and the sample lies in the
// window between them, the right one moves towards it and the wrong one away.
#pragma once

#include <protea/base/export.hpp>
#include <protea/rule/window.hpp>
#include <protea/rule/winners.hpp>

namespace PROTEA_EXPORT protea {

struct Lvq21 : Steady<Lvq21> {
  double window = 0.3;
  WindowOn window_on = WindowOn::distance;

  static constexpr std::string_view name = "lvq2.1";
  static constexpr std::string_view summary =
      "LVQ2.1: the two nearest prototypes, one right and one wrong, move inside a window.";
  static constexpr RuleTraits traits{
      .reads = Reads::nearest_two,
      .depends_on = DependsOn::difference,
      .formula = "both nearest move if exactly one is right and min(dᵢ/dⱼ, dⱼ/dᵢ) > (1−ω)/(1+ω)",
      .source = "LVQ_PAK; lecture notes, section 5.1; errata M13"};
  static constexpr auto options() {
    return std::tuple{option("window", &Lvq21::window, "relative width ω of the window; inf for none",
                             {.above = 0, .or_infinite = true}),
                      option("window_on", &Lvq21::window_on, window_on_help)};
  }

  static Settings limit_settings() { return WindowLimit::limit_settings(); }
  void demand_limit() const { WindowLimit::demand(window_on); }
  std::vector<double> breaks(double) const { return WindowLimit::breaks(window); }
  std::string law_text() const { return WindowLimit::law_text(window); }

  double pull(Row d, Labels labels, Label y, MutableRow pull) const {
    const auto [first, second] = nearest_two(d);
    const bool is_right = labels[first] == y;
    if (second != nobody && is_right != (labels[second] == y) && is_in_window(d[first], d[second], window, window_on)) {
      pull[first] = is_right ? 0.5 : -0.5;
      pull[second] = -pull[first];
    }
    return is_right ? 0 : 1;
  }
};

}   // namespace protea
