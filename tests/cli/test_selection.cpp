// protea tune, compare and curve: documents, files, interruptions, and sentences for what cannot be.
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
  const Json json = folder.json({"tune", "iris", "--method", "glvq", "--grid", "prototypes=1,2,60", "--grid", "rule.steepness=1,5", "--folds",
                                 "3", "--outer", "3", "-o", "best.protea", "--csv", "table.csv"});
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
  EXPECT_EQ(csv.rfind("prototypes,rule.steepness,accuracy,deviation,parameters,chosen,failure\n", 0), 0u);
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
  for (const Words& run : {Words{"tune", "crabs", "--grid", "prototypes=1,2", "--grid", "rule.steepness=1,2", "--folds", "3", "--outer", "4"},
                           {"compare", "crabs", "--methods", "glvq,gmlvq", "--folds", "8", "--repeats", "3"},
                           {"curve", "crabs", "--over", "size=0.3,0.6,1", "--folds", "5", "--repeats", "3"}}) {
    SCOPED_TRACE(run[0]);
    const Folder folder;
    const std::string expected = folder.text(with(run, {"--json", "--threads", "1"}));
    const Words kept = with(run, {"--json", "--checkpoint", "c.state"});
    const Result killed = folder.run({.words = protea_words(with(kept, {"--checkpoint-every", "1"})), .kill_after = "c.state"});
    ASSERT_EQ(killed.signal, SIGKILL) << "the run ended before it could be killed";
    EXPECT_EQ(folder.text(with(kept, {"--resume", "--threads", "3"})), expected);
    EXPECT_EQ(folder.text(with(kept, {"--resume"})), expected) << "after the end";
    folder.refuses(with(kept, {"--resume", "--seed", "2"}), 2, "c.state: this checkpoint belongs to a run with other data or options");
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
  EXPECT_EQ(json["methods"][0]["accuracy"], folder.json({"cross-validate", "iris", "--method", "glvq", "--folds", "5"})["accuracy"]);
  EXPECT_NE(folder.text(run).find("McNemar p"), std::string::npos);
}

TEST(Curve, GivesPointsAsTextAsJsonAndAsCsv) {
  const Folder folder;
  const Words run{"curve",     "iris", "--method",        "glvq",  "--over", "prototypes=1,2", "--folds", "3",
                  "--repeats", "2",    "--bias-variance", "--csv", "c.csv"};
  const Json json = folder.json(run);
  ASSERT_EQ(json["points"].size(), 2u);
  EXPECT_EQ(json["points"][1]["prototypes"], 2);
  EXPECT_NE(json["decomposition"].get<std::string>().find("Domingos"), std::string::npos);
  EXPECT_EQ(folder.read("c.csv").rfind("prototypes,samples,parameters,training_error,training_deviation,test_error,test_deviation,bias,", 0), 0u);
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
  folder.refuses(tune, 2, "grid: no option to tune is given: use --grid prototypes=1,2,3");
  folder.refuses(with(tune, {"--grid", "prototypes"}), 2, "'prototypes': must be an option and its values, as in prototypes=1,2,3");
  folder.refuses(with(tune, {"--grid", "rule.steepness=-1,1"}), 2, "rule.steepness = -1: must be greater than 0");
  folder.refuses_naming(with(tune, {"--grid", "rule.steepnes=1"}), 2, {"steepnes", "steepness"});
  folder.refuses(with(tune, {"--grid", "prototypes=1", "--outer", "1"}), 2, "outer = 1: must be 0 for none, or at least 2");
  folder.refuses_naming(with(tune, {"--grid", "prototypes=1", "--measure", "luck"}), 2, {"measure", "luck"});
  folder.refuses(with(tune, {"--grid", "prototypes=1", "--folds", "60"}), 3, "class 'setosa' has 50 samples, too few for 60 folds: use fewer folds");
  folder.refuses(with(tune, {"--grid", "prototypes=60"}), 2, "class 'setosa' has 40 samples, fewer than the 60 prototypes asked for");
  folder.refuses_naming(with(tune, {"--grid", "prototypes=1", "--csv", "nowhere/t.csv"}), 3, {"nowhere"});
  folder.refuses(with(tune, {"--grid", "prototypes=1", "--csv", "a", "-o", "a"}), 2, "a: each output needs a file of its own");
  folder.refuses(with(tune, {"--grid", "prototypes=1", "--prototypes", "2"}), 2, "grid: prototypes is given twice");
  folder.refuses(with(tune, {"--grid", "prototypes=1", "-o", "-"}), 2, "the model cannot go to standard output, where the table is: use -o FILE");
  folder.refuses_naming({"tune", "iris", "--grid", "prototypes=1", "--resume"}, 2, {"--resume", "--checkpoint"});
  folder.refuses(Words{"compare", "iris", "--methods", "glvq"}, 2, "methods = glvq: two at least are needed to compare");
  folder.refuses(Words{"compare", "iris", "--methods", "glvq,glvq"}, 2, "methods = glvq,glvq: one is given twice");
  folder.refuses_naming({"compare", "iris", "--methods", "glvq,smv"}, 2, {"unknown method 'smv'", "svm"});
  folder.refuses_naming({"curve", "iris"}, 2, {"--over"});
  folder.refuses(Words{"curve", "iris", "--over", "size=2"}, 2, "size = 2: must be greater than 0 and at most 1");
  folder.refuses_naming({"curve", "iris", "--over", "size=1", "--bias-variance"}, 2, {"--repeats"});
  folder.refuses_naming({"curve", "nowhere.csv", "--over", "size=1"}, 3, {"nowhere.csv"});
}

}  // namespace
}  // namespace protea::cli
