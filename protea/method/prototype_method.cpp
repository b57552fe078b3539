#include <protea/method/prototype_method.hpp>

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include <protea/base/large_memory.hpp>
#include <protea/base/weights.hpp>
#include <protea/method/continue_model.hpp>
#include <protea/method/first_prototypes.hpp>
#include <protea/method/rows_elsewhere.hpp>
#include <protea/method/rows_here.hpp>
#include <protea/model/relations.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

bool has_column(const Encoding& encoding, std::string_view name) {
  return std::any_of(encoding.columns.begin(), encoding.columns.end(),
                     [&](const FeatureColumn& column) { return column.name == name; });
}

// Scores are to be as sure as answers are right on new rows: rows of the training are not new to the model.
void calibrate_out_of_fold(PrototypeModel& model, const Configuration& configuration, TrainingSource& source,
                           const Encoding& encoding, const TrainingContext& context) {
  const Observer goes_on = [&](const EpochReport&) { return !context.gives_up || !context.gives_up(); };
  if (context.gives_up && context.gives_up()) return;
  const bool is_settled = !model.has_classes() || model.space.has_label_vectors() ||
                          configuration.decision.kind == DecisionKind::k_nearest || configuration.decision.sigma > 0 ||
                          source.has_held_out();
  if (is_settled || configuration.space != Space::features || configuration.plan.epochs == 0) return;
  Configuration without = configuration;
  without.decision.sigma = 1;   // of no consequence: distances are asked for
  const auto decision = source.decision_out_of_fold(
      model, configuration.decision, static_cast<std::uint64_t>(configuration.plan.seed), context.runtime,
      [&](const Dataset& rows) { return train_model(without, rows, encoding, context.runtime, goes_on).model; });
  if (decision) model.decision = *decision;
}

// The first parameters: prototypes, metric, the rule's own.
std::vector<double> first_parameters(const Beginning& beginning, const Configuration& configuration,
                                     TrainingSource& source) {
  const PrototypeSpace& space = beginning.space;
  std::vector<double> parameters(parameter_count(space.layout()));
  std::ranges::copy(beginning.start.prototypes.values(), parameters.begin());
  space.project_prototypes(parameters);
  source.initialize_metric(space, static_cast<std::uint64_t>(configuration.plan.seed), parameters);
  if (space.has_label_vectors()) source.start_label_vectors(space, parameters);
  configuration.rule->initialize(space.rule_parameters(MutableRow(parameters)));
  return parameters;
}

// The start from which training ends with the least cost, the first of equals.
std::size_t best_attempt(const Configuration& configuration, TrainingSource& source, const Preparation& preparation,
                         const TrainingContext& context) {
  if (configuration.restarts <= 1) return 0;
  std::vector<double> costs(configuration.restarts);
  const auto attempt = [&](std::size_t number) {
    Serial serial;
    const Beginning beginning = source.begin(configuration, preparation, serial, number);
    TrainingRun run(configuration);
    source.attach(run, beginning.space, serial);
    TrainingState state;
    state.parameters = first_parameters(beginning, configuration, source);
    const Observer goes_on = [&](const EpochReport&) { return !context.gives_up || !context.gives_up(); };
    costs[number] = run.fit(state, {serial, goes_on}, {}).cost;
  };
  if (source.serves_many()) context.runtime.run(costs.size(), attempt);
  else Serial().run(costs.size(), attempt);
  return static_cast<std::size_t>(std::min_element(costs.begin(), costs.end()) - costs.begin());
}

}   // namespace

Trained as_trained(TrainedModel trained) {
  return {std::make_unique<PrototypeModel>(std::move(trained.model)), trained.outcome, trained.training_samples,
          trained.dropped_rows};
}

TrainedModel train_model(const Configuration& given, const Dataset& dataset, const Encoding& encoding,
                         const TrainingContext& context) {
  demand_fitting_parts(given);
  demand_targets(PrototypeMethod(given), dataset);
  if (is_given_matrix(given.space)) demand_square(dataset);
  RowsHere rows(given, dataset);
  return train_model(given, rows, encoding, context);
}

