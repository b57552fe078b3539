// The settings that methods say they have: the defaults are those of the method, and what is out of range is refused.
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include <protea/base/error.hpp>
#include <protea/catalogue/catalogue.hpp>
#include <protea/catalogue/settings.hpp>

namespace protea {
namespace {

const OptionDescription& setting_named(const std::vector<Setting>& settings, const std::string& key) {
  for (const Setting& setting : settings) {
    if (setting.option.name == key) return setting.option;
  }
  throw std::out_of_range(key);
}

TEST(Settings, GivingEveryDefaultChangesNothing) {
  for (const MethodEntry& method : methods()) {
    SCOPED_TRACE(method.name);
    Settings given;
    for (const Setting& setting : settings_of(method))
      given.emplace_back(setting.option.name, setting.option.default_text);
    EXPECT_EQ(make_method(method.name, given)->describe(), make_method(method.name, {})->describe());
  }
}

TEST(Settings, EachIsThereOnceAndCoversWhatTheMethodSaysOfItself) {
  for (const MethodEntry& method : methods()) {
    SCOPED_TRACE(method.name);
    std::set<std::string> keys;
    for (const Setting& setting : settings_of(method)) EXPECT_TRUE(keys.insert(setting.option.name).second);
    for (const auto& [key, text] : make_method(method.name, {})->describe())
      EXPECT_TRUE(key == "method" || keys.contains(key)) << key;
  }
}

TEST(Settings, WhatLiesOutsideTheRangeOrAmongNoChoiceIsRefused) {
  for (const MethodEntry& method : methods()) {
    for (const Setting& setting : settings_of(method)) {
      const OptionDescription& option = setting.option;
      SCOPED_TRACE(method.name + " " + option.name);
      const auto refuses = [&](const std::string& text) {
        EXPECT_THROW(make_method(method.name, {{option.name, text}}), UsageError) << text;
      };
      const bool is_number = option.kind == "number" || option.kind == "integer";
      if (option.kind == "choice" || option.kind == "truth" || is_number) refuses("no such thing");
      if (!is_number) continue;
      if (std::isfinite(option.limits.at_least)) refuses(number_text(option.limits.at_least - 1));
      if (std::isfinite(option.limits.above)) refuses(number_text(option.limits.above));
      if (std::isfinite(option.limits.at_most)) refuses(number_text(option.limits.at_most + 1));
      if (std::isfinite(option.limits.below)) refuses(number_text(option.limits.below));
    }
  }
}

// What presets.cpp and configure.cpp say.
TEST(Settings, DefaultsAreThoseOfTheMethodAndFollowItsParts) {
  EXPECT_EQ(setting_named(settings_of(find_method("glvq")), "epochs").default_text, "200");
  EXPECT_EQ(setting_named(settings_of(find_method("gmlvq")), "epochs").default_text, "100");
  EXPECT_EQ(setting_named(settings_of(find_method("lvq1")), "epochs").default_text, "100");
  EXPECT_EQ(setting_named(settings_of(find_method("olvq1")), "epochs").default_text, "40");
  EXPECT_EQ(setting_named(settings_of(find_method("mrslvq")), "rule.sigma").default_text, "0.3");
  const std::vector<Setting> changed = settings_of(find_method("gmlvq"), {{"optimizer", "sgd"}});
  EXPECT_EQ(setting_named(changed, "epochs").default_text, "100");
  EXPECT_EQ(setting_named(changed, "optimizer.rate").default_text, "0.05");
  EXPECT_THROW(setting_named(changed, "optimizer.memory"), std::out_of_range);
}

TEST(Settings, AMethodOfItsOwnHasItsOptionsAndThoseOfDataOnly) {
  std::set<std::string> keys;
  for (const Setting& setting : settings_of(find_method("svm"))) keys.insert(setting.option.name);
  EXPECT_EQ(keys,
            (std::set<std::string>{"scale", "missing", "nominal", "class_weights", "seed", "svm.cost", "svm.gamma"}));
}

}   // namespace
}   // namespace protea
