// Divergences on the command line: distances at the border of their domain, what training says it has learned, and what
// is told about them.
#include <cmath>

#include "command.hpp"

namespace protea::cli {
namespace {

const Words divergences{"generalized-kullback-leibler",
                        "kullback-leibler",
                        "itakura-saito",
                        "eta",
                        "beta",
                        "alpha",
                        "tsallis",
                        "renyi",
                        "generalized-renyi",
                        "hellinger",
                        "gamma",
                        "cauchy-schwarz"};

double distance(const Folder& folder, Words arguments) {
  arguments.insert(arguments.begin(), "distance");
  return folder.json(arguments)["values"][0][0].get<double>();
}

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(DivergenceDistance, OfTinyNumbersFromThemselvesIsZero) {
  const Folder folder;
  folder.write("p.csv", "1e-9,3e-9,2e-12\n");
  for (const std::string& name : divergences) {
    const bool is_probability = name == "kullback-leibler" || name == "tsallis" || name == "renyi";
    EXPECT_EQ(
        distance(folder, {"p.csv", "p.csv", "--dissimilarity", name, "--scale", is_probability ? "unit-sum" : "none"}),
        0)
        << name;
  }
}

TEST(DivergenceDistance, IsSymmetricOrFreeOfScaleForTinyNumbersToo) {
  const Folder folder;
  folder.write("p.csv", "1e-9,3e-9\n");
  folder.write("rho.csv", "4e-9,1e-9\n");
  folder.write("large.csv", "4,1\n");
  for (const std::string name : {"hellinger", "cauchy-schwarz"}) {
    EXPECT_EQ(distance(folder, {"p.csv", "rho.csv", "--dissimilarity", name}),
              distance(folder, {"rho.csv", "p.csv", "--dissimilarity", name}))
        << name;
  }
  for (const std::string name : {"gamma", "cauchy-schwarz"}) {
    EXPECT_NEAR(distance(folder, {"p.csv", "rho.csv", "--dissimilarity", name}),
                distance(folder, {"p.csv", "large.csv", "--dissimilarity", name}), 1e-14)
        << name;
  }
  EXPECT_NEAR(distance(folder, {"p.csv", "rho.csv", "--dissimilarity", "hellinger"}) / 1e-9,
              1 + std::pow(std::sqrt(3) - 1, 2), 1e-14);
}

// η = 2: (1 − 0)² + (1 − 1)²; β = 2: half of it; α = ½: 2·1; Hellinger's: 1; Cauchy and Schwarz's: ½ ln(2·1) − ln 1.
TEST(DivergenceDistance, HasItsLimitWhereARowOfBIsZero) {
  const Folder folder;
  folder.write("p.csv", "1,1\n");
  folder.write("rho.csv", "0,1\n");
  const auto value = [&](Words arguments) {
    arguments.insert(arguments.begin(), {"p.csv", "rho.csv", "--dissimilarity"});
    return distance(folder, arguments);
  };
  EXPECT_NEAR(value({"eta", "--dissimilarity.eta", "2"}), 1, 1e-15);
  EXPECT_NEAR(value({"beta", "--dissimilarity.beta", "2"}), 0.5, 1e-15);
  EXPECT_NEAR(value({"alpha"}), 2, 1e-15);
  EXPECT_NEAR(value({"alpha", "--dissimilarity.alpha", "-1"}), 0.5, 1e-15);
  EXPECT_NEAR(value({"hellinger"}), 1, 1e-15);
  EXPECT_NEAR(value({"cauchy-schwarz"}), std::log(2) / 2, 1e-15);
  EXPECT_NEAR(value({"gamma", "--dissimilarity.gamma", "1"}), std::log(2) / 2, 1e-15);
  folder.write("both.csv", "0,3\n");
  EXPECT_NEAR(distance(folder, {"both.csv", "rho.csv", "--dissimilarity", "generalized-kullback-leibler"}),
              3 * std::log(3) - 2, 1e-14);
}

TEST(DivergenceDistance, RefusesAZeroOfBWhereItIsInfiniteAndLiftsItOnDemand) {
  const Folder folder;
  folder.write("p.csv", "0.5,0.5\n");
  folder.write("rho.csv", "0.4,0.6\n1,0\n");
  for (const std::string name : {"generalized-kullback-leibler", "kullback-leibler", "itakura-saito", "renyi"}) {
    folder.refuses(
        {"distance", "p.csv", "rho.csv", "--dissimilarity", name}, 3,
        "rho.csv:2:2: the value of 'x2' is 0, where " + name +
            " has no finite value for row 1 of p.csv: give --dissimilarity.floor a small number to lift it to, such as 1e-3");
  }
  folder.refuses_naming({"distance", "p.csv", "rho.csv", "--dissimilarity", "hellinger", "--gradient"}, 3,
                        {"rho.csv:2:2", "gradient", "--dissimilarity.floor"});
  folder.write("one.csv", "1,0\n");
  EXPECT_NEAR(distance(folder, {"p.csv", "one.csv", "--dissimilarity", "generalized-kullback-leibler",
                                "--dissimilarity.floor", "0.01"}),
              0.5 * std::log(0.5) + 0.5 * std::log(50) + 0.01, 1e-14);
}

TEST(DivergenceDistance, ScalesRowsToSumOne) {
  const Folder folder;
  folder.write("p.csv", "1,1\n");
  folder.write("rho.csv", "30,10\n");
  folder.refuses_naming({"distance", "p.csv", "rho.csv", "--dissimilarity", "kullback-leibler"}, 3,
                        {"p.csv:1:1", "sums to 2", "--scale unit-sum"});
  EXPECT_NEAR(distance(folder, {"p.csv", "rho.csv", "--dissimilarity", "kullback-leibler", "--scale", "unit-sum"}),
              0.5 * std::log(0.5 / 0.75) + 0.5 * std::log(2), 1e-15);
  EXPECT_NEAR(distance(folder, {"p.csv", "rho.csv", "--scale", "unit-sum"}), 0.125, 1e-15);
  folder.refuses_naming({"distance", "p.csv", "rho.csv", "--scale", "min-max"}, 2, {"scale", "min-max", "unit-sum"});
}

TEST(DivergenceDistance, RecommendsOnlyWhatItHas) {
  const Folder folder;
  folder.write("p.csv", "1,2\n3,-1\n");
  folder.refuses(
      {"distance", "p.csv", "p.csv", "--dissimilarity", "hellinger", "--scale", "unit-sum"}, 3,
      "p.csv:2:2: the value of 'x2' is -1, and hellinger needs non-negative numbers: set it to 0, leave the column out, or use another "
      "dissimilarity");
}

// In training too it is the number of the file that is named, not what scaling has made of it.
TEST(DivergenceTraining, NamesANegativeNumberAsItStandsInTheFile) {
  const Folder folder;
  folder.write("d.csv", "a,b,class\n1,2,x\n3,-1,y\n1.5,2.5,x\n2.5,3.5,y\n");
  folder.refuses(
      {"train", "d.csv", "--method", "divergence-glvq", "-o", "m.protea"}, 3,
      "d.csv:3:2: the value of 'b' is -1, and generalized-kullback-leibler needs non-negative numbers: set it to 0, leave the column "
      "out, or use --scale min-max or another dissimilarity");
  folder.refuses_naming({"train", "iris", "--method", "divergence-glvq", "--scale", "z-score", "-o", "m.protea"}, 3,
                        {"5.1", "which scaling turns into -0.8"});
}

TEST(DivergenceTraining, LearningGammaOrBetaFromAPoorStartImprovesTheTrainingCostAndTheLearnedValueIsReported) {
  const Folder folder;
  for (const std::string name : {"gamma", "beta"}) {
    const Words fixed{
        "train",    "tecator", "--method", "divergence-glvq", "--dissimilarity", name, "--dissimilarity." + name, "4",
        "--epochs", "30",      "-o",       "m.protea"};
    Words learned = fixed;
    learned.insert(learned.end(), {"--dissimilarity.learn", "true"});
    const Json with_it = folder.json(fixed);
    EXPECT_FALSE(with_it.contains("parameters")) << name;
    const Json learning = folder.json(learned);
    EXPECT_LT(learning["cost"].get<double>(), with_it["cost"].get<double>() - 0.1) << name;
    const double value = learning["parameters"][name][0].get<double>();
    EXPECT_GT(std::abs(value - 4), 0.2) << name;
    EXPECT_EQ(folder.json({"inspect", "m.protea"})["parameters"], learning["parameters"]) << name;
    EXPECT_TRUE(says(folder.text(learned), "learned " + name + " ")) << name;
  }
}

TEST(DivergenceTraining, SaysWhichClassOrPrototypeALocalParameterBelongsTo) {
  const Folder folder;
  const Words start{"train",
                    "iris",
                    "--method",
                    "divergence-glvq",
                    "--dissimilarity",
                    "gamma",
                    "--dissimilarity.learn",
                    "true",
                    "--prototypes",
                    "1",
                    "--epochs",
                    "5",
                    "-o",
                    "m.protea",
                    "--scope"};
  Words by_class = start;
  by_class.push_back("class");
  const Json json = folder.json(by_class);
  EXPECT_EQ(json["parameter_groups"], Json({"setosa", "versicolor", "virginica"}));
  EXPECT_EQ(json["parameters"]["gamma"].size(), 3u);
  EXPECT_EQ(folder.json({"inspect", "m.protea"})["parameter_groups"], json["parameter_groups"]);
  for (const std::string& text : {folder.text(by_class), folder.text({"inspect", "m.protea"})}) {
    EXPECT_TRUE(says(text, "learned gamma ") && says(text, " (setosa), ") && says(text, " (virginica)\n")) << text;
  }
  Words by_prototype = start;
  by_prototype.push_back("prototype");
  EXPECT_TRUE(says(folder.text(by_prototype), " (prototype 3, virginica)\n"));
}

TEST(DivergenceTraining, ReportsWhatARuleHasLearned) {
  const Folder folder;
  const Words arguments{"train", "iris",     "--method", "rslvq", "--rule.learn_sigma",
                        "true",  "--epochs", "5",        "-o",    "m.protea"};
  EXPECT_TRUE(folder.json(arguments)["parameters"].contains("rule.sigma"));
  EXPECT_TRUE(says(folder.text(arguments), "learned rule.sigma "));
}

TEST(DivergenceDescription, SaysWhichPropertiesHoldAndWhichDoNot) {
  const Folder folder;
  const auto properties = [&](const std::string& name) {
    const Json row = folder.json({"describe", name})["dissimilarities"][0];
    return std::vector<bool>{row["symmetric"].get<bool>(), row["bregman"].get<bool>(),
                             row["scale_invariant"].get<bool>()};
  };
  EXPECT_EQ(properties("kullback-leibler"), (std::vector<bool>{false, true, false}));   // among probability vectors
  EXPECT_EQ(properties("beta"), (std::vector<bool>{false, true, false}));
  EXPECT_EQ(properties("cauchy-schwarz"), (std::vector<bool>{true, false, true}));
  EXPECT_EQ(properties("angle"), (std::vector<bool>{true, false, true}));
  EXPECT_TRUE(
      says(folder.text({"describe", "renyi"}), "  properties: symmetric: no, Bregman: no, scale-invariant: no\n"));
  EXPECT_TRUE(
      says(folder.text({"describe", "beta"}), "symmetric: no, Bregman: yes, scale-invariant: no; the mean minimizes"));
}

TEST(DivergenceDescription, PointsToCppForDivergencesOfOnesOwn) {
  const Folder folder;
  const std::string bregman =
      "bregman is made in C++ from a generating function, a convex function of one number: see examples/own_divergence.cpp";
  folder.refuses({"describe", "bregman"}, 2, bregman);
  folder.refuses({"train", "iris", "--dissimilarity", "bregman", "-o", "m.protea"}, 2, bregman);
  folder.refuses({"distance", "iris", "iris", "--dissimilarity", "bregman"}, 2, bregman);
  folder.refuses(
      {"describe", "f-divergence"}, 2,
      "f-divergence is made in C++ from a generating function, a convex function of a ratio: see examples/own_divergence.cpp");
}

TEST(DivergenceModel, LeavesItsDivergenceBehindInACodebookAndShowsShares) {
  const Folder folder;
  folder.text({"train", "iris", "--method", "divergence-glvq", "--epochs", "3", "-o", "m.protea"});
  const Result result = folder.protea({"convert", "m.protea", "m.cod"});
  EXPECT_EQ(result.code, 0);
  EXPECT_TRUE(
      says(result.err, "the divergence generalized-kullback-leibler has no place in a codebook and is left out"))
      << result.err;
  const std::string text = folder.text({"inspect", "m.protea"});
  EXPECT_TRUE(says(text, "prototypes as shares of the sum of a row\n")) << text;
  EXPECT_FALSE(says(text, "original units")) << text;
  folder.text({"train", "iris", "--method", "glvq", "--epochs", "3", "-o", "m.protea"});
  EXPECT_TRUE(says(folder.text({"inspect", "m.protea"}), "prototypes in original units\n"));
  EXPECT_FALSE(says(folder.protea({"convert", "m.protea", "m.cod"}).err, "divergence"));
}

TEST(Divergences, RefuseDataBelowTheFloorOfPrototypes) {
  const Folder folder;
  folder.write("tiny.csv", "a,b,class\n1e-8,2e-8,x\n2e-8,1e-8,y\n1e-8,3e-8,x\n3e-8,1e-8,y\n");
  folder.refuses_naming({"train", "tiny.csv", "--method", "divergence-glvq", "--scale", "none", "-o", "m.protea"}, 3,
                        {"no value is above 0.0001", "--scale unit-sum", "--dissimilarity.floor"});
  folder.text({"train", "tiny.csv", "--method", "divergence-glvq", "--scale", "none", "--dissimilarity.floor", "1e-14",
               "-o", "m.protea", "--quiet"});
}

// γ at 0 with relevances of 0, which momentum leads to: no power of a share that is not there.
TEST(Divergences, LearnRelevancesWithGammaAtZero) {
  const Folder folder;
  for (const std::string optimizer : {"sgd", "adam", "waypoint"}) {
    const Json json = folder.json({"train", "wine", "--method", "divergence-glvq", "--dissimilarity", "gamma",
                                   "--dissimilarity.gamma", "0", "--dissimilarity.relevances", "true", "--optimizer",
                                   optimizer, "--epochs", "20", "--rule.steepness", "1", "-o", "m.protea"});
    EXPECT_GT(json["accuracy"].get<double>(), 0.6) << optimizer;   // 0.4 is the share of the largest class
  }
}

TEST(Divergences, HoldTheSizeOfScaleInvariantPrototypes) {
  const Folder folder;
  for (const std::string name : {"gamma", "cauchy-schwarz"}) {
    folder.text({"train", "digits", "--method", "divergence-rslvq", "--dissimilarity", name, "--optimizer", "momentum",
                 "--epochs", "3", "-o", "m.protea", "--quiet"});
  }
}

// distance evaluates at the parameter asked for, at the ends of the range in which it is learned too; by hand: Σ p
// ln(p/ρ) = 0.2332.
TEST(Distance, TakesALearnedParameterAsItIsGiven) {
  const Folder folder;
  folder.write("p.csv", "0.2,0.3,0.5\n");
  folder.write("rho.csv", "0.4,0.4,0.2\n");
  const double expected = 0.2 * std::log(0.5) + 0.3 * std::log(0.75) + 0.5 * std::log(2.5);
  for (const auto& [name, parameter, value] :
       {std::array<std::string, 3>{"gamma", "gamma", "0"}, {"generalized-renyi", "alpha", "1"}}) {
    const Json json =
        folder.json({"distance", "p.csv", "rho.csv", "--dissimilarity", name, "--dissimilarity." + parameter, value,
                     "--dissimilarity.learn", "true", "--gradient"});
    EXPECT_NEAR(json["values"][0][0].get<double>(), expected, 1e-14) << name;
  }
}

}   // namespace
}   // namespace protea::cli
