// Rejection: what counts as sure, by hand; the accuracy–reject curve; and models that remember their threshold.
#include <protea/evaluate/rejection.hpp>

#include <limits>

#include <gtest/gtest.h>

#include <protea/base/error.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/model/model_file.hpp>
#include <support/loaded.hpp>
#include <support/made_model.hpp>

namespace protea {
namespace {

const std::vector<std::string> names{"a", "b"};
const std::vector<Label> labels{0, 1, 1};

Label decided(const Decision& decision, const std::vector<double>& d) {
  Decider decider(decision, {labels, names});
  std::vector<double> scores(2);
  return decider.decide(d, scores);
}

TEST(Rejection, ByMarginComparesTheRelativeDifference) {
  // d = 1 and 3: (3 − 1)/(3 + 1) = ½; equal is accepted.
  EXPECT_EQ(decided({.reject = Rejection::margin, .reject_below = 0.5}, {1, 9, 3}), 0);
  EXPECT_EQ(decided({.reject = Rejection::margin, .reject_below = 0.51}, {1, 9, 3}), no_label);
  EXPECT_EQ(decided({.reject = Rejection::margin, .reject_below = 0.1}, {0, 9, 0}),
            no_label);   // nothing to choose between
}

TEST(Rejection, ByDistanceComparesWithTheNearestPrototypeOfTheAnswer) {
  EXPECT_EQ(decided({.reject = Rejection::distance, .reject_beyond = 1}, {1, 9, 3}), 0);
  EXPECT_EQ(decided({.reject = Rejection::distance, .reject_beyond = 0.9}, {1, 9, 3}), no_label);
  EXPECT_EQ(decided({.reject = Rejection::distance}, {1e300, 9e300, 3e300}), 0);   // without a limit
}

TEST(Rejection, ByPosteriorComparesTheScore) {
  // Scores 1/d: ¾ to ¼.
  EXPECT_EQ(decided({.reject = Rejection::posterior, .reject_below = 0.75}, {1, 9, 3}), 0);
  EXPECT_EQ(decided({.reject = Rejection::posterior, .reject_below = 0.76}, {1, 9, 3}), no_label);
}

TEST(Rejection, WantsToKnowWhatItsThresholdIsFor) {
  EXPECT_THROW(demand_fitting({.reject_below = 0.3}, {labels, names}), UsageError);
  EXPECT_THROW(demand_fitting({.reject_beyond = 3}, {labels, names}), UsageError);
}

TEST(Rejection, CurveFallsFromTheSurestToAll) {
  // Certainties .9 (right), .8 (right), .8 (wrong), .1 (right).
  const auto curve = accuracy_reject_curve(std::vector<Label>{0, 1, 1, 0}, std::vector<Label>{0, 1, 0, 0},
                                           std::vector<double>{0.1, 0.9, 0.8, 0.8});
  ASSERT_EQ(curve.size(), 3U);
  EXPECT_EQ(curve[0].certainty, 0.9);
  EXPECT_EQ(curve[0].coverage, 0.25);
  EXPECT_EQ(curve[0].accuracy, 1);
  EXPECT_EQ(curve[1].certainty, 0.8);
  EXPECT_EQ(curve[1].coverage, 0.75);
  EXPECT_DOUBLE_EQ(curve[1].accuracy, 2.0 / 3);
  EXPECT_EQ(curve[2].coverage, 1);
  EXPECT_EQ(curve[2].accuracy, 0.75);
}

TEST(Rejection, ChoosesTheLargestCoverageThatIsAccurateEnough) {
  const std::vector<RejectionPoint> curve{{0.9, 0.2, 0.9}, {0.7, 0.5, 1}, {0.5, 0.8, 0.95}, {0.1, 1, 0.8}};
  EXPECT_EQ(point_for_accuracy(curve, 0.95)->certainty, 0.5);
  EXPECT_EQ(point_for_accuracy(curve, 0.8)->certainty, 0.1);
  EXPECT_EQ(point_for_accuracy(curve, 0.96)->certainty, 0.7);
  EXPECT_FALSE(point_for_accuracy({{0.9, 1, 0.5}}, 0.6).has_value());
}

using testing::decoded;

TEST(Rejection, IsKeptInTheModelFileAndPlainModelsHaveTheFilesOfBefore) {
  PrototypeModel model = testing::model_of({{0, 0}, {2, 0}}, {0, 1});
  EXPECT_EQ(encode_model(model).find("\"reject"), std::string::npos);
  EXPECT_EQ(decoded(encode_model(model)).decision.reject, Rejection::none);
  model.decision.reject = Rejection::margin;
  model.decision.reject_below = 0.125;
  const PrototypeModel again = decoded(encode_model(model));
  EXPECT_EQ(again.decision.reject, Rejection::margin);
  EXPECT_EQ(again.decision.reject_below, 0.125);
  EXPECT_EQ(again.decision.reject_beyond, std::numeric_limits<double>::infinity());
  EXPECT_EQ(testing::answer_of(again, {1, 0}), no_label);
  EXPECT_EQ(testing::answer_of(again, {0.1, 0}), 0);
}

}   // namespace
}   // namespace protea
