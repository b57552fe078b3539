// What every dissimilarity of the catalogue promises.
#include <gtest/gtest.h>

#include <limits>

#include <protea/catalogue/catalogue.hpp>

#include <support/random_problem.hpp>
#include <support/variants.hpp>

namespace protea {
namespace {

struct Case {
  std::string name;
  Settings settings;
  std::size_t n;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name << " n=" << c.n;
  for (const auto& [name, text] : c.settings) *out << " " << name << "=" << text;
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const auto& entry : dissimilarities().entries()) {
    std::vector<Settings> settings = testing::variants(entry);
    settings.push_back({});
    for (const Settings& each : testing::combinations(entry.name)) settings.push_back(each);
    for (const Settings& each : settings) {
      for (const std::size_t n : {1, 2, 7, 8, 19}) {
        try {
          entry.make(each)->parameter_count(n);
          cases.push_back({entry.name, each, n});
        } catch (const UsageError&) {   // such as a rank above n
        }
      }
    }
  }
  return cases;
}

class EveryDissimilarity : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    Random random(5, Purpose::generator);
    for (double& value : x_.values()) value = random.uniform(0.1, 2);
    for (double& value : w_.values()) value = random.uniform(0.1, 2);
    for (double& value : pull_.values()) value = random.uniform() < 0.5 ? 0 : random.normal();
    for (double& value : theta_) value = random.uniform(0.1, 1);
    dissimilarity_->project(theta_);
    if (dissimilarity_->domain().kind != Domain::probability) return;
    for (std::size_t i = 0; i < 9; ++i) project_prototype(dissimilarity_->domain(), x_.row(i));
    for (std::size_t k = 0; k < 6; ++k) project_prototype(dissimilarity_->domain(), w_.row(k));
  }

  const std::size_t n_ = GetParam().n;
  const std::shared_ptr<const AnyDissimilarity> dissimilarity_ =
      dissimilarities().make(GetParam().name, GetParam().settings);
  Matrix x_{9, n_};
  Matrix w_{6, n_};
  Matrix pull_{9, 6};
  std::vector<double> theta_ = std::vector<double>(dissimilarity_->parameter_count(n_));
};

TEST_P(EveryDissimilarity, GivesInBlocksWhatItGivesPairByPair) {
  Scratch scratch;
  Matrix d(9, 6);
  Matrix gw(6, n_);
  Matrix pair_gw(6, n_);
  std::vector<double> gtheta(theta_.size());
  std::vector<double> pair_gtheta(theta_.size());
  dissimilarity_->values(std::as_const(x_).view(), std::as_const(w_).view(), theta_, d.view(), scratch);
  std::vector<Pull> pulls;
  for (std::uint32_t i = 0; i < 9; ++i) {
    for (std::uint32_t k = 0; k < 6; ++k) {
      if (pull_(i, k) != 0) pulls.push_back({i, k, pull_(i, k)});
    }
  }
  dissimilarity_->add_gradients(std::as_const(x_).view(), std::as_const(w_).view(), theta_, pulls, gw.view(), gtheta,
                                scratch);
  for (std::size_t i = 0; i < 9; ++i) {
    for (std::size_t k = 0; k < 6; ++k) {
      const double pair = dissimilarity_->value(std::as_const(x_).row(i), std::as_const(w_).row(k), theta_);
      EXPECT_NEAR(d(i, k), pair, 1e-13 * std::max(1.0, pair));
      dissimilarity_->add_gradient(std::as_const(x_).row(i), std::as_const(w_).row(k), theta_, pull_(i, k),
                                   pair_gw.row(k), pair_gtheta);
    }
  }
  EXPECT_LE(testing::relative_difference(gw.values(), pair_gw.values()), 1e-13);
  EXPECT_LE(testing::relative_difference(gtheta, pair_gtheta), 1e-13);
}

TEST_P(EveryDissimilarity, IsZeroBetweenEqualVectorsAndPositiveBetweenOthers) {
  EXPECT_NEAR(dissimilarity_->value(std::as_const(x_).row(0), std::as_const(x_).row(0), theta_), 0, 1e-15);
  const bool is_about_shares =
      dissimilarity_->traits().scale_invariant || dissimilarity_->domain().kind == Domain::probability;
  if (n_ == 1 && is_about_shares) return;   // a single number has the share 1
  EXPECT_GT(dissimilarity_->value(std::as_const(x_).row(0), std::as_const(w_).row(0), theta_), 0);
}

TEST_P(EveryDissimilarity, IsAsSymmetricAsItsTraitsSay) {
  if (!dissimilarity_->traits().symmetric) return;
  EXPECT_EQ(dissimilarity_->value(std::as_const(x_).row(0), std::as_const(w_).row(0), theta_),
            dissimilarity_->value(std::as_const(w_).row(0), std::as_const(x_).row(0), theta_));
}

TEST_P(EveryDissimilarity, ProjectsToThePlaceItAlreadyStandsOn) {
  std::vector<double> again = theta_;
  dissimilarity_->project(again);
  EXPECT_EQ(again, theta_);
  std::vector<double> wild = theta_;
  for (std::size_t i = 0; i < wild.size(); ++i) wild[i] = 3 * wild[i] - (i % 2 == 0 ? 0.2 : 0);
  dissimilarity_->project(wild);
  again = wild;
  dissimilarity_->project(again);
  EXPECT_EQ(again, wild);
}

