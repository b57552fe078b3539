// The JSON value: members in their order, and texts whose settings a front end spells its own way.
#include <protea/report/json.hpp>

#include <gtest/gtest.h>

#include <protea/report/tables.hpp>

namespace protea {
namespace {

TEST(Json, KeepsTheOrderOfMembersAndTellsListsFromObjects) {
  Json json = {{"z", 1}, {"a", {{"list", Json::array({1, "two", nullptr})}}}};
  json["m"] = 0.5;
  json["z"] = true;
  EXPECT_EQ(json_document(json),
            "{\n  \"z\": true,\n  \"a\": {\n    \"list\": [\n      1,\n      \"two\",\n      null\n    ]\n  },\n"
            "  \"m\": 0.5\n}\n");
}

TEST(Json, SpellsSettingsInTextsWhereverTheyStand) {
  const Json marked = {{"notes", Json::array({"use " + setting("missing", "mean")})}, {"count", 2}};
  const auto with_dashes = [](std::string_view name, std::string_view value) {
    return "--" + std::string(name) + " " + std::string(value);
  };
  EXPECT_EQ(json_document(with_settings_spelled(marked)),
            json_document({{"notes", Json::array({"use missing = mean"})}, {"count", 2}}));
  EXPECT_EQ(json_document(with_settings_spelled(marked, with_dashes)),
            json_document({{"notes", Json::array({"use --missing mean"})}, {"count", 2}}));
}

TEST(Tables, AlignColumnsByWhatIsSeen) {
  EXPECT_EQ(text_table({{"name", "σ²"}, {"a", "0.25"}, {"bb", ""}}), "  name    σ²\n  a     0.25\n  bb\n");
  EXPECT_EQ(csv_text({"x", "y"}, {{1, 0.1}, {2, 1e300}}), "x,y\n1,0.1\n2,1e+300\n");
  EXPECT_EQ(quoted_cell("plain"), "plain");
  EXPECT_EQ(quoted_cell("say \"a, b\""), "\"say \"\"a, b\"\"\"");
  EXPECT_EQ(percent(0.9534), "95.3 %");
}

}   // namespace
}   // namespace protea
