// Combinations of samples by hand: their distances, where they start, and the matrices they may be given as.
#include <gtest/gtest.h>

#include <protea/base/error.hpp>
#include <protea/data/table.hpp>
#include <protea/dissimilarity/expansion_distance.hpp>
#include <protea/dissimilarity/squared_euclidean.hpp>
#include <protea/train/coefficients.hpp>
#include <protea/model/expansion.hpp>
#include <protea/model/relations.hpp>
#include <protea/runtime/serial.hpp>

#include <support/random_problem.hpp>

namespace protea {
namespace {

Dataset dataset_of(const std::vector<std::vector<double>>& rows) {
  Dataset dataset;
  dataset.source = "d.csv";
  Matrix x(rows.size(), rows[0].size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::copy(rows[i].begin(), rows[i].end(), x.row(i).begin());
    dataset.lines.push_back(static_cast<std::uint32_t>(i + 1));
  }
  dataset.x = std::move(x);
  for (std::size_t j = 0; j < rows[0].size(); ++j) {
    dataset.feature_names.push_back("s" + std::to_string(j + 1));
    dataset.file_columns.push_back(static_cast<std::uint32_t>(j + 1));
  }
  return dataset;
}

template <class Function>
std::string message_of(Function function) {
  try {
    function();
  } catch (const DataError& error) {
    return error.what();
  }
  return "no error";
}

// Samples 0, 1 and 3 on a line; w = ½·0 + ½·1, so αᵀDα = ½·1 and the sample 3 is at (3 − ½)² = ½·9 + ½·4 − ½·½.
TEST(Expansion, GivesTheDistanceToACombination) {
  Expansion expansion;
  expansion.dissimilarity = std::make_shared<LiftedDissimilarity<SquaredEuclidean>>();
  expansion.samples = Matrix(3, 1);
  expansion.samples(1, 0) = 1;
  expansion.samples(2, 0) = 3;
  expansion.rows = {0, 1, 2};
  expansion.columns = 1;
  const Dataset dataset = dataset_of({{3}, {0.5}});
  const Matrix rows = expansion.rows_for(dataset, dataset.x.to_matrix());
  const std::vector<double> w{0.5, 0.5, 0, -0.25};
  EXPECT_DOUBLE_EQ(ExpansionDistance().value(rows.row(0), w, {}), 6.25);
  EXPECT_DOUBLE_EQ(ExpansionDistance().value(rows.row(1), w, {}), 0);
}

// κ(x,x') = xx' for the samples 1 and 2: d(3, 1) = 4, d(3, 2) = 1.
TEST(Expansion, TakesTheKernelOfASampleWithItselfFromALastColumn) {
  Expansion expansion;
  expansion.space = Space::kernel_matrix;
  expansion.self = {1, 4};
  expansion.rows = {0, 1};
  expansion.columns = 2;
  const Dataset dataset = dataset_of({{3, 6, 9}});
  const Matrix rows = expansion.rows_for(dataset, dataset.x.to_matrix());
  EXPECT_DOUBLE_EQ(rows(0, 0), 4);
  EXPECT_DOUBLE_EQ(rows(0, 1), 1);
  EXPECT_DOUBLE_EQ(rows(0, 2), 1);
}

TEST(Expansion, TakesItAsTheMeanOfTheSamplesOrAsTheLeastThatSchwarzAllows) {
  Expansion expansion;
  expansion.space = Space::kernel_matrix;
  expansion.self = {1, 1};
  expansion.rows = {0, 1};
  expansion.columns = 2;
  const Dataset dataset = dataset_of({{0.5, 0.25}, {3, 3}});
  const Matrix rows = expansion.rows_for(dataset, dataset.x.to_matrix());
  EXPECT_DOUBLE_EQ(rows(0, 0), 1 - 2 * 0.5 + 1);
  EXPECT_DOUBLE_EQ(rows(0, 1), 1 - 2 * 0.25 + 1);
  EXPECT_DOUBLE_EQ(rows(1, 0), 9 - 2 * 3 + 1);
}

TEST(InitialCoefficients, CombineToTheFirstPrototypesOfInputSpace) {
  const testing::RandomProblem problem(50, 3, {0, 0, 0, 1, 1}, 9);
  Serial serial;
  const Matrix d = dissimilarities_among(problem.x.view(), LiftedDissimilarity<SquaredEuclidean>(), serial);
  for (const Initialization way :
       {Initialization::k_means, Initialization::random_sample, Initialization::class_mean}) {
    const std::vector<Label> labels =
        way == Initialization::class_mean ? std::vector<Label>{0, 1} : problem.prototype_labels;
    for (const std::uint64_t seed : {1, 2, 3}) {
      const Matrix expected = initial_prototypes(way, {}, problem.x.view(), problem.y, labels, {"a", "b"}, seed);
      const Matrix alpha = initial_coefficients(way, {}, d.view(), problem.y, labels, {"a", "b"}, seed);
      Matrix w(labels.size(), 3);
      for (std::size_t k = 0; k < labels.size(); ++k) {
        for (std::size_t j = 0; j < 50; ++j) {
          for (std::size_t l = 0; l < 3; ++l) w(k, l) += alpha(k, j) * problem.x(j, l);
        }
      }
      EXPECT_LT(testing::relative_difference(w.values(), expected.values()), 1e-12) << choice_name(way);
    }
  }
}

// Many parted class means: they scatter about it by the deviation of the data, 0.5 times; coefficients still sum to 1.
TEST(InitialCoefficients, PartClassMeansByNoiseThatLooksLikeTheData) {
  const testing::RandomProblem problem(600, 1, {0}, 4);
  double mean = 0;
  double square = 0;
  for (const double value : problem.x.values()) mean += value / 600;
  for (const double value : problem.x.values()) square += (value - mean) * (value - mean) / 600;
  Serial serial;
  const Matrix d = dissimilarities_among(problem.x.view(), LiftedDissimilarity<SquaredEuclidean>(), serial);
  const std::vector<Label> labels(600, 0);
  InitializationOptions options;
  options.noise = 0.5;
  const Matrix alpha = initial_coefficients(Initialization::class_mean, options, d.view(), problem.y, labels, {"a"}, 1);
  double scatter = 0;
  for (std::size_t k = 0; k < 600; ++k) {
    double w = 0;
    double sum = 0;
    for (std::size_t j = 0; j < 600; ++j) {
      w += alpha(k, j) * problem.x(j, 0);
      sum += alpha(k, j);
    }
    EXPECT_NEAR(sum, 1, 1e-12);
    scatter += (w - mean) * (w - mean) / 600;
  }
  EXPECT_NEAR(scatter / square, 0.25, 0.06);   // four deviations of a variance over 600 draws
}

TEST(InitialCoefficients, NeedAsManySamplesAsPrototypes) {
  const Matrix d(2, 2);
  const std::vector<Label> y{0, 1};
  const std::vector<Label> labels{0, 0, 1};
  EXPECT_THROW(initial_coefficients(Initialization::k_means, {}, d.view(), y, labels, {"a", "b"}, 1), UsageError);
}

TEST(GivenMatrix, BecomesDissimilaritiesAmongItsRows) {
  const Matrix d = from_dissimilarity_matrix(dataset_of({{0, 1, 9}, {1, 0, 4}, {9, 4, 0}}));
  EXPECT_EQ(d(0, 2), 9);
  const Matrix from_kernel =
      from_kernel_matrix(dataset_of({{1, 2, 3}, {2, 4, 6}, {3, 6, 9}}));   // inner products of 1, 2, 3
  EXPECT_EQ(from_kernel(0, 2), 4);
  EXPECT_EQ(from_kernel(1, 1), 0);
}

TEST(GivenMatrix, OfSomeRowsHoldsThoseToOneAnother) {
  const Dataset whole = dataset_of({{0, 1, 9}, {1, 0, 4}, {9, 4, 0}});
  const std::vector<std::uint32_t> rows{2, 0};
  const Matrix d = from_dissimilarity_matrix(whole.subset(rows));
  ASSERT_EQ(d.rows(), 2U);
  EXPECT_EQ(d(0, 1), 9);
  EXPECT_EQ(d(1, 0), 9);
}

TEST(GivenMatrix, IsRefusedWithItsFirstBadCell) {
  const auto dissimilarity = [](const std::vector<std::vector<double>>& rows) {
    return message_of([&] { from_dissimilarity_matrix(dataset_of(rows)); });
  };
  const auto kernel = [](const std::vector<std::vector<double>>& rows) {
    return message_of([&] { from_kernel_matrix(dataset_of(rows)); });
  };
  EXPECT_EQ(dissimilarity({{0, 1, 2}, {1, 0, 2}}),
            "d.csv: 2 rows and 3 columns beside the label: a matrix of all pairs has as many columns as rows");
  EXPECT_EQ(dissimilarity({{0, 1}, {2, 0}}), "d.csv:2:1: the matrix is not symmetric: 2 here, 1 in row 1, column 2");
  EXPECT_EQ(dissimilarity({{0, 1}, {1 + 1e-10, 0}}), "no error");
  EXPECT_EQ(dissimilarity({{0, 1}, {1, 3}}),
            "d.csv:2:2: the dissimilarity of a sample to itself is 3: it must be 0, or use space = kernel-matrix");
  EXPECT_EQ(dissimilarity({{0, -1}, {-1, 0}}), "d.csv:2:1: the dissimilarity is -1: it must not be negative");
  EXPECT_EQ(dissimilarity({{0, missing_value}, {1, 0}}),
            "d.csv:1:2: the value is missing, and a matrix of all pairs needs each");
  EXPECT_EQ(
      kernel({{1, 2}, {2, 1}}),
      "d.csv:2:1: 2 is no value of a kernel: it is more than ½(1 + 1), the values of both samples with themselves");
}

}   // namespace
}   // namespace protea
