// train --from and train --stream, as a person uses them.
#include <gtest/gtest.h>

#include <protea/data/builtin.hpp>

#include "command.hpp"

namespace protea::cli {
namespace {

TEST(TrainFrom, GoesOnWithNewDataAndKeepsTheScaling) {
  const Folder folder;
  folder.json({"train", "wine", "--method", "glvq", "--epochs", "2", "-o", "a.protea"});
  const Json second = folder.json({"train", "wine", "--from", "a.protea", "--epochs", "50", "-o", "b.protea"});
  EXPECT_EQ(second["method"], "glvq");
  const Json before = folder.json({"inspect", "a.protea"});
  const Json after = folder.json({"inspect", "b.protea"});
  EXPECT_EQ(after["scaling"], before["scaling"]);
  EXPECT_LT(after["training"]["cost"].get<double>(), before["training"]["cost"].get<double>());
  EXPECT_EQ(after["training"]["samples"], 2 * before["training"]["samples"].get<int>());
}

TEST(TrainFrom, RefusesWhatTheModelFixes) {
  const Folder folder;
  folder.json({"train", "iris", "--method", "lvq1", "-o", "a.protea"});
  folder.refuses({"train", "iris", "--from", "a.protea", "--scale", "none", "-o", "b.protea"}, 2,
                 "scale = none: a model that learns on keeps its scale");
  folder.refuses({"train", "iris", "--from", "a.protea", "--method", "glvq", "-o", "b.protea"}, 2,
                 "method = glvq: a.protea is a model of lvq1 and stays one: leave out --method");
  folder.write("new.csv", "1,2,3,4,tulip\n");
  folder.refuses_naming({"train", "new.csv", "--from", "a.protea", "-o", "b.protea"}, 3,
                        {"new.csv:1:5", "'tulip'", "not known to the model"});
  folder.protea({"convert", "a.protea", "a.cod"});
  folder.refuses(
      {"train", "iris", "--from", "a.cod", "-o", "b.protea"}, 2,
      "a codebook does not say how it was trained: start from its prototypes with --init file --init.file FILE");
}

TEST(TrainStream, WritesSnapshotsAndLearnsEveryRow) {
  const Folder folder;
  const std::string iris = builtin_text("iris");
  const std::string rows = iris.substr(iris.find('\n') + 1);
  const Json report = folder.json(
      {"train", "-", "--stream", "--method", "lvq1", "--snapshot-every", "150", "-o", "m.protea"}, iris + rows + rows);
  EXPECT_EQ(report["samples"], 450);
  EXPECT_EQ(report["snapshots"], 3);
  EXPECT_GT(report["accuracy_before_learning"].get<double>(), 0.8);
  EXPECT_EQ(folder.json({"inspect", "m.protea"})["training"]["samples"], 450);
}

TEST(TrainStream, KeepsTheLastSnapshotWhenARowIsWrong) {
  const Folder folder;
  const std::string iris = builtin_text("iris");
  folder.json({"train", "iris", "--method", "lvq1", "-o", "start.protea"});
  folder.json({"train", "-", "--stream", "--from", "start.protea", "--snapshot-every", "50", "-o", "good.protea"},
              iris);
  const Result broken =
      folder.protea({"train", "-", "--stream", "--from", "start.protea", "--snapshot-every", "50", "-o", "m.protea"},
                    iris + "1,2,oops\n");
  EXPECT_EQ(broken.code, 3);
  EXPECT_EQ(folder.read("m.protea"), folder.read("good.protea"));
}

TEST(TrainStream, FindsTheLabelAndTheWeightsOfTheModelWhereverTheyStand) {
  const Folder folder;
  folder.write("a.csv", "u,v,class\n1,5,x\n2,6,y\n1.1,5.1,x\n2.1,6.1,y\n");
  folder.json({"train", "a.csv", "--method", "lvq1", "-o", "start.protea"});
  const Json turned =
      folder.json({"train", "-", "--stream", "--from", "start.protea", "-o", "m.protea"}, "class,v,u\nx,5,1\ny,6,2\n");
  EXPECT_EQ(turned["samples"], 2);
  EXPECT_EQ(folder.json({"train", "-", "--stream", "--from", "start.protea", "--weights", "w", "-o", "m.protea"},
                        "u,v,class,w\n1,5,x,1\n2,6,y,3\n")["samples"],
            2);
  folder.refuses(
      {"train", "-", "--stream", "--from", "start.protea", "-o", "other.protea", "--class-weights", "balanced"}, 2,
      "class_weights = balanced: a stream does not know how many samples of each class will come: give class=number,…");
}

TEST(TrainFrom, LetsNearestNeighboursTakeNewSamplesIn) {
  const Folder folder;
  folder.write("a.csv", "u,class\n1,x\n2,y\n");
  folder.json({"train", "a.csv", "--method", "knn", "--decision.k", "1", "--scale", "none", "-o", "a.protea"});
  folder.write("b.csv", "u,class\n9,x\n");
  EXPECT_EQ(folder.json({"train", "b.csv", "--from", "a.protea", "-o", "b.protea"})["prototypes"], 3);
  EXPECT_EQ(folder.json({"predict", "a.protea", "b.csv"})["predicted"][0], "y");
  EXPECT_EQ(folder.json({"predict", "b.protea", "b.csv"})["predicted"][0], "x");
}

TEST(Divergence, IsAnErrorAndLeavesNoModel) {
  const Folder folder;
  const auto says = [&](const Words& more, const std::string& sentence) {
    Words words{"train", "iris", "-o", "m.protea"};
    words.insert(words.end(), more.begin(), more.end());
    folder.refuses(words, 4, sentence);
  };
  says(
      {"--method", "lvq1", "--optimizer.rate", "3", "--epochs", "1", "--reach", "inf"},
      "epoch 1: the block 'prototypes' of the parameters has run away, to 4.6e+09: use a smaller learning rate, or scale the data");
  says(
      {"--method", "rslvq", "--rule.sigma", "1e-300", "--epochs", "0"},
      "epoch 0: the cost is no longer finite: scale the data, or choose milder options of the rule and the dissimilarity");
}

TEST(TrainStream, RefusesWhatCannotStream) {
  const Folder folder;
  folder.refuses({"train", "iris", "--stream", "-o", "m.protea"}, 2, "--stream reads standard input: give - as DATA");
  folder.refuses({"train", "-", "--stream", "-o", "m.protea"}, 2,
                 "l-bfgs needs all samples at once: a stream needs --optimizer sgd, momentum or adam");
  folder.refuses({"train", "-", "--stream", "--method", "lvq1", "-o", "m.protea"}, 3,
                 "standard input: nothing to read");
  folder.refuses({"train", "-", "--stream", "--method", "lvq1", "-o", "-"}, 2, "snapshots need a file: use -o FILE");
}

TEST(Imbalance, WeightsAndCostsMoveErrorsToTheCheaperSide) {
  const Folder folder;
  // Two overlapping classes, one three times as large.
  std::string text = "x,weight,class\n";
  for (int i = 0; i < 90; ++i) text += std::to_string((i * 37 % 90) / 30.0) + ",1,many\n";
  for (int i = 0; i < 30; ++i) text += std::to_string(1.5 + (i * 11 % 30) / 15.0) + ",3,few\n";
  folder.write("data.csv", text);
  const auto recall = [&](const Words& more) {
    Words words{"cross-validate", "data.csv", "--method", "rslvq", "--prototypes", "2", "--folds", "5"};
    words.insert(words.end(), more.begin(), more.end());
    const Json confusion = folder.json(words)["confusion"];   // few, many
    return confusion[0][0].get<double>() / 30;
  };
  const double plain = recall({"--weights", "weight", "--class-weights", "few=0.3333"});
  EXPECT_GT(recall({"--weights", "weight"}), plain);
  EXPECT_GT(recall({"--weights", "weight", "--costs", "few>many=5"}), plain);
  folder.refuses({"train", "data.csv", "--class-weights", "none=2", "-o", "m.protea"}, 2,
                 "class_weights: unknown class 'none': known are few, many");
  folder.refuses({"train", "data.csv", "--costs", "few>few=2", "-o", "m.protea"}, 2,
                 "costs = few>few=2: a right answer has no cost");
  folder.refuses({"train", "data.csv", "--weights", "x", "-o", "m.protea"}, 3,
                 "data.csv:2:1: a weight must be a number greater than 0");
}

// A sample in the middle of two prototypes: the file must tell a threshold of 0 from none, and so must a model that
// learns on.
TEST(Decisions, AThresholdOfZeroSurvivesTheModelFile) {
  const Folder folder;
  folder.write("data.csv", "x,class\n-1,a\n1,b\n");
  folder.write("middle.csv", "x\n0\n");
  const auto answer = [&](const std::string& model, const Words& more) {
    Words words{"predict", model, "middle.csv"};
    words.insert(words.end(), more.begin(), more.end());
    const std::string text = folder.text(words);
    return text.substr(text.find('\n') + 1, 1);
  };
  const Words train{"train",
                    "data.csv",
                    "--method",
                    "lvq1",
                    "--init",
                    "samples",
                    "--epochs",
                    "0",
                    "--scale",
                    "none",
                    "--decision.positive",
                    "a",
                    "--quiet"};
  const auto trained = [&](const std::string& model, const Words& more) {
    Words words = train;
    words.insert(words.end(), {"-o", model});
    words.insert(words.end(), more.begin(), more.end());
    folder.text(words);
    return answer(model, {});
  };
  EXPECT_EQ(trained("plain.protea", {}), "a");   // the first of equals
  for (const char* const threshold : {"-1e-300", "0", "1e-300"}) {
    EXPECT_EQ(trained("zero.protea", {"--decision.threshold", threshold}), "b") << threshold;
    EXPECT_EQ(answer("plain.protea", {"--decision.threshold", threshold}), "b") << threshold;
  }
  EXPECT_EQ(trained("zero.protea", {"--decision.threshold", "0"}), "b");
  EXPECT_EQ(answer("zero.protea", {"--decision.threshold", "none"}), "a");
  for (const std::string model : {"plain", "zero"}) {
    folder.text(
        {"train", "data.csv", "--from", model + ".protea", "--epochs", "0", "-o", model + "2.protea", "--quiet"});
  }
  EXPECT_EQ(answer("plain2.protea", {}), "a");
  EXPECT_EQ(answer("zero2.protea", {}), "b");
}

TEST(Decisions, CanBeChangedWhenAsking) {
  const Folder folder;
  folder.json({"train", "wdbc", "--method", "glvq", "--prototypes", "3", "-o", "m.protea"});
  const auto malignant = [&](const Words& more) {
    Words words{"evaluate", "m.protea", "wdbc"};
    words.insert(words.end(), more.begin(), more.end());
    const Json confusion = folder.json(words)["confusion"];
    return confusion[0][1].get<int>() + confusion[1][1].get<int>();
  };
  EXPECT_LT(malignant({"--decision.threshold", "10"}), malignant({}));
  EXPECT_GT(malignant({"--decision.threshold", "-10"}), malignant({}));
  EXPECT_EQ(malignant({"--decision.threshold", "1e9"}), 0);
  EXPECT_GT(malignant({"--decision", "k-nearest", "--decision.k", "1"}), 0);
  folder.refuses({"predict", "m.protea", "wdbc", "--decision", "softest"}, 2,
                 "unknown decision 'softest': known are nearest, k-nearest, soft");
}

}   // namespace
}   // namespace protea::cli
