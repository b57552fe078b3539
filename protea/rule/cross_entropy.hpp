// Soft classification with log loss: P(c) = e^{−s·d_c} / Σ_c' e^{−s·d_c'} over the classes, d_c the distance to the
// nearest prototype of class c; loss = −ln P(y). ∂loss/∂d_c = s(δ_cy − P(c)), so the winner of each class moves.
#pragma once

#include <vector>

#include <protea/base/exact_math.hpp>
#include <protea/base/export.hpp>
#include <protea/base/kernels.hpp>
#include <protea/rule/activation.hpp>
#include <protea/rule/winners.hpp>

namespace PROTEA_EXPORT protea {

struct CrossEntropy {
  double steepness = 1;
  double annealing = 1;
  bool learn_steepness = false;

  static constexpr std::string_view name = "cross-entropy";
  static constexpr std::string_view summary =
      "Log loss of a softmax over the classes, each class seen through its nearest prototype.";
  static constexpr RuleTraits traits{
      .has_cost = true,
      .needs_own_prototype = true,
      .depends_on = DependsOn::difference,
      .formula = "loss = −ln P(y), P(c) = e^{−s·d_c} / Σ_c' e^{−s·d_c'}, d_c = min_{c_k=c} d_k",
      .source = "multinomial logistic regression on distances; Villmann et al. 2018"};
  static constexpr auto options() {
    return std::tuple{
        option("steepness", &CrossEntropy::steepness, "slope s of the softmax", {.above = 0}),
        option("annealing", &CrossEntropy::annealing, "factor on the steepness by the end of training", {.above = 0}),
        option("learn_steepness", &CrossEntropy::learn_steepness, "learn s by its gradient, from the given start")};
  }

  bool changes_with_progress() const { return annealing != 1 && !learn_steepness; }
  CrossEntropy at(double t) const {
    CrossEntropy result = *this;
    if (changes_with_progress()) result.steepness *= power(annealing, t);
    return result;
  }

  // The learned parameter is ln s, which no step can make inadmissible.
  std::size_t parameter_count(std::size_t) const { return learn_steepness ? 1 : 0; }
  void initialize(MutableRow theta) const {
    if (!theta.empty()) theta[0] = logarithm(steepness);
  }

  std::optional<NamedNumber> named_parameter(Row theta) const {
    return theta.empty() ? std::nullopt : std::optional(NamedNumber{"steepness", exponential(theta[0])});
  }

  std::vector<double> breaks(double) const { return logistic_breaks(1 / steepness); }
  std::string law_text() const { return "f = 2s L(sδ), L(t) = 1/(1 + e^−t), s = " + number_text(steepness); }

  double pull(Row d, Labels labels, Label y, MutableRow pull, Row theta, MutableRow gtheta) const {
    const double s = theta.empty() ? steepness : exponential(theta[0]);
    const double smallest = d[nearest(d)];
    thread_local std::vector<std::size_t> winners;   // one for each class, and their terms
    thread_local std::vector<double> terms;
    winners.clear();
    terms.clear();
    double own = 0;   // d_y
    for_each_class_winner(d, labels, [&](std::size_t k) {
      winners.push_back(k);
      terms.push_back(-s * (d[k] - smallest));
      if (labels[k] == y) own = d[k];
    });
    kernels().exponentials(terms.data(), terms.size(), terms.data());
    double sum = 0;
    for (const double term : terms) sum += term;
    double slope = 0;   // ∂loss/∂s
    for (std::size_t c = 0; c < winners.size(); ++c) {
      const std::size_t k = winners[c];
      const double share = (labels[k] == y ? 1 : 0) - terms[c] / sum;
      pull[k] = s * share;
      slope += d[k] * share;
    }
    if (!theta.empty()) gtheta[0] += s * slope;   // s = e^θ
    return s * (own - smallest) + logarithm(sum);
  }
};

}   // namespace protea
