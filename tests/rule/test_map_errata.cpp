// What is printed on maps, gases and fuzzy labels fails here, and ours passes; docs/errata.md lists them.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include <protea/rule/fuzzy_labels.hpp>
#include <protea/rule/som.hpp>

namespace protea {
namespace {

using Numbers = std::vector<double>;

// Heskes' map at the end of its training, σ = 1.
HeskesSom heskes_on(const Lattice& lattice) {
  HeskesSom map;
  static_cast<Lattice&>(map) = lattice;
  return map.at(1);
}

// A sample at 1, units of a chain at 0.8, 1 and 1.21, squared distances: h = 1, e^−½, e^−2, so Σ h·d = 0.0460, 0.0510,
// 0.0495, and the first unit wins. Without x², the same in all distances, the sums are −1.69, −2.16, −1.69, and the
// middle would win: its row of h sums to more.
TEST(MapErrata, TheWinnerOfHeskesNeedsThePartOfTheDistanceThatDependsOnTheSampleAlone) {
  const HeskesSom map = heskes_on({Topology::chain, 3, 1});
  const Numbers w{0.8, 1, 1.21};
  Numbers whole(3);
  Numbers without(3);
  for (std::size_t k = 0; k < 3; ++k) {
    whole[k] = (1 - w[k]) * (1 - w[k]);
    without[k] = whole[k] - 1;
  }
  EXPECT_EQ(map.winner(whole).unit, 0U);
  EXPECT_EQ(map.winner(without).unit, 1U);
}

// On a lattice that is not symmetric, as that of data under a divergence, the gradient of the cost is the row of the
// winner, h(winner, k), and not the printed column h(k, winner).
TEST(MapErrata, PullsOfAnAsymmetricLatticeAreTheRowOfTheWinner) {
  auto squared = std::make_shared<Matrix>(3, 3);
  const double given[3][3] = {{0, 1, 4}, {2, 0, 3}, {6, 0.5, 0}};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) (*squared)(i, j) = given[i][j];
  }
  const HeskesSom map = heskes_on({Topology::free, 0, 0, squared});
  const Numbers d{0.2, 0.9, 1.1};
  ASSERT_EQ(map.winner(d).unit, 0U);
  Numbers pull(3);
  map.pull(d, {}, no_label, pull);
  constexpr double step = 1e-6;
  for (std::size_t k = 0; k < 3; ++k) {
    Numbers up = d;
    Numbers down = d;
    up[k] += step;
    down[k] -= step;
    const double measured = (map.winner(up).loss - map.winner(down).loss) / (2 * step);
    EXPECT_NEAR(pull[k], measured, 1e-9);
    const double printed = 0.5 * std::exp(-given[k][0] / 2);
    if (k > 0) {
      EXPECT_GT(std::abs(printed - measured), 0.04);   // ½e^−½ and ½e^−1, ½e^−2 and ½e^−3
    }
  }
}

// One unit w with label y, one sample x with label c, both of one number, d and ψ squared; g = exp(−d/2γ²).
struct OneUnit {
  double x = 1;
  double c = 1;
  double w = 0.4;
  double y = 0.2;
  double balance = 0.5;
  double gamma = 0.6;

  double d() const { return (x - w) * (x - w); }
  double psi() const { return (c - y) * (c - y); }
  double g() const { return std::exp(-d() / (2 * gamma * gamma)); }
  std::pair<double, Numbers> ours() const {
    FlNg rule;
    rule.balance = balance;
    rule.kernel = gamma;
    Numbers pull(2);
    const double loss = rule.pull(Numbers{d(), psi()}, {}, no_label, pull);
    return {loss, pull};
  }
};

TEST(MapErrata, LabelsAreLearnedDownhillAndThePrintedStepClimbs) {
  const OneUnit before;
  const double slope = -2 * (before.c - before.y);   // ∂ψ/∂y
  OneUnit ours = before;
  OneUnit printed = before;
  ours.y -= 0.3 * before.ours().second[1] * slope;
  printed.y += 0.3 * before.balance * before.g() * slope;   // (4.24)
  EXPECT_LT(ours.psi(), before.psi());
  EXPECT_GT(printed.psi(), before.psi());
  EXPECT_LT(ours.ours().first, before.ours().first);
  EXPECT_GT(printed.ours().first, before.ours().first);
}

// E = (1−β)·½·h·d + β·½·g·ψ: its slope by d is (1−β)·½·h − β·g·ψ/4γ². (4.22) adds both parts without their weights, and
// (4.23) drops the half of the first alone.
TEST(MapErrata, BothPartsOfTheFuzzyCostKeepTheirWeightsAndTheirHalf) {
  const OneUnit here;
  constexpr double step = 1e-6;
  OneUnit up = here;
  OneUnit down = here;
  up.w += step;
  down.w -= step;
  const double by_w = -2 * (here.x - here.w);   // ∂d/∂w
  const double measured = (up.ours().first - down.ours().first) / (2 * step) / by_w;
  EXPECT_NEAR(here.ours().second[0], measured, 1e-8);
  const double of_labels = here.g() * here.psi() / (4 * here.gamma * here.gamma);
  const double of_sum = 0.5 - of_labels;                                    // (4.22)
  const double of_update = (1 - here.balance) - here.balance * of_labels;   // (4.23)
  EXPECT_GT(std::abs(of_sum - measured), 0.05);
  EXPECT_NEAR(of_update - measured, 0.5 * (1 - here.balance), 1e-8);
}

}   // namespace
}   // namespace protea
