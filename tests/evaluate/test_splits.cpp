// Ways to cut: nobody lost, nobody in both parts, groups together, and the counts that combinatorics wants.
#include <protea/evaluate/splits.hpp>

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include <protea/base/error.hpp>

namespace protea {
namespace {

Dataset samples_of(const std::vector<std::size_t>& counts) {
  Dataset data;
  data.source = "made.csv";
  for (std::size_t c = 0; c < counts.size(); ++c) {
    data.class_names.push_back(std::string(1, static_cast<char>('a' + c)));
    data.y.insert(data.y.end(), counts[c], static_cast<Label>(c));
  }
  data.x = Matrix(data.y.size(), 1);
  return data;
}

std::vector<std::size_t> times_tested(const std::vector<Split>& splits, std::size_t count) {
  std::vector<std::size_t> times(count, 0);
  for (const Split& split : splits) {
    for (const std::uint32_t i : split.test) ++times[i];
  }
  return times;
}

void expect_partitions(const std::vector<Split>& splits, std::size_t count) {
  for (const Split& split : splits) {
    std::set<std::uint32_t> both(split.training.begin(), split.training.end());
    both.insert(split.test.begin(), split.test.end());
    EXPECT_EQ(both.size(), count);
    EXPECT_EQ(split.training.size() + split.test.size(), count);
    EXPECT_FALSE(split.test.empty());
    EXPECT_FALSE(split.training.empty());
    EXPECT_TRUE(std::is_sorted(split.training.begin(), split.training.end()));
  }
}

TEST(Splits, EachGroupIsATestPartInTheOrderOfItsFirstRow) {
  Dataset data = samples_of({3, 3});
  data.groups = {2, 0, 1, 2, 0, 1};
  const auto tests = make_test_parts(data, {.kind = SplitKind::each_group});
  EXPECT_EQ(tests, (std::vector<Samples>{{1, 4}, {2, 5}, {0, 3}}));
  data.groups.assign(6, 0);
  EXPECT_THROW(make_test_parts(data, {.kind = SplitKind::each_group}), DataError);
  data.groups.clear();
  EXPECT_THROW(make_test_parts(data, {.kind = SplitKind::each_group}), UsageError);
}

TEST(Splits, OfEveryKindArePartitionsAndDependOnTheSeedAlone) {
  Dataset data = samples_of({9, 6, 8});
  for (std::size_t i = 0; i < data.size(); ++i) data.groups.push_back(static_cast<std::uint32_t>(i % 7));
  for (const auto& [name, kind] : names_of(SplitKind{})) {
    SCOPED_TRACE(name);
    const SplitPlan plan{.folds = 5, .kind = kind, .draws = 12};
    const auto splits = make_splits(data, plan);
    expect_partitions(splits, data.size());
    const auto again = make_splits(data, plan);
    ASSERT_EQ(again.size(), splits.size());
    for (std::size_t s = 0; s < splits.size(); ++s) EXPECT_EQ(again[s].test, splits[s].test);
    if (kind == SplitKind::monte_carlo) continue;   // draws may miss a sample
    for (const std::size_t times : times_tested(splits, data.size())) EXPECT_GE(times, 1U);
  }
}

TEST(Splits, RepeatsCutAnew) {
  const auto splits = make_splits(samples_of({10, 10}), {.folds = 2, .repeats = 3, .kind = SplitKind::folds});
  ASSERT_EQ(splits.size(), 6U);
  EXPECT_NE(splits[0].test, splits[2].test);
  EXPECT_NE(splits[2].test, splits[4].test);
}

TEST(Splits, PlainFoldsDifferInSizeByAtMostOne) {
  const auto splits = make_splits(samples_of({11, 6}), {.folds = 5, .kind = SplitKind::folds});
  for (const Split& split : splits) EXPECT_TRUE(split.test.size() == 3 || split.test.size() == 4);
  for (const std::size_t times : times_tested(splits, 17)) EXPECT_EQ(times, 1U);
}

TEST(Splits, LeaveOneOutTestsEverySampleAlone) {
  const auto splits = make_splits(samples_of({4, 3}), {.kind = SplitKind::leave_one_out});
  ASSERT_EQ(splits.size(), 7U);
  for (std::size_t i = 0; i < 7; ++i)
    EXPECT_EQ(splits[i].test, (std::vector<std::uint32_t>{static_cast<std::uint32_t>(i)}));
}

TEST(Splits, LeaveOneOutPerClassTestsOneOfEachAndTheLargestClassOnce) {
  const Dataset data = samples_of({5, 2, 3});
  const auto splits = make_splits(data, {.kind = SplitKind::leave_one_out_per_class});
  ASSERT_EQ(splits.size(), 5U);
  for (const Split& split : splits) {
    ASSERT_EQ(split.test.size(), 3U);
    for (std::size_t c = 0; c < 3; ++c) EXPECT_EQ(data.y[split.test[c]], static_cast<Label>(c));
  }
  const auto times = times_tested(splits, data.size());
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(times[i], 1U);
  EXPECT_EQ(times[5] + times[6], 5U);
}

TEST(Splits, LeavePOutTestsEverySetOnce) {
  const auto splits = make_splits(samples_of({4, 3}), {.kind = SplitKind::leave_p_out, .p = 3});
  EXPECT_EQ(splits.size(), 35U);   // 7 choose 3
  std::set<std::vector<std::uint32_t>> sets;
  for (const Split& split : splits) sets.insert(split.test);
  EXPECT_EQ(sets.size(), 35U);
  for (const std::size_t times : times_tested(splits, 7)) EXPECT_EQ(times, 15U);   // 6 choose 2
}

TEST(Splits, MonteCarloDrawsItsShareOfEveryClass) {
  const Dataset data = samples_of({20, 10});
  const auto splits = make_splits(data, {.kind = SplitKind::monte_carlo, .draws = 40, .share = 0.3});
  ASSERT_EQ(splits.size(), 40U);
  std::set<std::vector<std::uint32_t>> different;
  for (const Split& split : splits) {
    EXPECT_EQ(std::count_if(split.test.begin(), split.test.end(), [](std::uint32_t i) { return i < 20; }), 6);
    EXPECT_EQ(split.test.size(), 9U);
    different.insert(split.test);
  }
  EXPECT_GT(different.size(), 35U);
}

TEST(Splits, GroupedFoldsNeverTearAGroupApart) {
  Dataset data = samples_of({30, 30});
  for (std::size_t i = 0; i < data.size(); ++i) data.groups.push_back(static_cast<std::uint32_t>((i * i) % 11));
  for (const Split& split : make_splits(data, {.folds = 4, .repeats = 3, .kind = SplitKind::grouped})) {
    std::set<std::uint32_t> training;
    for (const std::uint32_t i : split.training) training.insert(data.groups[i]);
    for (const std::uint32_t i : split.test) EXPECT_EQ(training.count(data.groups[i]), 0U);
  }
}

// Every training part would need 3.4 · 10⁹ numbers together.
TEST(Splits, TestPartsOfLeaveOneOutOfManySamplesFitIntoMemory) {
  const auto parts = make_test_parts(samples_of({40000, 18000}), {.kind = SplitKind::leave_one_out});
  EXPECT_EQ(parts.size(), 58000U);
  EXPECT_EQ(training_part(parts[57999], 58000).size(), 57999U);
}

TEST(Splits, NameTheClassesThatHaveFewerSamplesThanFolds) {
  EXPECT_EQ(rare_class_note(samples_of({10, 3, 12, 1}), {}),
            "fewer samples than 10 folds: class 'b' 3, 'd' 1; such a class is in as many test parts as it has samples");
  EXPECT_EQ(rare_class_note(samples_of({10, 12}), {}), "");
  EXPECT_EQ(rare_class_note(samples_of({10, 3}), {.kind = SplitKind::leave_one_out}), "");
}

TEST(Splits, KeepGroupsWithTheirRowsInASubset) {
  Dataset data = samples_of({2, 2});
  data.groups = {7, 8, 9, 7};
  EXPECT_EQ(data.subset(std::vector<std::uint32_t>{3, 1}).groups, (std::vector<std::uint32_t>{7, 8}));
}

template <class Error>
std::string refusal(const Dataset& data, const SplitPlan& plan) {
  try {
    make_splits(data, plan);
  } catch (const Error& error) {
    return error.what();
  }
  return "not refused";
}

TEST(Splits, AreRefusedWithASentenceWhereTheyCannotBe) {
  const Dataset data = samples_of({30, 1});
  EXPECT_EQ(refusal<UsageError>(data, {.kind = SplitKind::grouped}),
            "split = grouped: name the column of the groups with groups");
  EXPECT_EQ(refusal<UsageError>(data, {.kind = SplitKind::leave_p_out, .p = 31}),
            "p = 31: must be at least 1 and less than the 31 samples");
  EXPECT_NE(refusal<UsageError>(data, {.kind = SplitKind::leave_p_out, .p = 12}).find("use monte-carlo"),
            std::string::npos);
  EXPECT_EQ(refusal<UsageError>(data, {.repeats = 2, .kind = SplitKind::leave_one_out}),
            "repeats = 2: leave-one-out tests every set of samples already");
  EXPECT_NE(
      refusal<DataError>(data, {.kind = SplitKind::leave_one_out_per_class}).find("class 'b' has a single sample"),
      std::string::npos);
  EXPECT_NE(refusal<DataError>(data, {.folds = 40, .kind = SplitKind::folds}).find("too few for 40 folds"),
            std::string::npos);
  Dataset grouped = samples_of({3, 3});
  grouped.groups = {1, 1, 1, 2, 2, 2};
  EXPECT_NE(
      refusal<DataError>(grouped, {.folds = 3, .kind = SplitKind::grouped}).find("2 groups are too few for 3 folds"),
      std::string::npos);
}

TEST(Splits, OfDataWithoutClassesLookAtNone) {
  Dataset data;
  data.source = "made.csv";
  data.x = Matrix(12, 1);
  data.groups = {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5};
  for (const auto& [name, kind] : names_of(SplitKind{})) {
    SCOPED_TRACE(name);
    const std::vector<Split> splits = make_splits(data, {.folds = 4, .kind = kind, .draws = 5, .share = 0.25});
    ASSERT_FALSE(splits.empty());
    expect_partitions(splits, 12);
    if (tests_each_once(kind)) {
      EXPECT_EQ(times_tested(splits, 12), std::vector<std::size_t>(12, 1));
    }
  }
  const auto parts_of = [&](SplitKind kind) { return make_test_parts(data, {.folds = 4, .kind = kind}); };
  EXPECT_EQ(parts_of(SplitKind::stratified), parts_of(SplitKind::folds));
  EXPECT_EQ(parts_of(SplitKind::leave_one_out_per_class), parts_of(SplitKind::leave_one_out));
}

}   // namespace
}   // namespace protea
