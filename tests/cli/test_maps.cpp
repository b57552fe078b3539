// Quantizers, maps and gases through the command, as a person uses them: train, predict, evaluate, inspect, go on.
#include <algorithm>
#include <cmath>
#include <csignal>

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
  ASSERT_EQ(map["u_matrix"].size(), 4u);
  ASSERT_EQ(map["u_matrix"][0].size(), 6u);
  EXPECT_DOUBLE_EQ(sum_of(map["hits"]), 150);
  EXPECT_EQ(map["label_map"].size(), 24u);
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
      const std::string label = map["label_map"][row * 6 + c];
      const char expected = label.empty() ? '.' : label == "virginica" ? 'i' : label[0];
      EXPECT_EQ(line[2 + 2 * c], expected) << line;
    }
  }
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
  for (std::size_t k = 0; k < 24; ++k) EXPECT_EQ(labels[k + 1][3], map["label_map"][k]);

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

// docs/data.md: a distance over n_o of n features counts n/n_o times, so that a row with one of two counts twice in its mean. By hand: one unit
// is at (1 + 2·3)/3 and (2 + 2·4)/3.
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
