#include <protea/experiment/dynamics.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/experiment/winner_rule.hpp>
#include <protea/theory/difference_rule.hpp>
#include <protea/theory/winner_takes_all.hpp>

namespace protea {
namespace {

// Steps of the integration: a second or so of closed forms, a few seconds of quadrature.
constexpr std::size_t most_winner_steps = 200'000;
constexpr std::size_t most_quadrature_steps = 10'000;

// Of a winner-takes-all rule: its own, or the a and b that were given.
WinnerFactor winner_factor(const Dynamics& dynamics) {
  const WinnerFactor own = winner_factor_of(*dynamics.rule);
  return {dynamics.a.value_or(own.a), dynamics.b.value_or(own.b)};
}

std::vector<std::string> winner_rules() {
  std::vector<std::string> names;
  for (const auto& entry : dynamics_rules().entries()) {
    if (entry.make({})->traits().depends_on == DependsOn::winner) names.push_back(entry.name);
  }
  return names;
}

// Prototypes with equal overlaps that the rule treats alike, counted from one; empty: there are none.
std::vector<std::string> exchangeable_prototypes(const Dynamics& dynamics, const Overlaps& start) {
  const bool is_blind = winner_factor(dynamics).b == 0;
  const auto has_twin = [&](std::size_t l) {
    for (std::size_t m = 0; m < start.prototypes; ++m) {
      if (m != l && (is_blind || dynamics.labels[l] == dynamics.labels[m]) && are_exchangeable(start, l, m))
        return true;
    }
    return false;
  };
  std::vector<std::string> result;
  for (std::size_t l = 0; l < start.prototypes; ++l) {
    if (has_twin(l)) result.push_back(std::to_string(l + 1));
  }
  return result;
}

// The option that can stop a divergence, of rules that have it.
std::optional<double> window_of(const AnyRule& rule) {
  for (const auto& [name, value] : rule.options()) {
    if (name == "window") return std::get<double>(value);
  }
  return std::nullopt;
}

}   // namespace

bool is_winner_takes_all(const Dynamics& dynamics) { return dynamics.rule->traits().depends_on == DependsOn::winner; }

std::string dynamics_name(const Dynamics& dynamics) {
  return dynamics.a || dynamics.b ? "winner-takes-all" : std::string(dynamics.rule->name());
}

std::string law_text(const Dynamics& dynamics) {
  if (!is_winner_takes_all(dynamics)) {
    return "f of the right prototype, −f of the wrong one, δ = d(right) − d(wrong): " + dynamics.rule->limit().law;
  }
  const auto [a, b] = winner_factor(dynamics);
  return fmt::format("f_l = Θ_l (a + b c_l σ), a = {}, b = {}: only the nearest prototype moves", a, b);
}

void demand_valid(const Dynamics& dynamics) {
  demand_valid(dynamics.model);
  if (!(dynamics.eta > 0) || !std::isfinite(dynamics.eta))
    throw UsageError(fmt::format("eta = {}: must be greater than 0", dynamics.eta));
  if (is_winner_takes_all(dynamics)) return;
  dynamics.rule->limit();
  if (dynamics.a || dynamics.b) {
    throw UsageError(
        fmt::format("a and b are the g of a winner-takes-all rule, and {} moves both prototypes: use one of {}",
                    dynamics.rule->name(), join(winner_rules(), ", ")));
  }
  if (dynamics.labels != std::vector<std::size_t>{0, 1}) {
    throw UsageError(fmt::format("{} is treated with one prototype of each class: three prototypes need one of {}",
                                 dynamics.rule->name(), join(winner_rules(), ", ")));
  }
}

std::unique_ptr<TheoryRule> theory_rule(const Dynamics& dynamics) {
  demand_valid(dynamics);
  if (!is_winner_takes_all(dynamics)) return std::make_unique<DifferenceRule>(law_of(*dynamics.rule, dynamics.model));
  const auto [a, b] = winner_factor(dynamics);
  return std::make_unique<WinnerTakesAll>(a, b, dynamics.labels);
}

std::shared_ptr<const AnyRule> training_rule(const Dynamics& dynamics, std::size_t dimension) {
  demand_valid(dynamics);
  if (dynamics.a || dynamics.b) {
    const auto [a, b] = winner_factor(dynamics);
    WinnerRule rule;
    rule.a = a;
    rule.b = b;
    return std::make_shared<LiftedRule<WinnerRule>>(rule);
  }
  return dynamics.rule->in_dimensions(static_cast<double>(dimension));
}

std::function<double(double)> learning_rate(const Dynamics& dynamics, double last) {
  return [eta = dynamics.eta, schedule = dynamics.schedule, decay = dynamics.decay, last](double alpha) {
    return eta * schedule_factor(schedule, decay, last > 0 ? std::min(alpha / last, 1.0) : 0);
  };
}

LearningCurve learning_curve(const Dynamics& dynamics, const Overlaps& start, std::span<const double> alphas) {
  const auto rule = theory_rule(dynamics);
  LearningTask task{dynamics.model, *rule, learning_rate(dynamics, alphas.empty() ? 0 : alphas.back()), start};
  task.most_steps = is_winner_takes_all(dynamics) ? most_winner_steps : most_quadrature_steps;
  return learning_curve(task, alphas);
}

// Where the factors are ±f for every sample, d⟨w_l⟩/dα = ηf·c_l(p₊ − p₋)(… − w_l): the prototype of the rarer class is
// pushed away at the rate ηf|p₊ − p₋|, and with equal priors dw_±/dα = ±ηfλ(B₊ − B₋)/2.
std::optional<std::string> known_divergence(const Dynamics& dynamics) {
  if (is_winner_takes_all(dynamics)) return std::nullopt;
  const double factor = constant_factor(law_of(*dynamics.rule, dynamics.model)).value_or(0);
  if (!(factor > 0)) return std::nullopt;
  const double difference = std::abs(dynamics.model.p(0) - dynamics.model.p(1));
  const bool is_constant = dynamics.schedule == Schedule::constant;
  const std::string rate = factor == 1 ? "eta" : fmt::format("{:g}*eta", factor);
  std::string how =
      fmt::format("both prototypes move apart without end, each by {}*lambda/sqrt(2) per unit of alpha", rate);
  if (difference >= 1e-12) {
    how =
        is_constant
            ? fmt::format(
                  "the prototype of the rarer class is pushed away like exp({:.3g} alpha), the rate being {}*|p+ - p-|",
                  dynamics.eta * factor * difference, rate)
            : fmt::format(
                  "the prototype of the rarer class is pushed away like exp({:.3g} times the sum of {} over alpha), the factor "
                  "being |p+ - p-|",
                  difference, rate);
  } else if (is_constant) {
    how = fmt::format("both prototypes move apart without end, each by {}*lambda/sqrt(2) = {:.3g} per unit of alpha",
                      rate, dynamics.eta * factor * dynamics.model.lambda / std::sqrt(2.0));
  }
  const std::optional<double> window = window_of(*dynamics.rule);
  if (!window)
    return fmt::format("{} moves both prototypes for every sample alike and diverges: {}", dynamics.rule->name(), how);
  const std::string which = std::isinf(*window)
                                ? "without a window"
                                : fmt::format("with a window of {:g}, which no sample is out of,", *window);
  return fmt::format("{} {} diverges: {}; a window ({}) stops it", dynamics.rule->name(), which, how,
                     setting("rule.window", "1"));
}

std::optional<std::string> known_symmetry(const Dynamics& dynamics, const Overlaps& start) {
  if (!is_winner_takes_all(dynamics)) return std::nullopt;
  const bool is_blind = winner_factor(dynamics).b == 0;
  const bool are_two = start.prototypes == 2;
  const std::string remedy = fmt::format("; break it by more than about 1/sqrt(N), for example with {} {}",
                                         setting("r0", are_two ? "0.1,0,0,0.1" : "0.1,0,0,0.1,-0.1,0"),
                                         setting("q0", are_two ? "0.02" : "0.03"));
  if (const auto twins = exchangeable_prototypes(dynamics, start); !twins.empty()) {
    return fmt::format(
        "{}, and prototypes {} start with the same overlaps: exchanging them changes nothing, so this symmetry is invariant "
        "and they never specialize{}",
        is_blind ? dynamics_name(dynamics) + " ignores labels"
                 : dynamics_name(dynamics) + " treats prototypes of one class alike",
        join(twins, " and "), remedy);
  }
  if (is_blind && are_clusters_exchangeable(dynamics.model, start)) {
    return fmt::format(
        "{} ignores labels, and every prototype starts with R+ = R- between clusters that are alike: exchanging the clusters changes "
        "nothing, so this symmetry is invariant and no prototype ever prefers one of them{}",
        dynamics_name(dynamics), remedy);
  }
  return std::nullopt;
}

}   // namespace protea
