// protea predict, evaluate, cross-validate, inspect and distance: their answers agree with each other and with hand
// computation.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <sstream>

#include <cli/command.hpp>

namespace protea::cli {
namespace {

using Vector = std::vector<double>;
using Rows = std::vector<Vector>;

double sum(const Vector& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

double sum(const Rows& rows) {
  double total = 0;
  for (const Vector& row : rows) total += sum(row);
  return total;
}

Words lines_of(const std::string& text) {
  Words lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

void expect_consistent(const Json& report) {
  const auto confusion = report["confusion"].get<Rows>();
  double right = 0;
  double recalls = 0;
  for (std::size_t c = 0; c < confusion.size(); ++c) {
    right += confusion[c][c];
    recalls += confusion[c][c] / sum(confusion[c]) / static_cast<double>(confusion.size());
  }
  EXPECT_EQ(sum(confusion), report["samples"].get<double>());
  EXPECT_NEAR(report["accuracy"].get<double>(), right / sum(confusion), 1e-12);
  EXPECT_NEAR(report["balanced_accuracy"].get<double>(), recalls, 1e-12);
}

TEST(Evaluate, ConfusionHasTrueClassesInRowsAndSumsToTheSamples) {
  const Folder folder;
  folder.text({"train", "crabs", "-o", "m.protea", "--epochs", "3"});
  const Json report = folder.json({"evaluate", "m.protea", "crabs"});
  EXPECT_EQ(report["samples"], 200);
  EXPECT_EQ(report["classes"], Json({"BF", "BM", "OF", "OM"}));
  for (const auto& row : report["confusion"].get<Rows>()) EXPECT_EQ(sum(row), 50);
  expect_consistent(report);
}

TEST(Evaluate, BalancedAccuracyIsTheMeanRecallAlsoForUnevenClasses) {
  const Folder folder;
  folder.text({"train", "wdbc", "-o", "m.protea", "--method", "lvq1", "--epochs", "1"});
  const Json report = folder.json({"evaluate", "m.protea", "wdbc"});
  EXPECT_NE(report["accuracy"], report["balanced_accuracy"]);
  expect_consistent(report);
}

TEST(Predict, GivesTheLabelsThatEvaluateCounts) {
  const Folder folder;
  folder.text({"train", "iris", "-o", "m.protea", "--method", "lvq1", "--epochs", "1"});
  const Json predicted = folder.json({"predict", "m.protea", "iris"})["predicted"];
  const Words data = lines_of(folder.text({"convert", "iris", "-"}));
  ASSERT_EQ(predicted.size() + 1, data.size());
  std::map<std::string, std::map<std::string, int>> counts;
  for (std::size_t i = 0; i < predicted.size(); ++i) {
    ++counts[data[i + 1].substr(data[i + 1].rfind(',') + 1)][predicted[i].get<std::string>()];
  }
  const Json report = folder.json({"evaluate", "m.protea", "iris"});
  for (std::size_t t = 0; t < 3; ++t) {
    for (std::size_t c = 0; c < 3; ++c) {
      EXPECT_EQ(report["confusion"][t][c],
                (counts[report["classes"][t].get<std::string>()][report["classes"][c].get<std::string>()]));
    }
  }
}

TEST(Predict, WritesTheSameLabelsAsTextAsJsonAndToAFile) {
  const Folder folder;
  folder.text({"train", "iris", "-o", "m.protea", "--quiet"});
  const std::string text = folder.text({"predict", "m.protea", "iris"});
  const Words lines = lines_of(text);
  const Json json = folder.json({"predict", "m.protea", "iris"});
  ASSERT_EQ(lines.size(), 151u);
  EXPECT_EQ(lines[0], "predicted");
  for (std::size_t i = 0; i < 150; ++i) EXPECT_EQ(json["predicted"][i], lines[i + 1]);
  EXPECT_EQ(folder.text({"predict", "m.protea", "iris", "-o", "out.csv"}), "");
  EXPECT_EQ(folder.read("out.csv"), text);
  EXPECT_EQ(folder.text({"predict", "m.protea", "iris", "-o", "-"}), text);
}

TEST(Predict, ScoresEveryClassAndPredictsTheBest) {
  const Folder folder;
  folder.text({"train", "iris", "-o", "m.protea", "--quiet"});
  const Json json = folder.json({"predict", "m.protea", "iris", "--scores"});
  ASSERT_EQ(json["scores"].size(), 150u);
  for (std::size_t i = 0; i < 150; ++i) {
    const auto scores = json["scores"][i].get<Vector>();
    const auto best = static_cast<std::size_t>(std::ranges::max_element(scores) - scores.begin());
    EXPECT_EQ(json["classes"][best], json["predicted"][i]);
  }
  EXPECT_EQ(lines_of(folder.text({"predict", "m.protea", "iris", "--scores"}))[0],
            "predicted,score setosa,score versicolor,score virginica");
}

// Answers are given 8192 rows at a time. Classes that come back every third row tell where a piece stands: 8192 is no multiple
// of three.
TEST(Predict, AnswersRowsOfLaterPiecesByThemselves) {
  const Folder folder;
  folder.write("train.csv", four_samples);
  folder.text({"train", "train.csv", "-o", "m.protea", "--quiet"});
  std::string rows = "name,a,b\n";
  std::string expected = "name,predicted\n";
  for (int i = 0; i < 20'000; ++i) {
    const std::string name = "r" + std::to_string(i);
    rows += name + (i % 3 == 0 ? ",1,2\n" : ",3,4\n");
    expected += name + (i % 3 == 0 ? ",x\n" : ",y\n");
  }
  folder.write("many.csv", rows);
  EXPECT_TRUE(folder.text({"predict", "m.protea", "many.csv", "--id", "name"}) == expected);
  folder.text({"predict", "m.protea", "many.csv", "--id", "name", "-o", "answers.csv"});
  EXPECT_TRUE(folder.read("answers.csv") == expected);
}

TEST(Predict, NeedsNoLabelsSoAnEmptyOrUnknownLabelIsNoHindrance) {
  const Folder folder;
  folder.write("train.csv", four_samples);
  folder.text({"train", "train.csv", "-o", "m.protea", "--quiet"});
  for (const std::string data :
       {"a,b\n1,2\n3,4\n", "a,b,class\n1,2,\n3,4,\n", "a,b,class\n1,2,?\n3,4,NA\n", "a,b,class\n1,2,new\n3,4,x\n"}) {
    folder.write("new.csv", data);
    const Result result = folder.protea({"predict", "m.protea", "new.csv"});
    EXPECT_EQ(result.code, 0) << data << result.err;
    EXPECT_EQ(result.out, "predicted\nx\ny\n") << data;
  }
}

TEST(Predict, FindsColumnsByNameWhereverTheyStand) {
  const Folder folder;
  folder.write("train.csv", four_samples);
  folder.text({"train", "train.csv", "-o", "m.protea", "--quiet"});
  folder.write("moved.csv", "class,note,b,a\nx,hello,2,1\ny,world,4,3\n");
  EXPECT_EQ(folder.text({"predict", "m.protea", "moved.csv"}), "predicted\nx\ny\n");
}

TEST(CrossValidate, SummarizesEveryFoldOfEveryRepeat) {
  const Folder folder;
  const Json report =
      folder.json({"cross-validate", "iris", "--method", "glvq", "--folds", "10", "--repeats", "3", "--epochs", "10"});
  for (const char* measure : {"accuracy", "balanced_accuracy"}) {
    const auto folds = report[measure]["folds"].get<Vector>();
    ASSERT_EQ(folds.size(), 30u);
    const double mean = sum(folds) / 30;
    double squares = 0;
    for (const double value : folds) squares += (value - mean) * (value - mean);
    EXPECT_NEAR(report[measure]["mean"].get<double>(), mean, 1e-12);
    EXPECT_NEAR(report[measure]["std"].get<double>(), std::sqrt(squares / 29), 1e-12);
  }
  // Folds of 15 samples each: the mean of the folds is the share of the diagonal.
  const auto confusion = report["confusion"].get<Rows>();
  EXPECT_EQ(sum(confusion), 450);
  EXPECT_NEAR(report["accuracy"]["mean"].get<double>(), (confusion[0][0] + confusion[1][1] + confusion[2][2]) / 450,
              1e-12);
}

TEST(CrossValidate, GivesTheSameForAnyNumberOfThreadsAndOtherFoldsForAnotherSeed) {
  const Folder folder;
  const auto run = [&](const std::string& threads, const std::string& seed) {
    return folder.text({"cross-validate", "wine", "--folds", "4", "--repeats", "2", "--epochs", "5", "--threads",
                        threads, "--seed", seed, "--json", "--quiet"});
  };
  EXPECT_EQ(run("1", "1"), run("3", "1"));
  EXPECT_NE(run("1", "1"), run("1", "2"));
}

TEST(Inspect, OriginalUnitsAreModelUnitsScaledBack) {
  const Folder folder;
  folder.text({"train", "wine", "-o", "m.protea", "--quiet", "--prototypes", "2"});
  const Json model = folder.json({"inspect", "m.protea"});
  ASSERT_EQ(model["prototypes"].size(), 6u);
  ASSERT_EQ(model["labels"].size(), 6u);
  for (std::size_t k = 0; k < 6; ++k) {
    for (std::size_t j = 0; j < 13; ++j) {
      const double original = model["prototypes"][k][j];
      const double shift = model["scaling"]["shift"][j];
      const double factor = model["scaling"]["factor"][j];
      EXPECT_NEAR((original - shift) * factor, model["prototypes_model_units"][k][j].get<double>(), 1e-9);
    }
  }
}

void expect_normalized(const Json& metric) {
  const auto relevances = metric["relevances"].get<Vector>();
  const auto lambda = metric["lambda"].get<Rows>();
  const auto eigenvalues = metric["eigenvalues"].get<Vector>();
  EXPECT_NEAR(sum(relevances), 1, 1e-9);
  EXPECT_NEAR(sum(eigenvalues), 1, 1e-9);
  EXPECT_TRUE(std::ranges::is_sorted(eigenvalues, std::ranges::greater{}));
  EXPECT_GE(eigenvalues.back(), -1e-9);
  for (std::size_t i = 0; i < lambda.size(); ++i) {
    EXPECT_DOUBLE_EQ(lambda[i][i], relevances[i]);
    for (std::size_t j = 0; j < i; ++j) EXPECT_NEAR(lambda[i][j], lambda[j][i], 1e-12);
  }
}

TEST(Inspect, RelevancesAreTheDiagonalOfLambdaAndSumToOne) {
  const Folder folder;
  for (const std::string dissimilarity : {"relevance", "matrix"}) {
    for (const std::string scope : {"shared", "class", "prototype"}) {
      SCOPED_TRACE(dissimilarity + " " + scope);
      folder.text({"train", "iris", "-o", "m.protea", "--dissimilarity", dissimilarity, "--scope", scope,
                   "--prototypes", "2", "--quiet"});
      const Json model = folder.json({"inspect", "m.protea"});
      expect_normalized(model);
      EXPECT_EQ(model["groups"].size(), scope == "shared" ? 0u : (scope == "class" ? 3u : 6u));
      for (const Json& group : model["groups"]) expect_normalized(group);
    }
  }
}

TEST(Inspect, AMatrixOfRankTwoHasTwoEigenvalues) {
  const Folder folder;
  folder.text({"train", "iris", "-o", "m.protea", "--method", "liram-lvq", "--quiet"});
  const auto eigenvalues = folder.json({"inspect", "m.protea"})["eigenvalues"].get<Vector>();
  ASSERT_EQ(eigenvalues.size(), 4u);
  EXPECT_NEAR(eigenvalues[0] + eigenvalues[1], 1, 1e-9);
  EXPECT_NEAR(eigenvalues[2], 0, 1e-9);
}

TEST(Inspect, ShowsPeopleRelevancesAsBarsAndPrototypes) {
  const Folder folder;
  folder.text({"train", "iris", "-o", "m.protea", "--quiet"});
  const std::string text = folder.text({"inspect", "m.protea"});
  for (const char* part : {"petal_length", "█", "virginica", "gmlvq"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
}

// d = ‖x − w‖², ∂d/∂w = 2(w − x); relevance and matrix start as half of it for two features (trace 1).
TEST(Distance, ValuesAndGradientsAreThoseComputedByHand) {
  const Folder folder;
  folder.write("a.csv", "0,0\n1,2\n");
  folder.write("b.csv", "1,1\n3,0\n");
  const Rows values{{2, 9}, {1, 8}};
  const std::vector<Rows> gradients{{{2, 2}, {6, 0}}, {{0, -2}, {4, -4}}};
  for (const auto& [name, factor] :
       std::map<std::string, double>{{"squared-euclidean", 1}, {"relevance", 0.5}, {"matrix", 0.5}}) {
    SCOPED_TRACE(name);
    const Json json = folder.json({"distance", "a.csv", "b.csv", "--dissimilarity", name, "--gradient"});
    for (std::size_t i = 0; i < 2; ++i) {
      for (std::size_t j = 0; j < 2; ++j) {
        EXPECT_NEAR(json["values"][i][j].get<double>(), factor * values[i][j], 1e-12);
        for (std::size_t k = 0; k < 2; ++k) {
          EXPECT_NEAR(json["gradients"][i][j][k].get<double>(), factor * gradients[i][j][k], 1e-12);
        }
      }
    }
  }
  EXPECT_EQ(folder.text({"distance", "a.csv", "b.csv"}), "2,9\n1,8\n");
  EXPECT_FALSE(folder.json({"distance", "a.csv", "b.csv"}).contains("gradients"));
}

// Kullback and Leibler's: 1·ln(1/2) − 1 + 2 = 0.3069 and, at p = 0, ρ = 2; ∂/∂ρ = 1 − p/ρ. With λ = (½, ½) half of it.
TEST(Distance, EvaluatesDivergencesWithAllTheirGradients) {
  const Folder folder;
  folder.write("p.csv", "1,0\n");
  folder.write("rho.csv", "2,2\n");
  const Json plain =
      folder.json({"distance", "p.csv", "rho.csv", "--dissimilarity", "generalized-kullback-leibler", "--gradient"});
  EXPECT_NEAR(plain["values"][0][0].get<double>(), 3 - std::log(2), 1e-14);
  EXPECT_EQ(plain["gradients"][0][0], Json({0.5, 1.0}));
  EXPECT_FALSE(plain.contains("parameter_gradients"));
  const Json weighed =
      folder.json({"distance", "p.csv", "rho.csv", "--dissimilarity", "beta", "--dissimilarity.beta", "1",
                   "--dissimilarity.learn", "true", "--dissimilarity.relevances", "true", "--gradient"});
  EXPECT_NEAR(weighed["values"][0][0].get<double>(), 1.5 - std::log(2) / 2, 1e-14);
  ASSERT_EQ(weighed["parameters"], Json({1.0, 0.5, 0.5}));
  EXPECT_NEAR(weighed["parameter_gradients"][0][0][1].get<double>(), 1 - std::log(2),
              1e-14);   // ∂/∂λ at β = 1: the term itself
  EXPECT_NEAR(weighed["parameter_gradients"][0][0][2].get<double>(), 2, 1e-14);
}

TEST(Distance, RefusesNegativeNumbersOfADivergenceWithTheirPlace) {
  const Folder folder;
  folder.write("p.csv", "1,2\n3,-4\n");
  folder.refuses_naming({"distance", "p.csv", "p.csv", "--dissimilarity", "hellinger"}, 3,
                        {"p.csv:2:2", "-4", "hellinger", "non-negative"});
  folder.refuses_naming(
      {"distance", "p.csv", "p.csv", "--dissimilarity", "itakura-saito", "--dissimilarity.relevances", "true"}, 2,
      {"itakura-saito", "λ"});
}

TEST(Distance, ReadsStandardInputAndLeavesOutTheLabelColumn) {
  const Folder folder;
  folder.write("b.csv", "a,b,class\n1,1,x\n");
  EXPECT_EQ(folder.json({"distance", "-", "b.csv", "--label", "class"}, "a,b,class\n0,0,x\n1,2,y\n")["values"],
            Json({{2.0}, {1.0}}));
}

TEST(Distance, RefusesANegativeSeedAsTrainDoes) {
  const Folder folder;
  folder.write("a.csv", "0,0\n1,2\n");
  folder.refuses_naming({"distance", "a.csv", "a.csv", "--seed", "-1"}, 2, {"seed", "-1"});
}

}   // namespace
}   // namespace protea::cli
