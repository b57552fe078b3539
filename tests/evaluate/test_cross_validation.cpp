// Cross-validation: each sample tested once per repeat by a trainer that has not seen it, whatever the number of
// threads.
#include <protea/evaluate/cross_validation.hpp>

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <mutex>
#include <set>
#include <stdexcept>

#include <protea/base/error.hpp>
#include <protea/base/option.hpp>
#include <protea/base/random.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

// Feature 0 is the number of the sample, feature 1 a random number around that of its class.
Dataset numbered_samples(const std::vector<std::size_t>& counts) {
  Dataset data;
  data.source = "made.csv";
  data.feature_names = {"number", "value"};
  data.file_columns = {1, 2};
  for (std::size_t c = 0; c < counts.size(); ++c) {
    data.class_names.push_back(std::string(1, static_cast<char>('a' + c)));
    data.y.insert(data.y.end(), counts[c], static_cast<Label>(c));
  }
  Matrix x(data.y.size(), 2);
  Random random(3, Purpose::generator);
  for (std::size_t i = 0; i < data.y.size(); ++i) {
    x(i, 0) = static_cast<double>(i);
    x(i, 1) = static_cast<double>(data.y[i]) + random.normal();
    data.lines.push_back(static_cast<std::uint32_t>(i + 2));
  }
  data.x = std::move(x);
  return data;
}

std::multiset<double> numbers_of(const Dataset& data) {
  std::multiset<double> numbers;
  for (std::size_t i = 0; i < data.size(); ++i) numbers.insert(data.x(i, 0));
  return numbers;
}

// The class of the nearest training value: depends on every training row.
std::vector<Label> nearest_neighbour(const Dataset& training, const Dataset& test) {
  std::vector<Label> labels;
  for (std::size_t i = 0; i < test.size(); ++i) {
    std::size_t nearest = 0;
    for (std::size_t j = 1; j < training.size(); ++j) {
      if (std::abs(training.x(j, 1) - test.x(i, 1)) < std::abs(training.x(nearest, 1) - test.x(i, 1))) nearest = j;
    }
    labels.push_back(training.y[nearest]);
  }
  return labels;
}

// Every call's two parts, as sets of sample numbers.
struct Recorder {
  std::mutex mutex;
  std::vector<std::pair<std::multiset<double>, std::multiset<double>>> calls;

  TrainAndPredict method() {
    return [this](const Dataset& training, const Dataset& test) {
      const std::lock_guard lock(mutex);
      calls.emplace_back(numbers_of(training), numbers_of(test));
      return nearest_neighbour(training, test);
    };
  }
};

TEST(CrossValidation, TestsEverySampleOncePerRepeat) {
  const Dataset data = numbered_samples({11, 7, 9});
  Recorder recorder;
  Serial serial;
  const CrossValidation result = cross_validate(data, recorder.method(), {.folds = 4, .repeats = 3}, serial);
  EXPECT_EQ(result.accuracy.size(), 12U);
  EXPECT_EQ(result.balanced_accuracy.size(), 12U);
  ASSERT_EQ(recorder.calls.size(), 12U);
  std::multiset<double> tested;
  for (const auto& [training, test] : recorder.calls) tested.insert(test.begin(), test.end());
  EXPECT_EQ(tested.size(), 81U);
  for (std::size_t i = 0; i < 27; ++i) EXPECT_EQ(tested.count(static_cast<double>(i)), 3U) << i;
  EXPECT_EQ(result.confusion.samples(), 81U);
  EXPECT_EQ(result.confusion.samples_of(1), 21U);
}

TEST(CrossValidation, NeverShowsATestRowToTheTrainer) {
  const Dataset data = numbered_samples({11, 7, 9});
  for (const std::size_t threads : {1, 3}) {
    Recorder recorder;
    cross_validate(data, recorder.method(), {.folds = 5, .repeats = 2}, *make_runtime(threads));
    ASSERT_EQ(recorder.calls.size(), 10U);
    for (const auto& [training, test] : recorder.calls) {
      EXPECT_EQ(training.size() + test.size(), 27U);
      std::set<double> both(training.begin(), training.end());
      both.insert(test.begin(), test.end());
      EXPECT_EQ(both.size(), 27U);   // none twice, so none in both
      EXPECT_FALSE(test.empty());
    }
  }
}

TEST(CrossValidation, HandsOverRowsWithTheirLabelsAndNames) {
  const Dataset data = numbered_samples({6, 6});
  Serial serial;
  const TrainAndPredict method = [&](const Dataset& training, const Dataset& test) {
    for (const Dataset* part : {&training, &test}) {
      EXPECT_EQ(part->class_names, data.class_names);
      EXPECT_EQ(part->feature_names, data.feature_names);
      for (std::size_t i = 0; i < part->size(); ++i) {
        const auto number = static_cast<std::size_t>(part->x(i, 0));
        EXPECT_EQ(part->y[i], data.y[number]);
        EXPECT_EQ(part->lines[i], data.lines[number]);
        EXPECT_EQ(part->x(i, 1), data.x(number, 1));
      }
    }
    return test.y;
  };
  const CrossValidation result = cross_validate(data, method, {.folds = 3}, serial);
  EXPECT_EQ(result.accuracy, (std::vector<double>{1, 1, 1}));
}

