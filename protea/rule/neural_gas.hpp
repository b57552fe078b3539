// Neural gas [MartinetzBerkovichSchulten1993]: every unit moves towards the sample, the less the more units are nearer,
// pull_k = ½·exp(−rank_k/σ). Units at equal distances have the same rank, the nearest has rank 0.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <protea/base/exact_math.hpp>
#include <protea/base/export.hpp>
#include <protea/base/schedule.hpp>
#include <protea/rule/rule.hpp>

namespace PROTEA_EXPORT protea {

// exp(−rank/σ), σ shrinking while training goes on.
struct GasOptions {
  double range = 0;
  double final_range = 0.01;
  Schedule schedule = Schedule::exponential;
  double progress = 1;   // at one moment of the training

  static constexpr auto options() {
    return std::tuple{
        option("range", &GasOptions::range, "range σ at the start, in ranks; 0: half the units", {.at_least = 0}),
        option("final_range", &GasOptions::final_range, "range σ at the end", {.at_least = 1e-3}),
        option("schedule", &GasOptions::schedule, "how the range goes from the first to the last; constant: the last")};
  }

  static constexpr std::pair<std::string_view, std::string_view> steady_setting{"schedule", "constant"};
  bool changes_with_progress() const { return schedule != Schedule::constant; }

  // to_k = scale·exp(−rank_k/σ)
  void rank(Row d, double scale, MutableRow to) const {
    const double first = range > 0 ? range : std::max(final_range, static_cast<double>(d.size()) / 2);
    const double shrink = exponential(-1 / annealed(schedule, first, final_range, progress));
    thread_local std::vector<std::uint32_t> order;
    order.resize(d.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return d[a] < d[b] || (d[a] == d[b] && a < b); });
    double strength = scale;   // of the rank r
    for (std::size_t r = 0; r < order.size(); ++r) {
      const bool is_tied = r > 0 && d[order[r]] == d[order[r - 1]];
      to[order[r]] = is_tied ? to[order[r - 1]] : strength;
      strength *= shrink;
    }
  }

  // ½·Σ_k h(rank_k)·d_k, and its pulls.
  double loss_by_rank(Row d, MutableRow pull) const {
    rank(d, 0.5, pull);
    double loss = 0;
    for (std::size_t k = 0; k < d.size(); ++k) loss += pull[k] * d[k];
    return loss;
  }
};

struct NeuralGas : GasOptions {
  static constexpr std::string_view name = "neural-gas";
  static constexpr std::string_view summary =
      "Neural gas: all units move to the sample, the nearest most, by their rank.";
  static constexpr RuleTraits traits{
      .has_cost = true,
      .supervised = false,
      .has_means = true,
      .formula = "loss = ½·Σ_k h(rank_k)·d_k, h = exp(−rank/σ), rank_k the number of units nearer than k",
      .source = "divergence based vector quantization, 4.7 to 4.10; Martinetz and others 1993"};

  NeuralGas at(double t) const {
    NeuralGas result = *this;
    result.progress = t;
    return result;
  }

  double pull(Row d, Labels, Label, MutableRow pull) const { return loss_by_rank(d, pull); }
};

}   // namespace protea
