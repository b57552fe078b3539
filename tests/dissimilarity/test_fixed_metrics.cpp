// A metric that is not learned keeps its bits under every optimizer, while the prototypes learn.
#include <gtest/gtest.h>

#include <protea/catalogue/configure.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/data/read.hpp>
#include <protea/runtime/serial.hpp>

#include <support/case_name.hpp>

namespace protea {
namespace {

struct Case {
  std::string optimizer;
  std::string dissimilarity;
  Settings settings;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.optimizer << " × " << c.dissimilarity; }

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const std::string& optimizer : optimizers().names()) {
    if (optimizer == "means") continue;   // moves prototypes alone
    cases.push_back({optimizer, "mahalanobis", {}});
    cases.push_back(
        {optimizer, "relevance", {{"dissimilarity.learn", "false"}, {"dissimilarity.relevances", "0.1,0.2,0.3,0.4"}}});
    const std::pair<std::string, std::string> fixed{"dissimilarity.learn", "false"};
    cases.push_back({optimizer, "matrix", {fixed, {"dissimilarity.start", "random"}, {"dissimilarity.log_det", "1"}}});
    cases.push_back({optimizer, "matrix", {fixed, {"dissimilarity.start", "pca"}, {"dissimilarity.rank", "2"}}});
  }
  return cases;
}

class FixedMetric : public ::testing::TestWithParam<Case> {};

TEST_P(FixedMetric, KeepsEveryBitWhileThePrototypesMove) {
  const EncodedTable data = encode_training_table(read_table("iris"), "", Nominal::refuse);
  Serial serial;
  for (const char* scope : {"shared", "class", "prototype"}) {
    Settings changes{{"dissimilarity", GetParam().dissimilarity},
                     {"optimizer", GetParam().optimizer},
                     {"scope", scope},
                     {"prototypes", "2"},
                     {"epochs", "12"},
                     {"tolerance", "0"}};
    changes.insert(changes.end(), GetParam().settings.begin(), GetParam().settings.end());
    const TrainedModel trained = train_model(configure("glvq", changes), data.dataset, data.encoding, serial);
    const PrototypeModel& model = trained.model;
    const Matrix x = prepare(model, data.dataset);
    std::vector<double> started = model.parameters;
    model.space.initialize_metric(started, 1, x.view(), data.dataset.y);
    EXPECT_EQ(model.parameters, started) << scope;
    EXPECT_GT(trained.outcome.epochs, 6U);   // waypoint averages from the sixth on

    changes.emplace_back("seed", "2");
    changes.emplace_back("epochs", "1");
    const PrototypeModel other = train_model(configure("glvq", changes), data.dataset, data.encoding, serial).model;
    EXPECT_NE(Matrix(model.prototypes_in_original_units()).values()[0],
              Matrix(other.prototypes_in_original_units()).values()[0]);
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, FixedMetric, ::testing::ValuesIn(all_cases()));

TEST(FixedRelevances, AreTheGivenOnesDividedByTheirSum) {
  const EncodedTable data = encode_training_table(read_table("iris"), "", Nominal::refuse);
  Serial serial;
  const PrototypeModel model =
      train_model(configure("grlvq", {{"dissimilarity.relevances", "1,1,1,5"}, {"dissimilarity.learn", "false"}}),
                  data.dataset, data.encoding, serial)
          .model;
  const Row lambda = model.space.metric(Row(model.parameters), 0);
  EXPECT_EQ(std::vector<double>(lambda.begin(), lambda.end()), (std::vector<double>{0.125, 0.125, 0.125, 0.625}));
}

}   // namespace
}   // namespace protea
