// Choosing options: what the grid holds, which candidate wins, and that the nested figure stays honest.
#include <protea/catalogue/tuning.hpp>

#include <gtest/gtest.h>

#include <set>

#include <protea/base/random.hpp>
#include <protea/data/read.hpp>
#include <protea/evaluate/cross_validation.hpp>
#include <protea/catalogue/configure.hpp>
#include <support/change_values.hpp>
#include <support/loaded.hpp>

namespace protea {
namespace {

EncodedTable noise(std::uint64_t seed, std::size_t samples, std::size_t features, double distance) {
  EncodedTable data;
  Random random(seed, Purpose::generator);
  data.dataset.source = "made";
  data.dataset.class_names = {"a", "b"};
  Matrix x(samples, features);
  for (std::size_t i = 0; i < samples; ++i) {
    data.dataset.y.push_back(static_cast<Label>(i % 2));
    for (double& value : x.row(i)) value = random.normal() + distance * static_cast<double>(i % 2);
  }
  data.dataset.x = std::move(x);
  for (std::size_t j = 0; j < features; ++j) {
    data.encoding.columns.push_back({"x" + std::to_string(j), {}});
    data.dataset.feature_names.push_back("x" + std::to_string(j));
    data.dataset.file_columns.push_back(static_cast<std::uint32_t>(j + 1));
  }
  return data;
}

std::vector<GridAxis> axes(const std::vector<std::string>& texts) {
  std::vector<GridAxis> result;
  for (const std::string& text : texts) result.push_back(parse_axis(text));
  return result;
}

TuningPlan over(const GridPlan& grid, std::size_t folds, std::size_t outer, SplitPlan split = {}) {
  split.seed = grid.seed;
  return {.candidates = candidates(grid), .folds = folds, .outer = outer, .split = split};
}

TEST(Grid, HasThePointsOfNestedLoops) {
  const auto points = candidates({"glvq", {}, axes({"prototypes=1,2", "rule.steepness=1,5,10"}), 0, 1});
  ASSERT_EQ(points.size(), 6u);
  EXPECT_EQ(settings_text(points[0].settings), "prototypes = 1, rule.steepness = 1");
  EXPECT_EQ(settings_text(points[1].settings), "prototypes = 1, rule.steepness = 5");
  EXPECT_EQ(settings_text(points[5].settings), "prototypes = 2, rule.steepness = 10");
  EXPECT_EQ(testing::setting_of(*points[5].method, "prototypes"), "2");
}

TEST(Grid, PartsValuesBySemicolonsWhereTheyHoldCommas) {
  const GridAxis axis = parse_axis("class-weights=a=1,b=2; balanced");
  EXPECT_EQ(axis.key, "class_weights");
  EXPECT_EQ(axis.values, (std::vector<std::string>{"a=1,b=2", "balanced"}));
}

TEST(Grid, DrawsDistinctPointsByTheSeed) {
  const auto draw = [](std::uint64_t seed) {
    std::vector<std::string> texts;
    for (const Candidate& each :
         candidates({"glvq", {}, axes({"prototypes=1,2,3,4,5", "rule.steepness=1,2,3,4,5"}), 7, seed})) {
      texts.push_back(settings_text(each.settings));
    }
    return texts;
  };
  EXPECT_EQ(draw(1).size(), 7u);
  const auto first = draw(1);
  EXPECT_EQ(std::set<std::string>(first.begin(), first.end()).size(), 7u);
  EXPECT_EQ(draw(1), first);
  EXPECT_NE(draw(2), first);
  EXPECT_EQ(candidates({"glvq", {}, axes({"prototypes=1,2"}), 50, 1}).size(), 2u) << "no more than there are";
}

TEST(Grid, ReportsPartsThatDoNotFitAndRefusesValuesThatNeverDo) {
  const auto points = candidates({"glvq", {}, axes({"rule=lvq1,glvq", "optimizer=sgd,l-bfgs"}), 0, 1});
  ASSERT_EQ(points.size(), 4u);
  EXPECT_TRUE(points[0].method && points[2].method && points[3].method);
  EXPECT_NE(points[1].failure.find("l-bfgs needs a rule with a cost function"), std::string::npos);
  for (const std::string text :
       {"rule.steepness=-1,1", "rule.steep=1", "nonsense=3", "prototypes", "=1", "prototypes=1,,2", "prototypes=1,1"}) {
    EXPECT_THROW(candidates({"glvq", {}, axes({text}), 0, 1}), UsageError) << text;
  }
  EXPECT_THROW(candidates({"glvq", {{"prototypes", "2"}}, axes({"prototypes=1,2"}), 0, 1}), UsageError);
  EXPECT_THROW(candidates({"glvq", {}, {}, 0, 1}), UsageError);
}

TEST(Ranking, PrefersTheScoreThenFewerParametersThenTheEarlier) {
  const auto score = [](double value, double parameters, const std::string& failure = "") {
    return CandidateScore{.folds = 5, .score = value, .parameters = parameters, .failure = failure};
  };
  using Order = std::vector<std::size_t>;
  const std::vector<CandidateScore> table{score(0.8, 5), score(0.9, 50), score(0.9, 20), score(0.9, 20)};
  EXPECT_EQ(ranked(table, Measure::accuracy), (Order{2, 3, 1, 0}));
  EXPECT_EQ(ranked(table, Measure::log_loss), (Order{0, 2, 3, 1})) << "losses are the better the smaller";
  EXPECT_EQ(ranked({score(1, 1, "diverged"), score(0.1, 9), CandidateScore{}}, Measure::accuracy), (Order{1}))
      << "one that failed or was not tried is never chosen";
  std::vector<CandidateScore> halved = table;
  halved[0].folds = 10;
  EXPECT_EQ(ranked(halved, Measure::accuracy).front(), 0u) << "who has come farther";
}

TEST(Tuning, TiesGoToTheSimplerModelWhereverItStands) {
  const EncodedTable data = noise(1, 60, 2, 50);   // so far apart that every candidate is always right
  const auto runtime = make_runtime(2);
  const TuningPlan plan = over({"glvq", {}, axes({"prototypes=3,1,2", "rule.steepness=5,1"}), 0, 1}, 3, 0);
  const Tuning result = tune(plan, data, *runtime);
  for (const CandidateScore& each : result.table) EXPECT_EQ(each.score, 1);
  EXPECT_EQ(result.chosen(), 2u) << plan.candidates[result.chosen()].text();
  EXPECT_EQ(result.table[2].parameters, 4);
  EXPECT_EQ(result.table[0].parameters, 12);
}

TEST(Tuning, NeverChoosesACandidateThatFailsAndThrowsWhereAllDo) {
  const EncodedTable data = noise(1, 60, 2, 1);
  const auto runtime = make_runtime(2);
  const Settings online{{"optimizer", "sgd"}, {"rule.activation", "identity"}, {"epochs", "20"}};
  const GridPlan divergent{"glvq", online, axes({"optimizer.rate=1e300,0.01"}), 0, 1};
  const Tuning result = tune(over(divergent, 3, 2), data, *runtime);
  EXPECT_TRUE(result.table[0].has_failed()) << result.table[0].score;
  EXPECT_NE(result.table[0].failure.find("finite"), std::string::npos) << result.table[0].failure;
  EXPECT_EQ(result.chosen(), 1u);
  GridPlan all = divergent;
  all.axes = axes({"optimizer.rate=1e300"});
  EXPECT_THROW(tune(over(all, 3, 0), data, *runtime), NumericalError);
}

TEST(Tuning, IsTheSameForAnyNumberOfThreads) {
  const EncodedTable data = encode_training_table(read_table("iris"), "", Nominal::refuse);
  const TuningPlan plan =
      over({"lvq1", {{"epochs", "3"}}, axes({"prototypes=1,2", "optimizer.rate=0.01,0.1"}), 0, 3}, 3, 4);
  const Tuning expected = tune(plan, data, *make_runtime(1));
  for (const std::size_t threads : {2, 5}) {
    const Tuning result = tune(plan, data, *make_runtime(threads));
    EXPECT_EQ(result.chosen(), expected.chosen());
    for (std::size_t c = 0; c < 4; ++c) EXPECT_EQ(result.table[c].score, expected.table[c].score);
    for (std::size_t o = 0; o < 4; ++o) {
      EXPECT_EQ(result.outer[o].candidate, expected.outer[o].candidate);
      EXPECT_EQ(result.honest.accuracy[o], expected.honest.accuracy[o]);
    }
  }
}

// Labels that have nothing to do with the features, and thirty candidates that are nothing but luck: first prototypes
// drawn by thirty seeds. The best of them looks good; samples that had no part in the choice say what it is worth.
TEST(Tuning, NestedFigureStaysNearChanceWhereTheBestScoreIsOptimistic) {
  const auto runtime = make_runtime(2);
  std::string seeds = "seed=1";
  for (int seed = 2; seed <= 30; ++seed) seeds += "," + std::to_string(seed);
  double best = 0;
  double nested = 0;
  constexpr std::size_t rounds = 10;
  for (std::size_t round = 0; round < rounds; ++round) {
    const EncodedTable data = noise(100 + round, 60, 20, 0);
    const GridPlan grid{"lvq1", {{"epochs", "0"}, {"init", "random-sample"}}, axes({seeds}), 0, round};
    const Tuning result = tune(over(grid, 5, 6), data, *runtime);
    best += result.table[result.chosen()].score / rounds;
    nested += result.honest.confusion.accuracy() / rounds;
  }
  EXPECT_GT(best, 0.59);
  EXPECT_NEAR(nested, 0.5, 0.05);   // 600 answers: two standard deviations are 0.04
}

TEST(Tuning, NestedFigureStaysNearChanceForFiveHundredFeaturesOfNoise) {
  const auto runtime = make_runtime(2);
  double nested = 0;
  constexpr std::size_t rounds = 6;
  for (std::size_t round = 0; round < rounds; ++round) {
    const EncodedTable data = noise(200 + round, 80, 500, 0);
    const GridPlan grid{"grlvq", {{"epochs", "5"}}, axes({"prototypes=1,2", "rule.steepness=1,10"}), 0, round};
    nested += tune(over(grid, 3, 5), data, *runtime).honest.confusion.accuracy() / rounds;
  }
  EXPECT_NEAR(nested, 0.5, 0.05);   // 480 answers: two standard deviations are 0.046
}

// The features say only which group a sample belongs to, and the group says the label: known groups are easy, new ones
// are not. Where the choice tore groups apart, its score would be far above chance.
TEST(Tuning, KeepsGroupsTogetherInTheChoiceAndInTheFigure) {
  EncodedTable data = noise(9, 120, 6, 0);
  Random random(10, Purpose::generator);
  std::vector<double> place(6);
  Matrix x(120, 6);
  for (std::size_t i = 0; i < 120; ++i) {
    if (i % 6 == 0) {
      for (double& value : place) value = random.normal();
    }
    data.dataset.groups.push_back(static_cast<std::uint32_t>(i / 6));
    data.dataset.y[i] = static_cast<Label>(i / 6 % 2);
    for (std::size_t j = 0; j < 6; ++j) x(i, j) = place[j] + 1e-3 * random.normal();
  }
  data.dataset.x = std::move(x);
  const auto runtime = make_runtime(2);
  const GridPlan grid{"knn", {}, axes({"decision.k=1,3"}), 0, 1};
  const auto result_of = [&](SplitKind kind) { return tune(over(grid, 5, 5, {.kind = kind}), data, *runtime); };
  const Tuning torn = result_of(SplitKind::folds);
  EXPECT_GT(torn.table[torn.chosen()].score, 0.95);
  const Tuning whole = result_of(SplitKind::grouped);
  EXPECT_LT(whole.table[whole.chosen()].score, 0.8);
  for (const OuterChoice& fold : whole.outer) EXPECT_LT(fold.inner_score, 0.85) << "inner folds";
  EXPECT_LT(whole.honest.confusion.accuracy(), 0.8);
}

// One candidate and as many inner as outer folds: were they the same, every choice would be judged by the very
// trainings it was made with, and score and figure would agree to the last digit for every seed.
TEST(Tuning, ChoosesByOtherFoldsThanItJudgesBy) {
  const EncodedTable data = noise(5, 60, 2, 1);
  const auto runtime = make_runtime(1);
  std::size_t equal = 0;
  constexpr std::size_t rounds = 6;
  for (std::size_t seed = 1; seed <= rounds; ++seed) {
    const GridPlan grid{"knn", {}, axes({"decision.k=1"}), 0, seed};
    const Tuning result = tune(over(grid, 5, 5), data, *runtime);
    if (mean_and_deviation(result.honest.accuracy).deviation == result.table[0].deviation) ++equal;
  }
  EXPECT_LT(equal, rounds);
}

// Forty equal samples of one class around two pairs of near twins of the other: the nearest neighbour of a twin is
// right unless both are held out together. Outer folds without a twin leave the same rows behind, so only their own
// streams can cut them differently.
TEST(Tuning, CutsEveryOuterTrainingPartByAStreamOfItsOwn) {
  EncodedTable data = noise(1, 44, 1, 0);
  const double twins[] = {10, 10.1, -10, -10.1};
  for (std::size_t i = 0; i < 44; ++i) {
    data.dataset.y[i] = i < 4 ? 1 : 0;
  }
  testing::change_values(data.dataset, [&](Matrix& x) {
    for (std::size_t i = 0; i < 44; ++i) x(i, 0) = i < 4 ? twins[i] : 0;
  });
  const auto runtime = make_runtime(1);
  std::size_t different = 0;
  for (std::size_t seed = 1; seed <= 5; ++seed) {
    const GridPlan grid{"knn", {}, axes({"decision.k=1"}), 0, seed};
    const Tuning result = tune(over(grid, 2, 11), data, *runtime);
    const std::vector<Samples> tests = make_test_parts(data.dataset, {.folds = 11, .seed = seed});
    std::set<double> scores;
    for (std::size_t o = 0; o < tests.size(); ++o) {
      if (tests[o].front() >= 4) scores.insert(result.outer[o].inner_score);
    }
    ASSERT_FALSE(scores.empty());
    if (scores.size() > 1) ++different;
  }
  EXPECT_GT(different, 0u);
}

TEST(Tuning, TakesEveryKindOfSplit) {
  EncodedTable data = noise(1, 24, 2, 3);
  for (std::size_t i = 0; i < 24; ++i) data.dataset.groups.push_back(static_cast<std::uint32_t>(i / 3));
  const auto runtime = make_runtime(2);
  const GridPlan grid{"knn", {}, axes({"decision.k=1,3"}), 0, 1};
  for (const auto& [name, kind] : names_of(SplitKind{})) {
    SCOPED_TRACE(name);
    const Tuning result = tune(over(grid, 3, 4, {.kind = kind, .p = 1, .draws = 3}), data, *runtime);
    EXPECT_GT(result.table[result.chosen()].score, 0.7);
    EXPECT_FALSE(result.outer.empty());
    EXPECT_FALSE(result.honest.balanced_accuracy.empty());
  }
}

TEST(Tuning, CountsARejectedSampleAsNotRightInTableAndFigure) {
  const EncodedTable data = noise(1, 60, 2, 2);
  const auto runtime = make_runtime(2);
  const GridPlan grid{
      "glvq", {{"decision.reject", "margin"}, {"epochs", "3"}}, axes({"decision.reject_below=0.99,0"}), 0, 1};
  const Tuning result = tune(over(grid, 3, 3), data, *runtime);
  EXPECT_LT(result.table[0].coverage, 0.3);
  EXPECT_LE(result.table[0].score, result.table[0].coverage);
  EXPECT_EQ(result.table[1].coverage, 1);
  EXPECT_EQ(result.chosen(), 1u) << "to say nothing is no way to be right";
  GridPlan shy = grid;
  shy.axes = axes({"decision.reject_below=1.5"});
  const Tuning silent = tune(over(shy, 3, 3), data, *runtime);
  EXPECT_EQ(silent.table[0].score, 0);
  EXPECT_EQ(silent.honest.confusion.coverage(), 0);
  for (const double accuracy : silent.honest.accuracy) EXPECT_EQ(accuracy, 0);
}

TEST(Grid, ChecksOptionsOfAllPointsOnlyTogetherWithTheGrid) {
  const GridPlan plan{"glvq", {{"rule.window", "0.3"}, {"optimizer", "sgd"}}, axes({"rule=lvq2.1,lvq3"}), 0, 1};
  EXPECT_EQ(testing::setting_of(*first_method(plan), "rule"), "lvq2.1");
  EXPECT_THROW(configure("glvq", plan.changes), UsageError);
}

TEST(Tuning, SaysWhatPlansCannotBe) {
  const EncodedTable data = noise(1, 20, 2, 1);
  const auto runtime = make_runtime(1);
  const GridPlan grid{"glvq", {}, axes({"prototypes=1"}), 0, 1};
  EXPECT_THROW(tune(over(grid, 1, 10), data, *runtime), UsageError);
  EXPECT_THROW(tune(over(grid, 2, 1), data, *runtime), UsageError);
  EXPECT_THROW(tune(over(grid, 21, 0), data, *runtime), DataError);
}

}   // namespace
}   // namespace protea
