#include <protea/catalogue/reference.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/catalogue/configure.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/catalogue/settings.hpp>
#include <protea/data/builtin.hpp>

namespace protea {
namespace {

std::string options_text(const std::vector<OptionDescription>& options, const std::string& prefix) {
  std::string text;
  for (const OptionDescription& option : options) {
    text += fmt::format("  --{}{}  {}", prefix, option.name, option.help);
    if (!option.allowed.empty()) text += fmt::format("; {}", option.allowed);
    if (!option.choices.empty()) text += fmt::format("; one of {}", join(option.choices, ", "));
    text += option.default_text.empty() ? "\n" : fmt::format(" (default {})\n", option.default_text);
  }
  return text;
}

// "symmetric: no, Bregman: yes; can skip missing values"
template <class Interface>
std::string properties_text(const Entry<Interface>& entry) {
  std::string text;
  for (const Property& property : entry.properties) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", property.name, property.holds ? "yes" : "no");
  }
  for (const std::string& remark : entry.remarks) text += fmt::format("; {}", remark);
  return text;
}

template <class Interface>
std::string entry_text(const Family<Interface>& family, const Entry<Interface>& entry) {
  std::string text = fmt::format("{} ({})\n{}\n", entry.name, family.title(), entry.summary);
  if (!entry.formula.empty()) text += fmt::format("  {}\n", entry.formula);
  if (!entry.domain.empty()) text += fmt::format("  data and prototypes: {}\n", entry.domain);
  if (!entry.limits.empty()) text += fmt::format("  limits: {}\n", entry.limits);
  if (!entry.properties.empty()) text += fmt::format("  properties: {}\n", properties_text(entry));
  if (!entry.source.empty()) text += fmt::format("  source: {}\n", entry.source);
  text += options_text(entry.options, family.title() + ".");
  return text;
}

std::string heading_of(std::string_view group, const MethodEntry& method) {
  if (group == "model") return "model";
  if (group == "data") return "data";
  if (group == "plan") return "training";
  if (group == "decision") return "how the model answers";
  if (group == "init") return "where prototypes start";
  return group == method.name ? "options" : fmt::format("options of the {}", group);
}

std::string method_text(const MethodEntry& entry) {
  std::string text = fmt::format("{} (method)\n{}\n", entry.name, entry.summary);
  if (!entry.formula.empty()) text += fmt::format("  {}\n  source: {}\n", entry.formula, entry.source);
  if (entry.preset) {
    const Preset& preset = *entry.preset;
    text += fmt::format("  rule {}, dissimilarity {}, scope {}, optimizer {}\n", preset.rule, preset.dissimilarity,
                        choice_name(preset.scope), preset.optimizer);
    for (const auto& [key, value] : preset.settings) text += fmt::format("  --{} {}\n", key, value);
  }
  const std::vector<Setting> settings = settings_of(entry);
  for (const std::string_view group :
       {std::string_view(entry.name), std::string_view("rule"), std::string_view("dissimilarity"),
        std::string_view("optimizer"), std::string_view("relevance"), std::string_view("label_dissimilarity"),
        std::string_view("embedding"), std::string_view("embedding_dissimilarity"), std::string_view("model"),
        std::string_view("data"), std::string_view("plan"), std::string_view("decision"), std::string_view("init")}) {
    std::vector<OptionDescription> options;
    for (const Setting& setting : settings) {
      if (setting.group == group) options.push_back(setting.option);
    }
    if (!options.empty()) text += heading_of(group, entry) + "\n" + options_text(options, "");
  }
  return text;
}

template <class Interface>
std::string family_list(const Family<Interface>& family, const std::string& title) {
  std::string text = title + "\n";
  for (const auto& entry : family.entries()) text += fmt::format("  {:<18} {}\n", entry.name, entry.summary);
  return text + "\n";
}

// In a Markdown table a bar would end the cell.
std::string cell(std::string text) {
  for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) text.insert(at, "\\");
  return text;
}

std::string options_table(const std::vector<OptionDescription>& options, const std::string& prefix) {
  if (options.empty()) return "No options.\n\n";
  std::string text = "| option | default | meaning |\n|---|---|---|\n";
  for (const OptionDescription& option : options) {
    std::string meaning = option.help;
    if (!option.allowed.empty()) meaning += fmt::format("; {}", option.allowed);
    if (!option.choices.empty()) meaning += fmt::format("; one of `{}`", join(option.choices, "`, `"));
    text += fmt::format("| `--{}{}` | {} | {} |\n", prefix, option.name,
                        option.default_text.empty() ? std::string() : fmt::format("`{}`", option.default_text),
                        cell(meaning));
  }
  return text + "\n";
}

