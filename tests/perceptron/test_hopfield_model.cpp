// The Hopfield network as method and model: what it takes, keeps, answers and refuses.
#include <protea/perceptron/hopfield_method.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include <protea/base/safetensors.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/model/model_file.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

constexpr double gap = std::numeric_limits<double>::quiet_NaN();

EncodedTable table_of(std::size_t rows, std::size_t columns, const std::vector<double>& values) {
  Matrix x(rows, columns);
  std::ranges::copy(values, x.values().begin());
  EncodedTable data;
  data.dataset.source = "patterns.csv";
  data.dataset.x = std::move(x);
  for (std::size_t j = 0; j < columns; ++j) {
    data.encoding.columns.push_back({"c" + std::to_string(j + 1), {}});
    data.dataset.file_columns.push_back(static_cast<std::uint32_t>(j + 1));
  }
  for (std::size_t i = 0; i < rows; ++i) data.dataset.lines.push_back(static_cast<std::uint32_t>(i + 2));
  data.dataset.feature_names = data.encoding.feature_names();
  return data;
}

// Orthogonal patterns of eight cells as 0 and 1.
const EncodedTable& two_patterns() {
  static const EncodedTable data = table_of(2, 8, {1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0});
  return data;
}

std::unique_ptr<Model> trained(const EncodedTable& data, const Settings& settings = {}) {
  Serial serial;
  return make_method("hopfield", settings)->train(data.dataset, data.encoding, {serial}).model;
}

const HopfieldModel& as_network(const Model& model) { return dynamic_cast<const HopfieldModel&>(model); }

Predictions answers(const Model& model, const EncodedTable& data) {
  Serial serial;
  return model.predict(model.prepare(data.dataset).view(), serial);
}

