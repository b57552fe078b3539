// Each printed form fails here and ours passes; docs/errata.md lists them.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <protea/dissimilarity/matrix_distance.hpp>
#include <protea/rule/glvq.hpp>
#include <protea/rule/margin_loss.hpp>
#include <protea/rule/olvq1.hpp>

namespace protea {
namespace {

const std::vector<double> x{1, 2};
const std::vector<double> w{0.5, -1};
const std::vector<double> omega{0.6, 0.2, -0.3, 0.7};

double distance(const std::vector<double>& prototype, const std::vector<double>& matrix) {
  return MatrixDistance{}.value(x, prototype, matrix);
}

TEST(Errata, MatrixGradientsNeedTheFactorTwoAndTheOtherSign) {
  constexpr double h = 1e-6;
  std::vector<double> up = w;
  std::vector<double> down = w;
  up[0] += h;
  down[0] -= h;
  const double measured_w = (distance(up, omega) - distance(down, omega)) / (2 * h);
  std::vector<double> omega_up = omega;
  std::vector<double> omega_down = omega;
  omega_up[1] += h;
  omega_down[1] -= h;
  const double measured_omega = (distance(w, omega_up) - distance(w, omega_down)) / (2 * h);

  std::vector<double> gw(2);
  std::vector<double> gomega(4);
  MatrixDistance{}.add_gradient(x, w, omega, 1, gw, gomega);
  EXPECT_NEAR(gw[0], measured_w, 1e-8);
  EXPECT_NEAR(gomega[1], measured_omega, 1e-8);

  const double lambda_00 = omega[0] * omega[0] + omega[2] * omega[2];
  const double lambda_01 = omega[0] * omega[1] + omega[2] * omega[3];
  const double printed_w = lambda_00 * (x[0] - w[0]) + lambda_01 * (x[1] - w[1]);
  const double projected = omega[0] * (w[0] - x[0]) + omega[1] * (w[1] - x[1]);
  const double printed_omega = projected * (w[1] - x[1]);
  EXPECT_NEAR(printed_w, -measured_w / 2, 1e-8);
  EXPECT_NEAR(printed_omega, measured_omega / 2, 1e-8);
}

TEST(Errata, LimitedRankMeansFewerRowsOfTheMatrix) {
  MatrixDistance distance_of_rank_one;
  distance_of_rank_one.rank = 1;
  EXPECT_EQ(distance_of_rank_one.parameter_count(2), 2U);   // 1 × 2, not 2 × 1: Ω acts on vectors of two features
  EXPECT_NEAR(distance_of_rank_one.value(x, w, std::vector<double>{1, 0}), 0.25, 1e-15);
}

TEST(Errata, GlvqLossIsNegativeForCorrectSamplesAndMinimized) {
  Glvq rule;
  rule.activation = Activation::identity;
  const std::vector<Label> labels{0, 1};
  std::vector<double> pull(2);
  EXPECT_LT(rule.pull(std::vector<double>{1, 3}, labels, 0, pull), 0);
  EXPECT_GT(rule.pull(std::vector<double>{3, 1}, labels, 0, pull), 0);
}

// On a line: the sample at 0, the right prototype at 1, the wrong one at 2. A small step along −gradient lowers the
// loss, one along +gradient raises it.
template <class R>
void expect_descent(const R& rule) {
  const std::vector<Label> labels{0, 1};
  std::vector<double> pull(2);
  const double loss = rule.pull(std::vector<double>{1, 4}, labels, 0, pull);
  const auto loss_after = [&](double sign) {
    const double right = 1 - sign * 0.01 * pull[0] * 2 * 1;
    const double wrong = 2 - sign * 0.01 * pull[1] * 2 * 2;
    std::vector<double> scrap(2);
    return rule.pull(std::vector<double>{right * right, wrong * wrong}, labels, 0, scrap);
  };
  EXPECT_LT(loss_after(1), loss);
  EXPECT_GT(loss_after(-1), loss);
}

TEST(Errata, GlvqStepLowersTheLossAndThePrintedOneRaisesIt) {
  Glvq rule;
  rule.activation = Activation::identity;
  expect_descent(rule);
}

// The same place under the exponential loss of the margin: Algorithm 1 of the margin paper has the sign of an
// ascent (M1).
TEST(Errata, MarginStepLowersTheLossAndThePrintedOneRaisesIt) {
  const MarginExponential rule;
  expect_descent(rule);
}

TEST(Errata, Olvq1RatesStayBelowTheirFirstValue) {
  Olvq1 rule;
  rule.rate = 0.3;
  const std::vector<Label> labels{0, 1};
  std::vector<double> rates{0.3, 0.3};
  double uncapped = 0.3;
  for (int i = 0; i < 3; ++i) {   // wrong three times in a row
    std::vector<double> pull(2);
    std::vector<double> change(2);
    rule.pull(std::vector<double>{1, 2}, labels, 1, pull, rates, change);
    rates[0] -= change[0];
    uncapped = uncapped / (1 - uncapped);
    EXPECT_LE(rates[0], 0.3);
  }
  EXPECT_GT(uncapped, 1) << "the printed form pushes a prototype beyond the mirror image of the sample";
}

}   // namespace
}   // namespace protea