template <class Interface>
std::string family_section(const Family<Interface>& family, const std::string& title) {
  std::string text = fmt::format("## {}\n\n", title);
  for (const auto& entry : family.entries()) {
    text += fmt::format("### {}\n\n{}\n\n", entry.name, entry.summary);
    if (!entry.formula.empty()) text += fmt::format("    {}\n\nSource: {}.\n\n", entry.formula, entry.source);
    if (!entry.domain.empty()) text += fmt::format("Data and prototypes: {}.\n", entry.domain);
    if (!entry.limits.empty()) text += fmt::format("Limits: {}.\n", entry.limits);
    if (!entry.properties.empty()) text += fmt::format("Properties: {}.\n", properties_text(entry));
    if (!entry.domain.empty()) text += "\n";
    text += options_table(entry.options, family.title() + ".");
  }
  return text;
}

}   // namespace

std::string describe_all() {
  std::string text = "Methods (protea train DATA --method NAME)\n";
  for (const MethodEntry& entry : methods()) text += fmt::format("  {:<18} {}\n", entry.name, entry.summary);
  text += "\n" + family_list(rules(), "Rules (--rule NAME)") +
          family_list(dissimilarities(), "Dissimilarities (--dissimilarity NAME)") +
          family_list(optimizers(), "Optimizers (--optimizer NAME)") +
          family_list(relevance_estimators(), "Relevance estimators (--relevance NAME)");
  text += "Built-in data sets (usable wherever a file is)\n";
  for (const BuiltinSet& set : builtin_sets()) {
    text +=
        fmt::format("  {:<18} {} samples, {} features, {} classes\n", set.name, set.rows, set.features, set.classes);
  }
  return text + "\nAny rule goes with any dissimilarity. Details: protea describe NAME\n";
}

std::string describe_name(const std::string& name) {
  std::string text;
  std::vector<std::string> known;
  const auto add = [&](const std::string& entry_name, const std::string& entry) {
    if (std::find(known.begin(), known.end(), entry_name) == known.end()) known.push_back(entry_name);
    if (entry_name == name) text += (text.empty() ? "" : "\n") + entry;
  };
  for (const MethodEntry& entry : methods()) add(entry.name, method_text(entry));
  for (const auto& entry : rules().entries()) add(entry.name, entry_text(rules(), entry));
  for (const auto& entry : dissimilarities().entries()) add(entry.name, entry_text(dissimilarities(), entry));
  for (const auto& entry : optimizers().entries()) add(entry.name, entry_text(optimizers(), entry));
  for (const auto& entry : relevance_estimators().entries()) add(entry.name, entry_text(relevance_estimators(), entry));
  if (text.empty()) dissimilarities().demand_here(name);
  if (text.empty()) throw UsageError(unknown_name("name", name, known));
  return text;
}

std::string reference_page() {
  std::string text =
      "# Reference\n\nEvery method, part and option, printed from the catalogue by `protea describe --markdown`.\n\n## Methods\n\n"
      "| method | what | rule | dissimilarity | scope | optimizer | settings |\n|---|---|---|---|---|---|---|\n";
  for (const Preset& preset : presets()) {
    std::string settings;
    for (const auto& [key, value] : preset.settings)
      settings += fmt::format("{}`{} = {}`", settings.empty() ? "" : ", ", key, value);
    text += fmt::format("| `{}` | {} | {} | {} | {} | {} | {} |\n", preset.name, preset.summary, preset.rule,
                        preset.dissimilarity, choice_name(preset.scope), preset.optimizer, settings);
  }
  text +=
      "\nWith the minimizers `waypoint` and `l-bfgs`, `--epochs` counts iterations and defaults to 200, `--tolerance` to 1e-06.\n\n";
  text += "Methods that are no composition of these parts:\n\n";
  for (const MethodEntry& entry : methods()) {
    if (entry.preset) continue;
    text += fmt::format("### {}\n\n{}\n\n", entry.name, entry.summary);
    if (!entry.formula.empty()) text += fmt::format("    {}\n\nSource: {}.\n\n", entry.formula, entry.source);
    text += options_table(entry.options, entry.name + ".");
  }
  text += family_section(rules(), "Rules") + family_section(dissimilarities(), "Dissimilarities") +
          family_section(optimizers(), "Optimizers") + family_section(relevance_estimators(), "Relevance estimators");
  text += "## Model and data\n\n| option | default | meaning |\n|---|---|---|\n";
  for (const ConfigurationKey& key : configuration_keys()) {
    const std::string choices =
        key.choices.empty() ? std::string() : fmt::format("; one of `{}`", join(key.choices, "`, `"));
    text += fmt::format("| `--{}` | `{}` | {}{} |\n", key.name, key.default_text, key.help, choices);
  }
  text += "\n### decision\n\n" + options_table(describe_options<Decision>(), "decision.");
  text += "\n### init\n\n" + options_table(describe_options<InitializationOptions>(), "init.");
  text += "## Training\n\n" + options_table(describe_options<Plan>(), "");
  text.pop_back();
  return text;
}

}   // namespace protea