std::string refusal(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(HopfieldModel, FindsThePatternItsMirrorImageAndTheDistance) {
  const auto model = trained(two_patterns());
  EXPECT_FALSE(model->has_classes());
  // The first with a cell turned over, the second, and the first with all cells turned over.
  const Predictions found = answers(*model, table_of(3, 8, {0, 1, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0,   //
                                                            0, 0, 0, 0, 1, 1, 1, 1}));
  EXPECT_EQ(found.winners, (std::vector<std::uint32_t>{0, 1, 0}));
  EXPECT_EQ(found.distances, (std::vector<double>{0, 0, 2}));
  EXPECT_TRUE(found.labels.empty());
}

TEST(HopfieldModel, StartsFromPartsAndMapsBackToTheValuesOfTheFile) {
  const auto model = trained(table_of(2, 4, {5, 5, 2, 2, 5, 2, 5, 2}));
  const HopfieldModel& network = as_network(*model);
  EXPECT_EQ(network.values, (std::array<double, 2>{2, 5}));
  EXPECT_EQ(network.value_of(1), 5);
  EXPECT_EQ(network.value_of(-1), 2);
  EXPECT_TRUE(std::isnan(network.value_of(0)));
  Serial serial;
  // Weights join cells 1 and 4, 2 and 3 (see Hopfield.HebbsWeightsAreMeansOfProductsPerUnit): two known cells give the other two.
  const Matrix x = model->prepare(table_of(1, 4, {5, gap, 2, gap}).dataset);
  const std::vector<RecalledRow> rows = network.recall_rows(x.view(), {}, serial);
  EXPECT_EQ(rows[0].recall.state, (std::vector<double>{1, 1, -1, -1}));
  EXPECT_EQ(rows[0].overlap_before, 0.5);
  EXPECT_EQ(rows[0].overlap_after, 1);
  EXPECT_EQ(rows[0].recall.energy_before, 0);
  EXPECT_EQ(rows[0].recall.energy_after, -1);
}

TEST(HopfieldModel, LabelsAndIdsNameThePatternsAndChangeNoWeight) {
  EncodedTable data = two_patterns();
  EXPECT_EQ(as_network(*trained(data)).names, (std::vector<std::string>{"1", "2"}));
  data.dataset.y = {1, 0};
  data.dataset.class_names = {"a", "b"};
  const auto labelled = trained(data);
  EXPECT_EQ(as_network(*labelled).names, (std::vector<std::string>{"b", "a"}));
  data.dataset.ids = {"first", "second"};
  EXPECT_EQ(as_network(*trained(data)).names, (std::vector<std::string>{"first", "second"}));
  const auto bare = trained(two_patterns());
  EXPECT_TRUE(std::ranges::equal(as_network(*labelled).network.weights().values(),
                                 as_network(*bare).network.weights().values()));
}

TEST(HopfieldModel, OnePatternAndConstantColumnsAreFine) {
  const auto one = trained(table_of(1, 3, {-1, 1, 1}));
  EXPECT_EQ(as_network(*one).fixed_points(), 1U);
  EXPECT_NEAR(as_network(*one).load(), 1.0 / 3, 1e-15);
  const auto constant = trained(table_of(2, 5, {1, 0, 0, 1, 1, 1, 0, 1, 0, 0}));
  EXPECT_EQ(answers(*constant, table_of(1, 5, {1, 0, 0, 1, 1})).winners[0], 0U);
  EXPECT_EQ(trained(table_of(2, 1, {0, 1}))->parameter_count(), 0U);
}

TEST(HopfieldModel, SaysWhenMoreIsStoredThanHebbCanKeep) {
  const std::string few = trained(table_of(1, 8, {0, 1, 0, 1, 0, 0, 1, 1}))->learned_text();
  EXPECT_EQ(
      few,
      "load 0.125 (1 pattern, 8 units): Hebb's rule keeps random patterns up to 0.138, but for a few cells\nfixed points 1 of 1 pattern\n");
  const std::string many = trained(two_patterns())->learned_text();
  EXPECT_EQ(
      many,
      "load 0.25 (2 patterns, 8 units): over 0.138, beyond which Hebb's rule loses random patterns\nfixed points 2 of 2 patterns\n");
  const std::string perceptron = trained(two_patterns(), {{"hopfield.rule", "perceptron"}})->learned_text();
  EXPECT_EQ(perceptron, "load 0.25 (2 patterns, 8 units)\nfixed points 2 of 2 patterns\n");
}

TEST(HopfieldModel, ShowsWhatItKeeps) {
  const auto model = trained(two_patterns(), {{"hopfield.rule", "perceptron"}, {"hopfield.symmetric", "false"}});
  const Value parts(model->parts());
  EXPECT_EQ(parts.at("load").number(), 0.25);
  EXPECT_EQ(parts.at("pattern_names").texts(), (std::vector<std::string>{"1", "2"}));
  EXPECT_TRUE(
      std::ranges::equal(std::get<Matrix>(parts.at("patterns").content()).values(),
                         std::get<Matrix>(Value(trained(two_patterns())->parts()).at("patterns").content()).values()));
  const Matrix& weights = std::get<Matrix>(parts.at("weights").content());
  const HopfieldNetwork& network = as_network(*model).network;
  EXPECT_EQ(weights(0, 1), network.weights()(0, 1) / 8);
  EXPECT_EQ(model->showcase().composition,
            "8 units, 2 patterns, " + std::to_string(network.is_symmetric() ? 28 : 56) + " weights");
}

TEST(HopfieldModel, ComesBackFromItsFileAndAnswersTheSame) {
  for (const char* const rule : {"hebb", "perceptron"}) {
    for (const char* const symmetric : {"true", "false"}) {
      const auto model = trained(two_patterns(), {{"hopfield.rule", rule}, {"hopfield.symmetric", symmetric}});
      const std::string bytes = encode_model(*model);
      const auto again = decode_model(bytes, "m.protea", model_kinds());
      EXPECT_EQ(encode_model(*again), bytes);
      EXPECT_EQ(again->learned_text(), model->learned_text());
      const EncodedTable rows = table_of(2, 8, {0, 1, 1, 1, 0, 0, 0, 1, 1, gap, 0, 0, 1, 1, 0, gap});
      EXPECT_EQ(answers(*again, rows).winners, answers(*model, rows).winners);
      EXPECT_EQ(answers(*again, rows).distances, answers(*model, rows).distances);
    }
  }
}

TEST(HopfieldModel, RefusesDamagedFiles) {
  const std::string bytes = encode_model(*trained(two_patterns()));
  const auto after = [&](const std::function<void(TensorFile&)>& change) {
    TensorFile file = decode_tensors(bytes, "m.protea");
    change(file);
    const std::string damaged = encode_tensors(file);
    EXPECT_THROW(decode_model(damaged, "m.protea", model_kinds()), DataError);
    return refusal([&] { decode_model(damaged, "m.protea", model_kinds()); });
  };
  const auto values = [](TensorFile& file, std::string_view name) -> std::vector<double>& {
    for (Tensor& tensor : file.tensors) {
      if (tensor.name == name) return std::get<std::vector<double>>(tensor.values);
    }
    throw std::out_of_range("no such tensor");
  };
  const auto replace = [](TensorFile& file, const std::string& from, const std::string& to) {
    for (auto& [key, text] : file.metadata) {
      const std::size_t at = text.find(from);
      if (at != std::string::npos) text.replace(at, from.size(), to);
    }
  };
  EXPECT_EQ(after([&](TensorFile& file) { values(file, "hopfield.weights")[9] = 1; }),
            "m.protea: no unit of a network acts on itself: the diagonal must be 0");
  EXPECT_EQ(after([&](TensorFile& file) { values(file, "hopfield.weights")[1] = 1e300; }),
            "m.protea: the weights of the network are too large");
  EXPECT_EQ(after([&](TensorFile& file) { values(file, "hopfield.patterns")[3] = 0; }),
            "m.protea: a stored pattern has a value that is neither -1 nor 1");
  EXPECT_EQ(after([&](TensorFile& file) { replace(file, "\"names\":[\"1\",\"2\"]", "\"names\":[\"1\"]"); }),
            "m.protea: the stored patterns are incomplete");
  EXPECT_EQ(after([&](TensorFile& file) { replace(file, "\"low\":0", "\"low\":7"); }),
            "m.protea: the two values of the patterns are none");
  EXPECT_EQ(after([&](TensorFile& file) { replace(file, "\"unit\":0.125", "\"unit\":-1"); }),
            "m.protea: the unit of the weights is none");
  EXPECT_NE(after([&](TensorFile& file) {
              for (Tensor& tensor : file.tensors) {
                if (tensor.name == "hopfield.weights") tensor = {tensor.name, {2, 2}, std::vector<double>(4)};
              }
            }).find("wrong shape"),
            std::string::npos);
  EXPECT_NE(after([](TensorFile& file) {
              std::erase_if(file.tensors, [](const Tensor& t) { return t.name == "hopfield.patterns"; });
            }),
            "");
}

TEST(HopfieldModel, RefusesWhatIsNoPattern) {
  EXPECT_EQ(refusal([] {
              trained(table_of(2, 2, {0, 1, 1, 3}));
            }),
            "patterns.csv:3:2: found 3 beside 0 and 1: patterns have two values, such as -1 and 1 or 0 and 1");
  EXPECT_EQ(refusal([] {
              trained(table_of(1, 2, {1, 1}));
            }),
            "patterns.csv: every cell is 1: patterns have two values, such as -1 and 1 or 0 and 1");
  EXPECT_NE(refusal([] {
              trained(table_of(2, 2, {0, 1, 1, gap}));
            }).find("patterns.csv:3:2: the value of 'c2' is missing"),
            std::string::npos);
  EXPECT_EQ(as_network(*trained(table_of(2, 2, {0, 1, 1, gap}), {{"missing", "drop"}})).patterns.rows(), 1U);
  const auto model = trained(two_patterns());
  EXPECT_EQ(refusal([&] {
              answers(*model, table_of(1, 8, {0, 1, 0, 1, 0, 1, 0, -1}));
            }),
            "patterns.csv:2:8: found -1: the patterns of the model hold 0 and 1");
  EXPECT_EQ(refusal([&] {
              answers(*model, table_of(1, 2, {0, 1}));
            }),
            "patterns.csv: the model was trained on 8 features, the data have 2");
  EXPECT_EQ(refusal([] {
              make_method("hopfield", {{"scale", "z-score"}});
            }),
            "scale = z-score: patterns have two values and stay as they are: leave out scale");
  EXPECT_EQ(refusal([] {
              make_method("hopfield", {{"missing", "mean"}});
            }),
            "missing = mean: a cell of a pattern has one of two values: use missing = drop, which leaves the row out");
  EXPECT_EQ(make_method("hopfield", {{"scale", "none"}})->describe(), make_method("hopfield", {})->describe());
}

}   // namespace
}   // namespace protea
