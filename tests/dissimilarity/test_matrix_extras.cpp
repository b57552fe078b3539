// Starts, penalty and null space of the matrix distance.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <protea/catalogue/configure.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/data/read.hpp>
#include <protea/dissimilarity/matrix_distance.hpp>
#include <protea/method/continue_model.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/method/training_run.hpp>
#include <protea/model/model_file.hpp>
#include <protea/model/spectrum.hpp>
#include <protea/runtime/serial.hpp>

#include <support/noise.hpp>
#include <support/random_problem.hpp>

namespace protea {
namespace {

PrototypeModel trained_on_iris(const Settings& changes) {
  const EncodedTable data = encode_training_table(read_table("iris"), "", Nominal::refuse);
  Serial serial;
  return train_model(configure("gmlvq", changes), data.dataset, data.encoding, serial).model;
}

TEST(MatrixStartPca, PutsTheLeadingAxesOfTheDataIntoTheRows) {
  const std::vector<double> points{3, 4, -3, -4, -0.04, 0.03, 0.04, -0.03};
  MatrixDistance matrix{.rank = 1, .first = MatrixStart::pca};
  std::vector<double> theta(2);
  matrix.start(theta, {{matrix_view(Row(points), 4, 2)}, {}, {}});
  EXPECT_NEAR(theta[0], 0.6, 1e-14);
  EXPECT_NEAR(theta[1], 0.8, 1e-14);
}

TEST(MatrixRelevances, GiveTheFirstDiagonalOfLambda) {
  Random random(1, Purpose::metric);
  std::vector<double> theta(9);
  Matrix lambda(3, 3);
  MatrixDistance matrix;
  matrix.relevances = {5, 3, 2};
  matrix.initialize(theta, 3, random);
  matrix.relevance_matrix(theta, 3, lambda.view());
  EXPECT_NEAR(lambda(0, 0), 0.5, 1e-15);
  EXPECT_NEAR(lambda(1, 1), 0.3, 1e-15);
  EXPECT_NEAR(lambda(2, 2), 0.2, 1e-15);
  EXPECT_EQ(lambda(0, 1), 0);
  for (const char* wrong : {"0.5,0.5", "1,2,-1", "0,0,0", "a,b,c", "1e308,1e308,1e308", "nan,1,1"}) {
    EXPECT_THROW(with_settings<MatrixDistance>("dissimilarity", {{"relevances", wrong}}).initialize(theta, 3, random),
                 UsageError)
        << wrong;
  }
  for (const std::vector<double>& wrong : {std::vector<double>{1, 2, -1}, std::vector<double>{std::nan(""), 1, 1}}) {
    matrix.relevances = wrong;
    EXPECT_THROW(matrix.initialize(theta, 3, random), UsageError);
  }
  EXPECT_EQ(with_settings<MatrixDistance>("dissimilarity", {{"relevances", "5, 3,2"}}).relevances,
            (std::vector<double>{5, 3, 2}));
  matrix.relevances = {1, 1, 1};
  matrix.first = MatrixStart::pca;
  EXPECT_THROW(matrix.initialize(theta, 3, random), UsageError);
}

// Two equal columns span two of three directions.
class DuplicatedColumn : public ::testing::Test {
 protected:
  DuplicatedColumn() {
    for (std::size_t i = 0; i < 60; ++i) problem_.x(i, 2) = problem_.x(i, 0);
  }

  PrototypeSpace space(const Settings& more) const {
    Settings settings{{"start", "random"}};
    settings.insert(settings.end(), more.begin(), more.end());
    return PrototypeSpace(dissimilarities().make("matrix", settings), 3, problem_.prototype_labels, Scope::shared);
  }

  std::vector<double> started(const PrototypeSpace& space, std::uint64_t seed) const {
    std::vector<double> p(parameter_count(space.layout()));
    std::copy_n(problem_.x.values().begin(), 9, p.begin());   // the first three samples as prototypes
    space.initialize_metric(p, seed, std::as_const(problem_.x).view(), problem_.y);
    return p;
  }

