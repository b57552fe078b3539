// Methods on the same folds: numbers by hand, and the same for any number of threads.
#include <protea/evaluate/comparison.hpp>

#include <gtest/gtest.h>

#include <protea/base/error.hpp>
#include <protea/base/random.hpp>

namespace protea {
namespace {

// The first feature numbers the samples; 40 of each class.
Dataset eighty_samples() {
  Dataset data;
  data.class_names = {"a", "b"};
  Matrix x(80, 1);
  for (std::size_t i = 0; i < 80; ++i) {
    x(i, 0) = static_cast<double>(i);
    data.y.push_back(static_cast<Label>(i % 2));
  }
  data.x = std::move(x);
  return data;
}

// Wrong for the samples whose numbers `is_wrong` accepts.
template <class Predicate>
TrainAndScore wrong_for(Predicate is_wrong) {
  return [is_wrong](const Dataset&, const Dataset& test) {
    std::vector<Label> answers = test.y;
    for (std::size_t i = 0; i < test.size(); ++i) {
      if (is_wrong(static_cast<std::size_t>(test.x(i, 0)))) answers[i] = 1 - answers[i];
    }
    return Predictions{answers, {}};
  };
}

std::vector<Contender> three() {
  return {{"perfect", wrong_for([](std::size_t) { return false; }), ""},
          {"ten wrong", wrong_for([](std::size_t i) { return i < 10; }), ""},
          {"four other", wrong_for([](std::size_t i) { return i >= 8 && i < 12; }), ""}};
}

TEST(Comparison, CountsDiscordantPairsOfTheFirstRepeat) {
  const auto runtime = make_runtime(2);
  const Comparison result = compare(eighty_samples(), three(), {.folds = 4, .repeats = 3}, *runtime);
  ASSERT_EQ(result.pairs.size(), 3u);
  EXPECT_EQ(result.pairs[0].mcnemar.only_first, 10u);
  EXPECT_EQ(result.pairs[0].mcnemar.only_second, 0u);
  EXPECT_NEAR(result.pairs[0].mcnemar.p, 2 / 1024.0, 1e-14);
  // Samples 8 and 9 are wrong for both.
  EXPECT_EQ(result.pairs[2].mcnemar.only_first, 2u);
  EXPECT_EQ(result.pairs[2].mcnemar.only_second, 8u);
  EXPECT_NEAR(mean_and_deviation(result.methods[1].accuracy).mean, 70.0 / 80, 1e-12);
  EXPECT_NEAR(result.pairs[0].resampled.mean, 10.0 / 80, 1e-12);
  EXPECT_EQ(result.pairs[0].resampled.degrees_of_freedom, 11);
  EXPECT_EQ(result.methods[2].confusion.samples(), 240u);
}

TEST(Comparison, IsThatOfCrossValidationForEachMethod) {
  const Dataset data = eighty_samples();
  const auto runtime = make_runtime(1);
  const CrossValidationPlan plan{.folds = 5, .repeats = 2, .seed = 7};
  const Comparison together = compare(data, three(), plan, *runtime);
  for (std::size_t m = 0; m < 3; ++m)
    EXPECT_EQ(together.methods[m].accuracy, cross_validate(data, three()[m].run, plan, *runtime).accuracy);
}

const TrainAndScore weak = [](const Dataset&, const Dataset&) -> Predictions { throw NumericalError("it diverged"); };

TEST(Comparison, ListsAMethodThatFailsAndGoesOnWithTheOthers) {
  const auto runtime = make_runtime(2);
  auto methods = three();
  methods.insert(methods.begin() + 1, {"weak", weak, ""});
  const Comparison result = compare(eighty_samples(), methods, {.folds = 2}, *runtime);
  EXPECT_EQ(result.failures, (std::vector<std::string>{"", "it diverged", "", ""}));
  ASSERT_EQ(result.pairs.size(), 3U);
  EXPECT_EQ(result.pairs[0].second, 2U);
  EXPECT_EQ(result.pairs[0].mcnemar.only_first, 10U);
}

TEST(Comparison, ThrowsWhereAllMethodsFailAndNamesTheFirst) {
  const auto runtime = make_runtime(2);
  try {
    compare(eighty_samples(), {{"weak", weak, ""}, {"feeble", weak, ""}}, {.folds = 2}, *runtime);
    FAIL();
  } catch (const NumericalError& error) {
    EXPECT_STREQ(error.what(), "weak: it diverged");
  }
}

// 10 draws of a quarter: ratio 20/60. The differences are those of the draws, so t can be computed again by hand.
TEST(Comparison, TakesTheRatioOfTestToTrainingFromTheSplitsAndCountsEachSampleOnce) {
  const auto runtime = make_runtime(2);
  const Dataset data = eighty_samples();
  const SplitPlan plan{.kind = SplitKind::monte_carlo, .draws = 10, .share = 0.25};
  const Comparison result = compare(data, three(), plan, *runtime);
  std::vector<double> differences;
  for (std::size_t s = 0; s < 10; ++s)
    differences.push_back(result.methods[0].accuracy[s] - result.methods[1].accuracy[s]);
  EXPECT_DOUBLE_EQ(result.pairs[0].resampled.t, corrected_resampled_t(differences, 20.0 / 60).t);
  EXPECT_LE(result.pairs[0].mcnemar.only_first, 10U);
  const Comparison each = compare(data, three(), {.kind = SplitKind::leave_one_out}, *runtime);
  EXPECT_EQ(each.pairs[0].mcnemar.only_first, 10U);
  EXPECT_EQ(each.methods[0].accuracy.size(), 80U);
}

}   // namespace
}   // namespace protea
