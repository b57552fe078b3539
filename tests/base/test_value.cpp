// Named values: what models say of themselves, as trees and as JSON.
#include <protea/base/value.hpp>

#include <gtest/gtest.h>

namespace protea {
namespace {

TEST(Value, ReadsBackFromJsonInOrder) {
  Matrix rows(2, 2);
  rows(0, 1) = 0.1;
  const Value value = Fields{{"name", "γ"},  {"count", std::size_t{3}}, {"on", true},
                             {"rows", rows}, {"none", Value()},         {"list", std::vector<Value>{1, "b"}}};
  const std::string text = json_text(value);
  EXPECT_EQ(text, R"({"name":"γ","count":3,"on":true,"rows":[[0.0,0.1],[0.0,0.0]],"none":null,"list":[1,"b"]})");
  const Value again = value_from_json(text);
  EXPECT_EQ(json_text(again), text);
  EXPECT_EQ(again.at("name").text(), "γ");
  EXPECT_EQ(again.at("count").count(), 3U);
  EXPECT_TRUE(again.at("on").truth());
  EXPECT_TRUE(again.at("none").is_null());
  EXPECT_EQ(again.at("rows").list()[0].list()[1].number(), 0.1);
  EXPECT_EQ(again.find("absent"), nullptr);
}

TEST(Value, SaysWhatIsAbsentOrOfAnotherType) {
  const Value value = Fields{{"count", -1}, {"text", "t"}};
  EXPECT_THROW(value.at("absent"), DamagedValue);
  EXPECT_THROW(value.at("count").text(), DamagedValue);
  EXPECT_THROW(value.at("count").count(), DamagedValue);
  EXPECT_THROW(value.at("text").number(), DamagedValue);
  EXPECT_THROW(value.at("text").at("more"), DamagedValue);
  EXPECT_THROW(value_from_json("{\"a\": "), DamagedValue);
}

TEST(Value, RefusesJsonThatIsNestedTooDeeply) {
  const std::string deep(1000, '[');
  EXPECT_THROW(value_from_json(deep + std::string(1000, ']')), DamagedValue);
  EXPECT_NO_THROW(value_from_json(std::string(50, '[') + std::string(50, ']')));
}

TEST(Value, TypesSettingsAsTheyLook) {
  EXPECT_EQ(json_text(typed_fields({{"rank", "2"}, {"sigma", "0.5"}, {"learn", "true"}, {"init", "k-means"}})),
            R"({"rank":2,"sigma":0.5,"learn":true,"init":"k-means"})");
  const Settings settings{{"rank", "2"}, {"learn", "true"}};
  EXPECT_EQ(settings_of(fields_of(settings)), settings);
}

}   // namespace
}   // namespace protea
