// The search without a grid: who is tried on what, who wins, and that the honest figure is honest.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include <protea/catalogue/curated.hpp>
#include <protea/catalogue/selections.hpp>
#include <protea/catalogue/tuning.hpp>
#include <protea/data/read.hpp>
#include <protea/evaluate/cross_validation.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/runtime/threads.hpp>

#include <support/noise.hpp>

namespace protea {
namespace {

EncodedTable table(const std::string& name) { return encode_training_table(read_table(name, ""), "", Nominal::refuse); }

EncodedTable noise(std::size_t samples, std::size_t features) {
  EncodedTable data{testing::noise(samples, features, 7), testing::encoding_of(features)};
  data.dataset.groups.clear();
  return data;
}

TuningPlan of_list(const std::vector<std::string>& methods, const Settings& changes, std::size_t outer) {
  return {.candidates = curated_candidates(methods, changes), .halves = true, .outer = outer};
}

TuningPlan of_grid(const Settings& changes, const GridAxis& axis, std::size_t folds) {
  return {.candidates = candidates({.method = "glvq", .changes = changes, .axes = {axis}}), .folds = folds, .outer = 0};
}

TEST(Search, KnowsOnlyMethodsAndOptionsThatFitTogether) {
  const std::vector<Candidate> all = curated_candidates();
  EXPECT_GE(all.size(), 25u);
  for (const Candidate& each : all) EXPECT_TRUE(each.method) << each.text();
  const std::vector<Candidate> some = curated_candidates({"lvq1", "svm"});
  ASSERT_EQ(some.size(), 5u);         // lvq1 with 1, 2, 4, 8 prototypes; svm
  EXPECT_EQ(some[1].text(), "svm");   // in turn, so that a short budget leaves no method out
  EXPECT_EQ(some[2].text(), "lvq1 with prototypes = 2, init = k-means");
  EXPECT_THROW(curated_candidates({"lvq1"}, {{"optimizer", "l-bfgs"}}), UsageError);
}

TEST(Search, TriesANamedMethodAsItIsAndWithWhatIsGiven) {
  EXPECT_EQ(curated_candidates({"glvq"}).front().text(), "glvq");
  EXPECT_EQ(curated_candidates({"svm", "svm"}).size(), 1u);
  // All that differs in the number of prototypes alone is one candidate.
  const std::vector<Candidate> given = curated_candidates({"celvq"}, {{"prototypes", "2"}});
  ASSERT_EQ(given.size(), 2u);
  EXPECT_EQ(given[0].text(), "celvq");
  EXPECT_EQ(given[1].text(), "celvq with init = k-means");
  EXPECT_EQ(curated_candidates({"knn"}, {{"decision.k", "5"}}).size(), 1u);
}

// One part of leave-one-out holds one sample: all of them are needed for 200.
TEST(Search, DoesNotChooseByAFewSamplesLeftOut) {
  Serial serial;
  TuningPlan plan = of_list({"glvq"}, {{"epochs", "1"}}, 0);
  plan.split.kind = SplitKind::leave_one_out;
  const EncodedTable data = table("iris");
  const Tuning found = tune(plan, data, serial);
  for (const CandidateScore& score : found.table) EXPECT_EQ(score.folds, data.dataset.size());
}

std::ptrdiff_t tried_on(const Tuning& found, std::size_t folds) {
  return std::ranges::count_if(found.table,
                               [&](const CandidateScore& score) { return score.can_win() && score.folds == folds; });
}

TEST(Search, TriesAllOnOneFoldAndTheBetterThirdOnMore) {
  const EncodedTable data = table("wine");
  Serial serial;
  TuningPlan plan = of_list({}, {{"epochs", "3"}}, 0);
  plan.trainings = 1000;   // enough
  const Tuning found = tune(plan, data, serial);
  const auto all = static_cast<std::ptrdiff_t>(plan.candidates.size());
  const std::ptrdiff_t second = (all + 2) / 3;
  const std::ptrdiff_t last = std::max<std::ptrdiff_t>(3, (second + 2) / 3);
  EXPECT_EQ(tried_on(found, 5), last);
  EXPECT_EQ(tried_on(found, 3), second - last);
  EXPECT_EQ(tried_on(found, 1), all - second);
  EXPECT_EQ(found.trainings, static_cast<std::size_t>(all + 2 * second + 2 * last));
  EXPECT_EQ(found.table[found.chosen()].folds, 5u);
  for (std::size_t place = 1; place < found.ranking.size(); ++place) {
    const CandidateScore& before = found.table[found.ranking[place - 1]];
    const CandidateScore& here = found.table[found.ranking[place]];
    EXPECT_TRUE(before.folds > here.folds || (before.folds == here.folds && before.score >= here.score));
  }
}

// A third of ten would be four: of so few, six go on, and three of these to the end.
TEST(Search, LetsMoreThanAThirdOfAFewCandidatesGoOn) {
  Serial serial;
  TuningPlan plan = of_list({"glvq", "knn"}, {{"epochs", "1"}}, 0);
  ASSERT_EQ(plan.candidates.size(), 10u);
  plan.trainings = 1000;   // enough
  const Tuning found = tune(plan, table("iris"), serial);
  EXPECT_EQ(tried_on(found, 1), 4);
  EXPECT_EQ(tried_on(found, 3), 3);
  EXPECT_EQ(tried_on(found, 5), 3);
  EXPECT_EQ(found.trainings, 10u + 6u * 2u + 3u * 2u);
}

// There is one way only to leave out each sample or each group; stratified folds alone are cut three times.
TEST(Search, TakesEveryKindOfSplitOfASmallSet) {
  EncodedTable data = noise(20, 2);
  for (std::size_t i = 0; i < 20; ++i) data.dataset.groups.push_back(static_cast<std::uint32_t>(i / 5));
  Serial serial;
  for (const auto& [kind, folds] : {std::pair<SplitKind, std::size_t>{SplitKind::leave_one_out, 20},
                                    {SplitKind::each_group, 4},
                                    {SplitKind::monte_carlo, 3},
                                    {SplitKind::stratified, 3 * 5}}) {
    TuningPlan plan = of_list({"knn"}, {}, 0);
    plan.split.kind = kind;
    plan.split.draws = 3;
    EXPECT_EQ(tried_on(tune(plan, data, serial), folds), 4) << choice_name(kind);
  }
}

// 178 samples are fewer than 200, and fewer than 500: all five folds for every candidate, three cuts for the better
// ones. Of 569 samples two folds hold 200, and there is one cut.
TEST(Search, TriesMoreFoldsOfASmallSetWhereThereIsNoBudget) {
  Serial serial;
  const TuningPlan plan = of_list({}, {{"epochs", "1"}}, 0);
  const auto all = static_cast<std::ptrdiff_t>(plan.candidates.size());
  const std::ptrdiff_t second = (all + 2) / 3;
  const Tuning wine = tune(plan, table("wine"), serial);
  EXPECT_EQ(tried_on(wine, 15), second);
  EXPECT_EQ(tried_on(wine, 5), all - second);
  EXPECT_EQ(wine.trainings, static_cast<std::size_t>(5 * all + 10 * second));
  const Tuning wdbc = tune(plan, table("wdbc"), serial);
  EXPECT_EQ(tried_on(wdbc, 5), second);
  EXPECT_EQ(tried_on(wdbc, 2), all - second);
}

// The value of a candidate is the measure over the samples of all folds together, put together here by hand.
TEST(Search, ScoresAsCrossValidationDoes) {
  const EncodedTable data = table("wine");
  Serial serial;
  const TuningPlan grid = of_grid({{"epochs", "5"}}, {"prototypes", {"1"}}, 3);
  const Selections selections = make_selections(data.dataset, grid.split, 3, 0);
  Predictions together;
  std::vector<Label> truth;
  std::vector<double> scores;
  const auto method = make_method("glvq", {{"epochs", "5"}, {"prototypes", "1"}});
  for (std::size_t f = 0; f < 3; ++f) {
    const Selection& own = selections.inner.front();
    const Trained trained = method->train(data.dataset.subset(own.training(f)), data.encoding, {serial});
    const Predictions part =
        trained.model->predict(trained.model->prepare(data.dataset.subset(own.tests[f])).view(), serial);
    together.labels.insert(together.labels.end(), part.labels.begin(), part.labels.end());
    scores.insert(scores.end(), part.scores.values().begin(), part.scores.values().end());
    for (const std::uint32_t row : own.tests[f]) truth.push_back(data.dataset.y[row]);
  }
  together.scores = Matrix(truth.size(), 3);
  std::ranges::copy(scores, together.scores.values().begin());
  const Assessment all = assess(truth, together);
  const std::pair<Measure, double> expected[] = {{Measure::accuracy, all.confusion.accuracy_of_all()},
                                                 {Measure::balanced_accuracy, all.confusion.balanced_accuracy_of_all()},
                                                 {Measure::auc, *all.ranking.hand_till},
                                                 {Measure::f, all.measures.macro_f},
                                                 {Measure::matthews, all.measures.matthews},
                                                 {Measure::kappa, all.measures.kappa},
                                                 {Measure::log_loss, all.calibration.log_loss},
                                                 {Measure::brier, all.calibration.brier}};
  for (const auto& [measure, value] : expected) {
    TuningPlan plan = grid;
    plan.measure = measure;
    EXPECT_DOUBLE_EQ(tune(plan, data, serial).table[0].score, value) << choice_name(measure);
  }
}

TEST(Search, LossesAreTheBetterTheSmaller) {
  const EncodedTable data = table("iris");
  Serial serial;
  TuningPlan plan = of_grid({}, {"epochs", {"0", "50"}}, 3);
  plan.measure = Measure::log_loss;
  const Tuning found = tune(plan, data, serial);
  EXPECT_EQ(plan.candidates[found.chosen()].settings.front().second, "50");
  EXPECT_LT(found.table[1].score, found.table[0].score);
}

// Thirty candidates on labels that mean nothing: the best looks better than chance, and the outer folds do not.
TEST(Search, TheOuterFoldsAreNotFooledByLuck) {
  const EncodedTable data = noise(60, 6);
  Serial serial;
  TuningPlan plan = of_list({}, {{"epochs", "5"}}, 5);
  double inner = 0;
  double outer = 0;
  constexpr int seeds = 6;
  for (int seed = 1; seed <= seeds; ++seed) {
    plan.split.seed = static_cast<std::uint64_t>(seed);
    const Tuning found = tune(plan, data, serial);
    inner += found.table[found.chosen()].score / seeds;
    for (const double accuracy : found.honest.accuracy) outer += accuracy / seeds / 5;
    EXPECT_EQ(found.honest.truth.size(), 60u);
  }
  EXPECT_GT(inner, 0.56);
  EXPECT_NEAR(outer, 0.5, 0.07);   // 360 answers that depend on one another: three deviations of 0.026 or less
  EXPECT_GT(inner, outer + 0.03);
}

TEST(Search, IsTheSameForAnyNumberOfThreadsAndAfterAStop) {
  const EncodedTable data = table("iris");
  const TuningPlan plan = of_list({"glvq", "knn", "lvq1"}, {{"epochs", "5"}}, 2);
  Serial serial;
  Threads threads(3);
  const Tuning one = tune(plan, data, serial);
  const Tuning many = tune(plan, data, threads);
  EXPECT_EQ(one.ranking, many.ranking);
  EXPECT_EQ(one.honest.predictions.labels, many.honest.predictions.labels);
  const std::string path = (std::filesystem::temp_directory_path() / "protea_search_ledger").string();
  struct Stop {};
  EXPECT_THROW(tune(plan, data, serial, {.path = path, .every = 1},
                    [](std::size_t done, std::size_t) {
                      if (done == 20) throw Stop{};
                    }),
               Stop);
  std::size_t first_done = 0;
  const Tuning resumed =
      tune(plan, data, serial, {.path = path, .resume = true}, [&](std::size_t, std::size_t) { ++first_done; });
  std::filesystem::remove(path);
  EXPECT_EQ(resumed.ranking, one.ranking);
  EXPECT_EQ(resumed.honest.predictions.labels, one.honest.predictions.labels);
  EXPECT_LT(first_done, one.trainings);
  EXPECT_EQ(resumed.trainings, one.trainings) << "those before the stop were needed too";
}

// Counts of answers, which accuracy keeps, are no scores.
TEST(Search, GoesOnOnlyWithTheSameMeasure) {
  const EncodedTable data = table("iris");
  Serial serial;
  TuningPlan plan = of_grid({{"epochs", "1"}}, {"prototypes", {"1", "2"}}, 3);
  const std::string path = (std::filesystem::temp_directory_path() / "protea_search_measure").string();
  tune(plan, data, serial, {.path = path, .every = 1});
  plan.measure = Measure::brier;
  try {
    tune(plan, data, serial, {.path = path, .resume = true});
    ADD_FAILURE();
  } catch (const UsageError& error) {
    EXPECT_EQ(error.what(), path + ": this checkpoint belongs to a run with other data or options");
  }
  std::filesystem::remove(path);
}

TEST(Search, KeepsWithinItsBudget) {
  const EncodedTable data = table("iris");
  Serial serial;
  TuningPlan plan = of_list({}, {{"epochs", "2"}}, 2);
  plan.trainings = 100;
  const Tuning found = tune(plan, data, serial);
  EXPECT_LE(found.trainings, 100u);
  EXPECT_GT(found.trainings, 70u);
  plan.trainings = 0;
  plan.seconds = 1e-9;
  const Tuning hasty = tune(plan, data, serial);
  EXPECT_EQ(hasty.trainings, 1u) << "something has to be chosen";
  EXPECT_TRUE(hasty.outer.empty());
}

TEST(Search, NeverChangesWhatIsGiven) {
  for (const Candidate& each : curated_candidates({}, {{"prototypes", "3"}, {"epochs", "5"}})) {
    for (const auto& [key, value] : each.settings) EXPECT_TRUE(key != "prototypes" && key != "epochs") << each.text();
  }
}

// The last of four candidates takes a hundred times as long as the others: a limit of seconds is passed by its first
// training, not by those on the other folds.
TEST(Search, PassesALimitOfSecondsByOneTrainingAtMost) {
  const EncodedTable data = table("wine");
  Serial serial;
  const auto seconds_of = [](const auto& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  TuningPlan plan = of_grid({{"optimizer", "sgd"}}, {"epochs", {"1", "2", "3", "2000"}}, 5);
  plan.halves = true;
  const double slow = seconds_of([&] { plan.candidates.back().method->train(data.dataset, data.encoding, {serial}); });
  plan.seconds = slow / 4;
  Tuning found;
  const double took = seconds_of([&] { found = tune(plan, data, serial); });
  EXPECT_EQ(found.table.back().folds, 1u) << slow;
  EXPECT_LT(took, plan.seconds + 2.5 * slow);
}

TEST(Search, RefusesABudgetThatIsTooSmallForOneCandidate) {
  const EncodedTable data = table("iris");
  Serial serial;
  try {
    TuningPlan plan = of_list({}, {}, 5);
    plan.trainings = 20;
    tune(plan, data, serial);
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(),
                 "budget = 20: a single candidate needs 35 trainings: allow more, or use fewer folds or outer parts");
  }
}

// A candidate that cannot be trained (more prototypes than a class has samples) loses, with its reason; it does not
// end the search.
TEST(Search, GoesOnWithoutCandidatesThatFail) {
  const EncodedTable data = noise(20, 2);
  Serial serial;
  const TuningPlan plan = of_grid({}, {"prototypes", {"1", "15"}}, 2);
  const Tuning found = tune(plan, data, serial);
  EXPECT_EQ(found.ranking, (std::vector<std::size_t>{0}));
  EXPECT_FALSE(found.table[1].failure.empty());
  const TuningPlan hopeless = of_grid({}, {"prototypes", {"15"}}, 2);
  EXPECT_THROW(tune(hopeless, data, serial), Error);
}

}   // namespace
}   // namespace protea
