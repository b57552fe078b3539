// What the command says about itself: help, descriptions, completion, and silence when asked for.
#include <cli/command.hpp>

namespace protea::cli {
namespace {

void expect_parts(const std::string& text, const Words& parts) {
  for (const std::string& part : parts)
    EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is not in the text";
}

TEST(Help, ListsEveryCommandAndEachCommandItsFlags) {
  const Folder folder;
  const std::map<std::string, Words> flags{
      {"train",
       {"--label",
        "--method",
        "--prototypes",
        "--rule",
        "--rule.steepness",
        "--dissimilarity",
        "--dissimilarity.rank",
        "--scope",
        "--optimizer",
        "--epochs",
        "--batch",
        "--init",
        "--scale",
        "--missing",
        "--nominal",
        "--tolerance",
        "--validation",
        "--patience",
        "--seed",
        "--threads",
        "--json",
        "--quiet",
        "-o",
        "--checkpoint",
        "--checkpoint-every",
        "--resume"}},
      {"predict", {"MODEL", "DATA", "-o", "--scores", "--json"}},
      {"evaluate", {"MODEL", "DATA", "--label", "--json"}},
      {"cross-validate", {"DATA", "--method", "--folds", "--repeats", "--seed", "--json"}},
      {"tune",
       {"DATA", "--grid", "--random", "--folds", "--outer", "--measure", "--csv", "-o", "--checkpoint", "--resume",
        "--seed", "--json"}},
      {"compare", {"DATA", "--methods", "--folds", "--repeats", "--checkpoint", "--resume", "--seed", "--json"}},
      {"curve",
       {"DATA", "--over", "--folds", "--repeats", "--bias-variance", "--csv", "--checkpoint", "--resume", "--json"}},
      {"inspect", {"MODEL", "--json"}},
      {"describe", {"NAME", "--json"}},
      {"convert", {"IN", "OUT", "--label"}},
      {"distance", {"A ", "B ", "--dissimilarity", "--gradient", "--json"}},
      {"dynamics",
       {"--rule", "--p-plus", "--lambda", "--v-plus", "--eta", "--q0", "--r0", "--alpha", "--a ", "--b ",
        "--monte-carlo", "--explain", "--json"}},
      {"reproduce",
       {"EXPERIMENT", "fisher-table-2", "fisher-table-3", "bias-variance", "dynamics-fig-2", "--csv", "--quick",
        "--data", "--seed", "--threads", "--json"}},
      {"completion", {"bash", "zsh", "fish"}}};
  const std::string overview = folder.text({"--help"});
  for (const auto& [command, names] : flags) {
    SCOPED_TRACE(command);
    expect_parts(overview, {command});
    expect_parts(folder.text({command, "--help"}), names);
  }
}

TEST(Help, OfTrainHasEveryOptionOfTheCatalogueWithItsDefault) {
  const Folder folder;
  const std::string help = folder.text({"train", "--help"});
  const Json catalogue = folder.json({"describe"});
  const std::map<std::string, std::string> families{{"rules", "rule"},
                                                    {"dissimilarities", "dissimilarity"},
                                                    {"optimizers", "optimizer"},
                                                    {"relevances", "relevance"}};
  for (const auto& [family, flag] : families) {
    ASSERT_FALSE(catalogue[family].empty());
    for (const Json& entry : catalogue[family]) {
      expect_parts(help, {entry["name"].get<std::string>()});
      for (const Json& option : entry["options"]) {
        const std::string standard = option["default"];
        expect_parts(help, {"--" + flag + "." + option["name"].get<std::string>(),
                            standard.empty() ? "" : "[" + standard + "]"});
      }
    }
  }
  for (const Json& method : catalogue["methods"]) expect_parts(help, {method["name"].get<std::string>()});
}

TEST(Describe, ExplainsEveryNameItLists) {
  const Folder folder;
  const std::string list = folder.text({"describe"});
  const Json catalogue = folder.json({"describe"});
  std::size_t names = 0;
  for (const auto& [family, entries] : catalogue.items()) {
    for (const Json& entry : entries) {
      const std::string name = entry["name"];
      SCOPED_TRACE(family + " " + name);
      ++names;
      expect_parts(list, {name});
      const std::string text = folder.text({"describe", name});
      expect_parts(text, {name, entry["summary"].get<std::string>()});
      for (const Json& option : entry.value("options", Json::array()))
        expect_parts(text, {option["help"].get<std::string>()});
    }
  }
  EXPECT_GE(names, 11u + 7u + 3u + 5u);
}

TEST(Describe, OneNameAsJsonIsOneDocumentWithThatNameOnly) {
  const Folder folder;
  const Json json = folder.json({"describe", "matrix"});
  ASSERT_EQ(json["dissimilarities"].size(), 1u);
  EXPECT_EQ(json["dissimilarities"][0]["name"], "matrix");
  EXPECT_TRUE(json["rules"].empty());
}

TEST(Completion, ScriptForBashIsValidAndCompletesCommandsAndFlags) {
  const Folder folder;
  folder.write("completion.bash", folder.text({"completion", "bash"}));
  const Result check = folder.run({.words = {"bash", "-n", "completion.bash"}});
  EXPECT_EQ(check.code, 0) << check.err;
  const auto complete = [&](const std::string& line, const std::string& position) {
    return folder
        .run({.words = {"bash", "-c",
                        "source completion.bash; COMP_WORDS=(" + line + "); COMP_CWORD=" + position +
                            "; _protea; echo \"${COMPREPLY[*]}\""}})
        .out;
  };
  EXPECT_EQ(complete("protea cross", "1"), "cross-validate\n");
  EXPECT_EQ(complete("protea train iris --epo", "3"), "--epochs\n");
  EXPECT_EQ(complete("protea train iris --dissimilarity.ra", "3"), "--dissimilarity.rank\n");
  EXPECT_EQ(complete("protea predict m iris --sc", "4"), "--scores\n");
}

TEST(Completion, KnowsTheOtherShellsAndRefusesTheRest) {
  const Folder folder;
  for (const std::string shell : {"zsh", "fish"})
    expect_parts(folder.text({"completion", shell}), {"protea", "cross-validate", "epochs"});
  folder.refuses_naming({"completion", "powershell"}, 2, {"unknown shell 'powershell'", "bash"});
}

TEST(Quiet, TrainingSaysNothingAtAll) {
  const Folder folder;
  const Result result = folder.protea({"train", "iris", "-o", "m.protea", "--quiet"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out + result.err, "");
  EXPECT_EQ(folder.protea({"train", "iris", "-o", "m.protea", "--quiet", "--json"}).json()["samples"], 150);
}

TEST(Quiet, NothingOfTheProgressReachesAFile) {
  const Folder folder;
  EXPECT_EQ(folder.protea({"train", "iris", "-o", "m.protea", "--json"}).err, "");
  EXPECT_EQ(folder.protea({"cross-validate", "iris", "--folds", "2", "--epochs", "2", "--json"}).err, "");
}

TEST(Version, IsPrintedAlone) {
  const Folder folder;
  EXPECT_EQ(folder.text({"--version"}), "0.1.0\n");
}

}   // namespace
}   // namespace protea::cli
