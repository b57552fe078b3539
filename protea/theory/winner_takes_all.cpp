#include <protea/theory/winner_takes_all.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/theory/winners.hpp>

namespace protea {

WinnerFactor winner_factor_of(const AnyRule& rule) {
  if (rule.traits().depends_on != DependsOn::winner || rule.parameter_count(2) > 0) {
    throw UsageError(fmt::format(
        "{} depends on more than the winner and its class: it is no winner-takes-all rule of the theory", rule.name()));
  }
  constexpr double d[4] = {0, 1, 0, 1};   // two samples that prototype 0 wins, …
  constexpr Label y[2] = {0, 1};          // … the first of them rightly
  double pull[4] = {0, 0, 0, 0};
  rule.pull({.d = {d, 2, 2, 2}, .labels = y, .y = y}, {pull, 2, 2, 2}, {});
  return {pull[0] + pull[2], pull[0] - pull[2]};
}

WinnerTakesAll::WinnerTakesAll(double a, double b, std::vector<std::size_t> labels)
    : a_(a), b_(b), labels_(std::move(labels)) {
  if (!std::isfinite(a) || !std::isfinite(b))
    throw UsageError(fmt::format("a = {}, b = {}: both must be finite numbers", a, b));
  if (labels_.size() < 2 || labels_.size() > most_prototypes) {
    throw UsageError(fmt::format("{} prototypes: the theory treats 2 or 3", labels_.size()));
  }
  if (std::any_of(labels_.begin(), labels_.end(), [](std::size_t label) { return label >= cluster_count; })) {
    throw UsageError("a prototype's class must be 0 (for +) or 1 (for -)");
  }
}

std::array<double, most_prototypes> WinnerTakesAll::factors(const std::array<double, most_prototypes>& d,
                                                            std::size_t cluster) const {
  const auto winner = static_cast<std::size_t>(
      std::min_element(d.begin(), d.begin() + static_cast<std::ptrdiff_t>(labels_.size())) - d.begin());
  std::array<double, most_prototypes> f{};
  f[winner] = g(winner, cluster);
  return f;
}

// f_l = g Θ_l, and Θ_l Θ_m = δ_lm Θ_l.
Moments WinnerTakesAll::moments(const ClusterModel& model, const Overlaps& overlaps, std::size_t cluster) const {
  const Wins wins = average_wins(model, overlaps, cluster);
  Moments result;
  for (std::size_t l = 0; l < labels_.size(); ++l) {
    const double factor = g(l, cluster);
    result.f[l] = factor * wins.share[l];
    for (std::size_t n = 0; n < overlaps.projections(); ++n) result.fx[l][n] = factor * wins.x[l][n];
    result.ff[l][l] = factor * factor * wins.share[l];
  }
  return result;
}

}   // namespace protea
