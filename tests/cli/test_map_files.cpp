// Maps in the files of SOM_PAK and of the ESOM tools: there and back.
#include <cli/words.hpp>

namespace protea::cli {
namespace {

TEST(Codebooks, OfMapsHaveTheirGridAndTheLabelsOfTheUnits) {
  const Folder folder;
  folder.json({"train", "iris", "--method", "batch-som", "--grid", "5x4", "--topology", "hexagon",
               "--rule.neighbourhood", "bubble", "--scale", "none", "-o", "map.protea"});
  const Result made = folder.protea({"convert", "map.protea", "map.cod"});
  EXPECT_EQ(made.code, 0);
  EXPECT_EQ(made.err, "");
  EXPECT_EQ(first_line(folder.read("map.cod")), "4 hexa 5 4 bubble");
  folder.text({"convert", "map.cod", "back.protea"});
  folder.text({"convert", "back.protea", "again.cod"});
  EXPECT_EQ(folder.read("again.cod"), folder.read("map.cod"));
  const Json map = folder.json({"inspect", "map.protea"});
  const Json back = folder.json({"inspect", "map.cod"});
  EXPECT_EQ(back["method"], "som");
  for (const char* const key : {"lattice", "prototypes", "label_map", "u_matrix"})
    EXPECT_EQ(back[key], map[key]) << key;
  EXPECT_EQ(back["options"]["rule"]["options"]["neighbourhood"], "bubble");
  // The codebook answers as the map does.
  EXPECT_EQ(folder.text({"predict", "map.cod", "iris"}), folder.text({"predict", "map.protea", "iris"}));
  const Json judged = folder.json({"evaluate", "map.cod", "iris", "--label", "class"});
  const Json known = folder.json({"evaluate", "map.protea", "iris"});
  for (const char* const key : {"quantization_error", "topographic_error", "purity", "label_map_accuracy"})
    EXPECT_EQ(judged[key], known[key]) << key;
}

TEST(Codebooks, OfSomPakBecomeMapsThatGoOn) {
  const Folder folder;
  // Two columns and two rows; one unit has no label.
  folder.write("map.cod", "# by hand\n2 rect 2 2 gaussian\n0 0 low\n4 0 high\n0 4\n4 4 high\n");
  folder.write("rows.csv", "u,v\n0.5,0\n3,1\n1,3\n4,4\n");
  EXPECT_EQ(folder.text({"predict", "map.cod", "rows.csv"}),
            "unit,column,row,distance,label\n1,1,1,0.25,low\n2,2,1,2,high\n3,1,2,2,\n4,2,2,0,high\n");
  const Json map = folder.json({"inspect", "map.cod"});
  EXPECT_EQ(map["lattice"], (Json{{"topology", "rectangle"}, {"columns", 2}, {"rows", 2}}));
  EXPECT_EQ(map["label_map"], Json::parse(R"([["low", "high"], ["", "high"]])"));
  const Json report = folder.json({"train", "rows.csv", "--label", "none", "--from", "map.cod", "--epochs", "5",
                                   "--rule.schedule", "constant", "-o", "on.protea"});
  EXPECT_EQ(report["method"], "som");
  EXPECT_EQ(report["prototypes"], 4);
  EXPECT_EQ(folder.json({"inspect", "on.protea"})["lattice"], map["lattice"]);
  EXPECT_NE(folder.json({"inspect", "on.protea"})["prototypes"], map["prototypes"]);
  // A map of one row is a chain, and is written as SOM_PAK has it.
  folder.write("chain.cod", "1 rect 3 1 bubble\n0 \n1 \n2 \n");
  EXPECT_EQ(folder.json({"inspect", "chain.cod"})["lattice"]["topology"], "chain");
  folder.text({"convert", "chain.cod", "chain.protea"});
  folder.text({"convert", "chain.protea", "chain2.cod"});
  EXPECT_EQ(folder.read("chain2.cod"), "1 rect 3 1 bubble\n0 \n1 \n2 \n");
  // Nor has a codebook without a grid a label that it does not have: saved, it is read again.
  folder.write("plain.cod", "1 lvq\n0 \n1 \n");
  folder.text({"convert", "plain.cod", "plain.protea"});
  folder.text({"convert", "plain.protea", "plain2.cod"});
  EXPECT_EQ(folder.read("plain2.cod"), folder.read("plain.cod"));
  folder.write("bad.cod", "1 rect 2 2 bubble\n0\n1\n2\n");
  folder.refuses({"inspect", "bad.cod"}, 3, "bad.cod:1: a map of 2 x 2 does not fit the 3 vectors of the file");
}

TEST(Codebooks, LeaveOutWhatTheyHaveNoPlaceForAndSaySo) {
  const Folder folder;
  const auto warning_of = [&](const Words& training, const std::string& output) {
    folder.json(joined({"train", "iris", "-o", "m.protea"}, training));
    const Result made = folder.protea({"convert", "m.protea", output});
    EXPECT_EQ(made.code, 0) << made.err;
    return made.err;
  };
  EXPECT_EQ(warning_of({"--method", "batch-som", "--grid", "4x3", "--topology", "torus", "--scale", "none"}, "t.cod"),
            "protea: note: a torus has no place in a codebook: the map becomes a rectangle, with borders\n");
  EXPECT_EQ(first_line(folder.read("t.cod")), "4 rect 4 3 gaussian");
  EXPECT_EQ(warning_of({"--method", "batch-som", "--grid", "4x3", "--topology", "hexagon", "--scale", "none"}, "h.wts"),
            "protea: note: a hexagonal lattice has no place in a file of weights: the map becomes a rectangle\n");
  EXPECT_EQ(warning_of({"--method", "batch-som", "--grid", "4x3"}, "z.cod"),
            "protea: note: the codebook is in original units; the scaling of the model is left out\n");
  // Cells without a grid are a codebook without one, and without labels, as before.
  warning_of({"--method", "k-means", "--prototypes", "3", "--scale", "none"}, "cells.cod");
  EXPECT_EQ(first_line(folder.read("cells.cod")), "4 lvq");
  EXPECT_EQ(folder.read("cells.cod").find("setosa"), std::string::npos);
}

TEST(EsomFiles, OfWeightsAreMapsThereAndBack) {
  const Folder folder;
  folder.json({"train", "iris", "--method", "batch-som", "--grid", "5x3", "--scale", "none", "-o", "map.protea"});
  folder.text({"convert", "map.protea", "map.wts"});
  EXPECT_EQ(folder.read("map.wts").substr(0, 10), "% 3 5\n% 4\n");
  const Json map = folder.json({"inspect", "map.protea"});
  const Json back = folder.json({"inspect", "map.wts"});
  EXPECT_EQ(back["method"], "som");
  for (const char* const key : {"lattice", "prototypes", "u_matrix"}) EXPECT_EQ(back[key], map[key]) << key;
  folder.text({"convert", "map.wts", "back.protea"});
  folder.text({"convert", "back.protea", "again.wts"});
  EXPECT_EQ(folder.read("again.wts"), folder.read("map.wts"));
  EXPECT_EQ(folder.json({"evaluate", "map.wts", "iris", "--label", "class"})["quantization_error"],
            folder.json({"evaluate", "map.protea", "iris"})["quantization_error"]);
  EXPECT_EQ(folder.json({"train", "iris", "--label", "class", "--from", "map.wts", "--epochs", "2", "-o",
                         "on.protea"})["prototypes"],
            15);

  folder.write("torus.wts", "% 2 3 1\n% 1\n0\n1\n2\n3\n4\n5\n");
  EXPECT_EQ(folder.json({"inspect", "torus.wts"})["lattice"],
            (Json{{"topology", "torus"}, {"columns", 3}, {"rows", 2}}));
  folder.text({"convert", "torus.wts", "torus2.wts"});
  EXPECT_EQ(first_line(folder.read("torus2.wts")), "% 2 3 1");
  folder.write("bad.wts", "% 2 3\n% 1\n0\n1\n");
  folder.refuses_naming({"inspect", "bad.wts"}, 3, {"bad.wts"});
  folder.json({"train", "iris", "--method", "k-means", "-o", "cells.protea"});
  folder.refuses({"convert", "cells.protea", "no.wts"}, 2,
                 "weights of the ESOM tools (.wts) are those of a map on a grid");
  folder.refuses({"convert", "cells.protea", "no.umx"}, 2, "the U-matrix (.umx) is that of a map on a grid");
}

TEST(EsomFiles, OfHeightsAreTheUMatrix) {
  const Folder folder;
  folder.json({"train", "iris", "--method", "batch-som", "--grid", "5x3", "-o", "map.protea"});
  folder.text({"convert", "map.protea", "map.umx"});
  const Json expected = folder.json({"inspect", "map.protea"})["u_matrix"];
  folder.text({"convert", "map.umx", "heights.csv"});
  const std::vector<Words> rows = csv_cells(folder.read("heights.csv"));
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0], (Words{"column 1", "column 2", "column 3", "column 4", "column 5"}));
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 5; ++c) EXPECT_EQ(std::stod(rows[r + 1][c]), expected[r][c].get<double>());
  }
  folder.text({"convert", "map.umx", "heights.npy"});
  folder.refuses_naming({"convert", "heights.csv", "no.umx"}, 2, {"no.umx", "a model comes from protea train"});
  folder.refuses_naming({"convert", "map.protea", "no.bm"}, 2, {"protea predict map.protea DATA -o no.bm"});
  folder.refuses_naming({"convert", "map.protea", "no.csv"}, 2, {".cod", ".wts", ".umx"});
}

