// Hyperplanes on the command line: what train, inspect, margins and evaluate say of them belongs together.
#include <algorithm>
#include <cmath>

#include <cli/command.hpp>

namespace protea::cli {
namespace {

using Vector = std::vector<double>;

constexpr const char* two_points = "x1,x2,class\n1,2,b\n-1,-2,a\n";

TEST(Perceptrons, HaveTheWeightsStrengthsAndMarginOfHandCalculation) {
  // Without a threshold, the largest margin between ±(1, 2): w = ξ/|ξ|² = (0.2, 0.4) has E = 1 for both, κ = √5; w = (1/N) Σ x ξ S with equal x: x = N/(2|ξ|²) = 0.2.
  const Folder folder;
  folder.write("x.csv", two_points);
  const Json json = folder.json(
      {"train", "x.csv", "--method", "adatron", "--scale", "none", "--adatron.threshold", "false", "-o", "m.protea"});
  EXPECT_NEAR(json["kappa"].get<double>(), std::sqrt(5.0), 1e-8);
  EXPECT_EQ(json["separable"], true);
  const auto weights = json["weights"].get<std::vector<Vector>>();
  ASSERT_EQ(weights.size(), 1U);
  EXPECT_NEAR(weights[0][0], 0.2, 1e-8);
  EXPECT_NEAR(weights[0][1], 0.4, 1e-8);
  const auto strengths = json["embedding_strengths"].get<Vector>();
  EXPECT_NEAR(strengths[0] + strengths[1], 0.4, 1e-8);
  std::vector<std::size_t> support;
  for (std::size_t i = 0; i < strengths.size(); ++i) {
    if (strengths[i] > 0) support.push_back(i);
  }
  ASSERT_GE(support.size(), 1U);
  EXPECT_EQ(json["support_vectors"].get<std::vector<std::size_t>>(), support);   // rows, from 0
  EXPECT_EQ(json["thresholds"].get<Vector>(), Vector{0});
  const Json shown = folder.json({"inspect", "m.protea"});
  for (const char* const key : {"kappa", "weights", "embedding_strengths", "support_vectors", "updates", "separable"})
    EXPECT_EQ(shown[key], json[key]) << key;
  EXPECT_EQ(shown["original_weights"], json["weights"]);   // nothing is scaled
  const auto margins = folder.json({"margins", "m.protea", "x.csv"})["sample"].get<Vector>();
  EXPECT_NEAR(margins[0], std::sqrt(5.0), 1e-8);
  EXPECT_NEAR(margins[1], std::sqrt(5.0), 1e-8);
}

TEST(Perceptrons, SayWhatIsSeparableAndWhatIsNot) {
  const Folder folder;
  folder.write("xor.csv", "x1,x2,class\n0,0,a\n1,1,a\n0,1,b\n1,0,b\n");
  folder.write("double.csv", "x1,x2,class\n0,0,a\n1,1,a\n0,0,b\n");
  for (const std::string method : {"perceptron", "minover", "adatron", "pocket", "adaline", "soft-adatron"}) {
    SCOPED_TRACE(method);
    for (const std::string set : {"xor.csv", "double.csv"}) {
      const Json json = folder.json({"train", set, "--method", method, "-o", "m.protea"});
      EXPECT_EQ(json["separable"], false);
      EXPECT_NE(folder.text({"train", set, "--method", method, "-o", "m.protea"}).find("not linearly separable"),
                std::string::npos);
    }
  }
  const Json parity = folder.json({"train", "xor.csv", "--method", "parity", "-o", "m.protea"});
  EXPECT_EQ(parity["accuracy"], 1.0);
  EXPECT_EQ(parity["weights"].size(), 2U);
  const Json kernel = folder.json({"train", "xor.csv", "--method", "kernel-adatron", "--kernel-adatron.cost", "inf",
                                   "--kernel-adatron.gamma", "1", "-o", "m.protea"});
  EXPECT_EQ(kernel["accuracy"], 1.0);
  EXPECT_EQ(kernel["separable"], true);
}

TEST(Perceptrons, CountUpdatesBelowTheirBound) {
  const Folder folder;
  folder.text({"train", "iris", "--method", "perceptron", "--epochs", "7", "-o", "m.protea"});
  const Json json = folder.json({"train", "iris", "--method", "perceptron", "-o", "m.protea"});
  ASSERT_EQ(json["updates"].size(), 3U);
  EXPECT_LE(json["updates"][0].get<double>(), json["update_bound"][0].get<double>());
  EXPECT_TRUE(json["update_bound"][2].is_null());   // virginica and versicolor: no solution is known
  EXPECT_EQ(json["machines"]["positive"][2], "virginica");
  EXPECT_EQ(json["machines"]["negative"][2], "versicolor");
}

TEST(Perceptrons, TellTheLeastOfTheirMargins) {
  const Folder folder;
  folder.text({"train", "iris", "--method", "soft-adatron", "--soft-adatron.cost", "1", "-o", "m.protea"});
  const Json json = folder.json({"margins", "m.protea", "iris"});
  const auto margins = json["sample"].get<Vector>();
  ASSERT_EQ(margins.size(), 150U);
  EXPECT_EQ(json["least"], *std::min_element(margins.begin(), margins.end()));
  EXPECT_LT(json["least"].get<double>(), 0);   // no plane separates versicolor and virginica
}

TEST(Perceptrons, AreTrainedComparedAndTunedLikeOthers) {
  const Folder folder;
  const Json compared =
      folder.json({"compare", "wine", "--methods", "soft-adatron,kernel-adatron,svm,glvq", "--folds", "3"});
  EXPECT_EQ(compared["methods"].size(), 4U);
  const Json tuned = folder.json({"tune", "wine", "--method", "soft-adatron", "--grid", "soft-adatron.cost=1,10",
                                  "--outer", "2", "--folds", "2", "-o", "t.protea"});
  EXPECT_FALSE(tuned.empty());
  const Json crossed = folder.json({"cross-validate", "wdbc", "--method", "pocket", "--folds", "3"});
  EXPECT_GT(crossed["accuracy"]["mean"].get<double>(), 0.9);
}

TEST(Perceptrons, OfAKernelGoOnFromACheckpointToTheSameBytes) {
  const Folder folder;
  const Words words{
      "train", "digits", "--method", "kernel-adatron", "--kernel-adatron.cost", "10", "--kernel-adatron.gamma", "0.02"};
  const auto with = [&](Words more) {
    Words all = words;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  folder.text(with({"-o", "whole.protea"}));
  folder.text(with({"-o", "kept.protea", "--checkpoint", "c", "--checkpoint-every", "1"}));
  ASSERT_TRUE(folder.has("c"));
  folder.text(with({"-o", "again.protea", "--checkpoint", "c", "--resume"}));
  EXPECT_EQ(folder.read("kept.protea"), folder.read("whole.protea"));
  EXPECT_EQ(folder.read("again.protea"), folder.read("whole.protea"));
  folder.refuses_naming(
      {"train", "wine", "--method", "kernel-adatron", "-o", "m.protea", "--checkpoint", "c", "--resume"}, 2,
      {"other data or options"});
  folder.refuses_naming({"train", "wine", "--method", "adatron", "-o", "m.protea", "--checkpoint", "d"}, 2,
                        {"in one go"});
}

TEST(Perceptrons, RefuseWhatMakesNoSense) {
  const Folder folder;
  folder.write("one.csv", "x1,class\n1,a\n2,a\n");
  folder.refuses_naming({"train", "iris", "--method", "committee", "--committee.units", "4", "-o", "m.protea"}, 2,
                        {"odd"});
  folder.refuses_naming({"train", "wdbc", "--method", "adatron", "--adatron.rate", "100", "-o", "m.protea"}, 2,
                        {"must be below"});
  folder.refuses_naming({"train", "wdbc", "--method", "adaline", "--adaline.rate", "100", "-o", "m.protea"}, 2,
                        {"must be below"});
  folder.refuses_naming({"train", "one.csv", "--method", "perceptron", "-o", "m.protea"}, 3, {"one class"});
  folder.refuses_naming({"train", "iris", "--method", "perceptron", "--missing", "mask", "-o", "m.protea"}, 2,
                        {"mask"});
  folder.refuses_naming({"train", "iris", "--method", "kernel-adatron", "--epochs", "5", "-o", "m.protea"}, 2,
                        {"no such setting"});
}

}   // namespace
}   // namespace protea::cli
