// What weights of samples promise, for every method of the catalogue: weight 2 is the row twice, and weights
// of classes act.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <protea/catalogue/configure.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/data/read.hpp>
#include <protea/model/prototype_model.hpp>
#include <protea/perceptron/machines.hpp>
#include <protea/runtime/serial.hpp>

#include <support/case_name.hpp>
#include <support/random_problem.hpp>

namespace protea {
namespace {

struct WeightedCase {
  std::string method;
  Settings settings;
  std::string what;
};
void PrintTo(const WeightedCase& c, std::ostream* out) { *out << c.method << " " << c.what; }

std::vector<WeightedCase> weighted_cases() {
  std::vector<WeightedCase> cases;
  for (const Preset& preset : presets()) {
    const Configuration configuration = configure(preset.name, {});
    if (preset.embeds) continue;   // takes no weights
    if (configuration.initialization == Initialization::samples) {
      cases.push_back({preset.name, {}, "default"});
      continue;
    }
    cases.push_back({preset.name, {{"epochs", "7"}}, "default"});
    cases.push_back({preset.name, {{"epochs", "7"}, {"prototypes", "2"}, {"init", "k-means"}}, "k_means"});
    if (configuration.optimizer->needs_cost() || configuration.relevance || configuration.rule->traits().sets_own_rates)
      continue;   // steps over a whole batch are for those that can
    cases.push_back({preset.name, {{"epochs", "7"}, {"batch", "0"}}, "whole_batch"});
    cases.push_back({preset.name, {{"epochs", "7"}, {"batch", "10"}}, "mini_batch"});
  }
  cases.push_back({"svm", {{"svm.cost", "1"}}, "default"});
  for (const std::string machine : {"adaline", "soft-adatron", "cost-perceptron"})
    cases.push_back({machine, {}, "default"});
  cases.push_back({"kernel-adatron", {{"kernel-adatron.cost", "1"}, {"kernel-adatron.gamma", "0.1"}}, "default"});
  cases.push_back(
      {"gmlvq", {{"epochs", "7"}, {"dissimilarity.start", "pca"}, {"dissimilarity.rank", "3"}}, "principal_axes"});
  cases.push_back({"glvq", {{"epochs", "7"}, {"dissimilarity", "mahalanobis"}}, "mahalanobis"});
  cases.push_back({"rslvq", {{"epochs", "7"}, {"rule.learn_sigma", "true"}}, "learned_width"});
  return cases;
}

// Every third sample of wine, of which each fifth counts twice and each seventh three times.
struct Rows {
  EncodedTable weighted = encode_training_table(read_table("wine"), "", Nominal::refuse);
  EncodedTable repeated = weighted;

  Rows() {
    std::vector<std::uint32_t> some;
    for (std::uint32_t i = 0; i < weighted.dataset.size(); i += 3) some.push_back(i);
    weighted.dataset = weighted.dataset.subset(some);
    std::vector<std::uint32_t> rows;
    for (std::uint32_t i = 0; i < some.size(); ++i) {
      weighted.dataset.weights.push_back(i % 5 == 1 ? 2 : i % 7 == 3 ? 3 : 1);
      rows.insert(rows.end(), static_cast<std::size_t>(weighted.dataset.weights[i]), i);
    }
    repeated.dataset = weighted.dataset.subset(rows);
    repeated.dataset.weights.clear();
  }
};

class EveryMethod : public ::testing::TestWithParam<WeightedCase> {
 protected:
  static std::unique_ptr<Model> trained(const EncodedTable& data) {
    Serial serial;
    const auto method = make_method(GetParam().method, GetParam().settings);
    return method->train(data.dataset, data.encoding, {serial}).model;
  }
};

TEST_P(EveryMethod, TakesWeightTwoAsTheRowTwice) {
  const Rows rows;
  EncodedTable unweighted = rows.weighted;
  unweighted.dataset.weights.clear();
  const auto found = trained(rows.weighted);
  const auto expected = trained(rows.repeated);
  const auto without = trained(unweighted);
  Serial serial;
  // Scores, the values of machines, or the distances of units.
  const auto answers = [&](const Model& model) {
    const Matrix x = model.prepare(unweighted.dataset);
    // Scores of machines are calibrated on folds, which are of rows.
    if (const auto* const machines = dynamic_cast<const MachinesModel*>(&model)) {
      const Matrix values = machines->values(x.view());
      return std::vector<double>(values.values().begin(), values.values().end());
    }
    const Predictions predictions = model.predict(x.view(), serial);
    if (!model.has_classes()) return predictions.distances;
    return std::vector<double>(predictions.scores.values().begin(), predictions.scores.values().end());
  };
  EXPECT_LE(testing::relative_difference(answers(*found), answers(*expected)), 1e-7);
  const auto unlike = answers(*without);
  EXPECT_GT(testing::relative_difference(answers(*found), unlike), 1e-7);
  EXPECT_LE(testing::relative_difference(found->preparation.factor, expected->preparation.factor), 1e-13);
  const auto* const prototypes = dynamic_cast<const PrototypeModel*>(found.get());
  if (!prototypes || prototypes->expansion) return;   // coefficients belong to rows: one of weight 2 has those of both
  const auto& others = dynamic_cast<const PrototypeModel&>(*expected);
  EXPECT_LE(testing::relative_difference(prototypes->parameters, others.parameters), 1e-9);
  EXPECT_NEAR(prototypes->decision.sigma, others.decision.sigma, 1e-4 * others.decision.sigma);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryMethod, ::testing::ValuesIn(weighted_cases()), [](const auto& each) {
  return testing::case_name(each.param.method + "_" + each.param.what);
});

// Who moves for the samples of one class alone, as lvq+ does, has nothing to weigh against another.
TEST(ClassWeights, MoveTheBorderAwayFromTheHeavyClass) {
  const EncodedTable data = encode_training_table(read_table("iris"), "", Nominal::refuse);
  Serial serial;
  for (const std::string method : {"lvq1", "olvq1", "rlvq", "lvq2.1", "lvq3", "dslvq", "glvq", "rslvq"}) {
    const auto answers_of_virginica = [&](const std::string& weights) {
      const auto model = make_method(method, {{"class_weights", weights}, {"epochs", "20"}})
                             ->train(data.dataset, data.encoding, {serial})
                             .model;
      const std::vector<Label> labels = model->predict(model->prepare(data.dataset).view(), serial).labels;
      return std::count(labels.begin(), labels.end(), 2);
    };
    for (const std::string weight : {"4", "4.5"})   // whole ones repeat samples, others lengthen steps
      EXPECT_GT(answers_of_virginica("virginica=" + weight), answers_of_virginica("versicolor=" + weight))
          << method << " " << weight;
  }
}

}   // namespace
}   // namespace protea
