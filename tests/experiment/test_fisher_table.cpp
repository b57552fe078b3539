// The Fisher tables in their quick form: structure, nearness to what is printed, and what relevances must show.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <protea/base/error.hpp>
#include <protea/experiment/fisher_printed.hpp>
#include <protea/experiment/fisher_rules.hpp>
#include <protea/experiment/fisher_table.hpp>

namespace protea {
namespace {

const FisherOptions quick{.data = {}, .seed = 1, .is_quick = true};

double deviation_of(const FisherTable& table, FisherMethod method) {
  double sum = 0;
  double count = 0;
  for (const FisherCell& cell : table.cells) {
    if (cell.method != fisher_method_name(method) || cell.set == "Simulated") continue;
    sum += std::abs(cell.measured - cell.printed);
    count += 1;
  }
  return sum / count;
}

TEST(FisherTable2, ComesNearThePrintedOneAndFindsTheFeaturesThatMatter) {
  const auto runtime = make_runtime(2);
  const FisherTable table = fisher_table_2(quick, *runtime);
  EXPECT_EQ(table.cells.size(), 6U * 4U * 8U) << "no set needs a file";
  for (const FisherCell& cell : table.cells) {
    EXPECT_TRUE(cell.measured > 15 && cell.measured <= 100) << cell.set << " " << cell.condition << " " << cell.method;
  }
  // The full table comes within 1; the quick one has few trials, and the frozen GLVQ varies most. Wrong readings miss a
  // column by 5 and more: (x − w)² in RLVQ1, λ in the steps of LVQ1, the gradient in place of the frozen GLVQ.
  ASSERT_TRUE(table.mean_absolute_deviation());
  EXPECT_LT(*table.mean_absolute_deviation(), 2.5);
  for (const FisherMethod method : table.methods) {
    EXPECT_LT(deviation_of(table, method), method == FisherMethod::glvq ? 8 : 3.5) << fisher_method_name(method);
  }
  EXPECT_GT(table.share_of_first_two("FC2GLVQ"), table.share_of_first_two("FC1GLVQ") + 0.2);
  ASSERT_EQ(table.notes.size(), 1U);
  EXPECT_NE(table.notes[0].find("never published"), std::string::npos) << table.notes[0];
}

// Only the score between neighbours sees through classes of two clusters: the paper has 0.83 and 0.52. The printed 300
// epochs, one trial, several draws of the data.
TEST(SimulatedFisherSet, GivesFourFifthsOfTheRelevanceToTheFirstTwoFeaturesWithFc2Alone) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const FisherSet set = load_fisher_sets({}, seed).sets.front();
    const auto splits = stratified_folds(set.dataset.y, set.dataset.class_names, 10, Random(seed, Purpose::folds));
    const auto share = [&](FisherMethod method) {
      double sum = 0;
      for (const Split& split : splits) {
        const FisherRun run = run_fisher_fold(set, split, {fisher_conditions()[3], method, seed});
        sum += (run.relevances[0] + run.relevances[1]) / 10;
      }
      return sum;
    };
    EXPECT_GE(share(FisherMethod::fc2_glvq), 0.8) << seed;
    EXPECT_LT(share(FisherMethod::fc1_glvq), 0.7) << seed;
  }
}

// A rate beyond 2 drives prototypes away at once. The fold must be what it is: the answers of the model as it
// was before.
TEST(FisherFold, ThatRunsAwayIsAnsweredByItsModelBefore) {
  const FisherSet set = load_fisher_sets({}, 1).sets.front();
  const Split split = stratified_folds(set.dataset.y, set.dataset.class_names, 10, Random(1, Purpose::folds)).front();
  FisherCondition condition = fisher_conditions()[1];
  condition.rate = 2.05;
  const FisherRun run = run_fisher_fold(set, split, {condition, FisherMethod::lvq1, 1});
  ASSERT_TRUE(run.stopped_after);
  ASSERT_LT(*run.stopped_after, 300U);
  condition.epochs = static_cast<std::int64_t>(*run.stopped_after);
  const FisherRun before = run_fisher_fold(set, split, {condition, FisherMethod::lvq1, 1});
  EXPECT_FALSE(before.stopped_after);
  EXPECT_EQ(run.accuracy, before.accuracy);
}

