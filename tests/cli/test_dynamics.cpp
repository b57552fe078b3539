// protea dynamics, and the figures of its paper.
#include <regex>

#include <cli/command.hpp>

#include <cmath>

namespace protea::cli {
namespace {

const Words figure_2{"dynamics", "--rule",    "lvq1", "--p-plus", "0.8", "--lambda", "1",   "--v-plus",
                     "1",        "--v-minus", "1",    "--eta",    "0.2", "--q0",     "1e-4"};

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(Dynamics, GivesTheCurveAsJson) {
  const Folder folder;
  const Json json = folder.json(with(figure_2, {"--alpha", "0.5,1,2,5,10,20,50,100,200", "--asymptotic"}));
  ASSERT_EQ(json["curve"].size(), 9u);
  for (const Json& point : json["curve"]) {
    EXPECT_NEAR(0.8 * point["eg_plus"].get<double>() + 0.2 * point["eg_minus"].get<double>(), point["eg"].get<double>(),
                1e-12);
    ASSERT_EQ(point["R"].size(), 2u);
    EXPECT_EQ(point["Q"][0][1], point["Q"][1][0]);
    EXPECT_FALSE(point.contains("eg_mean"));
  }
  EXPECT_EQ(json["curve"][8]["alpha"], 200);
  EXPECT_FALSE(json["diverges"]);
  EXPECT_TRUE(json["asymptotic"]["stable"]);
  EXPECT_GT(json["asymptotic"]["eg"].get<double>(), json["eg_min"].get<double>());
  EXPECT_EQ(json["eg_trivial"].get<double>(), 1 - 0.8);
}

TEST(Dynamics, PutsSimulationsBesideTheTheoryForAnyNumberOfThreads) {
  const Folder folder;
  const Words words =
      with(figure_2, {"--alpha", "1,5", "--monte-carlo", "--dimension", "50", "--runs", "20", "--seed", "3"});
  const auto numbers = [&](const Words& more) { return folder.json(with(words, more)); };
  const Json json = numbers({});
  for (const Json& point : json["curve"]) {
    for (const char* const key :
         {"eg_mean", "eg_se", "eg_plus_mean", "eg_minus_se", "R_mean", "R_se", "Q_mean", "Q_se"})
      EXPECT_TRUE(point.contains(key)) << key;
    EXPECT_NEAR(point["R"][0][0].get<double>(), point["R_mean"][0][0].get<double>(),
                5 * point["R_se"][0][0].get<double>());
  }
  EXPECT_EQ(json, numbers({"--threads", "1"}));
  EXPECT_EQ(json, numbers({"--threads", "3"}));
}

TEST(Dynamics, ReportsTheDivergenceOfLvq21WithoutAWindow) {
  const Folder folder;
  const Result result = folder.protea({"dynamics", "--rule", "lvq2.1", "--p-plus", "0.8", "--json"});
  EXPECT_EQ(result.code, 0);
  EXPECT_NE(result.err.find("lvq2.1 without a window diverges"), std::string::npos) << result.err;
  EXPECT_EQ(result.out.find("inf"), std::string::npos);
  EXPECT_EQ(result.out.find("nan"), std::string::npos);
  const Json json = result.json();
  EXPECT_TRUE(json["diverges"]);
  EXPECT_GT(json["diverged_at"].get<double>(), 50);
  EXPECT_EQ(json["curve"].size(), 7u) << "up to 50";
  EXPECT_TRUE(folder.json({"dynamics", "--rule", "lvq2.1", "--alpha", "10"})["diverges"]) << "equal priors: slowly";
  EXPECT_FALSE(folder.json({"dynamics", "--rule", "lvq2.1", "--rule.window", "1", "--p-plus", "0.8"})["diverges"]);
}

TEST(Dynamics, SaysThatVqStaysSymmetricAndHowToBreakIt) {
  const Folder folder;
  const Result stuck = folder.protea({"dynamics", "--rule", "vq", "--json"});
  EXPECT_NE(stuck.err.find("invariant"), std::string::npos) << stuck.err;
  EXPECT_NE(stuck.err.find("--r0 0.1,0,0,0.1 --q0 0.02"), std::string::npos) << stuck.err;
  EXPECT_NE(stuck.err.find("1/sqrt(N)"), std::string::npos) << stuck.err;
  const Result free = folder.protea({"dynamics", "--rule", "vq", "--r0", "0.1,0,0,0.1", "--q0", "0.02", "--json"});
  EXPECT_EQ(free.err, "");
  EXPECT_LT(free.json()["curve"][8]["eg"].get<double>(), 0.4);
  const Result three = folder.protea({"dynamics", "--prototypes", "+,-,+", "--alpha", "1"});
  EXPECT_NE(three.err.find("prototypes 1 and 3"), std::string::npos) << three.err;
  EXPECT_EQ(
      folder.protea({"dynamics", "--prototypes", "+,-,+", "--alpha", "1", "--r0", "0.1,0,0,0.1,-0.1,0", "--q0", "0.03"})
          .err,
      "");
}

// The break that the command suggests is one that simulations of finite N follow.
TEST(Dynamics, SuggestsAStartFromWhichSimulationsOfVqFollowTheTheory) {
  const Folder folder;
  const Json json = folder.json({"dynamics", "--rule", "vq", "--p-plus", "0.8", "--r0", "0.1,0,0,0.1", "--q0", "0.02",
                                 "--alpha", "1,5,20,50", "--monte-carlo", "--runs", "40"});
  for (const Json& point : json["curve"]) {
    for (std::size_t l = 0; l < 2; ++l) {
      for (std::size_t s = 0; s < 2; ++s) {
        EXPECT_LT(std::abs(point["R"][l][s].get<double>() - point["R_mean"][l][s].get<double>()),
                  4 * point["R_se"][l][s].get<double>())
            << point["alpha"];
      }
    }
  }
}

TEST(Dynamics, FindsTheLimitOfLvq1WhereClustersOverlap) {
  const Folder folder;
  const Result result =
      folder.protea({"dynamics", "--p-plus", "0.8", "--lambda", "0.5", "--alpha", "1", "--asymptotic", "--json"});
  EXPECT_NEAR(result.json()["asymptotic"]["eg"].get<double>(), 0.198868, 1e-6);
  EXPECT_TRUE(result.json()["asymptotic"]["stable"]);
  EXPECT_NE(result.err.find("does not rest"), std::string::npos) << result.err;
}

TEST(Dynamics, GivesNoAsymptoticErrorWhereNothingRestsAndCallsFamiliesNeutral) {
  const Folder folder;
  const Words window{"dynamics", "--rule",  "lvq2.1", "--rule.window", "1", "--p-plus",
                     "0.8",      "--alpha", "1",      "--asymptotic"};
  const Result restless = folder.protea(with(window, {"--json"}));
  EXPECT_FALSE(restless.json()["asymptotic"]["at_rest"]);
  EXPECT_TRUE(restless.json()["asymptotic"]["eg"].is_null());
  EXPECT_NE(restless.err.find("no stable state was found"), std::string::npos) << restless.err;
  EXPECT_EQ(folder.protea(window).out.find("eta -> 0"), std::string::npos);
  const Json neutral = folder.json(
      {"dynamics", "--rule", "margin-exponential", "--p-plus", "0.8", "--alpha", "1", "--asymptotic"})["asymptotic"];
  EXPECT_EQ(neutral["stability"], "neutral");
  EXPECT_FALSE(neutral["stable"]);
  EXPECT_TRUE(neutral["eg"].is_number());
}

TEST(Dynamics, KeepsWhatWasComputedBeforeANumericalFailure) {
  const Folder folder;
  const Result exploded =
      folder.protea({"dynamics", "--rule", "margin-exponential", "--rule.beta", "2", "--p-plus", "0.8", "--json"});
  EXPECT_EQ(exploded.code, 0);
  EXPECT_EQ(exploded.json()["curve"].size(), 5u) << "up to 10";
  EXPECT_GT(exploded.json()["diverged_at"].get<double>(), 10);
  EXPECT_TRUE(exploded.json()["diverges"]);
  const Result ran_away = folder.protea({"dynamics", "--rule", "lvq2.1", "--p-plus", "0.8", "--alpha", "10,54",
                                         "--monte-carlo", "--runs", "10", "--json"});
  EXPECT_EQ(ran_away.code, 0);
  const Json json = ran_away.json();
  ASSERT_EQ(json["curve"].size(), 2u);
  EXPECT_TRUE(json["curve"][0].contains("eg_mean"));
  EXPECT_FALSE(json["curve"][1].contains("eg_mean"));
  EXPECT_EQ(json["monte_carlo"]["diverged_at"], 54);
  EXPECT_NE(ran_away.err.find("of 10 runs"), std::string::npos) << ran_away.err;
}

TEST(Dynamics, SaysWhichSettingsHaveNoEffect) {
  const Folder folder;
  EXPECT_NE(folder.protea({"dynamics", "--rule", "rslvq", "--rule.window", "3", "--alpha", "1"})
                .err.find("--rule.window has no effect"),
            std::string::npos);
  EXPECT_NE(folder.protea({"dynamics", "--decay", "5", "--alpha", "1"}).err.find("--decay has no effect"),
            std::string::npos);
  EXPECT_EQ(folder.protea({"dynamics", "--schedule", "exponential", "--decay", "5", "--alpha", "1"}).err, "");
  EXPECT_NE(
      folder.protea({"dynamics", "--rule", "lvq2.1", "--rule.window", "1e308", "--alpha", "1"}).err.find("diverges"),
      std::string::npos);
}

TEST(Dynamics, TakesTheOptionsOfTheRuleAsTrainDoes) {
  const Folder folder;
  const Json none = folder.json({"dynamics", "--rule", "lvq2.1", "--alpha", "3"});
  EXPECT_EQ(folder.json({"dynamics", "--rule", "lvq2.1", "--rule.window", "inf", "--rule.window-on", "difference",
                         "--alpha", "3"})["curve"],
            none["curve"]);
  // With s = 1/(2·0.5²) the two rules are one: L(δ/2σ²)/σ² = 2s L(sδ).
  const Json soft = folder.json({"dynamics", "--rule", "rslvq", "--alpha", "3"});
  const Json log_loss = folder.json({"dynamics", "--rule", "cross-entropy", "--rule.steepness", "2", "--alpha", "3"});
  EXPECT_NEAR(soft["curve"][0]["eg"].get<double>(), log_loss["curve"][0]["eg"].get<double>(), 1e-12);
  // as one line: the page is broken into lines of 100 characters
  const std::string help = std::regex_replace(folder.text({"dynamics", "--help-all"}), std::regex("\\s+"), " ");
  for (const char* const part :
       {"--rule.activation", "--rule.sigma", "times √N in the simulation", "times N in the simulation"}) {
    EXPECT_NE(help.find(part), std::string::npos) << part;
  }
  folder.refuses_naming({"dynamics", "--rule", "lvq2.1", "--rule.window-on", "squared"}, 2,
                        {"rule.window_on = squared", "difference"});
  folder.refuses_naming({"dynamics", "--rule", "glvq", "--rule.activation", "identity"}, 2,
                        {"rule.activation = identity", "sigmoid"});
  folder.refuses_naming({"dynamics", "--rule", "rslvq", "--rule.annealing", "0.5"}, 2,
                        {"rslvq changes while it learns"});
  folder.refuses_naming({"dynamics", "--rule", "rslvq", "--rule.learn-sigma", "true"}, 2, {"rslvq learns a parameter"});
  folder.refuses_naming({"dynamics", "--rule", "rslvq", "--rule.sigma", "0"}, 2, {"rule.sigma = 0", "greater than 0"});
  folder.refuses_naming({"dynamics", "--rule", "lvq1", "--rule.window", "-1"}, 2,
                        {"rule.window = -1", "greater than 0"});
}

TEST(Dynamics, NamesColumnsByTheClassOfEachPrototypeAndGeneralRulesByTheirKind) {
  const Folder folder;
  const std::string turned = folder.text({"dynamics", "--prototypes=-,+", "--alpha", "1"});
  EXPECT_LT(turned.find("R--"), turned.find("R++")) << turned;
  const std::string same =
      folder.text({"dynamics", "--prototypes=+,+", "--alpha", "1", "--r0", "0.1,0,0,0.1", "--q0", "0.02"});
  EXPECT_NE(same.find("R1+"), std::string::npos) << same;
  EXPECT_EQ(folder.json({"dynamics", "--a", "0.3", "--b", "0.6", "--alpha", "1"})["rule"], "winner-takes-all");
  EXPECT_EQ(folder.json({"dynamics", "--alpha", "1"})["rule"], "lvq1");
}

TEST(Dynamics, TakesGeneralRulesStartsAndThreePrototypes) {
  const Folder folder;
  const Json named = folder.json({"dynamics", "--rule", "lvq+", "--alpha", "3"});
  const Json general = folder.json({"dynamics", "--a", "0.5", "--b", "0.5", "--alpha", "3"});
  EXPECT_EQ(named["curve"], general["curve"]);
  const Json given = folder.json({"dynamics", "--q0", "0.5,0.1,0.7", "--r0", "0.1,0.2,0.3,0.4", "--alpha", "0"});
  EXPECT_EQ(given["curve"][0]["Q"], Json::parse("[[0.5,0.1],[0.1,0.7]]"));
  EXPECT_EQ(given["curve"][0]["R"], Json::parse("[[0.1,0.2],[0.3,0.4]]"));
  const Json three = folder.json({"dynamics", "--prototypes", "+,-,+", "--alpha", "5"});
  EXPECT_EQ(three["curve"][0]["Q"].size(), 3u);
}

TEST(Dynamics, ExplainsItsEquations) {
  const Folder folder;
  const std::string text = folder.text({"dynamics", "--explain", "--p-plus", "0.7"});
  for (const char* const part : {"dR_ls/dα", "dQ_lm/dα", "p₊ = 0.7", "R_ls = w_l·B_s", "ε_g"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
  EXPECT_NE(folder.text({"dynamics", "--explain", "--rule", "rslvq"}).find("quadrature"), std::string::npos);
  EXPECT_NE(folder.text({"dynamics", "--explain", "--prototypes", "+-+"}).find("orthant"), std::string::npos);
}

TEST(Dynamics, SaysWhatIsWrongInOneSentence) {
  const Folder folder;
  folder.refuses_naming({"dynamics", "--rule", "lqv1"}, 2, {"unknown rule 'lqv1'", "lvq1"});
  folder.refuses_naming({"dynamics", "--p-plus", "1"}, 2, {"p-plus = 1", "less than 1"});
  folder.refuses_naming({"dynamics", "--p-plus", "much"}, 2, {"p-plus", "much"});
  folder.refuses_naming({"dynamics", "--lambda", "-1"}, 2, {"lambda = -1", "at least 0"});
  folder.refuses_naming({"dynamics", "--v-minus", "0"}, 2, {"v-minus = 0", "greater than 0"});
  folder.refuses_naming({"dynamics", "--eta", "nan"}, 2, {"eta"});
  folder.refuses_naming({"dynamics", "--eta", "0"}, 2, {"eta = 0", "greater than 0"});
  folder.refuses_naming({"dynamics", "--alpha", "2,1"}, 2, {"alpha = 1", "ascend"});
  folder.refuses_naming({"dynamics", "--alpha", "1,,2"}, 2, {"alpha"});
  folder.refuses_naming({"dynamics", "--alpha", "-1"}, 2, {"alpha = -1", "at least 0"});
  folder.refuses_naming({"dynamics", "--q0", "1,2"}, 2, {"q0 has 2 numbers", "Q++,Q+-,Q--"});
  folder.refuses_naming({"dynamics", "--q0", "0"}, 2, {"same place", "q0"});
  folder.refuses_naming({"dynamics", "--q0", "1,2,1"}, 2, {"no prototypes have these overlaps"});
  folder.refuses_naming({"dynamics", "--r0", "1"}, 2, {"r0 has 1 numbers", "must be 4"});
  folder.refuses_naming({"dynamics", "--r0", "1,0,0,1"}, 2, {"no prototypes have these overlaps"});
  folder.refuses_naming({"dynamics", "--prototypes", "+-+-"}, 2, {"prototypes = +-+-", "2 or 3"});
  folder.refuses_naming({"dynamics", "--rule", "rslvq", "--a", "1"}, 2, {"a and b", "rslvq"});
  folder.refuses_naming({"dynamics", "--rule", "rslvq", "--prototypes", "+-+"}, 2, {"three prototypes"});
  folder.refuses_naming({"dynamics", "--runs", "5"}, 2, {"--monte-carlo"});
  folder.refuses_naming({"dynamics", "--monte-carlo", "--dimension", "3"}, 2, {"dimension = 3", "at least 4"});
  folder.refuses_naming({"dynamics", "--monte-carlo", "--noise", "pink"}, 2, {"noise", "pink"});
}

TEST(Reproduce, ComputesTheFiguresOfTheDynamicsPaper) {
  const Folder folder;
  const Json clusters = folder.json({"reproduce", "dynamics-fig-1"});
  ASSERT_EQ(clusters["rows"].size(), 400u);
  double plus = 0;
  for (const Json& row : clusters["rows"]) plus += row["class"] == 1 ? 1 : 0;
  EXPECT_EQ(plus, 160);
  const std::string drawn = folder.text({"reproduce", "dynamics-fig-1"});
  EXPECT_NE(drawn.find("o cluster +  x cluster −  * centre"), std::string::npos);
  const Json ends = folder.json({"reproduce", "dynamics-fig-3-right"});
  for (const Json& row : ends["rows"]) {
    EXPECT_LE(row["optimum"].get<double>(), row["lvq1"].get<double>() + 1e-12);
    EXPECT_NEAR(row["lvq+"].get<double>(), std::erfc(1.2 / 2) / 2, 1e-8) << row;   // Φ(−λ/√2)
    EXPECT_LE(row["optimum"].get<double>(), row["trivial"].get<double>());
    if (std::abs(row["p_plus"].get<double>() - 0.5) < 1e-9) {
      EXPECT_NEAR(row["vq"].get<double>(), row["optimum"].get<double>(), 1e-8);
    }
  }
  const std::string text = folder.text({"reproduce", "dynamics-fig-3-left", "--csv", "left.csv"});
  EXPECT_NE(text.find("o vq  x lvq+  + lvq1"), std::string::npos);
  EXPECT_TRUE(folder.read("left.csv").starts_with("alpha,vq,lvq+,lvq1\n0,"));
  folder.refuses_naming({"reproduce", "dynamics-fig-3-left", "--data", "."}, 2, {"--data", "tables"});
  folder.refuses_naming({"reproduce", "dynamics-fig-4"}, 2, {"unknown experiment", "dynamics-fig-"});
}

TEST(Reproduce, SimulatesFigure2WithinFourStandardErrors) {
  const Folder folder;
  const Json json = folder.json({"reproduce", "dynamics-fig-2"});
  ASSERT_EQ(json["rows"].size(), 50u);
  for (const Json& row : json["rows"]) {
    for (const std::string name : {"R++", "R+-", "R-+", "R--", "Q++", "Q+-", "Q--"}) {
      EXPECT_LT(std::abs(row[name].get<double>() - row[name + "_mean"].get<double>()),
                4 * row[name + "_se"].get<double>())
          << name << " " << row["alpha"];
    }
  }
}

}   // namespace
}   // namespace protea::cli
