// LVQ3 [Kohonen]: LVQ2.1, and when both nearest prototypes are right both move a little, without a window.
#pragma once

#include <protea/base/export.hpp>
#include <protea/rule/lvq2_1.hpp>

namespace PROTEA_EXPORT protea {

struct Lvq3 : Steady<Lvq3> {
  double window = 0.3;
  WindowOn window_on = WindowOn::distance;
  double epsilon = 0.1;

  static constexpr std::string_view name = "lvq3";
  static constexpr std::string_view summary = "LVQ3: LVQ2.1 that also keeps prototypes in the middle of their class.";
  static constexpr RuleTraits traits{.reads = Reads::nearest_two,
                                     .depends_on = DependsOn::difference,
                                     .formula = "as lvq2.1; both move by ε·η towards x if both nearest are right",
                                     .source = "LVQ_PAK; errata M13"};
  static constexpr auto options() {
    return std::tuple{
        option("window", &Lvq3::window, "relative width ω of the window; inf for none",
               {.above = 0, .or_infinite = true}),
        option("window_on", &Lvq3::window_on, window_on_help),
        option("epsilon", &Lvq3::epsilon, "relative step when both nearest prototypes are right", {.at_least = 0})};
  }

  static Settings limit_settings() { return WindowLimit::limit_settings(); }
  void demand_limit() const { WindowLimit::demand(window_on); }
  std::vector<double> breaks(double) const { return WindowLimit::breaks(window); }
  std::string law_text() const { return WindowLimit::law_text(window); }

  double pull(Row d, Labels labels, Label y, MutableRow pull) const {
    const auto [first, second] = nearest_two(d);
    if (second != nobody && labels[first] == y && labels[second] == y) {
      pull[first] = pull[second] = 0.5 * epsilon;
      return 0;
    }
    Lvq21 between;
    between.window = window;
    between.window_on = window_on;
    return between.pull(d, labels, y, pull);
  }
};

}   // namespace protea
