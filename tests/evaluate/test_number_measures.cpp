// Measures of numbers by hand, and their way through cross-validation and comparison.
#include <gtest/gtest.h>

#include <cmath>

#include <protea/base/error.hpp>
#include <protea/catalogue/curve.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/catalogue/tuning.hpp>
#include <protea/data/read.hpp>
#include <protea/evaluate/assessment.hpp>
#include <protea/evaluate/number_measures.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/runtime/threads.hpp>

namespace protea {
namespace {

using Numbers = std::vector<double>;

// Errors 1, −1, 2; Σ(y − 3)² = 8.
TEST(NumberMeasures, AreThoseByHand) {
  const NumberMeasures found = number_measures(Numbers{1, 3, 5}, Numbers{0, 4, 3});
  EXPECT_EQ(found.samples, 3U);
  EXPECT_NEAR(found.rmse, std::sqrt(2.0), 1e-15);
  EXPECT_NEAR(found.mae, 4.0 / 3, 1e-15);
  EXPECT_NEAR(*found.r2, 1 - 6.0 / 8, 1e-15);
}

TEST(NumberMeasures, CountASampleAsItWeighs) {
  const NumberMeasures weighted = number_measures(Numbers{1, 3, 5}, Numbers{0, 4, 3}, Numbers{1, 2, 3});
  const NumberMeasures repeated = number_measures(Numbers{1, 3, 3, 5, 5, 5}, Numbers{0, 4, 4, 3, 3, 3});
  EXPECT_NEAR(weighted.rmse, repeated.rmse, 1e-15);
  EXPECT_NEAR(weighted.mae, repeated.mae, 1e-15);
  EXPECT_NEAR(*weighted.r2, *repeated.r2, 1e-15);
  EXPECT_NEAR(weighted.rmse, std::sqrt(15.0 / 6), 1e-15);
}

TEST(NumberMeasures, HaveNoR2WhereAllTargetsAreTheSame) {
  const NumberMeasures found = number_measures(Numbers{0.1, 0.1, 0.1}, Numbers{0.1, 0.2, 0.1});
  EXPECT_FALSE(found.r2);
  EXPECT_NEAR(found.mae, 0.1 / 3, 1e-16);
  EXPECT_FALSE(number_measures(Numbers{2}, Numbers{3}).r2);
}

TEST(NumberMeasures, AreFiniteForLargeAndSmallNumbers) {
  for (const double unit : {1e200, 1e-200}) {
    const NumberMeasures found = number_measures(Numbers{1 * unit, 3 * unit, 5 * unit}, Numbers{0, 4 * unit, 3 * unit});
    EXPECT_NEAR(found.rmse / unit, std::sqrt(2.0), 1e-14);
    EXPECT_NEAR(*found.r2, 0.25, 1e-14);
  }
}

TEST(NumberMeasures, OfClassesAndNumbersAreToldApart) {
  EXPECT_NO_THROW(demand_fitting(Measure::rmse, TargetKind::numbers));
  EXPECT_NO_THROW(demand_fitting(Measure::brier, TargetKind::labels));
  EXPECT_THROW(demand_fitting(Measure::accuracy, TargetKind::numbers), UsageError);
  EXPECT_THROW(demand_fitting(Measure::r2, TargetKind::labels), UsageError);
  EXPECT_TRUE(is_loss(Measure::rmse) && is_loss(Measure::mae) && !is_loss(Measure::r2));
  EXPECT_FALSE(needs_scores(Measure::rmse));
}

const EncodedTable& petals() {
  static const EncodedTable data = [] {
    Table table = read_table("iris");
    table.set_role(4, Role::ignored);
    return encode_training_table(std::move(table), TargetChoice{.target_column = "4"}, Nominal::refuse);
  }();
  return data;
}

// The mean of the training part is the answer of a ridge with an endless price: √(Σ(y − mean of the others)²/P) by hand
// for leave-one-out.
TEST(NumberValidation, TellsTheErrorForRowsThatWereHeldOut) {
  const Dataset& rows = petals().dataset;
  const auto method = make_method("ridge", {{"ridge.strength", "1e15"}});
  const Contender contender = contender_of("ridge", method, petals().encoding);
  Serial serial;
  const CrossValidation result = cross_validate(rows, contender.run, {.kind = SplitKind::leave_one_out}, serial);
  double total = 0;
  for (const double y : rows.numbers) total += y;
  double sum = 0;
  for (const double y : rows.numbers) sum += std::pow(y - (total - y) / 149, 2);
  EXPECT_NEAR(result.of_numbers().rmse, std::sqrt(sum / 150), 1e-9);
  EXPECT_TRUE(result.accuracy.empty());
  EXPECT_FALSE(result.number_parts.front().r2);   // of one sample there is none
}

TEST(NumberValidation, IsTheSameForAnyNumberOfThreads) {
  const auto method = make_method("ridge", {});
  const Contender contender = contender_of("ridge", method, petals().encoding);
  Serial serial;
  Threads threads(3);
  const CrossValidation one = cross_validate(petals().dataset, contender.run, {.repeats = 2}, serial);
  const CrossValidation other = cross_validate(petals().dataset, contender.run, {.repeats = 2}, threads);
  EXPECT_EQ(one.predictions.numbers, other.predictions.numbers);
  EXPECT_EQ(one.number_parts.size(), 20U);
  EXPECT_EQ(one.true_numbers.size(), 300U);
}

TEST(NumberValidation, ComparesMethodsByTheirErrors) {
  std::vector<Contender> contenders;
  for (const std::string name : {"regression", "ridge:ridge.strength=1000", "gmlvq"})
    contenders.push_back(contender_of(name, parse_method(name, {}), petals().encoding));
  Serial serial;
  const Comparison result = compare(petals().dataset, contenders, {.folds = 5}, serial);
  EXPECT_TRUE(result.failures[0].empty());
  EXPECT_NE(result.failures[2].find("gmlvq learns classes and not numbers"), std::string::npos);
  ASSERT_EQ(result.pairs.size(), 1U);
  const MeanAndDeviation first = mean_and_deviation(result.methods[0].rmse());
  const MeanAndDeviation second = mean_and_deviation(result.methods[1].rmse());
  EXPECT_NEAR(result.pairs[0].resampled.mean, first.mean - second.mean, 1e-15);
  EXPECT_LT(first.mean, second.mean);
}

// A cubic: the degree 3 has no error, and a lower one has.
TEST(NumberValidation, TunesAndDrawsCurves) {
  EncodedTable data = petals();
  Matrix x(40, 1);
  data.dataset.numbers.clear();
  for (std::size_t i = 0; i < 40; ++i) {
    x(i, 0) = -1 + static_cast<double>(i) / 20;
    data.dataset.numbers.push_back(std::pow(x(i, 0), 3));
  }
  data.dataset.x = std::move(x);
  data.dataset.feature_names = {"x"};
  data.dataset.lines.clear();
  data.encoding.columns = {{"x", {}}};
  Serial serial;
  const GridAxis degrees{"regression.degree", {"1", "2", "3"}};
  TuningPlan plan{.candidates = candidates({"regression", {}, {degrees}, 0, 1}), .outer = 3};
  plan.measure = Measure::rmse;
  const Tuning tuning = tune(plan, data, serial);
  EXPECT_EQ(tuning.chosen(), 2U);
  EXPECT_LT(tuning.table[2].score, 1e-10);
  EXPECT_GT(tuning.table[1].score, 0.05);
  EXPECT_LT(tuning.honest.of_numbers().rmse, 1e-10);
  plan.measure = Measure::accuracy;
  EXPECT_THROW(tune(plan, data, serial), UsageError);

  const CurvePlan curve{"regression", {{"regression.degree", "3"}}, {"size", {"3", "0.5"}}, {.folds = 4}};
  const std::vector<CurvePoint> points = measure_curve(curve, data, serial);
  EXPECT_EQ(points[0].samples, 3);
  EXPECT_GT(points[0].test_error.mean, 1e-3);   // three samples do not settle a cubic
  EXPECT_LT(points[0].training_error.mean, 1e-10);
  EXPECT_LT(points[1].test_error.mean, 1e-9);
}

}   // namespace
}   // namespace protea
