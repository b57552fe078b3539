// protea margins, reject, predict --explain, evaluate --roc, cross-validate --split: what they print belongs together.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <sstream>

#include <cli/command.hpp>

namespace protea::cli {
namespace {

using Vector = std::vector<double>;

TEST(MarginsCommand, OfACodebookAreThoseOfHandCalculation) {
  const Folder folder;
  folder.write("m.cod", "2\n-1 0 a\n2 0 b\n");
  folder.write("x.csv", "x1,x2,class\n0,0,a\n0,0,b\n3,4,b\n");
  const Json json = folder.json({"margins", "m.cod", "x.csv"});
  const auto hypothesis = json["hypothesis"].get<Vector>();
  EXPECT_NEAR(hypothesis[0], 0.5, 1e-12);
  EXPECT_NEAR(hypothesis[1], -0.5, 1e-12);
  EXPECT_NEAR(hypothesis[2], (std::sqrt(32.0) - std::sqrt(17.0)) / 2, 1e-12);
  const auto sample = json["sample"].get<Vector>();
  EXPECT_NEAR(sample[0], 0.5, 1e-12);
  EXPECT_NEAR(sample[1], -0.5, 1e-12);
  EXPECT_NEAR(sample[2], 2.5, 1e-12);
  EXPECT_NEAR(json["theta_error"].get<double>(), 1.0 / 3, 1e-12);
  EXPECT_EQ(json["bound_is"], "vacuous");
  EXPECT_NE(folder.text({"margins", "m.cod", "x.csv"}).find("vacuous"), std::string::npos);
}

TEST(MarginsCommand, KeepsTheOrderOfTheThreeMarginsForALearnedMatrix) {
  const Folder folder;
  folder.text({"train", "iris", "-o", "m.protea", "--prototypes", "2", "--epochs", "5", "--quiet"});
  const Json json =
      folder.json({"margins", "m.protea", "iris", "--theta", "0.05", "--log-base", "e", "--class-factor", "pairs"});
  const auto hypothesis = json["hypothesis"].get<Vector>();
  const auto bisector = json["bisector"].get<Vector>();
  const auto sample = json["sample"].get<Vector>();
  ASSERT_EQ(hypothesis.size(), 150u);
  std::size_t below = 0;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < 150; ++i) {
    EXPECT_LE(std::abs(hypothesis[i]), std::abs(bisector[i]) + 1e-9);
    EXPECT_LE(std::abs(bisector[i]), std::abs(sample[i]) + 1e-9);
    EXPECT_EQ(hypothesis[i] < 0, sample[i] < 0);
    below += hypothesis[i] < 0.05 ? 1 : 0;
    wrong += hypothesis[i] < 0 ? 1 : 0;
  }
  EXPECT_NEAR(json["theta_error"].get<double>(), static_cast<double>(below) / 150, 1e-12);
  EXPECT_NEAR(1 - folder.json({"evaluate", "m.protea", "iris"})["accuracy"].get<double>(),
              static_cast<double>(wrong) / 150, 1e-12);
  EXPECT_EQ(json["bound_details"]["log_base"], "e");
}

TEST(MarginsCommand, GivesLocalMetricsTheSameKeys) {
  const Folder folder;
  for (const std::string method : {"lgmlvq", "lmrslvq", "tangent-glvq"}) {
    SCOPED_TRACE(method);
    folder.text({"train", "iris", "-o", "local.protea", "--method", method, "--epochs", "2", "--quiet"});
    const Json json = folder.json({"margins", "local.protea", "iris"});
    const auto hypothesis = json["hypothesis"].get<Vector>();
    const auto bisector = json["bisector"].get<Vector>();
    ASSERT_EQ(hypothesis.size(), 150u);
    ASSERT_EQ(bisector.size(), 150u);
    ASSERT_EQ(json["sample"].size(), 150u);
    ASSERT_EQ(json["certificate"]["euclidean"].size(), 150u);
    ASSERT_EQ(json["certificate"]["euclidean_exact"].size(), 150u);
    ASSERT_EQ(json["certificate"]["metric"].size(), 150u);
    std::size_t known = 0;
    double wrong = 0;
    for (std::size_t i = 0; i < 150; ++i) {
      EXPECT_EQ(hypothesis[i] < 0, bisector[i] < 0);
      wrong += hypothesis[i] < 0 ? 1.0 / 150 : 0;
      if (json["sample"][i].is_null()) continue;
      ++known;
      EXPECT_EQ(json["sample"][i].get<double>(), bisector[i]);
    }
    EXPECT_GT(known, 75u);
    EXPECT_NEAR(1 - folder.json({"evaluate", "local.protea", "iris"})["accuracy"].get<double>(), wrong, 1e-12);
    EXPECT_TRUE(json["theta_error"].is_number());
    EXPECT_TRUE(json.contains("bound"));
    EXPECT_TRUE(json["bound"].is_null());
    for (const char* const key : {"sample", "bound", "certificate.metric"})
      EXPECT_FALSE(json["reasons"][key].get<std::string>().empty());
    EXPECT_NE(folder.text({"margins", "local.protea", "iris"}).find("no bound on the error"), std::string::npos);
  }
}

TEST(MarginsCommand, RefusesWhatItsNumbersWouldNotHoldFor) {
  const Folder folder;
  folder.text({"train", "wdbc", "-o", "local.protea", "--method", "lgmlvq", "--epochs", "1", "--quiet"});
  folder.refuses_naming({"margins", "local.protea", "wdbc", "--decision.threshold", "500"}, 2,
                        {"nearest", "threshold"});
  folder.refuses_naming({"margins", "local.protea", "wdbc", "--decision", "k-nearest"}, 2, {"nearest"});
  folder.refuses_naming({"margins", "local.protea", "wdbc", "--decision", "soft"}, 2, {"nearest"});
  folder.refuses_naming({"margins", "local.protea", "wdbc", "--theta", "0.7"}, 2, {"theta", "0.7"});
  folder.text({"train", "iris", "-o", "angle.protea", "--method", "angle-gmlvq", "--epochs", "2", "--quiet"});
  folder.refuses_naming({"margins", "angle.protea", "iris"}, 2, {"margins need", "angle"});
  folder.write("one.cod", "2\n0 0 a\n1 1 a\n");
  folder.write("x.csv", "x1,x2,class\n0,0,a\n");
  folder.refuses({"margins", "one.cod", "x.csv"}, 2,
                 "margins need prototypes of two classes: all 2 of the model are of class 'a'");
  folder.write("huge.cod", "2\n1e200 0 a\n-1e200 0 b\n");
  folder.refuses_naming({"margins", "huge.cod", "x.csv"}, 4, {"row 1", "too large to compute with"});
}

TEST(RejectCommand, StoresAThresholdThatPredictAndEvaluateObey) {
  const Folder folder;
  folder.text({"train", "crabs", "-o", "m.protea", "--method", "glvq", "--epochs", "5", "--quiet"});
  for (const std::string by : {"margin", "distance", "posterior"}) {
    SCOPED_TRACE(by);
    const double plain = folder.json({"evaluate", "m.protea", "crabs"})["accuracy"];
    const std::string wanted = std::to_string(plain + (1 - plain) / 4).substr(0, 5);
    const Result result =
        folder.protea({"reject", "m.protea", "crabs", "--by", by, "--accuracy", wanted, "-o", "r.protea", "--json"});
    if (by == "distance" && result.code == 3) continue;   // nearness need not be a sign of being right
    ASSERT_EQ(result.code, 0) << result.err;
    const Json chosen = result.json();
    EXPECT_GE(chosen["accuracy"].get<double>(), std::stod(wanted));
    const Json report = folder.json({"evaluate", "r.protea", "crabs"});
    EXPECT_NEAR(report["accuracy"].get<double>(), chosen["accuracy"].get<double>(), 1e-12);
    EXPECT_NEAR(report["coverage"].get<double>(), chosen["coverage"].get<double>(), 1e-12);
    EXPECT_EQ(report["samples"], 200);
    const Json predicted = folder.json({"predict", "r.protea", "crabs"});
    const auto rejected = std::count(predicted["predicted"].begin(), predicted["predicted"].end(), Json("rejected"));
    EXPECT_NEAR(static_cast<double>(rejected) / 200, 1 - chosen["coverage"].get<double>(), 1e-12);
    EXPECT_NE(folder.text({"predict", "r.protea", "crabs"}).find("\nrejected\n"), std::string::npos);
    EXPECT_EQ(folder.json({"inspect", "r.protea"})["decision"]["reject"], by);
    EXPECT_NE(folder.text({"inspect", "r.protea"}).find("answers are rejected by " + by), std::string::npos);
    EXPECT_EQ(folder.json({"evaluate", "r.protea", "crabs", "--decision.reject", "none"})["coverage"], 1.0);
  }
}

TEST(RejectCommand, RefusesWhatCannotBe) {
  const Folder folder;
  folder.text({"train", "iris", "-o", "m.protea", "--method", "lvq1", "--epochs", "1", "--quiet"});
  folder.refuses({"reject", "m.protea", "iris", "--by", "guess"}, 2,
                 "unknown by 'guess': known are margin, distance, posterior");
  folder.refuses({"reject", "m.protea", "iris", "--by", "none"}, 2,
                 "unknown by 'none': known are margin, distance, posterior");
  folder.refuses_naming({"reject", "m.protea", "iris", "-o", "r.protea"}, 2, {"--accuracy"});
}

TEST(Explain, ContributionsSumToTheDifferenceOfTheDistances) {
  const Folder folder;
  folder.text({"train", "wine", "-o", "m.protea", "--epochs", "3", "--quiet"});
  const Json json = folder.json({"predict", "m.protea", "wine", "--explain"});
  ASSERT_EQ(json["explanations"].size(), 178u);
  for (std::size_t i = 0; i < 178; ++i) {
    const Json& each = json["explanations"][i];
    const auto contributions = each["contributions"].get<Vector>();
    EXPECT_EQ(each["answer"], json["predicted"][i]);
    EXPECT_NEAR(std::accumulate(contributions.begin(), contributions.end(), 0.0),
                each["wrong"]["d"].get<double>() - each["right"]["d"].get<double>(), 1e-9);
    EXPECT_EQ(each["right"]["values"].size(), 13u);
  }
  EXPECT_NE(folder.text({"predict", "m.protea", "wine", "--explain"}).find("alone would make it"), std::string::npos);
}

TEST(Explain, FindsTheChangeThatFlipsARowScaledToSumOne) {
  const Folder folder;
  folder.text({"train", "iris", "-o", "m.protea", "--method", "glvq", "--scale", "unit-sum", "--quiet"});
  const Vector row{6, 2.9, 4.8, 1.6};
  const auto text_of = [](const Vector& values) {
    std::string text;
    for (const double value : values) text += (text.empty() ? "" : ",") + Json(value).dump();
    return text + "\n";
  };
  const Json json = folder.json({"predict", "m.protea", "-", "--explain"}, text_of(row));
  const Json& explanation = json["explanations"][0];
  EXPECT_EQ(explanation["values_are"], "shares of the row's sum");
  EXPECT_FALSE(explanation["smallest_change"].is_null());
  const auto answer_with = [&](std::size_t l, double change) {
    Vector changed = row;
    changed[l] += change;
    return folder.json({"predict", "m.protea", "-"}, text_of(changed))["predicted"][0];
  };
  std::size_t flips = 0;
  for (std::size_t l = 0; l < 4; ++l) {
    const Json& change = explanation["changes"][l];
    if (change.is_null()) continue;
    ++flips;
    EXPECT_EQ(answer_with(l, change["change"].get<double>() * 0.999), json["predicted"][0]);
    EXPECT_EQ(answer_with(l, change["change"].get<double>() * 1.001), change["becomes"]);
  }
  EXPECT_GE(flips, 2u);
  const Result text = folder.protea({"predict", "m.protea", "-", "--explain"}, text_of(row));
  EXPECT_NE(text.out.find("shares of the row's sum"), std::string::npos);
  EXPECT_NE(text.out.find("alone would make it"), std::string::npos);
}

TEST(Explain, SaysWhichRowsAreRejectedAndWorksForTheEuclideanDistance) {
  const Folder folder;
  folder.text({"train", "iris", "-o", "m.protea", "--method", "lvq1", "--dissimilarity", "euclidean", "--epochs", "2",
               "--quiet"});
  const Json json = folder.json(
      {"predict", "m.protea", "iris", "--explain", "--decision.reject", "margin", "--decision.reject_below", "0.3"});
  std::size_t rejected = 0;
  for (std::size_t i = 0; i < 150; ++i) {
    const Json& each = json["explanations"][i];
    EXPECT_EQ(each["rejected"], json["predicted"][i] == "rejected");
    EXPECT_EQ(each["rejected"], json["rejected"][i]);
    const auto contributions = each["contributions"].get<Vector>();
    const double difference = each["wrong"]["d"].get<double>() - each["right"]["d"].get<double>();
    EXPECT_NEAR(std::accumulate(contributions.begin(), contributions.end(), 0.0), difference, 1e-9);
    rejected += each["rejected"].get<bool>() ? 1 : 0;
  }
  EXPECT_GT(rejected, 0u);
  EXPECT_LT(rejected, 150u);
}

TEST(Predict, TellsAClassNamedRejectedFromARejection) {
  const Folder folder;
  folder.write("m.cod", "1\n0 rejected\n4 b\n");
  folder.write("x.csv", "x1\n0\n2.1\n4\n");
  const Result result = folder.protea(
      {"predict", "m.cod", "x.csv", "--json", "--decision.reject", "margin", "--decision.reject_below", "0.5"});
  EXPECT_EQ(result.json()["predicted"], Json({"rejected", "rejected", "b"}));
  EXPECT_EQ(result.json()["rejected"], Json({false, true, false}));
  EXPECT_NE(result.err.find("a class of the model is named 'rejected'"), std::string::npos);
}

TEST(Roc, FileRunsFromNothingToEverythingForEveryClass) {
  const Folder folder;
  folder.text({"train", "wdbc", "-o", "m.protea", "--method", "glvq", "--epochs", "3", "--quiet"});
  const Json json = folder.json({"evaluate", "m.protea", "wdbc", "--roc", "roc.csv"});
  std::istringstream lines(folder.read("roc.csv"));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "class,threshold,fpr,tpr,precision");
  std::getline(lines, line);
  EXPECT_EQ(line, "malignant,inf,0,0,1");
  double area = 0;
  double last_fpr = 0;
  double last_tpr = 0;
  while (std::getline(lines, line)) {
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream cells(line);
    std::string name;
    double threshold = 0;
    double fpr = 0;
    double tpr = 0;
    cells >> name >> threshold >> fpr >> tpr;
    area += (fpr - last_fpr) * (tpr + last_tpr) / 2;
    last_fpr = fpr;
    last_tpr = tpr;
  }
  EXPECT_EQ(last_fpr, 1);
  EXPECT_EQ(last_tpr, 1);
  EXPECT_NEAR(area, json["auc"].get<double>(), 1e-12);
  EXPECT_NEAR(json["auc"].get<double>(), json["auc_hand_till"].get<double>(), 1e-12);
}

