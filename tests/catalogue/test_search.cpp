// The search without a grid: who is tried on what, who wins, and that the honest figure is honest.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include <protea/catalogue/search.hpp>
#include <protea/catalogue/selections.hpp>
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

const SearchPlan quick{.methods = {"glvq", "knn", "lvq1"}, .changes = {{"epochs", "5"}}, .folds = 5, .outer = 0};

TEST(Search, KnowsOnlyMethodsAndOptionsThatFitTogether) {
  const std::vector<Trial> all = trials({});
  EXPECT_GE(all.size(), 25u);
  for (const Trial& trial : all) EXPECT_TRUE(trial.made) << trial.text();
  const std::vector<Trial> some = trials({.methods = {"lvq1", "svm"}});
  ASSERT_EQ(some.size(), 5u);         // lvq1 with 1, 2, 4, 8 prototypes; svm
  EXPECT_EQ(some[1].text(), "svm");   // in turn, so that a short budget leaves no method out
  EXPECT_EQ(some[2].text(), "lvq1 with prototypes = 2, init = k-means");
  EXPECT_THROW(trials({.methods = {"lvq1"}, .changes = {{"optimizer", "l-bfgs"}}}), UsageError);
}

TEST(Search, TriesAllOnOneFoldAndTheBetterThirdOnMore) {
  const EncodedTable data = table("wine");
  Serial serial;
  const SearchPlan plan{.changes = {{"epochs", "3"}}, .outer = 0};
  const SearchResult found = search(plan, data, serial);
  const auto on = [&](std::size_t folds) {
    return std::ranges::count_if(found.scores,
                                 [&](const TrialScore& score) { return score.can_win() && score.folds == folds; });
  };
  const auto all = static_cast<std::ptrdiff_t>(found.trials.size());
  const std::ptrdiff_t second = (all + 2) / 3;
  const std::ptrdiff_t last = std::max<std::ptrdiff_t>(3, (second + 2) / 3);
  EXPECT_EQ(on(5), last);
  EXPECT_EQ(on(3), second - last);
  EXPECT_EQ(on(1), all - second);
  EXPECT_EQ(found.trainings, static_cast<std::size_t>(all + 2 * second + 2 * last));
  EXPECT_EQ(found.scores[found.chosen()].folds, 5u);
  for (std::size_t place = 1; place < found.ranking.size(); ++place) {
    const TrialScore& before = found.scores[found.ranking[place - 1]];
    const TrialScore& here = found.scores[found.ranking[place]];
    EXPECT_TRUE(before.folds > here.folds || (before.folds == here.folds && before.value >= here.value));
  }
}

// The value of a candidate is the measure over the samples of all folds together, put together here by hand.
TEST(Search, ScoresAsCrossValidationDoes) {
  const EncodedTable data = table("wine");
  Serial serial;
  for (const Aim aim : {Aim::accuracy, Aim::auc, Aim::log_loss, Aim::f}) {
    const SearchPlan plan{.methods = {"glvq"},
                          .changes = {{"epochs", "5"}},
                          .axes = {{"prototypes", {"1"}}},
                          .folds = 3,
                          .outer = 0,
                          .aim = aim};
    const SearchResult found = search(plan, data, serial);
    const Selections selections = make_selections(data.dataset, plan.split, 3, 0);
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
    EXPECT_EQ(found.scores[0].value, value_of(aim, assess(truth, together))) << choice_name(aim);
  }
}

TEST(Search, LossesAreTheBetterTheSmaller) {
  const EncodedTable data = table("iris");
  Serial serial;
  const SearchPlan plan{
      .methods = {"glvq"}, .axes = {{"epochs", {"0", "50"}}}, .folds = 3, .outer = 0, .aim = Aim::log_loss};
  const SearchResult found = search(plan, data, serial);
  EXPECT_EQ(found.trials[found.chosen()].settings.front().second, "50");
  EXPECT_LT(found.scores[1].value, found.scores[0].value);
}

