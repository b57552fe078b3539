// OLVQ1 [Kohonen]: LVQ1 in which every prototype has a learning rate of its own, lowered when it is right and raised
// when it is wrong. The rates are parameters of the rule, so they live in the flat buffer and in checkpoints.
#pragma once

#include <algorithm>

#include <protea/base/export.hpp>
#include <protea/rule/winners.hpp>

namespace PROTEA_EXPORT protea {

struct Olvq1 : Steady<Olvq1> {
  double rate = 0.3;

  static constexpr std::string_view name = "olvq1";
  static constexpr std::string_view summary =
      "Optimized LVQ1: a learning rate per prototype, adapted by its successes.";
  static constexpr RuleTraits traits{.reads = Reads::nearest,
                                     .sets_own_rates = true,
                                     .formula = "move with α_J, then α_J ← min(α_J/(1 ± α_J), α(0)), + if c_J = y",
                                     .source = "LVQ_PAK; margin analysis, errata M13"};
  static constexpr auto options() {
    return std::tuple{option("rate", &Olvq1::rate, "first learning rate of every prototype, and its cap",
                             {.above = 0, .at_most = 1})};
  }

  std::size_t parameter_count(std::size_t prototypes) const { return prototypes; }
  void initialize(MutableRow theta) const { std::fill(theta.begin(), theta.end(), rate); }

  // gθ is the old rate minus the new one: a step of rate 1 sets it.
  double pull(Row d, Labels labels, Label y, MutableRow pull, Row theta, MutableRow gtheta) const {
    const std::size_t winner = nearest(d);
    const bool is_right = labels[winner] == y;
    const double alpha = theta[winner];
    pull[winner] = is_right ? 0.5 * alpha : -0.5 * alpha;
    const double next = is_right ? alpha / (1 + alpha) : (alpha < 1 ? std::min(alpha / (1 - alpha), rate) : rate);
    gtheta[winner] += alpha - next;
    return is_right ? 0 : 1;
  }
};

}   // namespace protea
