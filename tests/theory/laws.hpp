// The laws of rules of the library, with one option each in units of the theory.
#pragma once

#include <protea/rule/glvq.hpp>
#include <protea/rule/lvq2_1.hpp>
#include <protea/rule/margin_loss.hpp>
#include <protea/rule/rslvq.hpp>
#include <protea/theory/difference_rule.hpp>

namespace protea::testing {

inline DifferenceLaw lvq2_1_law(double window) {
  Lvq21 rule;
  rule.window = window;
  rule.window_on = WindowOn::difference;
  return law_of(LiftedRule<Lvq21>(rule), {});
}

inline DifferenceLaw rslvq_law(double sigma) {
  Rslvq rule;
  rule.sigma = sigma;
  return law_of(LiftedRule<Rslvq>(rule), {});
}

template <Rule R>
DifferenceLaw margin_law(double beta, const ClusterModel& model) {
  R rule;
  rule.beta = beta;
  return law_of(LiftedRule<R>(rule), model);
}

inline DifferenceLaw glvq_law(double steepness, const ClusterModel& model) {
  Glvq rule;
  rule.steepness = steepness;
  return law_of(LiftedRule<Glvq>(rule), model);
}

}   // namespace protea::testing
