// Formulas of Villmann and Haase's report as printed, beside ours: the printed form fails, ours passes.
// docs/errata.md lists them.
#include <gtest/gtest.h>

#include <numeric>

#include <protea/dissimilarity/bregman.hpp>
#include <protea/dissimilarity/f_divergence.hpp>
#include <protea/rule/lvq1.hpp>

#include <support/divergence_checks.hpp>

namespace protea {
namespace {

using namespace testing;

const Vector p{0.3, 1.2, 0.7, 2.0};
const Vector rho{0.5, 0.8, 1.1, 1.4};
const Vector a = divided_by_sum(p);
const Vector b = divided_by_sum(rho);

template <class Term>
double sum_of(const Vector& x, const Vector& y, Term term) {
  double sum = 0;
  for (std::size_t l = 0; l < x.size(); ++l) sum += term(x[l], y[l]);
  return sum;
}

Vector slope_of(const AnyDissimilarity& d, const Vector& x, const Vector& w) {
  return precise_differences(w, [&](const Vector& v) { return value_of(d, x, v); });
}

double total(const Vector& x) { return std::accumulate(x.begin(), x.end(), 0.0); }

// Generating functions of f- and Bregman divergences, for what the report says about all of them.
struct Generator {
  static constexpr std::string_view name = "generated";
  static constexpr std::string_view formula = "of a test";
  static constexpr Domain domain = Domain::positive;
};
template <int Shift>
struct EntropyOfRatio : Generator {   // f(u) = u ln u + Shift·(u − 1)
  double value(double u) const { return u * std::log(u) + Shift * (u - 1); }
  double slope(double u) const { return std::log(u) + 1 + Shift; }
};
struct SquareOfRatio : Generator {   // f(u) = (u − 1)²
  double value(double u) const { return (u - 1) * (u - 1); }
  double slope(double u) const { return 2 * (u - 1); }
};
struct RootOfRatio : Generator {   // f(u) = (√u − 1)²
  double value(double u) const { return (std::sqrt(u) - 1) * (std::sqrt(u) - 1); }
  double slope(double u) const { return 1 - 1 / std::sqrt(u); }
};
template <class F>
struct Conjugate : Generator {   // f*(u) = u f(1/u)
  double value(double u) const { return u * F{}.value(1 / u); }
  double slope(double u) const { return F{}.value(1 / u) - F{}.slope(1 / u) / u; }
};
struct Cube : Generator {   // Φ(x) = x³
  double value(double x) const { return x * x * x; }
  double slope(double x) const { return 3 * x * x; }
  double curvature(double x) const { return 6 * x; }
};

template <class F>
double f_divergence(const Vector& x, const Vector& y) {
  return FDivergence<F>{}.value(x, y, {});
}

// (2.2): the second derivative of D(p‖p + ατ) by α at 0 is +τΦ″(p)τ; printed with a minus.
TEST(DivergenceErrata, SensitivityOfABregmanDivergenceIsPositive) {
  const Vector tau{0.1, -0.2, 0.15, -0.05};
  const auto measured = [&](const AnyDissimilarity& d) {
    const double h = 1e-3;
    Vector up = p, down = p;
    for (std::size_t l = 0; l < p.size(); ++l) {
      up[l] += h * tau[l];
      down[l] -= h * tau[l];
    }
    return (value_of(d, p, up) + value_of(d, p, down)) / (h * h);   // D(p‖p) = 0
  };
  const auto expect = [&](const AnyDissimilarity& d, double (*curvature)(double)) {
    const double ours = sum_of(p, tau, [&](double x, double t) { return t * curvature(x) * t; });
    const double found = measured(d);
    EXPECT_NEAR(found, ours, 1e-5 * ours) << d.name();
    const double printed = -ours;
    EXPECT_GT(std::abs(found - printed), ours) << d.name();
  };
  expect(*divergence("generalized-kullback-leibler"), [](double x) { return 1 / x; });
  expect(*divergence("itakura-saito"), [](double x) { return 1 / (x * x); });
  expect(LiftedDissimilarity<Bregman<Cube>>{}, [](double x) { return 6 * x; });
}

// (2.9): the sign before ρ/β.
TEST(DivergenceErrata, BetaInItsSecondFormHasAMinus) {
  const double beta = 1.5;
  const auto form = [&](double sign) {
    return sum_of(p, rho, [&](double x, double y) {
      return std::pow(x, beta) * (1 / (beta - 1) - 1 / beta) -
             std::pow(y, beta - 1) * (x / (beta - 1) + sign * y / beta);
    });
  };
  const double d = value_of(*divergence("beta", "beta", beta), p, rho);
  EXPECT_NEAR(form(-1), d, 1e-12);
  EXPECT_GT(std::abs(form(+1) - d), 1);
}

// Density power divergence of Basu et al.: (1 + β) D_{β+1}, not D_β/(1 + β).
TEST(DivergenceErrata, DensityPowerDivergenceHasAnIndexShiftedByOne) {
  const double beta = 0.5;
  const double basu = sum_of(p, rho, [&](double x, double y) {
    return std::pow(y, 1 + beta) - (1 + 1 / beta) * x * std::pow(y, beta) + std::pow(x, 1 + beta) / beta;
  });
  EXPECT_NEAR((1 + beta) * value_of(*divergence("beta", "beta", beta + 1), p, rho), basu, 1e-12);
  EXPECT_GT(std::abs(value_of(*divergence("beta", "beta", beta), p, rho) / (1 + beta) - basu), 1e-2);
}

// After (2.16): β-divergences from α-divergences.
TEST(DivergenceErrata, BetaComesFromAlphaOfTheInverseWithPowersOfBeta) {
  const double beta = 1.6;
  const auto raised = [](Vector x, double power) {
    for (double& value : x) value = std::pow(value, power);
    return x;
  };
  const double d = value_of(*divergence("beta", "beta", beta), p, rho);
  EXPECT_NEAR(value_of(*divergence("alpha", "alpha", 1 / beta), raised(p, beta), raised(rho, beta)) / (beta * beta), d,
              1e-12);
  EXPECT_GT(std::abs(value_of(*divergence("alpha", "alpha", 1 / beta), raised(p, beta + 2), raised(rho, beta + 2)) - d),
            0.1);
}

// Section 2.2: f and f + c(u − 1) give the same Σρf(p/ρ) between vectors of equal sums only. Ours takes the slope at
// 1 off, and then they do between all.
TEST(DivergenceErrata, ALinearShiftOfFChangesDivergencesOfDifferentSums) {
  const auto printed = [](auto f, const Vector& x, const Vector& y) {
    return sum_of(x, y, [&](double s, double t) { return t * f.value(s / t); });
  };
  const double sums = total(p) - total(rho);
  EXPECT_GT(std::abs(sums), 0.3);
  EXPECT_NEAR(printed(EntropyOfRatio<3>{}, p, rho) - printed(EntropyOfRatio<0>{}, p, rho), 3 * sums, 1e-13);
  const double ours = value_of(*divergence("generalized-kullback-leibler"), p, rho);
  EXPECT_NEAR(f_divergence<EntropyOfRatio<0>>(p, rho), ours, 1e-13);
  EXPECT_NEAR(f_divergence<EntropyOfRatio<3>>(p, rho), ours, 1e-13);
  EXPECT_NEAR(f_divergence<EntropyOfRatio<3>>(a, b), printed(EntropyOfRatio<0>{}, a, b), 1e-14);
}

// Section 2.2: D_f(p‖ρ) = D_{f*}(ρ‖p) holds for every f, f*(u) = u f(1/u). That f and f* differ by c(u − 1) alone is
// the condition of D_f(p‖ρ) = D_f(ρ‖p).
TEST(DivergenceErrata, TheConjugateExchangesTheArgumentsForEveryF) {
  EXPECT_NEAR((f_divergence<SquareOfRatio>(p, rho)), (f_divergence<Conjugate<SquareOfRatio>>(rho, p)), 1e-13);
  EXPECT_NEAR((f_divergence<EntropyOfRatio<0>>(p, rho)), (f_divergence<Conjugate<EntropyOfRatio<0>>>(rho, p)), 1e-13);
  const auto is_shift = [](auto f, auto g) {
    return std::abs((f.value(2) - g.value(2)) - (f.value(3) - g.value(3)) / 2) < 1e-12;
  };
  EXPECT_FALSE(is_shift(SquareOfRatio{}, Conjugate<SquareOfRatio>{}));
  EXPECT_GT(std::abs(f_divergence<SquareOfRatio>(p, rho) - f_divergence<SquareOfRatio>(rho, p)), 1e-3);
  EXPECT_TRUE(is_shift(RootOfRatio{}, Conjugate<RootOfRatio>{}));
  EXPECT_EQ(value_of(*divergence("hellinger"), p, rho), value_of(*divergence("hellinger"), rho, p));
}

// (2.13): the sign of c_f.
TEST(DivergenceErrata, GeneralizedFDivergencesSubtractTheSlopeAtOne) {
  const auto form = [](const Vector& x, const Vector& y, double sign) {
    return sum_of(x, y, [&](double s, double t) { return sign * (s - t) + s * std::log(s / t); });
  };
  EXPECT_NEAR(form(p, rho, -1), value_of(*divergence("generalized-kullback-leibler"), p, rho), 1e-14);
  EXPECT_LT(form({0.1, 0.1}, {1, 1}, +1), -2);   // printed: negative
}

// After (2.14): f = (√u − 1)² is convex with f′(1) = 0, and Hellinger's an f-divergence of any positive vectors.
// D({u}‖{1}) is f(u).
TEST(DivergenceErrata, HellingersFunctionIsConvex) {
  const auto d = divergence("hellinger");
  const auto f = [&](double u) { return value_of(*d, {u}, {1}); };
  for (const double u : {0.1, 0.5, 1.0, 3.0, 20.0})
    EXPECT_GT(f(u * 1.1) + f(u * 0.9) - 2 * f(u), 1e-4 * u * std::pow(u, -0.5)) << u;
  for (const double slope : gradients_of(*d, p, p).by_rho) EXPECT_NEAR(slope, 0, 1e-15);   // f(1) − f′(1)
  EXPECT_NEAR(f_divergence<RootOfRatio>(p, rho), value_of(*d, p, rho), 1e-14);
}

// After (2.16): the generating function of D_α is one of u = p/ρ.
TEST(DivergenceErrata, AlphaIsGeneratedByTheRatioOfDataToPrototype) {
  const double alpha = 1.7;
  const auto f = [&](double u) { return u * (std::pow(u, alpha - 1) - 1) / (alpha * alpha - alpha) + (1 - u) / alpha; };
  const double d = value_of(*divergence("alpha", "alpha", alpha), p, rho);
  EXPECT_NEAR(sum_of(p, rho, [&](double x, double y) { return y * f(x / y); }), d, 1e-13);
  EXPECT_GT(std::abs(sum_of(p, rho, [&](double x, double y) { return y * f(y / x); }) - d), 1e-2);
}

// (2.17), (2.19), (3.10), (6.8): Tsallis' divergence has the other sign.
TEST(DivergenceErrata, TsallisDivergenceIsPositiveAndItsGradientNegative) {
  for (const double alpha : {0.5, 2.0}) {
    const auto d = divergence("tsallis", "alpha", alpha);
    const double printed =
        (sum_of(a, b, [&](double x, double y) { return std::pow(x, alpha) * std::pow(y, 1 - alpha); }) - 1) /
        (1 - alpha);
    EXPECT_GT(value_of(*d, a, b), 0);
    EXPECT_NEAR(printed, -value_of(*d, a, b), 1e-14);
    const Vector slope = slope_of(*d, a, b);
    for (std::size_t l = 0; l < a.size(); ++l) EXPECT_NEAR(slope[l], -std::pow(a[l] / b[l], alpha), 1e-8);
    EXPECT_LE(relative_gap(gradients_of(*d, a, b).by_rho, slope), 1e-8);
  }
}

// Section 6.1, Tsallis: both terms of ∂/∂α flip with it.
TEST(DivergenceErrata, TsallisSlopeByAlphaFlipsToo) {
  const double alpha = 1.6;
  const auto d = divergence("tsallis", {{"alpha", "1.6"}, {"learn", "true"}});
  const double sum = sum_of(a, b, [&](double x, double y) { return std::pow(x, alpha) * std::pow(y, 1 - alpha); });
  const double logs =
      sum_of(a, b, [&](double x, double y) { return std::pow(x, alpha) * std::pow(y, 1 - alpha) * std::log(x / y); });
  const double printed = (sum - 1) / ((1 - alpha) * (1 - alpha)) + logs / (1 - alpha);
  const double slope = precise_differences({alpha}, [&](const Vector& t) { return value_of(*d, a, b, t); })[0];
  EXPECT_NEAR(gradients_of(*d, a, b, {alpha}).by_theta[0], slope, 1e-9);
  EXPECT_NEAR(printed, -slope, 1e-9);
}

// (2.22), (3.11), (6.7): the 1 stands beside the sum.
TEST(DivergenceErrata, GeneralizedRenyiAddsOneToTheSumOnce) {
  const double alpha = 2;
  const auto printed = [&](const Vector& x, const Vector& y) {
    return std::log(sum_of(x, y,
                           [&](double s, double t) {
                             return std::pow(s, alpha) * std::pow(t, 1 - alpha) - alpha * s + (alpha - 1) * t + 1;
                           })) /
           (alpha - 1);
  };
  const auto d = divergence("generalized-renyi", "alpha", alpha);
  EXPECT_NEAR(printed(p, p), std::log(4), 1e-12);
  EXPECT_EQ(value_of(*d, p, p), 0);
  EXPECT_NEAR(value_of(*d, a, b), value_of(*divergence("renyi", "alpha", alpha), a, b), 1e-14);   // (2.23)
  EXPECT_LE(relative_gap(gradients_of(*d, p, rho).by_rho, slope_of(*d, p, rho)), 1e-8);
}

// (2.22): for 0 < α < 1 the logarithm may have no argument; 2·√(10·0.1) − ½·20 − ½·0.2 + 1 = −7.1.
TEST(DivergenceErrata, GeneralizedRenyiRefusesWhereItHasNoValue) {
  const auto d = divergence("generalized-renyi", "alpha", 0.5);
  try {
    value_of(*d, {10, 10}, {0.1, 0.1});
    FAIL() << "no exception";
  } catch (const NumericalError& error) {
    EXPECT_NE(std::string(error.what()).find("-7.1"), std::string::npos) << error.what();
  }
  EXPECT_THROW(divergence("renyi", "alpha", -0.5), UsageError);   // would be negative
}

// (2.7): for 0 < η < 1 it is not positive, so that η > 1 is demanded.
TEST(DivergenceErrata, EtaBelowOneIsRefused) {
  const double eta = 0.5;
  EXPECT_LT(sum_of(p, rho,
                   [&](double x, double y) {
                     return std::pow(x, eta) + (eta - 1) * std::pow(y, eta) - eta * x * std::pow(y, eta - 1);
                   }),
            0);
  EXPECT_THROW(divergence("eta", "eta", eta), UsageError);
}

// Section 2: "zero only between equal vectors" and "convex in p" do not hold for every divergence.
TEST(DivergenceErrata, GammaIsZeroBetweenParallelVectorsAndCauchySchwarzIsNotConvex) {
  Vector twice = p;
  for (double& value : twice) value *= 2;
  EXPECT_NEAR(value_of(*divergence("gamma", "gamma", 0.7), p, twice), 0, 1e-14);
  const auto d = divergence("cauchy-schwarz");
  const Vector w{1, 1};
  EXPECT_GT(value_of(*d, {5.5, 1}, w), (value_of(*d, {1, 1}, w) + value_of(*d, {10, 1}, w)) / 2);
}

// (3.3), (3.10), (3.12) as plain updates: at ρ = p the gradient is −1 in every component, not 0. The
// tangential part is 0.
TEST(DivergenceErrata, DivergencesOfProbabilityVectorsNeedTheTangentialGradient) {
  for (const std::string name : {"kullback-leibler", "tsallis", "renyi"}) {
    const auto d = divergence(name);
    EXPECT_EQ(d->domain().kind, Domain::probability);
    Vector gradient = gradients_of(*d, a, a).by_rho;
    for (const double value : gradient) EXPECT_NEAR(value, -1, 1e-14) << name;
    make_tangential(a, gradient);
    for (const double value : gradient) EXPECT_NEAR(value, 0, 1e-14) << name;
  }
}

// (6.1): δΦ(λρ)/δρ means Φ′ at λρ; the chain rule taken literally counts λ twice.
TEST(DivergenceErrata, RelevancesEnterTheSlopeOfPhiOnce) {
  const auto d = divergence("beta", {{"beta", "2"}, {"relevances", "true"}});
  const Vector lambda = divided_by_sum({1, 2, 3, 4});
  const Gradients found = gradients_of(*d, p, rho, lambda);
  const Vector slope = precise_differences(lambda, [&](const Vector& t) { return value_of(*d, p, rho, t); });
  EXPECT_LE(relative_gap(found.by_theta, slope), 1e-9);
  // Φ = x²/2: D = ½Σλ²(p − ρ)², ∂/∂λ = λ(p − ρ)²; with Φ′(λρ)·λ in the place of Φ′(λρ) it would not be.
  for (std::size_t l = 0; l < 4; ++l) {
    const double x = p[l] - rho[l];
    EXPECT_NEAR(found.by_theta[l], lambda[l] * x * x, 1e-12);
    const double printed = lambda[l] * (p[l] * p[l] - rho[l] * rho[l]) -
                           x * (2 * lambda[l] * rho[l] * lambda[l] + lambda[l] * lambda[l] * rho[l]);
    EXPECT_GT(std::abs(printed - found.by_theta[l]), 1e-3) << l;
  }
}

// (6.2)–(6.9) leave out Itakura–Saito, on which λ has no effect.
TEST(DivergenceErrata, ItakuraSaitoDoesNotSeeRelevancesAndRefusesToLearnThem) {
  const auto d = divergence("itakura-saito");
  const Vector lambda{0.1, 0.2, 0.3, 0.4};
  Vector x = p, w = rho;
  for (std::size_t l = 0; l < 4; ++l) {
    x[l] *= lambda[l];
    w[l] *= lambda[l];
  }
  EXPECT_NEAR(value_of(*d, x, w), value_of(*d, p, rho), 1e-14);
  try {
    divergence("itakura-saito", {{"relevances", "true"}});
    FAIL() << "no exception";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("the same for every λ"), std::string::npos) << error.what();
  }
}

// Our own finding: Σ λp ln(p/ρ) of weighed probability vectors may be negative, as may Tsallis' and Rényi's, since λp
// and λρ have different sums. Divided by their sums again they are probability vectors, and the divergence one.
TEST(DivergenceErrata, RelevancesOfProbabilityVectorsNeedNewSums) {
  const Vector x{0.1, 0.9};
  const Vector w{0.5, 0.5};
  const Vector lambda{0.9, 0.1};
  double literal = 0;
  for (std::size_t l = 0; l < 2; ++l) literal += lambda[l] * x[l] * std::log(x[l] / w[l]);
  EXPECT_LT(literal, -0.09);
  for (const std::string name : {"kullback-leibler", "tsallis", "renyi"}) {
    const auto d = divergence(name, {{"relevances", "true"}});
    EXPECT_GT(value_of(*d, x, w, lambda), 0.05) << name;
    EXPECT_EQ(value_of(*d, x, x, lambda), 0) << name;
    EXPECT_NEAR(value_of(*d, x, w, lambda),
                value_of(*divergence(name), divided_by_sum({0.09, 0.09}), divided_by_sum({0.45, 0.05})), 1e-14)
        << name;
  }
}

// The same taken literally in Tsallis' divergence: (Σ λp^α ρ^{1−α} − 1)/(α − 1) grows without bound as α → 1, since
// Σλp is not 1. Ours tends to Kullback and Leibler's.
TEST(DivergenceErrata, RelevancesTakenLiterallyMakeTsallisDivergeAtOne) {
  const Vector x{0.1, 0.9};
  const Vector w{0.5, 0.5};
  const Vector lambda{0.9, 0.1};
  const double limit = value_of(*divergence("kullback-leibler", {{"relevances", "true"}}), x, w, lambda);
  for (const double gap : {1e-2, 1e-4, 1e-6}) {
    const double alpha = 1 + gap;
    double sum = 0;
    for (std::size_t l = 0; l < 2; ++l) sum += lambda[l] * std::pow(x[l], alpha) * std::pow(w[l], 1 - alpha);
    EXPECT_LT((sum - 1) / gap, -0.5 / gap);
    const auto d = divergence("tsallis", {{"alpha", number_text(alpha)}, {"relevances", "true"}});
    EXPECT_NEAR(value_of(*d, x, w, lambda), limit, 2 * gap) << alpha;
  }
}

// Quantization with γ: the gradient is orthogonal to w [Euler], so that steps change its direction alone. The length
// stays where it
// started: weights compare as shares of their sum, never as they are.
TEST(DivergenceErrata, GammaLeavesTheLengthOfAPrototypeAndLearnsItsShares) {
  const Vector x{0.2, 0.8};
  for (const double gamma : {0.5, 1.0, 2.0}) {
    const auto d = divergence("gamma", "gamma", gamma);
    const Vector skew = gradients_of(*d, p, rho).by_rho;
    EXPECT_NEAR(std::inner_product(rho.begin(), rho.end(), skew.begin(), 0.0), 0, 1e-14);
    Vector w{0.5, 0.5};
    for (int step = 0; step < 4000; ++step) {
      const Vector slope = gradients_of(*d, x, w).by_rho;
      for (std::size_t l = 0; l < 2; ++l) w[l] -= 0.005 * slope[l];
    }
    EXPECT_GT(std::abs(w[0] - x[0]), 0.02) << gamma;     // as they are
    EXPECT_NEAR(w[0] / total(w), x[0], 1e-3) << gamma;   // as shares
    EXPECT_NEAR(std::hypot(w[0], w[1]), std::sqrt(0.5), 0.01) << gamma;
  }
}

// (4.14): the winner of the right class steps by −ε∂D/∂w; printed with a plus, it goes away.
TEST(DivergenceErrata, Lvq1StepsTowardsItsOwnClassAndThePrintedOneAway) {
  for (const std::string name : {"generalized-kullback-leibler", "itakura-saito", "hellinger", "gamma"}) {
    const auto d = divergence(name);
    const std::vector<Label> labels{0, 1};
    const double before = value_of(*d, p, rho);
    const auto after = [&](Label y, double sign) {
      Vector pull(2);
      Lvq1{}.pull(Vector{before, before + 1}, labels, y, pull);
      const Vector slope = gradients_of(*d, p, rho).by_rho;
      Vector w = rho;
      for (std::size_t l = 0; l < w.size(); ++l) w[l] -= sign * 0.02 * pull[0] * slope[l];
      return value_of(*d, p, w);
    };
    EXPECT_LT(after(0, +1), before) << name;
    EXPECT_GT(after(0, -1), before) << name;   // printed
    EXPECT_GT(after(1, +1), before) << name;
    EXPECT_LT(after(1, -1), before) << name;   // printed
  }
}

// (3.1): Φ(p)/δρ stands where δΦ(p)/δρ = 0 must; what is left is −Φ″(ρ)(p − ρ).
TEST(DivergenceErrata, TheSlopeOfABregmanDivergenceHasNoTermOfPhiAtTheSample) {
  const LiftedDissimilarity<Bregman<Cube>> d;
  const Vector found = gradients_of(d, p, rho).by_rho;
  const Vector slope = slope_of(d, p, rho);
  EXPECT_LE(relative_gap(found, slope), 1e-8);
  for (std::size_t l = 0; l < p.size(); ++l) {
    EXPECT_NEAR(found[l], -6 * rho[l] * (p[l] - rho[l]), 1e-13);
    EXPECT_GT(std::abs(Cube{}.value(p[l]) + found[l] - slope[l]), 0.02);   // printed
  }
}

}   // namespace
}   // namespace protea
