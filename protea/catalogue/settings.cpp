#include <protea/catalogue/settings.hpp>

#include <algorithm>
#include <array>

#include <protea/catalogue/catalogue.hpp>
#include <protea/catalogue/configure.hpp>

namespace protea {
namespace {

bool is_about_data(std::string_view key) { return key == "scale" || key == "missing" || key == "nominal"; }

void add_options(std::vector<Setting>& settings, std::string_view group, const std::string& prefix,
                 const std::vector<OptionDescription>& options) {
  for (OptionDescription option : options) {
    option.name = prefix + option.name;
    settings.push_back({group, std::move(option)});
  }
}

template <class Interface>
void add_part(std::vector<Setting>& settings, const Family<Interface>& family, std::string_view help) {
  settings.push_back({"parts", {family.title(), std::string(help), "choice", "", "", family.names()}});
}

// The options of the member of a family that a method has.
template <class Interface>
void add_member(std::vector<Setting>& settings, const Family<Interface>& family, const std::string* name) {
  if (name) add_options(settings, family.title(), family.title() + ".", family.find(*name).options);
}

// Of label vectors and of places, where a method has them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> further_dissimilarities{
    {{"label_dissimilarity", "how label vectors differ, where they are learned"},
     {"embedding_dissimilarity", "how places differ, where an embedding is learned"}}};

const std::string* value_of(const Settings& settings, std::string_view key) {
  const auto found =
      std::find_if(settings.begin(), settings.end(), [&](const auto& each) { return each.first == key; });
  return found == settings.end() ? nullptr : &found->second;
}

}   // namespace

std::vector<Setting> common_settings() {
  std::vector<Setting> settings;
  add_part(settings, rules(), "how distances become a loss, or steps");
  add_part(settings, dissimilarities(), "how a sample and a prototype differ");
  add_part(settings, optimizers(), "how the loss is made small");
  for (const auto& [name, help] : further_dissimilarities)
    settings.push_back(
        {"parts",
         {std::string(name), std::string(help), "choice", "squared-euclidean", "", dissimilarities().names()}});
  add_part(settings, relevance_estimators(), "estimates relevances beside the rule; or none");
  settings.back().option.choices.emplace_back("none");
  settings.back().option.default_text = "none";
  for (const ConfigurationKey& key : configuration_keys()) {
    settings.push_back(
        {is_about_data(key.name) ? "data" : "model",
         {key.name, key.help, key.choices.empty() ? "text" : "choice", key.default_text, "", key.choices}});
  }
  add_options(settings, "plan", "", describe_options<Plan>());
  add_options(settings, "decision", "decision.", describe_options<Decision>());
  add_options(settings, "init", "init.", describe_options<InitializationOptions>());
  add_options(settings, "embedding", "embedding.", describe_options<EmbeddingOptions>());
  return settings;
}

std::vector<Setting> settings_of(const MethodEntry& method, const Settings& changes) {
  const Settings values = method.make(changes)->describe();
  std::vector<Setting> settings = common_settings();
  add_member(settings, rules(), value_of(values, "rule"));
  add_member(settings, dissimilarities(), value_of(values, "dissimilarity"));
  add_member(settings, optimizers(), value_of(values, "optimizer"));
  add_member(settings, relevance_estimators(), value_of(values, "relevance"));
  for (const auto& [name, help] : further_dissimilarities) {
    if (const std::string* const own = value_of(values, name))
      add_options(settings, name, std::string(name) + ".", dissimilarities().find(*own).options);
  }
  // Settings of lattices, label vectors and embeddings are for methods that have them.
  const bool embeds = value_of(values, "embedding_dissimilarity") != nullptr;
  const bool has_lattice = value_of(values, "rule.topology") != nullptr && !embeds;
  const bool has_label_vectors = value_of(values, "label_dissimilarity") != nullptr;
  std::erase_if(settings, [&](const Setting& setting) {
    const std::string& name = setting.option.name;
    if (name == "grid" || name == "topology" || name == "lattice") return !has_lattice;
    if (name == "label_dissimilarity" || name == "memberships") return !has_label_vectors;
    return (name == "embedding_dissimilarity" || name.starts_with("embedding.")) && !embeds;
  });
  add_options(settings, method.name, method.name + ".", method.options);
  for (Setting& setting : settings) {
    const std::string* const value = value_of(values, setting.option.name);
    if (!value) continue;
    const std::string& name = setting.option.name;
    const bool is_decision = name.starts_with("decision.");
    setting.option.default_text = is_decision ? text_of_recorded(name.substr(name.find('.') + 1), *value) : *value;
  }
  if (method.preset) return settings;
  // A method of its own has what it speaks of, and nothing else.
  std::erase_if(settings, [&](const Setting& setting) { return !value_of(values, setting.option.name); });
  return settings;
}

}   // namespace protea
