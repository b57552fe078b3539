// What tells Bregman's divergences and Csiszár's apart: the Pythagorean relation, means, coarse graining; and the two
// templates for generating functions.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <protea/dissimilarity/bregman.hpp>
#include <protea/dissimilarity/f_divergence.hpp>
#include <protea/dissimilarity/lifted.hpp>

#include <support/divergence_checks.hpp>

namespace protea {
namespace {

using namespace testing;

// Negative entropy: generates the generalized Kullback–Leibler divergence.
struct Entropy {
  static constexpr std::string_view name = "entropy";
  static constexpr std::string_view formula = "Φ = x ln x − x";
  static constexpr Domain domain = Domain::non_negative;
  double value(double x) const { return x == 0 ? 0 : x * std::log(x) - x; }
  double slope(double x) const { return std::log(x); }
  double curvature(double x) const { return 1 / x; }
};

struct Burg {
  static constexpr std::string_view name = "burg";
  static constexpr std::string_view formula = "Φ = −ln x";
  static constexpr Domain domain = Domain::positive;
  double value(double x) const { return -std::log(x); }
  double slope(double x) const { return -1 / x; }
  double curvature(double x) const { return 1 / (x * x); }
};

struct Cosh {
  static constexpr std::string_view name = "cosh";
  static constexpr std::string_view formula = "Φ = cosh x";
  static constexpr Domain domain = Domain::any;
  double value(double x) const { return std::cosh(x); }
  double slope(double x) const { return std::sinh(x); }
  double curvature(double x) const { return std::cosh(x); }
};

// u ln u, with f′(1) = 1: without the term of f′(1) it would be negative between some vectors of different sums.
struct Shannon {
  static constexpr std::string_view name = "shannon";
  static constexpr std::string_view formula = "f = u ln u";
  static constexpr Domain domain = Domain::non_negative;
  double value(double u) const { return u == 0 ? 0 : u * std::log(u); }
  double slope(double u) const { return std::log(u) + 1; }
};

struct ChiSquared {
  static constexpr std::string_view name = "chi-squared";
  static constexpr std::string_view formula = "f = (u − 1)²";
  static constexpr Domain domain = Domain::non_negative;
  double value(double u) const { return (u - 1) * (u - 1); }
  double slope(double u) const { return 2 * (u - 1); }
};

template <Dissimilarity D>
std::shared_ptr<const AnyDissimilarity> lifted(D d = {}) {
  return std::make_shared<const LiftedDissimilarity<D>>(d);
}

RC_GTEST_PROP(Bregman, OfEntropyAndBurgAreTheDivergencesOfTheCatalogue, ()) {
  const auto [p, rho] = any_pair();
  RC_ASSERT(relative_gap(value_of(*lifted<Bregman<Entropy>>(), p, rho),
                         value_of(*divergence("generalized-kullback-leibler"), p, rho)) <= 1e-10);
  RC_ASSERT(relative_gap(value_of(*lifted<Bregman<Burg>>(), p, rho), value_of(*divergence("itakura-saito"), p, rho)) <=
            1e-10);
}

RC_GTEST_PROP(FDivergence, OfShannonAndTheRootAreTheDivergencesOfTheCatalogue, ()) {
  const auto [p, rho] = any_pair();
  RC_ASSERT(relative_gap(value_of(*lifted<FDivergence<Shannon>>(), p, rho),
                         value_of(*divergence("generalized-kullback-leibler"), p, rho)) <= 1e-10);
  RC_ASSERT(relative_gap(value_of(*lifted<FDivergence<ChiSquared>>(), p, rho),
                         2 * value_of(*divergence("alpha", "alpha", 2), p, rho)) <= 1e-10);
}

TEST(GeneratedDivergences, HaveTheGradientsThatFiniteDifferencesGive) {
  Bregman<Entropy> entropy;
  Bregman<Burg> burg;
  Bregman<Cosh> cosh;
  FDivergence<Shannon> shannon;
  FDivergence<ChiSquared> chi;
  entropy.relevances = burg.relevances = cosh.relevances = shannon.relevances = chi.relevances = true;
  for (const auto& d : {lifted(entropy), lifted(burg), lifted(cosh), lifted(shannon), lifted(chi)}) {
    EXPECT_TRUE(rc::check([&] {
      const auto pair = any_pair();
      const auto& p = pair.p;
      const auto& rho = pair.rho;
      for (const Vector& theta : {Vector{}, divided_by_sum(any_positive(p.size()))}) {
        const Gradients found = gradients_of(*d, p, rho, theta);
        RC_ASSERT(relative_gap(found.by_rho, precise_differences(rho, [&](const Vector& w) {
                                 return value_of(*d, p, w, theta);
                               })) <= 1e-6);
        if (d->name() == "burg") continue;   // does not see λ at all
        RC_ASSERT(relative_gap(found.by_theta, precise_differences(theta, [&](const Vector& t) {
                                 return value_of(*d, p, rho, t);
                               })) <= 1e-6);
      }
    })) << d->name();
  }
}

TEST(GeneratedDivergences, KeepTheDomainOfTheirFunction) {
  EXPECT_EQ(lifted<Bregman<Cosh>>()->domain().kind, Domain::any);
  EXPECT_EQ(lifted<Bregman<Burg>>()->domain().kind, Domain::positive);
  EXPECT_EQ(lifted<FDivergence<ChiSquared>>()->domain().kind, Domain::non_negative);
}

// D(p‖τ) = D(p‖ρ) + D(ρ‖τ) + (Φ′(ρ) − Φ′(τ))·(p − ρ), with Φ′ up to a constant from ∂D(a‖b)/∂a = Φ′(a) − Φ′(b).
TEST(Bregman, ObeysTheGeneralizedPythagoreanRelation) {
  struct Family {
    std::string name;
    Settings settings;
    double (*slope)(double);
  };
  const std::vector<Family> families{{"generalized-kullback-leibler", {}, [](double x) { return std::log(x); }},
                                     {"itakura-saito", {}, [](double x) { return -1 / x; }},
                                     {"beta", {{"beta", "1.5"}}, [](double x) { return std::pow(x, 0.5) / 0.5; }},
                                     {"beta", {{"beta", "0.3"}}, [](double x) { return std::pow(x, -0.7) / -0.7; }},
                                     {"eta", {{"eta", "3"}}, [](double x) { return 3 * x * x; }}};
  for (const Family& family : families) {
    const auto d = divergence(family.name, family.settings);
    EXPECT_TRUE(d->traits().bregman) << family.name;
    EXPECT_TRUE(rc::check([&] {
      const auto [p, rho] = any_pair();
      const Vector tau = any_positive(p.size());
      double rest = 0;
      for (std::size_t l = 0; l < p.size(); ++l)
        rest += (family.slope(rho[l]) - family.slope(tau[l])) * (p[l] - rho[l]);
      const double parts = value_of(*d, p, rho) + value_of(*d, rho, tau);
      RC_ASSERT(std::abs(value_of(*d, p, tau) - parts - rest) <= 1e-11 * (1 + parts + std::abs(rest)));
    })) << family.name;
  }
}

// The gradient of Σ D(p_i‖ρ) at the mean of the p_i, over the largest single gradient.
double slope_at_the_mean(const AnyDissimilarity& d, const std::vector<Vector>& samples) {
  Vector mean(samples[0].size());
  for (const Vector& p : samples) {
    for (std::size_t l = 0; l < mean.size(); ++l) mean[l] += p[l] / static_cast<double>(samples.size());
  }
  Vector sum(mean.size());
  double largest = 0;
  for (const Vector& p : samples) {
    const Gradients g = gradients_of(d, p, mean);
    Vector tangential = g.by_rho;
    if (d.domain().kind == Domain::probability) make_tangential(mean, tangential);
    for (std::size_t l = 0; l < mean.size(); ++l) {
      sum[l] += tangential[l];
      largest = std::max(largest, std::abs(tangential[l]));
    }
  }
  double slope = 0;
  for (const double value : sum) slope = std::max(slope, std::abs(value));
  return slope / largest;
}

TEST(Bregman, HasItsMinimumAtTheMeanAndTheOthersHaveNot) {
  const std::vector<Vector> samples{divided_by_sum({1, 2, 5, 0.5}), divided_by_sum({4, 1, 1, 2}),
                                    divided_by_sum({0.2, 3, 2, 2})};
  for (const auto& entry : dissimilarities().entries()) {
    const auto d = entry.make({});
    if (!d->domain().is_bounded() || d->name() == "kullback-leibler") continue;
    if (d->traits().bregman) EXPECT_LE(slope_at_the_mean(*d, samples), 1e-13) << d->name();
    else EXPECT_GE(slope_at_the_mean(*d, samples), 1e-3) << d->name();
  }
  // Between probability vectors Kullback and Leibler's is the generalized one.
  EXPECT_LE(slope_at_the_mean(*divergence("kullback-leibler"), samples), 1e-13);
}

// Adding up features, or sharing them out at random, brings vectors nearer to each other; not so for other divergences.
Vector coarse(const Vector& x, const std::vector<Vector>& shares) {
  Vector result(shares[0].size());
  for (std::size_t l = 0; l < x.size(); ++l) {
    for (std::size_t m = 0; m < result.size(); ++m) result[m] += x[l] * shares[l][m];
  }
  return result;
}

TEST(FDivergence, FallsUnderCoarseGraining) {
  std::vector<std::shared_ptr<const AnyDissimilarity>> all{divergence("generalized-kullback-leibler"),
                                                           divergence("hellinger"), lifted<FDivergence<ChiSquared>>(),
                                                           lifted<FDivergence<Shannon>>()};
  for (const double alpha : {-1.0, 0.0, 0.3, 0.7, 1.0, 2.0}) all.push_back(divergence("alpha", "alpha", alpha));
  for (const auto& d : all) {
    EXPECT_TRUE(rc::check([&] {
      const auto [p, rho] = any_pair();
      std::vector<Vector> shares;
      for (std::size_t l = 0; l < p.size(); ++l) shares.push_back(divided_by_sum(any_positive(3)));
      RC_ASSERT(value_of(*d, coarse(p, shares), coarse(rho, shares)) <= value_of(*d, p, rho) * (1 + 1e-12));
    })) << d->name();
  }
}

TEST(FDivergence, IsWhatEtaAndGammaAreNot) {
  // Two features into one. By hand: 1.5³ − 1.1³ − 3·1.1²·0.4 = 0.592 against 0.104 + 0.044; and 0.488 against 0.377.
  const auto eta = divergence("eta", "eta", 3);
  EXPECT_GT(value_of(*eta, {1 + 0.5}, {0.8 + 0.3}), value_of(*eta, {1, 0.5}, {0.8, 0.3}));
  const auto gamma = divergence("gamma", "gamma", 1);
  EXPECT_GT(value_of(*gamma, {0.1 + 0.1, 0.1}, {0.1 + 0.1, 1}), value_of(*gamma, {0.1, 0.1, 0.1}, {0.1, 0.1, 1}));
}

}   // namespace
}   // namespace protea
