#include <protea/experiment/dynamics.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <protea/catalogue/catalogue.hpp>
#include <protea/experiment/winner_rule.hpp>
#include <protea/theory/difference_rule.hpp>
#include <protea/theory/winner_takes_all.hpp>

namespace protea {
namespace {

struct G {
  std::string_view name;
  double a;
  double b;
};
constexpr G winner_rules[] = {{"lvq1", 0, 1}, {"lvq+", 0.5, 0.5}, {"vq", 1, 0}};

G g_of(const Dynamics& dynamics) {
  for (G g : winner_rules) {
    if (g.name != dynamics.rule) continue;
    g.a = dynamics.a.value_or(g.a);
    g.b = dynamics.b.value_or(g.b);
    return g;
  }
  throw UsageError(unknown_name("rule", dynamics.rule, dynamics_rules()));
}

DifferenceLaw law_of(const Dynamics& dynamics) {
  if (dynamics.rule == "lvq2.1") return lvq2_1_law(dynamics.window);
  if (dynamics.rule == "rslvq") return rslvq_law(dynamics.sigma);
  if (dynamics.rule == "margin-hinge") return margin_hinge_law(dynamics.beta, dynamics.model);
  if (dynamics.rule == "margin-broken-linear") return margin_broken_linear_law(dynamics.beta, dynamics.model);
  if (dynamics.rule == "margin-exponential") return margin_exponential_law(dynamics.beta, dynamics.model);
  return glvq_law(dynamics.steepness, dynamics.model);
}

}  // namespace

std::vector<std::string> dynamics_rules() {
  return {"lvq1", "lvq+", "vq", "lvq2.1", "rslvq", "margin-hinge", "margin-broken-linear", "margin-exponential", "glvq"};
}

bool is_winner_takes_all(const Dynamics& dynamics) {
  return std::any_of(std::begin(winner_rules), std::end(winner_rules), [&](const G& g) { return g.name == dynamics.rule; });
}

void demand_valid(const Dynamics& dynamics) {
  const std::vector<std::string> known = dynamics_rules();
  if (std::find(known.begin(), known.end(), dynamics.rule) == known.end()) throw UsageError(unknown_name("rule", dynamics.rule, known));
  demand_valid(dynamics.model);
  if (!(dynamics.eta > 0) || !std::isfinite(dynamics.eta)) throw UsageError(fmt::format("eta = {}: must be greater than 0", dynamics.eta));
  if (is_winner_takes_all(dynamics)) return;
  if (dynamics.a || dynamics.b) {
    throw UsageError(fmt::format("a and b are the g of a winner-takes-all rule, and {} moves both prototypes: use lvq1, lvq+ or vq", dynamics.rule));
  }
  if (dynamics.labels != std::vector<std::size_t>{0, 1}) {
    throw UsageError(fmt::format("{} is treated with one prototype of each class: three prototypes need lvq1, lvq+ or vq", dynamics.rule));
  }
}

std::unique_ptr<TheoryRule> theory_rule(const Dynamics& dynamics) {
  demand_valid(dynamics);
  if (!is_winner_takes_all(dynamics)) return std::make_unique<DifferenceRule>(law_of(dynamics));
  const G g = g_of(dynamics);
  return std::make_unique<WinnerTakesAll>(g.a, g.b, dynamics.labels);
}

std::shared_ptr<const AnyRule> training_rule(const Dynamics& dynamics, std::size_t dimension) {
  demand_valid(dynamics);
  const double n = static_cast<double>(dimension);
  if (dynamics.a || dynamics.b) {
    const G g = g_of(dynamics);
    WinnerRule rule;
    rule.a = g.a;
    rule.b = g.b;
    return std::make_shared<LiftedRule<WinnerRule>>(rule);
  }
  Settings settings;
  if (dynamics.rule == "lvq2.1") settings = {{"window_on", "difference"}, {"window", number_text(std::min(dynamics.window, 1e300))}};
  if (dynamics.rule == "rslvq") settings = {{"sigma", number_text(dynamics.sigma)}};
  if (dynamics.rule.starts_with("margin-")) settings = {{"beta", number_text(dynamics.beta * std::sqrt(n))}};
  if (dynamics.rule == "glvq") settings = {{"steepness", number_text(dynamics.steepness * n)}};
  return rules().make(dynamics.rule, settings);
}

std::function<double(double)> learning_rate(const Dynamics& dynamics, double last) {
  return [eta = dynamics.eta, schedule = dynamics.schedule, decay = dynamics.decay, last](double alpha) {
    return eta * schedule_factor(schedule, decay, last > 0 ? std::min(alpha / last, 1.0) : 0);
  };
}

LearningCurve learning_curve(const Dynamics& dynamics, const Overlaps& start, std::span<const double> alphas) {
  const auto rule = theory_rule(dynamics);
  return learning_curve({dynamics.model, *rule, learning_rate(dynamics, alphas.empty() ? 0 : alphas.back()), start}, alphas);
}

// Without a window the factors are ±1 for every sample, so that d⟨w_l⟩/dα = ηc_l(p₊ − p₋)(… − w_l): the prototype of the rarer class
// is pushed away at the rate η|p₊ − p₋|, and with equal priors both move apart at a constant speed.
std::optional<std::string> known_divergence(const Dynamics& dynamics) {
  if (dynamics.rule != "lvq2.1" || !std::isinf(dynamics.window)) return std::nullopt;
  const double difference = dynamics.model.p(0) - dynamics.model.p(1);
  const std::string how = std::abs(difference) < 1e-12
                              ? fmt::format("both prototypes move apart without end, each by eta*lambda/2 = {:.3g} per unit of alpha",
                                            dynamics.eta * dynamics.model.lambda / 2)
                              : fmt::format("the prototype of the rarer class is pushed away like exp({:.3g} alpha), the rate being "
                                            "eta*|p+ - p-|", dynamics.eta * std::abs(difference));
  return fmt::format("lvq2.1 without a window diverges: {}; a window (--rule.window 1) stops it", how);
}

std::optional<std::string> known_symmetry(const Dynamics& dynamics, const Overlaps& start) {
  if (!is_winner_takes_all(dynamics) || g_of(dynamics).b != 0 || !is_symmetric(start)) return std::nullopt;
  return fmt::format("{} ignores labels, and this start is symmetric (R++ = R-+, R+- = R--, Q++ = Q--): exchanging the prototypes changes "
                     "nothing, so this symmetry is invariant and the prototypes never specialize; break it, for example with "
                     "--r0 0.001,0,0,0.001", dynamics.rule);
}

}  // namespace protea
