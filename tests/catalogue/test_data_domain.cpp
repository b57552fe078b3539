// Data outside the domain of a dissimilarity are refused where they stand, in training and prediction, or lifted.
#include <gtest/gtest.h>

#include <protea/catalogue/configure.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/data/read.hpp>
#include <protea/runtime/serial.hpp>

#include <support/change_values.hpp>

namespace protea {
namespace {

EncodedTable table(std::vector<double> values) {
  EncodedTable data = encode_training_table(read_table("iris"), "", Nominal::refuse);
  testing::change_values(data.dataset, [&](Matrix& x) { std::copy(values.begin(), values.end(), x.values().begin()); });
  return data;
}

std::string refusal(const EncodedTable& data, const Settings& changes) {
  Serial serial;
  Settings settings{{"epochs", "2"}};
  settings.insert(settings.end(), changes.begin(), changes.end());
  try {
    train_model(configure("divergence-glvq", settings), data.dataset, data.encoding, serial);
  } catch (const DataError& error) {
    return error.what();
  }
  return "no error";
}

void expect_parts(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) EXPECT_NE(text.find(part), std::string::npos) << text << "\nwithout: " << part;
}

TEST(DataDomain, NegativeValuesAreRefusedWithTheirPlaceAndARemedy) {
  const EncodedTable data = table({1, 2, -3, 4});
  for (const std::string name :
       {"generalized-kullback-leibler", "cauchy-schwarz", "itakura-saito", "kullback-leibler"}) {
    expect_parts(refusal(data, {{"dissimilarity", name}, {"scale", "none"}}),
                 {data.dataset.place(0, 2), "-3", name, "scale = min-max"});
  }
}

TEST(DataDomain, AScalingThatMakesNegativeValuesIsNamed) {
  expect_parts(refusal(table({}), {{"scale", "z-score"}}), {"generalized-kullback-leibler", "scale = unit-sum"});
}

TEST(DataDomain, ZerosAreTakenWhereTheLimitExistsAndElseNeedAFloor) {
  const EncodedTable data = table({1, 0, 3, 4});
  for (const std::string name :
       {"generalized-kullback-leibler", "kullback-leibler", "hellinger", "gamma", "alpha", "beta", "eta", "renyi"}) {
    EXPECT_EQ(refusal(data, {{"dissimilarity", name}}), "no error") << name;
  }
  for (const Settings& way :
       {Settings{{"dissimilarity", "itakura-saito"}}, Settings{{"dissimilarity", "beta"}, {"dissimilarity.beta", "0"}},
        Settings{{"dissimilarity", "alpha"}, {"dissimilarity.alpha", "-1"}}}) {
    expect_parts(refusal(data, way), {data.dataset.place(0, 1), "positive", "give dissimilarity.floor a small number"});
    Settings lifted = way;
    lifted.emplace_back("dissimilarity.floor", "0.001");
    EXPECT_EQ(refusal(data, lifted), "no error");
  }
}

TEST(DataDomain, ProbabilityVectorsMustSumToOne) {
  const EncodedTable data = table({});
  expect_parts(refusal(data, {{"dissimilarity", "kullback-leibler"}, {"scale", "none"}}),
               {data.dataset.place(0, 0), "sums to", "scale = unit-sum"});
  EXPECT_EQ(refusal(data, {{"dissimilarity", "kullback-leibler"}}), "no error");
}

TEST(DataDomain, ARowOfZerosHasNoDirection) {
  expect_parts(refusal(table({0, 0, 0, 0}), {{"scale", "none"}, {"dissimilarity", "gamma"}}),
               {"every value of the row is 0", "give dissimilarity.floor a small number"});
}

TEST(DataDomain, IsWatchedInPredictionToo) {
  const EncodedTable data = table({});
  Serial serial;
  const PrototypeModel model = train_model(configure("divergence-glvq", {{"epochs", "2"}, {"scale", "none"}}),
                                           data.dataset, data.encoding, serial)
                                   .model;
  EXPECT_NO_THROW(prepare(model, data.dataset));
  try {
    prepare(model, table({1, 2, 3, -1}).dataset);
    FAIL() << "no exception";
  } catch (const DataError& error) {
    expect_parts(error.what(), {data.dataset.place(0, 3), "-1"});
  }
}

// A parameter learned from a poor start ends elsewhere, at a lower cost; so do relevances, and both.
TEST(LearnedDivergences, LowerTheTrainingCost) {
  const EncodedTable data = encode_training_table(read_table("wine"), "", Nominal::refuse);
  Serial serial;
  const auto train = [&](Settings settings, const Settings& changes) {
    settings.emplace_back("epochs", "40");
    settings.insert(settings.end(), changes.begin(), changes.end());
    return train_model(configure("divergence-glvq", settings), data.dataset, data.encoding, serial);
  };
  const Settings poor{{"dissimilarity", "gamma"}, {"dissimilarity.gamma", "4"}};
  const double fixed = train(poor, {}).outcome.cost;
  const TrainedModel learned = train(poor, {{"dissimilarity.learn", "true"}});
  const auto gamma =
      learned.model.space.dissimilarity().named_parameter(learned.model.space.metric(Row(learned.model.parameters), 0));
  ASSERT_TRUE(gamma);
  EXPECT_EQ(gamma->name, "gamma");
  EXPECT_GT(std::abs(gamma->value - 4), 0.2);
  EXPECT_LT(learned.outcome.cost, fixed - 0.5);
  EXPECT_LT(train(poor, {{"dissimilarity.relevances", "true"}, {"dissimilarity.learn", "true"}, {"scope", "class"}})
                .outcome.cost,
            fixed - 0.5);
  EXPECT_LT(train({}, {{"dissimilarity.relevances", "true"}}).outcome.cost, train({}, {}).outcome.cost - 0.5);
}

TEST(LearnedDivergences, RefuseToStartOutsideTheirRange) {
  const EncodedTable data = encode_training_table(read_table("wine"), "", Nominal::refuse);
  Serial serial;
  const Configuration configuration = configure(
      "divergence-glvq", {{"dissimilarity", "beta"}, {"dissimilarity.beta", "-1"}, {"dissimilarity.learn", "true"}});
  EXPECT_THROW(train_model(configuration, data.dataset, data.encoding, serial), UsageError);
}

}   // namespace
}   // namespace protea