// docs/evaluation.md: the point at p counts scores of p or more, the decision asks for more than Θ = 2σ² ln(p/(1 − p)).
TEST(Roc, ThresholdsOfDecisionsJustBelowOneOfTheCurveGiveItsPointAndJustAboveThePointBefore) {
  const Folder folder;
  folder.text({"train", "wdbc", "-o", "m.protea", "--method", "glvq", "--epochs", "3", "--decision.scores", "absolute",
               "--quiet"});
  folder.text({"evaluate", "m.protea", "wdbc", "--roc", "roc.csv"});
  const double sigma = folder.json({"inspect", "m.protea"})["decision"]["sigma"];
  std::istringstream lines(folder.read("roc.csv"));
  std::string line;
  double tpr_before = 0;
  double threshold = 0;
  double tpr = 0;
  std::getline(lines, line);
  std::getline(lines, line);   // names and (0, 0)
  while (std::getline(lines, line) && tpr < 0.5) {
    tpr_before = tpr;
    std::sscanf(line.c_str(), "%*[^,],%lf,%*f,%lf", &threshold, &tpr);
  }
  ASSERT_LT(tpr_before, tpr);
  const double theta = 2 * sigma * sigma * std::log(threshold / (1 - threshold));
  const auto recall = [&](double at) {
    const Json json = folder.json({"evaluate", "m.protea", "wdbc", "--decision.threshold", Json(at).dump()});
    return json["per_class"][1]["recall"].get<double>();   // malignant, the second class and so the positive one
  };
  EXPECT_NEAR(recall(theta - 1e-9 * std::abs(theta)), tpr, 1e-12);
  EXPECT_NEAR(recall(theta + 1e-9 * std::abs(theta)), tpr_before, 1e-12);
}

