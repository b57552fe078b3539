// Self-organizing maps: units on a lattice learn together with the winner, pull_k = ½·h(winner, k). Kohonen's winner is
// the nearest unit;
// Heskes' is the one with the least Σ_k h(r, k)·d_k, of which the pulls are the gradient.
#pragma once

#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/rule/map_options.hpp>
#include <protea/rule/winners.hpp>

namespace PROTEA_EXPORT protea {

// The base of a map M: what does not depend on who wins.
template <class M>
struct Map : MapOptions {
  bool changes_with_progress() const { return is_annealed(); }
  M at(double t) const {
    M result = static_cast<const M&>(*this);
    result.cooperation = &Cooperation::of_this_thread(*this, neighbourhood, range_at(t));
    return result;
  }
  const Lattice& lattice() const { return *this; }
  M on(const Lattice& other) const {
    M result = static_cast<const M&>(*this);
    static_cast<Lattice&>(result) = other;
    if (other.is_chosen()) result.farthest = other.extent();   // asked for with every sample
    return result;
  }

  double pull(Row d, Labels, Label, MutableRow pull) const {
    const Winner winner = static_cast<const M&>(*this).winner(d);
    cooperation->set_row(winner.unit, 0.5, pull);
    return winner.loss;
  }
  void spread(MatrixView by_winner, MutableMatrixView to) const { cooperation->spread(by_winner, 0.5, to); }

  const Cooperation* cooperation = nullptr;   // at one moment of the training, see at()
};

struct Som : Map<Som> {
  static constexpr std::string_view name = "som";
  static constexpr std::string_view summary = "Self-organizing map: the winner and its neighbours move to the sample.";
  static constexpr RuleTraits traits{
      .supervised = false,
      .reads = Reads::nearest,
      .has_means = true,
      .formula = "pull_k = ½·h(s, k), s = argmin_k d_k, h = exp(−‖r_s − r_k‖²/2σ²); the loss shown is ½·d_s",
      .source = "divergence based vector quantization, 4.1 and 4.6; Kohonen 1995"};

  Winner winner(Row d) const {
    const std::size_t unit = nearest(d);
    return {unit, 0.5 * d[unit]};
  }
};

// The unit with the least Σ_k h(r, k)·d_k, and half of that.
inline Winner heskes_winner(const Cooperation& cooperation, Row d) {
  thread_local std::vector<double> smoothed;
  thread_local std::vector<double> spare;
  smoothed.resize(d.size());
  cooperation.smooth(d, smoothed, spare);
  const std::size_t unit = nearest(smoothed);
  return {unit, 0.5 * smoothed[unit]};
}

struct HeskesSom : Map<HeskesSom> {
  static constexpr std::string_view name = "heskes-som";
  static constexpr std::string_view summary =
      "Self-organizing map with a cost: the unit wins whose neighbourhood is nearest to the sample.";
  static constexpr RuleTraits traits{.has_cost = true,
                                     .supervised = false,
                                     .has_means = true,
                                     .formula = "loss = ½·min_s Σ_k h(s, k)·d_k, h = exp(−‖r_s − r_k‖²/2σ²)",
                                     .source = "divergence based vector quantization, 4.4 to 4.6; Heskes 1999"};

  Winner winner(Row d) const { return heskes_winner(*cooperation, d); }
};

}   // namespace protea
