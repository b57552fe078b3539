#include <protea/catalogue/train_model.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/catalogue/data_domain.hpp>
#include <protea/catalogue/first_prototypes.hpp>
#include <protea/catalogue/training_run.hpp>
#include <protea/model/relations.hpp>

namespace protea {
namespace {

bool has_column(const Encoding& encoding, std::string_view name) {
  return std::any_of(encoding.columns.begin(), encoding.columns.end(), [&](const FeatureColumn& column) { return column.name == name; });
}

// The first parameters: prototypes, metric, the rule's own.
std::vector<double> first_parameters(const PrototypeSpace& space, const Start& start, const TrainingRun& run, const Part& training) {
  std::vector<double> parameters(parameter_count(space.layout()));
  std::copy(start.prototypes.values().begin(), start.prototypes.values().end(), parameters.begin());
  space.project_prototypes(parameters);
  space.initialize_metric(parameters, static_cast<std::uint64_t>(run.configuration.plan.seed), training.x.view(), training.rows.y);
  run.rule->initialize(space.rule_parameters(MutableRow(parameters)));
  return parameters;
}

}  // namespace

TrainedModel train_model(const Configuration& configuration, const Dataset& dataset, const Encoding& encoding, Runtime& runtime,
                         const Observer& observer, const CheckpointPlan& checkpoints) {
  demand_two_classes(dataset);
  if (is_given_matrix(configuration.space)) demand_square(dataset);
  TrainingParts parts = cut_into_parts(configuration, dataset);
  const Part& training = parts.training;
  demand_two_classes(training.rows);

  TrainedModel result;
  result.dropped_rows = parts.dropped_rows;
  result.training_samples = training.rows.size();
  Model& model = result.model;
  model.class_names = dataset.class_names;
  model.encoding = encoding;
  if (configuration.space == Space::kernel_matrix && !has_column(encoding, self_column)) model.encoding.optional_column = self_column;
  model.preparation = learn_preparation(training.rows, configuration.missing, configuration.scaling);
  prepare_parts(parts, configuration, model.preparation);
  if (configuration.decision.kind != DecisionKind::soft) demand_fitting(configuration.decision, {{}, model.class_names});

  TrainingRun run(configuration);
  TrainingState state;
  Start start;
  if (configuration.space == Space::features) {
    start = make_start(configuration, training, model.preparation);
    model.space = PrototypeSpace(dissimilarities().make(configuration.dissimilarity.name, configuration.dissimilarity.settings),
                                 training.x.columns(), start.labels, configuration.scope, run.rule->parameter_count(start.labels.size()));
    run.attach(model.space, parts);
    state.parameters = first_parameters(model.space, start, run, training);
  } else {
    run.combinations.emplace(configuration, PreparedRows{training.rows, training.x}, runtime);
    start = make_coefficients(configuration, training, run.combinations->among());
    run.attach_combinations(start.labels, parts);
    state.parameters = run.combined->start_from(start.prototypes.view());
  }
  const std::string identity = identity_of(configuration, parts, start.prototypes.values(), start.labels);
  result.outcome = run.fit(state, runtime, observer, checkpoints, identity);
  if (run.combined) run.combinations->finish(model, *run.combined, state.parameters);
  else model.parameters = std::move(state.parameters);
  model.statistics = run.statistics();
  set_decision(model, configuration.decision, parts);
  model.record = record_of(configuration, result.outcome, result.training_samples);
  return result;
}

Matrix prepare(const Model& model, const Dataset& dataset) {
  const std::size_t features = model.expansion ? model.expansion->columns : model.space.features();
  const bool has_self = !model.encoding.optional_column.empty() && dataset.x.columns() == features + 1;
  if (dataset.x.columns() != features && !has_self) {
    throw DataError(fmt::format("{}: the model was trained on {} features, the data have {}", dataset.source, features,
                                dataset.x.columns()));
  }
  if (model.expansion && is_given_matrix(model.expansion->space)) demand_whole(dataset);
  Matrix x = model.preparation.apply(dataset);
  const AnyDissimilarity& dissimilarity = model.expansion && model.expansion->dissimilarity ? *model.expansion->dissimilarity
                                                                                            : model.space.dissimilarity();
  bring_into_domain(x, dataset, dissimilarity);
  return model.expansion ? model.expansion->rows_for(dataset, x) : x;
}

}  // namespace protea
