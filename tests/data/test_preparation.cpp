// Filling and scaling: learned from training rows only, exact by hand, sound for tiny and huge numbers.
#include <protea/data/preparation.hpp>

#include <cmath>
#include <limits>

#include <data/readers_support.hpp>
#include <protea/data/table.hpp>

namespace protea {
namespace {

using readers::data_error;
using Rows = std::vector<std::vector<double>>;

constexpr double gap = missing_value;

// Rows from line 2 on, features f1, f2, … in columns 1, 2, …
Dataset dataset(const Rows& rows) {
  Dataset result;
  result.source = "a.csv";
  Matrix x(rows.size(), rows.front().size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::copy(rows[i].begin(), rows[i].end(), x.row(i).begin());
    result.y.push_back(static_cast<Label>(i));
    result.lines.push_back(static_cast<std::uint32_t>(i + 2));
  }
  result.x = std::move(x);
  for (std::size_t j = 0; j < rows.front().size(); ++j) {
    result.feature_names.push_back("f" + std::to_string(j + 1));
    result.file_columns.push_back(static_cast<std::uint32_t>(j + 1));
  }
  return result;
}

Matrix prepared(const Rows& rows, Scaling scaling, Missing missing = Missing::refuse) {
  const Dataset data = dataset(rows);
  return learn_preparation(data, missing, scaling).apply(data);
}

void expect_close(const Matrix& x, const Rows& expected) {
  ASSERT_EQ(x.rows(), expected.size());
  for (std::size_t i = 0; i < x.rows(); ++i) {
    ASSERT_EQ(x.columns(), expected[i].size());
    for (std::size_t j = 0; j < x.columns(); ++j) EXPECT_NEAR(x(i, j), expected[i][j], 1e-14) << i << ", " << j;
  }
}

TEST(ZScore, DividesByTheDeviationWithOneSampleLess) {
  // Mean 2.5; squared differences 2.25 + 0.25 + 0.25 + 2.25 = 5; deviation √(5/3).
  const double s = std::sqrt(5.0 / 3.0);
  expect_close(prepared({{1, 10}, {2, 20}, {3, 30}, {4, 40}}, Scaling::z_score),
               {{-1.5 / s, -1.5 / s}, {-0.5 / s, -0.5 / s}, {0.5 / s, 0.5 / s}, {1.5 / s, 1.5 / s}});
  const Preparation learned = learn_preparation(dataset({{1}, {2}, {3}, {4}}), Missing::refuse, Scaling::z_score);
  EXPECT_NEAR(learned.shift[0], 2.5, 1e-15);
  EXPECT_NEAR(learned.factor[0], 1 / s, 1e-15);
}

TEST(Weights, AreRowsWhereTheyAreWhole) {
  Dataset counted = dataset({{1, gap}, {2, 4}, {5, 7}});
  counted.weights = {1, 3, 2};
  const Dataset repeated = dataset({{1, gap}, {2, 4}, {2, 4}, {2, 4}, {5, 7}, {5, 7}});
  for (const Missing missing : {Missing::mean, Missing::median, Missing::mask}) {
    for (const Scaling scaling : {Scaling::z_score, Scaling::min_max}) {
      const Preparation found = learn_preparation(counted, missing, scaling);
      const Preparation expected = learn_preparation(repeated, missing, scaling);
      for (std::size_t j = 0; j < 2; ++j) {
        EXPECT_NEAR(found.shift[j], expected.shift[j], 1e-14);
        EXPECT_NEAR(found.factor[j], expected.factor[j], 1e-14);
        EXPECT_EQ(found.fill.size(), expected.fill.size());
        for (std::size_t f = j; f < expected.fill.size(); ++f) EXPECT_NEAR(found.fill[f], expected.fill[f], 1e-14);
      }
    }
  }
}

TEST(Weights, SayNothingByTheirCommonUnitWhereTheyAreNotWhole) {
  // Mean (1·0.5 + 3·1.5)/2 = 2.5; squares 0.5·2.25 + 1.5·0.25 = 1.5, over 2 − (0.25 + 2.25)/2 = 0.75: deviation √2.
  Dataset data = dataset({{1}, {3}});
  for (const double unit : {1.0, 0.001}) {
    data.weights = {0.5 * unit, 1.5 * unit};
    const Preparation found = learn_preparation(data, Missing::refuse, Scaling::z_score);
    EXPECT_NEAR(found.shift[0], 2.5, 1e-14);
    EXPECT_NEAR(found.factor[0], 1 / std::sqrt(2.0), 1e-14);
  }
}

TEST(MinMax, MovesTheTrainingRangeToZeroAndOne) {
  const Dataset training = dataset({{2, -1}, {4, 0}, {10, 1}});
  const Preparation learned = learn_preparation(training, Missing::refuse, Scaling::min_max);
  expect_close(learned.apply(training), {{0, 0}, {0.25, 0.5}, {1, 1}});
  // What lies outside the training range stays outside: (18 − 2)/8 = 2, (−3 + 1)/2 = −1.
  expect_close(learned.apply(dataset({{18, -3}})), {{2, -1}});
}

TEST(UnitSum, DividesEachRowByItsSum) {
  expect_close(prepared({{1, 3}, {2, 2}, {-1, 5}}, Scaling::unit_sum), {{0.25, 0.75}, {0.5, 0.5}, {-0.25, 1.25}});
}

TEST(UnitSum, RefusesARowWhoseSumIsNotPositive) {
  EXPECT_EQ(data_error([] {
              prepared({{1, 1}, {1, -1}}, Scaling::unit_sum);
            }),
            "a.csv:3:1: the row sums to 0, so it cannot be scaled to sum 1");
  EXPECT_EQ(data_error([] {
              prepared({{1, -3}}, Scaling::unit_sum);
            }),
            "a.csv:2:1: the row sums to -2, so it cannot be scaled to sum 1");
}

TEST(NoScaling, LeavesEveryBitAsItIs) {
  const Rows rows = {{0.1, -1e300}, {5e-324, 3}};
  const Matrix x = prepared(rows, Scaling::none);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(std::vector<double>(x.row(i).begin(), x.row(i).end()), rows[i]);
}

TEST(ConstantFeature, IsMovedToZeroAndKeepsItsUnit) {
  for (const Scaling scaling : {Scaling::z_score, Scaling::min_max}) {
    const Dataset training = dataset({{7, 0, 0.1, 1e300, 1}, {7, 0, 0.1, 1e300, 2}, {7, 0, 0.1, 1e300, 3}});
    const Preparation learned = learn_preparation(training, Missing::refuse, scaling);
    const Matrix x = learned.apply(training);
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 4; ++j) EXPECT_NEAR(x(i, j), 0, 1e-16) << j;
    }
    EXPECT_NE(x(0, 4), x(2, 4));
    // 9 is 2 away from 7, −1 is 1 away from 0.
    const Matrix other = learned.apply(dataset({{9, -1, 0.1, 1e300, 2}}));
    EXPECT_EQ(other(0, 0), 2);
    EXPECT_EQ(other(0, 1), -1);
  }
}