// Thirty candidates on labels that mean nothing: the best looks better than chance, and the outer folds do not.
TEST(Search, TheOuterFoldsAreNotFooledByLuck) {
  const EncodedTable data = noise(60, 6);
  Serial serial;
  SearchPlan plan{.changes = {{"epochs", "5"}}};
  double inner = 0;
  double outer = 0;
  constexpr int seeds = 6;
  for (int seed = 1; seed <= seeds; ++seed) {
    plan.split.seed = static_cast<std::uint64_t>(seed);
    const SearchResult found = search(plan, data, serial);
    inner += found.scores[found.chosen()].value / seeds;
    for (const double accuracy : found.outer_accuracy) outer += accuracy / seeds / 5;
    EXPECT_EQ(found.truth.size(), 60u);
  }
  EXPECT_GT(inner, 0.56);
  EXPECT_NEAR(outer, 0.5, 0.07);   // 360 answers that depend on one another: three deviations of 0.026 or less
  EXPECT_GT(inner, outer + 0.03);
}

TEST(Search, IsTheSameForAnyNumberOfThreadsAndAfterAStop) {
  const EncodedTable data = table("iris");
  SearchPlan plan = quick;
  plan.outer = 2;
  Serial serial;
  Threads threads(3);
  const SearchResult one = search(plan, data, serial);
  const SearchResult many = search(plan, data, threads);
  EXPECT_EQ(one.ranking, many.ranking);
  EXPECT_EQ(one.outer, many.outer);
  EXPECT_EQ(one.answers.labels, many.answers.labels);
  const std::string path = (std::filesystem::temp_directory_path() / "protea_search_ledger").string();
  struct Stop {};
  EXPECT_THROW(search(plan, data, serial, {.path = path, .every = 1},
                      [](std::size_t done, std::size_t) {
                        if (done == 20) throw Stop{};
                      }),
               Stop);
  std::size_t first_done = 0;
  const SearchResult resumed =
      search(plan, data, serial, {.path = path, .resume = true}, [&](std::size_t, std::size_t) { ++first_done; });
  std::filesystem::remove(path);
  EXPECT_EQ(resumed.ranking, one.ranking);
  EXPECT_EQ(resumed.answers.labels, one.answers.labels);
  EXPECT_LT(first_done, one.trainings);
}

TEST(Search, KeepsWithinItsBudget) {
  const EncodedTable data = table("iris");
  Serial serial;
  SearchPlan plan{.changes = {{"epochs", "2"}}, .outer = 2, .trainings = 100};
  const SearchResult found = search(plan, data, serial);
  EXPECT_LE(found.trainings, 100u);
  EXPECT_GT(found.trainings, 70u);
  plan.trainings = 0;
  plan.seconds = 1e-9;
  const SearchResult hasty = search(plan, data, serial);
  const auto tried = std::ranges::count_if(hasty.scores, [](const TrialScore& score) { return score.folds > 0; });
  EXPECT_EQ(tried, 3);   // never fewer
}

// A candidate that cannot be trained (more prototypes than a class has samples) loses, with its reason; it does not end the search.
TEST(Search, NeverChangesWhatIsGiven) {
  for (const Trial& trial : trials({.changes = {{"prototypes", "3"}, {"epochs", "5"}}})) {
    for (const auto& [key, value] : trial.settings) EXPECT_TRUE(key != "prototypes" && key != "epochs") << trial.text();
  }
}

TEST(Search, RefusesABudgetThatIsTooSmallForOneCandidate) {
  const EncodedTable data = table("iris");
  Serial serial;
  try {
    search({.outer = 5, .trainings = 20}, data, serial);
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(),
                 "budget = 20: a single candidate needs 35 trainings: allow more, or use fewer folds or outer parts");
  }
}

TEST(Search, GoesOnWithoutCandidatesThatFail) {
  const EncodedTable data = noise(20, 2);
  Serial serial;
  const SearchPlan plan{.methods = {"glvq"}, .axes = {{"prototypes", {"1", "15"}}}, .folds = 2, .outer = 0};
  const SearchResult found = search(plan, data, serial);
  EXPECT_EQ(found.ranking, (std::vector<std::size_t>{0}));
  EXPECT_FALSE(found.scores[1].failure.empty());
  const SearchPlan hopeless{.methods = {"glvq"}, .axes = {{"prototypes", {"15"}}}, .folds = 2, .outer = 0};
  EXPECT_THROW(search(hopeless, data, serial), Error);
}

}   // namespace
}   // namespace protea