TEST(Split, OfEveryKindTestsWhatItShould) {
  const Folder folder;
  const auto tested = [&](const Words& words) {
    Words arguments{"cross-validate", "iris", "--method", "lvq1", "--epochs", "1", "--quiet"};
    arguments.insert(arguments.end(), words.begin(), words.end());
    const Json json = folder.json(arguments);
    double sum = 0;
    for (const auto& row : json["confusion"].get<std::vector<Vector>>())
      sum += std::accumulate(row.begin(), row.end(), 0.0);
    return std::pair(json["splits"].get<int>(), sum);
  };
  EXPECT_EQ(tested({}), std::pair(10, 150.0));
  EXPECT_EQ(tested({"--split", "folds", "--folds", "7", "--repeats", "2"}), std::pair(14, 300.0));
  EXPECT_EQ(tested({"--split", "leave-one-out"}), std::pair(150, 150.0));
  EXPECT_EQ(tested({"--split", "leave-one-out-per-class"}), std::pair(50, 150.0));
  EXPECT_EQ(tested({"--split", "monte-carlo", "--draws", "5", "--share", "0.4"}), std::pair(5, 300.0));
  folder.refuses_naming({"cross-validate", "iris", "--split", "grouped"}, 2, {"--groups"});
  folder.refuses_naming({"cross-validate", "iris", "--split", "leave-2-out"}, 2, {"leave-2-out"});
}

