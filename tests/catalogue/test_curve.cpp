// Curves and the support vector machine to compare with.
#include <protea/catalogue/curve.hpp>

#include <gtest/gtest.h>

#include <protea/catalogue/named_method.hpp>
#include <protea/catalogue/train_model.hpp>
#include <protea/data/read.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

EncodedTable iris() { return encode_training_table(read_table("iris"), "", Nominal::refuse); }

TEST(Curve, OverAnOptionIsCrossValidationAtEachValue) {
  const EncodedTable data = iris();
  const CrossValidationPlan folds{.folds = 3, .repeats = 2, .seed = 4};
  const auto runtime = make_runtime(3);
  const auto points = measure_curve({"glvq", {{"seed", "4"}}, parse_axis("prototypes=1,3"), folds, false}, data, *runtime);
  ASSERT_EQ(points.size(), 2u);
  for (const CurvePoint& point : points) {
    const TrainAndPredict method = make_method("glvq:prototypes=" + point.value, {{"seed", "4"}}, data.encoding).run;
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
    EXPECT_THROW(measure_curve({"glvq", {}, parse_axis("size=" + value), folds, false}, data, *runtime), UsageError) << value;
  }
}

TEST(Curve, DecompositionAddsUpToTheTestErrorAndNeedsRepeats) {
  const EncodedTable data = iris();
  const auto runtime = make_runtime(2);
  const auto points = measure_curve({"lvq1", {{"epochs", "2"}}, parse_axis("prototypes=1,5"), {.folds = 3, .repeats = 4}, true}, data, *runtime);
  for (const CurvePoint& point : points) {
    ASSERT_TRUE(point.decomposition);
    EXPECT_NEAR(point.decomposition->error, point.test_error.mean, 1e-12) << "folds are of one size here";
    EXPECT_NEAR(point.decomposition->error, point.decomposition->bias + point.decomposition->net_variance(), 1e-12);
  }
  EXPECT_THROW(measure_curve({"lvq1", {}, parse_axis("prototypes=1"), {.folds = 3, .repeats = 1}, true}, data, *runtime), UsageError);
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
  const auto first = make_method("gmlvq:prototypes=2:rule.steepness=5", {}, data.encoding);
  EXPECT_EQ(first.name, "gmlvq:prototypes=2:rule.steepness=5");
  EXPECT_NE(first.identity, make_method("gmlvq:prototypes=2", {}, data.encoding).identity);
  for (const std::string text : {"gmlqv", "gmlvq:2", "gmlvq:rank=2", "svm:cost=3", ""}) {
    EXPECT_THROW(make_method(text, {}, data.encoding), UsageError) << text;
  }
}

TEST(NamedMethod, MachineScalesInsideTheTrainingPart) {
  // One feature in huge units hides the other unless it is scaled; test rows shifted far away must not change the scale.
  const EncodedTable data = iris();
  std::vector<std::uint32_t> even;
  std::vector<std::uint32_t> odd;
  for (std::uint32_t i = 0; i < data.dataset.size(); ++i) (i % 2 == 0 ? even : odd).push_back(i);
  Dataset training = data.dataset.subset(even);
  Dataset test = data.dataset.subset(odd);
  const auto plain = tuned_machine_answers(training, test, Missing::refuse, 1);
  for (Dataset* part : {&training, &test}) {
    for (std::size_t i = 0; i < part->size(); ++i) part->x(i, 1) *= 1024;   // a power of two: the same digits
  }
  EXPECT_EQ(tuned_machine_answers(training, test, Missing::refuse, 1), plain);
  Dataset far = test;
  far.x(0, 0) = 1e6;
  const auto beside = tuned_machine_answers(training, far, Missing::refuse, 1);
  EXPECT_TRUE(std::equal(beside.begin() + 1, beside.end(), plain.begin() + 1)) << "one test row changes only its own answer";
}

}  // namespace
}  // namespace protea