TEST(CrossValidation, GivesTheSharesOfAConstantAnswer) {
  // Two folds of 3 and 2 samples: always 'a' is right for 3 of 5, and for one class of two.
  const Dataset data = numbered_samples({6, 4});
  Serial serial;
  const auto always_a = [](const Dataset&, const Dataset& test) { return std::vector<Label>(test.size(), 0); };
  const CrossValidation result = cross_validate(data, always_a, {.folds = 2, .repeats = 2}, serial);
  ASSERT_EQ(result.accuracy.size(), 4U);
  for (const double accuracy : result.accuracy) EXPECT_DOUBLE_EQ(accuracy, 0.6);
  for (const double accuracy : result.balanced_accuracy) EXPECT_DOUBLE_EQ(accuracy, 0.5);
  EXPECT_EQ(result.confusion(0, 0), 12U);
  EXPECT_EQ(result.confusion(1, 0), 8U);
  EXPECT_EQ(result.confusion(0, 1) + result.confusion(1, 1), 0U);
}

TEST(CrossValidation, GivesTheSameResultForAnyNumberOfThreads) {
  const Dataset data = numbered_samples({40, 25, 31});
  const CrossValidationPlan plan{.folds = 5, .repeats = 4, .seed = 9};
  Serial serial;
  const CrossValidation expected = cross_validate(data, nearest_neighbour, plan, serial);
  EXPECT_GT(std::set<double>(expected.accuracy.begin(), expected.accuracy.end()).size(), 3U);   // order could be seen
  for (const std::size_t threads : {1, 2, 3}) {
    const CrossValidation result = cross_validate(data, nearest_neighbour, plan, *make_runtime(threads));
    EXPECT_EQ(result.accuracy, expected.accuracy) << threads;
    EXPECT_EQ(result.balanced_accuracy, expected.balanced_accuracy) << threads;
    for (std::size_t i = 0; i < 9; ++i)
      EXPECT_EQ(result.confusion(i / 3, i % 3), expected.confusion(i / 3, i % 3)) << threads;
  }
}

TEST(CrossValidation, CutsDifferentlyInEachRepeatAndForEachSeed) {
  const Dataset data = numbered_samples({15, 15});
  Serial serial;
  const auto parts = [&](std::uint64_t seed) {
    Recorder recorder;
    cross_validate(data, recorder.method(), {.folds = 3, .repeats = 2, .seed = seed}, serial);
    return recorder.calls;
  };
  const auto one = parts(1);
  EXPECT_EQ(one, parts(1));
  EXPECT_NE(one, parts(2));
  EXPECT_NE(one[0], one[3]);
}

TEST(CrossValidation, ReportsItsProgressFoldByFold) {
  const Dataset data = numbered_samples({6, 6});
  std::vector<std::size_t> seen;
  const auto watch = [&](std::size_t done, std::size_t all) {
    EXPECT_EQ(all, 6U);
    seen.push_back(done);
  };
  cross_validate(data, nearest_neighbour, {.folds = 3, .repeats = 2}, *make_runtime(2), watch);
  EXPECT_EQ(seen, (std::vector<std::size_t>{1, 2, 3, 4, 5, 6}));
}

TEST(CrossValidation, PassesOnWhatTheTrainerThrows) {
  const Dataset data = numbered_samples({6, 6});
  const TrainAndPredict fails = [](const Dataset&, const Dataset&) -> std::vector<Label> {
    throw NumericalError("diverged");
  };
  EXPECT_THROW(cross_validate(data, fails, {.folds = 3}, *make_runtime(2)), NumericalError);
}

TEST(CrossValidation, RefusesFewerThanTwoFoldsAndNamesTheValue) {
  const Dataset data = numbered_samples({6, 6});
  Serial serial;
  for (const std::size_t folds : {0, 1}) {
    try {
      cross_validate(data, nearest_neighbour, {.folds = folds}, serial);
      ADD_FAILURE() << folds;
    } catch (const UsageError& error) {
      EXPECT_EQ(std::string(error.what()), "folds = " + std::to_string(folds) + ": must be at least 2");
    }
  }
}

TEST(CrossValidation, SpreadsARareClassAndRefusesASplitThatLeavesOneClass) {
  Serial serial;
  const CrossValidation result = cross_validate(numbered_samples({6, 2}), nearest_neighbour, {.folds = 3}, serial);
  EXPECT_EQ(result.accuracy.size(), 3U);
  EXPECT_EQ(result.confusion.samples_of(1), 2U);
  EXPECT_EQ(result.balanced_accuracy.size(), 1U) << "of the test parts together, for one has none of the rare class";
  EXPECT_EQ(
      cross_validate(numbered_samples({6, 3, 1}), nearest_neighbour, {.folds = 3}, serial).confusion.samples_of(2), 1U);
  try {
    cross_validate(numbered_samples({6, 1}), nearest_neighbour, {.kind = SplitKind::leave_one_out}, serial);
    ADD_FAILURE();
  } catch (const DataError& error) {
    EXPECT_STREQ(error.what(),
                 "made.csv: split 7 of 7 leaves samples of one class only to learn from: use other splits");
  }
}

