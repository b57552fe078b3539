// What runs methods on training and test parts hands them nothing of the test rows: these are replaced by garbage, the
// parts kept, and what the methods were given, chose and answered compared.
#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include <protea/catalogue/configure.hpp>
#include <protea/catalogue/curve.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/catalogue/tuning.hpp>
#include <protea/evaluate/comparison.hpp>
#include <protea/evaluate/splits.hpp>
#include <protea/runtime/serial.hpp>
#include <support/change_values.hpp>
#include <support/noise.hpp>

namespace protea {
namespace {

using testing::encoding_of;
using testing::noise;
using Rows = std::vector<std::uint32_t>;

// What a method was given to learn from, by the rows that it was tested on.
using Given = std::map<Rows, std::string>;

bool are_equal(std::vector<Split> a, std::vector<Split> b) {
  for (std::vector<Split>* splits : {&a, &b}) {
    for (Split& split : *splits) std::sort(split.test.begin(), split.test.end());
  }
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Split& one, const Split& other) {
    return one.training == other.training && one.test == other.test;
  });
}

// Values that no sample has, different in each row.
Dataset with_garbage(Dataset data, const Rows& rows) {
  testing::change_values(data, [&](Matrix& x) {
    for (const std::uint32_t i : rows) {
      for (double& value : x.row(i)) value = 1e3 * (1 + value * value) + i;
    }
  });
  return data;
}

// Other labels of the rows, such that `splits_of` gives the same parts; the data as they are where there are none.
// Splits by class stay where neighbours in one part change places.
template <class SplitsOf>
Dataset with_wrong_labels(const Dataset& data, const Rows& rows, SplitsOf splits_of) {
  const std::vector<Split> splits = splits_of(data);
  Dataset flipped = data;
  for (const std::uint32_t i : rows) flipped.y[i] = 1 - data.y[i];
  if (are_equal(splits_of(flipped), splits)) return flipped;
  Dataset exchanged = data;
  for (const std::uint32_t i : rows) {
    const bool has_neighbour = std::find(rows.begin(), rows.end(), i + 1) != rows.end();
    if (has_neighbour && exchanged.y[i] != exchanged.y[i + 1]) std::swap(exchanged.y[i], exchanged.y[i + 1]);
  }
  return are_equal(splits_of(exchanged), splits) ? exchanged : data;
}

// For the split s everything is the same, for some other split it is not: its training part holds garbage.
void expect_same_for(const Rows& test, const Given& before, const Given& after) {
  ASSERT_EQ(after.size(), before.size());
  EXPECT_EQ(after.at(test), before.at(test));
  EXPECT_FALSE(after == before) << "the test can fail: garbage in a training part is seen";
}

TEST(LeakageOfHarness, CrossValidationGivesMethodsTheTrainingPartAlone) {
  const Dataset data = noise(24, 3, 1);
  std::size_t with_labels = 0;
  for (const auto& [name, kind] : names_of(SplitKind{})) {
    SCOPED_TRACE(name);
    const SplitPlan plan{.folds = 3, .kind = kind, .p = 2, .draws = 3};
    const auto splits_of = [&](const Dataset& all) { return make_splits(all, plan); };
    const auto given_in = [&](const Dataset& all) {
      Given given;
      const TrainAndPredict method = [&](const Dataset& training, const Dataset& test) {
        given[test.row_numbers] = fingerprint(training);
        return std::vector<Label>(test.size());
      };
      Serial serial;
      cross_validate(all, method, plan, serial);
      return given;
    };
    const std::vector<Split> splits = splits_of(data);
    const Given before = given_in(data);
    for (std::size_t s = 0; s < std::min<std::size_t>(3, splits.size()); ++s) {
      const Dataset relabelled = with_wrong_labels(data, splits[s].test, splits_of);
      with_labels += relabelled.y != data.y ? 1 : 0;
      expect_same_for(splits[s].test, before, given_in(with_garbage(relabelled, splits[s].test)));
    }
  }
  EXPECT_GE(with_labels, 12U);   // every split of the four kinds that look at no class, and more
}

TEST(LeakageOfHarness, ComparisonGivesEveryMethodTheTrainingPartAlone) {
  const Dataset data = noise(40, 3, 2);
  const CrossValidationPlan plan{.folds = 4};
  const auto splits_of = [&](const Dataset& all) { return make_splits(all, plan); };
  const auto given_in = [&](const Dataset& all) {
    std::vector<Given> given(2);
    std::vector<Contender> contenders;
    for (Given& own : given) {
      contenders.push_back({"watched",
                            [&own](const Dataset& training, const Dataset& test) {
                              own[test.row_numbers] = fingerprint(training);
                              return Predictions{std::vector<Label>(test.size()), {}};
                            },
                            ""});
    }
    Serial serial;
    compare(all, contenders, plan, serial);
    return given;
  };
  const std::vector<Given> before = given_in(data);
  std::size_t with_labels = 0;
  for (const Split& split : splits_of(data)) {
    const Dataset relabelled = with_wrong_labels(data, split.test, splits_of);
    with_labels += relabelled.y != data.y ? 1 : 0;
    const std::vector<Given> after = given_in(with_garbage(relabelled, split.test));
    for (std::size_t m = 0; m < 2; ++m) expect_same_for(split.test, before[m], after[m]);
  }
  EXPECT_GE(with_labels, 1U);
}