TEST(ConstantFeature, OfASingleTrainingRowIsEveryFeature) {
  expect_close(prepared({{3, -5}}, Scaling::z_score), {{0, 0}});
  expect_close(prepared({{3, -5}}, Scaling::min_max), {{0, 0}});
}

TEST(Filling, ByTheMeanUsesTheTrainingRowsOnly) {
  const Dataset all = dataset({{1, 5}, {gap, 6}, {4, 10}, {1000, gap}});
  const Preparation learned =
      learn_preparation(all.subset(std::vector<std::uint32_t>{0, 1, 2}), Missing::mean, Scaling::none);
  EXPECT_EQ(learned.fill, (std::vector<double>{2.5, 7}));   // (1 + 4)/2, (5 + 6 + 10)/3
  expect_close(learned.apply(all), {{1, 5}, {2.5, 6}, {4, 10}, {1000, 7}});
}

TEST(Filling, ByTheMedianUsesTheTrainingRowsOnly) {
  const Dataset all = dataset({{1, 8}, {100, gap}, {gap, 2}, {2, 1}, {gap, 4}, {-900, 100}});
  const Preparation learned =
      learn_preparation(all.subset(std::vector<std::uint32_t>{0, 1, 2, 3, 4}), Missing::median, Scaling::none);
  EXPECT_EQ(learned.fill, (std::vector<double>{2, 3}));   // of 1, 2, 100; between 2 and 4 of 1, 2, 4, 8
  expect_close(learned.apply(all), {{1, 8}, {100, 3}, {2, 2}, {2, 1}, {2, 4}, {-900, 100}});
}