TEST(EsomFiles, OfBestMatchesCountRowsAndColumnsFromZero) {
  const Folder folder;
  folder.json({"train", "iris", "--method", "batch-som", "--grid", "5x3", "-o", "map.protea"});
  const std::vector<Words> rows = csv_cells(folder.text({"predict", "map.protea", "iris"}));
  EXPECT_EQ(folder.text({"predict", "map.protea", "iris", "-o", "iris.bm"}), "");
  std::istringstream lines(folder.read("iris.bm"));
  std::string sign;
  int map_rows = 0, map_columns = 0, samples = 0;
  lines >> sign >> map_rows >> map_columns >> sign >> samples;
  EXPECT_EQ(map_rows, 3);
  EXPECT_EQ(map_columns, 5);
  ASSERT_EQ(samples, 150);
  for (std::size_t i = 1; i <= 150; ++i) {
    int key = 0, row = 0, column = 0;
    ASSERT_TRUE(lines >> key >> row >> column);
    EXPECT_EQ(key, static_cast<int>(i));
    EXPECT_EQ(row + 1, std::stoi(rows[i][2]));
    EXPECT_EQ(column + 1, std::stoi(rows[i][1]));
  }
  folder.text({"convert", "iris.bm", "best.csv"});
  const std::vector<Words> best = csv_cells(folder.read("best.csv"));
  ASSERT_EQ(best.size(), 151u);
  EXPECT_EQ(best[0], (Words{"key", "row", "column"}));
  EXPECT_EQ(std::stoi(best[42][1]) + 1, std::stoi(rows[42][2]));
  folder.json({"train", "iris", "--method", "k-means", "-o", "cells.protea"});
  folder.refuses({"predict", "cells.protea", "iris", "-o", "no.bm"}, 2,
                 "best matches (.bm) are those of a map on a grid");
}

}   // namespace
}   // namespace protea::cli
