// Numbers as targets, from the file to the answer: --target in every command that reads them.
#include <cmath>
#include <sstream>

#include <cli/command.hpp>

namespace protea::cli {
namespace {

// y = 1 + 2a − b, and a name for each row.
const std::string plane =
    "name,a,b,y\nr1,0,0,1\nr2,1,0,3\nr3,0,1,0\nr4,2,1,4\nr5,1,3,0\nr6,4,2,7\nr7,3,3,4\nr8,2,5,0\n";
// A line with errors: slope 1.1, residuals −0.1, 0.8, −1.3, 0.6; Σ = 2.7, Σ(y − 2.75)² = 8.75.
const std::string line = "x,y\n1,1\n2,3\n3,2\n4,5\n";

TEST(Numbers, AreLearnedToldAndMeasured) {
  const Folder folder;
  folder.write("plane.csv", plane);
  const Json trained =
      folder.json({"train", "plane.csv", "--method", "regression", "--target", "y", "--id", "name", "-o", "m.protea"});
  EXPECT_NEAR(trained["weights"][0].get<double>(), 2, 1e-12);
  EXPECT_NEAR(trained["weights"][1].get<double>(), -1, 1e-12);
  EXPECT_NEAR(trained["intercept"].get<double>(), 1, 1e-12);
  EXPECT_EQ(trained["terms"], Json({"a", "b"}));
  EXPECT_EQ(trained["units"], "original");
  EXPECT_NEAR(trained["r2"].get<double>(), 1, 1e-12);
  EXPECT_FALSE(trained.contains("classes"));

  folder.write("new.csv", "b,a\n1,10\n");   // by name, without the target
  const Json told = folder.json({"predict", "m.protea", "new.csv"});
  EXPECT_EQ(told["target"], "y");
  EXPECT_NEAR(told["predicted"][0].get<double>(), 20, 1e-11);
  const std::string csv = folder.text({"predict", "m.protea", "plane.csv"});
  EXPECT_EQ(csv.substr(0, csv.find('\n')), "name,predicted");
  EXPECT_LT(folder.json({"evaluate", "m.protea", "plane.csv"})["rmse"].get<double>(), 1e-12);
}

TEST(Numbers, HaveTheMeasuresOfAHandCalculation) {
  const Folder folder;
  folder.write("line.csv", line);
  const std::string said =
      folder.text({"train", "line.csv", "--method", "regression", "--target", "y", "-o", "m.protea"});
  EXPECT_NE(said.find("RMSE on these data 0.821584, R² 0.6914\n"), std::string::npos)
      << said;   // √(2.7/4), 1 − 2.7/8.75
  const Json measured = folder.json({"evaluate", "m.protea", "line.csv"});
  EXPECT_NEAR(measured["rmse"].get<double>(), std::sqrt(2.7 / 4), 1e-12);
  EXPECT_NEAR(measured["mae"].get<double>(), 0.7, 1e-12);
  EXPECT_NEAR(measured["r2"].get<double>(), 1 - 2.7 / 8.75, 1e-12);
  const Json model = folder.json({"inspect", "m.protea"});
  EXPECT_NEAR(model["weights"][0].get<double>(), 1.1, 1e-12);
  EXPECT_NEAR(model["sigma"].get<double>(), std::sqrt(1.35), 1e-12);
  EXPECT_TRUE(model["tau"].is_null());
  folder.write("six.csv", "x\n6\n");
  const Json told = folder.json({"predict", "m.protea", "six.csv", "--errors"});
  EXPECT_NEAR(told["predicted"][0].get<double>(), 6.6, 1e-12);
  EXPECT_NEAR(told["standard_errors"][0].get<double>(), std::sqrt(1.35 * (1.25 + 3.5 * 3.5 / 5)), 1e-12);
  EXPECT_NE(folder.text({"inspect", "m.protea"}).find("R² 0.6914 on 4 samples"), std::string::npos);
}

TEST(Numbers, WeighAsTheirColumnSays) {
  const Folder folder;
  folder.write("weighted.csv", "x,y,w\n1,1,1\n2,3,2\n3,2,1\n4,5,3\n");
  folder.write("rows.csv", "x,y\n1,1\n2,3\n2,3\n3,2\n4,5\n4,5\n4,5\n");
  const Words options{"--method", "ridge", "--target", "y", "-o", "m.protea"};
  const auto train = [&](const std::string& file, const Words& more) {
    Words words{"train", file};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), more.begin(), more.end());
    return folder.json(words);
  };
  const Json rows = train("rows.csv", {});
  const Json weighted = train("weighted.csv", {"--weights", "w"});
  for (const char* const key : {"rmse", "mae", "r2", "intercept", "sigma", "tau", "left_out_rmse"})
    EXPECT_NEAR(weighted[key].get<double>(), rows[key].get<double>(), 1e-6) << key;
  const Json by_weight = folder.json({"evaluate", "m.protea", "weighted.csv", "--weights", "w"});
  EXPECT_NEAR(by_weight["rmse"].get<double>(), folder.json({"evaluate", "m.protea", "rows.csv"})["rmse"].get<double>(),
              1e-12);
  EXPECT_GT(std::abs(by_weight["rmse"].get<double>() -
                     folder.json({"evaluate", "m.protea", "weighted.csv"})["rmse"].get<double>()),
            1e-6);
}