TEST(Split, ByGroupsLeavesTheColumnOfGroupsOutOfTheFeatures) {
  const Folder folder;
  std::string text = "a,patient,b,class\n";
  for (int i = 0; i < 40; ++i)
    text += std::to_string(i % 7) + ",p" + std::to_string(i / 4) + "," + std::to_string(i % 5) +
            (i % 2 == 0 ? ",x\n" : ",y\n");
  folder.write("d.csv", text);
  const Json json =
      folder.json({"cross-validate", "d.csv", "--groups", "patient", "--folds", "5", "--epochs", "1", "--quiet"});
  EXPECT_EQ(json["split"], "grouped");
  EXPECT_EQ(json["samples"], 40);
  folder.refuses_naming({"cross-validate", "d.csv", "--groups", "nobody"}, 3, {"group column", "nobody"});
  folder.refuses_naming({"cross-validate", "d.csv", "--groups", "patient", "--split", "folds"}, 2, {"--groups"});
}

TEST(Reproduce, MarginHingeFallsAsInTheFigure) {
  const Folder folder;
  const auto loss = folder.json({"reproduce", "margin-hinge"})["loss"].get<Vector>();
  ASSERT_EQ(loss.size(), 21u);
  EXPECT_LT(loss.back(), 0.95 * loss.front());
  for (std::size_t e = 1; e < loss.size(); ++e) EXPECT_LT(loss[e], loss[e - 1] * 1.01) << e;
}

}   // namespace
}   // namespace protea::cli
