// Pages and figures of every command that has something to show.
#include <cli/words.hpp>

namespace protea::cli {
namespace {

// What a page is made of: the document between the shell's two ends.
Json document_of(const std::string& html) {
  const std::string open = "<script type=\"application/json\" id=\"document\">";
  const std::size_t at = html.find(open);
  if (at == std::string::npos) return nullptr;
  const std::size_t first = at + open.size();
  return Json::parse(html.substr(first, html.find("</script>", first) - first));
}

std::vector<std::string> sections_of(const Folder& folder, const std::string& name) {
  std::vector<std::string> ids;
  const Json document = document_of(folder.read(name));
  for (const Json& section : document["sections"]) ids.push_back(section["id"]);
  return ids;
}

TEST(Pages, AreWrittenByEveryCommandThatShowsSomething) {
  const Folder folder;
  folder.text({"train", "wine", "--method", "gmlvq", "--epochs", "6", "-o", "m.protea", "--report", "train.html"});
  EXPECT_EQ(sections_of(folder, "train.html"),
            (Words{"answers", "features", "seen", "typical", "certainty", "training", "why"}));
  folder.text({"report", "m.protea", "wine", "-o", "report.html", "--resamples", "3"});
  EXPECT_EQ(sections_of(folder, "report.html"),
            (Words{"answers", "features", "relied-on", "seen", "typical", "certainty", "why"}));
  const std::string said =
      folder.text({"cross-validate", "wine", "--method", "glvq", "--folds", "3", "--report", "cv.html", "--svg", "cv"});
  EXPECT_NE(said.find("written to cv.html\nfigures in cv\n"), std::string::npos) << said;
  EXPECT_EQ(sections_of(folder, "cv.html"), (Words{"answers", "splits", "certainty", "why"}));
  for (const char* const figure : {"confusion", "roc", "parts", "reliability", "rejection"})
    EXPECT_TRUE(folder.has(std::string("cv/") + figure + ".svg")) << figure;
  folder.text({"compare", "iris", "--methods", "glvq,knn", "--folds", "3", "--report", "compare.html"});
  EXPECT_EQ(sections_of(folder, "compare.html"), (Words{"scores", "differences"}));
  folder.text({"tune", "iris", "--method", "glvq", "--grid", "prototypes=1,2", "--folds", "2", "--outer", "2",
               "--report", "tune.html"});
  EXPECT_EQ(sections_of(folder, "tune.html"), (Words{"choice", "honest-figure", "answers"}));
  folder.text(
      {"curve", "iris", "--method", "glvq", "--over", "prototypes=1,2", "--folds", "2", "--report", "curve.html"});
  EXPECT_EQ(sections_of(folder, "curve.html"), (Words{"curve"}));
  folder.text({"margins", "m.protea", "wine", "--report", "margins.html"});
  EXPECT_EQ(sections_of(folder, "margins.html"), (Words{"margin"}));
  folder.text({"dynamics", "--asymptotic", "--report", "dynamics.html", "--quiet"});
  EXPECT_EQ(sections_of(folder, "dynamics.html"), (Words{"curves", "asymptotics"}));
  folder.text(
      {"embed", "iris", "--epochs", "2", "--embedding.draws", "300", "-o", "places.csv", "--report", "embed.html"});
  EXPECT_EQ(sections_of(folder, "embed.html"), (Words{"embedding"}));
  folder.text({"train", "iris", "--method", "neural-gas", "--epochs", "2", "-o", "gas.protea", "--report", "gas.html"});
  EXPECT_EQ(sections_of(folder, "gas.html"), (Words{"gas", "typical", "training"}));
  folder.text({"stability", "iris", "--method", "grlvq", "--epochs", "2", "--resamples", "2", "--report", "s.html"});
  EXPECT_EQ(sections_of(folder, "s.html"), (Words{"relied-on"}));
}

TEST(Pages, AreTheSameBytesForAnyThreadsAndBesideJson) {
  const Folder folder;
  const Words command{"cross-validate", "iris", "--method", "gmlvq", "--epochs", "3", "--folds", "3"};
  folder.text(joined(command, {"--report", "a.html", "--threads", "1"}));
  const Json json = folder.json(joined(command, {"--report", "b.html", "--threads", "3"}));
  EXPECT_EQ(json["method"], "gmlvq");
  EXPECT_TRUE(folder.read("a.html") == folder.read("b.html"));
  folder.text({"train", "iris", "--method", "gmlvq", "--epochs", "3", "-o", "m.protea"});
  folder.text({"report", "m.protea", "iris", "-o", "c.html", "--threads", "1", "--quiet"});
  folder.text({"report", "m.protea", "iris", "-o", "d.html", "--threads", "2", "--quiet"});
  EXPECT_TRUE(folder.read("c.html") == folder.read("d.html"));
}

TEST(Pages, CanBeReadInATerminal) {
  const Folder folder;
  folder.text({"train", "iris", "--method", "gmlvq", "-o", "m.protea"});
  const std::string text = folder.text({"report", "m.protea", "iris", "--text"});
  for (const char* const part :
       {"How well it answers", "Who was taken for whom", "setosa          50           0          0",
        "Relevance profile", "petal_length |ooo", "hypothesis margin"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
  EXPECT_EQ(text.find("Why a row got its answer"), std::string::npos) << "what needs a pointer is left out";
  EXPECT_FALSE(folder.has("report.html"));
  folder.refuses_naming({"report", "m.protea", "iris", "--text", "--json"}, 2, {"--text and --json"});
}

TEST(Pages, StaySmall) {
  const Folder folder;
  folder.text({"train", "iris", "--method", "gmlvq", "-o", "iris.protea"});
  folder.text({"report", "iris.protea", "iris", "-o", "iris.html"});
  EXPECT_LT(folder.read("iris.html").size(), 1'000'000U);
  std::string csv;
  for (int j = 0; j < 64; ++j) csv += "feature_" + std::to_string(j) + ",";
  csv += "class\n";
  std::uint32_t state = 1;
  for (int i = 0; i < 10'000; ++i) {
    for (int j = 0; j < 64; ++j) {
      state = 1664525 * state + 1013904223;
      csv += std::to_string(state % 100'000 + (j == i % 5 ? 50'000 : 0)) + ",";
    }
    csv += "c" + std::to_string(i % 5) + "\n";
  }
  folder.write("many.csv", csv);
  for (const std::string method : {"lgmlvq", "knn"}) {
    folder.text(
        {"train", "many.csv", "--method", method, "--epochs", method == "knn" ? "0" : "1", "-o", "many.protea"});
    folder.text({"report", "many.protea", "many.csv", "-o", "many.html"});
    const std::string html = folder.read("many.html");
    EXPECT_LT(html.size(), 6'000'000U) << method;
    EXPECT_NE(html.find("1000 of 10000 rows are here"), std::string::npos);
  }
}

// Before any work: nothing is trained for a page that cannot be written, and no file is lost.
TEST(Pages, AreRefusedWhereTheyWouldReplaceWhatIsReadOrCannotBe) {
  const Folder folder;
  folder.write("d.csv", four_samples);
  folder.write("file", "not a folder");
  folder.text({"train", "iris", "--method", "glvq", "--epochs", "1", "-o", "m.protea"});
  folder.refuses_naming({"train", "d.csv", "-o", "n.protea", "--report", "d.csv"}, 2, {"d.csv"});
  folder.refuses_naming({"train", "d.csv", "-o", "n.protea", "--report", "n.protea"}, 2, {"n.protea"});
  folder.refuses_naming({"cross-validate", "d.csv", "--folds", "2", "--report", "d.csv"}, 2, {"d.csv"});
  folder.refuses_naming({"compare", "d.csv", "--methods", "glvq,knn", "--folds", "2", "--report", "no/where.html"}, 3,
                        {"no/where.html"});
  folder.refuses_naming({"margins", "m.protea", "iris", "--report", "m.protea"}, 2, {"m.protea"});
  folder.refuses_naming({"report", "m.protea", "iris", "--svg", "file"}, 2, {"file: not a folder"});
  folder.refuses_naming({"dynamics", "--report", "no/where.html"}, 3, {"no/where.html"});
  folder.refuses_naming({"train", "-", "--stream", "--from", "m.protea", "-o", "n.protea", "--report", "p.html"}, 2,
                        {"a stream has no rows to show"});
  folder.refuses_naming({"report", "m.protea", "iris", "--resamples", "5", "-o", "p.html"}, 2,
                        {"resamples tell how stable"});
}

}   // namespace
}   // namespace protea::cli
