// What the methods are known to find.
#include <gtest/gtest.h>

#include <protea/catalogue/configure.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/data/read.hpp>
#include <protea/runtime/serial.hpp>

#include <support/change_values.hpp>
#include <support/random_problem.hpp>

namespace protea {
namespace {

TrainedModel trained(const std::string& set, const std::string& method, const Settings& changes) {
  const EncodedTable data = encode_training_table(read_table(set), "", Nominal::refuse);
  Serial serial;
  return train_model(configure(method, changes), data.dataset, data.encoding, serial);
}

// Petal length and width decide the iris species [Fisher1936; lecture notes, section 5.2].
TEST(Gmlvq, PutsMoreThanFourFifthsOfTheTraceOnThePetals) {
  const Matrix lambda =
      trained("iris", "gmlvq", {{"rule.activation", "identity"}, {"scale", "z-score"}}).model.relevance_matrix(0);
  EXPECT_NEAR(lambda(0, 0) + lambda(1, 1) + lambda(2, 2) + lambda(3, 3), 1, 1e-12);
  EXPECT_GT(lambda(2, 2) + lambda(3, 3), 0.8);
}

TEST(Gmlvq, DoesNotCareAboutACommonScaleOfTheData) {
  const EncodedTable data = encode_training_table(read_table("iris"), "", Nominal::refuse);
  EncodedTable scaled = data;
  testing::change_values(scaled.dataset, [](Matrix& x) {
    for (double& value : x.values()) value *= 8;   // a power of two, so that not a bit is lost
  });
  Serial serial;
  const Settings settings{{"scale", "none"}, {"optimizer", "waypoint"}, {"optimizer.step", "1"}, {"epochs", "1"}};
  const double cost = train_model(configure("gmlvq", settings), data.dataset, data.encoding, serial).outcome.cost;
  Settings stretched = settings;
  stretched[2].second = "8";
  const double scaled_cost =
      train_model(configure("gmlvq", stretched), scaled.dataset, scaled.encoding, serial).outcome.cost;
  EXPECT_NEAR(cost, scaled_cost, 1e-9);
}

// μ is a ratio of distances, so a factor on Ω cancels.
TEST(Gmlvq, DoesNotCareAboutTheScaleOfItsMatrix) {
  const testing::RandomProblem problem(30, 5, {0, 0, 1, 2}, 3);
  const auto rule = rules().make("glvq", {});
  const PrototypeSpace space(dissimilarities().make("matrix", {}), 5, problem.prototype_labels, Scope::shared, 0);
  const PrototypeObjective objective(space, rule, problem.x.view(), problem.y);
  const auto workspace = objective.make_workspace();
  std::vector<double> p = problem.parameters(space, *rule, 4);
  Gradient gradient(space.layout());
  const double loss = objective.accumulate(testing::all_of(30), p, 1, gradient, *workspace);
  for (double& value : space.metric(MutableRow(p), 0)) value *= 3;
  EXPECT_NEAR(objective.accumulate(testing::all_of(30), p, 1, gradient, *workspace), loss, 1e-12);
}

TEST(LiramLvq, LearnsAMatrixOfTheRankAskedFor) {
  const PrototypeModel model = trained("wine", "liram-lvq", {{"dissimilarity.rank", "2"}}).model;
  EXPECT_EQ(model.space.metric_block().size, 2U * 13U);
}

TEST(Lgmlvq, LearnsAMatrixPerPrototypeOrPerClass) {
  EXPECT_EQ(trained("iris", "lgmlvq", {{"prototypes", "2"}, {"epochs", "2"}}).model.space.group_count(), 6U);
  EXPECT_EQ(
      trained("iris", "lgmlvq", {{"prototypes", "2"}, {"epochs", "2"}, {"scope", "class"}}).model.space.group_count(),
      3U);
}

TEST(Initialization, StartsFromEachNamedPlace) {
  for (const std::string way : {"class-mean", "k-means", "random-sample", "uniform", "even"}) {
    const PrototypeModel model = trained("iris", "glvq", {{"init", way}, {"prototypes", "3"}, {"epochs", "1"}}).model;
    EXPECT_EQ(model.space.prototype_count(), 9U) << way;
    EXPECT_NE(model.parameters[0], model.parameters[4]) << way << " gave two equal prototypes";
  }
}

}   // namespace
}   // namespace protea
