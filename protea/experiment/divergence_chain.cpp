#include <protea/experiment/divergence_chain.hpp>

#include <algorithm>
#include <cmath>
#include <mutex>

#include <protea/base/random.hpp>
#include <protea/catalogue/catalogue.hpp>
#include <protea/optimize/sgd.hpp>
#include <protea/rule/som.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/train/fit.hpp>
#include <protea/train/prototype_objective.hpp>

namespace protea {
namespace {

constexpr std::size_t units = 100;
constexpr double final_range = 1;
constexpr double final_rate = 1e-4;

HeskesSom chain_with_range(double from, double to) {
  HeskesSom rule;
  rule.topology = Topology::chain;
  rule.columns = units;
  rule.rows = 1;
  rule.range = from;
  rule.final_range = to;
  rule.schedule = from == to ? Schedule::constant : Schedule::exponential;
  return rule;
}

PrototypeSpace space_of(const ChainCase& divergence) {
  const auto dissimilarity =
      dissimilarities().make(divergence.divergence, {{divergence.divergence, number_text(divergence.parameter)}});
  return {dissimilarity, 2, std::vector<Label>(units, no_label), Scope::shared};
}

// The curvature of d in w grows as w^(p − 2), and steps in ln w lengthen by w², so that for large p these leave small numbers where they
// are. For small p plain steps would overshoot there.
Chart chart_for(const ChainCase& divergence) {
  const double p = divergence.divergence == "gamma" ? divergence.parameter + 1 : divergence.parameter;
  return divergence.divergence != "alpha" && p > 2.5 ? Chart::plain : Chart::natural;
}

std::vector<double> shares(Row parameters) {
  std::vector<double> result(units);
  for (std::size_t k = 0; k < units; ++k) result[k] = parameters[2 * k] / (parameters[2 * k] + parameters[2 * k + 1]);
  if (result.front() > result.back()) std::ranges::reverse(result);
  return result;
}

// Samples of the segment: v₁ = √u has density 2v₁.
Matrix draw_segment(std::size_t count, std::uint64_t seed) {
  Random random(seed, Purpose::generator);
  Matrix x(count, 2);
  for (std::size_t i = 0; i < count; ++i) {
    x(i, 0) = std::sqrt(random.uniform());
    x(i, 1) = 1 - x(i, 0);
  }
  return x;
}

struct Phase {
  double share;   // of the samples
  double from_range;
  double to_range;
  double from_rate;
  double to_rate;
};
// The chain grows long while the range shrinks, then settles while the rate falls. (At half of its length all units would meet, and their order
// be left to chance.)
constexpr Phase phases[] = {{0.3, units / 10.0, final_range, 0.3, 0.3},
                            {0.7, final_range, final_range, 0.3, final_rate}};

}   // namespace

double ChainCurve::deviation() const {
  double largest = 0;
  for (std::size_t k = 0; k < online.size(); ++k) largest = std::max(largest, std::abs(online[k] - limit[k]));
  return largest;
}

std::vector<ChainCase> chain_cases() {
  std::vector<ChainCase> cases;
  for (const double eta : {1.5, 2.0, 3.0}) cases.push_back({"eta", eta});
  for (const double beta : {0.5, 1.0, 1.5, 2.0, 3.0}) cases.push_back({"beta", beta});
  for (const double alpha : {0.5, 1.0, 1.5, 2.0}) cases.push_back({"alpha", alpha});
  for (const double gamma : {0.5, 1.0, 2.0}) cases.push_back({"gamma", gamma});
  return cases;
}

std::vector<double> learn_chain(const ChainCase& divergence, std::size_t samples, std::uint64_t seed) {
  const PrototypeSpace space = space_of(divergence);
  std::vector<double> parameters(parameter_count(space.layout()));
  // In order, as along a principal axis: from a random start γ = 2 leaves a fold in the chain for ever.
  for (std::size_t k = 0; k < units; ++k) {
    parameters[2 * k] = 0.4 + 0.2 * static_cast<double>(k) / static_cast<double>(units - 1);
    parameters[2 * k + 1] = 1 - parameters[2 * k];
  }
  Serial serial;
  std::uint64_t stream = seed;
  for (const Phase& phase : phases) {
    const Matrix x = draw_segment(static_cast<std::size_t>(phase.share * static_cast<double>(samples)), stream++);
    const auto rule = std::make_shared<const LiftedRule<HeskesSom>>(chain_with_range(phase.from_range, phase.to_range));
    const PrototypeObjective objective(space, rule, TrainingRows{x.view(), {}, {}, Missingness::none});
    Sgd sgd;
    sgd.rate = phase.from_rate;
    sgd.chart = chart_for(divergence);
    sgd.schedule = Schedule::exponential;
    sgd.decay = phase.from_rate / phase.to_rate;
    TrainingState state{.parameters = std::move(parameters)};
    Plan plan;
    plan.epochs = 1;
    plan.presentation = Presentation::file;
    fit({objective, sgd, plan, serial}, state);
    parameters = std::move(state.parameters);
  }
  return shares(parameters);
}

std::vector<ChainCurve> divergence_chain(const std::vector<ChainCase>& cases, const ChainOptions& options,
                                         Runtime& runtime,
                                         const std::function<void(std::size_t done, std::size_t all)>& report) {
  std::vector<ChainCurve> curves(cases.size());
  std::mutex counting;
  std::size_t done = 0;
  runtime.run(cases.size(), [&](std::size_t c) {
    curves[c] = {cases[c].divergence, cases[c].parameter, learn_chain(cases[c], options.samples, options.seed),
                 chain_limit(cases[c], options.grid)};
    const std::scoped_lock lock(counting);
    if (report) report(++done, cases.size());
  });
  return curves;
}

}   // namespace protea
