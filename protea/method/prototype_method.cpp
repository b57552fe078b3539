#include <protea/method/prototype_method.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/method/continue_model.hpp>
#include <protea/method/first_prototypes.hpp>
#include <protea/method/calibration.hpp>
#include <protea/method/training_run.hpp>
#include <protea/model/relations.hpp>

namespace protea {
namespace {

bool has_column(const Encoding& encoding, std::string_view name) {
  return std::any_of(encoding.columns.begin(), encoding.columns.end(),
                     [&](const FeatureColumn& column) { return column.name == name; });
}

// What speaks of classes where there are none.
void demand_no_class_settings(const Configuration& configuration) {
  const auto refuse = [](const std::string& what) { throw UsageError(fmt::format("{}: there are no classes", what)); };
  if (configuration.scope == Scope::per_class) refuse("scope = class");
  if (configuration.plan.presentation == Presentation::balanced) refuse("presentation = balanced");
  if (!configuration.costs.empty()) refuse(fmt::format("costs = {}", text_of(configuration.costs)));
  const Decision& decision = configuration.decision;
  if (decision.kind != DecisionKind::nearest) refuse(fmt::format("decision = {}", choice_name(decision.kind)));
  if (decision.threshold) refuse("decision.threshold");
  if (!decision.positive.empty()) refuse("decision.positive");
  if (decision.reject != Rejection::none) refuse("decision.reject");
}

// Scores are to be as sure as answers are right on new rows: rows of the training are not new to the model.
void calibrate_out_of_fold(PrototypeModel& model, const Configuration& configuration, const TrainingParts& parts,
                           const Encoding& encoding, const TrainingContext& context) {
  const Observer goes_on = [&](const EpochReport&) { return !context.gives_up || !context.gives_up(); };
  if (context.gives_up && context.gives_up()) return;
  const bool is_settled = !model.has_classes() || configuration.decision.kind == DecisionKind::k_nearest ||
                          configuration.decision.sigma > 0 || parts.has_held_out();
  if (is_settled || configuration.space != Space::features || configuration.plan.epochs == 0) return;
  Configuration without = configuration;
  without.decision.sigma = 1;   // of no consequence: distances are asked for
  const auto decision = decision_out_of_fold(
      model, configuration.decision, parts.training.rows, static_cast<std::uint64_t>(configuration.plan.seed),
      context.runtime,
      [&](const Dataset& rows) { return train_model(without, rows, encoding, context.runtime, goes_on).model; });
  if (decision) model.decision = *decision;
}

// The first parameters: prototypes, metric, the rule's own.
std::vector<double> first_parameters(const PrototypeSpace& space, const Start& start, const TrainingRun& run,
                                     const Part& training) {
  std::vector<double> parameters(parameter_count(space.layout()));
  std::copy(start.prototypes.values().begin(), start.prototypes.values().end(), parameters.begin());
  space.project_prototypes(parameters);
  space.initialize_metric(parameters, static_cast<std::uint64_t>(run.configuration.plan.seed), training.x.view(),
                          training.rows.y, training.rows.weights);
  run.configuration.rule->initialize(space.rule_parameters(MutableRow(parameters)));
  return parameters;
}

Trained as_trained(TrainedModel trained) {
  return {std::make_unique<PrototypeModel>(std::move(trained.model)), trained.outcome, trained.training_samples,
          trained.dropped_rows};
}

}   // namespace

TrainedModel train_model(const Configuration& configuration, const Dataset& dataset, const Encoding& encoding,
                         const TrainingContext& context) {
  demand_fitting_parts(configuration);
  const PrototypeMethod method(configuration);
  demand_targets(method, dataset);
  if (dataset.class_names.empty()) demand_no_class_settings(configuration);
  if (is_given_matrix(configuration.space)) demand_square(dataset);
  TrainingParts parts = cut_into_parts(configuration, dataset);
  const Part& training = parts.training;
  demand_targets(method, training.rows);

  TrainedModel result;
  result.dropped_rows = parts.dropped_rows;
  result.training_samples = training.rows.size();
  PrototypeModel& model = result.model;
  model.class_names = dataset.class_names;
  model.encoding = encoding;
  if (configuration.space == Space::kernel_matrix && !has_column(encoding, self_column))
    model.encoding.optional_column = self_column;
  model.preparation = learn_preparation(training.rows, configuration.missing, configuration.scaling);
  prepare_parts(parts, configuration, model.preparation);
  if (model.has_classes() && configuration.decision.kind != DecisionKind::soft)
    demand_fitting(configuration.decision, {{}, model.class_names});

  TrainingRun run(configuration);
  TrainingState state;
  Start start;
  if (configuration.space == Space::features) {
    start = make_start(configuration, training, model.preparation);
    model.space =
        PrototypeSpace(configuration.dissimilarity->chosen_for(training.x.columns()), training.x.columns(),
                       start.labels, configuration.scope, configuration.rule->parameter_count(start.labels.size()));
    model.space.limit_prototypes(training.x.view(), start.prototypes.values(), configuration.reach);
    run.attach(model.space, parts);
    state.parameters = first_parameters(model.space, start, run, training);
  } else {
    run.combinations.emplace(configuration, PreparedRows{training.rows, training.x}, context.runtime);
    start = make_coefficients(configuration, training, run.combinations->among());
    run.attach_combinations(start.labels, parts);
    state.parameters = run.combined->start_from(start.prototypes.view());
  }
  const std::string identity = identity_of(configuration, parts, start.prototypes.values(), start.labels);
  result.outcome = run.fit(state, context, identity);
  if (run.combined) run.combinations->finish(model, *run.combined, state.parameters);
  else model.parameters = std::move(state.parameters);
  model.rule = configuration.rule;
  model.statistics = run.statistics();
  set_decision(model, configuration.decision, parts);
  const bool answers_by_scores =
      configuration.decision.kind == DecisionKind::soft || configuration.decision.reject == Rejection::posterior;
  if (context.wants_scores || answers_by_scores) calibrate_out_of_fold(model, configuration, parts, encoding, context);
  model.record = record_of(configuration, result.outcome, result.training_samples);
  return result;
}

bool PrototypeMethod::takes(TargetKind kind) const {
  if (kind != TargetKind::none) return kind == TargetKind::labels;
  const bool is_watched_by_class = configuration_.relevance && configuration_.relevance->traits().needs_labels;
  return !configuration_.rule->traits().supervised && !is_watched_by_class;
}

DataOptions PrototypeMethod::data() const {
  return {configuration_.scaling, configuration_.missing, configuration_.nominal,
          is_given_matrix(configuration_.space)};
}

Trained PrototypeMethod::train(const Dataset& dataset, const Encoding& encoding, const TrainingContext& context) const {
  return as_trained(train_model(configuration_, dataset, encoding, context));
}

Trained PrototypeMethod::go_on(const Model& model, const Dataset& dataset, const TrainingContext& context) const {
  return as_trained(continue_model(demand<PrototypeModel>(model, "this method"), configuration_, dataset, context));
}

void PrototypeMethod::demand_streaming() const { demand_online(configuration_); }

std::unique_ptr<StreamLearner> PrototypeMethod::stream(const Model& model) const {
  return std::make_unique<OnlineLearner>(demand<PrototypeModel>(model, "this method"), configuration_);
}

}   // namespace protea