TEST_P(EveryDissimilarity, StartsWithAdmissibleParameters) {
  Random random(1, Purpose::metric);
  std::vector<double> theta(theta_.size());
  dissimilarity_->initialize(theta, n_, random);
  std::vector<double> projected = theta;
  dissimilarity_->project(projected);
  EXPECT_EQ(projected, theta);
}

TEST_P(EveryDissimilarity, HasFreeCoordinatesThatLeadBackAndDifferentiateRightly) {
  std::vector<double> inside = theta_;
  if (dissimilarity_->named_parameter(theta_)) {   // at the end of its range a chart may move it inside
    Random random(1, Purpose::metric);
    dissimilarity_->initialize(inside, n_, random);
    const double start = inside[0];
    inside = theta_;
    inside[0] = (start + theta_[0]) / 2;
  }
  std::vector<double> free = inside;
  dissimilarity_->to_free(free);
  std::vector<double> back = free;
  dissimilarity_->from_free(back);
  EXPECT_LE(testing::relative_difference(back, inside), 1e-14);

  if (!dissimilarity_->has_gradient()) return;
  for (double& value : free) value *= 1.7;   // away from the unit sphere, where a chart may hide an error
  const auto function = [&](Row u) {
    std::vector<double> theta(u.begin(), u.end());
    dissimilarity_->from_free(theta);
    return dissimilarity_->value(std::as_const(x_).row(0), std::as_const(w_).row(0), theta);
  };
  std::vector<double> expected = testing::finite_differences(free, function);
  if (dissimilarity_->is_fixed()) std::fill(expected.begin(), expected.end(), 0.0);
  std::vector<double> theta = free;
  dissimilarity_->from_free(theta);
  std::vector<double> gradient(free.size());
  std::vector<double> gw(n_);
  dissimilarity_->add_gradient(std::as_const(x_).row(0), std::as_const(w_).row(0), theta, 1, gw, gradient);
  dissimilarity_->pull_back(free, gradient);
  EXPECT_LE(testing::relative_difference(gradient, expected), 1e-6);
}

TEST_P(EveryDissimilarity, KeepsFixedParametersToTheBit) {
  if (!dissimilarity_->is_fixed()) return;
  std::vector<double> theta = theta_;
  dissimilarity_->project(theta);
  EXPECT_EQ(theta, theta_);
  dissimilarity_->to_free(theta);
  std::vector<double> back = theta;
  dissimilarity_->from_free(back);
  EXPECT_EQ(back, theta_);
  std::vector<double> gtheta(theta.size());
  EXPECT_EQ(dissimilarity_->penalty(theta, n_, 1, gtheta), 0);
  EXPECT_EQ(gtheta, std::vector<double>(theta.size()));
}

TEST_P(EveryDissimilarity, StartsFromDataWithAdmissibleFiniteParameters) {
  Random random(1, Purpose::metric);
  std::vector<double> theta(theta_.size());
  dissimilarity_->initialize(theta, n_, random);
  x_(2, 0) = std::numeric_limits<double>::quiet_NaN();       // missing
  for (std::size_t i = 0; i < 9; ++i) x_(i, n_ - 1) = 0.5;   // constant
  dissimilarity_->start(
      theta, {{std::as_const(x_).view()}, {{std::as_const(x_).view().data, 4, n_, n_}}, std::as_const(w_).view()});
  for (const double value : theta) EXPECT_TRUE(std::isfinite(value));
  std::vector<double> projected = theta;
  dissimilarity_->project(projected);
  EXPECT_EQ(projected, theta);
}

TEST_P(EveryDissimilarity, AgreesWithItsRelevanceMatrix) {
  if (!dissimilarity_->traits().is_quadratic_form) return;
  ASSERT_TRUE(dissimilarity_->has_relevance_matrix());
  Matrix lambda(n_, n_);
  dissimilarity_->relevance_matrix(theta_, n_, lambda.view());
  double form = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t j = 0; j < n_; ++j) form += (x_(0, i) - w_(0, i)) * lambda(i, j) * (x_(0, j) - w_(0, j));
  }
  EXPECT_NEAR(form, dissimilarity_->value(std::as_const(x_).row(0), std::as_const(w_).row(0), theta_), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryDissimilarity, ::testing::ValuesIn(all_cases()));

// The expansion ‖x‖² − 2x·w + ‖w‖² would lose everything here; the block form must not.
TEST(MatrixDistance, KeepsItsDigitsOnDataFarFromTheOrigin) {
  const auto matrix = dissimilarities().make("matrix", {});
  Random random(2, Purpose::generator);
  Matrix x(4, 6);
  Matrix w(3, 6);
  for (double& value : x.values()) value = 1e8 + random.uniform();
  for (double& value : w.values()) value = 1e8 + random.uniform();
  std::vector<double> theta(36);
  for (double& value : theta) value = random.normal();
  matrix->project(theta);
  Scratch scratch;
  Matrix d(4, 3);
  matrix->values(std::as_const(x).view(), std::as_const(w).view(), theta, d.view(), scratch);
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const double pair = matrix->value(std::as_const(x).row(i), std::as_const(w).row(k), theta);
      EXPECT_NEAR(d(i, k), pair, 1e-12 * pair);
    }
  }
}

}   // namespace
}   // namespace protea
