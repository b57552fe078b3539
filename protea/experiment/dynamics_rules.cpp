#include <protea/experiment/dynamics_rules.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>

namespace protea {
namespace {

// What `train` takes for no window: its own window must be a finite number.
constexpr double widest_window = 1e300;

Settings margin_settings(const Dynamics& dynamics, double dimension) { return {{"beta", number_text(dynamics.beta * std::sqrt(dimension))}}; }

std::string margin_text(const std::string& law, const Dynamics& dynamics) { return fmt::format("{}, β = {} (times √N in the rule)", law, dynamics.beta); }

const DynamicsRule table[] = {
    {.name = "lvq1", .winner = WinnerFactor{0, 1}},
    {.name = "lvq+", .winner = WinnerFactor{0.5, 0.5}},
    {.name = "vq", .winner = WinnerFactor{1, 0}},
    {.name = "lvq2.1",
     .option = "window",
     .law = [](const Dynamics& dynamics) { return lvq2_1_law(dynamics.window); },
     .settings =
         [](const Dynamics& dynamics, double) {
           return Settings{{"window_on", "difference"}, {"window", number_text(std::min(dynamics.window, widest_window))}};
         },
     .text =
         [](const Dynamics& dynamics) {
           return has_window(dynamics) ? fmt::format("f = 1 where |δ| ≤ {}", dynamics.window) : std::string("f = 1, without a window");
         }},
    {.name = "rslvq",
     .option = "sigma",
     .law = [](const Dynamics& dynamics) { return rslvq_law(dynamics.sigma); },
     .settings = [](const Dynamics& dynamics, double) { return Settings{{"sigma", number_text(dynamics.sigma)}}; },
     .text = [](const Dynamics& dynamics) { return fmt::format("f = L(δ/2s²)/s², L(t) = 1/(1 + e^−t), s = {}", dynamics.sigma); }},
    {.name = "margin-hinge",
     .option = "beta",
     .law = [](const Dynamics& dynamics) { return margin_hinge_law(dynamics.beta, dynamics.model); },
     .settings = margin_settings,
     .text = [](const Dynamics& dynamics) { return margin_text("f = β/2√v where −βδ/4√v < 1", dynamics); }},
    {.name = "margin-broken-linear",
     .option = "beta",
     .law = [](const Dynamics& dynamics) { return margin_broken_linear_law(dynamics.beta, dynamics.model); },
     .settings = margin_settings,
     .text = [](const Dynamics& dynamics) { return margin_text("f = β/2√v where |βδ/4√v| < 1", dynamics); }},
    {.name = "margin-exponential",
     .option = "beta",
     .law = [](const Dynamics& dynamics) { return margin_exponential_law(dynamics.beta, dynamics.model); },
     .settings = margin_settings,
     .text = [](const Dynamics& dynamics) { return margin_text("f = β/2√v · e^(βδ/4√v)", dynamics); }},
    {.name = "glvq",
     .option = "steepness",
     .law = [](const Dynamics& dynamics) { return glvq_law(dynamics.steepness, dynamics.model); },
     .settings = [](const Dynamics& dynamics, double n) { return Settings{{"steepness", number_text(dynamics.steepness * n)}}; },
     .text = [](const Dynamics& dynamics) { return fmt::format("f = (k/v) L′(kδ/2v), L the logistic function, k = {} (times N in the rule)", dynamics.steepness); }},
};

}  // namespace

std::span<const DynamicsRule> dynamics_rule_table() { return table; }

const DynamicsRule& dynamics_rule(const Dynamics& dynamics) {
  const auto* const found = std::find_if(std::begin(table), std::end(table), [&](const DynamicsRule& rule) { return rule.name == dynamics.rule; });
  if (found == std::end(table)) throw UsageError(unknown_name("rule", dynamics.rule, dynamics_rules()));
  return *found;
}

WinnerFactor winner_factor(const Dynamics& dynamics) {
  const WinnerFactor own = dynamics_rule(dynamics).winner.value_or(WinnerFactor{});
  return {dynamics.a.value_or(own.a), dynamics.b.value_or(own.b)};
}

bool has_window(const Dynamics& dynamics) { return dynamics.window < 100 * most_overlap; }

}  // namespace protea