TrainedModel train_model(const Configuration& given, TrainingSource& source, const Encoding& encoding,
                         const TrainingContext& context) {
  demand_fitting_parts(given);
  source.demand_fitting(given);

  TrainedModel result;
  result.dropped_rows = source.dropped_rows();
  result.training_samples = source.samples();
  PrototypeModel& model = result.model;
  model.class_names = source.class_names();
  model.encoding = encoding;
  if (given.space == Space::kernel_matrix && !has_column(encoding, self_column))
    model.encoding.optional_column = self_column;
  model.preparation = source.prepare(given);
  Configuration configuration = source.settle(given);
  if (model.has_classes() && configuration.decision.kind != DecisionKind::soft)
    demand_fitting(configuration.decision, {{}, model.class_names});

  TrainingRun run(configuration);
  TrainingState state;
  Start start;
  if (configuration.space == Space::features) {
    const auto begin = [&](std::size_t attempt) {
      Beginning beginning = source.begin(configuration, model.preparation, context.runtime, attempt);
      state.parameters = first_parameters(beginning, configuration, source);
      start = std::move(beginning.start);
      model.space = std::move(beginning.space);
    };
    begin(0);
    if (configuration.rule->has_open_width()) {
      configuration.rule = configuration.rule->with_typical_distance(
          source.typical_distance(model.space, configuration, model.preparation, context.runtime));
    }
    if (configuration.restarts > 1) begin(best_attempt(configuration, source, model.preparation, context));
    source.attach(run, model.space, context.runtime);
  } else {
    const TrainingParts& parts = *source.parts();
    run.combinations.emplace(configuration, PreparedRows{parts.training.rows, parts.training.x}, context.runtime);
    start = make_coefficients(configuration, parts.training, run.combinations->among());
    run.attach_combinations(start.labels, parts);
    state.parameters = run.combined->start_from(start.prototypes.view());
  }
  const std::string identity = source.identity(configuration, start.prototypes.values(), start.labels);
  result.outcome = run.fit(state, context, identity);
  if (run.combined) run.combinations->finish(model, *run.combined, state.parameters);
  else model.parameters = std::move(state.parameters);
  configuration.rule = on_lattice(configuration.rule, model.space.prototype_count());
  model.rule = configuration.rule;
  model.statistics = run.statistics();
  run.optimizer.reset();   // what it remembers may be many times the model, and calibration trains others
  source.look_at_units(model, context.runtime);
  source.set_decision(model, configuration.decision);
  const bool answers_by_scores =
      configuration.decision.kind == DecisionKind::soft || configuration.decision.reject == Rejection::posterior;
  if (context.wants_scores || answers_by_scores) {
    Configuration as_long =
        configuration;   // a training that its observer ended is the measure of those for the scores
    if (result.outcome.reason == StopReason::observer)
      as_long.plan.epochs = static_cast<std::int64_t>(result.outcome.epochs);
    calibrate_out_of_fold(model, as_long, source, encoding, context);
  }
  model.record = record_of(configuration, result.outcome, result.training_samples);
  return result;
}

bool PrototypeMethod::takes(TargetKind kind) const {
  if (!learns_from_targets(configuration_)) return true;   // whatever there is, it is kept out
  const bool takes_memberships = configuration_.rule->traits().learns_label_vectors;
  return kind == TargetKind::labels || (kind == TargetKind::memberships && takes_memberships);
}

DataOptions PrototypeMethod::data() const {
  return {configuration_.scaling, configuration_.missing, configuration_.nominal,
          is_given_matrix(configuration_.space)};
}

Trained PrototypeMethod::train(const Dataset& dataset, const Encoding& encoding, const TrainingContext& context) const {
  return as_trained(train_model(configuration_, dataset, encoding, context));
}

void PrototypeMethod::demand_elsewhere() const { demand_sums_over_groups(configuration_); }

Trained PrototypeMethod::train_elsewhere(const RowsOfOthers& rows, const Encoding& encoding,
                                         const TrainingContext& context) const {
  RowsElsewhere source(configuration_, rows);
  return as_trained(train_model(configuration_, source, encoding, context));
}

Trained PrototypeMethod::go_on(const Model& model, const Dataset& dataset, const TrainingContext& context) const {
  return as_trained(continue_model(demand<PrototypeModel>(model, "this method"), configuration_, dataset, context));
}

void PrototypeMethod::demand_streaming() const { demand_online(configuration_); }

std::unique_ptr<StreamLearner> PrototypeMethod::stream(const Model& model) const {
  return std::make_unique<OnlineLearner>(demand<PrototypeModel>(model, "this method"), configuration_);
}

}   // namespace protea
