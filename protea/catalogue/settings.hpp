// Every setting that a method takes, with the default it has there: what help, descriptions and front ends of other
// languages are made of.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/option.hpp>
#include <protea/catalogue/methods.hpp>

namespace PROTEA_EXPORT protea {

struct Setting {
  std::string_view
      group;   // "parts", "model", "data", "plan", "decision", "init", or whose options they are: "rule", …, the method
  OptionDescription option;   // its name is the whole key: "rule.steepness"
};

// What every composition of parts takes, whatever the parts are, with the defaults that a method may replace.
std::vector<Setting> common_settings();

// What this method takes, its own defaults included. With `changes`, the method so changed: another rule has other
// options. Throws a UsageError as making the method does.
std::vector<Setting> settings_of(const MethodEntry& method, const Settings& changes = {});

}   // namespace protea
