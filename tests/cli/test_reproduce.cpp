// protea reproduce: published tables from one command.
#include <cli/command.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <sstream>

namespace protea::cli {
namespace {

TEST(Reproduce, GivesEveryCellMeasuredAndPrintedAsJson) {
  const Folder folder;
  const Json json = folder.json({"reproduce", "fisher-table-3", "--quick", "--seed", "2"});
  ASSERT_EQ(json["cells"].size(), 6u * 3u);   // six sets, all built in or generated
  for (const Json& cell : json["cells"]) {
    for (const char* const key : {"set", "condition", "method", "measured", "printed", "stopped_folds"})
      EXPECT_TRUE(cell.contains(key)) << key;
  }
  EXPECT_TRUE(json["mean_absolute_deviation"].is_number());
  ASSERT_EQ(json["conditions"].size(), 1u);
  EXPECT_TRUE(json["conditions"][0]["mean_absolute_deviation"].is_number());
  EXPECT_GT(json["share_of_first_two"]["FC2GLVQ"].get<double>(), json["share_of_first_two"]["FC1GLVQ"].get<double>());
  ASSERT_EQ(json["notes"].size(), 1u);
  EXPECT_NE(json["notes"][0].get<std::string>().find("Affordance"), std::string::npos);
}

std::vector<std::string> experiments(const Folder& folder) {
  std::istringstream lines(folder.text({"reproduce", "--list"}));
  std::vector<std::string> names;
  for (std::string name; std::getline(lines, name);) names.push_back(name);
  return names;
}

std::map<std::string, std::string> pictures_of_docs() {
  std::map<std::string, std::string> pictures;
  for (const auto& entry : std::filesystem::directory_iterator(PROTEA_SOURCE_DIR "/docs/figures")) {
    std::ifstream file(entry.path(), std::ios::binary);
    pictures[entry.path().filename().string()] = {std::istreambuf_iterator<char>(file), {}};
  }
  return pictures;
}

// The names are those the command itself lists; each writes its numbers as a table of one width.
TEST(Reproduce, RunsEveryNameQuicklyAndWritesItsNumbers) {
  const Folder folder;
  const std::vector<std::string> names = experiments(folder);
  ASSERT_GE(names.size(), 8u);
  std::map<std::string, std::string> shown_in_docs = pictures_of_docs();
  EXPECT_FALSE(shown_in_docs.empty());
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    const Json json = folder.json(
        {"reproduce", name, "--quick", "--csv", name + ".csv", "--report", name + ".html", "--svg", "figures"});
    EXPECT_EQ(json["experiment"], name);
    const std::string page = folder.read(name + ".html");
    EXPECT_NE(page.find("<title>" + name + ", quick"), std::string::npos);
    const std::regex figure("\"id\":\"(" + name + "[a-z0-9-]*)\"");
    std::size_t figures = 0;
    for (std::sregex_iterator each(page.begin(), page.end(), figure), end; each != end; ++each, ++figures) {
      const std::string file = (*each)[1].str() + ".svg";
      const std::string svg = folder.read("figures/" + file);
      EXPECT_TRUE(svg.ends_with("</svg>\n")) << file;
      if (!shown_in_docs.contains(file)) continue;
      EXPECT_EQ(svg, shown_in_docs.at(file)) << "docs/figures/" << file << " is old: make figures";
      shown_in_docs.erase(file);
    }
    EXPECT_GE(figures, 1u);
    std::istringstream lines(folder.read(name + ".csv"));
    std::string line;
    ASSERT_TRUE(std::getline(lines, line));
    const auto cells = [](const std::string& text) {   // commas inside quotes belong to a cell
      std::size_t count = 1;
      bool is_quoted = false;
      for (const char c : text) {
        if (c == '"') is_quoted = !is_quoted;
        if (c == ',' && !is_quoted) ++count;
      }
      return count;
    };
    const std::size_t columns = cells(line);
    std::size_t rows = 0;
    for (; std::getline(lines, line); ++rows) EXPECT_EQ(cells(line), columns) << line;
    EXPECT_GE(rows, 2u);
  }
  for (const auto& [file, svg] : shown_in_docs)
    ADD_FAILURE() << "docs/figures/" << file << " is drawn by no experiment";
}

TEST(Reproduce, WritesTheNumbersItShows) {
  const Folder folder;
  const Json hinge = folder.json({"reproduce", "margin-hinge", "--quick", "--csv", "hinge.csv"});
  std::istringstream lines(folder.read("hinge.csv"));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "passes,loss,errors");
  for (std::size_t e = 0; e < hinge["loss"].size(); ++e) {
    ASSERT_TRUE(std::getline(lines, line));
    std::istringstream cells(line);
    double passes = 0;
    double loss = 0;
    double errors = 0;
    char comma = 0;
    cells >> passes >> comma >> loss >> comma >> errors;
    EXPECT_EQ(passes, static_cast<double>(e));
    EXPECT_DOUBLE_EQ(loss, hinge["loss"][e].get<double>());
    EXPECT_DOUBLE_EQ(errors, hinge["errors"][e].get<double>());
  }
  const Json capacity = folder.json({"reproduce", "notes-capacity", "--quick", "--csv", "capacity.csv"});
  std::istringstream points(folder.read("capacity.csv"));
  std::getline(points, line);
  EXPECT_EQ(line, "dimensions,points,measured,cover,deviation");
  for (const Json& point : capacity["points"]) {
    ASSERT_TRUE(std::getline(points, line));
    std::istringstream cells(line);
    double n = 0;
    double count = 0;
    double measured = 0;
    double cover = 0;
    char comma = 0;
    cells >> n >> comma >> count >> comma >> measured >> comma >> cover;
    EXPECT_EQ(n, point["dimensions"].get<double>());
    EXPECT_EQ(count, point["points"].get<double>());
    EXPECT_DOUBLE_EQ(measured, point["measured"].get<double>());
    EXPECT_DOUBLE_EQ(cover, point["expected"].get<double>());
    if (count == 2 * n) {
      EXPECT_NEAR(cover, 0.5, 1e-12);   // Cover's theorem
    }
  }
  folder.json({"reproduce", "bias-variance", "--quick", "--csv", "polynomials.csv"});
  EXPECT_TRUE(folder.read("polynomials.csv").starts_with("degree,training_error,error,bias,variance,"));
  folder.refuses_naming({"reproduce", "bias-variance", "--csv", "nowhere/at/all.csv"}, 3, {"nowhere"});
}

TEST(Reproduce, SaysWhatIsWrongInOneSentence) {
  const Folder folder;
  folder.refuses_naming({"reproduce"}, 2, {"EXPERIMENT", "fisher-table-2"});
  folder.refuses_naming({"reproduce", "fisher-table-4"}, 2, {"unknown experiment 'fisher-table-4'", "fisher-table-2"});
  folder.refuses_naming({"reproduce", "fisher-table-2", "--quick", "--data", "nowhere"}, 2, {"nowhere", "directory"});
  folder.refuses_naming({"reproduce", "dynamics-fig-1", "--report", "nowhere/page.html"}, 3, {"nowhere"});
  folder.refuses_naming({"reproduce", "dynamics-fig-1", "--csv", "both", "--report", "both"}, 2, {"both"});
}

}   // namespace
}   // namespace protea::cli
