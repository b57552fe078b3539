// Divergences where coordinates of the prototype are 0: the limit of what stands beside, or infinite.
#include <gtest/gtest.h>

#include <support/divergence_checks.hpp>

namespace protea {
namespace {

using namespace testing;

double at(const AnyDissimilarity& d, const Vector& x, const Vector& w, const Vector& theta = {}) {
  return value_of(d, x, w, theta);
}

const Vector p{0.3, 0.5, 0.2};
const Vector rho{0.6, 0, 0.4};

// Σ over the first and last feature, and at ρ = 0: p^η; p^β/(β(β−1)); p/(1−α); p.
TEST(Border, HasTheLimitsComputedByHand) {
  const auto without = [](const AnyDissimilarity& d) { return value_of(d, {0.3, 0.2}, {0.6, 0.4}); };
  const auto expect = [&](const std::string& name, const std::string& parameter, double value, double term) {
    const auto d = parameter.empty() ? divergence(name) : divergence(name, parameter, value);
    EXPECT_DOUBLE_EQ(at(*d, p, rho), without(*d) + term) << name << " " << value;
  };
  expect("eta", "eta", 1.5, std::pow(0.5, 1.5));
  expect("eta", "eta", 2, 0.25);
  expect("beta", "beta", 2, 0.125);
  expect("beta", "beta", 1.25, std::pow(0.5, 1.25) / (1.25 * 0.25));
  for (const double alpha : {-2.0, 0.0, 0.2, 0.5, 0.9}) expect("alpha", "alpha", alpha, 0.5 / (1 - alpha));
  expect("hellinger", "", 0, 0.5);
  expect("tsallis", "alpha", 0.5, 1);   // p/(1−α)
  // Shares of what both have: (Σ√(pρ))² of three features is that of two.
  EXPECT_NEAR(at(*divergence("renyi", "alpha", 0.5), p, rho), -2 * std::log(std::sqrt(0.18) + std::sqrt(0.08)), 1e-14);
  EXPECT_NEAR(at(*divergence("cauchy-schwarz"), p, rho), 0.5 * std::log(0.38 * 0.52) - std::log(0.26), 1e-14);
  EXPECT_NEAR(at(*divergence("gamma", "gamma", 1), p, rho), 0.5 * std::log(0.38 * 0.52) - std::log(0.26), 1e-14);
}

// The values at ρ = 1e-60 lie on it, where the smallest exponent is not too small for that.
TEST(Border, ContinuesTheValuesBesideIt) {
  const std::vector<std::pair<std::string, Settings>> all{{"eta", {{"eta", "1.3"}}},
                                                          {"beta", {{"beta", "1.4"}}},
                                                          {"alpha", {{"alpha", "0.4"}}},
                                                          {"alpha", {{"alpha", "0.7"}}},
                                                          {"hellinger", {}},
                                                          {"tsallis", {{"alpha", "0.4"}}},
                                                          {"renyi", {{"alpha", "0.6"}}},
                                                          {"generalized-renyi", {{"alpha", "0.6"}}},
                                                          {"gamma", {{"gamma", "2"}}},
                                                          {"gamma", {{"gamma", "0.24"}}},
                                                          {"cauchy-schwarz", {}}};
  for (const auto& [name, settings] : all) {
    Settings weighed = settings;
    weighed.emplace_back("relevances", "true");
    for (const Vector& lambda : {Vector{}, Vector{0.5, 0.2, 0.3}}) {
      const auto d = divergence(name, lambda.empty() ? settings : weighed);
      EXPECT_NEAR(at(*d, p, rho, lambda), value_of(*d, p, {0.6, 1e-60, 0.4}, lambda), 1e-11)
          << name << " " << lambda.size();
    }
  }
}

// By hand, at p = 0.5, ρ = 0 and at p = ρ = 0: (ρ−p)ρ^{β−2}; 1 − p/ρ and its like; and ∂/∂β of p^β/(β(β−1)).
TEST(Border, HasTheGradientsComputedByHand) {
  const auto by_rho = [](const std::string& name, const Settings& settings, double x) {
    const auto d = divergence(name, settings);
    const bool is_of_shares = d->domain().kind == Domain::probability;
    return gradients_of(*d, {x, is_of_shares ? 1 - x : 0.3}, {0, is_of_shares ? 1.0 : 0.4}).by_rho[0];
  };
  EXPECT_DOUBLE_EQ(by_rho("beta", {{"beta", "2"}}, 0.5), -0.5);
  EXPECT_DOUBLE_EQ(by_rho("beta", {{"beta", "3"}}, 0.5), 0);
  EXPECT_DOUBLE_EQ(by_rho("generalized-kullback-leibler", {}, 0), 1);
  EXPECT_DOUBLE_EQ(by_rho("kullback-leibler", {}, 0), 0);
  EXPECT_DOUBLE_EQ(by_rho("hellinger", {}, 0), 1);
  EXPECT_DOUBLE_EQ(by_rho("alpha", {{"alpha", "0.5"}}, 0), 2);       // 1/α
  EXPECT_DOUBLE_EQ(by_rho("alpha", {{"alpha", "-2"}}, 0.5), -0.5);   // −((p/ρ)^α − 1)/α at p/ρ = ∞
  EXPECT_DOUBLE_EQ(by_rho("cauchy-schwarz", {}, 0.5), -0.5 / (0.3 * 0.4));
  EXPECT_DOUBLE_EQ(by_rho("cauchy-schwarz", {}, 0), 0);
  const auto beta = divergence("beta", {{"beta", "3"}, {"learn", "true"}});
  EXPECT_NEAR(gradients_of(*beta, {0.5}, {0}, {3}).by_theta[0], 0.125 * (std::log(0.5) / 6 - 5.0 / 36), 1e-15);
}

TEST(Border, ReadsALearnedParameterFromTheta) {
  const auto d = divergence("beta", {{"beta", "3"}, {"learn", "true"}});
  EXPECT_NEAR(at(*d, {0.5}, {0}, {2}), 0.125, 1e-15);
}

TEST(Border, IsInfiniteWhereTheDivergenceGrowsWithoutBound) {
  for (const std::string name :
       {"generalized-kullback-leibler", "kullback-leibler", "itakura-saito", "tsallis", "renyi", "generalized-renyi"}) {
    EXPECT_TRUE(std::isinf(at(*divergence(name), p, rho))) << name;
  }
  EXPECT_TRUE(std::isinf(at(*divergence("beta", "beta", 1), p, rho)));
  EXPECT_TRUE(std::isinf(at(*divergence("alpha", "alpha", 1), p, rho)));
  EXPECT_TRUE(std::isinf(at(*divergence("gamma", "gamma", 0), p, rho)));
  for (const auto& [name, settings] : std::vector<std::pair<std::string, Settings>>{
           {"gamma", {}}, {"gamma", {{"gamma", "0.1"}}}, {"cauchy-schwarz", {}}, {"renyi", {{"alpha", "0.5"}}}}) {
    EXPECT_TRUE(std::isinf(at(*divergence(name, settings), {1, 0}, {0, 1}))) << name;   // nothing in common
  }
}

TEST(Border, IgnoresFeaturesInWhichBothAreZero) {
  for (const auto& entry : dissimilarities().entries()) {
    const auto d = entry.make({});
    if (!d->domain().is_bounded()) continue;
    EXPECT_NEAR(at(*d, {0.3, 0, 0.7}, {0.6, 0, 0.4}), value_of(*d, {0.3, 0.7}, {0.6, 0.4}), 1e-15) << entry.name;
    EXPECT_EQ(at(*d, {0.3, 0, 0.7}, {0.3, 0, 0.7}), 0) << entry.name;
  }
}

TEST(Border, LeavesOtherDissimilaritiesAlone) { EXPECT_EQ(at(*divergence("squared-euclidean"), {1, 2}, {0, 0}), 5); }

}   // namespace
}   // namespace protea
