#include <protea/catalogue/continue_model.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/catalogue/training_run.hpp>
#include <protea/train/initialize.hpp>

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
  const std::size_t common = space.rule_block().first;
  std::copy_n(model.parameters.begin(), common, parameters.begin());
  rule.initialize(space.rule_parameters(MutableRow(parameters)));
  if (rule.name() == model.record.rule.name && model.parameters.size() == parameters.size()) parameters = model.parameters;
  return parameters;
}

PrototypeSpace space_for(const Model& model, const Configuration& configuration, const AnyRule& rule, std::vector<Label> labels) {
  const std::size_t rule_parameters = rule.parameter_count(labels.size());
  return {dissimilarities().make(configuration.dissimilarity.name, configuration.dissimilarity.settings), model.space.features(),
          std::move(labels), model.space.scope(), rule_parameters};
}

// k nearest neighbours: nothing is trained, new samples are new prototypes.
bool collects_samples(const Configuration& configuration) {
  return configuration.initialization == Initialization::samples && configuration.plan.epochs == 0;
}

void collect(Model& model, const Part& part, const AnyRule& rule, const Configuration& configuration) {
  std::vector<Label> labels = model.space.labels();
  labels.insert(labels.end(), part.rows.y.begin(), part.rows.y.end());
  const Matrix x = filled_by_class(part.x, part.rows.y);
  const auto old_end = model.parameters.begin() + static_cast<std::ptrdiff_t>(model.space.prototype_block().size);
  std::vector<double> parameters(model.parameters.begin(), old_end);
  parameters.insert(parameters.end(), x.values().begin(), x.values().end());
  parameters.insert(parameters.end(), old_end, model.parameters.end());
  model.space = space_for(model, configuration, rule, std::move(labels));
  model.parameters = std::move(parameters);
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
  if (collects_samples(configuration)) {
    collect(result.model, parts.training, *run.rule, configuration);
    result.model.record = record_of(configuration, result.outcome, model.record.samples + result.training_samples);
    return result;
  }
  result.model.space = space_for(model, configuration, *run.rule, model.space.labels());
  run.attach(result.model.space, parts);
  run.set_statistics(model.statistics);
  TrainingState state;
  state.parameters = parameters_for(model, result.model.space, *run.rule);
  const std::string identity = identity_of(configuration, parts, state.parameters, result.model.space.labels());
  result.outcome = run.fit(state, runtime, observer, checkpoints, identity);
  result.model.parameters = std::move(state.parameters);
  result.model.statistics = run.statistics();
  set_decision(result.model, configuration.decision, parts);
  result.model.record = record_of(configuration, result.outcome, model.record.samples + result.training_samples);
  return result;
}

void demand_online(const Configuration& configuration) {
  if (configuration.class_weights == "balanced") {
    throw UsageError("class_weights = balanced: a stream does not know how many samples of each class will come: give class=number,…");
  }
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
  PrototypeSpace space = space_for(model_, configuration_, *run.rule, model_.space.labels());
  state_.parameters = parameters_for(model_, space, *run.rule);
  model_.space = std::move(space);
  model_.parameters = state_.parameters;
  const double width = given_.decision.sigma > 0 ? given_.decision.sigma : model_.decision.sigma;
  model_.decision = given_.decision;
  model_.decision.sigma = width;
  demand_fitting(model_.decision, {model_.space.labels(), model_.class_names});
}

void OnlineLearner::learn(const Dataset& rows, Runtime& runtime) {
  TrainingParts parts = cut_into_parts(configuration_, rows);
  prepare_parts(parts, configuration_, model_.preparation);
  parts.are_weights_absolute = true;
  if (collects_samples(given_)) {
    collect(model_, parts.training, *rules().make(given_.rule.name, given_.rule.settings), given_);
    model_.record.samples += parts.training.rows.size();
    return;
  }
  configuration_.plan.epochs = static_cast<std::int64_t>(state_.epoch) + 1;   // each call is one more pass over what it brings
  TrainingRun run(configuration_);
  run.optimizer = optimizer_;
  run.attach(model_.space, parts);
  run.set_statistics(model_.statistics);
  const Outcome outcome = run.fit(state_, runtime, {}, {}, {});
  model_.statistics = run.statistics();
  model_.parameters = state_.parameters;
  model_.record = record_of(given_, outcome, model_.record.samples + parts.training.rows.size());
}

}  // namespace protea