  testing::RandomProblem problem_{60, 3, {0, 1, 2}, 5};
};

TEST_F(DuplicatedColumn, GetsEqualRelevancesFromAnyStartAfterAnyTraining) {
  const PrototypeSpace corrected = space({{"correct_null_space", "true"}});
  const auto rule = rules().make("glvq", {});
  const PrototypeObjective objective(corrected, rule, std::as_const(problem_.x).view(), problem_.y);
  Plan plan;
  plan.epochs = 12;
  Serial serial;
  for (const char* name : {"sgd", "momentum", "waypoint", "l-bfgs"}) {
    for (const std::uint64_t seed : {1, 2, 3}) {
      TrainingState state;
      state.parameters = started(corrected, seed);
      const std::vector<double> before = state.parameters;
      const auto optimizer = optimizers().make(name, {});
      fit({objective, *optimizer, plan, serial}, state);
      Matrix lambda(3, 3);
      corrected.dissimilarity().relevance_matrix(corrected.metric(Row(state.parameters), 0), 3, lambda.view());
      EXPECT_NE(state.parameters, before);
      EXPECT_NEAR(lambda(0, 0), lambda(2, 2), 1e-12) << name;
      EXPECT_NEAR(lambda(0, 0), lambda(0, 2), 1e-12) << name;
    }
  }
}

TEST_F(DuplicatedColumn, ChangesNoDecisionOnTheDataByTheCorrection) {
  const PrototypeSpace plain = space({});
  const PrototypeSpace corrected = space({{"correct_null_space", "true"}});
  PrototypeSpace::Scratches scratches;
  Matrix d(60, 3);
  Matrix corrected_d(60, 3);
  const std::vector<double> p = started(plain, 1);
  plain.distances(std::as_const(problem_.x).view(), p, d.view(), scratches);
  plain.distances(std::as_const(problem_.x).view(), started(corrected, 1), corrected_d.view(), scratches);
  const double ratio = corrected_d(10, 0) / d(10, 0);   // only the norm has changed
  EXPECT_GT(ratio, 1);
  for (std::size_t i = 0; i < 60; ++i) {
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_NEAR(corrected_d(i, k), ratio * d(i, k), 1e-13 * std::max(1.0, ratio * d(i, k)));
  }
}

// ΩΩᵀ is singular then; the penalty pulls along the rows of Ω alone, so that what was taken out stays out.
TEST_F(DuplicatedColumn, KeepsItsNullSpaceUnderTheLogDeterminant) {
  const PrototypeSpace corrected = space({{"correct_null_space", "true"}, {"log_det", "0.01"}});
  const PrototypeObjective objective(corrected, rules().make("glvq", {}), std::as_const(problem_.x).view(), problem_.y);
  Plan plan;
  plan.epochs = 30;
  Serial serial;
  for (const char* name : {"sgd", "l-bfgs"}) {
    TrainingState state;
    state.parameters = started(corrected, 1);
    const auto optimizer = optimizers().make(name, {});
    EXPECT_TRUE(std::isfinite(fit({objective, *optimizer, plan, serial}, state).cost));
    Matrix lambda(3, 3);
    corrected.dissimilarity().relevance_matrix(corrected.metric(Row(state.parameters), 0), 3, lambda.view());
    EXPECT_NEAR(lambda(0, 0), lambda(2, 2), 1e-6) << name;
    EXPECT_NEAR(lambda(0, 0), lambda(0, 2), 1e-6) << name;
  }
}

TEST(MatrixNullSpace, LeavesEveryBitWhereTheDataSpanTheSpace) {
  const testing::RandomProblem problem(20, 4, {0, 1}, 5);
  const MatrixDistance matrix{.first = MatrixStart::random, .correct_null_space = true};
  Random random(1, Purpose::metric);
  std::vector<double> theta(16);
  matrix.initialize(theta, 4, random);
  std::vector<double> started = theta;
  matrix.start(started, {{problem.x.view()}, {problem.x.view()}, {}});
  EXPECT_EQ(started, theta);
}

// Units of one feature a million times those of another must not make it look like rounding.
TEST(MatrixNullSpace, DoesNotMistakeASmallUnitForNothing) {
  testing::RandomProblem problem(20, 4, {0, 1}, 5);
  for (std::size_t i = 0; i < 20; ++i) problem.x(i, 1) *= 1e-8;
  const MatrixDistance matrix{.correct_null_space = true};
  Random random(1, Purpose::metric);
  std::vector<double> theta(16);
  matrix.initialize(theta, 4, random);
  std::vector<double> started = theta;
  matrix.start(started, {{std::as_const(problem.x).view()}, {}, {}});
  EXPECT_EQ(started, theta);
}

// Ω = I/√2: −(μ/2) ln det(I/2) = μ ln 2, with gradient −μ(ΩΩᵀ)⁻¹Ω = −2μΩ.
TEST(MatrixLogDet, HasThePenaltyAndGradientByHand) {
  const MatrixDistance matrix{.log_det = 0.5};
  const double half = std::sqrt(0.5);
  const std::vector<double> omega{half, 0, 0, half};
  std::vector<double> gradient(4);
  EXPECT_NEAR(matrix.penalty(omega, 2, 3, gradient), 0.5 * std::log(2), 1e-15);
  EXPECT_NEAR(gradient[0], -3 * 0.5 * 2 * half, 1e-15);
  EXPECT_NEAR(gradient[1], 0, 1e-15);
}

// One direction of three is not there: −(μ/2) ln(½·½) = μ ln 2 of the other two, and no pull along it.
TEST(MatrixLogDet, LeavesOutDirectionsThatAreNotThere) {
  const MatrixDistance matrix{.log_det = 0.5};
  const double half = std::sqrt(0.5);
  for (const double rest : {1e-17, 1e-6}) {   // of eigenvalues 1e-34 and 1e-12
    const std::vector<double> omega{half, 0, 0, 0, half, 0, 0, 0, rest};
    std::vector<double> gradient(9);
    EXPECT_NEAR(matrix.penalty(omega, 3, 3, gradient), 0.5 * std::log(2), 1e-12);
    EXPECT_NEAR(gradient[0], -3 * 0.5 * 2 * half, 1e-14);
    EXPECT_NEAR(gradient[4], -3 * 0.5 * 2 * half, 1e-14);
    EXPECT_NEAR(gradient[8], 0, 1e-14);
  }
  // An eigenvalue of 1e-6 is small but there: −(μ/2) ln(¼·1e-6), and a pull of −3μ/Ω along it.
  const std::vector<double> omega{half, 0, 0, 0, half, 0, 0, 0, 1e-3};
  std::vector<double> gradient(9);
  EXPECT_NEAR(matrix.penalty(omega, 3, 3, gradient), 0.5 * std::log(2000), 1e-13);
  EXPECT_NEAR(gradient[8], -3 * 0.5 * 1e3, 1e-9);
}

TEST(MatrixLogDet, KeepsTheSpectrumFromCollapsingOnIris) {
  const auto plain = eigenvalues(trained_on_iris({{"dissimilarity.log_det", "0"}}).relevance_matrix(0));
  const auto kept = eigenvalues(trained_on_iris({{"dissimilarity.log_det", "0.01"}}).relevance_matrix(0));
  EXPECT_LT(plain[2], 1e-6);
  EXPECT_GT(kept[3], 1e-3);
  const auto strong = eigenvalues(trained_on_iris({{"dissimilarity.log_det", "1000"}}).relevance_matrix(0));
  EXPECT_NEAR(strong[0], 0.25, 1e-3);   // the determinant is largest where all eigenvalues are equal
  EXPECT_NEAR(strong[3], 0.25, 1e-3);
}

// Rows along `axes` of the coordinates, two on each at ±1: all of these have the same variance.
Matrix rows_along(std::size_t axes, std::size_t n) {
  Matrix x(2 * axes, n);
  for (std::size_t i = 0; i < x.rows(); ++i) x(i, i / 2) = i % 2 == 0 ? 1 : -1;
  return x;
}

// A full matrix up to 500 features; beyond, as many rows as axes hold 95 % of the variance, ten at least and 200 at most: of 40 equal
// axes that is 38. What was asked for is done.
TEST(MatrixRank, IsChosenFromWideDataUnlessGiven) {
  const Matrix x = rows_along(40, 501);
  EXPECT_EQ(MatrixDistance{}.chosen_for(rows_along(40, 500).view()).rank, 0);
  EXPECT_EQ(MatrixDistance{}.chosen_for(x.view()).rank, 38);
  EXPECT_EQ(MatrixDistance{}.chosen_for(rows_along(4, 501).view()).rank, 10);
  EXPECT_EQ(MatrixDistance{}.chosen_for(rows_along(250, 501).view()).rank, 200);
  EXPECT_EQ(MatrixDistance{}.chosen_for(Matrix(3, 501).view()).rank, 10);   // no variance
  EXPECT_EQ(MatrixDistance{.rank = 501}.chosen_for(x.view()).rank, 501);
  EXPECT_EQ(MatrixDistance{.rank = 7}.chosen_for(x.view()).rank, 7);
  EXPECT_EQ(MatrixDistance{.learn = false}.chosen_for(x.view()).rank, 0);   // nothing to save: it stays the identity
  EXPECT_EQ(MatrixDistance{.relevances = std::vector<double>(501, 1)}.chosen_for(x.view()).rank, 0);

  const Dataset wide = testing::noise(20, 501, 1);
  Serial serial;
  const PrototypeModel model =
      train_model(configure("gmlvq", {{"epochs", "1"}}), wide, testing::encoding_of(501), serial).model;
  EXPECT_EQ(model.space.metric_block().size, 18u * 501u);   // 20 rows of noise have 19 axes, none with less than 3 %
  EXPECT_EQ(decode_model(encode_model(model), "memory", model_kinds())->parameter_count(), model.parameter_count());
}

TEST(MatrixLogDet, PullsOnTheMatrixAlsoUnderARuleWithoutACost) {
  const testing::RandomProblem problem(12, 3, {0, 1}, 5);
  const auto rule = rules().make("lvq1", {});
  const PrototypeSpace space(dissimilarities().make("matrix", {{"log_det", "1"}}), 3, problem.prototype_labels,
                             Scope::shared);
  const PrototypeSpace plain(dissimilarities().make("matrix", {}), 3, problem.prototype_labels, Scope::shared);
  const PrototypeObjective objective(space, rule, problem.x.view(), problem.y);
  const PrototypeObjective plain_objective(plain, rule, problem.x.view(), problem.y);
  const std::vector<double> p = problem.parameters(space, *rule, 2);
  Gradient gradient(space.layout());
  Gradient plain_gradient(space.layout());
  const auto workspace = objective.make_workspace();
  const double loss = objective.accumulate(testing::all_of(12), p, 0, gradient, *workspace);
  EXPECT_EQ(loss, plain_objective.accumulate(testing::all_of(12), p, 0, plain_gradient, *workspace));
  std::vector<double> penalty(p.size());
  space.add_penalty(p, 12, penalty);
  for (std::size_t i = 0; i < p.size(); ++i)
    EXPECT_NEAR(gradient.values()[i], plain_gradient.values()[i] + penalty[i], 1e-11);
}

// μ for each of 30 samples is what 60 pay of μ/2 each; a half is exact, so that nothing differs in a bit.
TEST(MatrixLogDet, IsSharedByMoreSamplesThanItIsFor) {
  const MatrixDistance matrix{.log_det = 0.5, .log_det_samples = 30};
  EXPECT_EQ(MatrixDistance{.log_det = 0.5}.penalty_share(1e9), 1);
  EXPECT_EQ(matrix.penalty_share(0), 1);
  EXPECT_EQ(matrix.penalty_share(29), 1);
  EXPECT_EQ(matrix.penalty_share(30), 1);
  EXPECT_EQ(matrix.penalty_share(60), 0.5);

  const auto parameters = [](const Dataset& rows, const Settings& changes, std::size_t stream_rows) {
    Settings settings{{"epochs", "4"}, {"scale", "none"}, {"decision.sigma", "1"}};
    if (stream_rows > 0) settings.insert(settings.end(), {{"optimizer", "sgd"}, {"optimizer.metric_rate", "0.1"}});
    settings.insert(settings.end(), changes.begin(), changes.end());
    Serial serial;
    const Configuration configuration = configure("gmlvq", settings);
    PrototypeModel model = train_model(configuration, rows, testing::encoding_of(3), serial).model;
    if (stream_rows == 0) return model.parameters;
    OnlineLearner learner(std::move(model), configuration);
    for (const std::uint64_t seed : {9, 10}) learner.learn(testing::noise(stream_rows, 3, seed), serial);
    return learner.model().parameters;
  };
  const Dataset rows = testing::noise(60, 3, 2);
  Dataset weighted = testing::noise(30, 3, 2);
  weighted.weights.assign(30, 2);
  const Settings shared{{"dissimilarity.log_det", "0.02"}, {"dissimilarity.log_det_samples", "30"}};
  const Settings whole{{"dissimilarity.log_det", "0.01"}, {"dissimilarity.log_det_samples", "0"}};
  for (const std::size_t stream_rows :
       {0, 7}) {   // which come behind the 60, and do not change what these have agreed on
    EXPECT_EQ(parameters(rows, shared, stream_rows), parameters(rows, whole, stream_rows)) << stream_rows;
    EXPECT_NE(parameters(rows, shared, stream_rows),
              parameters(rows, {{"dissimilarity.log_det", "0.02"}, whole[1]}, stream_rows));
  }
  EXPECT_EQ(parameters(weighted, shared, 0), parameters(weighted, whole, 0));   // 2 is the row twice
  const Settings fewer{
      {"validation", "0.5"}, {"dissimilarity.log_det", "0.02"}, {"dissimilarity.log_det_samples", "15"}};
  Dataset single = rows;
  single.groups.clear();
  EXPECT_EQ(parameters(single, fewer, 0),
            parameters(single, {fewer[0], whole[0], whole[1]}, 0));   // of 30 to learn from
}

// … not where there is no penalty: models of before the option existed are written as they were.
TEST(MatrixLogDet, IsMentionedWithWhoSharesIt) {
  const auto mentions = [](const std::string& log_det, const std::string& samples) {
    const auto matrix = dissimilarities().make("matrix", {{"log_det", log_det}, {"log_det_samples", samples}});
    return std::ranges::any_of(matrix->options(), [](const auto& each) { return each.first == "log_det_samples"; });
  };
  EXPECT_TRUE(mentions("0.002", "0"));   // which presets have otherwise
  EXPECT_TRUE(mentions("0.002", "200"));
  EXPECT_FALSE(mentions("0", "0"));
  EXPECT_FALSE(mentions("0", "200"));
}

TEST(MatrixLogDet, IsPaidByHeldOutRowsAsByThoseThatAreLearnedFrom) {
  const auto metric = dissimilarities().make("matrix", {{"log_det", "0.5"}, {"log_det_samples", "20"}});
  TrainingParts parts;
  parts.training.x = Matrix(40, 3);
  parts.held_out.x = Matrix(20, 3);
  EXPECT_EQ(parts.rows_of(parts.training, {}, *metric).penalty_share, 0.5);
  EXPECT_EQ(parts.rows_of(parts.held_out, {}, *metric).penalty_share, 0.5);
}

TEST(MatrixLogDet, IsPaidBySamplesWithMissingValuesToo) {
  testing::RandomProblem problem(12, 3, {0, 1}, 5);
  problem.x(4, 1) = std::nan("");
  const auto rule = rules().make("glvq", {});
  const auto loss = [&](const PrototypeSpace& space) {
    const PrototypeObjective objective(space, rule, problem.x.view(), problem.y);
    return objective.accumulate(testing::all_of(12), problem.parameters(space, *rule, 2), 0, value_only,
                                *objective.make_workspace());
  };
  const PrototypeSpace space(dissimilarities().make("matrix", {{"log_det", "1"}}), 3, problem.prototype_labels,
                             Scope::shared);
  const PrototypeSpace plain(dissimilarities().make("matrix", {}), 3, problem.prototype_labels, Scope::shared);
  const double penalty = space.add_penalty(problem.parameters(space, *rule, 2), 12, {});
  EXPECT_NEAR(loss(space), loss(plain) + 12 * penalty, 1e-12);
}

}   // namespace
}   // namespace protea
