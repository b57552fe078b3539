// Rules of maps and gases, on distances written by hand.
#include <gtest/gtest.h>

#include <cmath>

#include <protea/rule/fuzzy_labels.hpp>
#include <protea/rule/growing_gas.hpp>
#include <protea/rule/lifted.hpp>

namespace protea {
namespace {

using Numbers = std::vector<double>;

template <class R>
std::pair<double, Numbers> pulled(const R& rule, const Numbers& d, double t = 1) {
  Numbers pull(d.size());
  const double loss = rule.at(t).pull(d, {}, no_label, pull);
  return {loss, pull};
}

// Ranks 2, 0, 1, 1 of four units, two at equal distances: both have one unit nearer.
TEST(NeuralGas, RanksTheWinnerZeroAndTiesAlike) {
  NeuralGas gas;
  gas.final_range = 2;
  gas.schedule = Schedule::constant;
  const auto [loss, pull] = pulled(gas, {0.9, 0.1, 0.4, 0.4});
  const double h1 = std::exp(-0.5);
  const double h3 = std::exp(-1.5);   // three units are nearer than the first
  EXPECT_NEAR(pull[0], 0.5 * h3, 1e-15);
  EXPECT_EQ(pull[1], 0.5);
  EXPECT_NEAR(pull[2], 0.5 * h1, 1e-15);
  EXPECT_NEAR(pull[3], 0.5 * h1, 1e-15);
  EXPECT_NEAR(loss, 0.5 * (0.9 * h3 + 0.1 + 0.8 * h1), 1e-15);
}

TEST(NeuralGas, ShrinksFromHalfTheUnitsToTheFinalRange) {
  const NeuralGas gas;
  const Numbers d{1, 2, 3, 4};
  EXPECT_NEAR(pulled(gas, d, 0).second[1], 0.5 * std::exp(-1 / 2.0), 1e-15);
  EXPECT_NEAR(pulled(gas, d, 0.5).second[1], 0.5 * std::exp(-1 / std::sqrt(2 * 0.01)), 1e-15);
  EXPECT_NEAR(pulled(gas, d, 1).second[1], 0.5 * std::exp(-1 / 0.01), 1e-60);
}

// A chain of three with σ = 1: h = 1, e^−½, e^−2. The nearest unit is the first; smoothed, Σ h·d is least in the
// middle.
TEST(Maps, HaveKohonensWinnerOrHeskes) {
  const double a = std::exp(-0.5);
  const double b = std::exp(-2.0);
  const Numbers d{0.10, 0.12, 0.11};
  MapOptions options;
  options.topology = Topology::chain;
  options.columns = 3;
  options.rows = 1;
  options.schedule = Schedule::constant;
  Som kohonen;
  static_cast<MapOptions&>(kohonen) = options;
  HeskesSom heskes;
  static_cast<MapOptions&>(heskes) = options;
  EXPECT_EQ(pulled(kohonen, d).first, 0.05);
  EXPECT_NEAR(pulled(kohonen, d).second[2], 0.5 * b, 1e-15);
  const double first = 0.10 + a * 0.12 + b * 0.11;
  const double last = 0.11 + a * 0.12 + b * 0.10;
  EXPECT_LT(first, last);
  EXPECT_NEAR(pulled(heskes, d).first, 0.5 * first, 1e-15);
  EXPECT_EQ(heskes.at(1).winner({{0.3, 0.1, 0.4}}).unit, 0U);   // .3 + .1a + .4b = .415 < .1 + .3a + .4a = .525
}

TEST(Maps, AnnealTheRange) {
  Som map;
  static_cast<Lattice&>(map) = {Topology::rectangle, 8, 4};
  EXPECT_EQ(map.range_at(0), 4);
  EXPECT_EQ(map.range_at(1), 1);
  EXPECT_NEAR(map.range_at(0.5), 2, 1e-15);
  map.schedule = Schedule::linear;
  EXPECT_EQ(map.range_at(0.5), 2.5);
  map.schedule = Schedule::inverse_time;
  EXPECT_NEAR(map.range_at(0.5), 4 / (1 + 3 * 0.5), 1e-15);
  map.schedule = Schedule::constant;
  EXPECT_EQ(map.range_at(0), 1);
  EXPECT_FALSE(map.changes_with_progress());
}

TEST(FuzzyLabels, ArePlainMapsToTheBitWithoutBalance) {
  const Numbers d{0.3, 0.7, 0.2, 0.9};
  Numbers both = d;
  for (const double psi : {0.1, 0.5, 0.9, 0.3}) both.push_back(psi);
  FlNg fuzzy;
  fuzzy.balance = 0;
  const auto [loss, pull] = pulled(fuzzy, both, 0.3);
  const auto [plain_loss, plain_pull] = pulled(NeuralGas{}, d, 0.3);
  EXPECT_EQ(loss, plain_loss);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(pull[k], plain_pull[k]);
  for (std::size_t k = 4; k < 8; ++k) EXPECT_EQ(pull[k], 0);

  FlSom map;
  HeskesSom plain;
  map.balance = 0;
  for (MapOptions* const each : {static_cast<MapOptions*>(&map), static_cast<MapOptions*>(&plain)})
    static_cast<Lattice&>(*each) = {Topology::rectangle, 2, 2};
  const auto [map_loss, map_pull] = pulled(map, both, 0.3);
  const auto [som_loss, som_pull] = pulled(plain, d, 0.3);
  EXPECT_EQ(map_loss, som_loss);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(map_pull[k], som_pull[k]);
}

// By hand, for one unit: d = 0.5, ψ = 0.2, γ = 0.5, so g = e^−1; loss = ¾·½·0.5 + ¼·½·g·ψ, ∂/∂d = ¾·½ − ¼·g·ψ/(4γ²),
// ∂/∂ψ = ¼·½·g (errata V29 to V31).
TEST(FuzzyLabels, AddTheirTermWithItsGradient) {
  FlNg rule;
  rule.balance = 0.25;
  rule.kernel = 0.5;
  const auto [loss, pull] = pulled(rule, {0.5, 0.2});
  const double g = std::exp(-1.0);
  EXPECT_NEAR(loss, 0.75 * 0.25 + 0.25 * 0.5 * g * 0.2, 1e-15);
  EXPECT_NEAR(pull[0], 0.75 * 0.5 - 0.25 * g * 0.2 / (4 * 0.25), 1e-15);
  EXPECT_NEAR(pull[1], 0.25 * 0.5 * g, 1e-15);
}

TEST(FuzzyLabels, ChooseAnOpenKernelAndKeepAGivenOne) {
  EXPECT_EQ(FlNg{}.with_typical_distance(4).kernel, 2);
  FlNg given;
  given.kernel = 3;
  EXPECT_EQ(given.with_typical_distance(4).kernel, 3);
}

TEST(GrowingNeuralGas, PullsOnThoseThatTakePart) {
  GrowingNeuralGas rule;
  const Numbers d{0.4, 0.3, 0.1, 0.2};
  Numbers pull(4);
  Numbers g(1);
  const Numbers two{2};
  rule.pull(d, {}, no_label, pull, two, g);
  EXPECT_NEAR(pull[0], 0.5 * std::exp(-1 / rule.range), 1e-15);
  EXPECT_EQ(pull[1], 0.5);
  EXPECT_EQ(pull[2], 0);
  EXPECT_EQ(pull[3], 0);
}

}   // namespace
}   // namespace protea
