// Combinations of samples from the command line: kernels, given matrices, and what is refused.
#include <sstream>

#include <cli/command.hpp>

namespace protea::cli {
namespace {

Words lines_of(const std::string& text) {
  Words lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// iris as a matrix of all pairs, made by the command itself; the label is last.
class Combinations : public testing::Test {
 protected:
  Combinations() {
    folder.text({"convert", "iris", "iris.csv"});
    const Words rows = lines_of(folder.read("iris.csv"));
    const Words distances = lines_of(folder.text({"distance", "iris", "iris", "--label", "class"}));
    std::string labelled;
    std::string plain;
    for (std::size_t i = 0; i < distances.size(); ++i) {
      labelled += distances[i] + "," + rows[i + 1].substr(rows[i + 1].rfind(',') + 1) + "\n";
      plain += distances[i] + "\n";
    }
    folder.write("d.csv", labelled);
    folder.write("new.csv", plain);
  }

  Folder folder;
};

const Words matrix{"--method", "lvq1", "--space", "dissimilarity-matrix", "--epochs", "20"};
const Words features{"--method", "lvq1", "--scale", "none", "--epochs", "20"};

Words with(Words arguments, const Words& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST_F(Combinations, OfAMatrixAnswerAsPrototypesOfTheFeaturesDo) {
  folder.text(with({"train", "d.csv", "-o", "d.protea", "--quiet"}, matrix));
  folder.text(with({"train", "iris", "-o", "x.protea", "--quiet"}, features));
  EXPECT_EQ(folder.text({"predict", "d.protea", "new.csv"}), folder.text({"predict", "x.protea", "iris"}));
  EXPECT_EQ(folder.text({"predict", "d.protea", "d.csv"}), folder.text({"predict", "x.protea", "iris"}))
      << "with a label column";
  EXPECT_EQ(folder.json({"evaluate", "d.protea", "d.csv"})["confusion"],
            folder.json({"evaluate", "x.protea", "iris"})["confusion"]);
  EXPECT_EQ(folder.json(with({"cross-validate", "d.csv"}, matrix))["accuracy"],
            folder.json(with({"cross-validate", "iris"}, features))["accuracy"]);
}

TEST_F(Combinations, ShowCoefficientsInsteadOfPrototypes) {
  folder.text({"train", "iris", "--method", "kernel-lvq1", "-o", "m.protea", "--quiet"});
  const Json json = folder.json({"inspect", "m.protea"});
  EXPECT_EQ(json["space"], "combinations");
  EXPECT_FALSE(json.contains("prototypes"));
  ASSERT_EQ(json["coefficients"].size(), 3u);
  EXPECT_EQ(json["coefficients"][0].size(), json["samples"].size());
  double sum = 0;
  for (const double value : json["coefficients"][1]) sum += value;
  EXPECT_NEAR(sum, 1, 1e-12);
  EXPECT_EQ(json["options"]["dissimilarity"]["name"], "kernel");
  EXPECT_EQ(json["options"]["plan"]["space"], "combinations");
  EXPECT_EQ(json["features"].size(), 4u);
  EXPECT_NE(folder.text({"inspect", "m.protea"}).find(" of sample "), std::string::npos);
  EXPECT_EQ(folder.json({"train", "iris", "--method", "kernel-lvq1", "-o", "m.protea"})["features"], 4);
}

TEST_F(Combinations, HaveNoPlaceInACodebook) {
  folder.text({"train", "iris", "--method", "kernel-lvq1", "-o", "m.protea", "--quiet"});
  const std::string sentence =
      "the prototypes are combinations of samples: they have coefficients instead of values of features";
  folder.refuses({"convert", "m.protea", "m.cod"}, 2, sentence);
  folder.refuses({"train", "iris", "--init", "file", "--init.file", "m.protea", "-o", "n.protea"}, 2, sentence);
}

// κ(x,x') = xx' for the samples 1, 2, 4, 5, whose class means are 1.5 and 4.5: the sample 2 is at ¼ and 6.25, so
// scores are 25 : 1.
TEST_F(Combinations, OfAKernelMatrixReadTheKernelOfANewSampleWithItself) {
  folder.write("k.csv", "a,b,c,d,class\n1,2,4,5,low\n2,4,8,10,low\n4,8,16,20,high\n5,10,20,25,high\n");
  folder.text({"train", "k.csv", "--method", "lvq1", "--space", "kernel-matrix", "--init", "class-mean", "--epochs",
               "1", "--optimizer.rate", "1e-9", "--decision.sigma", "1.7320508075688772", "--decision.scores",
               "absolute", "-o", "k.protea", "--quiet"});
  folder.write("self.csv", "a,b,c,d,self\n2,4,8,10,4\n");
  const Json json = folder.json({"predict", "k.protea", "self.csv", "--scores"});
  EXPECT_EQ(json["predicted"][0], "low");
  // Distances ½² and 2½²; e^{−d/6} of them, one to e⁻¹.
  EXPECT_NEAR(json["scores"][0][1].get<double>(), 0.7310585786300049, 1e-6);
  // Without names, the column behind the others is κ(x,x), the label behind that.
  folder.write("plain.csv", "2,4,8,10,4\n");
  EXPECT_EQ(folder.json({"predict", "k.protea", "plain.csv", "--scores", "--label", "none"}), json);
  folder.write("both.csv", "2,4,8,10,4,low\n");
  EXPECT_EQ(folder.json({"predict", "k.protea", "both.csv", "--scores"}), json);
  // Without it, the label is the same.
  folder.write("without.csv", "a,b,c,d\n2,4,8,10\n");
  EXPECT_EQ(folder.json({"predict", "k.protea", "without.csv"})["predicted"], json["predicted"]);
}

TEST_F(Combinations, RefuseAMatrixThatIsNone) {
  const auto refuses = [&](const std::string& data, const std::string& space, const std::string& sentence) {
    folder.write("bad.csv", data);
    for (const std::string command : {"train", "cross-validate"}) {
      Words words{command,
                  "bad.csv",
                  "--method",
                  "kernel-lvq1",
                  "--space",
                  space,
                  command == "train" ? "-o" : "--folds",
                  command == "train" ? "m.protea" : "2"};
      folder.refuses(words, 3, sentence);
    }
  };
  refuses("0,1,a\n1,0,b\n2,2,a\n3,1,b\n", "dissimilarity-matrix",
          "bad.csv: 4 rows and 2 columns beside the label: a matrix of all pairs has as many columns as rows");
  folder.write("bad.csv", "0,1,2,3,a\n1,0,1,2,b\n2,1,0,1,a\n3,7,1,0,b\n");
  folder.refuses({"train", "bad.csv", "--method", "kernel-lvq1", "--space", "dissimilarity-matrix", "-o", "m.protea"},
                 3, "bad.csv:4:2: the matrix is not symmetric: 7 here, 2 in row 2, column 4");
  refuses("0,1,2,3,a\n1,0,1,2,b\n2,,0,1,a\n3,2,1,0,b\n", "kernel-matrix",
          "bad.csv:3:2: the value is missing, and a matrix of all pairs needs each");
}

TEST_F(Combinations, RefuseNewRowsOfAnotherWidthOrWithHoles) {
  folder.text(with({"train", "d.csv", "-o", "d.protea", "--quiet"}, matrix));
  folder.write("short.csv", "1,2,3\n4,5,6\n");
  folder.refuses({"predict", "d.protea", "short.csv"}, 3,
                 "short.csv: the model was trained on 150 features, the data have 3");
  std::string hole = folder.read("new.csv");
  hole.erase(0, hole.find(','));
  folder.write("hole.csv", hole);
  folder.refuses({"predict", "d.protea", "hole.csv"}, 3,
                 "hole.csv:1:1: the value is missing, and a matrix of all pairs needs each");
}

TEST_F(Combinations, RefuseOptimizersThatCannotStepInCoefficients) {
  folder.refuses(
      {"train", "iris", "--method", "glvq", "--space", "combinations", "-o", "m.protea"}, 2,
      "l-bfgs cannot step in coefficients of samples, which follow linear steps only: use --optimizer sgd or momentum");
  folder.refuses({"train", "iris", "--method", "glvq", "--space", "combination", "-o", "m.protea"}, 2,
                 "unknown space 'combination': did you mean 'combinations'?");
}

TEST_F(Combinations, RefuseADamagedFileOfThem) {
  folder.text({"train", "iris", "--method", "kernel-lvq1", "-o", "m.protea", "--quiet"});
  const std::string bytes = folder.read("m.protea");
  const std::size_t place = bytes.find("expansion.rows");
  ASSERT_NE(place, std::string::npos);
  std::string damaged = bytes;
  damaged[place] = 'E';
  folder.write("damaged.protea", damaged);
  folder.refuses_naming({"predict", "damaged.protea", "iris"}, 3, {"damaged.protea: "});
}

}   // namespace
}   // namespace protea::cli
