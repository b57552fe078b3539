// protea describe: what there is, from the catalogue.
#include <cstdio>

#include <fmt/format.h>

#include <protea/catalogue/catalogue.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/catalogue/reference.hpp>
#include <protea/data/builtin.hpp>

#include "commands.hpp"
#include "flags.hpp"
#include "json.hpp"

namespace protea::app {
namespace {

struct DescribeFlags {
  std::string name;
  bool json = false;
  bool markdown = false;
};

Json option_json(const OptionDescription& option) {
  return {{"name", option.name},       {"help", option.help},
          {"kind", option.kind},       {"default", option.default_text},
          {"allowed", option.allowed}, {"choices", option.choices}};
}

template <class Interface>
Json family_json(const Family<Interface>& family, const std::string& name) {
  Json entries = Json::array();
  for (const auto& entry : family.entries()) {
    if (!name.empty() && entry.name != name) continue;
    Json options = Json::array();
    for (const OptionDescription& option : entry.options) options.push_back(option_json(option));
    Json row = {{"name", entry.name},
                {"summary", entry.summary},
                {"formula", entry.formula},
                {"source", entry.source},
                {"options", options}};
    if (!entry.domain.empty()) {
      row["domain"] = entry.domain;
      row["limits"] = entry.limits;
      Json all = Json::array();   // that hold
      for (const Property& property : entry.properties) {
        row[property.key] = property.holds;
        if (property.holds) all.push_back(property.name);
      }
      for (const std::string& remark : entry.remarks) all.push_back(remark);
      row["properties"] = all;
    }
    entries.push_back(row);
  }
  return entries;
}

// A composition names its parts, a method of another kind its own options.
Json method_json(const MethodEntry& entry) {
  Json row{{"name", entry.name}, {"summary", entry.summary}};
  if (entry.preset) {
    const Preset& preset = *entry.preset;
    row.update({{"rule", preset.rule},
                {"dissimilarity", preset.dissimilarity},
                {"scope", choice_name(preset.scope)},
                {"optimizer", preset.optimizer},
                {"settings", to_json(preset.settings)}});
    return row;
  }
  Json options = Json::array();
  for (const OptionDescription& option : entry.options) options.push_back(option_json(option));
  row.update({{"formula", entry.formula}, {"source", entry.source}, {"options", options}});
  return row;
}

Json methods_json(const std::string& name) {
  Json rows = Json::array();
  for (const MethodEntry& entry : methods()) {
    if (name.empty() || entry.name == name) rows.push_back(method_json(entry));
  }
  return rows;
}

void run(const DescribeFlags& flags) {
  if (flags.markdown) {
    std::fputs(reference_page().c_str(), stdout);
    return;
  }
  const std::string text = flags.name.empty() ? describe_all() : describe_name(flags.name);
  if (flags.json) {
    print_json({{"methods", methods_json(flags.name)},
                {"rules", family_json(rules(), flags.name)},
                {"dissimilarities", family_json(dissimilarities(), flags.name)},
                {"optimizers", family_json(optimizers(), flags.name)},
                {"relevances", family_json(relevance_estimators(), flags.name)}});
    return;
  }
  std::fputs(text.c_str(), stdout);
}

}   // namespace

void add_describe(CLI::App& app) {
  Command command = add_command(
      app, "describe",
      "Explain a method, rule, dissimilarity, optimizer or relevance estimator; without a name, list them all");
  auto flags = std::make_shared<DescribeFlags>();
  command.optional_argument("NAME", flags->name, "what to explain");
  command.toggle("--json", flags->json, "print one JSON document on standard output");
  command.toggle("--markdown", flags->markdown, "print the whole reference page");
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
