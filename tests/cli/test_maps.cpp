// Quantizers, maps and gases through the command, as a person uses them: train, predict, evaluate, inspect, go on.
#include <algorithm>
#include <cmath>
#include <csignal>
#include <map>

#include <cli/words.hpp>

namespace protea::cli {
namespace {

double sum_of(const Json& nested) {
  double sum = 0;
  for (const Json& row : nested) sum += row.is_array() ? sum_of(row) : row.get<double>();
  return sum;
}

// Short for the slow ones.
Words training_of(const std::string& method) {
  Words words{"--method", method, "--seed", "3"};
  if (method == "xom") return joined(words, {"--epochs", "2", "--embedding.draws", "200"});
  return joined(words, {"--epochs", "10"});
}

const std::vector<std::string> without_labels{
    "vq", "k-means", "neural-gas", "batch-neural-gas", "growing-neural-gas", "som", "heskes-som", "batch-som", "xom"};
const std::vector<std::string> with_labels{"fl-som", "fl-ng"};

// A label column that is there is kept out of learning: with it or without, the same is learned.
TEST(Maps, LearnTheSameWithALabelColumnAndWithoutOne) {
  const Folder folder;
  folder.write("plain.csv", unlabelled_iris());
  for (const std::string& method : without_labels) {
    SCOPED_TRACE(method);
    const Json labelled = folder.json(joined({"train", "iris", "-o", "a.protea"}, training_of(method)));
    const Json plain =
        folder.json(joined({"train", "plain.csv", "--label", "none", "-o", "b.protea"}, training_of(method)));
    EXPECT_EQ(labelled["classes"], 0);
    EXPECT_EQ(labelled["features"], 4);
    EXPECT_EQ(labelled["cost"], plain["cost"]);
    const char* const learned = method == "xom" ? "places" : "prototypes";
    const Json inspected = folder.json({"inspect", "a.protea"});
    ASSERT_FALSE(inspected[learned].empty());
    EXPECT_EQ(inspected[learned], folder.json({"inspect", "b.protea"})[learned]);
  }
}

TEST(Maps, WithFuzzyLabelsLearnFromThem) {
  const Folder folder;
  folder.write("plain.csv", unlabelled_iris());
  for (const std::string& method : with_labels) {
    SCOPED_TRACE(method);
    const Json report = folder.json(joined({"train", "iris", "-o", "m.protea"}, training_of(method)));
    EXPECT_EQ(report["classes"], 3);
    const Json inspected = folder.json({"inspect", "m.protea"});
    EXPECT_EQ(inspected["label_vectors"].size(), report["prototypes"].get<std::size_t>());
    EXPECT_EQ(inspected["label_vectors"][0].size(), 3u);
    folder.refuses_naming(joined({"train", "plain.csv", "--label", "none", "-o", "no.protea"}, training_of(method)), 3,
                          {"plain.csv"});
    EXPECT_EQ(folder.json(joined({"cross-validate", "iris", "--folds", "2"}, training_of(method)))["method"], method);
  }
}

TEST(Maps, PredictTheUnitItsPlaceAndItsLabel) {
  const Folder folder;
  folder.write("plain.csv", unlabelled_iris());
  folder.json({"train", "iris", "--method", "batch-som", "--grid", "5x3", "-o", "map.protea"});
  const std::vector<Words> rows = csv_cells(folder.text({"predict", "map.protea", "iris"}));
  ASSERT_EQ(rows.size(), 151u);
  EXPECT_EQ(rows[0], (Words{"unit", "column", "row", "distance", "label"}));
  double sum = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    // Units are numbered along the rows of the map, as SOM_PAK has them.
    EXPECT_EQ(std::stoi(rows[i][0]), (std::stoi(rows[i][2]) - 1) * 5 + std::stoi(rows[i][1]));
    sum += std::stod(rows[i][3]);
  }
  const Json judged = folder.json({"evaluate", "map.protea", "iris"});
  EXPECT_NEAR(judged["quantization_error"].get<double>(), sum / 150, 1e-12);
  const Json json = folder.json({"predict", "map.protea", "iris"});
  EXPECT_EQ(json["samples"], 150);
  EXPECT_EQ(std::to_string(json["units"][7].get<int>()), rows[8][0]);
  EXPECT_EQ(std::to_string(json["columns"][7].get<int>()), rows[8][1]);
  EXPECT_EQ(std::to_string(json["rows"][7].get<int>()), rows[8][2]);
  EXPECT_EQ(json["labels"][7], rows[8][4]);
  EXPECT_EQ(json["distances"].size(), 150u);

