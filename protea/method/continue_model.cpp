#include <protea/method/continue_model.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <protea/method/first_prototypes.hpp>
#include <protea/method/calibration.hpp>
#include <protea/method/training_run.hpp>
#include <protea/method/unit_record.hpp>

namespace protea {
namespace {

// The prototypes and the metric as they are; the rule's own parameters too, where it is the same rule.
std::vector<double> parameters_for(const PrototypeModel& model, const PrototypeSpace& space, const AnyRule& rule) {
  std::vector<double> parameters(parameter_count(space.layout()));
  const std::size_t common = space.rule_block().first;
  std::copy_n(model.parameters.begin(), common, parameters.begin());
  rule.initialize(space.rule_parameters(MutableRow(parameters)));
  if (rule.name() == model.record.part("rule").name && model.parameters.size() == parameters.size())
    parameters = model.parameters;
  return parameters;
}

PrototypeSpace space_for(const PrototypeModel& model, const Configuration& configuration, std::vector<Label> labels) {
  const std::size_t rule_parameters = configuration.rule->parameter_count(labels.size());
  return {configuration.dissimilarity, model.space.features(), std::move(labels),
          model.space.scope(),         rule_parameters,        model.space.label_space()};
}

// k nearest neighbours: nothing is trained, new samples are new prototypes.
bool collects_samples(const Configuration& configuration) {
  return configuration.initialization == Initialization::samples && configuration.plan.epochs == 0;
}

void collect(PrototypeModel& model, const Part& part, const Configuration& configuration) {
  std::vector<Label> labels = model.space.labels();
  const Start more =
      samples_as_prototypes(configuration, part, filled_by_class(part.x, part.rows.y, part.rows.weights));
  labels.insert(labels.end(), more.labels.begin(), more.labels.end());
  const auto old_end = model.parameters.begin() + static_cast<std::ptrdiff_t>(model.space.prototype_block().size);
  std::vector<double> parameters(model.parameters.begin(), old_end);
  parameters.insert(parameters.end(), more.prototypes.values().begin(), more.prototypes.values().end());
  parameters.insert(parameters.end(), old_end, model.parameters.end());
  model.space = space_for(model, configuration, std::move(labels));
  model.parameters = std::move(parameters);
}

}   // namespace

void demand_features(const PrototypeModel& model) {
  if (!model.expansion) return;
  throw UsageError("prototypes that are combinations of samples cannot go on with other samples: train on all of them");
}

TrainedModel continue_model(const PrototypeModel& model, const Configuration& configuration, const Dataset& dataset,
                            const TrainingContext& context) {
  demand_fitting_parts(configuration);
  demand_features(model);
  if (model.has_classes() && dataset.y.empty())
    throw DataError(fmt::format("{}: there is no label column to learn from", dataset.source));
  TrainingParts parts =
      cut_into_parts(configuration, learns_from_targets(configuration) ? dataset : without_targets(dataset));
  prepare_parts(parts, configuration, model.preparation);
  TrainedModel result;
  result.dropped_rows = parts.dropped_rows;
  result.training_samples = parts.training.rows.size();
  result.model = model;
  TrainingRun run(configuration);
  if (collects_samples(configuration)) {
    collect(result.model, parts.training, configuration);
    result.model.record = record_of(configuration, result.outcome, model.record.samples + result.training_samples);
    return result;
  }
  result.model.space = space_for(model, configuration, model.space.labels());
  TrainingState state;
  state.parameters = parameters_for(model, result.model.space, *configuration.rule);
  result.model.space.limit_prototypes(parts.training.x.view(), state.parameters, configuration.reach);
  run.attach(result.model.space, parts, context.runtime);
  run.set_statistics(model.statistics);
  const std::string identity = identity_of(configuration, parts, state.parameters, result.model.space.labels());
  result.outcome = run.fit(state, context, identity);
  result.model.parameters = std::move(state.parameters);
  result.model.rule = configuration.rule;
  result.model.statistics = run.statistics();
  look_at_units(result.model, parts.training, dataset, context.runtime);
  set_decision(result.model, configuration.decision, parts);
  result.model.record = record_of(configuration, result.outcome, model.record.samples + result.training_samples);
  return result;
}

void demand_online(const Configuration& configuration) {
  if (configuration.class_weights.is_balanced) {
    throw UsageError(
        "class_weights = balanced: a stream does not know how many samples of each class will come: give class=number,…");
  }
  if (configuration.optimizer->uses_all_samples()) {
    throw UsageError(fmt::format("{} needs all samples at once: a stream needs {}, momentum or adam",
                                 configuration.optimizer->name(), setting("optimizer", "sgd")));
  }
  if (configuration.rule->growth()) {
    throw UsageError(fmt::format("{} adds units between epochs, and a stream has none: train, or use {}",
                                 configuration.rule->name(), setting("rule", "neural-gas")));
  }
  if (configuration.rule->changes_with_progress()) {
    throw UsageError(fmt::format("a stream has no end towards which {} could be annealed: {}",
                                 configuration.rule->name(), configuration.rule->steady_settings()));
  }
}

OnlineLearner::OnlineLearner(PrototypeModel model, Configuration configuration)
    : model_(std::move(model)), given_(std::move(configuration)), configuration_(given_) {
  demand_features(model_);
  demand_online(given_);
  configuration_.optimizer = given_.optimizer->with_constant_rates();
  configuration_.plan.presentation = Presentation::file;
  configuration_.plan.validation = 0;
  configuration_.plan.tolerance = 0;
  optimizer_ = configuration_.optimizer->clone();
  PrototypeSpace space = space_for(model_, configuration_, model_.space.labels());
  state_.parameters = parameters_for(model_, space, *configuration_.rule);
  model_.space = std::move(space);
  model_.parameters = state_.parameters;
  const double width = given_.decision.sigma > 0 ? given_.decision.sigma : model_.decision.sigma;
  model_.decision = given_.decision;
  model_.decision.sigma = width;
  model_.rule = given_.rule;
  earlier_rows_ = static_cast<double>(model_.record.samples);
  model_.units.reset();   // who won what is not counted in a stream
  if (model_.has_classes()) demand_fitting(model_.decision, {model_.space.labels(), model_.class_names});
}

void OnlineLearner::learn(const Dataset& rows, Runtime& runtime) {
  TrainingParts parts =
      cut_into_parts(configuration_, learns_from_targets(configuration_) ? rows : without_targets(rows));
  prepare_parts(parts, configuration_, model_.preparation);
  parts.are_weights_absolute = true;
  parts.earlier_rows = earlier_rows_;
  if (collects_samples(given_)) {
    collect(model_, parts.training, given_);
    model_.record.samples += parts.training.rows.size();
    return;
  }
  configuration_.plan.epochs =
      static_cast<std::int64_t>(state_.epoch) + 1;   // each call is one more pass over what it brings
  TrainingRun run(configuration_);
  run.optimizer = optimizer_;
  run.attach(model_.space, parts, runtime);
  run.set_statistics(model_.statistics);
  const Outcome outcome = run.fit(state_, {runtime}, {});
  model_.statistics = run.statistics();
  model_.parameters = state_.parameters;
  model_.record = record_of(given_, outcome, model_.record.samples + parts.training.rows.size());
}

}   // namespace protea
