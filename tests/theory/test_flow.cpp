// The right-hand sides against averages over a million sampled projections, and the printed equations in the same test.
#include <theory/laws.hpp>
#include <theory/states.hpp>

#include <numbers>

#include <protea/rule/lvq1.hpp>
#include <protea/rule/lvq_plus.hpp>
#include <protea/rule/vq.hpp>
#include <protea/theory/normal.hpp>
#include <protea/theory/winner_takes_all.hpp>

namespace protea {
namespace {

using testing::changes;
using testing::deviation;
using testing::sampled_flow;
using testing::SampledFlow;

struct NamedG {
  const char* name;
  double a;
  double b;
};
constexpr NamedG rules_of_the_paper[] = {{"lvq1", 0, 1}, {"lvq+", 0.5, 0.5}, {"vq", 1, 0}};
constexpr double eta = 0.7;

TEST(Flow, EqualsTheAverageOverAMillionSampledProjections) {
  Random random(1, Purpose::generator);
  for (const NamedG& g :
       {rules_of_the_paper[0], rules_of_the_paper[1], rules_of_the_paper[2], NamedG{"general", 0.7, -0.3}}) {
    for (const std::uint64_t seed : {2, 3}) {
      const ClusterModel model = testing::random_model(random);
      const Overlaps overlaps = testing::random_overlaps(random);
      const WinnerTakesAll rule(g.a, g.b);
      EXPECT_LT(deviation(changes(flow(model, rule, overlaps), eta),
                          sampled_flow(model, rule, overlaps, {eta, 1'000'000, seed})),
                4)
          << g.name;
    }
  }
}

TEST(Flow, IsSymmetricInQ) {
  Random random(2, Purpose::generator);
  for (int trial = 0; trial < 50; ++trial) {
    const std::size_t prototypes = 2 + static_cast<std::size_t>(trial % 2);
    const WinnerTakesAll rule(random.uniform(-1, 1), random.uniform(-1, 1),
                              prototypes == 2 ? std::vector<std::size_t>{0, 1} : std::vector<std::size_t>{0, 1, 0});
    const Flow change = flow(testing::random_model(random), rule, testing::random_overlaps(random, prototypes));
    for (std::size_t l = 0; l < prototypes; ++l) {
      for (std::size_t m = 0; m < prototypes; ++m) EXPECT_EQ(change.linear.q[l][m], change.linear.q[m][l]);
    }
  }
}

// The abbreviations of the paper for s, k = ±1, with errata D3 (β) and D12 (C_σ) repaired or not.
struct Printed {
  const ClusterModel& model;
  const Overlaps& overlaps;
  double a;
  double b;

  static std::size_t at(int s) { return s == 1 ? 0 : 1; }
  double c_alpha(int n, int s, int k) const {   // (C_k α_s)_n, α_s = (2s, −2s, 0, 0)
    const auto component = static_cast<std::size_t>(n);
    return model.v(at(k)) * 2 * s * (overlaps.gram(component, 0) - overlaps.gram(component, 1));
  }
  double alpha(int k) const {   // α̃
    return std::sqrt(4 * model.v(at(k)) * (overlaps.q[0][0] + overlaps.q[1][1] - 2 * overlaps.q[0][1]));
  }
  double beta(int s, int k) const {   // β̃ with the β that definition (19) needs, D3
    const double difference = overlaps.q[at(s)][at(s)] - overlaps.q[at(-s)][at(-s)];
    return 2 * model.lambda * (overlaps.r[at(s)][at(k)] - overlaps.r[at(-s)][at(k)]) - difference;
  }
  double phi(int s, int k) const { return normal_cdf(beta(s, k) / alpha(k)); }
  double bell(int s, int k) const {
    return std::exp(-std::pow(beta(s, k) / alpha(k), 2) / 2) / std::sqrt(2 * std::numbers::pi);
  }
  double mean(int n, int k) const { return model.lambda * overlaps.towards_centre(static_cast<std::size_t>(n), at(k)); }

