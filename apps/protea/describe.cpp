// protea describe: what there is, from the catalogue.
#include <cmath>
#include <cstdio>

#include <fmt/format.h>

#include <protea/catalogue/catalogue.hpp>
#include <protea/catalogue/citations.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/catalogue/reference.hpp>
#include <protea/catalogue/settings.hpp>
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
  bool cite = false;
};

// What the text of a default stands for: a number, true, …, null where there is none; what JSON has no number
// for stays text.
Json value_json(const std::string& kind, const std::string& text) {
  if (kind == "truth") return Json(text == "true");
  if (kind == "integer") {
    if (const auto value = parse_integer(text)) return Json(static_cast<std::int64_t>(*value));
  }
  if (kind == "number") {
    const auto value = parse_number(text);
    if (value && std::isfinite(*value)) return Json(*value);
    if (text == "none") return Json(nullptr);
  }
  return Json(text);
}

Json range_json(const Limits& limits) {
  Json range = Json::object();
  const auto add = [&](const char* name, double value) {
    if (std::isfinite(value)) range[name] = value;
  };
  add("above", limits.above);
  add("at_least", limits.at_least);
  add("below", limits.below);
  add("at_most", limits.at_most);
  if (limits.or_infinite) range["or_infinite"] = true;
  return range;
}

Json option_json(const OptionDescription& option, const std::string& prefix) {
  return {{"key", prefix + option.name},
          {"name", option.name.substr(option.name.rfind('.') + 1)},
          {"type", option.kind},
          {"default", value_json(option.kind, option.default_text)},
          {"range", range_json(option.limits)},
          {"allowed", option.allowed},
          {"choices", option.choices},
          {"help", option.help}};
}

Json options_json(const std::vector<OptionDescription>& options, const std::string& prefix) {
  Json list = Json::array();
  for (const OptionDescription& option : options) list.push_back(option_json(option, prefix));
  return list;
}

std::vector<std::string> keys_of(const std::vector<const Paper*>& papers) {
  std::vector<std::string> keys;
  for (const Paper* paper : papers) keys.push_back(paper->key);
  return keys;
}

template <class Interface>
Json family_json(const Family<Interface>& family, const std::string& name) {
  Json entries = Json::array();
  for (const auto& entry : family.entries()) {
    if (!name.empty() && entry.name != name) continue;
    Json row = {{"name", entry.name},
                {"summary", entry.summary},
                {"formula", entry.formula},
                {"source", entry.source},
                {"papers", keys_of(papers_of_part(family.title(), entry.name))},
                {"options", options_json(entry.options, family.title() + ".")}};
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

std::vector<std::string> targets_of(const Method& method) {
  std::vector<std::string> names;
  for (const auto& [name, kind] : names_of(TargetKind{})) {
    if (method.takes(kind)) names.emplace_back(name);
  }
  return names;
}

Json method_json(const MethodEntry& entry) {
  Json row{{"name", entry.name},
           {"summary", entry.summary},
           {"kind", entry.model_kind},
           {"targets", targets_of(*entry.make({}))},
           {"papers", keys_of(papers_of_method(entry.name))}};
  if (entry.preset) {
    const Preset& preset = *entry.preset;
    row.update({{"rule", preset.rule},
                {"dissimilarity", preset.dissimilarity},
                {"scope", choice_name(preset.scope)},
                {"optimizer", preset.optimizer},
                {"settings", to_json(preset.settings)}});
  } else {
    row.update({{"formula", entry.formula}, {"source", entry.source}});
  }
  Json options = Json::array();
  for (const Setting& setting : settings_of(entry)) {
    Json option = option_json(setting.option, "");
    option["group"] = setting.group;
    options.push_back(option);
  }
  row["options"] = options;
  return row;
}

// The settings that every composition has.
Json group_json(std::string_view group) {
  Json list = Json::array();
  for (const Setting& setting : common_settings()) {
    if (setting.group == group) list.push_back(option_json(setting.option, ""));
  }
  return list;
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
  if (flags.cite) {
    std::fputs(bibtex(flags.name.empty() ? all_papers() : papers_of(flags.name)).c_str(), stdout);
    return;
  }
  const std::string text = flags.name.empty() ? describe_all() : describe_name(flags.name);
  if (flags.json) {
    Json json = {{"methods", methods_json(flags.name)},
                 {"rules", family_json(rules(), flags.name)},
                 {"dissimilarities", family_json(dissimilarities(), flags.name)},
                 {"optimizers", family_json(optimizers(), flags.name)},
                 {"relevances", family_json(relevance_estimators(), flags.name)}};
    if (flags.name.empty()) {
      Json settings = Json::object();
      for (const char* const group : {"parts", "model", "data", "plan", "decision", "init", "embedding"})
        settings[group] = group_json(group);
      json["settings"] = settings;
    }
    print_json(json);
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
  command.toggle("--cite", flags->cite, "print the papers it comes from, as BibTeX; without a name, all of them");
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