TEST(FisherTable3, PutsASupportVectorMachineBesideAndDoesNotDependOnThreads) {
  const auto one = make_runtime(1);
  const auto three = make_runtime(3);
  const FisherTable table = fisher_table_3(quick, *one);
  const FisherTable again = fisher_table_3(quick, *three);
  ASSERT_EQ(table.cells.size(), 6U * 3U);
  ASSERT_EQ(again.cells.size(), table.cells.size());
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    EXPECT_EQ(table.cells[i].measured, again.cells[i].measured) << i;
    EXPECT_EQ(table.cells[i].deviation, again.cells[i].deviation) << i;
    const bool is_comparable = table.cells[i].method == "SVM" && table.cells[i].set != "Simulated";
    if (is_comparable) {
      EXPECT_NEAR(table.cells[i].measured, table.cells[i].printed, 2.5) << table.cells[i].set;
    }
  }
  EXPECT_EQ(table.relevances[0].measured, again.relevances[0].measured);
}

TEST(FisherPrinted, HoldsTheNumbersOfThePaper) {
  EXPECT_EQ(printed_accuracy("Iris", 0, FisherMethod::lvq1), 90);
  EXPECT_EQ(printed_accuracy("WBC", 3, FisherMethod::fc2_glvq), 97);
  EXPECT_EQ(printed_accuracy("Ionosphere", 2, FisherMethod::rlvq1), 80);
  EXPECT_EQ(printed_accuracy("Simulated", 3, FisherMethod::svm), 78);
}

TEST(SimulatedFisherSet, HasThreeClassesOfTwoClustersInsideTheirBoxes) {
  const Dataset set = simulated_fisher_set(1);
  ASSERT_EQ(set.size(), 90U);
  ASSERT_EQ(set.x.columns(), 10U);
  for (const Label c : {0, 1, 2}) EXPECT_EQ(std::count(set.y.begin(), set.y.end(), c), 30);
  double copied = 0;
  for (std::size_t i = 0; i < 90; ++i) {
    for (const std::size_t j : {0, 1}) EXPECT_TRUE(set.x(i, j) >= 0 && set.x(i, j) <= 1);
    EXPECT_LE(std::abs(set.x(i, 6)), .5);
    EXPECT_LE(std::abs(set.x(i, 7)), .2);
    copied += std::pow(set.x(i, 2) - set.x(i, 0), 2) / 90;
  }
  EXPECT_NEAR(copied, 0.05, 0.03) << "the variance of the noise of the third feature";
}

// Erratum F4: the printed slope t is the number of the step, and without the factor t in its derivative learning
// freezes.
TEST(FreezingGlvq, StopsLearningAsStepsGoBy) {
  const std::vector<double> d{1, 3};
  const std::vector<Label> labels{0, 1};
  const auto pull_at = [&](double progress) {
    std::vector<double> pull(2);
    FreezingGlvq rule;
    rule.steps = 1000;
    rule.at(progress).pull(d, labels, 0, pull);
    return pull;
  };
  // By hand at the first step: μ = −½, f = 1/(1 + e^½), pull = ½ f(1 − f)·3/16 and −½ f(1 − f)·1/16.
  const double f = 1 / (1 + std::exp(0.5));
  EXPECT_NEAR(pull_at(0)[0], 0.5 * f * (1 - f) * 3 / 16, 1e-16);
  EXPECT_NEAR(pull_at(0)[1], -0.5 * f * (1 - f) / 16, 1e-16);
  EXPECT_LT(pull_at(0.5)[0], 1e-100);
}

// Erratum F5, by hand: μ = −½, f = 1/(1 + e⁵), ν = 10 f(1 − f), pull = 2ν·¾ and −2ν·¼; λ(x − w)·2·pull is the factor 4.
TEST(FirstPowerGlvq, HasTheFirstPowerOfTheDenominator) {
  const std::vector<double> d{1, 3};
  const std::vector<Label> labels{0, 1};
  std::vector<double> pull(2);
  FirstPowerGlvq().pull(d, labels, 0, pull);
  const double f = 1 / (1 + std::exp(5.0));
  EXPECT_NEAR(pull[0], 15 * f * (1 - f), 1e-15);
  EXPECT_NEAR(pull[1], -5 * f * (1 - f), 1e-15);
}

}   // namespace
}   // namespace protea
