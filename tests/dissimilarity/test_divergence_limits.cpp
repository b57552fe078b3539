// The removable singularities of the parametrised divergences: value and derivatives pass through them smoothly.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include <support/divergence_checks.hpp>

namespace protea {
namespace {

// Of vectors that are equal but for roundings, so is their divergence, and nothing relative to it means anything.
bool are_apart(const testing::PairOfVectors& x) {
  double farthest = 0;
  for (std::size_t i = 0; i < x.p.size(); ++i)
    farthest = std::max(farthest, std::abs(x.p[i] - x.rho[i]) / std::max(x.p[i], x.rho[i]));
  return farthest > 1e-9;
}

using namespace testing;

using Formula = std::function<double(double p, double rho)>;

double sum_over(const Vector& p, const Vector& rho, const Formula& term) {
  double sum = 0;
  for (std::size_t l = 0; l < p.size(); ++l) sum += term(p[l], rho[l]);
  return sum;
}

double kullback_leibler(double p, double rho) { return p * std::log(p / rho) - p + rho; }
double itakura_saito(double p, double rho) { return p / rho - std::log(p / rho) - 1; }

struct Limit {
  std::string name;
  std::string parameter;
  double at;
  double (*expected)(const Vector& p, const Vector& rho);
};
void PrintTo(const Limit& limit, std::ostream* out) { *out << limit.name << " at " << limit.at; }

double generalized(const Vector& p, const Vector& rho) { return sum_over(p, rho, kullback_leibler); }
double reverse(const Vector& p, const Vector& rho) { return sum_over(rho, p, kullback_leibler); }
double spectra(const Vector& p, const Vector& rho) { return sum_over(p, rho, itakura_saito); }
double of_shares(const Vector& p, const Vector& rho) { return generalized(divided_by_sum(p), divided_by_sum(rho)); }

class EveryLimit : public ::testing::TestWithParam<Limit> {
 protected:
  const Limit limit_ = GetParam();