TEST(Filling, ComesBeforeScalingWhichLooksAtObservedValuesOnly) {
  // Observed 1 and 3: mean 2, deviation √2. The median 2 becomes 0.
  expect_close(prepared({{1}, {gap}, {3}}, Scaling::z_score, Missing::median),
               {{-1 / std::sqrt(2.0)}, {0}, {1 / std::sqrt(2.0)}});
  // Mean of 2 and 6 is 4, so the row becomes 4 : 4.
  expect_close(prepared({{2, 2}, {gap, 4}, {6, 2}}, Scaling::unit_sum, Missing::mean),
               {{0.5, 0.5}, {0.5, 0.5}, {0.75, 0.25}});
}

TEST(Filling, IsImpossibleForAFeatureWithoutAnyValue) {
  const std::string sentence = "a.csv: the feature 'f2' has no value at all in the training rows: leave it out";
  EXPECT_EQ(data_error([] { prepared({{1, gap}, {2, gap}}, Scaling::none, Missing::mean); }), sentence);
  EXPECT_EQ(data_error([] { prepared({{1, gap}, {2, gap}}, Scaling::z_score, Missing::median); }), sentence);
}

TEST(Filling, ThatIsNotFiniteIsANumericalError) {
  EXPECT_THROW(prepared({{1.5e308}, {1.5e308}, {gap}}, Scaling::none, Missing::mean), NumericalError);
}

TEST(MissingValues, AreRefusedWithThePlaceAndTheSettingThatHelps) {
  EXPECT_EQ(data_error([] {
              prepared({{1, 2}, {3, gap}, {gap, 4}}, Scaling::none);
            }),
            "a.csv:3:2: the value of 'f2' is missing: train with missing = drop, mean, median or mask");
  EXPECT_EQ(data_error([] {
              Preparation{}.apply(dataset({{1, gap}}), Gaps::cannot_be_masked);
            }),
            "a.csv:2:2: the value of 'f2' is missing: train with missing = drop, mean or median");
}

TEST(MissingValues, CannotBeFilledByAModelThatDroppedThem) {
  const Preparation learned = learn_preparation(dataset({{1, 2}, {3, 4}}), Missing::drop, Scaling::z_score);
  EXPECT_EQ(
      data_error([&] {
        learned.apply(dataset({{1, 2}, {gap, 4}}));
      }),
      "a.csv:3:1: the value of 'f1' is missing: a model trained with missing = drop cannot fill it, train with missing = "
      "mean, median or mask");
}

TEST(MissingValues, InBinaryFilesAreNamedByRowAndColumn) {
  Dataset data = dataset({{1, 2}, {3, gap}});
  data.lines.clear();
  const std::string message = data_error([&] { learn_preparation(data, Missing::refuse, Scaling::none).apply(data); });
  EXPECT_TRUE(message.starts_with("a.csv row 2, column 2: ")) << message;
}

TEST(Dropping, KeepsTheOtherRowsWithTheirLabelsAndLines) {
  const Dataset kept = without_missing(dataset({{gap, 1}, {2, 3}, {4, gap}, {5, 6}}));
  expect_close(kept.x.to_matrix(), {{2, 3}, {5, 6}});
  EXPECT_EQ(kept.y, (std::vector<Label>{1, 3}));
  EXPECT_EQ(kept.lines, (RowLines{3, 5}));
  EXPECT_TRUE(has_missing(std::vector<double>{1, gap}));
  EXPECT_FALSE(has_missing(std::vector<double>{2, 3}));
}

TEST(Dropping, RefusesToLeaveNothing) {
  EXPECT_EQ(data_error([] {
              without_missing(dataset({{gap, 1}, {2, gap}}));
            }),
            "a.csv: every row has a missing value, so none is left after dropping");
}

