// Whole runs on combinations of samples: they equal runs in input space where they should, and separate what
// those cannot.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <functional>
#include <numbers>
#include <numeric>

#include <protea/catalogue/configure.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/data/read.hpp>
#include <protea/model/model_file.hpp>
#include <protea/runtime/serial.hpp>
#include <support/loaded.hpp>

#include <support/change_values.hpp>
#include <support/random_problem.hpp>

namespace protea {
namespace {

using testing::relative_difference;

EncodedTable builtin(const std::string& name) { return encode_training_table(read_table(name), "", Nominal::refuse); }

TrainedModel train(const EncodedTable& data, const std::string& method, const Settings& changes) {
  Serial serial;
  return train_model(configure(method, changes), data.dataset, data.encoding, serial);
}

Settings with(Settings settings, const Settings& more) {
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

// Σ_j α_kj x_j over the samples the model kept.
std::vector<double> combined_prototypes(const PrototypeModel& model) {
  const Matrix& x = model.expansion->samples;
  const MatrixView alpha = model.space.prototypes(Row(model.parameters));
  std::vector<double> w(alpha.rows * x.columns());
  for (std::size_t k = 0; k < alpha.rows; ++k) {
    for (std::size_t j = 0; j < x.rows(); ++j) {
      for (std::size_t l = 0; l < x.columns(); ++l) w[k * x.columns() + l] += alpha.row(k)[j] * x(j, l);
    }
  }
  return w;
}

// The values of every pair of rows, as data that hold them.
EncodedTable matrix_of(const EncodedTable& data, const std::function<double(Row, Row)>& value) {
  EncodedTable result{data.dataset, data.encoding};
  const std::size_t count = data.dataset.size();
  const Matrix x = data.dataset.x.to_matrix();
  Matrix values(count, count);
  result.dataset.feature_names.clear();
  result.dataset.file_columns.clear();
  result.encoding.columns.clear();
  result.encoding.label_position = count;
  for (std::size_t i = 0; i < count; ++i) {
    result.encoding.columns.push_back({"s" + std::to_string(i + 1), {}});
    result.dataset.feature_names.push_back("s" + std::to_string(i + 1));
    result.dataset.file_columns.push_back(static_cast<std::uint32_t>(i + 1));
    for (std::size_t j = 0; j < count; ++j) values(i, j) = value(x.row(i), x.row(j));
  }
  result.dataset.x = std::move(values);
  return result;
}

double dot(Row a, Row b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }
double squared(Row a, Row b) {
  double sum = 0;
  for (std::size_t l = 0; l < a.size(); ++l) sum += (a[l] - b[l]) * (a[l] - b[l]);
  return sum;
}

struct Training {
  std::string method;
  Settings changes;
};

TEST(Combinations, WithTheLinearKernelAreThePrototypesOfInputSpace) {
  const EncodedTable data = builtin("wine");
  const Settings linear{{"space", "combinations"}, {"dissimilarity", "kernel"}, {"dissimilarity.kind", "linear"}};
  for (const Training& run :
       {Training{"lvq1", {{"epochs", "40"}}},
        {"lvq1", {{"epochs", "40"}, {"prototypes", "3"}, {"presentation", "random"}, {"seed", "7"}}},
        {"lvq1", {{"epochs", "20"}, {"prototypes", "2"}, {"init", "random-sample"}, {"scale", "min-max"}}},
        {"glvq", {{"optimizer", "sgd"}, {"epochs", "40"}}},
        {"glvq", {{"optimizer", "sgd"}, {"epochs", "40"}, {"prototypes", "2"}, {"init", "k-means"}, {"batch", "16"}}},
        {"glvq", {{"optimizer", "momentum"}, {"optimizer.rate", "0.01"}, {"epochs", "20"}}},
        {"lvq1", {{"epochs", "40"}, {"validation", "0.3"}}}}) {
    SCOPED_TRACE(run.method + ::testing::PrintToString(run.changes));
    const Settings changes = with(run.changes, {{"decision.sigma", "1"}});   // found on other rows among features
    const TrainedModel expected = train(data, run.method, changes);
    const TrainedModel trained = train(data, run.method, with(changes, linear));
    ASSERT_TRUE(trained.model.expansion);
    EXPECT_LT(relative_difference(combined_prototypes(trained.model), expected.model.parameters), 1e-9);
    EXPECT_NEAR(trained.outcome.cost, expected.outcome.cost, 1e-8 * std::max(1.0, expected.outcome.cost));
    EXPECT_EQ(trained.outcome.epochs, expected.outcome.epochs);
    Serial serial;
    const Matrix x = prepare(trained.model, data.dataset);
    const Matrix plain_x = prepare(expected.model, data.dataset);
    const Predictions answers = predict(trained.model, x.view(), serial);
    const Predictions plain = predict(expected.model, plain_x.view(), serial);
    EXPECT_EQ(answers.labels, plain.labels);
    EXPECT_LT(relative_difference(answers.scores.values(), plain.scores.values()), 1e-9);
  }
}

TEST(Combinations, LoseNoDigitsToTheOffsetOfTheData) {
  EncodedTable data = builtin("iris");
  const Settings plain{{"epochs", "30"}, {"scale", "none"}};
  const Settings combined = with(plain, {{"space", "combinations"}});
  testing::change_values(data.dataset, [](Matrix& x) {
    for (double& value : x.values()) value += 1e6;
  });   // κ(x,x') would be 4·10¹², and its rounding 5·10⁻⁴
  EXPECT_LT(relative_difference(combined_prototypes(train(data, "lvq1", combined).model),
                                train(data, "lvq1", plain).model.parameters),
            1e-12);
}

TEST(Combinations, OfAGivenKernelMatrixAreThoseOfTheKernel) {
  const EncodedTable data = builtin("iris");
  const double sigma = 1.5;
  const EncodedTable given =
      matrix_of(data, [&](Row a, Row b) { return std::exp(-squared(a, b) / (2 * sigma * sigma)); });
  const Settings changes{{"epochs", "30"}, {"prototypes", "2"}, {"scale", "none"}};
  const PrototypeModel computed = train(data, "kernel-lvq1", with(changes, {{"dissimilarity.sigma", "1.5"}})).model;
  const PrototypeModel from_matrix = train(given, "kernel-lvq1", with(changes, {{"space", "kernel-matrix"}})).model;
  EXPECT_LT(relative_difference(from_matrix.parameters, computed.parameters), 1e-9);
  EXPECT_EQ(from_matrix.expansion->rows, computed.expansion->rows);
  Serial serial;
  const Predictions answers = predict(from_matrix, prepare(from_matrix, given.dataset).view(), serial);
  const Predictions expected = predict(computed, prepare(computed, data.dataset).view(), serial);
  EXPECT_EQ(answers.labels, expected.labels);
  EXPECT_LT(relative_difference(answers.scores.values(), expected.scores.values()), 1e-9);
}

TEST(Combinations, OfGivenSquaredDistancesOrInnerProductsAreThoseOfTheLinearKernel) {
  const EncodedTable data = builtin("iris");
  for (const Settings& more : {Settings{}, {{"validation", "0.2"}}, {{"prototypes", "2"}}}) {
    const Settings changes = with({{"optimizer", "sgd"}, {"epochs", "30"}, {"init", "k-means"}}, more);
    const PrototypeModel computed =
        train(data, "glvq", with(changes, {{"space", "combinations"}, {"scale", "none"}})).model;
    const PrototypeModel distances =
        train(matrix_of(data, squared), "glvq", with(changes, {{"space", "dissimilarity-matrix"}})).model;
    const PrototypeModel products =
        train(matrix_of(data, dot), "glvq", with(changes, {{"space", "kernel-matrix"}})).model;
    EXPECT_LT(relative_difference(distances.parameters, computed.parameters), 1e-9);
    EXPECT_LT(relative_difference(products.parameters, computed.parameters), 1e-9);
    EXPECT_EQ(distances.expansion->rows, computed.expansion->rows);
    EXPECT_EQ(products.expansion->rows, computed.expansion->rows);
  }
}

// A ring of radius 3 around a disc: with one prototype per class a plane must cut, and both class means are the centre.
EncodedTable ring_in_ring() {
  std::string text = "a,b,class\n";
  Random random(3, Purpose::generator);
  for (int i = 0; i < 200; ++i) {
    const double angle = random.uniform(0, 2 * std::numbers::pi);
    const double radius = i % 2 == 0 ? random.uniform(0, 1) : random.uniform(2.5, 3.5);
    text += number_text(radius * std::cos(angle)) + "," + number_text(radius * std::sin(angle)) +
            (i % 2 == 0 ? ",inner\n" : ",outer\n");
  }
  return encode_training_table(parse_table(text, "rings.csv", Format::csv), "", Nominal::refuse);
}

double errors(const PrototypeModel& model, const Dataset& dataset) {
  Serial serial;
  const std::vector<Label> labels = predict(model, prepare(model, dataset).view(), serial).labels;
  double count = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) count += labels[i] != dataset.y[i] ? 1 : 0;
  return count;
}

TEST(Combinations, OfAnRbfKernelPartARingFromADiscWithOnePrototypeEach) {
  const EncodedTable data = ring_in_ring();
  EXPECT_GT(errors(train(data, "lvq1", {}).model, data.dataset), 50);
  EXPECT_EQ(errors(train(data, "kernel-lvq1", {{"dissimilarity.sigma", "0.5"}}).model, data.dataset), 0);
}

TEST(Combinations, KeepOnlySamplesThatHaveACoefficient) {
  const EncodedTable data = builtin("iris");
  const PrototypeModel model =
      train(data, "kernel-lvq1", {{"init", "random-sample"}, {"epochs", "1"}, {"presentation", "random"}}).model;
  EXPECT_LT(model.expansion->size(), 120U);   // 1 − 1/e of 150 are presented
  EXPECT_EQ(model.expansion->samples.rows(), model.expansion->size());
  for (std::size_t j = 0; j < model.expansion->size(); ++j) {
    std::vector<double> row(data.dataset.x.columns());
    data.dataset.x.copy_row(static_cast<std::size_t>(model.expansion->rows[j]), row);
    model.preparation.scale(row);
    EXPECT_TRUE(std::equal(row.begin(), row.end(), model.expansion->samples.row(j).begin()));
  }
}

TEST(Combinations, SurviveTheDiskInEverySpace) {
  const EncodedTable data = builtin("iris");
  Serial serial;
  for (const auto& [space, table] : {std::pair{"combinations", data}, std::pair{"kernel-matrix", matrix_of(data, dot)},
                                     std::pair{"dissimilarity-matrix", matrix_of(data, squared)}}) {
    const PrototypeModel model = train(table, "kernel-lvq1", {{"space", space}, {"epochs", "3"}}).model;
    const std::string path = ::testing::TempDir() + "/combinations_" + space + ".protea";
    save_model(model, path);
    const PrototypeModel loaded = testing::loaded(path);
    std::remove(path.c_str());
    EXPECT_EQ(encode_model(loaded), encode_model(model));
    const Predictions before = predict(model, prepare(model, table.dataset).view(), serial);
    const Predictions after = predict(loaded, prepare(loaded, table.dataset).view(), serial);
    EXPECT_EQ(before.labels, after.labels);
    EXPECT_TRUE(
        std::equal(before.scores.values().begin(), before.scores.values().end(), after.scores.values().begin()));
  }
}

TEST(Combinations, EndInTheSameBytesForAnyNumberOfThreadsAndAfterAStop) {
  const EncodedTable data = builtin("wine");
  for (const Settings& more : {Settings{{"batch", "0"}},
                               {{"optimizer", "momentum"}, {"batch", "8"}},
                               {{"rule", "glvq"}, {"validation", "0.2"}}}) {
    const Configuration configuration = configure("kernel-lvq1", with({{"epochs", "20"}}, more));
    Serial serial;
    const std::string whole = encode_model(train_model(configuration, data.dataset, data.encoding, serial).model);
    for (const std::size_t threads : {2, 5}) {
      EXPECT_TRUE(encode_model(train_model(configuration, data.dataset, data.encoding, *make_runtime(threads)).model) ==
                  whole);
    }
    const CheckpointPlan checkpoints{::testing::TempDir() + "/combinations.checkpoint", 3, true};
    std::remove(checkpoints.path.c_str());
    train_model(
        configuration, data.dataset, data.encoding, serial,
        [](const EpochReport& report) { return report.state.epoch < 7; }, checkpoints);
    EXPECT_TRUE(encode_model(train_model(configuration, data.dataset, data.encoding, serial, {}, checkpoints).model) ==
                whole);
    std::remove(checkpoints.path.c_str());
  }
}

std::string message_of(const std::string& method, const Settings& changes) {
  try {
    configure(method, changes);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Combinations, AreRefusedWithASentenceWherePartsDoNotFit) {
  const std::string linear_only =
      " cannot step in coefficients of samples, which follow linear steps only: use optimizer = sgd or momentum";
  for (const std::string optimizer : {"adam", "waypoint", "l-bfgs"}) {
    EXPECT_EQ(message_of("glvq", {{"space", "combinations"}, {"optimizer", optimizer}}), optimizer + linear_only);
  }
  for (const std::string way : {"even", "uniform", "file"}) {
    EXPECT_EQ(message_of("kernel-lvq1", {{"init", way}, {"init.file", "a.cod"}}),
              "init = " + way + ": combinations of samples start from class-mean, random-sample or k-means");
  }
  const std::string plain = "space = combinations needs a symmetric dissimilarity with nothing learned, and ";
  const std::string remedy = " has parameters of its own: use dissimilarity = squared-euclidean, ";
  EXPECT_TRUE(message_of("kernel-lvq1", {{"dissimilarity", "matrix"}}).starts_with(plain + "matrix" + remedy));
  EXPECT_TRUE(
      message_of("kernel-lvq1", {{"dissimilarity.learn_sigma", "true"}}).starts_with(plain + "kernel" + remedy));
  EXPECT_TRUE(message_of("kernel-lvq1", {{"dissimilarity", "generalized-kullback-leibler"}})
                  .starts_with(plain + "generalized-kullback-leibler is not symmetric: use "));
  EXPECT_EQ(message_of("kernel-lvq1", {{"space", "kernel-matrix"}, {"scale", "z-score"}}),
            "scale = z-score: a kernel-matrix is taken as it is: use scale = none");
  EXPECT_EQ(message_of("kernel-lvq1", {{"space", "dissimilarity-matrix"}, {"missing", "drop"}}),
            "missing = drop: a dissimilarity-matrix has no value to spare: use missing = refuse");
  EXPECT_EQ(message_of("kernel-lvq1", {{"space", "dissimilarity-matrix"}, {"nominal", "one-hot"}}),
            "nominal = one-hot: a dissimilarity-matrix holds numbers alone: use nominal = refuse");
  EXPECT_EQ(message_of("kernel-lvq1", {{"space", "kernel-matrix"}}), "no error");
}

}   // namespace
}   // namespace protea
