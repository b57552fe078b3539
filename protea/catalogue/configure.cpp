#include <protea/catalogue/configure.hpp>

#include <algorithm>
#include <functional>
#include <map>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/method/continue_model.hpp>

namespace protea {
namespace {

// Parts by family, as they are named and changed before they become objects.
using Components = std::map<std::string, ComponentRecord, std::less<>>;

constexpr std::string_view no_estimator = "none";

bool is_family(std::string_view key) {
  return key == "rule" || key == "dissimilarity" || key == "optimizer" || key == "relevance";
}

void set_or_replace(Settings& settings, const std::string& name, const std::string& text) {
  for (auto& [known, value] : settings) {
    if (known == name) {
      value = text;
      return;
    }
  }
  settings.emplace_back(name, text);
}

double parse_reach(const std::string& text) {
  const std::optional<double> number = text == "inf" ? infinity : parse_number(text);
  if (!number || !(*number >= 0))
    throw UsageError(fmt::format("reach = {}: must be a number of at least 0, or inf", text));
  return *number;
}

void apply(Configuration& configuration, Components& components, const std::string& key, const std::string& text) {
  const std::size_t dot = key.find('.');
  const std::string family = key.substr(0, dot);
  if (dot != std::string::npos) {
    const std::string name = key.substr(dot + 1);
    if (family == "init") return set_option(configuration.initialization_options, "init", name, text);
    if (family == "decision") return set_option(configuration.decision, "decision", name, text);
    if (!is_family(family)) {
      throw UsageError(fmt::format(
          "unknown setting '{}': components are rule, dissimilarity, optimizer, relevance, init and decision", key));
    }
    return set_or_replace(components[family].settings, name, text);
  }
  if (key == "relevance") components["relevance"].name = text;
  else if (key == "prototypes") configuration.prototypes = parse_prototype_counts(text);
  else if (key == "scope") configuration.scope = parse_choice<Scope>("scope", text);
  else if (key == "space") configuration.space = parse_choice<Space>("space", text);
  else if (key == "init") configuration.initialization = parse_choice<Initialization>("init", text);
  else if (key == "reach") configuration.reach = parse_reach(text);
  else if (key == "scale") configuration.scaling = parse_choice<Scaling>("scale", text);
  else if (key == "missing") configuration.missing = parse_choice<Missing>("missing", text);
  else if (key == "decision") configuration.decision.kind = parse_choice<DecisionKind>("decision", text);
  else if (key == "class_weights") configuration.class_weights = parse_class_weights(text);
  else if (key == "costs") configuration.costs = parse_costs(text);
  else if (key == "nominal") configuration.nominal = parse_choice<Nominal>("nominal", text);
  else set_option(configuration.plan, "", key, text);
}

// Minimizers count iterations, and stop when little is gained.
Plan plan_of(const Optimizer& optimizer) {
  Plan plan;
  if (!optimizer.needs_cost()) return plan;
  plan.epochs = 200;
  plan.tolerance = 1e-6;
  return plan;
}

// From here on there are objects.
void make_parts(Configuration& configuration, const Components& components) {
  const auto make = [&](const auto& family) {
    const ComponentRecord& record = components.at(family.title());
    return family.make(record.name, record.settings);
  };
  configuration.rule = make(rules());
  configuration.optimizer = make(optimizers());
  configuration.dissimilarity = make(dissimilarities());
  const ComponentRecord& relevance = components.at("relevance");
  if (relevance.name != no_estimator) {
    configuration.relevance = make(relevance_estimators());
  } else if (!relevance.settings.empty()) {
    throw UsageError(fmt::format("relevance.{} needs a relevance estimator: give {}", relevance.settings[0].first,
                                 setting("relevance", join(relevance_estimators().names(), ", "))));
  }
}

// What was set without effect, in sentences.
std::vector<std::string> notes_on(const Settings& changes, const Configuration& configuration) {
  std::vector<std::string> result;
  const auto is_set = [&](std::string_view key) {
    return std::any_of(changes.begin(), changes.end(), [&](const auto& change) { return change.first == key; });
  };
  const Optimizer& optimizer = *configuration.optimizer;
  for (const char* const key : {"batch", "presentation"}) {
    if (is_set(key) && optimizer.needs_cost())
      result.push_back(fmt::format("{} has no effect: {} always uses all samples", key, optimizer.name()));
  }
  if (is_set("prototypes") && configuration.initialization == Initialization::file) {
    result.push_back("prototypes has no effect: the file says how many there are");
  }
  if (is_set("prototypes") && configuration.initialization == Initialization::samples) {
    result.push_back("prototypes has no effect: every sample is one");
  }
  const auto is_about_dissimilarity = [](const auto& change) { return change.first.starts_with("dissimilarity"); };
  if (is_given_matrix(configuration.space) && std::any_of(changes.begin(), changes.end(), is_about_dissimilarity)) {
    result.push_back(
        fmt::format("dissimilarity has no effect: the {} says how samples differ", choice_name(configuration.space)));
  }
  const std::string_view by_coordinate = optimizer.steps_by_coordinate() ? optimizer.name() : std::string_view{};
  for (const auto& [key, text] : changes) {
    const std::size_t dot = key.find('.');
    if (dot == std::string::npos) continue;
    const std::string_view option = std::string_view(key).substr(dot + 1);
    std::string caveat;
    if (key.starts_with("rule.")) caveat = configuration.rule->caveat(option);
    if (key.starts_with("dissimilarity.")) caveat = configuration.dissimilarity->caveat(option, by_coordinate);
    if (!caveat.empty()) result.push_back(fmt::format("{} {}", key, caveat));
  }
  return result;
}

bool is_plan_key(const std::string& key) {
  const auto options = describe_options<Plan>();
  return std::any_of(options.begin(), options.end(),
                     [&](const OptionDescription& option) { return option.name == key; });
}

bool may_change(const std::string& key) {
  const std::string family = key.substr(0, key.find('.'));
  return family == "rule" || family == "optimizer" || family == "decision" || key == "class_weights" ||
         key == "costs" || key == "reach" || key.starts_with("relevance.") || is_plan_key(key);
}

void add_component(Settings& settings, const std::string& family, const ComponentRecord& record) {
  settings.emplace_back(family, record.name);
  for (const auto& [name, text] : record.settings) settings.emplace_back(family + "." + name, text);
}

const std::string* find(const Settings& settings, std::string_view key) {
  for (const auto& [name, text] : settings) {
    if (name == key) return &text;
  }
  return nullptr;
}

}   // namespace

const std::vector<ConfigurationKey>& configuration_keys() {
  static const std::vector<ConfigurationKey> keys = [] {
    const Configuration defaults;
    return std::vector<ConfigurationKey>{
        {"prototypes", "prototypes per class: one number, or class=number,…", {}, text_of(defaults.prototypes)},
        {"scope", "which prototypes share metric parameters", choice_names<Scope>(),
         std::string(choice_name(defaults.scope))},
        {"space",
         "where prototypes live: among the features, or as combinations of the training samples, of which the dissimilarity or "
         "a matrix of all pairs as DATA says how they differ",
         choice_names<Space>(), std::string(choice_name(defaults.space))},
        {"init", "where prototypes start", choice_names<Initialization>(),
         std::string(choice_name(defaults.initialization))},
        {"reach",
         "how far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere",
         {},
         number_text(defaults.reach)},
        {"scale", "scaling of the features, learned from the training rows", choice_names<Scaling>(),
         std::string(choice_name(defaults.scaling))},
        {"missing", "what to do with missing values", choice_names<Missing>(),
         std::string(choice_name(defaults.missing))},
        {"decision", "how the model answers", choice_names<DecisionKind>(),
         std::string(choice_name(defaults.decision.kind))},
        {"class_weights",
         "weights of the classes: none, balanced, or class=number,…",
         {},
         text_of(defaults.class_weights)},
        {"costs",
         "costs of confusing classes, true>predicted=number,…; those not named are 1",
         {},
         text_of(defaults.costs)},
        {"nominal", "what to do with columns of words", choice_names<Nominal>(),
         std::string(choice_name(defaults.nominal))}};
  }();
  return keys;
}

namespace {

std::shared_ptr<const OtherParts> all_parts() {
  static const std::shared_ptr<const OtherParts> parts = [] {
    auto made = std::make_shared<OtherParts>();
    for (const auto& entry : dissimilarities().entries()) made->dissimilarities.push_back(entry.make({}));
    for (const auto& entry : optimizers().entries()) made->optimizers.push_back(entry.make({}));
    return made;
  }();
  return parts;
}

}   // namespace

Configuration configure(const std::string& method, const Settings& changes) {
  const Preset& preset = find_preset(method);
  Configuration configuration;
  configuration.others = all_parts();
  configuration.method = preset.name;
  configuration.scope = preset.scope;
  Components components{{"rule", {preset.rule, {}}},
                        {"dissimilarity", {preset.dissimilarity, {}}},
                        {"optimizer", {preset.optimizer, {}}},
                        {"relevance", {std::string(no_estimator), {}}}};
  configuration.plan = plan_of(*optimizers().make(preset.optimizer, {}));
  for (const auto& [key, text] : preset.settings) apply(configuration, components, key, text);
  for (const auto& [key, text] : changes) {
    if (!is_family(key) || components.at(key).name == text) continue;
    if (key == "optimizer")
      configuration.plan = plan_of(*optimizers().make(text, {}));   // which counts epochs in its own way
    components.at(key) = {text, {}};
  }
  for (const auto& [key, text] : changes) {
    if (!is_family(key)) apply(configuration, components, key, text);
  }
  if (is_given_matrix(configuration.space) && !find(changes, "scale")) configuration.scaling = Scaling::none;
  configuration.read_prototypes = [](const std::string& path) {
    const std::unique_ptr<Model> model = load_model(path);
    return demand<PrototypeModel>(*model, "a start");
  };
  make_parts(configuration, components);
  demand_fitting_parts(configuration);
  configuration.notes = notes_on(changes, configuration);
  return configuration;
}

Configuration configuration_of(const PrototypeModel& model, const Settings& changes) {
  demand_features(model);
  const ComponentRecord& own_rule = model.record.part("rule");
  const ComponentRecord& own_optimizer = model.record.part("optimizer");
  if (own_rule.name.empty()) {
    throw UsageError(fmt::format("a codebook does not say how it was trained: start from its prototypes with {} {}",
                                 setting("init", "file"), setting("init.file", "FILE")));
  }
  for (const auto& [key, text] : changes) {
    if (!may_change(key)) throw UsageError(fmt::format("{} = {}: a model that learns on keeps its {}", key, text, key));
  }
  const std::string* const optimizer = find(changes, "optimizer");
  const std::string* const rule = find(changes, "rule");
  const bool has_other_optimizer = optimizer && *optimizer != own_optimizer.name;
  Settings settings;
  add_component(settings, "dissimilarity", record_of(model.space.dissimilarity()));
  if (!rule || *rule == own_rule.name) add_component(settings, "rule", own_rule);
  if (!has_other_optimizer) add_component(settings, "optimizer", own_optimizer);
  if (const ComponentRecord& estimator = model.record.part("relevance"); !estimator.name.empty())
    add_component(settings, "relevance", estimator);
  settings.emplace_back("decision.scores", choice_name(ScoreScale::absolute));   // unless the record says otherwise
  for (const auto& [key, text] : model.record.plan) {
    // Another optimizer counts epochs in its own way.
    const bool is_about_steps = key == "epochs" || key == "tolerance" || key == "batch";
    if (has_other_optimizer && is_about_steps) continue;
    const bool is_decision = key.starts_with("decision.");
    settings.emplace_back(key, is_decision ? text_of_recorded(key.substr(key.find('.') + 1), text) : text);
  }
  settings.insert(settings.end(), changes.begin(), changes.end());
  Configuration configuration = configure(model.record.method, settings);
  configuration.notes = notes_on(changes, configuration);   // on what is new
  return configuration;
}

}   // namespace protea
