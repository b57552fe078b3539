// Folds and held-out parts: nothing lost, nothing twice, every class in its share.
#include <protea/data/split.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <rapidcheck.h>

#include <data/readers_support.hpp>

namespace protea {
namespace {

using readers::data_error;
using Labels = std::vector<Label>;
using Samples = std::vector<std::uint32_t>;

const std::vector<std::string> names = {"a", "b", "c", "d"};

Random stream(std::uint64_t seed) { return {seed, Purpose::folds}; }

// counts[c] samples of class c, dealt in turn so that the classes are mixed.
Labels labels_of(std::vector<std::size_t> counts) {
  Labels y;
  while (std::any_of(counts.begin(), counts.end(), [](std::size_t count) { return count > 0; })) {
    for (std::size_t c = 0; c < counts.size(); ++c) {
      if (counts[c] == 0) continue;
      --counts[c];
      y.push_back(static_cast<Label>(c));
    }
  }
  return y;
}

std::vector<std::size_t> class_counts(const Samples& samples, const Labels& y) {
  std::vector<std::size_t> counts(names.size());
  for (const std::uint32_t i : samples) ++counts[static_cast<std::size_t>(y[i])];
  return counts;
}

Samples everything(std::size_t size) {
  Samples all(size);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

bool is_partition(const Split& split, std::size_t size) {
  Samples both = split.training;
  both.insert(both.end(), split.test.begin(), split.test.end());
  std::sort(both.begin(), both.end());
  return both == everything(size);
}

bool tests_everyone_once(const std::vector<Split>& folds, std::size_t size) {
  Samples tested;
  for (const Split& fold : folds) tested.insert(tested.end(), fold.test.begin(), fold.test.end());
  std::sort(tested.begin(), tested.end());
  return tested == everything(size);
}

// Largest difference between two folds in their number of samples of a class.
std::size_t largest_imbalance(const std::vector<Split>& folds, const Labels& y) {
  std::size_t worst = 0;
  for (std::size_t c = 0; c < names.size(); ++c) {
    std::vector<std::size_t> counts;
    for (const Split& fold : folds) counts.push_back(class_counts(fold.test, y)[c]);
    const auto [low, high] = std::minmax_element(counts.begin(), counts.end());
    worst = std::max(worst, *high - *low);
  }
  return worst;
}

std::vector<Samples> tests_of(const std::vector<Split>& folds) {
  std::vector<Samples> tests;
  for (const Split& fold : folds) tests.push_back(fold.test);
  return tests;
}

TEST(Folds, TestEverySampleOnceAndTrainOnTheOthers) {
  const Labels y = labels_of({7, 5, 11});
  const auto folds = stratified_folds(y, names, 4, stream(1));
  ASSERT_EQ(folds.size(), 4U);
  EXPECT_TRUE(tests_everyone_once(folds, y.size()));
  for (const Split& fold : folds) EXPECT_TRUE(is_partition(fold, y.size()));
}

TEST(Folds, SpreadEachClassEvenly) {
  // 7 = 2 + 2 + 2 + 1, 5 = 2 + 1 + 1 + 1, 12 = 3 + 3 + 3 + 3 over four folds, 24 = 6 each.
  const Labels y = labels_of({7, 5, 12});
  std::vector<std::vector<std::size_t>> shares(3);
  for (const Split& fold : stratified_folds(y, names, 4, stream(3))) {
    const auto counts = class_counts(fold.test, y);
    for (std::size_t c = 0; c < 3; ++c) shares[c].push_back(counts[c]);
    EXPECT_EQ(fold.test.size(), 6U);
  }
  for (auto& share : shares) std::sort(share.begin(), share.end());
  EXPECT_EQ(shares[0], (std::vector<std::size_t>{1, 2, 2, 2}));
  EXPECT_EQ(shares[1], (std::vector<std::size_t>{1, 1, 1, 2}));
  EXPECT_EQ(shares[2], (std::vector<std::size_t>{3, 3, 3, 3}));
}

TEST(Folds, ArePureFunctionsOfTheSeed) {
  const Labels y = labels_of({20, 20});
  EXPECT_EQ(tests_of(stratified_folds(y, names, 5, stream(1))), tests_of(stratified_folds(y, names, 5, stream(1))));
  EXPECT_NE(tests_of(stratified_folds(y, names, 5, stream(1))), tests_of(stratified_folds(y, names, 5, stream(2))));
}

TEST(Folds, DoNotFollowTheOrderOfTheFile) {
  // Unshuffled, sample i of the one class would be in fold i mod 2.
  const Labels y = labels_of({40});
  const auto folds = stratified_folds(y, names, 2, stream(1));
  const auto even =
      std::count_if(folds[0].test.begin(), folds[0].test.end(), [](std::uint32_t i) { return i % 2 == 0; });
  EXPECT_GT(even, 0);
  EXPECT_LT(even, 20);
}

TEST(Folds, MayBeAsManyAsAClassHasSamples) {
  const Labels y = labels_of({3, 6});
  EXPECT_EQ(largest_imbalance(stratified_folds(y, names, 3, stream(1)), y), 0U);
}

TEST(Folds, SpreadARareClassOverAsManyFoldsAsItHasSamples) {
  const Labels y = labels_of({9, 3, 1});
  const auto folds = stratified_folds(y, names, 4, stream(1));
  EXPECT_TRUE(tests_everyone_once(folds, 13));
  EXPECT_LE(largest_imbalance(folds, y), 1U);
}

TEST(Folds, AreRefusedWhenThereAreFewerSamples) {
  EXPECT_EQ(data_error([] {
              stratified_folds(labels_of({2, 1}), names, 4, stream(1));
            }),
            "3 samples are too few for 4 folds: use fewer folds");
}

TEST(Folds, LeaveClassesWithoutSamplesAside) {
  const Labels y = {0, 0, 2, 2};
  EXPECT_TRUE(tests_everyone_once(stratified_folds(y, names, 2, stream(1)), 4));
}

TEST(Folds, ArePartitionsWithEvenClassesForAnyLabels) {
  EXPECT_TRUE(rc::check("folds partition the samples and classes differ by at most one", [] {
    const auto folds = *rc::gen::inRange<std::size_t>(2, 8);
    Labels y = *rc::gen::container<Labels>(rc::gen::inRange<Label>(0, 4));
    while (y.size() < folds) y.push_back(1);
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const auto splits = stratified_folds(y, names, folds, stream(seed));
    RC_ASSERT(splits.size() == folds);
    RC_ASSERT(tests_everyone_once(splits, y.size()));
    std::size_t smallest = y.size();
    std::size_t largest = 0;
    for (const Split& split : splits) {
      RC_ASSERT(is_partition(split, y.size()));
      smallest = std::min(smallest, split.test.size());
      largest = std::max(largest, split.test.size());
    }
    RC_ASSERT(largest_imbalance(splits, y) <= 1U);
    RC_ASSERT(largest - smallest <= 1U);
  }));
}

TEST(HeldOutPart, TakesItsShareOfEveryClass) {
  const Labels y = labels_of({10, 20, 30});
  const Split split = stratified_split(y, names, 0.3, stream(1));
  EXPECT_TRUE(is_partition(split, 60));
  EXPECT_EQ(class_counts(split.test, y), (std::vector<std::size_t>{3, 6, 9, 0}));
  EXPECT_EQ(class_counts(split.training, y), (std::vector<std::size_t>{7, 14, 21, 0}));
}

TEST(HeldOutPart, HasAtLeastOneSampleOfEachClassAndNeverAll) {
  const Labels y = labels_of({10, 2});
  EXPECT_EQ(class_counts(stratified_split(y, names, 0.01, stream(1)).test, y), (std::vector<std::size_t>{1, 1, 0, 0}));
  EXPECT_EQ(class_counts(stratified_split(y, names, 0.99, stream(1)).test, y), (std::vector<std::size_t>{9, 1, 0, 0}));
}

TEST(HeldOutPart, IsAPureFunctionOfTheSeed) {
  const Labels y = labels_of({30, 30});
  EXPECT_EQ(stratified_split(y, names, 0.5, stream(1)).test, stratified_split(y, names, 0.5, stream(1)).test);
  EXPECT_NE(stratified_split(y, names, 0.5, stream(1)).test, stratified_split(y, names, 0.5, stream(2)).test);
}

TEST(HeldOutPart, CannotBeTakenFromASingleSample) {
  EXPECT_EQ(data_error([] {
              stratified_split(labels_of({4, 1}), names, 0.2, stream(1));
            }),
            "class 'b' has a single sample, so no part of it can be held out");
}

TEST(HeldOutPart, KeepsTheSharesOfAnyLabels) {
  EXPECT_TRUE(rc::check("shares are kept within half a sample and no class is used up", [] {
    std::vector<std::size_t> counts =
        *rc::gen::container<std::vector<std::size_t>>(4, rc::gen::inRange<std::size_t>(0, 40));
    for (std::size_t& count : counts) count = count == 1 ? 2 : count;
    const double share = static_cast<double>(*rc::gen::inRange(1, 1000)) / 1000;
    const Labels y = labels_of(counts);
    const Split split = stratified_split(y, names, share, stream(*rc::gen::arbitrary<std::uint64_t>()));
    RC_ASSERT(is_partition(split, y.size()));
    const auto held_out = class_counts(split.test, y);
    for (std::size_t c = 0; c < counts.size(); ++c) {
      if (counts[c] == 0) continue;
      RC_ASSERT(held_out[c] >= 1U);
      RC_ASSERT(held_out[c] < counts[c]);
      const double wanted = std::clamp(share * static_cast<double>(counts[c]), 1.0, static_cast<double>(counts[c] - 1));
      RC_ASSERT(std::abs(static_cast<double>(held_out[c]) - wanted) <= 0.5 + 1e-9);
    }
  }));
}

Dataset without_classes(std::size_t size) {
  Dataset dataset;
  dataset.source = "made";
  dataset.x = Matrix(size, 1);
  return dataset;
}

TEST(SplitsOfData, AreStratifiedWhereThereAreLabels) {
  Dataset dataset = without_classes(11);
  dataset.y = labels_of({5, 4, 2});
  dataset.class_names = names;
  EXPECT_EQ(stratified_parts(dataset, 3, stream(5)), stratified_parts(dataset.y, names, 3, stream(5)));
  const Split found = stratified_split(dataset, 0.4, stream(5));
  const Split expected = stratified_split(dataset.y, names, 0.4, stream(5));
  EXPECT_EQ(found.test, expected.test);
  EXPECT_EQ(found.training, expected.training);
}

TEST(SplitsOfData, ArePlainWhereThereAreNone) {
  Dataset dataset = without_classes(11);
  for (const bool has_numbers : {false, true}) {
    if (has_numbers) dataset.numbers.assign(11, 1.5);
    const std::vector<Split> folds = stratified_folds(dataset, 4, stream(2));
    EXPECT_TRUE(tests_everyone_once(folds, 11));
    for (const Split& fold : folds) {
      EXPECT_TRUE(is_partition(fold, 11));
      EXPECT_TRUE(fold.test.size() == 2 || fold.test.size() == 3);
    }
    const Split split = stratified_split(dataset, 0.3, stream(2));
    EXPECT_TRUE(is_partition(split, 11));
    EXPECT_EQ(split.test.size(), 3U) << "0.3·11 rounds to 3";
    EXPECT_NE(stratified_split(dataset, 0.3, stream(3)).test, split.test);
  }
}

TEST(SplitsOfData, LeaveSomethingOnBothSidesOrSayWhyNot) {
  EXPECT_EQ(plain_split(2, 0.01, stream(1)).test.size(), 1U);
  EXPECT_EQ(plain_split(2, 0.99, stream(1)).training.size(), 1U);
  EXPECT_EQ(data_error([] { plain_split(1, 0.5, stream(1)); }),
            "there is a single sample, so no part of the data can be held out");
  EXPECT_EQ(data_error([] { plain_parts(3, 4, stream(1)); }), "3 samples are too few for 4 folds: use fewer folds");
}

// Groups of one, two, three … samples: as many whole ones as fit into the share, at least one and never all.
TEST(GroupedSplit, HoldsOutWholeGroupsAboutTheShare) {
  Dataset data;
  data.class_names = {"a", "b"};
  for (std::uint32_t group = 0; group < 8; ++group) {
    for (std::uint32_t i = 0; i <= group; ++i) {
      data.groups.push_back(group);
      data.y.push_back(static_cast<Label>(i % 2));
    }
  }
  data.x = Matrix(data.groups.size(), 1);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Split split = grouped_split(data, 0.3, Random(seed, Purpose::split));
    EXPECT_EQ(split.training.size() + split.test.size(), 36u);
    EXPECT_GE(split.test.size(), 1u);
    EXPECT_LE(split.test.size(), 10u);   // 0.3 of 36 is 10.8
    for (const std::uint32_t i : split.test) {
      for (const std::uint32_t j : split.training) EXPECT_NE(data.groups[i], data.groups[j]);
    }
  }
  data.groups.assign(36, 0);
  EXPECT_THROW(grouped_split(data, 0.3, Random(1, Purpose::split)), DataError);
}

}   // namespace
}   // namespace protea
