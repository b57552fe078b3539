// Curves and the support vector machine to compare with.
#include <protea/catalogue/configure.hpp>
#include <protea/catalogue/curve.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <gtest/gtest.h>

#include <protea/catalogue/methods.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/data/read.hpp>
#include <protea/runtime/serial.hpp>

#include <support/change_values.hpp>

namespace protea {
namespace {

Contender contender(const std::string& text, const Settings& changes, const EncodedTable& data) {
  return contender_of(text, parse_method(text, changes), data.encoding);
}

EncodedTable iris() { return encode_training_table(read_table("iris"), "", Nominal::refuse); }

TEST(Curve, OverAnOptionIsCrossValidationAtEachValue) {
  const EncodedTable data = iris();
  const CrossValidationPlan folds{.folds = 3, .repeats = 2, .seed = 4};
  const auto runtime = make_runtime(3);
  const auto points =
      measure_curve({"glvq", {{"seed", "4"}}, parse_axis("prototypes=1,3"), folds, false}, data, *runtime);
  ASSERT_EQ(points.size(), 2u);
  for (const CurvePoint& point : points) {
    const TrainAndScore method = contender("glvq:prototypes=" + point.value, {{"seed", "4"}}, data).run;
    const auto expected = mean_and_deviation(cross_validate(data.dataset, method, folds, *runtime).accuracy);
    EXPECT_NEAR(point.test_error.mean, 1 - expected.mean, 1e-12);
    EXPECT_NEAR(point.test_error.deviation, expected.deviation, 1e-12);
    EXPECT_EQ(point.samples, 100);
  }
  EXPECT_EQ(points[0].parameters, 12);
  EXPECT_EQ(points[1].parameters, 36);
}

TEST(Curve, OverTheSizeTakesItsShareOfEachClassAndEndsWithAll) {
  const EncodedTable data = iris();
  const auto runtime = make_runtime(2);
  const CrossValidationPlan folds{.folds = 5, .repeats = 1, .seed = 1};
  const auto points = measure_curve({"glvq", {}, parse_axis("size=0.01,0.1,1"), folds, false}, data, *runtime);
  EXPECT_EQ(points[0].samples, 3) << "one of each class at least";
  EXPECT_EQ(points[1].samples, 12);
  EXPECT_EQ(points[2].samples, 120);
  EXPECT_EQ(points[0].training_error.mean, 0);
  for (const std::string value : {"0", "1.5", "-1", "many"}) {
    EXPECT_THROW(measure_curve({"glvq", {}, parse_axis("size=" + value), folds, false}, data, *runtime), UsageError)
        << value;
  }
}

TEST(Curve, OverTheSizeTakesAsManySamplesAsAsked) {
  const EncodedTable data = iris();
  const auto runtime = make_runtime(2);
  const auto points =
      measure_curve({"glvq", {}, parse_axis("size=3,20,50,120,121"), {.folds = 5}, false}, data, *runtime);
  const double expected[4] = {3, 20, 50, 120};
  for (std::size_t p = 0; p < 4; ++p) EXPECT_EQ(points[p].samples, expected[p]);
  EXPECT_EQ(points[4].failure, "size = 121: training part 1 has 120 samples of 3 classes");
  const auto whole = measure_curve({"glvq", {}, parse_axis("size=1"), {.folds = 5}, false}, data, *runtime);
  EXPECT_EQ(points[3].test_error.mean, whole[0].test_error.mean);
}

TEST(Curve, CountsARejectedSampleAsAnErrorAndStaysInsideItsMemory) {
  const EncodedTable data = iris();
  const auto runtime = make_runtime(2);
  const Settings careful{{"epochs", "3"}, {"decision.reject", "margin"}, {"decision.reject_below", "0.9"}};
  const auto points =
      measure_curve({"glvq", careful, parse_axis("prototypes=1,2"), {.folds = 3, .repeats = 2}, true}, data, *runtime);
  for (const CurvePoint& point : points) {
    EXPECT_LT(point.coverage, 0.9);
    EXPECT_GE(point.test_error.mean, 1 - point.coverage - 1e-12);
    EXPECT_NEAR(point.decomposition->error, point.test_error.mean, 1e-12);
  }
  EXPECT_THROW(
      measure_curve({"glvq", {}, parse_axis("prototypes=1"), {.repeats = 2, .kind = SplitKind::monte_carlo}, true},
                    data, *runtime),
      UsageError);
}

TEST(Curve, DecompositionAddsUpToTheTestErrorAndNeedsRepeats) {
  const EncodedTable data = iris();
  const auto runtime = make_runtime(2);
  const auto points = measure_curve(
      {"lvq1", {{"epochs", "2"}}, parse_axis("prototypes=1,5"), {.folds = 3, .repeats = 4}, true}, data, *runtime);
  for (const CurvePoint& point : points) {
    ASSERT_TRUE(point.decomposition);
    EXPECT_NEAR(point.decomposition->error, point.test_error.mean, 1e-12) << "folds are of one size here";
    EXPECT_NEAR(point.decomposition->error, point.decomposition->bias + point.decomposition->net_variance(), 1e-12);
  }
  EXPECT_THROW(
      measure_curve({"lvq1", {}, parse_axis("prototypes=1"), {.folds = 3, .repeats = 1}, true}, data, *runtime),
      UsageError);
}

TEST(Curve, ReportsThePointThatFailsAndThrowsWhereAllDo) {
  const EncodedTable data = iris();
  const auto runtime = make_runtime(2);
  const auto points = measure_curve({"glvq", {}, parse_axis("prototypes=1,60"), {.folds = 2}, false}, data, *runtime);
  EXPECT_EQ(points[0].failure, "");
  EXPECT_NE(points[1].failure.find("fewer than the 60 prototypes"), std::string::npos);
  EXPECT_THROW(measure_curve({"glvq", {}, parse_axis("prototypes=60"), {.folds = 2}, false}, data, *runtime), Error);
}

TEST(NamedMethod, ReadsOptionsAndRefusesWhatItDoesNotKnow) {
  const EncodedTable data = iris();
  const auto first = contender("gmlvq:prototypes=2:rule.steepness=5", {}, data);
  EXPECT_EQ(first.name, "gmlvq:prototypes=2:rule.steepness=5");
  EXPECT_NE(first.identity, contender("gmlvq:prototypes=2", {}, data).identity);
  for (const std::string text : {"gmlqv", "gmlvq:2", "gmlvq:rank=2", "svm:cost=3", ""}) {
    EXPECT_THROW(contender(text, {}, data), UsageError) << text;
  }
}

Predictions machine_answers(const Dataset& training, const Dataset& test) {
  return contender("svm", {}, iris()).run(training, test);
}

TEST(NamedMethod, MachineScalesInsideTheTrainingPart) {
  // One feature in huge units hides the other unless it is scaled; test rows shifted far away must not change
  // the scale.
  const EncodedTable data = iris();
  std::vector<std::uint32_t> even;
  std::vector<std::uint32_t> odd;
  for (std::uint32_t i = 0; i < data.dataset.size(); ++i) (i % 2 == 0 ? even : odd).push_back(i);
  Dataset training = data.dataset.subset(even);
  Dataset test = data.dataset.subset(odd);
  const auto plain = machine_answers(training, test).labels;
  for (Dataset* part : {&training, &test}) {
    testing::change_values(*part, [](Matrix& x) {
      for (std::size_t i = 0; i < x.rows(); ++i) x(i, 1) *= 1024;   // a power of two: the same digits
    });
  }
  EXPECT_EQ(machine_answers(training, test).labels, plain);
  Dataset far = test;
  testing::change_values(far, [](Matrix& x) { x(0, 0) = 1e6; });
  const auto beside = machine_answers(training, far).labels;
  EXPECT_TRUE(std::equal(beside.begin() + 1, beside.end(), plain.begin() + 1))
      << "one test row changes only its own answer";
}

TEST(NamedMethod, MachineGivesScoresThatSumToOneAndGoWithItsAnswers) {
  const EncodedTable data = iris();
  for (const std::size_t classes : {2, 3}) {
    std::vector<std::uint32_t> even;
    std::vector<std::uint32_t> odd;
    for (std::uint32_t i = 0; i < 50 * classes; ++i)
      (i % 2 == 0 ? even : odd).push_back(i);   // the third class is last
    const Predictions found = machine_answers(data.dataset.subset(even), data.dataset.subset(odd));
    std::size_t same = 0;
    for (std::size_t i = 0; i < odd.size(); ++i) {
      const Row scores = std::as_const(found.scores).row(i);
      EXPECT_NEAR(scores[0] + scores[1] + scores[2], 1, 1e-12);
      EXPECT_TRUE(classes == 3 || scores[2] == 0) << "a class that was not trained";
      const auto best = static_cast<Label>(std::max_element(scores.begin(), scores.end()) - scores.begin());
      same += best == found.labels[i] ? 1 : 0;
    }
    EXPECT_GE(same, odd.size() - 1) << "but for ties of votes";
  }
}

TEST(NamedMethod, EveryMethodLearnsFromAPartThatLacksAClass) {
  const EncodedTable data = iris();
  std::vector<std::uint32_t> rows;
  for (std::uint32_t i = 0; i < 150; ++i) {
    if (i < 50 || i >= 100) rows.push_back(i);
  }
  const Dataset part = data.dataset.subset(rows);
  for (const std::string& name : method_names()) {
    SCOPED_TRACE(name);
    const MethodEntry& entry = find_method(name);
    const bool has_epochs =
        entry.preset ? name != "knn" : std::ranges::count(entry.options, "epochs", &OptionDescription::name) > 0;
    const Contender trained = contender(name, has_epochs ? Settings{{"epochs", "2"}} : Settings{}, data);
    const auto method = make_method(name, {});
    if (method->takes(TargetKind::none) || !method->takes(TargetKind::labels)) {
      EXPECT_THROW(trained.run(part, data.dataset), Error);   // without classes there is nothing to compare
      continue;
    }
    const Predictions found = trained.run(part, data.dataset);
    ASSERT_EQ(found.labels.size(), 150U);
    for (std::size_t i = 0; i < 150; ++i) {
      EXPECT_NE(found.labels[i], 1);
      EXPECT_EQ(found.scores(i, 1), 0);
      EXPECT_TRUE(std::isfinite(found.scores(i, 0)));
    }
  }
}

}   // namespace
}   // namespace protea
