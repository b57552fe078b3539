// protea cross-validate, tune, compare and curve: documents, files, interruptions, and sentences for what cannot be.
#include <algorithm>
#include <csignal>

#include <cli/command.hpp>

namespace protea::cli {
namespace {

Words with(Words arguments, const Words& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST(Tune, KeepsTheWholeTableAndTrainsTheChosenOne) {
  const Folder folder;
  const Json json =
      folder.json({"tune", "iris", "--method", "glvq", "--grid", "prototypes=1,2,60", "--grid", "rule.steepness=1,5",
                   "--folds", "3", "--outer", "3", "-o", "best.protea", "--csv", "table.csv"});
  ASSERT_EQ(json["candidates"].size(), 6u);
  EXPECT_EQ(json["candidates"][1]["settings"], (Json{{"prototypes", 1}, {"rule.steepness", 5}}));
  EXPECT_TRUE(json["candidates"][4].contains("failure"));
  const auto chosen = json["chosen"]["index"].get<std::size_t>();
  for (const Json& each : json["candidates"]) {
    if (!each.contains("score")) continue;
    EXPECT_LE(each["score"], json["candidates"][chosen]["score"]);
  }
  EXPECT_EQ(json["nested"]["folds"].size(), 3u);
  const std::string csv = folder.read("table.csv");
  EXPECT_EQ(csv.rfind("prototypes,rule.steepness,accuracy,deviation,parameters,coverage,chosen,failure\n", 0), 0u);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 7);
  // The model is that of a training with the chosen options.
  const Json settings = json["chosen"]["settings"];
  folder.text({"train", "iris", "--method", "glvq", "--prototypes", settings["prototypes"].dump(), "--rule.steepness",
               settings["rule.steepness"].dump(), "-o", "same.protea"});
  EXPECT_TRUE(folder.read("best.protea") == folder.read("same.protea"));
}

TEST(Tune, SaysThatAFigureWithoutNestingIsOptimistic) {
  const Folder folder;
  const Words run{"tune", "iris", "--method", "glvq", "--grid", "prototypes=1,2", "--folds", "3", "--outer", "0"};
  EXPECT_NE(folder.text(run).find("optimistic"), std::string::npos);
  EXPECT_TRUE(folder.json(run)["nested"].is_null());
}

TEST(Selection, AKilledRunThatGoesOnPrintsTheDocumentOfAnUninterruptedOne) {
  for (const Words& run :
       {Words{"tune", "crabs", "--grid", "prototypes=1,2", "--grid", "rule.steepness=1,2", "--folds", "3", "--outer",
              "4"},
        {"tune", "crabs", "--method", "glvq,knn", "--epochs", "30"},
        {"cross-validate", "crabs", "--folds", "10", "--repeats", "3"},
        {"cross-validate", "crabs", "--split", "monte-carlo", "--draws", "40", "--decision.reject", "margin"},
        {"compare", "crabs", "--methods", "glvq,gmlvq", "--folds", "8", "--repeats", "3"},
        {"curve", "crabs", "--over", "size=0.3,0.6,1", "--folds", "5", "--repeats", "3"}}) {
    SCOPED_TRACE(run[0]);
    const Folder folder;
    const std::string expected = folder.text(with(run, {"--json", "--threads", "1"}));
    const Words kept = with(run, {"--json", "--checkpoint", "c.state"});
    const Result killed =
        folder.run({.words = protea_words(with(kept, {"--checkpoint-every", "1"})), .kill_after = "c.state"});
    ASSERT_EQ(killed.signal, SIGKILL) << "the run ended before it could be killed";
    EXPECT_EQ(folder.text(with(kept, {"--resume", "--threads", "3"})), expected);
    EXPECT_EQ(folder.text(with(kept, {"--resume"})), expected) << "after the end";
    folder.refuses(with(kept, {"--resume", "--seed", "2"}), 2,
                   "c.state: this checkpoint belongs to a run with other data or options");
  }
}

TEST(Compare, TestsEveryPairOnTheSameFolds) {
  const Folder folder;
  const Words run{"compare", "iris", "--methods", "glvq,gmlvq:prototypes=setosa=1,virginica=2,knn,svm", "--folds", "5"};
  const Json json = folder.json(run);
  ASSERT_EQ(json["methods"].size(), 4u);
  EXPECT_EQ(json["methods"][1]["name"], "gmlvq:prototypes=setosa=1,virginica=2");
  ASSERT_EQ(json["pairs"].size(), 6u);
  for (const Json& pair : json["pairs"]) {
    for (const char* const test : {"mcnemar", "resampled_t"}) {
      EXPECT_GE(pair[test]["p"], 0);
      EXPECT_LE(pair[test]["p"], 1);
    }
  }
  EXPECT_EQ(json["methods"][0]["accuracy"],
            folder.json({"cross-validate", "iris", "--method", "glvq", "--folds", "5"})["accuracy"]);
  EXPECT_NE(folder.text(run).find("McNemar p"), std::string::npos);
}

TEST(Compare, GivesEveryMethodEveryMeasureAsCrossValidateDoes) {
  const Folder folder;
  const Json json = folder.json({"compare", "iris", "--methods", "glvq,svm", "--folds", "3"});
  for (std::size_t m = 0; m < 2; ++m) {
    const std::string name = json["methods"][m]["name"];
    const Json alone = folder.json({"cross-validate", "iris", "--method", name, "--folds", "3"});
    for (const char* const key : {"accuracy", "balanced_accuracy", "auc", "auc_hand_till", "auc_one_vs_rest", "f",
                                  "matthews", "kappa", "per_class"}) {
      EXPECT_EQ(json["methods"][m][key], alone[key]) << name << " " << key;
    }
    EXPECT_GT(alone["auc"].get<double>(), 0.9);
  }
  folder.refuses(
      Words{"cross-validate", "iris", "--method", "svm", "--prototypes", "2"}, 2,
      "prototypes = 2: svm has no such setting: it has scale, missing, nominal, class_weights, seed, svm.cost, svm.gamma");
}

TEST(Compare, ListsAMethodThatFailsAndGoesOn) {
  const Folder folder;
  const Words run{"compare", "iris", "--methods", "glvq:prototypes=60,knn,lvq1", "--folds", "3"};
  const Json json = folder.json(run);
  EXPECT_NE(json["methods"][0]["failure"].get<std::string>().find("60 prototypes"), std::string::npos);
  EXPECT_EQ(json["pairs"].size(), 1u);
  EXPECT_NE(folder.text(run).find("failed: glvq:prototypes=60: class"), std::string::npos);
  folder.refuses_naming({"compare", "iris", "--methods", "glvq:prototypes=60,lvq1:prototypes=70", "--folds", "3"}, 2,
                        {"glvq:prototypes=60", "60"});
}

// Six samples of a class and one of another beside two large ones.
std::string rare_classes() {
  std::string text = "a,b,class\n";
  const auto add = [&](int count, int place, const std::string& name) {
    for (int i = 0; i < count; ++i)
      text += std::to_string(place + i % 5) + "," + std::to_string(place - i % 3) + "," + name + "\n";
  };
  add(30, 0, "x");
  add(30, 10, "y");
  add(6, 20, "z");
  add(1, 40, "alone");
  return text;
}

TEST(Selection, RareClassesAreSpreadWithOneNote) {
  const Folder folder;
  folder.write("rare.csv", rare_classes());
  for (const Words& run : {Words{"compare", "rare.csv", "--methods", "glvq,gmlvq,knn,svm"},
                           {"tune", "rare.csv", "--method", "glvq", "--grid", "rule.steepness=1,2"},
                           {"cross-validate", "rare.csv"},
                           {"curve", "rare.csv", "--over", "size=0.5,1"}}) {
    SCOPED_TRACE(run[0]);
    const Result result = folder.protea(run);
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_NE(result.err.find("'z' 6"), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("'alone' 1"), std::string::npos) << result.err;
  }
  const Json json = folder.json({"cross-validate", "rare.csv", "--method", "glvq"});
  EXPECT_EQ(json["confusion"].size(), 4u);
  EXPECT_TRUE(json["balanced_accuracy"]["std"].is_null());
  EXPECT_EQ(json["balanced_accuracy"]["mean"], json["recall"]);
  std::string two = "a,class\n5,y\n";
  for (int i = 0; i < 20; ++i) two += std::to_string(i) + ",x\n";
  folder.write("two.csv", two);
  for (const Words& run : {Words{"cross-validate", "two.csv", "--split", "leave-one-out"},
                           {"compare", "two.csv", "--methods", "glvq,knn", "--split", "leave-one-out"},
                           {"tune", "two.csv", "--grid", "prototypes=1", "--split", "leave-one-out"},
                           {"curve", "two.csv", "--over", "size=1", "--split", "leave-one-out"}}) {
    SCOPED_TRACE(run[0]);
    folder.refuses(run, 3, "two.csv: split 1 of 21 leaves samples of one class only to learn from: use other splits");
  }
}

TEST(Selection, TakesTheSplitsOfCrossValidation) {
  const Folder folder;
  std::string text = "a,patient,b,class\n";
  for (int i = 0; i < 48; ++i)
    text += std::to_string(i % 7) + "," + std::to_string(i / 4) + "," + std::to_string(i % 5) +
            (i % 2 == 0 ? ",x\n" : ",y\n");
  folder.write("d.csv", text);
  const auto methods = [&](const Words& how) {
    return folder.json(with({"compare", "d.csv", "--methods", "lvq1,knn"}, how));
  };
  const auto alone = [&](const Words& how) {
    return folder.json(with({"cross-validate", "d.csv", "--method", "knn"}, how));
  };
  const auto curve = [&](const Words& how) {
    return folder.json(with({"curve", "d.csv", "--method", "knn", "--over", "decision.k=3,5"}, how));
  };
  for (const Words& how : {Words{"--groups", "patient", "--folds", "4"},
                           {"--split", "folds", "--folds", "4", "--repeats", "2"},
                           {"--split", "leave-one-out"},
                           {"--split", "monte-carlo", "--draws", "7", "--share", "0.3"}}) {
    SCOPED_TRACE(how[1]);
    const Json expected = alone(how);
    EXPECT_EQ(methods(how)["methods"][1]["accuracy"], expected["accuracy"]);
    EXPECT_NEAR(curve(how)["points"][1]["test_error"]["mean"].get<double>(),
                1 - expected["accuracy"]["mean"].get<double>(), 1e-12);
    for (const char* const key : {"split", "splits", "folds", "repeats", "p", "draws", "share"}) {
      EXPECT_EQ(methods(how).contains(key), expected.contains(key)) << key;
      if (expected.contains(key)) {
        EXPECT_EQ(methods(how)[key], expected[key]) << key;
      }
    }
  }
  EXPECT_FALSE(alone({"--split", "monte-carlo"}).contains("folds"));
  EXPECT_EQ(alone({"--split", "monte-carlo"})["draws"], 100);
  const Json tuned = folder.json({"tune", "d.csv", "--method", "knn", "--grid", "decision.k=1,3", "--groups", "patient",
                                  "--folds", "3", "--outer", "4"});
  EXPECT_EQ(tuned["split"], "grouped");
  const Result idle = folder.protea(
      {"cross-validate", "iris", "--split", "monte-carlo", "--draws", "2", "--folds", "5", "--epochs", "1"});
  EXPECT_NE(idle.err.find("--folds has no effect"), std::string::npos) << idle.err;
  folder.refuses_naming({"tune", "iris", "--grid", "prototypes=1", "--split", "grouped"}, 2, {"--groups"});
}

TEST(Selection, RejectionsAreNotRightAndCoverageIsShown) {
  const Folder folder;
  const Words shy{"--decision.reject", "margin", "--decision.reject_below", "0.5", "--epochs", "3", "--folds", "3"};
  const Json alone = folder.json(with({"cross-validate", "iris", "--method", "glvq"}, shy));
  const double coverage = alone["coverage"];
  EXPECT_LT(coverage, 1);
  EXPECT_LE(alone["accuracy"]["mean"], coverage);
  EXPECT_GT(alone["accepted_accuracy"], alone["accuracy"]["mean"]);
  const Words compare{"compare",   "iris",
                      "--methods", "glvq:decision.reject=margin:decision.reject_below=0.5:epochs=3,knn",
                      "--folds",   "3"};
  EXPECT_EQ(folder.json(compare)["methods"][0]["accuracy"], alone["accuracy"]);
  EXPECT_EQ(folder.json(compare)["methods"][0]["coverage"], alone["coverage"]);
  for (const Words& run :
       {compare, with({"tune", "iris", "--method", "glvq", "--grid", "prototypes=1,2", "--outer", "3"}, shy),
        with({"curve", "iris", "--method", "glvq", "--over", "prototypes=1,2", "--repeats", "2", "--bias-variance"},
             shy)}) {
    EXPECT_NE(folder.text(run).find("coverage"), std::string::npos) << run[0];
  }
  folder.text({"train", "iris", "--method", "glvq", "--epochs", "3", "-o", "m.protea"});
  const Words silent{"evaluate", "m.protea", "iris", "--decision.reject", "margin", "--decision.reject_below", "2"};
  EXPECT_TRUE(folder.json(silent)["accuracy"].is_null());
  EXPECT_EQ(folder.json(silent)["coverage"], 0);
  EXPECT_NE(folder.text(silent).find("accuracy           -\n"), std::string::npos);
}

TEST(Selection, OptionsThatFitOnlyWithTheGridAreTaken) {
  const Folder folder;
  const Json json = folder.json({"tune", "iris", "--method", "lvq1", "--rule.window", "0.3", "--grid",
                                 "rule=lvq2.1,lvq3", "--folds", "3", "--outer", "0"});
  EXPECT_EQ(json["candidates"].size(), 2u);
  EXPECT_EQ(folder
                .json({"curve", "iris", "--method", "lvq1", "--rule.window", "0.3", "--over", "rule=lvq2.1,lvq3",
                       "--folds", "3"})["points"]
                .size(),
            2u);
  folder.text({"train", "iris", "--method", "glvq", "--epochs", "1", "-o", "a.protea"});
  folder.text({"train", "iris", "--method", "glvq", "--epochs", "2", "-o", "b.protea"});
  const Json files = folder.json({"tune", "iris", "--method", "glvq", "--init", "file", "--grid",
                                  "init.file=a.protea,b.protea", "--folds", "3", "--outer", "0"});
  EXPECT_EQ(files["candidates"].size(), 2u);
}

TEST(Curve, GivesPointsAsTextAsJsonAndAsCsv) {
  const Folder folder;
  const Words run{"curve",     "iris", "--method",        "glvq",  "--over", "prototypes=1,2", "--folds", "3",
                  "--repeats", "2",    "--bias-variance", "--csv", "c.csv"};
  const Json json = folder.json(run);
  ASSERT_EQ(json["points"].size(), 2u);
  EXPECT_EQ(json["points"][1]["prototypes"], 2);
  EXPECT_NE(json["decomposition"].get<std::string>().find("Domingos"), std::string::npos);
  EXPECT_EQ(
      folder.read("c.csv").rfind(
          "prototypes,samples,parameters,training_error,training_deviation,test_error,test_deviation,coverage,bias,",
          0),
      0u);
  EXPECT_NE(folder.text(run).find("●"), std::string::npos);
}

TEST(Reproduce, ShowsBiasAndVarianceOfPolynomials) {
  const Folder folder;
  const Json json = folder.json({"reproduce", "bias-variance", "--quick"});
  ASSERT_EQ(json["degrees"].size(), 10u);
  EXPECT_EQ(json["fits"].size(), 9u);
  EXPECT_NE(folder.text({"reproduce", "bias-variance", "--quick"}).find("bias²"), std::string::npos);
}

TEST(Selection, SaysWhatIsWrongInOneSentence) {
  const Folder folder;
  const Words tune{"tune", "iris", "--method", "glvq"};
  folder.refuses(with(tune, {"--grid", "prototypes"}), 2,
                 "'prototypes': must be an option and its values, as in prototypes=1,2,3");
  folder.refuses(with(tune, {"--grid", "rule.steepness=-1,1"}), 2, "rule.steepness = -1: must be greater than 0");
  folder.refuses_naming(with(tune, {"--grid", "rule.steepnes=1"}), 2, {"steepnes", "steepness"});
  folder.refuses(with(tune, {"--grid", "prototypes=1", "--outer", "1"}), 2,
                 "outer = 1: must be 0 for none, or at least 2");
  folder.refuses_naming(with(tune, {"--grid", "prototypes=1", "--measure", "luck"}), 2, {"measure", "luck"});
  folder.refuses(with(tune, {"--grid", "prototypes=1", "--folds", "160"}), 3,
                 "150 samples are too few for 160 folds: use fewer folds");
  folder.refuses(with(tune, {"--grid", "prototypes=60"}), 2,
                 "class 'setosa' has 40 samples, fewer than the 60 prototypes asked for");
  folder.refuses_naming(with(tune, {"--grid", "prototypes=1", "--csv", "nowhere/t.csv"}), 3, {"nowhere"});
  folder.refuses(with(tune, {"--grid", "prototypes=1", "--csv", "a", "-o", "a"}), 2,
                 "a: each output needs a file of its own");
  folder.refuses(with(tune, {"--grid", "prototypes=1", "--prototypes", "2"}), 2, "grid: prototypes is given twice");
  folder.refuses(with(tune, {"--grid", "prototypes=1", "-o", "-"}), 2,
                 "the model cannot go to standard output, where the table is: use -o FILE");
  folder.refuses_naming({"tune", "iris", "--grid", "prototypes=1", "--resume"}, 2, {"--resume", "--checkpoint"});
  folder.refuses(Words{"compare", "iris", "--methods", "glvq"}, 2,
                 "methods = glvq: two at least are needed to compare");
  folder.refuses(Words{"compare", "iris", "--methods", "glvq,glvq"}, 2, "methods = glvq,glvq: one is given twice");
  folder.refuses_naming({"compare", "iris", "--methods", "glvq,smv"}, 2, {"unknown method 'smv'", "svm"});
  folder.refuses_naming({"curve", "iris"}, 2, {"--over"});
  folder.refuses(
      Words{"curve", "iris", "--over", "size=1.5"}, 2,
      "size = 1.5: must be a share of the training part, above 0 and at most 1, or a whole number of samples");
  folder.refuses_naming({"curve", "iris", "--over", "size=1", "--bias-variance"}, 2, {"--repeats"});
  folder.refuses_naming({"curve", "nowhere.csv", "--over", "size=1"}, 3, {"nowhere.csv"});
}

TEST(Tune, WithoutAGridSearchesMethodsAndOptions) {
  const Folder folder;
  const Json found = folder.json({"tune", "wine", "--budget", "120", "-o", "m.protea", "--csv", "t.csv"});
  EXPECT_LE(found["trainings"], 120);
  EXPECT_EQ(found["samples"], 178);
  const std::size_t chosen = found["chosen"];
  const Json& winner = found["candidates"][chosen];
  EXPECT_GT(winner["score"], 0.9);
  EXPECT_EQ(folder.json({"inspect", "m.protea"})["method"], winner["method"]);
  EXPECT_GT(found["outer"]["accuracy"]["mean"], 0.9);
  EXPECT_EQ(found["outer"]["chosen"].size(), 5u);
  EXPECT_EQ(found["verdict"].get<std::string>().rfind("chosen: " + winner["method"].get<std::string>(), 0), 0u);
  EXPECT_EQ(folder.read("t.csv").rfind("candidate,accuracy,folds\n", 0), 0u);
}

TEST(Tune, ComparesAcrossMethodsForAnyMeasure) {
  const Folder folder;
  for (const std::string measure : {"balanced-accuracy", "auc", "f", "matthews", "kappa", "log-loss", "brier"}) {
    const Json found = folder.json({"tune", "iris", "--method", "glvq,knn", "--measure", measure, "--outer", "0",
                                    "--budget", "40", "--epochs", "5"});
    EXPECT_EQ(found["measure"], measure);
    const double best = found["candidates"][found["chosen"].get<std::size_t>()]["score"];
    const bool is_loss = measure == "log-loss" || measure == "brier";
    EXPECT_TRUE(is_loss ? best < 0.5 : best > 0.85) << measure << " " << best;
  }
}

TEST(Tune, FillsTheTableOfAGridForAnyMeasure) {
  const Folder folder;
  const Words run{"tune",      "iris",     "--method", "glvq", "--grid",  "epochs=20,0", "--random", "2",
                  "--measure", "log-loss", "--folds",  "3",    "--outer", "3",           "--csv",    "t.csv"};
  const Json json = folder.json(run);
  EXPECT_EQ(json["chosen"]["settings"]["epochs"], 20);
  EXPECT_LT(json["candidates"][0]["score"], json["candidates"][1]["score"]);
  EXPECT_EQ(json["candidates"][0]["parameters"], 12);
  EXPECT_LT(json["nested"]["measure"], 0.5);
  EXPECT_EQ(folder.read("t.csv").rfind("epochs,log-loss,deviation,parameters,coverage,chosen,failure\n", 0), 0u);
  EXPECT_NE(folder.text(run).find("\nlog-loss           0."), std::string::npos);
}

TEST(Tune, SaysWhatABudgetIs) {
  const Folder folder;
  folder.refuses({"tune", "iris", "--budget", "soon"}, 2,
                 "budget = soon: expected a time (60s, 5min, 1h) or a number of trainings");
  folder.refuses({"tune", "iris", "--random", "3"}, 2,
                 "--random draws points of a grid: give --grid, or a --budget instead");
}

}   // namespace
}   // namespace protea::cli