TEST(Numbers, AreCrossValidatedWithAnAnswerForEachRow) {
  const Folder folder;
  folder.write("plane.csv", plane);
  const Json result = folder.json({"cross-validate", "plane.csv", "--ignore", "name", "--method", "regression",
                                   "--target", "y", "--split", "leave-one-out", "--predictions", "p.csv"});
  EXPECT_LT(result["rmse"]["together"].get<double>(), 1e-10);
  EXPECT_EQ(result["rmse"]["folds"].size(), 8U);
  EXPECT_TRUE(result["r2"]["folds"][0].is_null());
  EXPECT_NEAR(result["r2"]["together"].get<double>(), 1, 1e-12);
  std::istringstream rows(folder.read("p.csv"));
  std::string row;
  std::getline(rows, row);
  EXPECT_EQ(row, "row,repeat,fold,y,predicted");
  std::getline(rows, row);
  EXPECT_EQ(row.substr(0, 8), "1,1,1,1,");
}

TEST(Numbers, KeepGroupsTogether) {
  const Folder folder;
  folder.write("groups.csv", "x,g,y\n1,a,1\n2,a,2\n3,b,3.5\n4,b,4\n5,c,4.9\n6,c,6\n");
  const Json result = folder.json({"cross-validate", "groups.csv", "--groups", "g", "--method", "ridge", "--target",
                                   "y", "--folds", "3", "--predictions", "p.csv"});
  EXPECT_EQ(result["split"], "grouped");
  std::istringstream rows(folder.read("p.csv"));
  std::vector<std::string> folds;
  std::string row;
  std::getline(rows, row);
  while (std::getline(rows, row)) folds.push_back(row.substr(4, 1));
  ASSERT_EQ(folds.size(), 6U);
  for (std::size_t i = 0; i < 6; i += 2) EXPECT_EQ(folds[i], folds[i + 1]);
}

TEST(Numbers, AreComparedTunedAndDrawnAsCurves) {
  const Folder folder;
  std::string parabola = "x,y\n";
  for (int i = 0; i < 24; ++i) parabola += std::to_string(i) + "," + std::to_string(i * i) + "\n";
  folder.write("p.csv", parabola);
  const Json compared = folder.json(
      {"compare", "p.csv", "--target", "y", "--methods", "regression,regression:regression.degree=2", "--folds", "4"});
  EXPECT_LT(compared["methods"][1]["rmse"]["mean"].get<double>(), 1e-9);
  EXPECT_GT(compared["pairs"][0]["difference"].get<double>(), 1);
  EXPECT_FALSE(compared["pairs"][0].contains("mcnemar"));
  const Json tuned = folder.json({"tune", "p.csv", "--method", "regression", "--target", "y", "--grid",
                                  "regression.degree=1,2", "--folds", "4", "--outer", "3", "-o", "m.protea"});
  EXPECT_EQ(tuned["measure"], "rmse");
  EXPECT_EQ(tuned["chosen"]["settings"]["regression.degree"], 2);
  EXPECT_LT(tuned["nested"]["rmse"]["together"].get<double>(), 1e-9);
  const Json curve = folder.json(
      {"curve", "p.csv", "--method", "regression", "--target", "y", "--over", "regression.degree=1,2", "--folds", "4"});
  EXPECT_EQ(curve["measure"], "rmse");
  EXPECT_LT(curve["points"][1]["test_error"]["mean"].get<double>(), 1e-9);
  folder.refuses(
      {"tune", "p.csv", "--method", "ridge", "--target", "y", "--grid", "ridge.degree=1,2", "--measure", "auc"}, 2,
      "measure = auc: it is one of classes, and the targets are numbers: use rmse, mae, r2");
  folder.refuses({"curve", "p.csv", "--method", "ridge", "--target", "y", "--over", "size=0.5,1", "--bias-variance",
                  "--repeats", "2"},
                 2, "bias and variance are those of classes here: leave them out for numbers");
}