// A test part of one sample has one class: the mean over the classes it has would be the accuracy, 0.9 for the
// answer 'a' always.
TEST(CrossValidation, PoolsTheBalancedAccuracyWhereTestPartsLackClasses) {
  const Dataset data = numbered_samples({9, 3});
  const TrainAndPredict always_a = [](const Dataset&, const Dataset& test) {
    return std::vector<Label>(test.size(), 0);
  };
  Serial serial;
  for (const SplitPlan& plan :
       {SplitPlan{.kind = SplitKind::leave_one_out}, SplitPlan{.kind = SplitKind::leave_p_out, .p = 2},
        SplitPlan{.folds = 4}, SplitPlan{.folds = 3, .repeats = 2, .kind = SplitKind::folds}}) {
    SCOPED_TRACE(choice_name(plan.kind));
    const CrossValidation result = cross_validate(data, always_a, plan, serial);
    EXPECT_DOUBLE_EQ(mean_and_deviation(result.accuracy).mean, 0.75);
    for (const double value : result.balanced_accuracy) EXPECT_DOUBLE_EQ(value, 0.5);
  }
  EXPECT_EQ(cross_validate(data, always_a, {.kind = SplitKind::leave_one_out}, serial).balanced_accuracy.size(), 1U);
}

TEST(CrossValidation, CountsARejectedSampleAsNotRight) {
  const TrainAndPredict shy = [](const Dataset&, const Dataset& test) {
    std::vector<Label> answers = test.y;
    for (Label& answer : answers) answer = answer == 1 ? no_label : answer;
    return answers;
  };
  Serial serial;
  const CrossValidation result = cross_validate(numbered_samples({6, 6}), shy, {.folds = 3}, serial);
  for (const double value : result.accuracy) EXPECT_EQ(value, 0.5);
  for (const double value : result.balanced_accuracy) EXPECT_EQ(value, 0.5);
  EXPECT_EQ(result.confusion.coverage(), 0.5);
  EXPECT_EQ(result.confusion.accuracy(), 1);
}

TEST(CrossValidation, GoesOnFromALedgerWithTheSameAnswersScoresAndCertainties) {
  const Dataset data = numbered_samples({9, 8});
  const std::string path =
      (std::filesystem::temp_directory_path() / ("protea_validation_" + std::to_string(getpid()))).string();
  std::size_t calls = 0;
  std::size_t allowed = 100;
  const TrainAndScore method = [&](const Dataset& training, const Dataset& test) {
    if (++calls > allowed) throw std::runtime_error("killed");
    Predictions result{nearest_neighbour(training, test), Matrix(test.size(), 2)};
    for (std::size_t i = 0; i < test.size(); ++i) {
      result.scores(i, 0) = 1 / (3 + test.x(i, 1) * test.x(i, 1));
      result.scores(i, 1) = 1 - result.scores(i, 0);
      result.certainty.push_back(-test.x(i, 1));
    }
    return result;
  };
  Serial serial;
  const SplitPlan plan{.folds = 4, .repeats = 2};
  const CrossValidation expected = cross_validate(data, method, plan, serial);
  allowed = calls + 5;
  EXPECT_THROW(cross_validate(data, method, plan, serial, {}, {path, 1, true}, "a"), std::runtime_error);
  calls = 0;
  const CrossValidation result = cross_validate(data, method, plan, serial, {}, {path, 1, true}, "a");
  EXPECT_EQ(calls, 3U);
  EXPECT_EQ(result.predictions.labels, expected.predictions.labels);
  EXPECT_TRUE(std::ranges::equal(std::as_const(result).predictions.scores.values(),
                                 std::as_const(expected).predictions.scores.values()));
  EXPECT_EQ(result.predictions.certainty, expected.predictions.certainty);
  EXPECT_THROW(cross_validate(data, method, plan, serial, {}, {path, 1, true}, "b"), UsageError);
  std::filesystem::remove(path);
}

TEST(MeanAndDeviation, DividesSquaresByOneLess) {
  // Mean 40/8 = 5; squares 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32; √(32/7).
  const MeanAndDeviation result = mean_and_deviation(std::vector<double>{2, 4, 4, 4, 5, 5, 7, 9});
  EXPECT_DOUBLE_EQ(result.mean, 5);
  EXPECT_DOUBLE_EQ(result.deviation, std::sqrt(32.0 / 7));
}

TEST(MeanAndDeviation, OfOneValueHasNoDeviation) {
  const MeanAndDeviation result = mean_and_deviation(std::vector<double>{0.75});
  EXPECT_EQ(result.mean, 0.75);
  EXPECT_EQ(result.deviation, 0);
}

}   // namespace
}   // namespace protea
