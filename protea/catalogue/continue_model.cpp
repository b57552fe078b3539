#include <protea/catalogue/continue_model.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/catalogue/training_run.hpp>

namespace protea {
namespace {

bool is_plan_key(const std::string& key) {
  const auto options = describe_options<Plan>();
  return std::any_of(options.begin(), options.end(), [&](const OptionDescription& option) { return option.name == key; });
}

bool may_change(const std::string& key) {
  const std::string family = key.substr(0, key.find('.'));
  return family == "rule" || family == "optimizer" || family == "decision" || key == "class_weights" || key == "costs" ||
         key.starts_with("relevance.") || is_plan_key(key);
}

void add_component(Settings& settings, const std::string& family, const ComponentRecord& record) {
  settings.emplace_back(family, record.name);
  for (const auto& [name, text] : record.settings) settings.emplace_back(family + "." + name, text);
}

ComponentRecord dissimilarity_record(const Model& model) {
  ComponentRecord record{std::string(model.space.dissimilarity().name()), {}};
  for (const auto& [name, value] : model.space.dissimilarity().options()) record.settings.emplace_back(name, value_text(value));
  return record;
}

const std::string* find(const Settings& settings, std::string_view key) {
  for (const auto& [name, text] : settings) {
    if (name == key) return &text;
  }
  return nullptr;
}

// The prototypes and the metric as they are; the rule's own parameters too, where it is the same rule.
std::vector<double> parameters_for(const Model& model, const PrototypeSpace& space, const AnyRule& rule) {
  std::vector<double> parameters(parameter_count(space.layout()));
  const std::size_t common = space.layout()[2].first;
  std::copy_n(model.parameters.begin(), common, parameters.begin());
  rule.initialize(space.rule_parameters(MutableRow(parameters)));
  if (rule.name() == model.record.rule.name && model.parameters.size() == parameters.size()) parameters = model.parameters;
  return parameters;
}

void demand_features(const Model& model) {
  if (!model.expansion) return;
  throw UsageError("prototypes that are combinations of samples cannot go on with other samples: train on all of them");
}

}  // namespace

Configuration configuration_of(const Model& model, const Settings& changes) {
  demand_features(model);
  if (model.record.rule.name.empty()) {
    throw UsageError("a codebook does not say how it was trained: start from its prototypes with --init file --init.file FILE");
  }
  for (const auto& [key, text] : changes) {
    if (!may_change(key)) throw UsageError(fmt::format("{} = {}: a model that learns on keeps its {}", key, text, key));
  }
  const std::string* const optimizer = find(changes, "optimizer");
  const std::string* const rule = find(changes, "rule");
  const bool has_other_optimizer = optimizer && *optimizer != model.record.optimizer.name;
  Settings settings;
  add_component(settings, "dissimilarity", dissimilarity_record(model));
  if (!rule || *rule == model.record.rule.name) add_component(settings, "rule", model.record.rule);
  if (!has_other_optimizer) add_component(settings, "optimizer", model.record.optimizer);
  if (!model.record.relevance.name.empty()) add_component(settings, "relevance", model.record.relevance);
  for (const auto& [key, text] : model.record.plan) {
    // Another optimizer counts epochs in its own way.
    const bool is_about_steps = key == "epochs" || key == "tolerance" || key == "batch";
    if (!(has_other_optimizer && is_about_steps)) settings.emplace_back(key, text);
  }
  settings.insert(settings.end(), changes.begin(), changes.end());
  return configure(model.record.method, settings);
}

TrainedModel continue_model(const Model& model, const Configuration& configuration, const Dataset& dataset, Runtime& runtime,
                            const Observer& observer, const CheckpointPlan& checkpoints) {
  demand_features(model);
  if (dataset.y.empty()) throw DataError(fmt::format("{}: there is no label column to learn from", dataset.source));
  TrainingParts parts = cut_into_parts(configuration, dataset);
  prepare_parts(parts, configuration, model.preparation);
  TrainedModel result;
  result.dropped_rows = parts.dropped_rows;
  result.training_samples = parts.training.rows.size();
  result.model = model;
  TrainingRun run(configuration);
  result.model.space = PrototypeSpace(dissimilarities().make(configuration.dissimilarity.name, configuration.dissimilarity.settings),
                                      model.space.features(), model.space.labels(), model.space.scope(),
                                      run.rule->parameter_count(model.space.prototype_count()));
  run.attach(result.model.space, parts);
  TrainingState state;
  state.parameters = parameters_for(model, result.model.space, *run.rule);
  const std::string identity = identity_of(configuration, parts, state.parameters, result.model.space.labels());
  result.outcome = run.fit(state, runtime, observer, checkpoints, identity);
  result.model.parameters = std::move(state.parameters);
  set_decision(result.model, configuration.decision, parts);
  result.model.record = record_of(configuration, result.outcome, model.record.samples + result.training_samples);
  return result;
}

void demand_online(const Configuration& configuration) {
  if (optimizers().make(configuration.optimizer.name, {})->needs_cost()) {
    throw UsageError(fmt::format("{} needs all samples at once: a stream needs --optimizer sgd, momentum or adam", configuration.optimizer.name));
  }
  if (rules().make(configuration.rule.name, configuration.rule.settings)->changes_with_progress()) {
    throw UsageError("rule.annealing: a stream has no end to anneal towards");
  }
}

OnlineLearner::OnlineLearner(Model model, Configuration configuration)
    : model_(std::move(model)), given_(std::move(configuration)), configuration_(given_) {
  demand_features(model_);
  demand_online(given_);
  Settings& settings = configuration_.optimizer.settings;
  std::erase_if(settings, [](const auto& setting) { return setting.first == "schedule"; });
  settings.emplace_back("schedule", "constant");
  configuration_.plan.presentation = Presentation::file;
  configuration_.plan.validation = 0;
  configuration_.plan.tolerance = 0;
  TrainingRun run(configuration_);
  optimizer_ = run.optimizer;
  const PrototypeSpace& old = model_.space;
  PrototypeSpace space(dissimilarities().make(configuration_.dissimilarity.name, configuration_.dissimilarity.settings), old.features(),
                       old.labels(), old.scope(), run.rule->parameter_count(old.prototype_count()));
  state_.parameters = parameters_for(model_, space, *run.rule);
  model_.space = std::move(space);
  model_.parameters = state_.parameters;
}

void OnlineLearner::learn(const Dataset& rows, Runtime& runtime) {
  TrainingParts parts = cut_into_parts(configuration_, rows);
  prepare_parts(parts, configuration_, model_.preparation);
  configuration_.plan.epochs = static_cast<std::int64_t>(state_.epoch) + 1;   // each call is one more pass over what it brings
  TrainingRun run(configuration_);
  run.optimizer = optimizer_;
  run.attach(model_.space, parts);
  if (run.companion && !statistics_.empty()) {
    std::vector<StateBuffer> buffers = run.companion->state();
    for (std::size_t b = 0; b < buffers.size(); ++b) *buffers[b].values = statistics_[b];
  }
  const Outcome outcome = run.fit(state_, runtime, {}, {}, {});
  if (run.companion) {
    statistics_.clear();
    for (const StateBuffer& buffer : run.companion->state()) statistics_.push_back(*buffer.values);
  }
  model_.parameters = state_.parameters;
  model_.record = record_of(given_, outcome, model_.record.samples + parts.training.rows.size());
}

}  // namespace protea