TEST(Numbers, OfTheLastColumnAreTakenWithANote) {
  const Folder folder;
  folder.write("line.csv", line);
  const Result result = folder.protea({"train", "line.csv", "--method", "ridge", "-o", "m.protea", "--quiet"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "protea: note: the last column 'y' is taken as the target: --target names another\n");
  folder.write("first.svm", "1.5 1:1\n2.5 1:2\n3.6 1:3\n");   // LIBSVM has its target first
  const Json trained = folder.json({"train", "first.svm", "--method", "regression", "-o", "s.protea"});
  EXPECT_NEAR(trained["weights"][0].get<double>(), 1.05, 1e-12);
}

TEST(Numbers, ThatAreConstantHaveNoR2) {
  const Folder folder;
  folder.write("flat.csv", "x,y\n1,0.1\n2,0.1\n3,0.1\n");
  const Json trained = folder.json({"train", "flat.csv", "--method", "ridge", "--target", "y", "-o", "m.protea"});
  EXPECT_TRUE(trained["r2"].is_null());
  EXPECT_NE(folder.text({"evaluate", "m.protea", "flat.csv"}).find("R²    –"), std::string::npos);
  folder.write("one.csv", "x,y\n1,7\n");
  const Json one = folder.json({"train", "one.csv", "--method", "ridge", "--target", "y", "-o", "one.protea"});
  EXPECT_EQ(one["intercept"], 7);
}

TEST(Numbers, AreRefusedWithTheirPlace) {
  const Folder folder;
  folder.write("word.csv", "x,y\n1,1\n2,3\n3,high\n4,5\n");
  folder.write("gap.csv", "x,y\n1,1\n2,\n3,2\n");
  folder.write("line.csv", line);
  const auto train = [](const std::string& file, const Words& more = {}) {
    Words words{"train", file, "-o", "m.protea"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  const Words ridge{"--method", "ridge", "--target", "y"};
  folder.refuses(train("word.csv", ridge), 3, "word.csv:4:2: expected a number as target, found 'high'");
  folder.refuses(train("gap.csv", ridge), 3, "gap.csv:3:2: the target is missing: fill it in or remove the row");
  folder.refuses(train("iris", {"--method", "ridge"}), 3,
                 "iris:2:5: the column 'class', which would be the target, holds 'setosa': name another with --target");
  folder.refuses(
      train("line.csv", {"--target", "y"}), 2,
      "--target names numbers, and gmlvq learns classes: name their column with --label, or use --method ridge");
  folder.refuses(train("line.csv", {"--target", "y", "--label", "x"}), 2, "--target and --label: give one of them");
  folder.refuses(train("line.csv", {"--method", "ridge", "--label", "y"}), 2,
                 "--label names classes, and ridge learns numbers: name their column with --target");
  folder.refuses(train("line.csv", {"--method", "ridge", "--target", "z"}), 3,
                 "line.csv: unknown target column 'z': known are x, y");
  folder.refuses(train("line.csv", {"--method", "ridge", "--target", "y", "--ridge.strength", "-1"}), 2,
                 "ridge.strength = -1: must be at least 0");
  folder.refuses(train("line.csv", {"--method", "ridge", "--target", "y", "--class_weights", "balanced"}), 2,
                 "class_weights = balanced: there are no classes to weigh");
}

TEST(Numbers, AreNoAnswersForWhatNeedsClasses) {
  const Folder folder;
  folder.write("line.csv", line);
  folder.text({"train", "line.csv", "--method", "ridge", "--target", "y", "-o", "m.protea"});
  folder.refuses({"evaluate", "m.protea", "line.csv", "--roc", "r.csv"}, 2,
                 "a model of ridge has no classes, which a ROC curve needs");
  folder.refuses({"evaluate", "m.protea", "line.csv", "--label", "y"}, 2,
                 "--label names classes, and a model of ridge answers with numbers: name their column with --target");
  folder.refuses({"predict", "m.protea", "line.csv", "--scores"}, 2, "a model of ridge has no scores");
  folder.refuses({"margins", "m.protea", "line.csv"}, 2,
                 "a model of ridge has neither prototypes nor planes between classes, which margins need");
  folder.refuses({"train", "line.csv", "--from", "m.protea", "-o", "n.protea"}, 2,
                 "ridge cannot go on from a model: train on all samples");
  folder.write("x.csv", "x\n1\n");
  folder.refuses({"evaluate", "m.protea", "x.csv"}, 3,
                 "x.csv: there is no column of numbers to compare with: name it with --target");
  folder.text({"train", "iris", "--method", "lvq1", "--epochs", "1", "-o", "c.protea"});
  folder.refuses({"evaluate", "c.protea", "iris", "--target", "1"}, 2,
                 "a model of lvq1 has no numbers as answers, which --target needs");
  folder.refuses({"predict", "c.protea", "iris", "--errors"}, 2,
                 "a model of lvq1 has no numbers as answers, which standard errors need");
}

TEST(Reproduce, LearnsFromATeacherBelowAtAndAboveAsManySamplesAsInputs) {
  const Folder folder;
  const Json result = folder.json({"reproduce", "notes-regression", "--quick", "--csv", "points.csv"});
  EXPECT_EQ(result["points"].size(), 12U);
  for (const Json& point : result["points"]) {
    const bool is_peak = point["samples_per_input"] == 1.0;
    EXPECT_EQ(point["exact_excess_error"].is_null(), is_peak);
    EXPECT_LT(point["ridge_excess_error"], point["excess_error"]);
  }
  EXPECT_EQ(folder.read("points.csv").substr(0, 16), "samples,recovery");
}

}   // namespace
}   // namespace protea::cli
