// What commands write for other programs and choose from labelled data: out-of-fold answers, points of a projection,
// tables of a model, and a threshold for a wanted sensitivity.
#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include <cli/command.hpp>

namespace protea::cli {
namespace {

// Cells of a CSV file without quotes.
std::vector<Words> cells_of(const std::string& text) {
  std::vector<Words> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    Words cells;
    std::istringstream row(line);
    for (std::string cell; std::getline(row, cell, ',');) cells.push_back(cell);
    if (line.ends_with(',')) cells.emplace_back();
    rows.push_back(cells);
  }
  return rows;
}

TEST(CrossValidate, WritesTheAnswerForEveryRowOfEveryRepeat) {
  const Folder folder;
  const Json json = folder.json(
      {"cross-validate", "iris", "--method", "glvq", "--folds", "5", "--repeats", "2", "--predictions", "answers.csv"});
  const std::vector<Words> rows = cells_of(folder.read("answers.csv"));
  ASSERT_EQ(rows.size(), 301u);
  EXPECT_EQ(rows[0], (Words{"row", "repeat", "fold", "class", "predicted", "score setosa", "score versicolor",
                            "score virginica"}));
  std::map<std::pair<std::string, std::string>, std::pair<int, int>> folds;   // right answers and rows
  for (std::size_t i = 1; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i][0], std::to_string((i - 1) % 150 + 1));
    EXPECT_EQ(rows[i][1], i <= 150 ? "1" : "2");
    EXPECT_EQ(rows[i][3], (i - 1) % 150 < 50 ? "setosa" : (i - 1) % 150 < 100 ? "versicolor" : "virginica");
    EXPECT_NEAR(std::stod(rows[i][5]) + std::stod(rows[i][6]) + std::stod(rows[i][7]), 1, 1e-9);
    auto& [right, all] = folds[{rows[i][1], rows[i][2]}];
    right += rows[i][3] == rows[i][4] ? 1 : 0;
    ++all;
  }
  // The accuracies of the folds are those that the command prints.
  ASSERT_EQ(folds.size(), 10u);
  std::size_t fold = 0;
  for (const auto& [place, counts] : folds)
    EXPECT_NEAR(json["accuracy"]["folds"][fold++].get<double>(), 1.0 * counts.first / counts.second, 1e-12);
}

TEST(CrossValidate, RowsKeepTheirNumbersWhereOthersAreDropped) {
  const Folder folder;
  folder.write("holes.csv", "a,b,class\n1,2,x\n,4,y\n1.5,2.5,x\n2.5,3.5,y\n1.2,2.2,x\n2.6,3.6,y\n");
  folder.text({"cross-validate", "holes.csv", "--missing", "drop", "--folds", "2", "--predictions", "answers.csv"});
  Words numbers;
  for (const Words& row : cells_of(folder.read("answers.csv"))) numbers.push_back(row[0]);
  EXPECT_EQ(numbers, (Words{"row", "1", "3", "4", "5", "6"}));
}

TEST(CrossValidate, TakesTheFoldsThatAColumnNames) {
  const Folder folder;
  // Words: as a feature the column would be refused.
  folder.write("parts.csv", "a,part,class\n1,c,x\n4,b,y\n1.5,a,x\n3.5,d,y\n1.2,c,x\n4.6,d,y\n0.9,a,x\n4.1,b,y\n");
  const Json json = folder.json(
      {"cross-validate", "parts.csv", "--method", "glvq", "--folds-from", "part", "--predictions", "answers.csv"});
  EXPECT_EQ(json["split"], "each-group");
  EXPECT_EQ(json["splits"], 4);
  Words folds;
  for (const Words& row : cells_of(folder.read("answers.csv"))) folds.push_back(row[2]);
  EXPECT_EQ(folds, (Words{"fold", "1", "2", "3", "4", "1", "4", "3", "2"}));   // in the order of their first rows
  EXPECT_NE(folder.text({"cross-validate", "parts.csv", "--folds-from", "2"}).find("4 given folds"), std::string::npos);
  EXPECT_EQ(folder.json({"compare", "parts.csv", "--methods", "glvq,lvq1", "--folds-from", "part"})["splits"], 4);
  folder.refuses({"cross-validate", "parts.csv", "--folds-from", "part", "--groups", "a"}, 2,
                 "--folds-from says which rows stay together, and so does --groups: leave one of them out");
  folder.refuses({"cross-validate", "parts.csv", "--folds-from", "part", "--split", "folds"}, 2,
                 "--folds-from says how the data are cut, and --split folds says it otherwise: leave one of them out");
  folder.refuses({"cross-validate", "parts.csv", "--folds-from", "prt"}, 3,
                 "parts.csv: unknown group column 'prt': did you mean 'part'?");
  const Result idle = folder.protea({"cross-validate", "parts.csv", "--folds-from", "part", "--folds", "3"});
  EXPECT_EQ(idle.err, "protea: note: --folds has no effect: the column 'part' says which row is in which fold\n");
}

