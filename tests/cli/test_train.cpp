// protea train: what it reports is what the saved model does.
#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include <cli/command.hpp>

namespace protea::cli {
namespace {

using Vector = std::vector<double>;

struct Samples {
  std::vector<Vector> x;
  Words y;
};

// The built-in iris through protea convert: four numbers and a word per line.
Samples iris(const Folder& folder) {
  Samples samples;
  std::istringstream lines(folder.text({"convert", "iris", "-"}));
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    std::istringstream cells(line);
    std::string cell;
    Vector row;
    for (int j = 0; j < 4 && std::getline(cells, cell, ','); ++j) row.push_back(std::stod(cell));
    std::getline(cells, cell);
    samples.x.push_back(row);
    samples.y.push_back(cell);
  }
  return samples;
}

struct Answer {
  double cost = 0;   // Σ Φ((d⁺ − d⁻)/(d⁺ + d⁻)), Φ the identity or the logistic function, and the price of the matrix
  double accuracy = 0;
};

// The GLVQ cost and the nearest-prototype accuracy, computed from what protea inspect shows and nothing else.
Answer recompute(const Samples& samples, const Json& model) {
  const auto shift = model["scaling"]["shift"].get<Vector>();
  const auto factor = model["scaling"]["factor"].get<Vector>();
  const auto w = model["prototypes_model_units"].get<std::vector<Vector>>();
  const auto lambda = model["lambda"].get<std::vector<Vector>>();
  Answer answer;
  for (std::size_t i = 0; i < samples.x.size(); ++i) {
    double right = std::numeric_limits<double>::infinity();
    double wrong = right;
    for (std::size_t k = 0; k < w.size(); ++k) {
      Vector difference;
      for (std::size_t j = 0; j < shift.size(); ++j)
        difference.push_back((samples.x[i][j] - shift[j]) * factor[j] - w[k][j]);
      double d = 0;
      for (std::size_t a = 0; a < shift.size(); ++a) {
        for (std::size_t b = 0; b < shift.size(); ++b) d += difference[a] * lambda[a][b] * difference[b];
      }
      double& nearest = model["labels"][k] == samples.y[i] ? right : wrong;
      nearest = std::min(nearest, d);
    }
    const double mu = (right - wrong) / (right + wrong);
    const Json& rule = model["options"]["rule"]["options"];
    answer.cost += rule["activation"] == "identity" ? mu : 1 / (1 + std::exp(-rule["steepness"].get<double>() * mu));
    answer.accuracy += right < wrong ? 1.0 / static_cast<double>(samples.x.size()) : 0.0;
  }
  // −(μ/2) ln det Λ for each sample, det Λ the product of the eigenvalues
  const double strength = model["options"]["dissimilarity"]["options"].value("log_det", 0.0);
  for (const double eigenvalue : model["eigenvalues"].get<Vector>()) {
    if (strength > 0) answer.cost -= static_cast<double>(samples.x.size()) * strength / 2 * std::log(eigenvalue);
  }
  return answer;
}

TEST(Train, ReportsTheSumOfLossesAndTheAccuracyOfTheModelItSaves) {
  const Folder folder;
  const Samples samples = iris(folder);
  ASSERT_EQ(samples.x.size(), 150u);
  for (const Words& choice :
       {Words{"--method", "glvq", "--rule.activation", "identity"},
        {"--method", "gmlvq", "--rule.activation", "sigmoid"},
        {"--method", "grlvq", "--rule.activation", "sigmoid", "--prototypes", "2"},
        {"--method", "gmlvq", "--rule.activation", "identity", "--optimizer", "sgd", "--epochs", "7"}}) {
    SCOPED_TRACE(testing::PrintToString(choice));
    Words arguments{"train", "iris", "-o", "m.protea"};
    arguments.insert(arguments.end(), choice.begin(), choice.end());
    const Json report = folder.json(arguments);
    const Answer answer = recompute(samples, folder.json({"inspect", "m.protea"}));
    EXPECT_NEAR(report["cost"].get<double>(), answer.cost, 1e-9 * std::abs(answer.cost));
    EXPECT_NEAR(report["accuracy"].get<double>(), answer.accuracy, 1e-12);
    EXPECT_EQ(report["accuracy"], folder.json({"evaluate", "m.protea", "iris"})["accuracy"]);
  }
}

TEST(Train, ReportsEveryKeyThatScriptsRelyOn) {
  const Folder folder;
  const Json report = folder.json({"train", "iris", "-o", "m.protea", "--rule.activation", "identity"});
  EXPECT_EQ(report["method"], "gmlvq");
  EXPECT_EQ(report["samples"], 150);
  EXPECT_EQ(report["features"], 4);
  EXPECT_EQ(report["classes"], 3);
  EXPECT_EQ(report["prototypes"], 3);
  EXPECT_EQ(report["converged"], true);
  EXPECT_EQ(report["model"], "m.protea");
  EXPECT_GT(report["epochs"].get<int>(), 1);
  EXPECT_LT(report["epochs"].get<int>(), 200);
  EXPECT_GT(report["seconds"].get<double>(), 0);
  EXPECT_LT(report["cost"].get<double>(), -100);
  EXPECT_GT(report["accuracy"].get<double>(), 0.95);
}

TEST(Train, AccuracyIsThatOfEvaluateOnTheSameFileEvenWithAHeldOutPart) {
  const Folder folder;
  const Json report =
      folder.json({"train", "crabs", "-o", "m.protea", "--method", "glvq", "--validation", "0.3", "--epochs", "3"});
  EXPECT_EQ(report["samples"], 140);
  EXPECT_EQ(report["accuracy"], folder.json({"evaluate", "m.protea", "crabs"})["accuracy"]);
}

TEST(Train, PutsMostOfTheTraceOnPetalsForIris) {
  const Folder folder;
  folder.text({"train", "iris", "-o", "m.protea", "--method", "gmlvq", "--optimizer", "l-bfgs", "--scale", "z-score",
               "--prototypes", "1", "--rule.activation", "identity"});
  const auto relevances = folder.json({"inspect", "m.protea"})["relevances"].get<Vector>();
  EXPECT_GT(relevances[2] + relevances[3], 0.8);
}

TEST(Train, RunsEveryMethodAndNamesItInReportAndModel) {
  const Folder folder;
  const Json catalogue = folder.json({"describe"});
  ASSERT_GE(catalogue["methods"].size(), 11u);
  folder.write("patterns.csv", "a,b,c,d\n1,-1,1,1\n-1,1,1,-1\n");
  for (const Json& method : catalogue["methods"]) {
    const std::string name = method["name"];
    SCOPED_TRACE(name);
    const std::string data = name == "hopfield" ? "patterns.csv" : "iris";
    Words words{"train", data, "-o", "m.protea", "--method", name};
    const bool is_composition = method.contains("rule");
    if (is_composition) words.insert(words.end(), {"--epochs", "5", "--prototypes", "2"});
    const bool has_numbers = method["targets"] == Json({"numbers"});
    if (has_numbers) words.insert(words.end(), {"--target", "petal_width", "--ignore", "class"});
    const Json report = folder.json(words);
    EXPECT_EQ(report["method"], name);
    EXPECT_EQ(folder.json({"inspect", "m.protea"})["method"], name);
    if (name == "xom" || name == "hopfield") continue;   // these have places and patterns, and no prototypes
    const bool goes_by_classes = report.value("classes", 0) == 3 && name != "fl-som" && name != "fl-ng";
    if (is_composition) {
      EXPECT_EQ(report["prototypes"], name == "knn" ? 150 : goes_by_classes ? 6 : 2);   // there every sample is one
    }
    const char* const measure = has_numbers                       ? "rmse"
                                : report.value("classes", 0) == 3 ? "accuracy"
                                                                  : "quantization_error";
    const Json judged = folder.json({"evaluate", "m.protea", "iris"});
    EXPECT_NEAR(judged[measure].get<double>(), report[measure].get<double>(), 1e-14);
  }
}

TEST(Train, TakesTheNumberOfPrototypesPerClass) {
  const Folder folder;
  EXPECT_EQ(folder.json({"train", "iris", "-o", "m.protea", "--prototypes", "setosa=1,virginica=3"})["prototypes"], 5);
  const Json labels = folder.json({"inspect", "m.protea"})["labels"];
  EXPECT_EQ(std::ranges::count(labels, Json("setosa")), 1);
  EXPECT_EQ(std::ranges::count(labels, Json("versicolor")), 1);
  EXPECT_EQ(std::ranges::count(labels, Json("virginica")), 3);
}

TEST(Train, ComposesRuleDissimilarityScopeAndOptimizerFromFlags) {
  const Folder folder;
  for (const std::string optimizer : {"sgd", "momentum", "adam", "waypoint", "l-bfgs"}) {
    for (const std::string scope : {"shared", "class", "prototype"}) {
      SCOPED_TRACE(optimizer + " " + scope);
      const Json report = folder.json({"train",
                                       "iris",
                                       "-o",
                                       "m.protea",
                                       "--rule",
                                       "glvq",
                                       "--rule.activation",
                                       "sigmoid",
                                       "--rule.steepness",
                                       "2",
                                       "--dissimilarity",
                                       "matrix",
                                       "--dissimilarity.rank",
                                       "2",
                                       "--scope",
                                       scope,
                                       "--optimizer",
                                       optimizer,
                                       "--epochs",
                                       "4",
                                       "--seed",
                                       "7",
                                       "--threads",
                                       "2"});
      EXPECT_LE(report["epochs"].get<int>(), 4);
      const Json model = folder.json({"inspect", "m.protea"});
      EXPECT_EQ(model["scope"], scope);
      EXPECT_EQ(model["options"]["rule"]["options"]["steepness"], 2);
      EXPECT_EQ(model["options"]["dissimilarity"]["options"]["rank"], 2);
      EXPECT_EQ(model["options"]["optimizer"]["name"], optimizer);
      EXPECT_EQ(model["options"]["plan"]["seed"], 7);
    }
  }
}

TEST(Train, StartsFromEveryKindOfInitialPrototypes) {
  const Folder folder;
  folder.text({"train", "iris", "-o", "first.protea", "--method", "glvq", "--epochs", "1"});
  for (const std::string init : {"class-mean", "k-means", "random-sample", "uniform", "even"}) {
    SCOPED_TRACE(init);
    const Json report = folder.json({"train", "iris", "-o", "m.protea", "--init", init, "--prototypes", "2"});
    EXPECT_EQ(report["prototypes"], 6);
  }
  EXPECT_EQ(
      folder.json({"train", "iris", "-o", "m.protea", "--init", "file", "--init.file", "first.protea"})["prototypes"],
      3);
}

TEST(Train, LearnsScalingFromTheDataAndStoresIt) {
  const Folder folder;
  folder.text({"train", "iris", "-o", "m.protea", "--epochs", "1"});
  const Json z_score = folder.json({"inspect", "m.protea"})["scaling"];
  const Vector mean{5.843333333333334, 3.057333333333334, 3.758, 1.199333333333333};   // R: colMeans(iris[1:4])
  const Vector deviation{0.8280661, 0.4358663, 1.7652982, 0.7622377};                  // R: sapply(iris[1:4], sd)
  for (std::size_t j = 0; j < 4; ++j) {
    EXPECT_NEAR(z_score["shift"][j].get<double>(), mean[j], 1e-12);
    EXPECT_NEAR(z_score["factor"][j].get<double>(), 1 / deviation[j], 1e-6);
  }
  folder.text({"train", "iris", "-o", "m.protea", "--epochs", "1", "--scale", "min-max"});
  const Json min_max = folder.json({"inspect", "m.protea"})["scaling"];
  EXPECT_DOUBLE_EQ(min_max["shift"][0].get<double>(), 4.3);
  EXPECT_DOUBLE_EQ(min_max["factor"][0].get<double>(), 1 / (7.9 - 4.3));
  for (const std::string scale : {"none", "unit-sum"}) {
    folder.text({"train", "iris", "-o", "m.protea", "--epochs", "1", "--scale", scale});
    EXPECT_EQ(folder.json({"inspect", "m.protea"})["scaling"]["name"], scale);
  }
}

TEST(Train, FillsMissingValuesAndTurnsWordsIntoNumbersWhenAsked) {
  const Folder folder;
  const Json report = folder.json({"train", "penguins", "-o", "m.protea", "--nominal", "one-hot", "--missing", "mean"});
  EXPECT_EQ(report["samples"], 344);
  EXPECT_EQ(report["features"], 10);   // five numbers, three islands, two sexes
  EXPECT_EQ(folder.json({"evaluate", "m.protea", "penguins"})["accuracy"], report["accuracy"]);
  const auto fill = folder.json({"inspect", "m.protea"})["scaling"]["fill"].get<Vector>();
  EXPECT_NEAR(fill[3], 43.92193, 1e-5);   // R: mean(penguins$bill_length_mm, na.rm = TRUE)
  EXPECT_EQ(
      folder.json({"train", "penguins", "-o", "m.protea", "--nominal", "one-hot", "--missing", "drop"})["samples"],
      333);
  EXPECT_EQ(
      folder.json({"train", "penguins", "-o", "m.protea", "--nominal", "one-hot", "--missing", "median"})["samples"],
      344);
}

TEST(Train, WritesAValidSafetensorsFileWithAChecksumPerTensor) {
  const Folder folder;
  folder.text({"train", "iris", "-o", "m.protea", "--quiet"});
  const std::string bytes = folder.read("m.protea");
  std::size_t length = 0;
  for (int i = 7; i >= 0; --i) length = 256 * length + static_cast<unsigned char>(bytes[static_cast<std::size_t>(i)]);
  ASSERT_LE(8 + length, bytes.size());
  const Json header = Json::parse(bytes.substr(8, length));
  std::size_t end = 0;
  for (const auto& [name, tensor] : header.items()) {
    if (name == "__metadata__") continue;
    EXPECT_NE(header["__metadata__"].dump().find(name), std::string::npos) << "no checksum of " << name;
    end = std::max(end, tensor["data_offsets"][1].get<std::size_t>());
  }
  for (const auto& [key, value] : header["__metadata__"].items()) EXPECT_TRUE(value.is_string()) << key;
  EXPECT_EQ(8 + length + end, bytes.size());
  EXPECT_EQ(header["prototypes"]["shape"], Json({3, 4}));
}

}   // namespace
}   // namespace protea::cli
