#include <protea/catalogue/configuration.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <protea/catalogue/combinations.hpp>
#include <protea/dissimilarity/relevance.hpp>
#include <protea/optimize/sgd.hpp>

namespace protea {
namespace {

const std::vector<std::string> component_families{"rule", "dissimilarity", "optimizer", "relevance"};

ComponentRecord& component(Configuration& configuration, std::string_view family) {
  if (family == "rule") return configuration.rule;
  if (family == "relevance") return configuration.relevance;
  return family == "dissimilarity" ? configuration.dissimilarity : configuration.optimizer;
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

void apply(Configuration& configuration, const std::string& key, const std::string& text) {
  const std::size_t dot = key.find('.');
  const std::string family = key.substr(0, dot);
  if (dot != std::string::npos) {
    const std::string name = key.substr(dot + 1);
    if (family == "init") return set_option(configuration.initialization_options, "init", name, text);
    if (family == "decision") return set_option(configuration.decision, "decision", name, text);
    if (std::find(component_families.begin(), component_families.end(), family) == component_families.end()) {
      throw UsageError(fmt::format("unknown setting '{}': components are rule, dissimilarity, optimizer, relevance, init and decision", key));
    }
    return set_or_replace(component(configuration, family).settings, name, text);
  }
  if (key == "relevance") configuration.relevance.name = text;
  else if (key == "prototypes") configuration.prototypes = text;
  else if (key == "scope") configuration.scope = parse_choice<Scope>("scope", text);
  else if (key == "space") configuration.space = parse_choice<Space>("space", text);
  else if (key == "init") configuration.initialization = parse_choice<Initialization>("init", text);
  else if (key == "scale") configuration.scaling = parse_choice<Scaling>("scale", text);
  else if (key == "missing") configuration.missing = parse_choice<Missing>("missing", text);
  else if (key == "decision") configuration.decision.kind = parse_choice<DecisionKind>("decision", text);
  else if (key == "class_weights") configuration.class_weights = text;
  else if (key == "costs") configuration.costs = text;
  else if (key == "nominal") configuration.nominal = parse_choice<Nominal>("nominal", text);
  else set_option(configuration.plan, "", key, text);
}

// Replacing a component also drops what the preset had set for it.
void replace_component(Configuration& configuration, const std::string& family, const std::string& name) {
  ComponentRecord& record = component(configuration, family);
  if (record.name == name) return;
  record = {name, {}};
}

Settings plan_defaults(const Optimizer& optimizer) {
  if (optimizer.needs_cost()) return {{"epochs", "200"}, {"tolerance", "1e-06"}};
  return {};
}

// An estimator owns the relevances and learns from one sample at a time.
void demand_room_for_estimator(const Configuration& configuration, const Optimizer& optimizer) {
  if (!configuration.has_estimator()) {
    if (configuration.relevance.settings.empty()) return;
    throw UsageError(fmt::format("relevance.{} needs a relevance estimator: give --relevance {}", configuration.relevance.settings[0].first,
                                 join(relevance_estimators().names(), ", ")));
  }
  relevance_estimators().make(configuration.relevance.name, configuration.relevance.settings);
  if (configuration.dissimilarity.name != Relevance::name || configuration.scope != Scope::shared) {
    throw UsageError(fmt::format("{} estimates the relevances of a shared metric: use --dissimilarity relevance --scope shared",
                                 configuration.relevance.name));
  }
  if (configuration.space != Space::features) {
    throw UsageError(fmt::format("{} estimates the relevances of features: it needs --space features", configuration.relevance.name));
  }
  for (const auto& [name, text] : configuration.dissimilarity.settings) {
    if (name == "learn" && text == "false") {
      throw UsageError(fmt::format("dissimilarity.learn = false: {} is there to change the relevances", configuration.relevance.name));
    }
  }
  if (configuration.missing == Missing::mask) {
    throw UsageError(fmt::format("missing = mask: {} needs complete samples: use --missing mean or median", configuration.relevance.name));
  }
  const auto* const rates = dynamic_cast<const Rates*>(&optimizer);
  if (!rates || configuration.plan.batch != 1 || rates->metric_rate != 0) {
    throw UsageError(fmt::format("{} sets the relevances itself, after each sample: use --optimizer sgd, momentum or adam with --batch 1 "
                                 "--optimizer.metric_rate 0",
                                 configuration.relevance.name));
  }
}

void demand_fitting_parts(const Configuration& configuration) {
  const auto rule = rules().make(configuration.rule.name, configuration.rule.settings);
  const auto optimizer = optimizers().make(configuration.optimizer.name, configuration.optimizer.settings);
  const auto dissimilarity = dissimilarities().make(configuration.dissimilarity.name, configuration.dissimilarity.settings);
  for (const auto& [name, value] : dissimilarity->options()) {
    const double* const number = std::get_if<double>(&value);
    if (number && std::isinf(*number) && configuration.plan.epochs > 0) {
      throw UsageError(fmt::format("dissimilarity.{0} = inf measures only, it cannot be trained with: use a finite dissimilarity.{0}, such as 8, "
                                   "or --epochs 0",
                                   name));
    }
  }
  if (configuration.missing == Missing::mask && dissimilarity->traits().masking == Masking::none) {
    throw UsageError(fmt::format("missing = mask: {} does not sum over features, so it cannot skip missing ones: use --missing mean or median",
                                 dissimilarity->name()));
  }
  demand_room_for_estimator(configuration, *optimizer);
  if (optimizer->needs_cost() && !rule->traits().has_cost) {
    throw UsageError(fmt::format("{} needs a rule with a cost function and {} has none: use sgd, or the rule glvq",
                                 configuration.optimizer.name, rule->name()));
  }
  if (optimizer->needs_cost() && !dissimilarity->has_gradient()) {
    throw UsageError(fmt::format("{} needs the gradient of the dissimilarity, and dissimilarity.update = absolute or dissimilarity.step = "
                                 "plain replace it: use sgd, momentum or adam",
                                 configuration.optimizer.name));
  }
  if (optimizer->needs_cost() && rule->changes_with_progress()) {
    throw UsageError(fmt::format("{} minimizes one fixed cost and rule.annealing changes it: use sgd, momentum or adam",
                                 configuration.optimizer.name));
  }
  if (rule->traits().sets_own_rates) {
    const auto* const sgd = dynamic_cast<const Sgd*>(optimizer.get());
    if (!sgd || configuration.plan.batch != 1 || sgd->rate != 1 || sgd->schedule != Schedule::constant) {
      throw UsageError(fmt::format("{} sets the rate of each prototype itself: use --optimizer sgd --optimizer.rate 1 "
                                   "--optimizer.schedule constant --batch 1, and --rule.rate for the first rate",
                                   rule->name()));
    }
  }
  if (configuration.initialization == Initialization::file && configuration.initialization_options.file.empty()) {
    throw UsageError("init = file needs init.file, a codebook (.cod) or a model");
  }
  demand_fitting_space(configuration);
}

}  // namespace

const std::vector<ConfigurationKey>& configuration_keys() {
  static const std::vector<ConfigurationKey> keys = [] {
    const Configuration defaults;
    return std::vector<ConfigurationKey>{
        {"prototypes", "prototypes per class: one number, or class=number,…", {}, defaults.prototypes},
        {"scope", "which prototypes share metric parameters", choice_names<Scope>(), std::string(choice_name(defaults.scope))},
        {"space", "where prototypes live: among the features, or as combinations of the training samples, of which the dissimilarity or "
                  "a matrix of all pairs as DATA says how they differ",
         choice_names<Space>(), std::string(choice_name(defaults.space))},
        {"init", "where prototypes start", choice_names<Initialization>(), std::string(choice_name(defaults.initialization))},
        {"scale", "scaling of the features, learned from the training rows", choice_names<Scaling>(),
         std::string(choice_name(defaults.scaling))},
        {"missing", "what to do with missing values", choice_names<Missing>(), std::string(choice_name(defaults.missing))},
        {"decision", "how the model answers", choice_names<DecisionKind>(), std::string(choice_name(defaults.decision.kind))},
        {"class_weights", "weights of the classes: none, balanced, or class=number,…", {}, defaults.class_weights},
        {"costs", "costs of confusing classes, true>predicted=number,…; those not named are 1", {}, defaults.costs},
        {"nominal", "what to do with columns of words", choice_names<Nominal>(), std::string(choice_name(defaults.nominal))}};
  }();
  return keys;
}

Configuration configure(const std::string& method, const Settings& changes) {
  const Preset& preset = find_preset(method);
  Configuration configuration;
  configuration.method = preset.name;
  configuration.scope = preset.scope;
  configuration.rule.name = preset.rule;
  configuration.dissimilarity.name = preset.dissimilarity;
  configuration.optimizer.name = preset.optimizer;
  for (const auto& [key, text] : plan_defaults(*optimizers().make(preset.optimizer, {}))) apply(configuration, key, text);
  for (const auto& [key, text] : preset.settings) apply(configuration, key, text);
  for (const auto& [key, text] : changes) {
    if (std::find(component_families.begin(), component_families.end(), key) == component_families.end()) continue;
    // Another optimizer counts epochs differently, so its own defaults replace the preset's.
    if (key == "optimizer" && text != configuration.optimizer.name) {
      configuration.plan = {};
      for (const auto& [plan_key, plan_text] : plan_defaults(*optimizers().make(text, {}))) apply(configuration, plan_key, plan_text);
    }
    replace_component(configuration, key, text);
  }
  for (const auto& [key, text] : changes) {
    if (std::find(component_families.begin(), component_families.end(), key) == component_families.end()) {
      apply(configuration, key, text);
    }
  }
  const auto is_scale = [](const auto& change) { return change.first == "scale"; };
  if (is_given_matrix(configuration.space) && std::none_of(changes.begin(), changes.end(), is_scale)) configuration.scaling = Scaling::none;
  demand_fitting_parts(configuration);
  return configuration;
}

std::vector<std::string> notes(const Settings& changes, const Configuration& configuration) {
  std::vector<std::string> result;
  const auto is_set = [&](std::string_view key) {
    return std::any_of(changes.begin(), changes.end(), [&](const auto& change) { return change.first == key; });
  };
  if (is_set("batch") && optimizers().make(configuration.optimizer.name, {})->needs_cost()) {
    result.push_back(fmt::format("batch has no effect: {} always uses all samples", configuration.optimizer.name));
  }
  if (is_set("presentation") && optimizers().make(configuration.optimizer.name, {})->needs_cost()) {
    result.push_back(fmt::format("presentation has no effect: {} always uses all samples", configuration.optimizer.name));
  }
  if (is_set("prototypes") && configuration.initialization == Initialization::file) {
    result.push_back("prototypes has no effect: the file says how many there are");
  }
  if (is_set("prototypes") && configuration.initialization == Initialization::samples) {
    result.push_back("prototypes has no effect: every sample is one");
  }
  const auto is_about_dissimilarity = [](const auto& change) { return change.first.starts_with("dissimilarity"); };
  if (is_given_matrix(configuration.space) && std::any_of(changes.begin(), changes.end(), is_about_dissimilarity)) {
    result.push_back(fmt::format("dissimilarity has no effect: the {} says how samples differ", choice_name(configuration.space)));
  }
  const auto activation = std::find(configuration.rule.settings.begin(), configuration.rule.settings.end(),
                                    std::pair<std::string, std::string>("activation", "identity"));
  if (is_set("rule.steepness") && activation != configuration.rule.settings.end()) {
    result.push_back("rule.steepness has no effect: the identity has none");
  }
  if (is_set("dissimilarity.correct_null_space") && configuration.optimizer.name == "adam") {
    result.push_back("dissimilarity.correct_null_space holds at the start only: adam steps by coordinate and leaves the span of the data");
  }
  return result;
}

Settings describe_plan(const Configuration& configuration) {
  Settings result{{"scope", std::string(choice_name(configuration.scope))},
                  {"prototypes", configuration.prototypes},
                  {"init", std::string(choice_name(configuration.initialization))}};
  if (configuration.space != Space::features) result.insert(result.begin(), {"space", std::string(choice_name(configuration.space))});
  for (const auto& [name, value] : option_values(configuration.initialization_options)) {
    result.emplace_back("init." + name, value_text(value));
  }
  result.emplace_back("scale", choice_name(configuration.scaling));
  result.emplace_back("missing", choice_name(configuration.missing));
  result.emplace_back("decision", choice_name(configuration.decision.kind));
  for (const auto& [name, value] : option_values(configuration.decision)) {
    if (configuration.decision.reject == Rejection::none && name.starts_with("reject")) continue;   // as earlier versions wrote them
    result.emplace_back("decision." + name, value_text(value));
  }
  result.emplace_back("class_weights", configuration.class_weights);
  result.emplace_back("costs", configuration.costs);
  result.emplace_back("nominal", choice_name(configuration.nominal));
  for (const auto& [name, value] : option_values(configuration.plan)) result.emplace_back(name, value_text(value));
  return result;
}

Settings describe(const Configuration& configuration) {
  Settings result{{"method", configuration.method}};
  const auto add_component = [&](const auto& family, const ComponentRecord& record) {
    result.emplace_back(family.title(), record.name);
    for (const auto& [name, text] : family.find(record.name).complete(record.settings)) {
      result.emplace_back(family.title() + "." + name, text);
    }
  };
  add_component(rules(), configuration.rule);
  add_component(dissimilarities(), configuration.dissimilarity);
  add_component(optimizers(), configuration.optimizer);
  if (configuration.has_estimator()) add_component(relevance_estimators(), configuration.relevance);
  const Settings plan = describe_plan(configuration);
  result.insert(result.end(), plan.begin(), plan.end());
  return result;
}

}  // namespace protea
