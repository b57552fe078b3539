// What the command says about itself: help, descriptions, completion, and silence when asked for.
#include <cli/command.hpp>

#include <algorithm>
#include <sstream>

namespace protea::cli {
namespace {

void expect_parts(const std::string& text, const Words& parts) {
  for (const std::string& part : parts)
    EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is not in the text";
}

// Text that was broken into lines, as it was before.
std::string in_one_line(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const char next = c == '\n' ? ' ' : c;
    if (next != ' ' || result.empty() || result.back() != ' ') result += next;
  }
  return result;
}

std::string default_text(const Json& value) {
  if (value.is_string()) return value;
  if (value.is_null()) return "none";
  const std::string text = value.dump();
  return text.ends_with(".0") ? text.substr(0, text.size() - 2) : text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// Characters as a terminal counts them.
std::size_t width_of(const std::string& line) {
  return static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

TEST(Help, OfEveryCommandFitsAScreen) {
  const Folder folder;
  for (const std::string command :
       {"train", "predict", "evaluate", "cross-validate", "margins", "reject", "tune", "compare", "curve", "inspect",
        "project", "embed", "recall", "describe", "convert", "distance", "dynamics", "reproduce", "completion"}) {
    SCOPED_TRACE(command);
    const std::vector<std::string> lines = lines_of(folder.text({command, "--help"}));
    EXPECT_LE(lines.size(), command == "train" ? 44u : 50u);
    for (const std::string& line : lines) EXPECT_LE(width_of(line), 100u) << line;
  }
}

TEST(Help, ShowsTheEverydayAndSaysWhereTheRestIs) {
  const Folder folder;
  const std::string help = folder.text({"train", "--help"});
  expect_parts(help, {"--label", "--method", "--prototypes", "--epochs", "--missing", "protea train --help-all",
                      "protea describe gmlvq"});
  EXPECT_EQ(help.find("--rule.steepness"), std::string::npos);
  EXPECT_EQ(help.find("--optimizer.curvature"), std::string::npos);
}

TEST(Help, HasTheDefaultsOfTheMethodThatIsChosen) {
  const Folder folder;
  // presets.cpp and configure.cpp: l-bfgs counts 200 iterations, olvq1 has 40 epochs and starts by k-means
  expect_parts(in_one_line(folder.text({"train", "--method", "gmlvq", "--help"})),
               {"[gmlvq]", "keep the start [100]", "[matrix]", "[class-mean]"});
  expect_parts(in_one_line(folder.text({"train", "--help", "--method", "olvq1"})),
               {"[olvq1]", "keep the start [40]", "[squared-euclidean]", "[k-means]"});
  expect_parts(in_one_line(folder.text({"cross-validate", "--optimizer", "sgd", "--help"})),
               {"keep the start [100]", "[sgd]"});
  expect_parts(in_one_line(folder.text({"train", "--method", "mrslvq", "--help-all"})), {"[0.5]; with mrslvq [0.3]"});
  const std::string svm = folder.text({"train", "--method", "svm", "--help"});
  expect_parts(svm, {"--svm.cost", "--scale"});
  EXPECT_EQ(svm.find("--epochs"), std::string::npos);
  folder.refuses({"train", "--method", "gmlvk", "--help"}, 2, "unknown method 'gmlvk': did you mean 'gmlvq'?");
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
      {"embed", {"DATA", "--method", "--dimensions", "--model", "-o", "--json"}},
      {"recall", {"MODEL", "PATTERNS", "--dynamics", "--sweeps", "--noise", "--seed", "--draw", "-o", "--json"}},
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
    expect_parts(folder.text({command, "--help-all"}), names);
  }
}

TEST(Help, OfTrainHasEveryOptionOfTheCatalogueWithItsDefault) {
  const Folder folder;
  const std::string help = in_one_line(folder.text({"train", "--method", "knn", "--help-all"}));
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
        const std::string standard = default_text(option["default"]);
        std::string name = option["name"];
        std::replace(name.begin(), name.end(), '_', '-');
        expect_parts(help, {"--" + flag + "." + name, standard.empty() ? "" : "[" + standard + "]"});
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
    if (family == "settings") continue;
    for (const Json& entry : entries) {
      const std::string name = entry["name"];
      SCOPED_TRACE(family + " " + name);
      ++names;
      expect_parts(list, {name});
      const std::string text = folder.text({"describe", name});
      expect_parts(text, {name, entry["summary"].get<std::string>()});
      for (const Json& option : entry.value("options", Json::array())) {
        if (option.value("group", "") != "parts") expect_parts(text, {option["help"].get<std::string>()});
      }
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

// What a front end in another language reads.
TEST(Describe, JsonHasEverySettingOfEveryMethodWithTypeRangeAndDefault) {
  const Folder folder;
  const Json catalogue = folder.json({"describe"});
  for (const char* const group : {"parts", "model", "data", "plan", "decision", "init"})
    EXPECT_FALSE(catalogue["settings"][group].empty()) << group;
  EXPECT_TRUE(catalogue["settings"]["decision"].dump().find("\"default\":null") != std::string::npos);   // no threshold
  const std::vector<std::string> types{"number", "numbers", "integer", "truth", "choice", "text"};
  for (const Json& method : catalogue["methods"]) {
    SCOPED_TRACE(method["name"]);
    EXPECT_FALSE(method["kind"].get<std::string>().empty());
    EXPECT_FALSE(method["targets"].empty());
    EXPECT_FALSE(method["papers"].empty());
    for (const Json& option : method["options"]) {
      SCOPED_TRACE(option["key"]);
      const std::string type = option["type"];
      EXPECT_NE(std::find(types.begin(), types.end(), type), types.end()) << type;
      EXPECT_EQ(option["choices"].empty(), type != "choice");
      if (type == "truth") {
        EXPECT_TRUE(option["default"].is_boolean());
      }
      if (type == "integer") {
        EXPECT_TRUE(option["default"].is_number_integer());
      }
      if (type == "number" && option["default"] != "inf" && !option["default"].is_null()) {
        EXPECT_TRUE(option["default"].is_number());
      }
      if (type == "choice") {
        const auto& choices = option["choices"];
        EXPECT_NE(std::find(choices.begin(), choices.end(), option["default"]), choices.end());
      }
    }
  }
  const auto option = [&](const std::string& method, const std::string& key) {
    const Json described = folder.json({"describe", method});
    for (const Json& each : described["methods"][0]["options"]) {
      if (each["key"] == key) return each;
    }
    return Json();
  };
  EXPECT_EQ(option("gmlvq", "epochs")["default"], 100);
  EXPECT_EQ(option("gmlvq", "epochs")["range"], (Json{{"at_least", 0}}));
  EXPECT_EQ(option("gmlvq", "epochs")["group"], "plan");
  EXPECT_EQ(option("mrslvq", "rule.sigma")["default"], 0.3);
  EXPECT_EQ(option("mrslvq", "rule.sigma")["range"], (Json{{"above", 0}}));
  EXPECT_EQ(option("gmlvq", "decision.k")["default"], 5);
  EXPECT_EQ(option("gmlvq", "missing")["choices"], (Json{"refuse", "drop", "mean", "median", "mask"}));
  EXPECT_EQ(option("svm", "svm.cost")["type"], "number");
}

TEST(Describe, PrintsThePapersOfAMethodAsBibTex) {
  const Folder folder;
  const std::string text = folder.text({"describe", "fc1-glvq", "--cite"});
  expect_parts(text, {"@inproceedings{Ridge2012,", "author = {Sato, Atsushi and Yamada, Keiji}", "year = {1996}"});
  expect_parts(folder.text({"describe", "matrix", "--cite"}), {"Adaptive relevance matrices"});
  expect_parts(folder.text({"describe", "--cite"}), {"@article{BiehlGhoshHammer2006,", "@book{Biehl2023,"});
  folder.refuses({"describe", "glvk", "--cite"}, 2, "unknown name 'glvk': did you mean 'glvq'?");
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