  PairOfVectors pair() const { return any_pair(dissimilarities().make(limit_.name, {})->domain()); }
  double value(double parameter, const PairOfVectors& x) const {
    return value_of(*divergence(limit_.name, limit_.parameter, parameter), x.p, x.rho);
  }
  // ∂/∂ρ and, behind it, ∂/∂parameter.
  Vector gradient(double parameter, const PairOfVectors& x) const {
    const auto d = dissimilarities().make(limit_.name, {{limit_.parameter, number_text(parameter)}, {"learn", "true"}});
    const Gradients g = gradients_of(*d, x.p, x.rho, {parameter});   // also where learning would not lead
    Vector result = g.by_rho;
    result.push_back(g.by_theta[0]);
    return result;
  }
  bool is_allowed(double parameter) const { return limit_.name != "gamma" || parameter >= 0; }
};

TEST_P(EveryLimit, IsReachedByTheValue) {
  EXPECT_TRUE(rc::check([&] {
    const PairOfVectors x = pair();
    RC_ASSERT(relative_gap(value(limit_.at, x), limit_.expected(x.p, x.rho)) <= 1e-11);
  }));
}

// On either side, near and far: the second-order expansion around the limit holds to 1e-7 of the value. Its
// coefficients are taken from parameters 1e-2 away, far from any cancellation.
TEST_P(EveryLimit, IsPassedSmoothlyByTheValue) {
  EXPECT_TRUE(rc::check([&] {
    const PairOfVectors x = pair();
    const double centre = value(limit_.at, x);
    const double slope = gradient(limit_.at, x).back();
    for (const double step : {1e-9, -1e-9, 1e-6, -1e-6}) {
      if (!is_allowed(limit_.at + step)) continue;
      RC_ASSERT(std::abs(value(limit_.at + step, x) - centre - step * slope) <=
                1e-7 * centre + 50 * step * step * (1 + std::abs(slope)));
    }
    for (const double step : {1e-3, -1e-3}) {
      if (!is_allowed(limit_.at + step)) continue;
      const double far = value(limit_.at + 1.01 * step, x);
      const double near = value(limit_.at + 0.99 * step, x);
      const double middle = value(limit_.at + step, x);
      RC_ASSERT(std::abs((far + near) / 2 - middle) <= 1e-7 * middle);
    }
  }));
}

TEST_P(EveryLimit, IsPassedSmoothlyByTheGradients) {
  EXPECT_TRUE(rc::check([&] {
    const PairOfVectors x = pair();
    RC_PRE(are_apart(x));
    const Vector centre = gradient(limit_.at, x);
    for (const double step : {1e-9, -1e-9, 1e-6, -1e-6, 1e-3, -1e-3}) {
      if (!is_allowed(limit_.at + step)) continue;
      const Vector there = gradient(limit_.at + step, x);
      // Smooth means: what changes over twice the step is twice the change, to second order of the step.
      const Vector twice = gradient(limit_.at + 2 * step, x);
      Vector straight(centre.size());
      for (std::size_t i = 0; i < centre.size(); ++i) straight[i] = 2 * there[i] - centre[i];
      RC_ASSERT(relative_gap(twice, straight) <= 1e-7 + 1e4 * step * step);
    }
    // … and the slope by the parameter is the slope of the value, by differences far from rounding.
    if (is_allowed(limit_.at - 6e-4)) {
      const double h = 3e-4;
      const double slope = (8 * (value(limit_.at + h, x) - value(limit_.at - h, x)) - value(limit_.at + 2 * h, x) +
                            value(limit_.at - 2 * h, x)) /
                           (12 * h);
      RC_ASSERT(std::abs(slope - centre.back()) <= 1e-6 * (std::abs(slope) + value(limit_.at, x)));
    }
  }));
}

// The block form, which works with factors, passes through the limits as the pair form does.
TEST_P(EveryLimit, IsTheSameInBlocks) {
  EXPECT_TRUE(rc::check([&] {
    const PairOfVectors x = pair();
    const std::size_t n = x.p.size();
    for (const double step : {0.0, 1e-9, -1e-9, 1e-6, -1e-6, 1e-3, -1e-3}) {
      const double parameter = limit_.at + step;
      if (!is_allowed(parameter)) continue;
      const auto d =
          dissimilarities().make(limit_.name, {{limit_.parameter, number_text(parameter)}, {"learn", "true"}});
      Scratch scratch;
      Vector value(1);
      Gradients g{Vector(n), Vector(1)};
      const std::vector<Pull> pulls{{0, 0, 1}};
      const Vector theta{parameter};
      d->values(matrix_view(Row(x.p), 1, n), matrix_view(Row(x.rho), 1, n), theta, matrix_view(MutableRow(value), 1, 1),
                scratch);
      d->add_gradients(matrix_view(Row(x.p), 1, n), matrix_view(Row(x.rho), 1, n), theta, pulls,
                       matrix_view(MutableRow(g.by_rho), 1, n), g.by_theta, scratch);
      const Gradients pair = gradients_of(*d, x.p, x.rho, theta);
      const double scale = 1 + value_of(*d, x.p, x.rho, theta);
      RC_ASSERT(std::abs(value[0] - value_of(*d, x.p, x.rho, theta)) <= 1e-11 * scale);
      RC_ASSERT(relative_difference(g.by_rho, pair.by_rho) <= 1e-11);
      RC_ASSERT(relative_difference(g.by_theta, pair.by_theta) <= 1e-9);
    }
  }));
}

INSTANTIATE_TEST_SUITE_P(Divergences, EveryLimit,
                         ::testing::Values(Limit{"beta", "beta", 0, spectra}, Limit{"beta", "beta", 1, generalized},
                                           Limit{"alpha", "alpha", 0, reverse}, Limit{"alpha", "alpha", 1, generalized},
                                           Limit{"tsallis", "alpha", 1, generalized},
                                           Limit{"renyi", "alpha", 1, generalized},
                                           Limit{"generalized-renyi", "alpha", 1, generalized},
                                           Limit{"gamma", "gamma", 0, of_shares}));

// Divergences over the range of their parameters, the ends of which lose digits first.
struct Setting {
  std::string name;
  std::string parameter;
  double value;
};
void PrintTo(const Setting& setting, std::ostream* out) { *out << setting.name << setting.parameter << setting.value; }

class EverySize : public ::testing::TestWithParam<Setting> {
 protected:
  std::shared_ptr<const AnyDissimilarity> d_ = dissimilarities().make(
      GetParam().name,
      GetParam().parameter.empty() ? Settings{} : Settings{{GetParam().parameter, number_text(GetParam().value)}});
  bool is_of_shares() const { return d_->domain().kind == Domain::probability; }

