// What the divergences promise as functions: signs, zeros, gradients, relations among each other, limits.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include <support/case_name.hpp>
#include <support/divergence_checks.hpp>

namespace protea {
namespace {

using namespace testing;

struct Member {
  std::string name;
  std::string parameter;   // empty: it has none
  double value;
};
void PrintTo(const Member& m, std::ostream* out) { *out << m.name << " " << m.parameter << " " << m.value; }

Settings settings_of(const Member& m, Settings more = {}) {
  if (!m.parameter.empty()) more.emplace_back(m.parameter, number_text(m.value));
  return more;
}

const std::vector<Member> members{{"generalized-kullback-leibler", "", 0},
                                  {"kullback-leibler", "", 0},
                                  {"itakura-saito", "", 0},
                                  {"hellinger", "", 0},
                                  {"cauchy-schwarz", "", 0},
                                  {"eta", "eta", 1.2},
                                  {"eta", "eta", 2},
                                  {"eta", "eta", 3.5},
                                  {"beta", "beta", -0.7},
                                  {"beta", "beta", 0},
                                  {"beta", "beta", 0.3},
                                  {"beta", "beta", 1},
                                  {"beta", "beta", 1.001},
                                  {"beta", "beta", 2.5},
                                  {"alpha", "alpha", -1.5},
                                  {"alpha", "alpha", 0},
                                  {"alpha", "alpha", 0.2},
                                  {"alpha", "alpha", 0.5},
                                  {"alpha", "alpha", 1},
                                  {"alpha", "alpha", 3},
                                  {"tsallis", "alpha", 0.4},
                                  {"tsallis", "alpha", 1},
                                  {"tsallis", "alpha", 2.5},
                                  {"renyi", "alpha", 0.4},
                                  {"renyi", "alpha", 1},
                                  {"renyi", "alpha", 2.5},
                                  {"generalized-renyi", "alpha", 1},
                                  {"generalized-renyi", "alpha", 2.5},
                                  {"gamma", "gamma", 0},
                                  {"gamma", "gamma", 0.1},
                                  {"gamma", "gamma", 0.3},
                                  {"gamma", "gamma", 1},
                                  {"gamma", "gamma", 4}};

class EveryDivergence : public ::testing::TestWithParam<Member> {
 protected:
  const Member member_ = GetParam();
};

TEST_P(EveryDivergence, IsNotNegativeAndZeroBetweenEqualVectors) {
  const auto d = divergence(member_.name, settings_of(member_));
  EXPECT_TRUE(rc::check([&] {
    const auto [p, rho] = any_pair(d->domain());
    RC_ASSERT(value_of(*d, p, rho) >= 0);
    RC_ASSERT(std::abs(value_of(*d, p, p)) <= 1e-15);
  }));
}

// A bound to finite differences: 1e-6 of the largest component, for all of ∂/∂ρ, ∂/∂parameter and ∂/∂λ.
TEST_P(EveryDivergence, HasTheGradientsThatFiniteDifferencesGive) {
  std::vector<Settings> ways{settings_of(member_)};
  const bool has_relevances = member_.name != "itakura-saito" && !(member_.name == "beta" && member_.value <= 0);
  if (has_relevances) ways.push_back(settings_of(member_, {{"relevances", "true"}}));
  if (!member_.parameter.empty()) {
    ways.push_back(settings_of(member_, {{"learn", "true"}}));
    if (has_relevances) ways.push_back(settings_of(member_, {{"learn", "true"}, {"relevances", "true"}}));
  }
  for (const Settings& settings : ways) {
    const auto d = divergence(member_.name, settings);
    std::size_t count = 0;
    try {
      count = d->parameter_count(3);
    } catch (const UsageError&) {
      continue;   // outside the range in which the parameter is learned
    }
    EXPECT_TRUE(rc::check([&] {
      const auto pair = any_pair(d->domain());
      const auto& p = pair.p;
      const auto& rho = pair.rho;
      const std::size_t n = p.size();
      Vector theta(d->parameter_count(n));
      Random random(1, Purpose::metric);
      d->initialize(theta, n, random);
      if (count >= 3) {   // relevances at the end
        const Vector lambda = divided_by_sum(any_positive(n));
        std::copy(lambda.begin(), lambda.end(), theta.end() - static_cast<std::ptrdiff_t>(n));
      }
      const Gradients found = gradients_of(*d, p, rho, theta);
      RC_ASSERT(relative_gap(found.by_rho, precise_differences(rho, [&](const Vector& w) {
                               return value_of(*d, p, w, theta);
                             })) <= 1e-6);
      if (theta.empty() || theta[0] == 0) return;   // relative steps from 0 lead nowhere; the limits are tested below
      const Vector expected = precise_differences(theta, [&](const Vector& t) { return value_of(*d, p, rho, t); });
      RC_ASSERT(relative_gap(found.by_theta, expected) <= 1e-6);
    })) << d->name()
        << " " << settings.size();
  }
}

// Zeros of the data are taken where the limit exists: approached from above, value and gradient tend to what
// they are at 0.
TEST_P(EveryDivergence, TakesZerosOfTheDataWhereTheLimitExists) {
  Settings settings = settings_of(member_);
  const auto plain = divergence(member_.name, settings);
  if (plain->domain().kind == Domain::positive) return;
  const double exponent =
      member_.parameter == "alpha" || member_.parameter == "beta" ? std::min(1.0, member_.value) : 1;
  const Vector rho{0.2, 0.5, 0.3};
  const double tiny = 1e-300;   // tinyᵉ vanishes for every exponent in the list
  const Vector zero{0, 0.6, 0.4};
  const Vector nearly{tiny, 0.6, 0.4};
  const double slack = 1e-9 + 20 * std::pow(tiny, 0.9 * exponent);
  EXPECT_NEAR(value_of(*plain, zero, rho), value_of(*plain, nearly, rho), slack);
  const Gradients at_zero = gradients_of(*plain, zero, rho);
  const Gradients near_zero = gradients_of(*plain, nearly, rho);
  for (std::size_t l = 0; l < 3; ++l) EXPECT_NEAR(at_zero.by_rho[l], near_zero.by_rho[l], slack) << l;
  // … and the block form agrees, relevances and parameter included.
  settings.emplace_back("relevances", "true");
  if (!member_.parameter.empty()) settings.emplace_back("learn", "true");
  auto learned = divergence(member_.name, settings);
  try {
    learned->parameter_count(3);
  } catch (const UsageError&) {
    return;
  }
  Vector theta(learned->parameter_count(3));
  Random random(1, Purpose::metric);
  learned->initialize(theta, 3, random);
  Scratch scratch;
  Vector d(1);
  Vector gw(3);
  Vector gtheta(theta.size());
  const std::vector<Pull> pulls{{0, 0, 1}};
  learned->values(matrix_view(Row(zero), 1, 3), matrix_view(Row(rho), 1, 3), theta, matrix_view(MutableRow(d), 1, 1),
                  scratch);
  learned->add_gradients(matrix_view(Row(zero), 1, 3), matrix_view(Row(rho), 1, 3), theta, pulls,
                         matrix_view(MutableRow(gw), 1, 3), gtheta, scratch);
  const Gradients pair = gradients_of(*learned, zero, rho, theta);
  EXPECT_NEAR(d[0], value_of(*learned, zero, rho, theta), 1e-13);
  EXPECT_LE(relative_difference(gw, pair.by_rho), 1e-13);
  EXPECT_LE(relative_difference(gtheta, pair.by_theta), 1e-12);
}

// Factors of prototypes are kept from call to call; what has changed since is never read from them.
TEST_P(EveryDivergence, GivesTheSameBitsWithAScratchUsedBefore) {
  constexpr std::size_t n = 5;
  const bool has_relevances = member_.name != "itakura-saito" && !(member_.name == "beta" && member_.value <= 0);
  const auto plain = divergence(member_.name, settings_of(member_));
  const auto weighed =
      divergence(member_.name, settings_of(member_, {{"relevances", has_relevances ? "true" : "false"}}));
  Matrix x(3, n);
  Matrix w(4, n);
  Random random(3, Purpose::generator);
  const auto fill = [&](MutableRow row) {
    for (double& value : row) value = random.uniform(0.1, 1);
    if (plain->domain().kind != Domain::probability) return;
    const Vector shares = divided_by_sum(Vector(row.begin(), row.end()));
    std::copy(shares.begin(), shares.end(), row.begin());
  };
  for (std::size_t i = 0; i < 3; ++i) fill(x.row(i));
  for (std::size_t k = 0; k < 4; ++k) fill(w.row(k));
  Vector lambda(has_relevances ? n : 0, 1.0 / n);
  Scratch used;
  const auto expect_same = [&](const AnyDissimilarity& d, Row theta, std::size_t samples) {
    Matrix again(samples, 4);
    Matrix afresh(samples, 4);
    Matrix again_w(4, n);
    Matrix afresh_w(4, n);
    Vector again_theta(theta.size());
    Vector afresh_theta(theta.size());
    Scratch fresh;
    const MatrixView some = matrix_view(std::as_const(x).values().first(samples * n), samples, n);
    const std::vector<Pull> pulls{{0, 1, 0.5}, {0, 3, -2}};
    d.values(some, std::as_const(w).view(), theta, again.view(), used);
    d.add_gradients(some, std::as_const(w).view(), theta, pulls, again_w.view(), again_theta, used);
    d.values(some, std::as_const(w).view(), theta, afresh.view(), fresh);
    d.add_gradients(some, std::as_const(w).view(), theta, pulls, afresh_w.view(), afresh_theta, fresh);
    EXPECT_EQ(std::vector(again.values().begin(), again.values().end()),
              std::vector(afresh.values().begin(), afresh.values().end()));
    EXPECT_EQ(std::vector(again_w.values().begin(), again_w.values().end()),
              std::vector(afresh_w.values().begin(), afresh_w.values().end()));
    EXPECT_EQ(again_theta, afresh_theta);
  };
  expect_same(*plain, {}, 3);
  expect_same(*plain, {}, 1);
  fill(w.row(2));
  expect_same(*plain, {}, 1);
  expect_same(*weighed, lambda, 2);
  if (has_relevances) lambda = {0.4, 0, 0.3, 0.2, 0.1};
  expect_same(*weighed, lambda, 2);
  expect_same(*plain, {}, 2);
}

INSTANTIATE_TEST_SUITE_P(Divergences, EveryDivergence, ::testing::ValuesIn(members));

RC_GTEST_PROP(Divergences, EtaIsEtaTimesEtaLessOneTimesBeta, ()) {
  const double eta = 1 + *rc::gen::inRange(1, 4000) / 1000.0;
  const auto [p, rho] = any_pair();
  RC_ASSERT(relative_gap(value_of(*divergence("eta", "eta", eta), p, rho),
                         eta * (eta - 1) * value_of(*divergence("beta", "beta", eta), p, rho)) <= 1e-12);
}

RC_GTEST_PROP(Divergences, GammaOneIsCauchySchwarz, ()) {
  const auto [p, rho] = any_pair();
  const auto gamma = divergence("gamma", "gamma", 1);
  const auto plain = divergence("cauchy-schwarz");
  RC_ASSERT(std::abs(value_of(*gamma, p, rho) - value_of(*plain, p, rho)) <= 1e-13);
  double pp = 0, rr = 0, pr = 0;
  for (std::size_t l = 0; l < p.size(); ++l) {
    pp += p[l] * p[l];
    rr += rho[l] * rho[l];
    pr += p[l] * rho[l];
  }
  RC_ASSERT(std::abs(value_of(*plain, p, rho) - (0.5 * std::log(pp * rr) - std::log(pr))) <= 1e-13);
}

RC_GTEST_PROP(Divergences, GammaDoesNotSeeTheScaleOfEitherVector, ()) {
  const auto d = divergence("gamma", "gamma", *rc::gen::inRange(0, 3000) / 1000.0);
  const auto [p, rho] = any_pair();
  Vector scaled_p = p;
  Vector scaled_rho = rho;
  for (double& value : scaled_p) value *= 123.4;
  for (double& value : scaled_rho) value *= 0.0567;
  RC_ASSERT(std::abs(value_of(*d, scaled_p, scaled_rho) - value_of(*d, p, rho)) <= 1e-12);
}

RC_GTEST_PROP(Divergences, AreAmongTheirRelativesWhatTheTextsSay, ()) {
  const auto [p, rho] = any_pair();
  double squares = 0;
  for (std::size_t l = 0; l < p.size(); ++l) squares += (p[l] - rho[l]) * (p[l] - rho[l]);
  RC_ASSERT(relative_gap(value_of(*divergence("eta", "eta", 2), p, rho), squares) <= 1e-12);
  RC_ASSERT(relative_gap(value_of(*divergence("beta", "beta", 2), p, rho), squares / 2) <= 1e-12);
  RC_ASSERT(relative_gap(value_of(*divergence("alpha", "alpha", 0.5), p, rho),
                         2 * value_of(*divergence("hellinger"), p, rho)) <= 1e-12);
  RC_ASSERT(relative_gap(value_of(*divergence("alpha", "alpha", 0), p, rho),
                         value_of(*divergence("alpha", "alpha", 1), rho, p)) <= 1e-12);
  RC_ASSERT(relative_gap(value_of(*divergence("alpha", "alpha", 0.3), p, rho),
                         value_of(*divergence("alpha", "alpha", 0.7), rho, p)) <= 1e-12);
  const Vector a = divided_by_sum(p);
  const Vector b = divided_by_sum(rho);
  const double tsallis = value_of(*divergence("tsallis", "alpha", 1.7), a, b);
  RC_ASSERT(relative_gap(value_of(*divergence("renyi", "alpha", 1.7), a, b), std::log(1 + 0.7 * tsallis) / 0.7) <=
            1e-12);
  RC_ASSERT(relative_gap(value_of(*divergence("alpha", "alpha", 1.7), a, b), tsallis / 1.7) <= 1e-12);
  RC_ASSERT(relative_gap(value_of(*divergence("generalized-renyi", "alpha", 1.7), a, b),
                         value_of(*divergence("renyi", "alpha", 1.7), a, b)) <= 1e-12);
}

}   // namespace
}   // namespace protea
