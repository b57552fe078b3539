// Orthants of normal pairs: known values, a plain integral, sampling.
#include <theory/states.hpp>

#include <numbers>

#include <protea/theory/normal.hpp>
#include <protea/theory/quadrature.hpp>

namespace protea {
namespace {

TEST(BivariateNormal, HasTheKnownValuesAtTheCentreAndTheEdges) {
  for (const double rho : {-0.999, -0.5, 0.0, 0.3, 0.999}) {
    EXPECT_NEAR(bivariate_normal_cdf(0, 0, rho), 0.25 + std::asin(rho) / (2 * std::numbers::pi),
                1e-15);   // Sheppard 1899
    EXPECT_NEAR(bivariate_normal_cdf(0.7, 40, rho), normal_cdf(0.7), 1e-15);
    EXPECT_NEAR(bivariate_normal_cdf(-1.2, INFINITY, rho), normal_cdf(-1.2), 1e-15);
    EXPECT_EQ(bivariate_normal_cdf(-1.2, -INFINITY, rho), 0);
  }
  EXPECT_NEAR(bivariate_normal_cdf(0.4, -0.9, 0), normal_cdf(0.4) * normal_cdf(-0.9), 1e-15);
  EXPECT_EQ(bivariate_normal_cdf(0.4, -0.9, 1), normal_cdf(-0.9));
  EXPECT_NEAR(bivariate_normal_cdf(0.4, 0.9, -1), normal_cdf(0.4) + normal_cdf(0.9) - 1, 1e-15);
}

// P(X ≤ h, Y ≤ k) = ∫ φ(x) Φ((k − ρx)/√(1−ρ²)) dx over x ≤ h, in short panels.
double by_plain_integral(double h, double k, double rho) {
  const double root = std::sqrt(1 - rho * rho);
  double sum = 0;
  for (double low = -10; low < h; low += 0.02) {
    sum += integrate([&](double x) { return normal_density(x) * normal_cdf((k - rho * x) / root); }, low,
                     std::min(low + 0.02, h));
  }
  return sum;
}

TEST(BivariateNormal, EqualsThePlainIntegral) {
  Random random(1, Purpose::generator);
  for (int trial = 0; trial < 30; ++trial) {
    const double h = random.uniform(-3, 3);
    const double k = trial % 5 == 0 ? 0 : random.uniform(-3, 3);
    const double rho = trial % 3 == 0 ? std::copysign(0.99, random.uniform(-1, 1)) : random.uniform(-0.95, 0.95);
    EXPECT_NEAR(bivariate_normal_cdf(h, k, rho), by_plain_integral(h, k, rho), 1e-13) << h << " " << k << " " << rho;
  }
}

TEST(BivariateNormal, AgreesWithSampling) {
  Random random(2, Purpose::generator);
  for (const auto& [h, k, rho] : {std::array{0.5, -0.3, 0.7}, std::array{-0.2, 0.8, -0.6}}) {
    const int samples = 100'000;
    int inside = 0;
    for (int i = 0; i < samples; ++i) {
      const double x = random.normal();
      const double y = rho * x + std::sqrt(1 - rho * rho) * random.normal();
      inside += x <= h && y <= k ? 1 : 0;
    }
    const double p = bivariate_normal_cdf(h, k, rho);
    EXPECT_NEAR(static_cast<double>(inside) / samples, p, 4 * std::sqrt(p * (1 - p) / samples));
  }
}

}   // namespace
}   // namespace protea
