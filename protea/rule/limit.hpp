// Rules in the limit of many dimensions, as the theory of learning (theory/) sees them: what a rule states about itself
// beyond its traits.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/rule/rule.hpp>

namespace PROTEA_EXPORT protea {

// The pulls of one prototype of the sample's class and one of another.
struct PairPull {
  double right = 0;
  double wrong = 0;
};

// Optional, of a rule whose traits say that it depends on δ = d⁺ − d⁻:
// its pulls where d⁺ + d⁻ = 2N·v and N → ∞, if they depend on that sum too. Without it, `pull` is asked at two
// distances δ apart.
template <class R>
concept HasLimitPull = requires(const R r, double difference, double v) {
  { r.limit_pull(difference, v) } -> std::same_as<PairPull>;
};
// The rule that trains in N dimensions, with options scaled so that the limit exists. Without it, the rule itself.
template <class R>
concept ScalesWithDimension = requires(const R r, double n) {
  { r.in_dimensions(n) } -> std::same_as<R>;
};
// Where the pulls jump or bend, in δ and ascending; between two of these they are smooth.
template <class R>
concept HasBreaks = requires(const R r, double v) {
  { r.breaks(v) } -> std::same_as<std::vector<double>>;
};
// Their growth: |pull(δ)| ≤ constant · e^{growth·|δ|}. Without it, they are bounded.
template <class R>
concept HasGrowth = requires(const R r, double v) {
  { r.growth(v) } -> std::same_as<double>;
};
// The law f(δ) = 2·pull in words. Without it, the formula of the traits.
template <class R>
concept HasLawText = requires(const R r) {
  { r.law_text() } -> std::same_as<std::string>;
};
// Options that the theory takes unless others are given, where the rule's own defaults have no limit.
template <class R>
concept HasLimitSettings = requires {
  { R::limit_settings() } -> std::same_as<Settings>;
};
// Refuses options without a limit with a UsageError.
template <class R>
concept MayLackLimit = requires(const R r) {
  r.demand_limit();
};

// All of this, of one rule.
struct RuleLimit {
  std::function<PairPull(double difference, double v)> pull;
  std::function<std::vector<double>(double v)> breaks;
  std::function<double(double v)> growth;
  std::string law;
};

template <Rule R>
PairPull pull_of_difference(const R& rule, double difference) {
  constexpr Label labels[2] = {0, 1};
  const double d[2] = {difference > 0 ? difference : 0, difference > 0 ? 0 : -difference};
  double pull[2] = {0, 0};
  if constexpr (HasRuleParameters<R>) rule.pull(d, labels, labels[0], pull, Row{}, MutableRow{});
  else rule.pull(d, labels, labels[0], pull);
  return {pull[0], pull[1]};
}

// Throws a UsageError where the rule, with its options, has no limit that depends on δ alone.
template <Rule R>
RuleLimit limit_of(const R& rule) {
  if (R::traits.depends_on != DependsOn::difference) {
    throw UsageError(std::string(R::name) +
                     " depends on more than the difference of two distances: the theory has no law for it");
  }
  if (rule.changes_with_progress())
    throw UsageError(std::string(R::name) + " changes while it learns: the theory keeps a rule as it is");
  if constexpr (HasRuleParameters<R>) {
    if (rule.parameter_count(2) > 0)
      throw UsageError(std::string(R::name) + " learns a parameter of its own: the theory keeps a rule as it is");
  }
  if constexpr (MayLackLimit<R>) rule.demand_limit();
  RuleLimit limit;
  if constexpr (HasLimitPull<R>)
    limit.pull = [rule](double difference, double v) { return rule.limit_pull(difference, v); };
  else limit.pull = [rule](double difference, double) { return pull_of_difference(rule, difference); };
  limit.breaks = [rule]([[maybe_unused]] double v) {
    if constexpr (HasBreaks<R>) return rule.breaks(v);
    else return std::vector<double>{};
  };
  limit.growth = [rule]([[maybe_unused]] double v) {
    if constexpr (HasGrowth<R>) return rule.growth(v);
    else return 0.0;
  };
  if constexpr (HasLawText<R>) limit.law = rule.law_text();
  else limit.law = R::traits.formula;
  return limit;
}

}   // namespace protea