TEST(Unscaling, UndoesScaling) {
  const Rows rows = {{1, 1e-300, -1e300, 5}, {2.5, 3e-300, 1e300, 5}, {-7, 2e-300, 5e299, 5}};
  for (const Scaling scaling : {Scaling::none, Scaling::z_score, Scaling::min_max}) {
    const Preparation learned = learn_preparation(dataset(rows), Missing::refuse, scaling);
    for (const auto& row : rows) {
      std::vector<double> x = row;
      learned.scale(x);
      learned.unscale(x);
      for (std::size_t j = 0; j < x.size(); ++j) EXPECT_NEAR(x[j] / row[j], 1, 1e-13) << j;
    }
  }
}

TEST(Unscaling, LeavesARowOfUnitSumAsItIs) {
  const Preparation learned = learn_preparation(dataset({{1, 3}}), Missing::refuse, Scaling::unit_sum);
  std::vector<double> x = {0.25, 0.75};
  learned.unscale(x);
  EXPECT_EQ(x, (std::vector<double>{0.25, 0.75}));
}

TEST(TinyAndHugeValues, AreScaledAsPreciselyAsOthers) {
  // −u, 0, u have the deviation u whatever the unit u; the squares of these would vanish or overflow.
  for (const double u : {1e-300, 1e-160, 1.0, 1e160, 1e300}) {
    expect_close(prepared({{-u}, {0}, {u}}, Scaling::z_score), {{-1}, {0}, {1}});
    expect_close(prepared({{-u}, {0}, {u}}, Scaling::min_max), {{0}, {0.5}, {1}});
    expect_close(prepared({{u, 3 * u}}, Scaling::unit_sum), {{0.25, 0.75}});
  }
}

TEST(TinyAndHugeValues, OfOneRowAreRefusedWhenTheirSumOverflows) {
  // The sum 3e308 is beyond the largest double.
  EXPECT_THROW(prepared({{1e308, 1e308, 1e308}}, Scaling::unit_sum), DataError);
}

TEST(TinyAndHugeValues, ThatCannotBeScaledAreANumericalError) {
  EXPECT_THROW(prepared({{-1.7e308}, {1.7e308}}, Scaling::min_max), NumericalError);
  EXPECT_THROW(prepared({{-1.7e308}, {1.7e308}}, Scaling::z_score), NumericalError);
  EXPECT_THROW(prepared({{0}, {1e-310}}, Scaling::min_max), NumericalError);
}

TEST(TinyAndHugeValues, NeverBecomeInfinityInSilence) {
  // One unit of training is 1e-300, so 1e10 would be 1e310 units.
  for (const Scaling scaling : {Scaling::z_score, Scaling::min_max}) {
    const Preparation learned = learn_preparation(dataset({{0}, {1e-300}}), Missing::refuse, scaling);
    EXPECT_THROW(learned.apply(dataset({{1e10}})), NumericalError);
  }
}

TEST(Apply, LetsNoMissingValueOut) {
  const Dataset training = dataset({{1, 1e-300, 1e300, 0, 7}, {gap, 2e-300, gap, 0, 7}, {3, gap, 1e299, 0, gap}});
  const Dataset later = dataset({{gap, gap, gap, gap, gap}, {2, 1e-300, 3e299, 1, 7}, {0, 0, 1, gap, 1e-300}});
  for (const Missing missing : {Missing::mean, Missing::median}) {
    for (const Scaling scaling : {Scaling::none, Scaling::z_score, Scaling::min_max, Scaling::unit_sum}) {
      const Preparation learned = learn_preparation(training, missing, scaling);
      for (const Dataset* data : {&training, &later}) {
        const Matrix x = learned.apply(*data);
        for (const double value : x.values()) EXPECT_TRUE(std::isfinite(value));
      }
    }
  }
  for (const Missing missing : {Missing::refuse, Missing::drop}) {
    for (const Scaling scaling : {Scaling::none, Scaling::z_score, Scaling::min_max, Scaling::unit_sum}) {
      EXPECT_THROW(learn_preparation(training, missing, scaling).apply(later), DataError);
    }
  }
}

}   // namespace
}   // namespace protea
