// protea reproduce: published tables from one command.
#include <cli/command.hpp>

namespace protea::cli {
namespace {

TEST(Reproduce, GivesEveryCellMeasuredAndPrintedAsJson) {
  const Folder folder;
  const Json json = folder.json({"reproduce", "fisher-table-3", "--quick", "--seed", "2"});
  ASSERT_EQ(json["cells"].size(), 4u * 3u);
  for (const Json& cell : json["cells"]) {
    for (const char* const key : {"set", "condition", "method", "measured", "printed"})
      EXPECT_TRUE(cell.contains(key)) << key;
  }
  EXPECT_TRUE(json["mean_absolute_deviation"].is_number());
  ASSERT_EQ(json["conditions"].size(), 1u);
  EXPECT_TRUE(json["conditions"][0]["mean_absolute_deviation"].is_number());
  EXPECT_GT(json["share_of_first_two"]["FC2GLVQ"].get<double>(), json["share_of_first_two"]["FC1GLVQ"].get<double>());
  EXPECT_EQ(json["notes"].size(), 3u);
}

TEST(Reproduce, SaysWhatIsWrongInOneSentence) {
  const Folder folder;
  folder.refuses_naming({"reproduce", "fisher-table-4"}, 2, {"unknown experiment 'fisher-table-4'", "fisher-table-2"});
  folder.refuses_naming({"reproduce", "fisher-table-2", "--quick", "--data", "nowhere"}, 2, {"nowhere", "directory"});
}

}   // namespace
}   // namespace protea::cli