  double dr(int l, int m) const {   // (28)
    const int n = m == 1 ? 2 : 3;
    const double r = overlaps.r[at(l)][at(m)];
    double sum = 0;
    for (const int s : {1, -1}) {
      const double p = model.p(at(s));
      sum +=
          b * l * s * p * (c_alpha(n, l, s) * bell(l, s) + mean(n, s) * phi(l, s) - phi(l, s) * r);   // D6: no α̃ below
      sum += a * p * (c_alpha(n, l, s) / alpha(s) * bell(l, s) + mean(n, s) * phi(l, s) - phi(l, s) * r);
    }
    return eta * sum;
  }
  double dq(int l, int m) const {   // (29)
    const int hm = m == 1 ? 0 : 1;
    const int hl = l == 1 ? 0 : 1;
    const double q = overlaps.q[at(l)][at(m)];
    double sum = 0;
    double noise = 0;
    for (const int s : {1, -1}) {
      const double p = model.p(at(s));
      sum += b * l * s * p * (c_alpha(hm, l, s) / alpha(s) * bell(l, s) + mean(hm, s) * phi(l, s) - phi(l, s) * q);
      sum += b * m * s * p * (c_alpha(hm, l, s) / alpha(s) * bell(m, s) + mean(hl, s) * phi(m, s));   // D7
      sum -= b * m * s * p * phi(m, s);                                                               // D8: no Q
      sum += a * p * (c_alpha(hm, l, s) / alpha(s) * bell(l, s) + mean(hm, s) * phi(l, s) - phi(m, s) * q);   // D10
      sum += a * p * (c_alpha(hl, l, s) / alpha(s) * bell(m, s) + mean(hl, s) * phi(m, s) - phi(m, s) * q);   // D10
      if (l == m) noise += a * b * (l + m) * s * model.v(at(s)) * p * phi(l, s);   // D9: no a² + b²
    }
    return eta * sum + eta * eta * noise;
  }
  std::vector<double> changes() const {
    return {dr(1, 1), dr(1, -1), dr(-1, 1), dr(-1, -1), dq(1, 1), dq(1, -1), dq(-1, -1)};
  }
};

TEST(Errata, ThePrintedEquationsOfMotionFailWhereOursPass) {
  Random random(3, Purpose::generator);
  for (const NamedG& g : rules_of_the_paper) {
    const ClusterModel model = testing::random_model(random);
    const Overlaps overlaps = testing::random_overlaps(random);
    const WinnerTakesAll rule(g.a, g.b);
    const SampledFlow sampled = sampled_flow(model, rule, overlaps, {eta, 200'000, 4});
    EXPECT_LT(deviation(changes(flow(model, rule, overlaps), eta), sampled), 4) << g.name;
    const Printed printed{model, overlaps, g.a, g.b};
    EXPECT_GT(deviation(printed.changes(), sampled), 20) << g.name;
    if (g.b == 0) continue;
    EXPECT_GT(std::abs(printed.dq(1, -1) - printed.dq(-1, 1)), 1e-3) << g.name << ": not even symmetric";
  }
}

// D4: the last term of (17) needs the sign s of the cluster. It matters where ab ≠ 0, that is for lvq+.
TEST(Errata, TheNoiseOfLvqPlusNeedsTheSignOfTheCluster) {
  Random random(5, Purpose::generator);
  const ClusterModel model = testing::random_model(random);
  const Overlaps overlaps = testing::random_overlaps(random);
  const WinnerTakesAll rule(0.5, 0.5);
  const SampledFlow sampled = sampled_flow(model, rule, overlaps, {eta, 200'000, 6});
  const Printed terms{model, overlaps, 0.5, 0.5};
  std::vector<double> ours = changes(flow(model, rule, overlaps), eta);
  EXPECT_LT(deviation(ours, sampled), 4);
  for (const int s : {1, -1}) {   // Σ s v p ⟨Θ₊⟩ replaced by Σ v p ⟨Θ₊⟩
    ours[4] += eta * eta * 0.5 * (1 - s) * model.v(Printed::at(s)) * model.p(Printed::at(s)) * terms.phi(1, s);
  }
  EXPECT_GT(deviation(ours, sampled), 20);
}

// D3: β_l as printed is not what definition (19) needs.
TEST(Errata, ThePrintedOffsetOfTheWinnerIsWrongForTheSecondPrototype) {
  Overlaps overlaps;
  overlaps.q = {{{1.0, 0.1}, {0.1, 0.3}}};
  const ClusterModel model{.p_plus = 0.5, .lambda = 0};
  const auto win = [&](double beta) { return normal_cdf(-beta / (2 * std::sqrt(1.0 + 0.3 - 0.2))); };
  const double share = WinnerTakesAll(1, 0).moments(model, overlaps, 0).f[1];
  EXPECT_NEAR(share, win(0.3 - 1.0), 1e-15);             // β₋ = Q₋₋ − Q₊₊
  EXPECT_GT(std::abs(share - win(-(0.3 - 1.0))), 0.1);   // printed: −(Q₋₋ − Q₊₊)
  EXPECT_NEAR(share + WinnerTakesAll(1, 0).moments(model, overlaps, 0).f[0], 1, 1e-15);
}

TEST(ThreePrototypes, MoveAsTheAverageOverSampledProjections) {
  Random random(7, Purpose::generator);
  for (const NamedG& g : rules_of_the_paper) {
    const ClusterModel model = testing::random_model(random);
    const Overlaps overlaps = testing::random_overlaps(random, 3);
    const WinnerTakesAll rule(g.a, g.b, {0, 1, 0});
    EXPECT_LT(
        deviation(changes(flow(model, rule, overlaps), eta), sampled_flow(model, rule, overlaps, {eta, 500'000, 8})), 4)
        << g.name;
  }
}

TEST(DifferenceRules, MoveAsTheAverageOverSampledProjections) {
  Random random(9, Purpose::generator);
  for (int which = 0; which < 7; ++which) {
    const ClusterModel model = testing::random_model(random);
    const Overlaps overlaps = testing::random_overlaps(random);
    const DifferenceLaw laws[] = {testing::lvq2_1_law(1.5),
                                  testing::lvq2_1_law(INFINITY),
                                  testing::rslvq_law(0.6),
                                  testing::margin_law<MarginHinge>(2, model),
                                  testing::margin_law<MarginBrokenLinear>(3, model),
                                  testing::margin_law<MarginExponential>(1, model),
                                  testing::glvq_law(3, model)};
    const DifferenceRule rule(laws[which]);
    EXPECT_LT(
        deviation(changes(flow(model, rule, overlaps), eta), sampled_flow(model, rule, overlaps, {eta, 300'000, 10})),
        4)
        << which;
  }
}

// Their laws by hand, from the pulls of the rules and d⁺ + d⁻ = 2Nv: docs/dynamics.md.
TEST(DifferenceRules, HaveTheLawsThatFollowByHand) {
  const ClusterModel model{.v_plus = 0.7, .v_minus = 1.9};
  const auto logistic_by_hand = [](double t) { return 1 / (1 + std::exp(-t)); };
  for (const std::size_t cluster : {0u, 1u}) {
    const double root = std::sqrt(model.v(cluster));
    for (const double delta : {-9.0, -3.1, -0.7, 0.0, 0.2, 1.3, 8.0}) {
      const auto expect = [&](const DifferenceLaw& law, double f) {
        EXPECT_NEAR(law.strength(delta, cluster).right, f, 1e-14) << delta;
        EXPECT_NEAR(law.strength(delta, cluster).wrong, -f, 1e-14) << delta;
      };
      expect(testing::lvq2_1_law(1.3), std::abs(delta) <= 1.3 ? 1 : 0);
      expect(testing::lvq2_1_law(INFINITY), 1);
      expect(testing::rslvq_law(0.6), logistic_by_hand(delta / 0.72) / 0.36);
      expect(testing::margin_law<MarginHinge>(2, model), -delta / (2 * root) < 1 ? 1 / root : 0);
      expect(testing::margin_law<MarginBrokenLinear>(3, model), std::abs(3 * delta / (4 * root)) < 1 ? 1.5 / root : 0);
      expect(testing::margin_law<MarginExponential>(0.5, model), 0.25 / root * std::exp(delta / (8 * root)));
      const double l = logistic_by_hand(3 * delta / (2 * root * root));
      expect(testing::glvq_law(3, model), 3 / (root * root) * l * (1 - l));
    }
  }
}

TEST(DifferenceRules, RefuseRulesAndOptionsWithoutALimit) {
  Lvq21 relative;
  EXPECT_THROW(law_of(LiftedRule<Lvq21>(relative), {}), UsageError) << "a window on ratios";
  Glvq identity;
  identity.activation = Activation::identity;
  EXPECT_THROW(law_of(LiftedRule<Glvq>(identity), {}), UsageError);
  Rslvq learned;
  learned.learn_sigma = true;
  EXPECT_THROW(law_of(LiftedRule<Rslvq>(learned), {}), UsageError);
  Rslvq annealed;
  annealed.annealing = 0.5;
  EXPECT_THROW(law_of(LiftedRule<Rslvq>(annealed), {}), UsageError);
  EXPECT_THROW(law_of(LiftedRule<Lvq1>(), {}), UsageError);
  EXPECT_THROW(winner_factor_of(LiftedRule<Glvq>()), UsageError);
}

// (a, b) of the paper, section II.
TEST(WinnerTakesAll, TakesItsFactorsFromTheRulesOfTheLibrary) {
  const auto expect = [](const AnyRule& rule, double a, double b) {
    EXPECT_EQ(winner_factor_of(rule).a, a) << rule.name();
    EXPECT_EQ(winner_factor_of(rule).b, b) << rule.name();
  };
  expect(LiftedRule<Lvq1>(), 0, 1);
  expect(LiftedRule<LvqPlus>(), 0.5, 0.5);
  expect(LiftedRule<Vq>(), 1, 0);
}

// The winner-takes-all rules are a difference law too: quadrature must give the closed form.
TEST(DifferenceRules, QuadratureGivesTheClosedFormOfLvq1) {
  Random random(11, Purpose::generator);
  DifferenceLaw law{[](double difference, std::size_t) { return difference < 0 ? Strength{1, 0} : Strength{0, -1}; }};
  law.breaks = [](std::size_t) { return std::vector<double>{0}; };
  for (int trial = 0; trial < 20; ++trial) {
    const ClusterModel model = testing::random_model(random);
    const Overlaps overlaps = testing::random_overlaps(random);
    const Flow closed = flow(model, WinnerTakesAll(0, 1), overlaps);
    const Flow summed = flow(model, DifferenceRule(law), overlaps);
    EXPECT_LT(testing::largest_difference(closed.linear, summed.linear), 1e-13);
    EXPECT_LT(testing::largest_difference(closed.quadratic, summed.quadratic), 1e-13);
  }
}

}   // namespace
}   // namespace protea
