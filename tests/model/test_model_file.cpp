// Model files: whole or refused, as documented inside, and codebooks as models.
#include <protea/model/model_file.hpp>

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include <data/readers_support.hpp>
#include <protea/base/file.hpp>
#include <protea/base/safetensors.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/runtime/serial.hpp>
#include <protea/catalogue/configure.hpp>
#include <support/loaded.hpp>

namespace protea {
namespace {

using readers::data_error;
using Shape = std::vector<std::size_t>;

const EncodedTable& iris() {
  static const EncodedTable data = encode_training_table(read_table("iris"), "", Nominal::refuse);
  return data;
}

PrototypeModel trained(const std::string& method, Settings changes = {}) {
  changes.emplace_back("epochs", "2");
  Serial serial;
  return train_model(configure(method, changes), iris().dataset, iris().encoding, serial).model;
}

const std::string& gmlvq_bytes() {
  static const std::string bytes = encode_model(trained("gmlvq", {{"missing", "mean"}}));
  return bytes;
}

TensorFile gmlvq_tensors() { return decode_tensors(gmlvq_bytes(), "m.protea"); }

std::string refusal(const std::string& bytes) {
  return data_error([&] { testing::decoded(bytes); });
}

Shape shape_of(const PrototypeModel& model, std::string_view name) {
  return decode_tensors(encode_model(model), "m").tensor(name).shape;
}

// Scores and labels of all iris samples, scaling included.
std::vector<double> answers(const PrototypeModel& model) {
  Serial serial;
  const Matrix x = prepare(model, iris().dataset);
  const Predictions predictions = predict(model, x.view(), serial);
  std::vector<double> result(predictions.labels.begin(), predictions.labels.end());
  result.insert(result.end(), predictions.scores.values().begin(), predictions.scores.values().end());
  return result;
}

TEST(ModelFile, ReadsBackAsTheModelItWas) {
  const PrototypeModel model = trained("gmlvq", {{"missing", "mean"}});
  const PrototypeModel again = testing::decoded(encode_model(model));
  EXPECT_EQ(answers(again), answers(model));
  EXPECT_EQ(again.class_names, model.class_names);
  EXPECT_EQ(again.encoding.feature_names(), model.encoding.feature_names());
  EXPECT_EQ(again.preparation.fill, model.preparation.fill);
  EXPECT_EQ(again.preparation.shift, model.preparation.shift);
  EXPECT_EQ(again.record.cost, model.record.cost);
  EXPECT_EQ(encode_model(again), encode_model(model));
}

TEST(ModelFile, IsRefusedWhereverItIsCutOff) {
  const std::string& bytes = gmlvq_bytes();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const std::string message = refusal(bytes.substr(0, size));
    ASSERT_TRUE(message.starts_with("m.protea: ")) << size << ": " << message;
  }
  EXPECT_TRUE(refusal(bytes + '\0').starts_with("m.protea: "));
}

TEST(ModelFile, NeverAnswersDifferentlyAfterAByteWasFlipped) {
  const std::string& bytes = gmlvq_bytes();
  const std::vector<double> expected = answers(testing::decoded(bytes));
  std::size_t refused = 0;
  std::size_t tried = 0;
  for (std::size_t at = 0; at < bytes.size(); at += 7) {
    for (const int flip : {0x01, 0x20, 0x80, 0xff}) {
      std::string altered = bytes;
      altered[at] = static_cast<char>(altered[at] ^ flip);
      ++tried;
      try {
        const PrototypeModel model = testing::decoded(altered);
        ASSERT_EQ(answers(model), expected) << "byte " << at << " xor " << flip;
      } catch (const DataError& error) {
        ASSERT_TRUE(std::string_view(error.what()).starts_with("m.protea: ")) << error.what();
        ++refused;
      }
    }
  }
  EXPECT_EQ(refused, tried);   // a checksum of 32 bits sees every change of one byte
}

TEST(ModelFile, OfAnotherFormatVersionIsRefusedWithBothVersions) {
  TensorFile file = gmlvq_tensors();
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(file.metadata_text("protea"));
  ASSERT_EQ(json.at("format"), 1);
  json["format"] = 2;
  file.metadata[0].second = json.dump();
  EXPECT_EQ(refusal(encode_tensors(file)), "m.protea: this model file has format 2, this program reads format 1");
}

TEST(ModelFile, WithoutADescriptionIsNoModel) {
  TensorFile file = gmlvq_tensors();
  file.metadata.clear();
  EXPECT_EQ(refusal(encode_tensors(file)), "m.protea: a safetensors file, but not a model of protea");
}

TEST(ModelFile, WithoutAnyOnePartOfItsDescriptionIsRefused) {
  const auto whole = nlohmann::ordered_json::parse(gmlvq_tensors().metadata_text("protea"));
  for (const auto& [key, value] : whole.items()) {
    for (const bool is_replaced : {false, true}) {
      nlohmann::ordered_json json = whole;
      if (key == "decision" && !is_replaced) continue;   // files of earlier versions have none
      if (is_replaced) json[key] = nlohmann::ordered_json::array({nullptr});
      else json.erase(key);
      TensorFile file = gmlvq_tensors();
      file.metadata[0].second = json.dump();
      const std::string message = refusal(encode_tensors(file));
      EXPECT_TRUE(message.starts_with("m.protea: ")) << key << ": " << message;
    }
  }
}

TEST(ModelFile, WithoutAnyOneOfItsTensorsIsRefused) {
  for (const Tensor& tensor : gmlvq_tensors().tensors) {
    TensorFile file = gmlvq_tensors();
    std::erase_if(file.tensors, [&](const Tensor& each) { return each.name == tensor.name; });
    const std::string message = refusal(encode_tensors(file));
    EXPECT_TRUE(message.starts_with("m.protea: ")) << tensor.name << ": " << message;
  }
}

TEST(ModelFile, WithoutTheNumbersOfItsScalingIsRefused) {
  // The description says z-score, so that unscaled answers would be wrong ones.
  TensorFile file = gmlvq_tensors();
  std::erase_if(file.tensors, [](const Tensor& each) {
    return each.name == "preparation.shift" || each.name == "preparation.factor";
  });
  const std::string message = refusal(encode_tensors(file));
  EXPECT_TRUE(message.starts_with("m.protea: ")) << message;
}

TEST(ModelFile, WithATensorOfAnotherShapeIsRefused) {
  TensorFile file = gmlvq_tensors();
  ASSERT_EQ(file.tensors[0].name, "prototypes");
  file.tensors[0].shape = {4, 3};   // for 3 prototypes of 4 features
  const std::string message = refusal(encode_tensors(file));
  EXPECT_TRUE(message.starts_with("m.protea: ")) << message;
}

TEST(ModelFile, WithALabelOfNoClassIsRefused) {
  for (const std::int32_t stray : {-1, 3}) {
    TensorFile file = gmlvq_tensors();
    for (Tensor& tensor : file.tensors) {
      if (tensor.name == "labels") std::get<std::vector<std::int32_t>>(tensor.values)[1] = stray;
    }
    EXPECT_EQ(refusal(encode_tensors(file)), "m.protea: a prototype has a label that no class has");
  }
}

TEST(ModelFile, HoldsTensorsOfTheDocumentedShapes) {
  // Iris: n = 4 features, 3 classes. docs/models.md, "The file".
  const PrototypeModel full = trained("gmlvq", {{"prototypes", "2"}, {"missing", "mean"}});
  EXPECT_EQ(shape_of(full, "prototypes"), (Shape{6, 4}));
  EXPECT_EQ(shape_of(full, "metric"), (Shape{1, 4, 4}));
  EXPECT_EQ(shape_of(full, "rule"), (Shape{0}));
  EXPECT_EQ(shape_of(full, "labels"), (Shape{6}));
  for (const char* name : {"preparation.fill", "preparation.shift", "preparation.factor"})
    EXPECT_EQ(shape_of(full, name), (Shape{4}));
  EXPECT_EQ(shape_of(trained("gmlvq", {{"dissimilarity.rank", "2"}}), "metric"), (Shape{1, 2, 4}));
  EXPECT_EQ(shape_of(trained("gmlvq", {{"dissimilarity.rank", "1"}}), "metric"), (Shape{1, 4}));
  EXPECT_EQ(shape_of(trained("grlvq"), "metric"), (Shape{1, 4}));
  EXPECT_EQ(shape_of(trained("grlvq", {{"scope", "class"}, {"prototypes", "2"}}), "metric"), (Shape{3, 4}));
  EXPECT_EQ(shape_of(trained("gmlvq", {{"scope", "prototype"}, {"prototypes", "2"}}), "metric"), (Shape{6, 4, 4}));
  EXPECT_EQ(shape_of(trained("glvq"), "metric"), (Shape{1, 0}));
  EXPECT_EQ(shape_of(trained("olvq1", {{"prototypes", "2"}}), "rule"), (Shape{6}));
}

TEST(ModelFile, HoldsOnlyTheNumbersOfThePreparationThatItUses) {
  const TensorFile file = decode_tensors(encode_model(trained("glvq", {{"scale", "none"}})), "m");
  for (const char* name : {"preparation.fill", "preparation.shift", "preparation.factor"})
    EXPECT_FALSE(file.has_tensor(name));
}

TEST(ModelFile, IsLoadedFromTheDiskAndRefusedWhenItIsNotOne) {
  const readers::TemporaryDirectory directory;
  const PrototypeModel model = trained("glvq");
  save_model(model, directory.file("m.protea"));
  EXPECT_EQ(read_file(directory.file("m.protea")), encode_model(model));
  EXPECT_EQ(answers(testing::loaded(directory.file("m.protea"))), answers(model));
  EXPECT_THROW(testing::loaded(directory.file("absent.protea")), DataError);
  EXPECT_THROW(testing::loaded(directory.file("empty.protea", "")), DataError);
  EXPECT_THROW(testing::loaded(directory.file("text.protea", "a,b,class\n1,2,p\n")), DataError);
}

Codebook codebook_of(std::size_t dimension, const std::vector<double>& values, const std::vector<std::string>& labels) {
  Codebook codebook{.dimension = dimension, .vectors = Matrix(labels.size(), dimension), .labels = labels};
  std::copy(values.begin(), values.end(), codebook.vectors.values().begin());
  return codebook;
}

TEST(CodebookModel, GivesTheCodebookBackToTheBit) {
  const Codebook codebook = codebook_of(2, {0.1, -1e300, 5e-324, 3, 1.0 / 3, 7, 0, -0.0}, {"b", "a", "b", "10"});
  const PrototypeModel model = model_from_codebook(codebook, "c.cod");
  EXPECT_EQ(model.class_names, (std::vector<std::string>{"10", "a", "b"}));
  for (const Codebook& again :
       {codebook_from_model(model), codebook_from_model(testing::decoded(encode_model(model)))}) {
    EXPECT_EQ(format_codebook(again), format_codebook(codebook));
    EXPECT_EQ(again.labels, codebook.labels);
    EXPECT_TRUE(std::ranges::equal(again.vectors.values(), codebook.vectors.values()));
  }
}

TEST(CodebookModel, IsReadFromAFileThatEndsInCod) {
  const readers::TemporaryDirectory directory;
  const Codebook codebook = codebook_of(2, {1, 2, 3, 4}, {"p", "q"});
  const PrototypeModel model = testing::loaded(directory.file("c.cod", format_codebook(codebook)));
  EXPECT_EQ(format_codebook(codebook_from_model(model)), format_codebook(codebook));
}

TEST(CodebookModel, HoldsThePrototypesInOriginalUnits) {
  // model units = (original − 10)·2 and (original + 1)·0.5: (4, 3) there is (12, 5) here.
  PrototypeModel model = model_from_codebook(codebook_of(2, {4, 3}, {"p"}), "c.cod");
  model.preparation.scaling = Scaling::z_score;
  model.preparation.shift = {10, -1};
  model.preparation.factor = {2, 0.5};
  EXPECT_EQ(format_codebook(codebook_from_model(model)), format_codebook(codebook_of(2, {12, 5}, {"p"})));
}

TEST(CodebookModel, NeedsALabelForEveryVector) {
  EXPECT_EQ(data_error([] {
              model_from_codebook(codebook_of(1, {1, 2}, {"p", ""}), "c.cod");
            }),
            "c.cod: vector 2 has no label");
}

// Small whole numbers: distances are exact, and many of them are equal.
TEST(CodebookModel, PredictsTheLabelOfTheNearestVectorAndTheFirstOfEqualOnes) {
  constexpr std::size_t n = 3;
  constexpr std::size_t vectors = 23;
  constexpr std::size_t samples = 700;   // more than two blocks of predict()
  Random random(11, Purpose::generator);
  std::vector<double> values(vectors * n);
  std::vector<std::string> labels(vectors);
  for (double& value : values) value = static_cast<double>(random.below(7));
  for (std::string& label : labels) label = std::string(1, static_cast<char>('p' + random.below(4)));
  Matrix x(samples, n);
  for (double& value : x.values()) value = static_cast<double>(random.below(7));

  const PrototypeModel model = model_from_codebook(codebook_of(n, values, labels), "c.cod");
  Serial serial;
  const Predictions predictions = predict(model, std::as_const(x).view(), serial);
  std::size_t ties = 0;
  for (std::size_t i = 0; i < samples; ++i) {
    std::size_t nearest = 0;
    double smallest = INFINITY;
    bool is_tied = false;
    for (std::size_t k = 0; k < vectors; ++k) {
      double d = 0;
      for (std::size_t j = 0; j < n; ++j) d += (x(i, j) - values[k * n + j]) * (x(i, j) - values[k * n + j]);
      is_tied = d < smallest ? false : is_tied || (d == smallest && labels[k] != labels[nearest]);
      if (d < smallest) {
        smallest = d;
        nearest = k;
      }
    }
    ties += is_tied ? 1 : 0;
    EXPECT_EQ(model.class_names[static_cast<std::size_t>(predictions.labels[i])], labels[nearest]) << i;
  }
  EXPECT_GT(ties, 20U);
}

TEST(CodebookModel, ScoresClassesByTheShareOfInverseDistances) {
  // d = 1 to p (the nearer of two), 4 to q: 1 : 1/4 is 0.8 : 0.2. On a prototype of p, p takes everything.
  const PrototypeModel model = model_from_codebook(codebook_of(1, {0, 3, -5}, {"p", "q", "p"}), "c.cod");
  Matrix x(2, 1);
  x(0, 0) = 1;
  x(1, 0) = -5;
  Serial serial;
  const Predictions predictions = predict(model, std::as_const(x).view(), serial);
  EXPECT_NEAR(predictions.scores(0, 0), 0.8, 1e-15);
  EXPECT_NEAR(predictions.scores(0, 1), 0.2, 1e-15);
  EXPECT_EQ(predictions.scores(1, 0), 1);
  EXPECT_EQ(predictions.scores(1, 1), 0);
}

TEST(CodebookModel, RefusesASampleWhoseDistancesOverflow) {
  // (1e200)² is beyond the largest double.
  const PrototypeModel model = model_from_codebook(codebook_of(1, {0, 3}, {"p", "q"}), "c.cod");
  Matrix x(1, 1);
  x(0, 0) = 1e200;
  Serial serial;
  EXPECT_THROW(predict(model, std::as_const(x).view(), serial), NumericalError);
}

}   // namespace
}   // namespace protea
