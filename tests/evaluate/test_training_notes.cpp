// What is said after training, and that the defaults hold on unequal classes.
#include <protea/evaluate/training_notes.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include <protea/catalogue/methods.hpp>
#include <protea/base/error.hpp>
#include <protea/base/random.hpp>
#include <protea/model/prototype_model.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

// Two Gaussian classes of unit variance, 1.5 apart, 30 samples of the first to 1 of the second.
EncodedTable unequal(std::size_t dimensions, std::uint64_t seed) {
  EncodedTable result;
  Dataset& data = result.dataset;
  Random random(seed, Purpose::generator);
  Matrix x(620, dimensions);
  data.class_names = {"many", "few"};
  for (std::size_t i = 0; i < x.rows(); ++i) {
    data.y.push_back(i % 31 == 30 ? 1 : 0);
    for (double& value : x.row(i)) value = random.normal() + data.y.back() * 1.5 / std::sqrt(double(dimensions));
  }
  data.x = std::move(x);
  for (std::size_t j = 0; j < dimensions; ++j) {
    data.feature_names.push_back("x" + std::to_string(j));
    result.encoding.columns.push_back({data.feature_names.back(), {}});
  }
  result.encoding.label_name = "class";
  return result;
}

struct Found {
  std::unique_ptr<Model> model;
  Predictions answers;
  std::vector<std::string> notes;
};

Found found(const std::string& method, const EncodedTable& data, const Settings& settings = {}) {
  Serial serial;
  Found result{make_method(method, settings)->train(data.dataset, data.encoding, {serial}).model, {}, {}};
  result.answers = result.model->predict(result.model->prepare(data.dataset).view(), serial);
  const Confusion confusion(data.dataset.y, result.answers.labels, 2);
  result.notes = training_notes(*result.model, data.dataset, confusion);
  return result;
}

// The area under the curve of the two means is Φ(1.5/√2) = 0.856; of 20 rare samples it has a standard error of 0.05.
TEST(UnequalClasses, LeavePrototypesNearTheDataAndScoresThatRank) {
  for (const std::string method : {"glvq", "gmlvq"}) {
    for (const std::size_t dimensions : {2, 5}) {
      for (const std::uint64_t seed : {1, 2, 3}) {
        const EncodedTable data = unequal(dimensions, seed);
        const Found result = found(method, data);
        const auto& model = dynamic_cast<const PrototypeModel&>(*result.model);
        const Matrix prototypes = model.prototypes_in_original_units();
        for (const double value : prototypes.values()) EXPECT_LT(std::abs(value), 15);
        double above = 0;
        double pairs = 0;
        for (std::size_t i = 0; i < data.dataset.size(); ++i) {
          if (data.dataset.y[i] == 0) continue;
          for (std::size_t j = 0; j < data.dataset.size(); ++j) {
            if (data.dataset.y[j] == 1) continue;
            pairs += 1;
            const double difference = result.answers.scores(i, 1) - result.answers.scores(j, 1);
            above += difference > 0 ? 1 : difference == 0 ? 0.5 : 0;
          }
        }
        EXPECT_GT(above / pairs, 0.7) << method << " " << dimensions << " " << seed;
      }
    }
  }
}

TEST(TrainingNotes, SayWhatIsNeverAnsweredUnequalOrFarOut) {
  const EncodedTable data = unequal(2, 1);
  const std::vector<std::string> notes = found("glvq", data).notes;
  ASSERT_EQ(notes.size(), 3);
  EXPECT_EQ(
      spelled(notes[0]),
      "class 'few' is never answered for these data: the balanced accuracy and the classes one by one say more than the "
      "accuracy");
  EXPECT_EQ(
      spelled(notes[1]),
      "class 'many' has 30 times the samples of class 'few': class_weights = balanced makes all classes count alike");
  EXPECT_EQ(notes[2].substr(0, 56), "1 of 2 prototypes lies outside the range of the data (nu");
}

TEST(TrainingNotes, AreSilentWhereAllIsWell) {
  EXPECT_EQ(found("rslvq", unequal(2, 1), {{"class_weights", "balanced"}}).notes, std::vector<std::string>{});
}

}   // namespace
}   // namespace protea