  double in_block(const Vector& p, const Vector& rho) const {
    Scratch scratch;
    Vector value(1);
    d_->values(matrix_view(Row(p), 1, p.size()), matrix_view(Row(rho), 1, p.size()), {},
               matrix_view(MutableRow(value), 1, 1), scratch);
    return value[0];
  }
  static Vector times(Vector x, double factor) {
    for (double& each : x) each *= factor;
    return x;
  }
};

TEST_P(EverySize, GivesTheSameInBlocksAndInPairs) {
  EXPECT_TRUE(rc::check([&] {
    const PairOfVectors x = any_pair(d_->domain());
    RC_PRE(are_apart(x));
    for (const double size : {1e-5, 1e-3, 1.0, 1e4, 1e9}) {
      if (is_of_shares() && size != 1) continue;
      const Vector p = times(x.p, size);
      const Vector rho = times(x.rho, size);
      const double expected = d_->value(p, rho, {});
      RC_ASSERT(std::abs(in_block(p, rho) - expected) <= 1e-9 * expected);
    }
  }));
}

// A divergence of nearly equal vectors is of second order: D(p‖p(1+εz)) = ε²·c + O(ε³), so that halving ε leaves
// a quarter.
TEST_P(EverySize, IsExactForNearlyEqualVectors) {
  EXPECT_TRUE(rc::check([&] {
    const PairOfVectors x = any_pair(d_->domain());
    const auto near = [&](double step) {
      Vector rho = x.p;
      for (std::size_t l = 0; l < rho.size(); ++l)
        rho[l] *= 1 + step * (l % 2 == 0 ? 1 : -0.5) * (1 + static_cast<double>(l));
      return is_of_shares() ? divided_by_sum(rho) : rho;
    };
    const double whole = in_block(x.p, near(1e-5));
    const double half = in_block(x.p, near(0.5e-5));
    RC_ASSERT(half > 0);
    RC_ASSERT(std::abs(whole / half - 4) <= 0.1);
    RC_ASSERT(in_block(x.p, near(1e-7)) >= 0);
    RC_ASSERT(in_block(x.p, x.p) == 0);
    RC_ASSERT(d_->value(x.p, x.p, {}) == 0);
  }));
}

INSTANTIATE_TEST_SUITE_P(Divergences, EverySize,
                         ::testing::Values(Setting{"generalized-kullback-leibler", "", 0},
                                           Setting{"kullback-leibler", "", 0}, Setting{"itakura-saito", "", 0},
                                           Setting{"hellinger", "", 0}, Setting{"alpha", "alpha", 5},
                                           Setting{"alpha", "alpha", 0.3}, Setting{"alpha", "alpha", -2},
                                           Setting{"beta", "beta", -3}, Setting{"beta", "beta", 4},
                                           Setting{"beta", "beta", 9}, Setting{"eta", "eta", 4},
                                           Setting{"tsallis", "alpha", 2}, Setting{"renyi", "alpha", 3},
                                           Setting{"generalized-renyi", "alpha", 2}, Setting{"gamma", "gamma", 0.1},
                                           Setting{"gamma", "gamma", 2}, Setting{"cauchy-schwarz", "", 0}));

// Where the formulas of a family change over, nothing is seen of it.
TEST(Divergences, DoNotShowWhereTheyChangeTheirFormula) {
  EXPECT_TRUE(rc::check([] {
    const PairOfVectors x = any_pair();
    for (const auto& [name, at] : {std::pair<std::string, double>{"alpha", 0.25},
                                   {"alpha", 0.5},
                                   {"alpha", 1.25},
                                   {"beta", 0.25},
                                   {"beta", 1.25},
                                   {"gamma", 0.25}}) {
      const double below = value_of(*divergence(name, name, std::nextafter(at, 0)), x.p, x.rho);
      const double above = value_of(*divergence(name, name, at), x.p, x.rho);
      RC_ASSERT(std::abs(below - above) <= 1e-12 * (1 + above));
    }
  }));
}

}   // namespace
}   // namespace protea
