#include <protea/catalogue/configure.hpp>

#include <algorithm>
#include <functional>
#include <map>

#include <fmt/format.h>

#include <protea/base/text.hpp>
#include <protea/catalogue/lattice_settings.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/dissimilarity/squared_euclidean.hpp>
#include <protea/method/continue_model.hpp>

namespace protea {
namespace {

// Parts by family, as they are named and changed before they become objects.
struct NamedPart : ComponentRecord {
  std::string lattice_file = {};   // of a rule
};
using Components = std::map<std::string, NamedPart, std::less<>>;

constexpr std::string_view no_estimator = "none";

bool is_family(std::string_view key) {
  return key == "rule" || key == "dissimilarity" || key == "optimizer" || key == "relevance" ||
         key == "label_dissimilarity" || key == "embedding_dissimilarity";
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

std::size_t parse_restarts(const std::string& text) {
  const auto number = parse_integer(text);
  constexpr std::int64_t most = 100'000;
  if (!number || *number < 1 || *number > most)
    throw UsageError(fmt::format("restarts = {}: must be a whole number from 1 to {}", text, most));
  return static_cast<std::size_t>(*number);
}

// Only methods that embed have these.
void set_embedding(Configuration& configuration, const std::string& name, const std::string& text) {
  if (!configuration.embedding && !find_preset(configuration.method).embeds)
    throw UsageError(fmt::format("embedding.{} = {}: {} gives no places: use {}", name, text, configuration.method,
                                 setting("method", "xom")));
  if (!configuration.embedding) configuration.embedding.emplace();
  set_option(*configuration.embedding, "embedding", name, text);
}

void apply(Configuration& configuration, Components& components, const std::string& key, const std::string& text) {
  const std::size_t dot = key.find('.');
  const std::string family = key.substr(0, dot);
  if (dot != std::string::npos) {
    const std::string name = key.substr(dot + 1);
    if (family == "init") return set_option(configuration.initialization_options, "init", name, text);
    if (family == "embedding") return set_embedding(configuration, name, text);
    if (family == "decision") return set_option(configuration.decision, "decision", name, text);
    if (!is_family(family)) {
      throw UsageError(fmt::format(
          "unknown setting '{}': components are rule, dissimilarity, optimizer, relevance, label_dissimilarity, init and "
          "decision",
          key));
    }
    return set_or_replace(components[family].settings, name, text);
  }
  if (key == "relevance") components["relevance"].name = text;
  else if (key == "grid") {
    const auto sides = parse_grid(text);
    if (!sides) return;
    set_or_replace(components["rule"].settings, "columns", fmt::format("{}", sides->columns));
    set_or_replace(components["rule"].settings, "rows", fmt::format("{}", sides->rows));
  } else if (key == "topology") set_or_replace(components["rule"].settings, "topology", text);
  else if (key == "lattice") {
    if (text == "none") return;
    components["rule"].lattice_file = text;
    set_or_replace(components["rule"].settings, "topology", std::string(choice_name(Topology::free)));
  } else if (key == "restarts") configuration.restarts = parse_restarts(text);
  else if (key == "memberships") configuration.membership_sum = parse_choice<MembershipSum>("memberships", text);
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

// Settings of a lattice are the rule's, where it has one.
void demand_lattice(const Settings& changes, const NamedPart& part) {
  const auto options = rules().find(part.name).options;
  if (std::any_of(options.begin(), options.end(), [](const auto& option) { return option.name == "topology"; })) return;
  for (const auto& [key, text] : changes) {
    if (key == "grid" || key == "topology" || key == "lattice")
      throw UsageError(fmt::format("{} = {}: the rule {} has no lattice: use {} or another map", key, text, part.name,
                                   setting("method", "som")));
  }
}

// From here on there are objects.
void make_parts(Configuration& configuration, const Components& components) {
  const auto make = [&](const auto& family) {
    const ComponentRecord& record = components.at(family.title());
    return family.make(record.name, record.settings);
  };
  configuration.rule = make(rules());
  if (const std::string& file = components.at("rule").lattice_file; !file.empty())
    configuration.rule = configuration.rule->on({configuration.rule->lattice()->topology, 0, 0, read_lattice(file)});
  const ComponentRecord& places = components.at("embedding_dissimilarity");
  if (configuration.embedding) {
    configuration.embedding_dissimilarity = dissimilarities().make(places.name, places.settings);
  } else if (!places.settings.empty() || places.name != SquaredEuclidean::name) {
    throw UsageError(
        fmt::format("embedding_dissimilarity = {}: {} gives no places", places.name, configuration.method));
  }
  const ComponentRecord& labels = components.at("label_dissimilarity");
  if (configuration.rule->traits().learns_label_vectors) {
    configuration.label_dissimilarity = dissimilarities().make(labels.name, labels.settings);
  } else if (!labels.settings.empty() || labels.name != SquaredEuclidean::name) {
    throw UsageError(
        fmt::format("label_dissimilarity = {}: {} learns no label vectors", labels.name, configuration.rule->name()));
  }
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
    if (is_set(key) && optimizer.uses_all_samples())
      result.push_back(fmt::format("{} has no effect: {} always uses all samples", key, optimizer.name()));
  }
  if (is_set("prototypes") && configuration.initialization == Initialization::file) {
    result.push_back("prototypes has no effect: the file says how many there are");
  }
  if (configuration.embedding) {
    for (const char* const key : {"prototypes", "init", "topology", "reach", "scope"}) {
      if (is_set(key))
        result.push_back(fmt::format("{} has no effect: every sample is a unit, where it is drawn to", key));
    }
  } else if (is_set("prototypes") && (is_set("grid") || is_set("lattice"))) {
    result.push_back("prototypes has no effect: the lattice says how many there are");
  }
  if (is_set("prototypes") && configuration.initialization == Initialization::samples) {
    result.push_back("prototypes has no effect: every sample is one");
  }
  const auto is_about_dissimilarity = [](const auto& change) { return change.first.starts_with("dissimilarity"); };
  if (is_given_matrix(configuration.space) && std::any_of(changes.begin(), changes.end(), is_about_dissimilarity)) {
    result.push_back(
        fmt::format("dissimilarity has no effect: the {} says how samples differ", choice_name(configuration.space)));
  }
  constexpr std::size_t many = 1000;   // features
  const bool learns_metric = !learns_from_targets(configuration) && !dynamic_cast<const Averager*>(&optimizer) &&
                             optimizer.moves(RateGroup::metric) && !configuration.dissimilarity->is_fixed() &&
                             configuration.dissimilarity->parameter_count(many) > 0;
  if (learns_metric) {
    result.push_back(
        fmt::format("{} without labels: a metric that is learned has nothing to tell apart and shrinks; {} keeps it",
                    configuration.dissimilarity->name(), setting("optimizer.metric_rate", "0")));
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
        {"prototypes",
         "prototypes per class: one number, or class=number,…; of all where a method does not go by classes, auto: about 5√n",
         {},
         text_of(defaults.prototypes)},
        {"grid",
         "columns and rows of a map, as in 20x15; without it, about 5√n units as the data are long and wide",
         {},
         "auto"},
        {"topology", "how the units of a map are placed", choice_names<Topology>(), "rectangle"},
        {"lattice",
         "a file with the squared distances between the units of a free lattice, a row for each",
         {},
         "none"},
        {"restarts",
         "trainings from so many starts, of which the one of least cost is kept",
         {},
         fmt::format("{}", defaults.restarts)},
        {"memberships", "what the memberships of a sample in the classes sum to", choice_names<MembershipSum>(),
         std::string(choice_name(defaults.membership_sum))},
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

Configuration configure(const std::string& method, const Settings& changes, const Lattice* lattice) {
  const Preset& preset = find_preset(method);
  Configuration configuration;
  configuration.others = all_parts();
  configuration.method = preset.name;
  configuration.scope = preset.scope;
  Components components{{"rule", {preset.rule, {}}},
                        {"dissimilarity", {preset.dissimilarity, {}}},
                        {"optimizer", {preset.optimizer, {}}},
                        {"relevance", {std::string(no_estimator), {}}},
                        {"label_dissimilarity", {std::string(SquaredEuclidean::name), {}}},
                        {"embedding_dissimilarity", {std::string(SquaredEuclidean::name), {}}}};
  if (preset.embeds) configuration.embedding.emplace();
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
  demand_lattice(changes, components.at("rule"));
  make_parts(configuration, components);
  if (lattice && configuration.rule->lattice()) configuration.rule = configuration.rule->on(*lattice);
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
  if (!rule || *rule == own_rule.name) {
    add_component(settings, "rule", own_rule);
    // A map or a gas goes on with the range it has come to.
    for (auto& [key, text] : settings) {
      if (key == "rule.schedule") text = choice_name(Schedule::constant);
    }
  }
  if (!has_other_optimizer) add_component(settings, "optimizer", own_optimizer);
  if (const ComponentRecord& estimator = model.record.part("relevance"); !estimator.name.empty())
    add_component(settings, "relevance", estimator);
  if (model.space.has_label_vectors())
    add_component(settings, "label_dissimilarity", record_of(*model.space.label_space().dissimilarity));
  settings.emplace_back("decision.scores", choice_name(ScoreScale::absolute));   // unless the record says otherwise
  for (const auto& [key, text] : model.record.plan) {
    // Another optimizer counts epochs in its own way.
    const bool is_about_steps = key == "epochs" || key == "tolerance" || key == "batch";
    if (has_other_optimizer && is_about_steps) continue;
    const bool is_decision = key.starts_with("decision.");
    settings.emplace_back(key, is_decision ? text_of_recorded(key.substr(key.find('.') + 1), text) : text);
  }
  settings.insert(settings.end(), changes.begin(), changes.end());
  Configuration configuration = configure(model.record.method, settings, model.lattice());
  configuration.notes = notes_on(changes, configuration);   // on what is new
  return configuration;
}

}   // namespace protea