// Share of the rows that a model trained on others answers wrongly.
double error_by_hand(const Configuration& configuration, const EncodedTable& data, const Rows& training,
                     const Rows& tested) {
  Serial serial;
  const PrototypeModel model = train_model(configuration, data.dataset.subset(training), data.encoding, serial).model;
  const Dataset rows = data.dataset.subset(tested);
  const std::vector<Label> answers = predict(model, prepare(model, rows).view(), serial).labels;
  double errors = 0;
  for (std::size_t i = 0; i < answers.size(); ++i) errors += answers[i] != rows.y[i] ? 1 : 0;
  return errors / static_cast<double>(answers.size());
}

// One fold is garbage that would spoil every scale learned from all rows; the errors are those of trainings by hand,
// each of which is given its training part and nothing else.
TEST(LeakageOfHarness, CurvesAreThoseOfTrainingsOnTheTrainingPartsAlone) {
  EncodedTable data{noise(60, 4, 3, 0.8), encoding_of(4)};
  const CrossValidationPlan plan{.folds = 3, .repeats = 2, .seed = 5};
  const std::vector<Split> splits = make_splits(data.dataset, plan);
  data.dataset = with_garbage(data.dataset, splits[0].test);
  Serial serial;
  const auto points =
      measure_curve({"gmlvq", {{"epochs", "3"}}, parse_axis("prototypes=1,2"), plan, false}, data, serial);
  for (const CurvePoint& point : points) {
    const Configuration configuration = configure("gmlvq", {{"epochs", "3"}, {"prototypes", point.value}});
    std::vector<double> training;
    std::vector<double> test;
    for (const Split& split : splits) {
      training.push_back(error_by_hand(configuration, data, split.training, split.training));
      test.push_back(error_by_hand(configuration, data, split.training, split.test));
    }
    EXPECT_NEAR(point.training_error.mean, mean_and_deviation(training).mean, 1e-12);
    EXPECT_NEAR(point.training_error.deviation, mean_and_deviation(training).deviation, 1e-12);
    EXPECT_NEAR(point.test_error.mean, mean_and_deviation(test).mean, 1e-12);
    EXPECT_NEAR(point.test_error.deviation, mean_and_deviation(test).deviation, 1e-12);
  }
}

Configuration configured(const GridPlan& grid, const Candidate& point) {
  Settings changes = grid.changes;
  changes.insert(changes.end(), point.settings.begin(), point.settings.end());
  return configure(grid.method, changes);
}

TEST(LeakageOfHarness, NestedTuningChoosesAndTrainsWithoutTheOuterTestPart) {
  const EncodedTable data{noise(60, 3, 4, 0.7), encoding_of(3)};
  const GridPlan grid{
      "glvq", {{"epochs", "3"}}, {parse_axis("prototypes=1,2,3"), parse_axis("rule.steepness=1,20")}, 0, 7};
  const TuningPlan plan{.candidates = candidates(grid), .folds = 3, .outer = 4, .split = {.seed = grid.seed}};
  const auto splits_of = [&](const Dataset& all) {
    return stratified_folds(all.y, all.class_names, plan.outer, Random(grid.seed, Purpose::folds));
  };
  const std::vector<Split> outer = splits_of(data.dataset);
  Serial serial;
  const Tuning before = tune(plan, data, serial);
  std::size_t with_labels = 0;
  for (std::size_t o = 0; o < outer.size(); ++o) {
    SCOPED_TRACE(o);
    const Dataset relabelled = with_wrong_labels(data.dataset, outer[o].test, splits_of);
    with_labels += relabelled.y != data.dataset.y ? 1 : 0;
    const EncodedTable spoiled{with_garbage(relabelled, outer[o].test), data.encoding};
    const Tuning after = tune(plan, spoiled, serial);
    EXPECT_EQ(after.outer[o].candidate, before.outer[o].candidate);
    EXPECT_EQ(after.outer[o].inner_score, before.outer[o].inner_score);
    std::size_t changed = 0;
    for (std::size_t other = 0; other < outer.size(); ++other) {
      changed += after.outer[other].inner_score != before.outer[other].inner_score ? 1 : 0;
      const double error = error_by_hand(configured(grid, plan.candidates[after.outer[other].candidate]), spoiled,
                                         outer[other].training, outer[other].test);
      EXPECT_NEAR(after.honest.accuracy[other], 1 - error, 1e-12) << other;
    }
    EXPECT_GT(changed, 0U) << "the test can fail: garbage among the rows of a choice is seen";
  }
  EXPECT_GE(with_labels, 1U);
}

}   // namespace
}   // namespace protea
