// LVQ1 [Kohonen]: the winner moves towards a sample of its class and away from any other. It has no cost function; the
// loss it reports is 1 for a misclassified sample.
#pragma once

#include <protea/base/export.hpp>
#include <protea/rule/winners.hpp>

namespace PROTEA_EXPORT protea {

struct Lvq1 : Steady<Lvq1> {
  static constexpr std::string_view name = "lvq1";
  static constexpr std::string_view summary =
      "Learning Vector Quantization 1: the winner moves towards or away from the sample.";
  static constexpr RuleTraits traits{.reads = Reads::nearest,
                                     .depends_on = DependsOn::winner,
                                     .formula = "w_J ← w_J ∓ η·½∂d/∂w, − (towards x) if c_J = y",
                                     .source = "lecture notes (5.4), (5.9); winner-takes-all dynamics, II"};
  static constexpr auto options() { return std::tuple{}; }

  double pull(Row d, Labels labels, Label y, MutableRow pull) const {
    const std::size_t winner = nearest(d);
    const bool is_right = labels[winner] == y;
    pull[winner] = is_right ? 0.5 : -0.5;
    return is_right ? 0 : 1;
  }
};

}   // namespace protea