TEST(Sensitivity, EvaluateChoosesAThresholdAndRejectStoresIt) {
  const Folder folder;
  folder.text({"train", "wdbc", "-o", "m.protea", "--quiet"});
  const Json json = folder.json({"evaluate", "m.protea", "wdbc", "--sensitivity", "0.99"});
  const Json point = json["operating_point"];
  EXPECT_EQ(point["positive"], "malignant");
  EXPECT_GE(point["sensitivity"].get<double>(), 0.99);
  // The rest of the report is that of the threshold.
  EXPECT_NEAR(json["per_class"][1]["recall"].get<double>(), point["sensitivity"].get<double>(), 1e-12);
  EXPECT_NEAR(json["per_class"][0]["recall"].get<double>(), point["specificity"].get<double>(), 1e-12);
  // One sample fewer of the 212 malignant ones would not do.
  EXPECT_LT(point["sensitivity"].get<double>() - 1.0 / 212, 0.99);
  // As a flag, and stored in a model, it gives the same answers.
  const Json by_flag = folder.json({"evaluate", "m.protea", "wdbc", "--decision.threshold", point["threshold"].dump()});
  EXPECT_EQ(by_flag["confusion"], json["confusion"]);
  const Json stored = folder.json({"reject", "m.protea", "wdbc", "--sensitivity", "0.99", "-o", "t.protea"});
  EXPECT_EQ(stored["threshold"], point["threshold"]);
  EXPECT_EQ(folder.json({"evaluate", "t.protea", "wdbc"})["confusion"], json["confusion"]);
  // The other class as the positive one.
  const Json other = folder.json(
      {"evaluate", "m.protea", "wdbc", "--sensitivity", "1", "--decision.positive", "benign"})["operating_point"];
  EXPECT_EQ(other["positive"], "benign");
  EXPECT_EQ(other["sensitivity"], 1);
  const std::string text = folder.text({"evaluate", "m.protea", "wdbc", "--sensitivity", "0.99"});
  EXPECT_EQ(text.find("threshold "), 0u);
  for (const char* const part :
       {"sensitivity 99.1 % for 'malignant' (99.0 % wanted), specificity ", "to use it: --decision.threshold ",
        "to store it: protea reject m.protea wdbc --sensitivity 0.99 -o FILE"})
    EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(Sensitivity, RefusesWhatCannotBe) {
  const Folder folder;
  folder.text({"train", "iris", "-o", "m.protea", "--quiet"});
  folder.refuses({"evaluate", "m.protea", "iris", "--sensitivity", "0.9"}, 2,
                 "sensitivity = 0.9: a threshold needs two classes, and there are 3");
  folder.text({"train", "wdbc", "-o", "w.protea", "--quiet", "--decision", "k-nearest"});
  folder.refuses({"reject", "w.protea", "wdbc", "--sensitivity", "0.9"}, 2,
                 "sensitivity = 0.9: a threshold needs --decision nearest, and the model answers by k-nearest");
  folder.refuses({"evaluate", "w.protea", "wdbc", "--sensitivity", "1.5"}, 2,
                 "sensitivity = 1.5: must be greater than 0 and at most 1");
  folder.refuses({"evaluate", "w.protea", "wdbc", "--sensitivity", "0.9", "--decision.threshold", "1"}, 2,
                 "--sensitivity chooses the threshold that --decision.threshold gives: leave one of them out");
  folder.refuses(
      {"reject", "w.protea", "wdbc", "--sensitivity", "0.9", "--accuracy", "0.9"}, 2,
      "--accuracy chooses a threshold of rejection, --sensitivity one between two classes: leave one of them out");
}

double squared_distance(const Words& a, const Words& b) {
  double sum = 0;
  for (std::size_t j = 3; j < a.size(); ++j) sum += std::pow(std::stod(a[j]) - std::stod(b[j]), 2);
  return sum;
}

// In all four directions squared distances are those of the model, so the nearest prototype is the answer.
TEST(Project, PutsSamplesAndPrototypesIntoOneSpaceWhoseDistancesAreTheModels) {
  const Folder folder;
  folder.text({"train", "iris", "-o", "m.protea", "--quiet"});
  folder.text({"project", "m.protea", "iris", "--dimensions", "4", "-o", "points.csv"});
  const std::vector<Words> rows = cells_of(folder.read("points.csv"));
  ASSERT_EQ(rows.size(), 1u + 150 + 3);
  EXPECT_EQ(rows[0], (Words{"kind", "class", "predicted", "z1", "z2", "z3", "z4"}));
  for (std::size_t i = 1; i <= 150; ++i) {
    EXPECT_EQ(rows[i][0], "sample");
    std::size_t nearest = 151;
    for (std::size_t k = 151; k <= 153; ++k) {
      if (squared_distance(rows[i], rows[k]) < squared_distance(rows[i], rows[nearest])) nearest = k;
    }
    EXPECT_EQ(rows[i][2], rows[nearest][1]) << i;
  }
  EXPECT_EQ(rows[151][0], "prototype");
  EXPECT_EQ(rows[151][2], "");
  // Two directions are the first two of four.
  const std::vector<Words> two = cells_of(folder.text({"project", "m.protea", "iris"}));
  ASSERT_EQ(two.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(two[i], Words(rows[i].begin(), rows[i].begin() + 5));
  const Json json = folder.json({"project", "m.protea", "iris"});
  ASSERT_EQ(json["points"].size(), 153u);
  EXPECT_EQ(json["points"][0]["class"], "setosa");
  EXPECT_EQ(json["points"][152]["predicted"], nullptr);
}

TEST(Project, NeedsNoLabelsAndSaysWhereThereIsNoProjection) {
  const Folder folder;
  folder.write("rows.csv", "sepal_length,sepal_width,petal_length,petal_width\n5.1,3.5,1.4,0.2\n");
  folder.text({"train", "iris", "-o", "m.protea", "--quiet"});
  EXPECT_EQ(cells_of(folder.text({"project", "m.protea", "rows.csv"}))[1][1], "");
  folder.refuses({"project", "m.protea", "iris", "--dimensions", "5"}, 2,
                 "a projection on 5 directions: there are 1 to 4");
  folder.text({"train", "iris", "--method", "glvq", "-o", "g.protea", "--quiet"});
  folder.refuses({"project", "g.protea", "iris"}, 2,
                 "a projection needs one matrix of relevances that all prototypes share");
  folder.text({"train", "iris", "--method", "svm", "-o", "s.protea", "--quiet"});
  folder.refuses({"project", "s.protea", "iris"}, 2, "a model of svm has no projection, which this command needs");
}

TEST(Inspect, WritesWhatWasLearnedAsTablesWithTheNamesOfTheFeatures) {
  const Folder folder;
  folder.text({"train", "iris", "-o", "m.protea", "--quiet"});
  EXPECT_EQ(
      folder.text({"inspect", "m.protea", "--csv", "tables"}),
      "written to tables: prototypes.csv, relevances.csv, lambda.csv, lambda_original_units.csv, eigenvectors.csv\n");
  const Json json = folder.json({"inspect", "m.protea"});
  const auto table = [&](const std::string& name) { return cells_of(folder.read("tables/" + name)); };
  const std::vector<Words> prototypes = table("prototypes.csv");
  EXPECT_EQ(prototypes[0], (Words{"class", "sepal_length", "sepal_width", "petal_length", "petal_width"}));
  const std::vector<Words> lambda = table("lambda.csv");
  const std::vector<Words> original = table("lambda_original_units.csv");
  const std::vector<Words> relevances = table("relevances.csv");
  const std::vector<Words> vectors = table("eigenvectors.csv");
  ASSERT_EQ(vectors.size(), 5u);
  // Λ v = λ v, and Λ in original units measures the same distance between two prototypes.
  const auto number = [](const std::string& text) { return std::stod(text); };
  double model_units = 0;
  double original_units = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(number(prototypes[2][i + 1]), json["prototypes"][1][i].get<double>());
    EXPECT_EQ(number(relevances[i + 1][1]), json["relevances"][i].get<double>());
    EXPECT_EQ(relevances[i + 1][0], json["features"][i].get<std::string>());
    EXPECT_NEAR(number(vectors[i + 1][0]), json["eigenvalues"][i].get<double>(), 1e-12);
    double product = 0;
    for (std::size_t j = 0; j < 4; ++j) {
      EXPECT_EQ(number(lambda[i + 1][j + 1]), json["lambda"][i][j].get<double>());
      product += number(lambda[i + 1][j + 1]) * number(vectors[1][j + 1]);
      const auto difference = [&](const char* units, std::size_t feature) {
        return json[units][0][feature].get<double>() - json[units][1][feature].get<double>();
      };
      model_units += difference("prototypes_model_units", i) * number(lambda[i + 1][j + 1]) *
                     difference("prototypes_model_units", j);
      original_units += difference("prototypes", i) * number(original[i + 1][j + 1]) * difference("prototypes", j);
    }
    EXPECT_NEAR(product, number(vectors[1][0]) * number(vectors[1][i + 1]), 1e-12);
  }
  EXPECT_NEAR(original_units, model_units, 1e-10 * model_units);
}

TEST(Inspect, TablesOfLocalMetricsSayWhoseTheyAreAndThoseWithoutAMetricAreLeftOut) {
  const Folder folder;
  folder.text({"train", "iris", "--method", "lgmlvq", "-o", "l.protea", "--quiet"});
  folder.text({"inspect", "l.protea", "--csv", "l"});
  const std::vector<Words> rows = cells_of(folder.read("l/relevances.csv"));
  EXPECT_EQ(rows.size(), 1u + 3 * 4);
  EXPECT_EQ(rows[0][0], "group");
  EXPECT_EQ(rows[5][0], "prototype 2");
  folder.text({"train", "iris", "--method", "glvq", "-o", "g.protea", "--quiet"});
  EXPECT_EQ(folder.json({"inspect", "g.protea", "--csv", "g"})["files"], Json{"prototypes.csv"});
  folder.text({"train", "iris", "--method", "kernel-lvq1", "-o", "k.protea", "--quiet"});
  folder.text({"inspect", "k.protea", "--csv", "k"});
  EXPECT_EQ(cells_of(folder.read("k/prototypes.csv"))[0][1], "sample 1");
  folder.write("file", "");
  folder.refuses({"inspect", "g.protea", "--csv", "file"}, 3, "file: the folder cannot be made");
}

TEST(Inspect, NamesTheFeaturesBesideThePrototypes) {
  const Folder folder;
  folder.text({"train", "iris", "-o", "m.protea", "--quiet"});
  const std::string text = folder.text({"inspect", "m.protea"});
  const std::string table = text.substr(text.find("prototypes in original units"));
  EXPECT_LT(table.find("sepal_length"), table.find("setosa"));
  EXPECT_NE(table.find("petal_width"), std::string::npos);
  // Long names: no line beyond the screen.
  folder.text({"train", "wdbc", "-o", "w.protea", "--quiet"});
  std::istringstream lines(folder.text({"inspect", "w.protea"}));
  for (std::string line; std::getline(lines, line);)
    EXPECT_LE(std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; }), 105) << line;
}

}   // namespace
}   // namespace protea::cli