  folder.json({"train", "iris", "--method", "k-means", "-o", "cells.protea"});
  EXPECT_EQ(first_line(folder.text({"predict", "cells.protea", "iris"})), "unit,distance,label");
  folder.json({"train", "plain.csv", "--label", "none", "--method", "som", "-o", "plain.protea"});
  EXPECT_EQ(first_line(folder.text({"predict", "plain.protea", "plain.csv"})), "unit,column,row,distance");
  folder.json(joined({"train", "iris", "-o", "fuzzy.protea"}, training_of("fl-som")));
  EXPECT_EQ(first_line(folder.text({"predict", "fuzzy.protea", "iris"})),
            "predicted,unit,column,row,distance,membership setosa,membership versicolor,membership virginica");
}

TEST(Maps, EvaluationSaysWhatAModelHasAndNoMore) {
  const Folder folder;
  folder.write("plain.csv", unlabelled_iris());
  const auto keys_of = [](const Json& json) {
    Words keys;
    for (const auto& [key, value] : json.items()) keys.push_back(key);
    std::ranges::sort(keys);
    return keys;
  };
  const auto sorted = [](Words words) {
    std::ranges::sort(words);
    return words;
  };
  const Words of_all{"model", "samples", "units", "quantization_error", "dead_units"};
  const Words of_lattice{"topographic_error", "trustworthiness", "continuity", "preservation_samples",
                         "preservation_neighbours"};
  const Words of_labels{"purity", "normalized_mutual_information", "label_map_accuracy"};
  folder.json({"train", "iris", "--method", "batch-som", "-o", "map.protea"});
  const Json map = folder.json({"evaluate", "map.protea", "iris"});
  EXPECT_EQ(keys_of(map), sorted(joined(joined(of_all, of_lattice), of_labels)));
  // On the rows of the training, both are the share of the commonest class of each unit.
  EXPECT_EQ(map["purity"], map["label_map_accuracy"]);
  const Json report = folder.json({"train", "iris", "--method", "k-means", "-o", "cells.protea"});
  const Json cells = folder.json({"evaluate", "cells.protea", "iris"});
  EXPECT_EQ(keys_of(cells), sorted(joined(of_all, of_labels)));
  EXPECT_NEAR(cells["quantization_error"].get<double>(), report["quantization_error"].get<double>(), 1e-14);
  folder.json({"train", "plain.csv", "--label", "none", "--method", "batch-som", "-o", "plain.protea"});
  EXPECT_EQ(keys_of(folder.json({"evaluate", "plain.protea", "plain.csv"})), sorted(joined(of_all, of_lattice)));
  const std::string text = folder.text({"evaluate", "map.protea", "iris"});
  for (const char* const line : {"quantization error", "topographic error", "trustworthiness", "dead units", "purity"})
    EXPECT_NE(text.find(line), std::string::npos) << line;
}

TEST(Maps, InspectionShowsHeightsHitsPlanesAndLabels) {
  const Folder folder;
  folder.json({"train", "iris", "--method", "batch-som", "--grid", "6x4", "--scale", "none", "-o", "map.protea"});
  const Json map = folder.json({"inspect", "map.protea"});
  EXPECT_EQ(map["lattice"], (Json{{"topology", "rectangle"}, {"columns", 6}, {"rows", 4}}));
  EXPECT_TRUE(map["lattice"]["columns"].is_number_integer() && map["lattice"]["rows"].is_number_integer());
  EXPECT_TRUE(map["hits"][3][5].is_number_integer());   // counts of samples
  ASSERT_EQ(map["u_matrix"].size(), 4u);
  ASSERT_EQ(map["u_matrix"][0].size(), 6u);
  EXPECT_DOUBLE_EQ(sum_of(map["hits"]), 150);
  ASSERT_EQ(map["label_map"].size(), 4u);
  ASSERT_EQ(map["label_map"][0].size(), 6u);
  const Json& w = map["prototypes"];
  EXPECT_EQ(map["component_planes"]["petal_length"][2][5], w[2 * 6 + 5][2]);
  // The corner has three neighbours in a rectangle: beside, below, and across.
  double height = 0;
  for (const int other : {1, 6, 7}) {
    double squared = 0;
    for (std::size_t j = 0; j < 4; ++j)
      squared += std::pow(w[0][j].get<double>() - w[static_cast<std::size_t>(other)][j].get<double>(), 2);
    height += std::sqrt(squared) / 3;
  }
  EXPECT_NEAR(map["u_matrix"][0][0].get<double>(), height, 1e-12);

  const std::string text = folder.text({"inspect", "map.protea"});
  for (const char* const title : {"U-matrix", "hits", "label map (s setosa, v versicolor, i virginica; . none)"})
    EXPECT_NE(text.find(title), std::string::npos) << title << " is not in\n" << text;
  const std::string picture = text.substr(text.find("label map"));
  std::istringstream lines(picture);
  std::string line;
  std::getline(lines, line);
  for (std::size_t row = 0; row < 4; ++row) {
    std::getline(lines, line);
    ASSERT_EQ(line.size(), 2u + 6 * 2 - 1) << line;
    for (std::size_t c = 0; c < 6; ++c) {
      const std::string label = map["label_map"][row][c];
      const char expected = label.empty() ? '.' : label == "virginica" ? 'i' : label[0];
      EXPECT_EQ(line[2 + 2 * c], expected) << line;
    }
  }
}

// The letters of the label map of iris, in the order in which they are drawn.
std::string letters_in(const std::vector<std::string>& lines) {
  std::string letters;
  for (const std::string& line : lines) {
    for (const char c : line) letters += c == ' ' || std::isdigit(static_cast<unsigned char>(c)) ? "" : std::string{c};
  }
  return letters;
}

char letter_of(const std::string& label) { return label.empty() ? '.' : label == "virginica" ? 'i' : label[0]; }

std::vector<std::string> label_picture(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream rest(text.substr(text.find("label map")));
  std::string line;
  std::getline(rest, line);
  while (std::getline(rest, line) && !line.empty()) lines.push_back(line);
  return lines;
}

TEST(Maps, InspectionDrawsEveryUnitOfALongChainAndOfAWideGrid) {
  const Folder folder;
  folder.json({"train", "iris", "--method", "batch-som", "--topology", "chain", "--grid", "120x1", "-o", "c.protea"});
  const std::vector<std::string> chain = label_picture(folder.text({"inspect", "c.protea"}));
  ASSERT_EQ(chain.size(), 3u);   // 50, 50 and 20 units, each line headed by the number of its first
  EXPECT_TRUE(chain[0].starts_with("    1  ") && chain[1].starts_with("   51  ") && chain[2].starts_with("  101  "));
  EXPECT_EQ(chain[1].size(), 7u + 50 * 2 - 1);
  std::string labels;
  const Json whole = folder.json({"inspect", "c.protea"});
  for (const Json& label : whole["label_map"][0]) labels += letter_of(label);
  EXPECT_EQ(letters_in(chain), labels);

  folder.json({"train", "iris", "--method", "batch-som", "--grid", "60x2", "-o", "w.protea"});
  const std::vector<std::string> wide = label_picture(folder.text({"inspect", "w.protea"}));
  ASSERT_EQ(wide.size(), 6u);
  EXPECT_EQ(wide[0], "  columns 1 to 50");
  EXPECT_EQ(wide[3], "  columns 51 to 60");
  const Json rows = folder.json({"inspect", "w.protea"})["label_map"];
  for (const std::size_t row : {0u, 1u}) {
    labels.clear();
    for (const Json& label : rows[row]) labels += letter_of(label);
    EXPECT_EQ(letters_in({wide[1 + row], wide[4 + row]}), labels);
  }
}

// Hits are sums of weights, which need not be whole: 0.5 + 1.25.
TEST(Maps, HitsOfUnitsWithoutALatticeAreInOneLine) {
  const Folder folder;
  folder.write("rows.csv", "u,w,class\n0,0.5,a\n0.5,1.25,a\n9,2,b\n");
  folder.json({"train", "rows.csv", "--weights", "w", "--method", "k-means", "--prototypes", "2", "-o", "m.protea"});
  Json units = folder.json({"inspect", "m.protea"});
  if (units["label_map"][0] != "a") {
    std::swap(units["label_map"][0], units["label_map"][1]);
    std::swap(units["hits"][0], units["hits"][1]);
  }
  EXPECT_EQ(units["label_map"], (Json{"a", "b"}));
  EXPECT_EQ(units["hits"], (Json{1.75, 2}));
  EXPECT_TRUE(units["hits"][1].is_number_integer());
}

TEST(Maps, InspectionWritesTablesOfUnits) {
  const Folder folder;
  folder.json({"train", "iris", "--method", "batch-som", "--grid", "6x4", "-o", "map.protea"});
  const Json map = folder.json({"inspect", "map.protea"});
  EXPECT_EQ(folder.json({"inspect", "map.protea", "--csv", "map"})["files"],
            (Json{"prototypes.csv", "u_matrix.csv", "hits.csv", "label_map.csv"}));
  const std::vector<Words> heights = csv_cells(folder.read("map/u_matrix.csv"));
  ASSERT_EQ(heights.size(), 25u);
  EXPECT_EQ(heights[0], (Words{"unit", "column", "row", "height"}));
  EXPECT_EQ((Words{heights[9][0], heights[9][1], heights[9][2]}), (Words{"9", "3", "2"}));
  EXPECT_EQ(std::stod(heights[9][3]), map["u_matrix"][1][2].get<double>());
  const std::vector<Words> hits = csv_cells(folder.read("map/hits.csv"));
  EXPECT_EQ(hits[0], (Words{"unit", "column", "row", "hits"}));
  EXPECT_EQ(std::stod(hits[9][3]), map["hits"][1][2].get<double>());
  const std::vector<Words> labels = csv_cells(folder.read("map/label_map.csv"));
  EXPECT_EQ(labels[0], (Words{"unit", "column", "row", "label"}));
  for (std::size_t k = 0; k < 24; ++k) EXPECT_EQ(labels[k + 1][3], map["label_map"][k / 6][k % 6]);

  folder.json({"train", "iris", "--method", "k-means", "-o", "cells.protea"});
  EXPECT_EQ(folder.json({"inspect", "cells.protea", "--csv", "cells"})["files"],
            (Json{"prototypes.csv", "hits.csv", "label_map.csv"}));
  EXPECT_EQ(first_line(folder.read("cells/hits.csv")), "unit,hits");
  folder.json(joined({"train", "iris", "--prototypes", "7", "-o", "fuzzy.protea"}, training_of("fl-ng")));
  folder.json({"inspect", "fuzzy.protea", "--csv", "fuzzy"});
  const std::vector<Words> vectors = csv_cells(folder.read("fuzzy/label_vectors.csv"));
  ASSERT_EQ(vectors.size(), 8u);
  EXPECT_EQ(vectors[0], (Words{"unit", "setosa", "versicolor", "virginica"}));
  EXPECT_EQ(std::stod(vectors[3][2]), folder.json({"inspect", "fuzzy.protea"})["label_vectors"][2][1].get<double>());
  folder.json({"train", "iris", "--method", "glvq", "-o", "classes.protea"});
  EXPECT_EQ(folder.json({"inspect", "classes.protea", "--csv", "classes"})["files"], Json{"prototypes.csv"});
}

// By hand: the means of {0, 1} and {10, 11} are 0.5 and 10.5; from there the new rows move them to 2.5 and 12.5.
TEST(GoingOn, MovesTheMeansOfKMeansToTheNewRows) {
  const Folder folder;
  folder.write("old.csv", "u\n0\n1\n10\n11\n");
  folder.write("new.csv", "u\n2\n3\n12\n13\n");
  folder.json({"train", "old.csv", "--label", "none", "--method", "k-means", "--prototypes", "2", "--scale", "none",
               "-o", "a.protea"});
  const auto prototypes = [&](const std::string& model) {
    std::vector<double> w;
    const Json inspected = folder.json({"inspect", model});
    for (const Json& row : inspected["prototypes"]) w.push_back(row[0]);
    std::ranges::sort(w);
    return w;
  };
  EXPECT_EQ(prototypes("a.protea"), (std::vector<double>{0.5, 10.5}));
  const Json report = folder.json({"train", "new.csv", "--label", "none", "--from", "a.protea", "-o", "b.protea"});
  EXPECT_EQ(report["method"], "k-means");
  EXPECT_EQ(prototypes("b.protea"), (std::vector<double>{2.5, 12.5}));
  EXPECT_EQ(folder.json({"inspect", "b.protea"})["training"]["samples"], 8);
}

TEST(GoingOn, KeepsTheGridOfAMap) {
  const Folder folder;
  folder.json({"train", "iris", "--method", "batch-som", "--grid", "4x3", "--topology", "hexagon", "-o", "a.protea"});
  folder.json({"train", "iris", "--from", "a.protea", "--epochs", "3", "-o", "b.protea"});
  const Json before = folder.json({"inspect", "a.protea"});
  const Json after = folder.json({"inspect", "b.protea"});
  EXPECT_EQ(after["lattice"], before["lattice"]);
  EXPECT_EQ(after["scaling"], before["scaling"]);
  EXPECT_EQ(after["training"]["samples"], 300);
  EXPECT_DOUBLE_EQ(sum_of(after["hits"]), 150);
  folder.refuses({"train", "iris", "--from", "a.protea", "--grid", "2x2", "-o", "c.protea"}, 2,
                 "grid = 2x2: a model that learns on keeps its grid");
}

TEST(Streams, TeachAMapWithASteadyRange) {
  const Folder folder;
  const std::string iris = builtin_text("iris");
  const Words words{"train", "-", "--stream", "--method", "som", "--grid", "4x3", "-o", "m.protea"};
  folder.refuses(words, 2, "a stream has no end towards which som could be annealed: give --rule.schedule constant",
                 iris);
  const Json report = folder.json(joined(words, {"--rule.schedule", "constant", "--snapshot-every", "50"}), iris);
  EXPECT_EQ(report["samples"], 150);
  EXPECT_EQ(report["snapshots"], 3);
  EXPECT_EQ(report["accuracy_before_learning"], nullptr);
  EXPECT_EQ(folder.json({"inspect", "m.protea"})["lattice"]["columns"], 4);
  folder.refuses({"train", "-", "--stream", "--method", "k-means", "-o", "n.protea"}, 2,
                 "means needs all samples at once: a stream needs --optimizer sgd, momentum or adam");
  folder.refuses({"train", "-", "--stream", "--method", "xom", "-o", "n.protea"}, 2,
                 "xom needs all samples at once: it cannot learn from a stream");
}

TEST(Checkpoints, OfMapsAndGasesEndWithTheBytesOfAnUninterruptedRun) {
  for (const Words& run : {Words{"crabs", "--method", "batch-som", "--epochs", "300"},
                           {"crabs", "--method", "som", "--epochs", "200"},
                           {"crabs", "--method", "growing-neural-gas", "--epochs", "200"},
                           {"iris", "--method", "xom", "--epochs", "40", "--embedding.draws", "300"}}) {
    SCOPED_TRACE(testing::PrintToString(run));
    const Folder folder;
    const Words resumable =
        joined(joined({"train"}, run), {"-o", "m.protea", "--quiet", "--checkpoint", "c.state", "--checkpoint-every"});
    const Result killed = folder.run({.words = protea_words(joined(resumable, {"1"})), .kill_after = "c.state"});
    ASSERT_EQ(killed.signal, SIGKILL) << "the run ended before it could be killed";
    folder.text(joined(resumable, {"1000", "--resume", "--threads", "3"}));
    const std::string resumed = folder.read("m.protea");
    folder.text(joined(joined({"train"}, run), {"-o", "whole.protea", "--quiet", "--threads", "1"}));
    EXPECT_TRUE(resumed == folder.read("whole.protea"));
  }
}

TEST(Maps, AreEqualToTheByteForAnyNumberOfThreads) {
  const Folder folder;
  for (const std::string& method : joined(without_labels, with_labels)) {
    SCOPED_TRACE(method);
    const Words run =
        joined(joined({"train", "iris", "--quiet"}, training_of(method)), {"-o", "m.protea", "--threads"});
    folder.text(joined(run, {"1"}));
    const std::string expected = folder.read("m.protea");
    for (const std::string threads : {"2", "5"}) {
      folder.text(joined(run, {threads}));
      EXPECT_TRUE(folder.read("m.protea") == expected) << threads << " threads";
    }
  }
}

// By hand: one unit is at the weighted mean, (3·0 + 1·1)/4, and has won four samples' worth.
TEST(Maps, CountWeights) {
  const Folder folder;
  folder.write("rows.csv", "u,w\n0,3\n1,1\n");
  for (const Words& run :
       {Words{"--method", "batch-som", "--grid", "1x1"}, {"--method", "k-means", "--prototypes", "1"}}) {
    SCOPED_TRACE(run[1]);
    folder.json(
        joined({"train", "rows.csv", "--label", "none", "--weights", "w", "--scale", "none", "-o", "m.protea"}, run));
    const Json map = folder.json({"inspect", "m.protea"});
    EXPECT_NEAR(map["prototypes"][0][0].get<double>(), 0.25, 1e-15);
    EXPECT_DOUBLE_EQ(sum_of(map["hits"]), 4);
  }
}

// By hand: (3·(1/4)² + 1·(3/4)²)/4 = 3/16.
TEST(Maps, TrainingAndEvaluationWeighTheQuantizationErrorAlike) {
  const Folder folder;
  folder.write("rows.csv", "u,w\n0,3\n1,1\n");
  const Words words{"train", "rows.csv", "--label", "none",         "--weights", "w",  "--scale",
                    "none",  "--method", "k-means", "--prototypes", "1",         "-o", "m.protea"};
  EXPECT_NEAR(folder.json(words)["quantization_error"].get<double>(), 3.0 / 16, 1e-15);
  EXPECT_NEAR(folder.json({"evaluate", "m.protea", "rows.csv", "--weights", "w"})["quantization_error"].get<double>(),
              3.0 / 16, 1e-15);
  EXPECT_NE(folder.text(words).find("quantization error on these data 0.1875\n"), std::string::npos);
}

// Three places for five units: two of them stand with another, whatever is done.
TEST(Maps, SayThatUnitsStandOnOnePlace) {
  const Folder folder;
  folder.write("few.csv", "a,b\n1.5,2\n1.5,2\n1.5,2\n3.5,4\n3.5,4\n3.5,4\n9.1,1\n9.1,1\n");
  const std::string note = "2 of 5 prototypes stand where another stands, as only 3 samples differ: ";
  for (const std::string method : {"neural-gas", "batch-neural-gas", "vq", "k-means"}) {
    SCOPED_TRACE(method);
    const Words words{"train", "few.csv", "--label", "none", "--method", method, "-o", "m.protea", "--prototypes"};
    EXPECT_EQ(folder.protea(joined(words, {"5"})).err, "protea: note: " + note + "--prototypes 3 is enough\n");
    EXPECT_EQ(folder.json(joined(words, {"5"}))["notes"], Json{note + "prototypes = 3 is enough"});
    EXPECT_EQ(folder.protea(joined(words, {"3"})).err, "");
  }
  // Both start on one of many equal rows, and nothing parts them; k-means++ starts them apart.
  folder.write("equal.csv", "u\n0\n0\n0\n0\n0\n0\n1\n2\n");
  const Words words{"train",  "equal.csv", "--label", "none",     "--method", "batch-neural-gas", "--prototypes", "2",
                    "--seed", "1",         "-o",      "m.protea", "--init"};
  EXPECT_EQ(folder.protea(joined(words, {"random-sample"})).err,
            "protea: note: 1 of 2 prototypes stands where another stands: --prototypes 1 is enough, or another start "
            "(--init, --seed) may part them\n");
  EXPECT_EQ(folder.protea(joined(words, {"k-means++"})).err, "");
  folder.write("same.csv", "u,v\n2,3\n2,3\n2,3\n");
  EXPECT_EQ(
      folder.protea({"train", "same.csv", "--label", "none", "--method", "som", "--grid", "2x1", "-o", "m.protea"}).err,
      "protea: note: 1 of 2 prototypes stands where another stands, as all samples are alike: a smaller lattice is "
      "enough\n");
}

TEST(Maps, TakeALastColumnOfMeasurementsForAFeatureAndSayWhenItIsTakenForLabels) {
  const Folder folder;
  const Words words{"--method", "vq", "--prototypes", "2", "--epochs", "2", "-o", "m.protea"};
  const auto features_of = [&](const std::string& csv) {
    folder.write("rows.csv", csv);
    const Result result = folder.protea(joined({"train", "rows.csv", "--json"}, words));
    EXPECT_EQ(result.err, "");
    return result.json()["features"];
  };
  EXPECT_EQ(features_of("a,b,c\n1.5,2,3.5\n1.7,1,3\n2,4,1\n"), 3);
  EXPECT_EQ(features_of("a;b;c\n1,5;2;3,5\n1,7;1;3\n2;4;1\n"), 3);      // decimal commas
  EXPECT_EQ(features_of("a,b,c\n1.5,2,x\n1.7,1,y\n2,4,y\n"), 2);        // words
  EXPECT_EQ(features_of("a,b,c\n1.5,2,3.5\n1.7,1,3\n2,4,high\n"), 2);   // one word makes them words
  EXPECT_EQ(folder.json(joined({"train", "-"}, words), "a,b,c\n1.5,2,3.5\n1.7,1,3\n2,4,1\n")["features"], 3);

  folder.write("whole.csv", "a,b,c\n1.5,2,01\n1.7,1,01\n2,4,02\n");
  const Result whole = folder.protea(joined({"train", "whole.csv", "--json"}, words));
  EXPECT_EQ(whole.err,
            "protea: note: the last column 'c' holds whole numbers and is taken for labels, which are kept out of "
            "learning: --label none makes it a feature\n");
  EXPECT_EQ(whole.json()["features"], 2);
  const std::string answers = folder.text({"predict", "m.protea", "whole.csv"});
  EXPECT_EQ(csv_cells(answers)[1].back(), "01") << "labels stay as they are spelled";
  const Result none = folder.protea(joined({"train", "whole.csv", "--json", "--label", "none"}, words));
  EXPECT_EQ(none.err, "");
  EXPECT_EQ(none.json()["features"], 3);
  // Nothing to say of those who learn from labels, nor of a set whose labels are known.
  folder.write("classes.csv", "a,b,c\n1.5,2,1\n1.7,1,1\n2,4,2\n2.1,4,2\n");
  EXPECT_EQ(folder.protea({"train", "classes.csv", "--method", "glvq", "-o", "m.protea"}).err, "");
  EXPECT_EQ(folder.protea(joined({"train", "digits"}, words)).err, "");
}

// docs/data.md: a distance over n_o of n features counts n/n_o times, so that a row with one of two counts twice in its
// mean. By hand: one unit is at (1 + 2·3)/3 and (2 + 2·4)/3.
TEST(Maps, SkipMissingValuesWhereTheyAreMasked) {
  const Folder folder;
  folder.write("gaps.csv", "a,b\n1,2\n,4\n3,\n");
  folder.json({"train", "gaps.csv", "--label", "none", "--method", "batch-som", "--grid", "1x1", "--missing", "mask",
               "--scale", "none", "-o", "m.protea"});
  const Json map = folder.json({"inspect", "m.protea"});
  EXPECT_NEAR(map["prototypes"][0][0].get<double>(), 7.0 / 3, 1e-15);
  EXPECT_NEAR(map["prototypes"][0][1].get<double>(), 10.0 / 3, 1e-15);
  EXPECT_EQ(csv_cells(folder.text({"predict", "m.protea", "gaps.csv"})).size(), 4u);
  EXPECT_TRUE(folder.json({"evaluate", "m.protea", "gaps.csv"}).contains("quantization_error"));
  folder.refuses_naming(
      {"train", "gaps.csv", "--label", "none", "--method", "batch-som", "--grid", "1x1", "-o", "n.protea"}, 3,
      {"gaps.csv:3:1", "the value of 'a' is missing", "mask"});
}

TEST(LabelColumns, MayBePossibilitiesOrProbabilities) {
  const Folder folder;
  folder.write("fuzzy.csv", "a,b,p,q\n1,2,0.5,0.5\n2,1,0.2,0.9\n1.5,2,1,0\n0,0,0.1,0.9\n0.2,0.1,0,1\n1.4,1.9,0.9,0\n");
  const Words words{"train", "fuzzy.csv", "--label-columns", "p,q", "--method", "fl-ng", "--prototypes", "3"};
  const Json report = folder.json(joined(words, {"-o", "m.protea"}));
  EXPECT_EQ(report["class_names"], (Json{"p", "q"}));
  EXPECT_EQ(report["features"], 2);
  folder.refuses(joined(words, {"--memberships", "one", "-o", "n.protea"}), 3,
                 "fuzzy.csv:3: the memberships sum to 1.1: they must sum to one");
  const std::vector<Words> rows = csv_cells(folder.text({"predict", "m.protea", "fuzzy.csv"}));
  EXPECT_EQ(rows[0], (Words{"predicted", "unit", "distance", "membership p", "membership q"}));
  for (std::size_t i = 1; i < rows.size(); ++i)
    EXPECT_EQ(rows[i][0], std::stod(rows[i][3]) >= std::stod(rows[i][4]) ? "p" : "q");
  folder.refuses(
      {"train", "fuzzy.csv", "--label-columns", "p,q", "--label", "p", "--method", "fl-ng", "-o", "n.protea"}, 2,
      "--label and --label-columns: give one of them");
  folder.refuses({"train", "fuzzy.csv", "--label-columns", "p,q", "--method", "glvq", "-o", "n.protea"}, 2,
                 "fuzzy.csv: glvq does not learn from memberships");
  folder.refuses_naming({"train", "fuzzy.csv", "--label-columns", "p,r", "--method", "fl-ng", "-o", "n.protea"}, 3,
                        {"'r'"});
}

TEST(Maps, RefuseWhatCannotBeInOneSentence) {
  const Folder folder;
  const auto says = [&](const Words& more, const std::string& sentence) {
    folder.refuses(joined({"train", "iris", "-o", "m.protea"}, more), 2, sentence);
  };
  says({"--method", "som", "--grid", "20x15"},
       "a map of 300 units for 150 samples: it needs as many samples as units, or more");
  says({"--method", "glvq", "--grid", "3x3"},
       "grid = 3x3: the rule glvq has no lattice: use --method som or another map");
  says({"--method", "neural-gas", "--topology", "hexagon"},
       "topology = hexagon: the rule neural-gas has no lattice: use --method som or another map");
  for (const std::string divergence : {"gamma", "renyi"}) {
    for (const std::string method : {"k-means", "batch-som", "batch-neural-gas"})
      says({"--method", method, "--dissimilarity", divergence},
           "means: the mean of samples is not where " + divergence +
               " is least, which is no Bregman divergence: use --optimizer sgd, momentum or adam");
  }
  says({"--method", "vq", "--dissimilarity", "gamma", "--optimizer", "means"},
       "means: the mean of samples is not where gamma is least, which is no Bregman divergence: use --optimizer sgd, "
       "momentum or adam");
  says({"--method", "glvq", "--optimizer", "means"},
       "means moves prototypes to means of samples, and glvq pushes some away: use --optimizer sgd, momentum or adam");
  for (const std::string grid : {"3x", "x3", "3", "0x3", "3x-1", "3x3x3", "2000x2000", "axb"})
    says({"--method", "som", "--grid", grid},
         "grid = " + grid + ": write columns and rows as in 20x15, at most a million units");
  says({"--method", "som", "--topology", "chain", "--grid", "5x2"},
       "a chain has one row: leave rows at 1, or use --topology rectangle");
  says({"--method", "som", "--topology", "free"},
       "topology = free needs a matrix of squared distances between the units: give --lattice FILE");
  says({"--method", "k-means", "--prototypes", "200"},
       "there are 150 samples, fewer than the 200 prototypes asked for");
  says({"--method", "k-means", "--prototypes", "setosa=2"},
       "prototypes = setosa=2: there are no classes: give one number for all");
  says({"--method", "xom", "--embedding.dimensions", "4"},
       "embedding.dimensions = 4: must be at least 1 and at most 3");
  says({"--method", "xom", "--grid", "3x3"},
       "the lattice of an embedding is that of the data: leave out grid, topology and lattice");
  folder.write("one.csv", "a,b\n1,2\n");
  folder.refuses({"train", "one.csv", "--label", "none", "--method", "xom", "-o", "m.protea"}, 3,
                 "one.csv: there is 1 sample to embed: xom needs three at least");
  for (const auto& [method, rule] : std::map<std::string, std::string>{
           {"k-means", "vq"}, {"vq", "vq"}, {"batch-neural-gas", "neural-gas"}, {"batch-som", "som"}, {"xom", "som"}})
    says({"--method", method, "--presentation", "balanced"},
         "presentation = balanced speaks of classes, and the rule " + rule + " learns from none: leave it out");
}

// What cannot skip missing values does not recommend it.
TEST(MissingValues, AreRefusedWithWaysThatTheMethodTakes) {
  const Folder folder;
  folder.write("gaps.csv", "a,b,class\n1,2,x\n2,,y\n3,1,x\n4,1.5,y\n");
  const auto says = [&](const Words& more, const std::string& ways) {
    folder.refuses(joined({"train", "gaps.csv", "-o", "m.protea"}, more), 3,
                   "gaps.csv:3:2: the value of 'b' is missing: train with --missing " + ways);
  };
  for (const Words& words : {Words{"--method", "xom"},
                             {"--method", "svm"},
                             {"--method", "kernel-glvq"},
                             {"--method", "k-means", "--prototypes", "2", "--dissimilarity", "mahalanobis"}})
    says(words, "drop, mean or median");
  says({"--method", "k-means", "--prototypes", "2"}, "drop, mean, median or mask");
  says({"--method", "glvq"}, "drop, mean, median or mask");
  folder.refuses({"embed", "gaps.csv", "-o", "e.csv"}, 3,
                 "gaps.csv:3:2: the value of 'b' is missing: train with --missing drop, mean or median");
  folder.json({"embed", "gaps.csv", "-o", "e.csv", "--missing", "drop", "--model", "e.protea", "--epochs", "1"});
  folder.refuses({"predict", "e.protea", "gaps.csv"}, 3,
                 "gaps.csv:3:2: the value of 'b' is missing: a model trained with --missing drop cannot fill it, train "
                 "with --missing mean or median");
}

TEST(Evaluation, OfPlacesNamesTheCommandThatJudgesThem) {
  const Folder folder;
  folder.json(joined({"train", "iris", "-o", "x.protea"}, training_of("xom")));
  folder.refuses({"evaluate", "x.protea", "iris"}, 2,
                 "a model of xom gives places, which have no right answers: protea embed finds places and prints how "
                 "well they keep neighbours");
}

TEST(Evaluation, SaysWhyThereIsNoTrustworthiness) {
  const Folder folder;
  folder.write("gaps.csv", "a,b\n1,2\n2,\n3,1\n4,1.5\n");
  folder.write("two.csv", "a,b\n1,2\n3,1\n");
  folder.write("ring.csv", "0,1,4,1\n1,0,1,4\n4,1,0,1\n1,4,1,0\n");
  const auto says = [&](const std::string& data, const Words& more, const std::string& reason) {
    folder.json(joined({"train", data, "--label", "none", "--method", "som", "--epochs", "2", "-o", "m.protea"}, more));
    const Json json = folder.json({"evaluate", "m.protea", data});
    EXPECT_TRUE(json.contains("trustworthiness") && json["trustworthiness"].is_null());
    EXPECT_TRUE(json.contains("continuity") && json["continuity"].is_null());
    EXPECT_EQ(json["reasons"], (Json{{"trustworthiness", reason}, {"continuity", reason}}));
    EXPECT_FALSE(json.contains("preservation_samples"));
    EXPECT_NE(folder.text({"evaluate", "m.protea", data})
                  .find("trustworthiness     -\ncontinuity          -   (" + reason + ")\n"),
              std::string::npos);
  };
  folder.write("plain.csv", unlabelled_iris());
  says("plain.csv", {"--topology", "torus", "--grid", "4x4"}, "a torus has no places in a plane");
  says("plain.csv", {"--lattice", "ring.csv", "--init", "random-sample"}, "a free lattice has no places in a plane");
  says("gaps.csv", {"--missing", "mask", "--grid", "2x1"}, "there are missing values");
  says("two.csv", {"--grid", "2x1"}, "there are fewer than three samples");
}

TEST(Maps, HaveNoAccuracyToMeasure) {
  const Folder folder;
  folder.json({"train", "iris", "--method", "batch-som", "-o", "map.protea"});
  const std::string sentence = "a model of k-means has no classes, which a measured accuracy needs";
  folder.refuses({"cross-validate", "iris", "--method", "k-means"}, 2, sentence);
  folder.refuses({"tune", "iris", "--method", "k-means", "--quiet"}, 2, sentence);
  folder.refuses_naming({"curve", "iris", "--method", "k-means", "--over", "size=0.5,1", "--quiet"}, 2,
                        {"has no classes"});
  folder.refuses(joined({"cross-validate", "iris"}, training_of("xom")), 2,
                 "a model of xom has no classes, which a measured accuracy needs");
  // A comparison goes on with the others.
  EXPECT_NE(
      folder.text({"compare", "iris", "--methods", "k-means,lvq1", "--quiet"}).find("failed: k-means: " + sentence),
      std::string::npos);
  folder.refuses({"predict", "map.protea", "iris", "--scores"}, 2, "a model of batch-som has no scores");
  folder.refuses_naming({"predict", "map.protea", "iris", "--explain"}, 2, {"classes"});
  folder.refuses_naming({"margins", "map.protea", "iris"}, 2, {"classes"});
  folder.refuses_naming({"project", "map.protea", "iris"}, 2, {"projection"});
}

}   // namespace
}   // namespace protea::cli
