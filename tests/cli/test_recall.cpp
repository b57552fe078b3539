// protea recall and the method hopfield, as a person uses them.
#include <cli/words.hpp>

namespace protea::cli {
namespace {

// A, C and T on five by five cells.
const std::string letters =
    "letter,a1,a2,a3,a4,a5,b1,b2,b3,b4,b5,c1,c2,c3,c4,c5,d1,d2,d3,d4,d5,e1,e2,e3,e4,e5\n"
    "A,0,1,1,1,0,1,0,0,0,1,1,1,1,1,1,1,0,0,0,1,1,0,0,0,1\n"
    "C,0,1,1,1,1,1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,0,1,1,1,1\n"
    "T,1,1,1,1,1,0,0,1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1,0,0\n";

// The same without names.
std::string without_names() {
  std::string text;
  for (const Words& cells : csv_cells(letters)) {
    for (std::size_t j = 1; j < cells.size(); ++j) text += cells[j] + (j + 1 < cells.size() ? "," : "\n");
  }
  return text;
}

TEST(Recall, RestoresNoisyPatternsInTheValuesOfTheFile) {
  const Folder folder;
  folder.write("letters.csv", letters);
  const Json report =
      folder.json({"train", "letters.csv", "--label", "letter", "--method", "hopfield", "-o", "m.protea"});
  EXPECT_EQ(report["load"], 0.12);   // 3/25
  EXPECT_EQ(report["fixed_points"], 3);
  EXPECT_EQ(report["features"], 25);
  EXPECT_EQ(report["options"]["scale"], "none");
  const Json json = folder.json({"recall", "m.protea", "letters.csv", "--noise", "0.2", "-o", "r.csv"});
  ASSERT_EQ(json["rows"].size(), 3u);
  const std::vector<Words> rows = csv_cells(folder.read("r.csv"));
  const std::vector<Words> given = csv_cells(letters);
  ASSERT_EQ(rows.size(), 4u);
  for (std::size_t i = 0; i < 3; ++i) {
    const Json& row = json["rows"][i];
    EXPECT_EQ(row["pattern"], given[i + 1][0]);
    EXPECT_EQ(row["pattern_number"], i + 1);
    EXPECT_NEAR(row["overlap_before"].get<double>(), 0.6, 1e-12);   // 5 of 25 cells are turned over: 1 − 2/5
    EXPECT_EQ(row["overlap_after"], 1);
    EXPECT_EQ(row["end"], "fixed point");
    EXPECT_LT(row["energy_after"].get<double>(), row["energy_before"].get<double>());
    EXPECT_EQ(rows[i + 1], Words(given[i + 1].begin() + 1, given[i + 1].end()));
    EXPECT_EQ(row["restored"].size(), 25u);
  }
  // Same bytes on any number of threads; the other output says the same.
  EXPECT_EQ(folder.json({"recall", "m.protea", "letters.csv", "--noise", "0.2", "-o", "r.csv", "--threads", "3"}),
            json);
  EXPECT_EQ(folder.text({"recall", "m.protea", "letters.csv", "--noise", "0.2", "-o", "-"}), folder.read("r.csv"));
  EXPECT_NE(folder.json({"recall", "m.protea", "letters.csv", "--noise", "0.2", "--seed", "2"})["rows"], json["rows"]);
  const std::string text = folder.text({"recall", "m.protea", "letters.csv", "--draw", "5"});
  EXPECT_NE(text.find("\n2\n.####    .####\n#....    #....\n#....    #....\n#....    #....\n.####    .####\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(folder.text({"recall", "m.protea", "letters.csv", "--quiet"}), "");
}

TEST(Recall, IsNamedWhereAModelIsToBeEvaluated) {
  const Folder folder;
  folder.write("letters.csv", letters);
  folder.text({"train", "letters.csv", "--label", "letter", "--method", "hopfield", "-o", "m.protea"});
  folder.refuses_naming({"evaluate", "m.protea", "letters.csv"}, 2, {"protea recall"});
}

TEST(Recall, FillsInWhatIsMissing) {
  const Folder folder;
  folder.write("letters.csv", letters);
  folder.text({"train", "letters.csv", "--id", "letter", "--method", "hopfield", "-o", "m.protea"});
  // The upper two lines of the C.
  std::string half = letters.substr(0, letters.find('\n')) + "\nhalf,0,1,1,1,1,1,0,0,0,0";
  for (int j = 0; j < 15; ++j) half += ",?";
  folder.write("half.csv", half + "\n");
  const Json row = folder.json({"recall", "m.protea", "half.csv"})["rows"][0];
  EXPECT_EQ(row["id"], "half");
  EXPECT_EQ(row["pattern"], "C");
  EXPECT_NEAR(row["overlap_before"].get<double>(), 0.4, 1e-12);   // 10 of 25
  EXPECT_EQ(row["overlap_after"], 1);
  const std::string text = folder.text({"recall", "m.protea", "half.csv", "--draw", "5"});
  EXPECT_NE(text.find("half\n.####    .####\n#....    #....\n?????    #....\n"), std::string::npos) << text;
}

TEST(Recall, TakesALastColumnOfNumbersForACell) {
  const Folder folder;
  folder.write("bare.csv", without_names());
  const Json bare = folder.json({"train", "bare.csv", "--method", "hopfield", "-o", "b.protea"});
  EXPECT_EQ(bare["features"], 25);
  EXPECT_EQ(folder.json({"recall", "b.protea", "bare.csv"})["rows"][2]["pattern"], "3");
  EXPECT_EQ(folder.text({"predict", "b.protea", "bare.csv"}), "unit,distance\n1,0\n2,0\n3,0\n");
  folder.write("named.csv", "a,b,c,name\n0,1,1,x\n1,0,1,y\n");
  EXPECT_EQ(folder.json({"train", "named.csv", "--method", "hopfield", "-o", "n.protea"})["features"], 3);
  EXPECT_EQ(folder.json({"inspect", "n.protea"})["pattern_names"], (Json{"x", "y"}));
}

TEST(Recall, SaysWhereParallelDynamicsEnds) {
  const Folder folder;
  // One pattern (−1, 1) has w = −½: two equal cells turn over for ever when both change at once.
  folder.write("two.csv", "-1,1\n");
  folder.text({"train", "two.csv", "--method", "hopfield", "--header", "no", "-o", "m.protea"});
  folder.write("equal.csv", "1,1\n");
  const Words ask{"recall", "m.protea", "equal.csv", "--header", "no"};
  EXPECT_EQ(folder.json(joined(ask, {"--dynamics", "parallel"}))["rows"][0]["end"], "cycle of two");
  EXPECT_EQ(folder.json(ask)["rows"][0]["end"], "fixed point");
}

TEST(Recall, PerceptronsStoreWhatHebbLoses) {
  const Folder folder;
  // Five cells that all rows share and three of which each row turns over its own. Hebb: the field on that cell in its
  // row is (5 − 1 − 1)/8 > 0, against its value. Weights −1 among the three, 1/5 from each of the five, which hold one
  // another, keep all rows, so that the perceptron ends.
  folder.write("near.csv", "1,-1,1,-1,1,-1,1,1\n1,-1,1,-1,1,1,-1,1\n1,-1,1,-1,1,1,1,-1\n");
  const Words train{"train", "near.csv", "--header", "no", "--method", "hopfield", "-o", "m.protea"};
  EXPECT_EQ(folder.json(train)["fixed_points"], 0);
  for (const char* const symmetric : {"true", "false"}) {
    const Json report =
        folder.json(joined(train, {"--hopfield.rule", "perceptron", "--hopfield.symmetric", symmetric}));
    EXPECT_EQ(report["fixed_points"], 3);
    EXPECT_EQ(report["converged"], true);
  }
}

TEST(Recall, RefusesInOneSentence) {
  const Folder folder;
  folder.write("letters.csv", letters);
  folder.text({"train", "letters.csv", "--label", "letter", "--method", "hopfield", "-o", "m.protea"});
  folder.text({"train", "iris", "--method", "lvq1", "--epochs", "1", "-o", "iris.protea"});
  folder.refuses(
      {"train", "letters.csv", "--label", "letter", "--method", "hopfield", "--scale", "min-max", "-o", "n.protea"}, 2,
      "scale = min-max: patterns have two values and stay as they are: leave out --scale");
  folder.refuses({"train", "iris", "--method", "hopfield", "-o", "n.protea"}, 3,
                 "iris:2:3: found 1.4 beside 5.1 and 3.5: patterns have two values, such as -1 and 1 or 0 and 1");
  folder.refuses({"recall", "iris.protea", "iris"}, 2, "a model of lvq1 has no stored patterns, which recall needs");
  folder.refuses({"recall", "m.protea", "letters.csv", "--noise", "1.5"}, 2,
                 "noise = 1.5: must be at least 0 and at most 1");
  folder.refuses_naming({"recall", "m.protea", "letters.csv", "--dynamics", "serial"}, 2, {"dynamics", "serial"});
  folder.refuses({"recall", "m.protea", "letters.csv", "-o", "letters.csv"}, 2,
                 "letters.csv: writing there would destroy what is read from it");
  folder.refuses({"recall", "m.protea", "letters.csv", "-o", "-", "--json"}, 2,
                 "the patterns and the JSON document cannot both go to standard output: use -o FILE");
  folder.write("other.csv", letters + "T,1,1,1,1,1,0,0,1,0,0,0,0,2,0,0,0,0,1,0,0,0,0,1,0,0\n");
  folder.refuses({"recall", "m.protea", "other.csv"}, 3,
                 "other.csv:5:14: found 2: the patterns of the model hold 0 and 1");
}

// Ten times the same row, each with noise of its own: two draws of 8 cells of 25 are the same once in a million.
TEST(Recall, TurnsOverOtherCellsInEveryRow) {
  const Folder folder;
  folder.write("letters.csv", letters);
  folder.text({"train", "letters.csv", "--label", "letter", "--method", "hopfield", "-o", "m.protea"});
  const std::size_t heading = letters.find('\n') + 1;
  std::string same = letters.substr(0, heading);
  for (int i = 0; i < 10; ++i) same += letters.substr(heading, letters.find('\n', heading) + 1 - heading);
  folder.write("same.csv", same);
  const Json rows = folder.json({"recall", "m.protea", "same.csv", "--noise", "0.3"})["rows"];
  ASSERT_EQ(rows.size(), 10u);
  std::size_t others = 0;
  for (const Json& row : rows) others += row["energy_before"] != rows[0]["energy_before"] ? 1 : 0;
  EXPECT_GT(others, 4u);   // some energies agree by chance
}

TEST(Recall, IsWhatTheReproductionMeasures) {
  const Folder folder;
  const Json json = folder.json({"reproduce", "notes-hopfield", "--quick"});
  EXPECT_NEAR(json["capacity"].get<double>(), 0.138, 5e-4);
  EXPECT_EQ(json["loads"][0]["overlap"], 1);
  EXPECT_TRUE(json["loads"][5]["theory"].is_null());
}

}   // namespace
}   // namespace protea::cli
